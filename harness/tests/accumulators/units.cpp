// SPDX-License-Identifier: Apache-2.0
#include "units.h"

#include "blocks.h"

namespace hallmark::accumulators {
namespace {

constexpr Step float32_step, bfloat16_step{.precision = 8}, float16_step{.precision = 11, .lowest = -14, .highest = 15},
    flushing_step{.tiny = Tiny::flushed_after_rounding};

template <Step step>
Number in_sequence(const Row& row) {
  return chain(row, step, row.start());
}

Number pairwise_sum(const Row& row) {
  const Number total = row.depth() == 0 ? Number{} : pairwise(row, float32_step, 0, row.depth());
  // A lone product has met no sum yet.
  const Number products = row.depth() == 1 ? rounded(total, float32_step) : total;
  return row.initial ? sum_of(products, *row.initial, float32_step) : products;
}

std::vector<Number> products_of(const Row& row, std::size_t from, std::size_t to) {
  std::vector<Number> terms;
  for (std::size_t i = from; i < to; ++i) terms.push_back(row.product(i));
  return terms;
}

Number kulisch(const Row& row) {
  std::vector<Number> terms = products_of(row, 0, row.depth());
  if (row.initial) terms.push_back(*row.initial);
  return exact_sum(terms, float32_step);
}

// Halves of the depth by an exact accumulator whose float32 result is stored as bfloat16; then both, and the initial
// value, exactly.
Number split_k(const Row& row) {
  const std::size_t half = row.depth() / 2;
  std::vector<Number> terms;
  for (const auto& [from, to] : {std::pair{std::size_t{0}, half}, std::pair{half, row.depth()}}) {
    terms.push_back(rounded(exact_sum(products_of(row, from, to), float32_step), bfloat16_step));
  }
  if (row.initial) terms.push_back(*row.initial);
  return exact_sum(terms, float32_step);
}

Number rounded_products(const Row& row) {
  Number sum = row.start();
  for (std::size_t i = 0; i < row.depth(); ++i) {
    sum = sum_of(rounded(row.product(i), bfloat16_step), sum, float32_step);
  }
  return sum;
}

// Intel Instruction Set Extensions Reference: the odd element's fused multiply-add, then the even one's.
Number vdpbf16ps(const Row& row) {
  Number sum = row.start();
  for (std::size_t i = 0; i < row.depth(); i += 2) {
    const Number odd = sum_of(row.product(i + 1), sum, flushing_step);
    sum = sum_of(row.product(i), odd, flushing_step);
  }
  return sum;
}

// Intel's manual: chains of even and of odd elements from zero, then their sum, then the sum with C.
Number tdpbf16ps(const Row& row) {
  const Number even = chain(row, flushing_step, {}, 0, 2), odd = chain(row, flushing_step, {}, 1, 2);
  const Number both = sum_of(even, odd, flushing_step);
  return row.initial ? sum_of(both, *row.initial, flushing_step) : both;
}

// Arm A64, BFDOT with EBF = 0 (BFDotAdd): products, their sum and the sum with the accumulator each to odd.
Number bfdot(const Row& row) {
  constexpr Step step{.rounding = Rounding::rto, .tiny = Tiny::flushed_before_rounding, .overflows = true};
  Number sum = row.start();
  for (std::size_t i = 0; i < row.depth(); i += 2) {
    const Number pair = sum_of(rounded(row.product(i), step), rounded(row.product(i + 1), step), step);
    sum = sum_of(sum, pair, step);
  }
  return sum;
}

// With EBF = 1 (FPDot): both products exactly, their sum rounded once, then the sum with the accumulator.
Number bfdot_extended(const Row& row) {
  Number sum = row.start();
  for (std::size_t i = 0; i < row.depth(); i += 2) {
    sum = sum_of(sum, sum_of(row.product(i), row.product(i + 1), float32_step), float32_step);
  }
  return sum;
}

// MMA-Sim: four products, each flushed, as a tree; then the sum with the accumulator.
Number cdna2(const Row& row) {
  constexpr Step product_step{.tiny = Tiny::flushed_before_rounding};
  Number sum = row.start();
  for (std::size_t i = 0; i < row.depth(); i += 4) {
    const auto product = [&](std::size_t k) { return rounded(row.product(i + k), product_step); };
    const Number low = sum_of(product(0), product(1), flushing_step);
    const Number high = sum_of(product(2), product(3), flushing_step);
    sum = sum_of(sum, sum_of(low, high, flushing_step), flushing_step);
  }
  return sum;
}

Number v100(const Row& row) { return tensor_core_sum(row, {.width = 4, .fraction_bits = 23}); }
Number a100(const Row& row) { return tensor_core_sum(row, {.width = 8, .fraction_bits = 24, .lowest_exponent = -132}); }
Number h100(const Row& row) {
  return tensor_core_sum(row, {.width = 16, .fraction_bits = 25, .lowest_exponent = -133});
}
Number hopper_fp8(const Row& row) { return tensor_core_sum(row, {.width = 32, .fraction_bits = 13, .precision = 14}); }

}  // namespace

std::span<const Unit> units() {
  using enum Unit::Formats;
  constexpr std::uint32_t nvidia_nan = 0x7fffffff, default_nan = 0x7fc00000;
  static const Unit table[] = {
      {"fma_chain", in_sequence<float32_step>, results_too},
      {"pairwise", pairwise_sum, results_too},
      {"exact", kulisch, results_too},
      {"vdpbf16ps", vdpbf16ps, bfloat16, true},
      {"tdpbf16ps", tdpbf16ps, bfloat16, true},
      {"bfdot", bfdot, bfloat16, true, default_nan},
      {"bfdot_extended", bfdot_extended, bfloat16, false, default_nan},
      {"vfwmaccbf16", in_sequence<float32_step>, bfloat16, false, default_nan},
      {"v100", v100, float16_too, false, nvidia_nan},
      {"a100", a100, float16_too, false, nvidia_nan},
      {"h100", h100, float16_too, false, nvidia_nan},
      {"hopper_fp8", hopper_fp8, float16_too, false, nvidia_nan},
      {"cdna1", cdna1_sum, float16_too},
      {"cdna2", cdna2, float16_too, true},
      {"cdna3", cdna3_sum, float16_too},
      {"chain_rtz", in_sequence<Step{.rounding = Rounding::rtz}>, results_too},
      {"chain_rto", in_sequence<Step{.rounding = Rounding::rto}>, results_too},
      {"chain_rna", in_sequence<Step{.rounding = Rounding::rna}>, results_too},
      {"chain_rup", in_sequence<Step{.rounding = Rounding::rup}>, results_too},
      {"chain_rdn", in_sequence<Step{.rounding = Rounding::rdn}>, results_too},
      {"precision_22", in_sequence<Step{.precision = 22}>, results_too},
      {"precision_14", in_sequence<Step{.precision = 14}>, results_too},
      {"bfloat16_chain", in_sequence<bfloat16_step>, results_too},
      {"float16_chain", in_sequence<float16_step>, results_too},
      {"flushed_chain", in_sequence<flushing_step>, results_too, true},
      {"rounded_products", rounded_products, results_too},
      {"split_k_bfloat16", split_k, results_too},
  };
  return table;
}

}  // namespace hallmark::accumulators
