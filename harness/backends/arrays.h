// SPDX-License-Identifier: Apache-2.0
// Memory a kernel is given: operands it can only read, and arrays that end at a guard page with canaries in every gap.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace hallmark {

enum class Access { read_only, writable };  ///< what the kernel may do

/// One array of up to `capacity` bytes, between two guard pages. A read-only array is mapped twice: the harness writes
/// through fill(), the kernel reads through view(), which faults on a write. Placing it again costs nothing unless gaps
/// need canaries.
class GuardedArray {
 public:
  GuardedArray(std::size_t capacity, Access access);
  ~GuardedArray();
  GuardedArray(GuardedArray&&) noexcept;
  GuardedArray& operator=(GuardedArray&&) noexcept;

  /// Places an array of `bytes` bytes so that it ends `gap` bytes before the guard page (0: flush against it), moved
  /// down further until its start is a multiple of `alignment`. Bytes between the array and the guard pages (the rest
  /// of the last page after it, up to 64 bytes before it) become canaries. bytes may be 0.
  void place(std::size_t bytes, std::size_t alignment = 1, std::size_t gap = 0);

  std::byte* fill() const;  ///< the harness's view of the placed array
  void* view() const;       ///< the kernel's view of the same bytes
  std::size_t size() const;

  /// "wrote 2 bytes past the end of its result" if a canary changed; checked by the caller after a call. Cheap when the
  /// array fills its pages (no canaries then).
  std::optional<std::string> damage() const;

 private:
  struct Mapping;
  Mapping* mapping_;
};

}  // namespace hallmark
