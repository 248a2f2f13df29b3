// SPDX-License-Identifier: Apache-2.0
// The elementary functions there are, and what is decided about them before anything is computed: NaN, special values,
// poles, exact points.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "formats/format.h"
#include "semantics/operands.h"
#include "semantics/requirement.h"
#include "semantics/round.h"
#include "semantics/semantics.h"
#include "semantics/signature.h"

namespace hallmark {

/// Named as signatures name them. `gelu` is x/2 (1 + erf(x/sqrt 2)), `gelu_tanh` its approximation
/// x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))) of Hendrycks and Gimpel (arXiv 1606.08415), `silu` x logistic(x).
enum class ElementaryFunction : std::uint8_t {
  exp,
  exp2,
  expm1,
  log,
  log2,
  log10,
  log1p,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  atan2,
  sinh,
  cosh,
  tanh,
  erf,
  erfc,
  pow,
  cbrt,
  rsqrt,
  reciprocal,
  hypot,
  logistic,
  softplus,
  silu,
  gelu,
  gelu_tanh,
};

struct FunctionInfo {
  std::string_view name;
  ElementaryFunction code;
  int operands;
  /// Of the negative and of the positive operands: 1 where the function never falls, -1 where it never rises, 0 else.
  int slope_below, slope_above;
  bool across_zero;  ///< whether the same holds of all operands together
};

std::span<const FunctionInfo> all_functions();
const FunctionInfo& info_of(ElementaryFunction code);

inline constexpr std::size_t most_function_operands = 2;

/// A function on formats; nothing here depends on a semantics.
struct FunctionOperation {
  ElementaryFunction code = ElementaryFunction::exp;
  std::array<Format, most_function_operands> operands{};
  std::size_t operand_count = 0;
  Format result;
};

/// The function of a signature, or nothing where the name is none, the number of operands is another, a format is an
/// integer or has no sign, or a modifier is unknown.
std::optional<FunctionOperation> function_of(const Signature& signature);

using FunctionOperands = std::array<Operand, most_function_operands>;

/// The operands after step 1 of design section 4: subnormal ones flushed where the semantics say so.
FunctionOperands read_operands(const FunctionOperation& operation, const Semantics& semantics,
                               std::span<const std::uint64_t> codes);

/// Steps 2 to 4 as far as no function is computed: NaN, what C23 Annex F says of zeros, infinities, domain and pole
/// errors, and the exact points it names (exp 0, log 1, pow(x, 0), hypot(x, 0) ...), and exp2 of integers. The
/// functions C does not have take their limits; of what tends to zero from below at -infinity either zero is right.
/// Nothing where the exact value must be computed: also pi and its fractions at infinities and zeros.
std::optional<CodeSets> function_special(const FunctionOperation& operation, const Semantics& semantics,
                                         const FunctionOperands& operands);

/// special_values for a NaN, infinite or zero operand, a domain error or a pole, function_accuracy for all else
/// (design section 2).
Requirement requirement_of(const FunctionOperation& operation, std::span<const std::uint64_t> operands);

}  // namespace hallmark
