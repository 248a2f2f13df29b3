// SPDX-License-Identifier: Apache-2.0
// Right backends of dot products: every one keeps a float32 accumulator or a better one, rounds to nearest, and sums in
// an order of its own.
#include "../kernels/reductions.h"

#include "../kernels/thread_runtime.h"

namespace {
using namespace hallmark::kernels;

double fma_chain(const Factors& factors, double start) { return chain<float32>(factors, start); }
double float64_accumulator(const Factors& factors, double start) {
  double sum = start;
  for (std::size_t i = 0; i < factors.depth; ++i) sum += factors.product(i);
  return sum;
}
double reversed(const Factors& factors, double start) {
  double sum = start;
  for (std::size_t i = factors.depth; i-- > 0;) sum = step<float32>(sum, factors.product(i));
  return sum;
}
double pairwise_of(const Factors& factors, std::size_t from, std::size_t to) {
  if (to - from == 1) return factors.product(from);
  const std::size_t middle = from + (to - from) / 2;
  return step<float32>(pairwise_of(factors, from, middle), pairwise_of(factors, middle, to));
}
double pairwise(const Factors& factors, double start) {
  return factors.depth == 0 ? start : step<float32>(start, pairwise_of(factors, 0, factors.depth));
}
// Eight lanes, then their sum, as vector kernels have it.
double lanes(const Factors& factors, double start) {
  double sums[8] = {start};
  for (std::size_t i = 0; i < factors.depth; ++i) sums[i % 8] = step<float32>(sums[i % 8], factors.product(i));
  double sum = sums[0];
  for (std::size_t lane = 1; lane < 8; ++lane) sum = step<float32>(sum, sums[lane]);
  return sum;
}
// Kahan's compensation, given up where it would make a NaN of an infinity.
double kahan(const Factors& factors, double start) {
  double sum = start, lost = 0;
  for (std::size_t i = 0; i < factors.depth; ++i) {
    const double term = step<float32>(factors.product(i), -lost);
    const double next = step<float32>(sum, term);
    lost = std::isfinite(next) ? step<float32>(step<float32>(next, -sum), -term) : 0;
    sum = next;
  }
  return sum;
}
// Blocks of 16 products and the sum so far, wide enough that float64 holds them but for the farthest apart, rounded
// once to nearest: a tensor core as one would wish it.
double wide_blocks(const Factors& factors, double start) {
  double sum = start;
  for (std::size_t from = 0; from < factors.depth; from += 16) {
    double block = sum;
    for (std::size_t i = from; i < std::min(from + 16, factors.depth); ++i) block += factors.product(i);
    sum = value<float32>(rounded<float32>(block));
  }
  return sum;
}

// Accumulators two bits wider than float32 that cut what they cannot hold: each step's error stays within a float32
// rounding, so every sum is within its bound, and all of them lean to one side.
constexpr Format bits_26{11, 25, 1023};  // of a range in which nothing overflows on the way: cut, it would stop there
constexpr Policy cut{.rounding = Rounding::rtz}, down{.rounding = Rounding::rdn};
double truncating_26_bits(const Factors& factors, double start) { return chain<bits_26, cut>(factors, start); }
double floor_26_bits(const Factors& factors, double start) { return chain<bits_26, down>(factors, start); }

// Where the first product is large the sum goes backward: any order is right, but this one depends on a power of two.
double order_by_size(const Factors& factors, double start) {
  const bool is_large = factors.depth > 0 && std::abs(factors.product(0)) >= 64;
  return is_large ? reversed(factors, start) : fma_chain(factors, start);
}
// Likewise by the sign of the first product.
double order_by_sign(const Factors& factors, double start) {
  const bool is_negative = factors.depth > 0 && std::signbit(factors.product(0));
  return is_negative ? reversed(factors, start) : fma_chain(factors, start);
}

// As many partial sums as there are threads to make them.
double split_by_threads(const Factors& factors, double start) {
  const auto parts = static_cast<std::size_t>(omp_get_max_threads());
  double sum = start;
  for (std::size_t part = 0; part < parts; ++part) {
    sum = step<float32>(sum,
                        chain<float32>(factors, 0.0, factors.depth * part / parts, factors.depth * (part + 1) / parts));
  }
  return sum;
}

#define BOTH(name)                                                 \
  {                                                                \
#name, "ieee754", {                                            \
      {dot_bfloat16, dot<name>}, { matmul_bfloat16, matmul<name> } \
    }                                                              \
  }
#define ALL(name)                                                                                      \
  {                                                                                                    \
#name, "ieee754", {                                                                                \
      {dot_bfloat16, dot<name>}, {dot_bfloat16_initial, dot<name>}, {matmul_bfloat16, matmul<name>}, { \
        matmul_bfloat16_initial, matmul<name>                                                          \
      }                                                                                                \
    }                                                                                                  \
  }

const TestBackend backends[] = {
    ALL(fma_chain),      BOTH(float64_accumulator),
    ALL(reversed),       ALL(pairwise),
    BOTH(lanes),         BOTH(kahan),
    BOTH(wide_blocks),   BOTH(truncating_26_bits),
    BOTH(floor_26_bits), BOTH(order_by_size),
    BOTH(order_by_sign), BOTH(split_by_threads),
};

}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(backends, options); }
