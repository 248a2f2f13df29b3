// SPDX-License-Identifier: Apache-2.0
// Guard pages, the second mapping of read-only operands, and canaries in gaps.
#include "backends/arrays.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace hallmark {

namespace {

constexpr std::size_t front_canaries = 64;

std::size_t page_size() {
  static const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

std::size_t round_up(std::size_t value, std::size_t unit) { return (value + unit - 1) / unit * unit; }

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

/// Differs from byte to byte, so that neither a fill with one value nor a shifted copy leaves it whole.
std::byte canary(const std::byte* address) {
  const auto place = reinterpret_cast<std::uintptr_t>(address);
  return static_cast<std::byte>((place * 0x9d + 0xc5) & 0xff);
}

void write_canaries(std::byte* first, const std::byte* last) {
  for (; first != last; ++first) *first = canary(first);
}

}  // namespace

struct GuardedArray::Mapping {
  Access access = Access::writable;
  std::size_t data = 0;              ///< bytes between the outermost guard pages
  std::byte* region = nullptr;       ///< the kernel's view, with a guard page at each end
  std::byte* fill_base = nullptr;    ///< the harness's view of the same data bytes; the kernel's own if writable
  std::size_t first_page = 0;        ///< data offset where accessible pages begin; those below are guard pages too
  std::size_t start = 0, bytes = 0;  ///< the array within the data bytes
  std::size_t alignment = 0, gap = 0;
  std::size_t canary_from = 0;  ///< data offset of the first canary before the array
  bool placed = false;

  std::byte* base() const { return region + page_size(); }
  bool has_canaries() const { return canary_from != start || start + bytes != data; }

  Mapping() = default;
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() {
    if (region != nullptr) munmap(region, data + 2 * page_size());
    if (fill_base != nullptr && access == Access::read_only) munmap(fill_base, data);
  }

  void map() {
    void* reserved =
        mmap(nullptr, data + 2 * page_size(), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (reserved == MAP_FAILED) fail("cannot reserve memory for an array");
    region = static_cast<std::byte*>(reserved);
    if (access == Access::writable) {
      if (mprotect(base(), data, PROT_READ | PROT_WRITE) != 0) fail("cannot map memory for an array");
      fill_base = base();
      return;
    }
    const int file = memfd_create("hallmark operands", MFD_CLOEXEC);
    if (file < 0) fail("cannot create memory for an array");
    void* second = MAP_FAILED;
    const bool mapped = ftruncate(file, static_cast<off_t>(data)) == 0 &&
                        mmap(base(), data, PROT_READ, MAP_SHARED | MAP_FIXED, file, 0) != MAP_FAILED &&
                        (second = map_alias(file)) != MAP_FAILED;
    const int error = errno;
    close(file);
    if (!mapped) {
      errno = error;
      fail("cannot map memory for an array");
    }
    fill_base = static_cast<std::byte*>(second);
  }

  /// The harness's view, where it can be had at a distance of 2^36 bytes from the kernel's: AMD's first-level cache
  /// picks its way by a hash of the low 28 address bits (Lipp et al., "Take A Way", 2020), and two addresses of one
  /// line that differ in it evict each other on every write.
  void* map_alias(int file) const {
    constexpr std::uintptr_t distance = std::uintptr_t{1} << 36;
    auto* wanted = reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(base()) - distance);
    void* mapped = mmap(wanted, data, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED_NOREPLACE, file, 0);
    return mapped != MAP_FAILED ? mapped : mmap(nullptr, data, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  }

  /// Makes the pages from `page` on accessible to the kernel and those below it guard pages.
  void guard_below(std::size_t page) {
    const int open = access == Access::read_only ? PROT_READ : PROT_READ | PROT_WRITE;
    if (page > first_page && mprotect(base() + first_page, page - first_page, PROT_NONE) != 0) {
      fail("cannot protect memory");
    }
    if (page < first_page && mprotect(base() + page, first_page - page, open) != 0) fail("cannot unprotect memory");
    first_page = page;
  }

  void refresh_canaries() const {
    write_canaries(fill_base + canary_from, fill_base + start);
    write_canaries(fill_base + start + bytes, fill_base + data);
  }
};

GuardedArray::GuardedArray(std::size_t capacity, Access access) : mapping_(nullptr) {
  auto mapping = std::make_unique<Mapping>();
  mapping->access = access;
  // A page more for moving down to an alignment, and one for a gap.
  mapping->data = round_up(std::max<std::size_t>(capacity, 1), page_size()) + 2 * page_size();
  mapping->map();
  mapping_ = mapping.release();
  place(0);
}

GuardedArray::~GuardedArray() { delete mapping_; }
GuardedArray::GuardedArray(GuardedArray&& other) noexcept : mapping_(std::exchange(other.mapping_, nullptr)) {}
GuardedArray& GuardedArray::operator=(GuardedArray&& other) noexcept {
  std::swap(mapping_, other.mapping_);
  return *this;
}

void GuardedArray::place(std::size_t bytes, std::size_t alignment, std::size_t gap) {
  Mapping& map = *mapping_;
  if (map.placed && bytes == map.bytes && alignment == map.alignment && gap == map.gap) {
    if (map.has_canaries()) map.refresh_canaries();
    return;
  }
  if (!std::has_single_bit(alignment) || alignment > page_size()) {
    throw std::invalid_argument("an array's alignment must be a power of two up to a page");
  }
  if (gap > map.data || bytes > map.data - gap || alignment - 1 > map.data - gap - bytes) {
    throw std::length_error(fmt::format("an array of {} bytes with a gap of {} does not fit its memory", bytes, gap));
  }
  map.start = (map.data - gap - bytes) & ~(alignment - 1);
  map.bytes = bytes;
  map.alignment = alignment;
  map.gap = gap;
  map.guard_below(map.start / page_size() * page_size());
  map.canary_from = std::max(map.first_page, map.start - std::min(map.start, front_canaries));
  map.placed = true;
  map.refresh_canaries();
}

std::byte* GuardedArray::fill() const { return mapping_->fill_base + mapping_->start; }
void* GuardedArray::view() const { return mapping_->base() + mapping_->start; }
std::size_t GuardedArray::size() const { return mapping_->bytes; }

std::optional<std::string> GuardedArray::damage() const {
  const Mapping& map = *mapping_;
  if (map.access == Access::read_only || !map.has_canaries()) return std::nullopt;
  const std::byte* end = map.fill_base + map.start + map.bytes;
  for (const std::byte* at = map.fill_base + map.data; at != end; --at) {
    if (at[-1] != canary(at - 1)) return fmt::format("wrote {} bytes past the end of its result", at - end);
  }
  const std::byte* start = map.fill_base + map.start;
  for (const std::byte* at = map.fill_base + map.canary_from; at != start; ++at) {
    if (*at != canary(at)) return fmt::format("wrote {} bytes before the start of its result", start - at);
  }
  return std::nullopt;
}

}  // namespace hallmark
