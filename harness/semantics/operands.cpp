// SPDX-License-Identifier: Apache-2.0
#include "semantics/operands.h"

#include <algorithm>

#include "formats/internal_error.h"
#include "semantics/round.h"

namespace hallmark {

void CodeSets::add(const CodeSet& set) {
  if (std::find(sets.begin(), sets.begin() + static_cast<std::ptrdiff_t>(count), set) !=
      sets.begin() + static_cast<std::ptrdiff_t>(count)) {
    return;
  }
  if (count == sets.size()) throw InternalError("more sets of right codes than operands");
  sets[count++] = set;
}

bool CodeSets::contains(std::uint64_t code) const {
  return std::any_of(sets.begin(), sets.begin() + static_cast<std::ptrdiff_t>(count),
                     [&](const CodeSet& set) { return set.contains(code); });
}

std::optional<std::uint64_t> CodeSets::single() const {
  if (count == 1 && sets[0].is_single()) return sets[0].low;
  return std::nullopt;
}

bool is_zero(const Operand& operand) { return operand.value.category == Category::zero; }
bool is_infinite(const Operand& operand) { return operand.value.category == Category::infinity; }
bool is_nan(const Operand& operand) { return operand.value.category == Category::nan; }

Operand read_operand(const Format& format, const Semantics& semantics, std::uint64_t code, bool flush) {
  const Operand operand{decode(format, code), code};
  if (operand.value.category != Category::subnormal || !flush) return operand;
  const bool negative =
      operand.value.negative && semantics.flushed_zero == FlushedZero::keep_sign && format.has_negative_zero();
  return {{Category::zero, negative, 0, 0}, negative ? format.sign_mask() : 0};
}

CodeSet nan_of(const Format& from, const Operand& operand, const Format& result, const Semantics& semantics) {
  const std::uint64_t payload =
      from.significand_bits == 0 ? 0 : (operand.code & from.fraction_mask()) << (64 - from.significand_bits);
  return nan_result(
      result, semantics,
      {operand.value.negative && from.nan_has_sign(), payload, from.has_signalling_nan(), from.nan_has_sign()});
}

CodeSets nan_of_operands(std::span<const Format> formats, std::span<const Operand> operands, const Format& result,
                         const Semantics& semantics) {
  std::array<std::size_t, most_operands> nans{};
  std::size_t count = 0;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (is_nan(operands[i])) nans[count++] = i;
  }
  const auto nan = [&](std::size_t i) { return nan_of(formats[i], operands[i], result, semantics); };
  if (semantics.nan_operand == NanOperand::first) return nan(nans[0]);
  if (semantics.nan_operand == NanOperand::second) return nan(nans[count > 1 ? 1 : 0]);
  CodeSets sets;
  for (std::size_t i = 0; i < count; ++i) sets.add(nan(nans[i]));
  return sets;
}

CodeSet generated_nan(const Format& result, const Semantics& semantics) {
  const bool stated = semantics.generated_nan != GeneratedNan::any;
  Semantics changed = semantics;
  // No operand's sign is there to be preserved.
  if (stated && changed.nan_sign == NanSign::any) changed.nan_sign = NanSign::preserve;
  if (changed.nan == Nan::quiet_payload) changed.nan = stated ? Nan::canonical : Nan::quiet;
  const bool negative = semantics.generated_nan == GeneratedNan::negative;
  return nan_result(result, changed, {.negative = negative, .has_sign = stated});
}

}  // namespace hallmark
