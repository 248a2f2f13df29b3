// SPDX-License-Identifier: Apache-2.0
// A complete answer to "which result bits are right" for one operation: every field of a profile's semantics.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace hallmark {

// Enumerators are spelled as a profile spells them; fields.cpp has the one table that connects the two.

enum class Rounding : std::uint8_t { rne, rna, rtz, rup, rdn, rto, stochastic };
enum class SubnormalOperands : std::uint8_t { keep, flush };
enum class FlushedZero : std::uint8_t { keep_sign, positive };  // "signed" is a keyword here
enum class InfinityOperand : std::uint8_t { nan, saturate };
enum class InfinityToInfinity : std::uint8_t { keep, saturate };
enum class Overflow : std::uint8_t { infinity, saturate, nan };
enum class RtoOverflow : std::uint8_t { largest, infinity };
enum class SubnormalResults : std::uint8_t { keep, flush_before_rounding, flush_after_rounding, flush_delivered };
enum class Nan : std::uint8_t { any, quiet, quiet_payload, canonical, infinity };
enum class NanSign : std::uint8_t { any, preserve, positive };
enum class NanOperand : std::uint8_t { first, second, either };
enum class GeneratedNan : std::uint8_t { any, positive, negative };
enum class NanWithoutNan : std::uint8_t { unspecified, max, zero, negative_zero };
enum class E8m0Zero : std::uint8_t { minimum, nan };
enum class E8m0Negative : std::uint8_t { nan, magnitude, minimum };
enum class E8m0Underflow : std::uint8_t { minimum, as_zero };
enum class E8m0Rounding : std::uint8_t { rne, rna, rtz, rup };
enum class Fma : std::uint8_t { fused, via_float32, unfused };
enum class IntegerOverflow : std::uint8_t { saturate, indefinite, wrap, unspecified };
enum class NanToInteger : std::uint8_t { zero, minimum, maximum, unspecified };

/// The accumulator of a reduction (design section 4); accumulation_model.h says what its words mean to the last bit.
struct Accumulator {
  std::string format = "float32";  ///< a named format, or empty when exponent_bits and precision say it
  int exponent_bits = 0, precision = 0;
  /// `order = exact` sums everything, the initial value too, before it rounds once.
  std::string rounding = "rne", order = "any", start = "zero", initial = "first", products = "exact", partials;
  std::string product_format;         ///< what rounded products are rounded to; empty: the accumulator's format
  int partial_count = 0;              ///< how many equal parts of the depth have sums of the format `partials`
  int lanes = 1;                      ///< accumulators that take every lanes-th product, added pairwise at the end
  std::string overflow = "directed";  ///< of roundings that are not to nearest: as IEEE 754 says, or always to infinity
  int block_width = 0, block_fraction_bits = 0;
  std::string block_final_rounding, block_initial;
  /// Where the running value enters last: bits below the larger exponent that the products' sum and the running value
  /// keep, both rounded down; 0 keeps all.
  int block_sum_fraction_bits = 0, block_initial_fraction_bits = 0;
  int block_lowest_exponent = -32768;   ///< the exponent that alignment does not go below
  bool block_product_overflow = false;  ///< whether a product beyond the accumulator's range is infinite
  int operand_passes = 0;  ///< bfloat16 products that stand for one of float32 operands; 0: operands as they are
  std::string subnormal_operands = "keep", subnormal_products = "keep", subnormal_accumulator = "keep";
  bool exact_model = false;

  friend bool operator==(const Accumulator&, const Accumulator&) = default;
};

struct Semantics {
  Rounding rounding = Rounding::rne;
  SubnormalOperands subnormal_operands = SubnormalOperands::keep;
  FlushedZero flushed_zero = FlushedZero::keep_sign;
  InfinityOperand infinity_operand = InfinityOperand::nan;  ///< into formats without infinities
  /// Whether an infinite operand stays infinite in a format that has infinities; OCP's saturating mode clamps it too.
  InfinityToInfinity infinity_to_infinity = InfinityToInfinity::keep;
  /// Into a format without infinities, `infinity` means NaN where there is one, else the largest finite.
  Overflow overflow = Overflow::infinity;
  RtoOverflow rto_overflow = RtoOverflow::largest;
  SubnormalResults subnormal_results = SubnormalResults::keep;
  Nan nan = Nan::any;
  NanSign nan_sign = NanSign::any;
  NanOperand nan_operand = NanOperand::either;
  GeneratedNan generated_nan = GeneratedNan::any;
  NanWithoutNan nan_without_nan = NanWithoutNan::unspecified;
  E8m0Zero e8m0_zero = E8m0Zero::minimum;
  E8m0Negative e8m0_negative = E8m0Negative::nan;
  E8m0Underflow e8m0_underflow = E8m0Underflow::minimum;  ///< results between zero and 2^-127
  E8m0Rounding e8m0_rounding = E8m0Rounding::rne;
  Fma fma = Fma::fused;
  std::string evaluate_in;  ///< a format's name: compute there, then round; empty: directly
  IntegerOverflow integer_overflow = IntegerOverflow::saturate;
  NanToInteger nan_to_integer = NanToInteger::zero;
  std::map<std::string, std::uint64_t> canonical_nan;  ///< code by result format, where it is not the default NaN
  bool deterministic = false, batch_invariant = false;
  Accumulator accumulator;

  friend bool operator==(const Semantics&, const Semantics&) = default;
};

/// What a profile demands of a function's accuracy; zero or false where it demands nothing.
struct Limits {
  double max_ulp = 0.0;  ///< accept y iff fl(t - L ulp(t)) <= y <= fl(t + L ulp(t))
  bool correctly_rounded = false, monotone = false;
  double range_low = 0.0, range_high = 0.0;
  bool has_range = false;

  friend bool operator==(const Limits&, const Limits&) = default;
};

}  // namespace hallmark
