// SPDX-License-Identifier: Apache-2.0
// The loops of triple_loops.h, in namespace HALLMARK_TRIPLE_TARGET: plain code that the compiler vectorises, included
// once by each triple_<target>.cpp. Floating-point operations are float64 + - * alone; all else is integers.

#include <bit>

#include "oracles/triple_loops.h"

namespace hallmark::HALLMARK_TRIPLE_TARGET {
namespace {

constexpr std::uint64_t magnitude_bits = ~std::uint64_t{0} >> 1, infinity_bits = std::uint64_t{0x7ff} << 52;

/// Each row's own operands.
struct Gathered {
  const TripleLoop& loop;
  const std::uint16_t *a, *b, *c;
  double product(std::size_t i) const {
    return static_cast<double>(loop.values[0][a[i]]) * static_cast<double>(loop.values[1][b[i]]);
  }
  double addend(std::size_t i) const { return static_cast<double>(loop.values[2][c[i]]); }
  std::uint32_t a_code(std::size_t i) const { return a[i]; }
  std::uint32_t b_code(std::size_t i) const { return b[i]; }
  std::uint32_t c_code(std::size_t i) const { return c[i]; }
};

/// One product, consecutive addends: read without gathering.
struct OneProduct {
  std::uint32_t a, b;
  double value;
  const std::uint16_t* c;
  const float* c_values;
  double product(std::size_t) const { return value; }
  double addend(std::size_t i) const { return static_cast<double>(c_values[i]); }
  std::uint32_t a_code(std::size_t) const { return a; }
  std::uint32_t b_code(std::size_t) const { return b; }
  std::uint32_t c_code(std::size_t i) const { return c[i]; }
};

template <class Operands>
PairCounts results_of(const TripleLoop& given, const Operands& operands, std::size_t rows, std::uint16_t* results) {
  const TripleLoop loop = given;
  std::uint32_t special = 0, subnormal = 0, over = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    const double product = operands.product(i), addend = operands.addend(i);
    const double sum = product + addend;
    // What the sum lacks of the exact one (Knuth's TwoSum); NaN where the sum is infinite.
    const double back = sum - product;
    const double error = (product - (sum - back)) + (addend - back);
    const auto bits = std::bit_cast<std::uint64_t>(sum), error_bits = std::bit_cast<std::uint64_t>(error);
    // Rounded to odd: an even sum with an error takes the odd neighbour on the error's side (Boldo and Melquiond 2008).
    const std::uint64_t is_finite = (bits & infinity_bits) != infinity_bits ? 1u : 0u;
    const std::uint64_t moves = is_finite & ((error_bits & magnitude_bits) != 0 ? 1u : 0u) & ~bits & 1u;
    const std::uint64_t inward = moves & ((bits ^ error_bits) >> 63);
    const std::uint64_t odd = bits + moves - 2 * inward;
    const std::uint64_t magnitude = odd & magnitude_bits;

    // To nearest even at the result's last place, which below the normal numbers stays where it is.
    const auto exponent = static_cast<std::int64_t>(magnitude >> 52) - 1023;
    const std::int64_t least = loop.min_exponent;
    const std::int64_t place = exponent > least ? exponent : least;
    const std::int64_t wanted = 52 - loop.significand_bits + place - exponent;
    const auto shift = static_cast<std::uint64_t>(wanted < 63 ? wanted : 63);
    const std::uint64_t leading = (magnitude >> 52) != 0 ? std::uint64_t{1} << 52 : 0;
    const std::uint64_t significand = (magnitude & ((std::uint64_t{1} << 52) - 1)) | leading;
    const std::uint64_t half = (std::uint64_t{1} << (shift - 1)) - 1;
    const std::uint64_t rounded = (significand + half + ((significand >> shift) & 1u)) >> shift;
    const std::uint64_t number = rounded + (static_cast<std::uint64_t>(place - least) << loop.significand_bits);
    const std::uint64_t bounded = number < loop.infinity ? number : loop.infinity;
    const std::uint64_t code = bounded | ((odd & ~magnitude_bits) >> loop.sign_shift);
    results[i] = static_cast<std::uint16_t>(magnitude > infinity_bits ? loop.quiet_nan : code);

    const std::uint32_t a = (operands.a_code(i) & loop.categories[0].magnitude_mask) - 1;
    const std::uint32_t b = (operands.b_code(i) & loop.categories[1].magnitude_mask) - 1;
    const std::uint32_t c = (operands.c_code(i) & loop.categories[2].magnitude_mask) - 1;
    const std::uint32_t is_special = (a >= loop.categories[0].infinity ? 1u : 0u) |
                                     (b >= loop.categories[1].infinity ? 1u : 0u) |
                                     (c >= loop.categories[2].infinity ? 1u : 0u);
    const std::uint32_t is_tiny = (magnitude < loop.smallest_normal ? 1u : 0u) & (magnitude != 0 ? 1u : 0u);
    const std::uint32_t is_subnormal = (a < loop.categories[0].normal ? 1u : 0u) |
                                       (b < loop.categories[1].normal ? 1u : 0u) |
                                       (c < loop.categories[2].normal ? 1u : 0u) | is_tiny;
    const std::uint32_t is_over = magnitude > loop.largest ? 1u : 0u;
    special += is_special;
    subnormal += is_subnormal & (is_special ^ 1u);
    over += is_over & ((is_special | is_subnormal) ^ 1u);
  }
  return {special, subnormal, over};
}

PairCounts results(const TripleLoop& loop, const std::uint16_t* a, const std::uint16_t* b, const std::uint16_t* c,
                   std::size_t rows, std::uint16_t* out) {
  return results_of(loop, Gathered{loop, a, b, c}, rows, out);
}

PairCounts row(const TripleLoop& loop, std::uint16_t a, std::uint16_t b, const std::uint16_t* c, std::size_t rows,
               std::uint16_t* out) {
  const double product = static_cast<double>(loop.values[0][a]) * static_cast<double>(loop.values[1][b]);
  return results_of(loop, OneProduct{a, b, product, c, loop.values[2] + c[0]}, rows, out);
}

}  // namespace

extern const TripleKernels kernels;
const TripleKernels kernels{results, row};

}  // namespace hallmark::HALLMARK_TRIPLE_TARGET
