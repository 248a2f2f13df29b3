// SPDX-License-Identifier: Apache-2.0
// Elementary functions by the C library in float64: near enough to tell most right results, never to call one wrong.
#pragma once

#include <array>
#include <cfenv>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "semantics/functions.h"

namespace hallmark {

/// What an estimate tells of a result.
struct EstimateVerdict {
  bool right = false;           ///< surely accepted under every alternative; false says nothing
  bool rounding_known = false;  ///< whether the next is known
  bool correctly_rounded = false;
};

/// glibc documents less than 10 ulp of float64 (2^-49) for all of its functions used here ("Errors in Math Functions"
/// of its manual); `margin` is 2^7 times that, and 2^10 times for gelu and gelu_tanh, whose arguments' rounding errors
/// grow by up to 2^10. The processor must be in its default mode: FloatingPointMode sees to that.
class FunctionEstimate {
 public:
  /// Whether estimates say anything: the result has at most 24 bits, and each alternative rounds directly.
  static bool suits(const FunctionOperation& operation, const std::vector<Semantics>& alternatives);

  FunctionEstimate(const FunctionOperation& operation, std::vector<Semantics> alternatives, const Limits& limits);

  /// The function near operands that function_special() leaves open, by value; nothing where an alternative flushes an
  /// operand. Of what is too small or too large for float64, 0 and infinity.
  std::optional<double> value(std::span<const Decoded> operands) const;

  /// Judges a result by the value.
  EstimateVerdict judge(double value, std::uint64_t got) const;

  /// The relative error of value() is less.
  double margin() const { return margin_; }

 private:
  double evaluate(double x, double y) const;

  FunctionOperation operation_;
  std::vector<Semantics> alternatives_;
  Limits limits_;
  double margin_;
  bool flushes_operands_ = false, keeps_results_ = true, to_nearest_ = true;  ///< some alternative, all, the first
  double smallest_normal_, largest_, beyond_;                                 ///< beyond_: overflows whatever the limit
  std::array<CodeSet, 2> overflow_;  ///< of each sign; empty where alternatives differ
};

/// The processor's default mode while it lives: to nearest, no flush, nothing trapped; then what there was before.
class FloatingPointMode {
 public:
  FloatingPointMode();
  ~FloatingPointMode();
  FloatingPointMode(const FloatingPointMode&) = delete;
  FloatingPointMode& operator=(const FloatingPointMode&) = delete;

 private:
  std::fenv_t saved_;
};

}  // namespace hallmark
