// SPDX-License-Identifier: Apache-2.0
#include "oracles/triples.h"

#include <numeric>

#include "formats/formats.h"
#include "oracles/nearest_environment.h"

namespace hallmark {

namespace triple_baseline {
extern const TripleKernels kernels;
}
#ifdef HALLMARK_PAIR_X86
namespace triple_avx2 {
extern const TripleKernels kernels;
}
namespace triple_avx512 {
extern const TripleKernels kernels;
}
#endif

std::span<const TripleKernels* const> all_triple_kernels() {
#ifdef HALLMARK_PAIR_X86
  static const TripleKernels* const kernels[] = {&triple_baseline::kernels, &triple_avx2::kernels,
                                                 &triple_avx512::kernels};
#else
  static const TripleKernels* const kernels[] = {&triple_baseline::kernels};
#endif
  return std::span(kernels).first(all_pair_kernels().size());
}

namespace {

std::uint64_t float64_bits(const Format& format, std::uint64_t code) {
  const Decoded value = decode(format, code);
  return encode(float64, value.negative, value.significand, value.exponent).value();
}

}  // namespace

bool TripleOracle::covers(const Elementwise& operation, const Semantics& semantics) {
  if (operation.code != Operator::fma || semantics.fma != Fma::fused || !is_plain_nearest(semantics)) return false;
  return is_small_ieee(operation.operands[0]) && is_small_ieee(operation.operands[1]) &&
         is_small_ieee(operation.operands[2]) && is_small_ieee(operation.result);
}

TripleOracle::TripleOracle(const Elementwise& operation, const Semantics& semantics, const TripleKernels& kernels)
    : codes_(operation.operands[2].code_mask() + 1), kernels_(kernels) {
  std::iota(codes_.begin(), codes_.end(), std::uint16_t{0});
  for (std::size_t i = 0; i < 3; ++i) {
    values_[i] = float32_values(operation.operands[i], semantics);
    loop_.values[i] = values_[i].data();
    loop_.categories[i] = categories_of(operation.operands[i]);
  }
  const Format& to = operation.result;
  loop_.significand_bits = to.significand_bits;
  loop_.min_exponent = to.min_exponent();
  loop_.sign_shift = 64 - to.width();
  loop_.infinity = to.largest_finite() + 1;
  loop_.quiet_nan = loop_.infinity | to.quiet_bit();
  loop_.smallest_normal = float64_bits(to, to.smallest_normal());
  loop_.largest = float64_bits(to, to.largest_finite());
}

PairCounts TripleOracle::results(const std::uint16_t* a, const std::uint16_t* b, const std::uint16_t* c,
                                 std::size_t rows, std::uint16_t* results) const {
  const NearestEnvironment nearest;
  return kernels_.results(loop_, a, b, c, rows, results);
}

PairCounts TripleOracle::row(std::uint16_t a, std::uint16_t b, std::uint16_t first_c, std::size_t rows,
                             std::uint16_t* results) const {
  const NearestEnvironment nearest;
  return kernels_.row(loop_, a, b, codes_.data() + first_c, rows, results);
}

}  // namespace hallmark
