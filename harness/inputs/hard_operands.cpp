// SPDX-License-Identifier: Apache-2.0
#include "inputs/hard_operands.h"

#include <mpfr.h>

#include <algorithm>
#include <array>

#include "truth/functions.h"

namespace hallmark {
namespace {

/// Which side of each edge a function's value lies on: a number that changes where an edge is crossed.
class Sides {
 public:
  explicit Sides(const FunctionOperation& operation) : operation_(operation) {
    const Format& to = operation.result;
    const Decoded largest = decode(to, to.largest_finite()), least = decode(to, to.smallest_magnitude());
    edges_ = {largest,
              {Category::normal, false, 1, to.min_exponent()},
              least,
              {Category::normal, false, 1, least.exponent - 1},
              {Category::normal, false, 1, 0},
              {Category::normal, false, 1, -to.precision()},
              {Category::normal, false, (std::uint64_t{2} << to.significand_bits) - 1, -to.precision()}};
  }

  int of(std::uint64_t code) {
    const FunctionAnswer answer = truth_.answer(operation_, {}, {}, {&code, 1});
    if (!answer.has_value) return -1;
    int passed = answer.value.negative ? 100 : 0;
    if (answer.value.significand == 0) return passed;
    for (const Decoded& edge : edges_) passed += compare_magnitude(answer.value, edge) >= 0 ? 1 : 0;
    return passed;
  }

 private:
  FunctionOperation operation_;
  std::array<Decoded, 7> edges_{};
  FunctionTruth truth_;
};

}  // namespace

void add_crossings(Intervals& operands, const FunctionOperation& operation, std::uint64_t radius) {
  const Format& from = operation.operands[0];
  // Eight steps a binade see every change of a function that is monotone but for a bend or two.
  const std::uint64_t step = std::max<std::uint64_t>(1, (from.fraction_mask() + 1) / 8);
  Sides sides(operation);
  for (const std::uint64_t sign : {std::uint64_t{0}, from.sign_mask()}) {
    std::uint64_t code = sign + from.smallest_magnitude();
    int side = sides.of(code);
    while ((code & from.magnitude_mask()) + step <= from.largest_finite()) {
      const std::uint64_t next = code + step;
      const int next_side = sides.of(next);
      while (next_side != side) {  // two edges may lie within a step
        std::uint64_t low = code, high = next;
        while (high - low > 1) {
          const std::uint64_t middle = low + (high - low) / 2;
          (sides.of(middle) == side ? low : high) = middle;
        }
        operands.add_around(high, radius, sign, sign | from.magnitude_mask());
        code = high;
        side = sides.of(high);
      }
      code = next;
      side = next_side;
    }
    if (!from.is_signed) break;
  }
}

void add_near_multiples_of_half_pi(Intervals& operands, const Format& format, std::uint64_t radius) {
  const int precision = format.precision();
  const Decoded largest = decode(format, format.largest_finite());
  // A quotient of that many bits: those before the point, and twice the operand's after it.
  const mpfr_prec_t bits = std::max(0, largest.exponent) + 4 * precision + 64;
  mpfr_t ratio, whole;
  mpfr_inits2(bits, ratio, whole, static_cast<mpfr_ptr>(nullptr));
  for (int exponent = -precision; exponent <= largest.exponent; ++exponent) {
    // significand * 2^exponent / (pi/2) is near a whole number where a convergent's denominator is the significand.
    mpfr_const_pi(ratio, MPFR_RNDN);
    mpfr_ui_div(ratio, 1, ratio, MPFR_RNDN);
    mpfr_mul_2si(ratio, ratio, exponent + 1, MPFR_RNDN);
    std::uint64_t before = 0, denominator = 1;
    mpfr_frac(ratio, ratio, MPFR_RNDN);
    while (!mpfr_zero_p(ratio)) {
      mpfr_ui_div(ratio, 1, ratio, MPFR_RNDN);
      if (mpfr_cmp_ui_2exp(ratio, 1, precision) >= 0) break;
      mpfr_floor(whole, ratio);
      const auto quotient = static_cast<std::uint64_t>(mpfr_get_ui(whole, MPFR_RNDZ));
      const std::uint64_t next = quotient * denominator + before;
      if (bit_length(next) > precision) break;
      before = denominator;
      denominator = next;
      mpfr_frac(ratio, ratio, MPFR_RNDN);
    }
    const auto code = encode(format, false, denominator, exponent);
    if (!code) continue;
    for (const std::uint64_t sign : {std::uint64_t{0}, format.sign_mask()}) {
      operands.add_around(*code | sign, radius, sign, sign | format.magnitude_mask());
      if (!format.is_signed) break;
    }
  }
  mpfr_clears(ratio, whole, static_cast<mpfr_ptr>(nullptr));
}

}  // namespace hallmark
