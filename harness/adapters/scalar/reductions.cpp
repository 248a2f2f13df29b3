// SPDX-License-Identifier: Apache-2.0
#include "reductions.h"

#include <cstddef>

#include "elementwise.h"

namespace hallmark::scalar {
namespace {

/// A sum rounded to the accumulator's format.
Exact rounded_to_float32(const Exact& x) { return decode<float32>(deliver<float32>(x)); }

/// The terms of one result: factors a step apart, of which the right one is 1 in a plain sum.
template <typename Left, typename Right, bool has_right>
struct Terms {
  const typename Left::Word* left;
  const typename Right::Word* right;
  std::size_t depth, right_step;

  Exact x(std::size_t i) const { return decode<Left>(left[i]); }
  Exact y(std::size_t i) const {
    if constexpr (has_right) return decode<Right>(right[i * right_step]);
    return normalised(false, 63, 1);
  }
  Exact product_of(std::size_t i) const { return product(x(i), y(i)); }
  Exact fused_with(std::size_t i, const Exact& addend) const { return rounded_to_float32(fused(x(i), y(i), addend)); }
};

template <typename AnyTerms>
Exact sequential(const AnyTerms& terms, Exact accumulator) {
  for (std::size_t i = 0; i < terms.depth; ++i) accumulator = terms.fused_with(i, accumulator);
  return accumulator;
}

template <typename AnyTerms>
Exact pairwise(const AnyTerms& terms, std::size_t from, std::size_t to) {
  if (to - from == 1) return rounded_to_float32(terms.product_of(from));
  if (to - from == 2) return terms.fused_with(from + 1, rounded_to_float32(terms.product_of(from)));
  const std::size_t middle = from + (to - from) / 2;
  return rounded_to_float32(sum(pairwise(terms, from, middle), pairwise(terms, middle, to)));
}

/// Kahan, Communications of the ACM 8, 1965. Without the compensation where an infinity would make a NaN of it.
template <typename AnyTerms>
Exact kahan(const AnyTerms& terms, Exact accumulator) {
  Exact lost = zero(false);
  for (std::size_t i = 0; i < terms.depth; ++i) {
    const Exact term = terms.fused_with(i, lost.kind == Kind::finite ? negated(lost) : zero(true));
    const Exact next = rounded_to_float32(sum(accumulator, term));
    const bool is_number = next.kind == Kind::finite || next.kind == Kind::zero;
    lost = zero(false);
    if (is_number) lost = rounded_to_float32(difference(rounded_to_float32(difference(next, accumulator)), term));
    accumulator = next;
  }
  return accumulator;
}

template <typename AnyTerms>
Exact summed(const AnyTerms& terms, const Exact& start, Order order) {
  switch (order) {
    case Order::sequential:
      return sequential(terms, start);
    case Order::kahan:
      return kahan(terms, start);
    case Order::pairwise:
      break;
  }
  if (terms.depth == 0) return start;
  return rounded_to_float32(sum(start, pairwise(terms, 0, terms.depth)));
}

enum class Shape { rows, matrices, squares };

template <typename Left, typename Right, typename Result, bool has_right, Shape shape>
int reduce(void* state, const hallmark_arguments* arguments) {
  const Order order = *static_cast<const Order*>(state);
  const auto* left = static_cast<const typename Left::Word*>(arguments->operand[0]);
  // Of squares the elements are both factors.
  const auto* right = static_cast<const typename Right::Word*>(arguments->operand[shape == Shape::squares ? 0 : 1]);
  const auto* initial = static_cast<const std::uint32_t*>(arguments->operand[2]);
  auto* result = static_cast<typename Result::Word*>(arguments->result);
  const std::size_t depth = arguments->depth, columns = shape == Shape::matrices ? arguments->columns : 1;
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      const std::size_t at = row * columns + column;
      Terms<Left, Right, has_right> terms{left + row * depth, right, depth, 1};
      if constexpr (has_right) {
        terms.right += shape == Shape::matrices ? column : row * depth;
        terms.right_step = columns;
      }
      const Exact start = initial == nullptr ? zero(false) : decode<float32>(initial[at]);
      result[at] = deliver<Result>(summed(terms, start, order));
    }
  }
  return 0;
}

template <typename Left, typename Right, typename Result>
void add_products(Table& table) {
  const hallmark_kernel dot = reduce<Left, Right, Result, true, Shape::rows>;
  const hallmark_kernel matmul = reduce<Left, Right, Result, true, Shape::matrices>;
  table.add("dot", {Left::name, Right::name}, Result::name, dot);
  table.add("matmul", {Left::name, Right::name}, Result::name, matmul);
}

template <typename Format>
void add_with_initial(Table& table) {
  const hallmark_kernel dot = reduce<Format, Format, float32, true, Shape::rows>;
  const hallmark_kernel matmul = reduce<Format, Format, float32, true, Shape::matrices>;
  table.add("dot", {Format::name, Format::name, float32::name}, float32::name, dot);
  table.add("matmul", {Format::name, Format::name, float32::name}, float32::name, matmul);
}

template <typename Format>
void add_sum(Table& table) {
  table.add("sum", {Format::name}, float32::name, reduce<Format, Format, float32, false, Shape::rows>);
  table.add("sum_of_squares", {Format::name}, float32::name, reduce<Format, Format, float32, true, Shape::squares>);
}

}  // namespace

void add_reductions(Table& table) {
  add_products<bfloat16, bfloat16, float32>(table);
  add_products<float16, float16, float32>(table);
  add_products<float8_e4m3fn, float8_e4m3fn, float32>(table);
  add_products<float8_e5m2, float8_e5m2, float32>(table);
  add_products<float8_e4m3fn, float8_e5m2, float32>(table);
  add_products<float32, float32, float32>(table);
  add_products<bfloat16, bfloat16, bfloat16>(table);
  add_products<float16, float16, float16>(table);
  add_with_initial<bfloat16>(table);
  add_with_initial<float16>(table);
  add_sum<bfloat16>(table);
  add_sum<float16>(table);
  add_sum<float32>(table);
}

}  // namespace hallmark::scalar
