// SPDX-License-Identifier: Apache-2.0
// The loops of pair_loops.h, in namespace HALLMARK_LOOPS_TARGET: plain code that the compiler vectorises, included once
// by each loops_<target>.cpp. Floating-point operations are float32 + - * / alone; all else is integers.

#include <bit>
#include <cstring>

#include "oracles/pair_loops.h"

namespace hallmark::HALLMARK_LOOPS_TARGET {
namespace pairs {
namespace {

constexpr std::uint32_t magnitude_bits = 0x7fffffffu, infinity_bits = 0x7f800000u;

/// Values of the first operand, of the second, and their codes, by row.
struct EachWithEach {
  const PairLoop& loop;
  const std::uint16_t *a, *b;
  float x(std::size_t i) const { return loop.a_values[a[i]]; }
  float y(std::size_t i) const { return loop.b_values[b[i]]; }
  std::uint32_t a_code(std::size_t i) const { return a[i]; }
  std::uint32_t b_code(std::size_t i) const { return b[i]; }
};

/// One first operand, consecutive second ones: read without gathering.
struct OneWithConsecutive {
  std::uint32_t a;
  float a_value;
  const std::uint16_t* b;
  const float* b_values;
  float x(std::size_t) const { return a_value; }
  float y(std::size_t i) const { return b_values[i]; }
  std::uint32_t a_code(std::size_t) const { return a; }
  std::uint32_t b_code(std::size_t i) const { return b[i]; }
};

template <PairOperator code, class Operands>
PairCounts results_of(const PairLoop& given, const Operands& operands, std::size_t rows, std::uint16_t* results) {
  const PairLoop loop = given;
  const std::uint32_t half = (1u << (loop.shift - 1)) - 1;
  const std::uint32_t units = std::bit_cast<std::uint32_t>(loop.units);
  std::uint32_t special = 0, subnormal = 0, over = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    const float x = operands.x(i), y = operands.y(i);
    float result = 0, scaled = 0;
    if constexpr (code == PairOperator::add) {
      result = x + y;
      scaled = result * loop.scale;
    } else if constexpr (code == PairOperator::subtract) {
      result = x - y;
      scaled = result * loop.scale;
    } else if constexpr (code == PairOperator::multiply) {
      result = x * y;
      scaled = (x * loop.scale) * y;
    } else {
      result = x / y;
      scaled = (x * loop.scale) / y;
    }
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(result);
    const std::uint32_t magnitude = bits & magnitude_bits;
    // To nearest even at the result's last place; above the largest finite this passes infinity, at which it stops.
    const auto normal =
        static_cast<std::int32_t>(((magnitude + half + ((magnitude >> loop.shift) & 1u)) >> loop.shift) - loop.rebias);
    const auto infinity = static_cast<std::int32_t>(loop.infinity);
    const auto large = static_cast<std::uint32_t>(normal < infinity ? normal : infinity);
    // The processor rounds to a multiple of the smallest subnormal, and the low bits count it.
    const float counted = std::bit_cast<float>(std::bit_cast<std::uint32_t>(scaled) & magnitude_bits) + loop.units;
    const std::uint32_t small = std::bit_cast<std::uint32_t>(counted) - units;
    const std::uint32_t sign = (bits & ~magnitude_bits) >> loop.sign_shift;
    const std::uint32_t number = (magnitude < loop.smallest_normal ? small : large) | sign;
    results[i] = static_cast<std::uint16_t>(magnitude > infinity_bits ? loop.quiet_nan : number);

    const std::uint32_t a = (operands.a_code(i) & loop.a.magnitude_mask) - 1;
    const std::uint32_t b = (operands.b_code(i) & loop.b.magnitude_mask) - 1;
    const std::uint32_t is_special = (a >= loop.a.infinity ? 1u : 0u) | (b >= loop.b.infinity ? 1u : 0u);
    constexpr bool may_cancel = code == PairOperator::add || code == PairOperator::subtract;
    const std::uint32_t is_tiny =
        (magnitude < loop.smallest_normal ? 1u : 0u) & (may_cancel ? (magnitude != 0 ? 1u : 0u) : 1u);
    const std::uint32_t is_subnormal = (a < loop.a.normal ? 1u : 0u) | (b < loop.b.normal ? 1u : 0u) | is_tiny;
    const std::uint32_t is_over = magnitude > loop.largest ? 1u : 0u;
    special += is_special;
    subnormal += is_subnormal & (is_special ^ 1u);
    over += is_over & ((is_special | is_subnormal) ^ 1u);
  }
  return {special, subnormal, over};
}

template <class Operands>
PairCounts results_by(const PairLoop& loop, const Operands& operands, std::size_t rows, std::uint16_t* results) {
  switch (loop.code) {
    case PairOperator::add:
      return results_of<PairOperator::add>(loop, operands, rows, results);
    case PairOperator::subtract:
      return results_of<PairOperator::subtract>(loop, operands, rows, results);
    case PairOperator::multiply:
      return results_of<PairOperator::multiply>(loop, operands, rows, results);
    case PairOperator::divide:
      break;
  }
  return results_of<PairOperator::divide>(loop, operands, rows, results);
}

PairCounts results(const PairLoop& loop, const std::uint16_t* a, const std::uint16_t* b, std::size_t rows,
                   std::uint16_t* out) {
  return results_by(loop, EachWithEach{loop, a, b}, rows, out);
}

PairCounts row(const PairLoop& loop, std::uint16_t a, const std::uint16_t* b, std::size_t rows, std::uint16_t* out) {
  return results_by(loop, OneWithConsecutive{a, loop.a_values[a], b, loop.b_values + b[0]}, rows, out);
}

bool all_match(const std::uint16_t* right, const void* results, std::size_t rows, std::uint16_t magnitude_mask,
               std::uint16_t infinity) {
  const auto* at = static_cast<const unsigned char*>(results);
  std::uint16_t bad = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    std::uint16_t got;
    std::memcpy(&got, at + 2 * i, 2);
    const bool both_nan = ((right[i] & magnitude_mask) > infinity) & ((got & magnitude_mask) > infinity);
    bad = static_cast<std::uint16_t>(bad | (both_nan ? 0 : right[i] ^ got));
  }
  return bad == 0;
}

void poison(const std::uint16_t* right, std::size_t rows, std::uint16_t flip, void* results) {
  auto* at = static_cast<unsigned char*>(results);
  for (std::size_t i = 0; i < rows; ++i) {
    const auto code = static_cast<std::uint16_t>(right[i] ^ flip);
    std::memcpy(at + 2 * i, &code, 2);
  }
}

/// Results of one byte, whose right codes stand in two.
bool all_match_bytes(const std::uint16_t* right, const void* results, std::size_t rows) {
  const auto* at = static_cast<const unsigned char*>(results);
  std::uint16_t bad = 0;
  for (std::size_t i = 0; i < rows; ++i) bad = static_cast<std::uint16_t>(bad | (right[i] ^ at[i]));
  return bad == 0;
}

void poison_bytes(const std::uint16_t* right, std::size_t rows, std::uint16_t flip, void* results) {
  auto* at = static_cast<unsigned char*>(results);
  for (std::size_t i = 0; i < rows; ++i) at[i] = static_cast<unsigned char>(right[i] ^ flip);
}

}  // namespace
}  // namespace pairs

extern const PairKernels pair_kernels;
const PairKernels pair_kernels{HALLMARK_LOOPS_NAME, pairs::results,         pairs::row,         pairs::all_match,
                               pairs::poison,       pairs::all_match_bytes, pairs::poison_bytes};

}  // namespace hallmark::HALLMARK_LOOPS_TARGET
