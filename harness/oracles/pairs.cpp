// SPDX-License-Identifier: Apache-2.0
#include "oracles/pairs.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "oracles/arithmetic.h"
#include "oracles/nearest_environment.h"

namespace hallmark {

namespace pair_baseline {
extern const PairKernels kernels;
}
#ifdef HALLMARK_PAIR_X86
namespace pair_avx2 {
extern const PairKernels kernels;
}
namespace pair_avx512 {
extern const PairKernels kernels;
}
#endif

std::span<const PairKernels* const> all_pair_kernels() {
#ifdef HALLMARK_PAIR_X86
  static const PairKernels* const kernels[] = {&pair_baseline::kernels, &pair_avx2::kernels, &pair_avx512::kernels};
  static const std::size_t runnable = []() -> std::size_t {
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2")) return 1;
    const bool wide =
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
    return wide ? 3 : 2;
  }();
  return std::span(kernels).first(runnable);
#else
  static const PairKernels* const kernels[] = {&pair_baseline::kernels};
  return kernels;
#endif
}

namespace {

// Keeps a bfloat16 product that is subnormal, or half a subnormal, among float32's normal numbers.
constexpr int scale_exponent = 100;

bool is_scaled(const Format& result) { return result.min_exponent() < -60; }

std::optional<PairOperator> pair_operator(Operator code) {
  switch (code) {
    case Operator::add:
      return PairOperator::add;
    case Operator::subtract:
      return PairOperator::subtract;
    case Operator::multiply:
      return PairOperator::multiply;
    case Operator::divide:
      return PairOperator::divide;
    default:
      return std::nullopt;
  }
}

}  // namespace

bool PairOracle::covers(const Elementwise& operation, const Semantics& semantics) {
  const auto code = pair_operator(operation.code);
  if (!code || operation.operand_count != 2) return false;
  const Format& a = operation.operands[0];
  const Format& b = operation.operands[1];
  const Format& result = operation.result;
  if (!is_small_ieee(a) || !is_small_ieee(b) || !is_small_ieee(result)) return false;
  if (!is_plain_nearest(semantics)) return false;
  if (result.precision() < std::max(a.precision(), b.precision())) return false;
  if (*code == PairOperator::add || *code == PairOperator::subtract) {
    return std::min(least_exponent(a), least_exponent(b)) >= least_exponent(result);
  }
  // Whatever makes a subnormal result, times the scale, must stay below float32's infinity.
  const int largest_exponent =
      result.min_exponent() + (*code == PairOperator::multiply ? -least_exponent(b) : b.bias + 1);
  return !is_scaled(result) || largest_exponent + scale_exponent < 127;
}

PairOracle::PairOracle(const Elementwise& operation, const Semantics& semantics, const PairKernels& kernels)
    : operation_(operation),
      a_values_(float32_values(operation.operands[0], semantics)),
      b_values_(float32_values(operation.operands[1], semantics)),
      codes_(operation.operands[1].code_mask() + 1),
      kernels_(kernels) {
  std::iota(codes_.begin(), codes_.end(), std::uint16_t{0});
  const Format& to = operation.result;
  const int scale = is_scaled(to) ? scale_exponent : 0;
  const auto power_of_two = [](int exponent) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(exponent + 127) << 23);
  };
  loop_.code = pair_operator(operation.code).value();
  loop_.a_values = a_values_.data();
  loop_.b_values = b_values_.data();
  loop_.a = categories_of(operation.operands[0]);
  loop_.b = categories_of(operation.operands[1]);
  loop_.shift = static_cast<std::uint32_t>(23 - to.significand_bits);
  loop_.rebias = static_cast<std::uint32_t>((127 - to.bias) << to.significand_bits);
  loop_.sign_shift = static_cast<std::uint32_t>(32 - to.width());
  loop_.infinity = static_cast<std::uint32_t>(to.largest_finite() + 1);
  loop_.quiet_nan = loop_.infinity | static_cast<std::uint32_t>(to.quiet_bit());
  loop_.smallest_normal = float32_bits(to, to.smallest_normal());
  loop_.largest = float32_bits(to, to.largest_finite());
  loop_.scale = power_of_two(scale);
  loop_.units = power_of_two(23 + least_exponent(to) + scale);
}

/// A sum with the largest finite may exceed it by less than float32 shows.
bool PairOracle::is_largest(std::uint16_t a, std::uint16_t b) const {
  return (a & loop_.a.magnitude_mask) == operation_.operands[0].largest_finite() ||
         (b & loop_.b.magnitude_mask) == operation_.operands[1].largest_finite();
}

void PairOracle::recount(std::uint16_t a, std::uint16_t b, PairCounts& counts) const {
  if (!is_largest(a, b)) return;
  const std::array<std::uint64_t, 2> operands{a, b};
  IntegerArithmetic integers;
  if (requirement_of(operation_, operands, integers) != Requirement::overflow) return;
  const float x = std::bit_cast<float>(float32_bits(operation_.operands[0], a));
  const float y = std::bit_cast<float>(float32_bits(operation_.operands[1], b));
  const float sum = loop_.code == PairOperator::add ? x + y : x - y;
  if ((std::bit_cast<std::uint32_t>(sum) & 0x7fffffffu) <= loop_.largest) ++counts.overflow;
}

PairCounts PairOracle::results(const std::uint16_t* a, const std::uint16_t* b, std::size_t rows,
                               std::uint16_t* results) const {
  const NearestEnvironment nearest;
  PairCounts counts = kernels_.results(loop_, a, b, rows, results);
  if (loop_.code == PairOperator::add || loop_.code == PairOperator::subtract) {
    for (std::size_t i = 0; i < rows; ++i) recount(a[i], b[i], counts);
  }
  return counts;
}

PairCounts PairOracle::row(std::uint16_t a, std::uint16_t first_b, std::size_t rows, std::uint16_t* results) const {
  const NearestEnvironment nearest;
  PairCounts counts = kernels_.row(loop_, a, codes_.data() + first_b, rows, results);
  if (loop_.code != PairOperator::add && loop_.code != PairOperator::subtract) return counts;
  if (is_largest(a, 0)) {
    for (std::size_t i = 0; i < rows; ++i) recount(a, static_cast<std::uint16_t>(first_b + i), counts);
    return counts;
  }
  const std::uint32_t last_b = first_b + static_cast<std::uint32_t>(rows) - 1;
  const auto largest = static_cast<std::uint32_t>(operation_.operands[1].largest_finite());
  for (const std::uint32_t b : {largest, largest | static_cast<std::uint32_t>(operation_.operands[1].sign_mask())}) {
    if (b >= first_b && b <= last_b) recount(a, static_cast<std::uint16_t>(b), counts);
  }
  return counts;
}

}  // namespace hallmark
