// SPDX-License-Identifier: Apache-2.0
// The rules a backend's table keeps, each refused with one line when broken.
#include "backends/table.h"

#include <fmt/format.h>

#include <bit>
#include <string_view>
#include <unordered_map>
#include <variant>

#include "backends/text.h"
#include "semantics/signature.h"

namespace hallmark {

namespace {

constexpr std::size_t most_alignment = 4096;
constexpr std::size_t most_granularity = 65536;
// Far above any backend; a larger count is an uninitialised field, and walking it would leave the array.
constexpr std::size_t most_operations = 65536;

std::string text_or_empty(const char* text) { return text != nullptr ? one_line(text) : std::string(); }

/// A signature is malformed only by its grammar: a format Hallmark does not know makes its operation unknown, not
/// wrong.
void check_signature(const std::string& signature, std::size_t index, const std::string& file) {
  Format unknown;
  unknown.name = "unknown";
  const auto parsed = parse_signature(signature, [&](std::string_view) { return &unknown; });
  if (const auto* error = std::get_if<SignatureError>(&parsed)) {
    throw BackendError(fmt::format("{}: operation {}, \"{}\", column {}: {}", file, index, one_line(signature),
                                   error->column, error->what));
  }
}

std::vector<std::string> check_operations(const hallmark_backend& table, const std::string& file) {
  if (table.operation_count == 0) {
    throw BackendError(fmt::format("{}: its table has no operations; set operation_count", file));
  }
  if (table.operation_count > most_operations) {
    throw BackendError(fmt::format("{}: operation_count is {}, more than {}; is it set?", file, table.operation_count,
                                   most_operations));
  }
  if (table.operations == nullptr) throw BackendError(fmt::format("{}: operations is NULL", file));
  std::vector<std::string> signatures;
  std::unordered_map<std::string, std::size_t> first;
  for (std::size_t i = 0; i < table.operation_count; ++i) {
    const hallmark_operation& operation = table.operations[i];
    if (operation.signature == nullptr) throw BackendError(fmt::format("{}: operation {}: signature is NULL", file, i));
    const std::string signature = operation.signature;
    check_signature(signature, i, file);
    if (operation.kernel == nullptr) throw BackendError(fmt::format("{}: {}: kernel is NULL", file, signature));
    if (const auto [place, fresh] = first.emplace(signature, i); !fresh) {
      throw BackendError(
          fmt::format("{}: {} is offered twice, as operations {} and {}; keep one", file, signature, place->second, i));
    }
    signatures.push_back(signature);
  }
  return signatures;
}

}  // namespace

BackendDescription describe_table(const hallmark_backend& table, const std::string& file) {
  if (table.abi != HALLMARK_ABI) {
    throw BackendError(fmt::format("{}: has ABI {}, but this Hallmark speaks ABI {}; rebuild it with this backend.h",
                                   file, table.abi, HALLMARK_ABI));
  }
  if (const std::uint32_t strange = table.flags & ~(HALLMARK_THREAD_SAFE | HALLMARK_EXCLUSIVE); strange != 0) {
    throw BackendError(fmt::format("{}: flags has bits {:#x} that ABI {} does not define; is it initialised?", file,
                                   strange, HALLMARK_ABI));
  }
  if (table.name == nullptr || *table.name == '\0') {
    throw BackendError(fmt::format("{}: has no name; set name to what reports shall call it", file));
  }
  const std::size_t alignment = table.alignment == 0 ? 1 : table.alignment;
  if (!std::has_single_bit(alignment) || alignment > most_alignment) {
    throw BackendError(
        fmt::format("{}: alignment is {}; it must be a power of two up to {}", file, alignment, most_alignment));
  }
  const std::size_t granularity = table.granularity == 0 ? 1 : table.granularity;
  if (granularity > most_granularity) {
    throw BackendError(
        fmt::format("{}: granularity is {}; it must be at most {}", file, granularity, most_granularity));
  }
  BackendDescription description;
  description.name = one_line(table.name);
  description.version = text_or_empty(table.version);
  description.device = text_or_empty(table.device);
  if (table.profile != nullptr && *table.profile != '\0') description.profile = one_line(table.profile);
  description.alignment = alignment;
  description.granularity = granularity;
  description.thread_safe = (table.flags & HALLMARK_THREAD_SAFE) != 0;
  description.exclusive = (table.flags & HALLMARK_EXCLUSIVE) != 0;
  description.operations = check_operations(table, file);
  return description;
}

}  // namespace hallmark
