// SPDX-License-Identifier: Apache-2.0
#include "reductions.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "elementwise.h"
#include "exponentials.h"

namespace hallmark::scalar {
namespace {

[[gnu::noinline]] Exact encoded_and_decoded(const Exact& x) { return decode<float32>(deliver<float32>(x)); }

/// A sum rounded to the accumulator's format, to nearest even.
inline Exact rounded_to_float32(const Exact& x) {
  const bool is_amid_normals = x.kind == Kind::finite && x.exponent >= -126 && x.exponent < 127;
  if (!is_amid_normals) return encoded_and_decoded(x);
  constexpr int below = 64 - operand_bits;
  constexpr std::uint64_t half = std::uint64_t{1} << (below - 1);
  const std::uint64_t odd = x.significand >> below & 1;
  Exact rounded = x;
  if (__builtin_add_overflow(x.significand, half - 1 + odd, &rounded.significand)) {
    rounded.significand = std::uint64_t{1} << 63;
    ++rounded.exponent;
  } else {
    rounded.significand &= ~(2 * half - 1);
  }
  return rounded;
}

/// Elements a step apart, each decoded once for all the results it is a factor of.
template <typename Element>
std::vector<Exact> decoded(const typename Element::Word* elements, std::size_t count, std::size_t step = 1) {
  std::vector<Exact> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = decode<Element>(elements[i * step]);
  return values;
}

/// The terms of one result: factors, of which the right one is 1 in a plain sum.
template <bool has_right>
struct Terms {
  const Exact *left, *right;
  std::size_t depth;

  Exact y(std::size_t i) const {
    if constexpr (has_right) return right[i];
    return normalised(false, 63, 1);
  }
  Exact product_of(std::size_t i) const { return product(left[i], y(i)); }
  Exact fused_with(std::size_t i, const Exact& addend) const {
    return rounded_to_float32(fused(left[i], y(i), addend));
  }
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
  const auto* right = static_cast<const typename Right::Word*>(arguments->operand[1]);
  const auto* initial = static_cast<const std::uint32_t*>(arguments->operand[2]);
  auto* result = static_cast<typename Result::Word*>(arguments->result);
  const std::size_t depth = arguments->depth, columns = shape == Shape::matrices ? arguments->columns : 1;
  std::vector<std::vector<Exact>> factors;  // of a matrix the columns, else the row's
  if constexpr (shape == Shape::matrices) {
    for (std::size_t column = 0; column < columns; ++column) {
      factors.push_back(decoded<Right>(right + column, depth, columns));
    }
  }
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    const std::vector<Exact> mine = decoded<Left>(left + row * depth, depth);
    // Of squares the elements are both factors.
    if constexpr (shape == Shape::squares) factors = {mine};
    if constexpr (has_right && shape == Shape::rows) factors = {decoded<Right>(right + row * depth, depth)};
    for (std::size_t column = 0; column < columns; ++column) {
      const std::size_t at = row * columns + column;
      const Terms<has_right> terms{mine.data(), has_right ? factors[column].data() : nullptr, depth};
      const Exact start = initial == nullptr ? zero(false) : decode<float32>(initial[at]);
      result[at] = deliver<Result>(summed(terms, start, order));
    }
  }
  return 0;
}

/// The sum divided by the depth, rounded once; of no element 0/0.
template <typename Element, typename Result>
int mean(void* state, const hallmark_arguments* arguments) {
  const Order order = *static_cast<const Order*>(state);
  const auto* elements = static_cast<const typename Element::Word*>(arguments->operand[0]);
  auto* result = static_cast<typename Result::Word*>(arguments->result);
  const std::size_t depth = arguments->depth;
  const Exact count = normalised(false, 63, depth);
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    const std::vector<Exact> mine = decoded<Element>(elements + row * depth, depth);
    const Terms<false> terms{mine.data(), nullptr, depth};
    result[row] = deliver<Result>(quotient(summed(terms, zero(false), order), count));
  }
  return 0;
}

/// In sequence whatever the order: a prefix is no half of anything.
template <typename Element, typename Result>
int cumulative_sum(void*, const hallmark_arguments* arguments) {
  const auto* elements = static_cast<const typename Element::Word*>(arguments->operand[0]);
  auto* result = static_cast<typename Result::Word*>(arguments->result);
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    const std::size_t first = row * arguments->depth;
    const std::vector<Exact> mine = decoded<Element>(elements + first, arguments->depth);
    const Terms<false> terms{mine.data(), nullptr, arguments->depth};
    Exact accumulator = zero(false);
    for (std::size_t i = 0; i < terms.depth; ++i) {
      accumulator = terms.fused_with(i, accumulator);
      result[first + i] = deliver<Result>(accumulator);
    }
  }
  return 0;
}

template <typename Element>
int all_finite(void*, const hallmark_arguments* arguments) {
  const auto* elements = static_cast<const typename Element::Word*>(arguments->operand[0]);
  auto* result = static_cast<std::uint8_t*>(arguments->result);
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    const auto* first = elements + row * arguments->depth;
    result[row] = std::all_of(first, first + arguments->depth, [](typename Element::Word word) {
      const Kind kind = decode<Element>(word).kind;
      return kind == Kind::zero || kind == Kind::finite;
    });
  }
  return 0;
}

/// Exponentials to be summed as other terms are.
struct Powers {
  const std::vector<Exact>& powers;
  std::size_t depth;

  const Exact& product_of(std::size_t i) const { return powers[i]; }
  Exact fused_with(std::size_t i, const Exact& addend) const { return rounded_to_float32(sum(powers[i], addend)); }
};

/// The largest element of a row, or a NaN of it; -infinity of none.
template <typename Element>
Exact largest(const typename Element::Word* elements, std::size_t depth) {
  Exact most = infinity(true);
  for (std::size_t i = 0; i < depth; ++i) {
    const Exact x = decode<Element>(elements[i]);
    if (x.kind == Kind::nan) return x;
    const Exact distance = difference(x, most);
    const bool is_more = distance.kind != Kind::nan && distance.kind != Kind::zero && !distance.negative;
    if (is_more) most = x;
  }
  return most;
}

/// e^(x - largest) of each element, in float32; of an infinite largest one NaN.
template <typename Element>
std::vector<Exact> powers_of(const typename Element::Word* elements, std::size_t depth, const Exact& most) {
  std::vector<Exact> powers(depth);
  for (std::size_t i = 0; i < depth; ++i) {
    const Exact distance = rounded_to_float32(difference(decode<Element>(elements[i]), most));
    powers[i] = rounded_to_float32(exponential_below_one(distance));
  }
  return powers;
}

template <typename Element, typename Result>
int softmax(void* state, const hallmark_arguments* arguments) {
  const Order order = *static_cast<const Order*>(state);
  const auto* elements = static_cast<const typename Element::Word*>(arguments->operand[0]);
  auto* result = static_cast<typename Result::Word*>(arguments->result);
  const std::size_t depth = arguments->depth;
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    const auto* first = elements + row * depth;
    const std::vector<Exact> powers = powers_of<Element>(first, depth, largest<Element>(first, depth));
    const Exact total = summed(Powers{powers, depth}, zero(false), order);
    for (std::size_t i = 0; i < depth; ++i) result[row * depth + i] = deliver<Result>(quotient(powers[i], total));
  }
  return 0;
}

template <typename Element, typename Result>
int logsumexp(void* state, const hallmark_arguments* arguments) {
  const Order order = *static_cast<const Order*>(state);
  const auto* elements = static_cast<const typename Element::Word*>(arguments->operand[0]);
  auto* result = static_cast<typename Result::Word*>(arguments->result);
  const std::size_t depth = arguments->depth;
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    const auto* first = elements + row * depth;
    Exact most = largest<Element>(first, depth);
    if (most.kind == Kind::zero || most.kind == Kind::finite) {
      const std::vector<Exact> powers = powers_of<Element>(first, depth, most);
      const Exact total = summed(Powers{powers, depth}, zero(false), order);
      most = sum(most, rounded_to_float32(logarithm_above_one(total)));
    }
    result[row] = deliver<Result>(most);
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

template <typename Element, typename Result>
void add_prefixes_and_mean(Table& table) {
  table.add("mean", {Element::name}, Result::name, mean<Element, Result>);
  table.add("cumulative_sum", {Element::name}, Result::name, cumulative_sum<Element, Result>);
}

template <typename Element, typename Result>
void add_exponentials(Table& table) {
  table.add("softmax", {Element::name}, Result::name, softmax<Element, Result>);
  table.add("logsumexp", {Element::name}, Result::name, logsumexp<Element, Result>);
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
  add_prefixes_and_mean<bfloat16, float32>(table);
  add_prefixes_and_mean<float16, float32>(table);
  add_prefixes_and_mean<float32, float32>(table);
  add_prefixes_and_mean<bfloat16, bfloat16>(table);
  add_prefixes_and_mean<float16, float16>(table);
  add_exponentials<bfloat16, float32>(table);
  add_exponentials<float16, float32>(table);
  add_exponentials<float32, float32>(table);
  add_exponentials<bfloat16, bfloat16>(table);
  add_exponentials<float16, float16>(table);
  table.add("all_finite", {bfloat16::name}, "uint8", all_finite<bfloat16>);
  table.add("all_finite", {float16::name}, "uint8", all_finite<float16>);
  table.add("all_finite", {float32::name}, "uint8", all_finite<float32>);
  table.add("all_finite", {float8_e4m3fn::name}, "uint8", all_finite<float8_e4m3fn>);
  table.add("all_finite", {float8_e5m2::name}, "uint8", all_finite<float8_e5m2>);
}

}  // namespace hallmark::scalar
