// SPDX-License-Identifier: Apache-2.0
// Matrix units that sum a block of products at once, aligned to the largest exponent and cut below it.
#ifndef HALLMARK_TESTS_ACCUMULATORS_BLOCKS_H
#define HALLMARK_TESTS_ACCUMULATORS_BLOCKS_H

#include "orders.h"

namespace hallmark::accumulators {

// After Fasi et al. (PeerJ CS 7:e330), Khattak and Mikaitis (arXiv 2510.15884, 2512.07004) and MMA-Sim (arXiv
// 2511.10909): products and the running value aligned, cut toward zero `fraction_bits` below the largest exponent,
// summed, cut to the result's precision; 2^128 is infinite even so.
struct TensorCore {
  std::size_t width;
  int fraction_bits, precision = 24;
  int lowest_exponent = -32768;  // alignment does not go below
};

inline Number cut_toward_zero(Number x, int grid) {
  const int shift = grid - x.exponent;
  if (shift <= 0 || !x.is(Number::Kind::finite)) return x;
  x.significand = shift >= 64 ? 0 : x.significand >> shift;
  x.exponent = grid;
  return x;
}

inline int top_of(const std::vector<Number>& terms, int lowest) {
  int top = lowest;
  for (const Number& term : terms) {
    if (term.is(Number::Kind::finite)) top = std::max(top, term.unit);
  }
  return top;
}

inline void add_aligned(LongInteger& total, const std::vector<Number>& terms, int grid) {
  for (const Number& term : terms) {
    const Number cut = cut_toward_zero(term, grid);
    if (cut.significand != 0) total.add(cut);
  }
}

// The products of a block, and at least one block: without products too the initial value passes through the unit.
template <class Block>
Number by_blocks(const Row& row, std::size_t width, const Block& block) {
  Number running = row.start();
  std::vector<Number> products;
  for (std::size_t from = 0; from == 0 || from < row.depth(); from += width) {
    products.clear();
    for (std::size_t i = from; i < std::min(from + width, row.depth()); ++i) products.push_back(row.product(i));
    running = block(products, running);
  }
  return running;
}

inline Number tensor_core_sum(const Row& row, const TensorCore& core) {
  return by_blocks(row, core.width, [&](std::vector<Number>& terms, const Number& running) {
    terms.push_back(running);
    if (const auto special = special_sum(terms)) return *special;
    LongInteger total;
    add_aligned(total, terms, top_of(terms, core.lowest_exponent) - core.fraction_bits);
    return rounded(total, {.precision = core.precision, .rounding = Rounding::rtz, .overflows = true});
  });
}

// AMD CDNA3 (MMA-Sim): eight products cut 24 bits below the largest; their sum rounded down 31 bits, and the running
// value 24 bits, below the larger exponent of the two; rounded to nearest even. A product beyond float32 is infinite.
inline Number cdna3_sum(const Row& row) {
  return by_blocks(row, 8, [](std::vector<Number>& terms, const Number& running) {
    for (Number& term : terms) {
      if (term.is(Number::Kind::finite) && term.leading() > 127) term = infinity(term.negative);
    }
    terms.push_back(running);
    if (const auto special = special_sum(terms)) return *special;
    terms.pop_back();
    constexpr int none = -32768;
    int top = top_of(terms, none);
    LongInteger total;
    add_aligned(total, terms, top - 24);
    if (running.is(Number::Kind::finite)) {
      top = std::max(top, running.unit);
      LongInteger aligned;
      aligned.add(running);
      aligned.cut_below(top - 24);
      total.cut_below(top - 31);
      total.add(aligned);
    }
    return rounded(total, {.overflows = true});
  });
}

// AMD CDNA1: two products and the running value exactly, rounded once (Khattak and Mikaitis).
inline Number cdna1_sum(const Row& row) {
  return by_blocks(row, 2, [](std::vector<Number>& terms, const Number& running) {
    terms.push_back(running);
    return exact_sum(terms, {});
  });
}

}  // namespace hallmark::accumulators

#endif  // HALLMARK_TESTS_ACCUMULATORS_BLOCKS_H
