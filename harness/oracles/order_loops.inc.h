// SPDX-License-Identifier: Apache-2.0
// The loops of order_loops.h, in namespace HALLMARK_LOOPS_TARGET: plain code on integers that the compiler vectorises,
// included once by each loops_<target>.cpp.

#include "oracles/order_loops.h"

namespace hallmark::HALLMARK_LOOPS_TARGET {
namespace orders {
namespace {

/// A pair as its numbers compare and as its codes do.
struct Compared {
  std::uint32_t a, b;         ///< codes
  std::int32_t a_key, b_key;  ///< by value, zeros alike
  std::uint32_t a_at, b_at;   ///< place in the total order
  bool a_nan, b_nan;
};

Compared compare(const OrderLoop& loop, std::uint32_t a, std::uint32_t b) {
  const std::uint32_t magnitude = loop.sign - 1, all = loop.sign | magnitude;
  const std::uint32_t a_size = a & magnitude, b_size = b & magnitude;
  const bool a_minus = (a & loop.sign) != 0, b_minus = (b & loop.sign) != 0;
  return {a,
          b,
          a_minus ? -static_cast<std::int32_t>(a_size) : static_cast<std::int32_t>(a_size),
          b_minus ? -static_cast<std::int32_t>(b_size) : static_cast<std::int32_t>(b_size),
          a_minus ? all - a : a | loop.sign,
          b_minus ? all - b : b | loop.sign,
          a_size > loop.infinity,
          b_size > loop.infinity};
}

/// IEEE 754-2019 5.3.1: the next code toward b; from a zero the least subnormal of the sign of the way.
std::uint32_t step(const OrderLoop& loop, const Compared& at) {
  const bool up = at.a_key < at.b_key;
  const bool outward = (at.a_key >= 0) == up;
  const std::uint32_t from_zero = up ? 1u : loop.sign | 1u;
  const std::uint32_t moved = outward ? at.a + 1 : at.a - 1;
  const std::uint32_t next = at.a_key == 0 ? from_zero : moved;
  return at.a_key == at.b_key ? at.b : next;
}

template <Operator code>
std::uint32_t result_of(const OrderLoop& loop, const Compared& at) {
  const bool nan = at.a_nan | at.b_nan;
  const std::uint32_t numbers = nan ? 0u : 1u;
  if constexpr (code == Operator::equal) return numbers & (at.a_key == at.b_key ? 1u : 0u);
  if constexpr (code == Operator::not_equal) return (numbers ^ 1u) | (at.a_key != at.b_key ? 1u : 0u);
  if constexpr (code == Operator::less) return numbers & (at.a_key < at.b_key ? 1u : 0u);
  if constexpr (code == Operator::less_equal) return numbers & (at.a_key <= at.b_key ? 1u : 0u);
  if constexpr (code == Operator::greater) return numbers & (at.a_key > at.b_key ? 1u : 0u);
  if constexpr (code == Operator::greater_equal) return numbers & (at.a_key >= at.b_key ? 1u : 0u);
  if constexpr (code == Operator::unordered) return numbers ^ 1u;
  if constexpr (code == Operator::total_order) return at.a_at <= at.b_at ? 1u : 0u;
  const std::uint32_t least = at.a_at <= at.b_at ? at.a : at.b, greatest = at.a_at <= at.b_at ? at.b : at.a;
  const std::uint32_t other = at.a_nan ? (at.b_nan ? loop.quiet_nan : at.b) : at.a;  // where one is a NaN
  if constexpr (code == Operator::minimum) return nan ? loop.quiet_nan : least;
  if constexpr (code == Operator::maximum) return nan ? loop.quiet_nan : greatest;
  if constexpr (code == Operator::minimum_number) return nan ? other : least;
  if constexpr (code == Operator::maximum_number) return nan ? other : greatest;
  if constexpr (code == Operator::nextafter) return nan ? loop.quiet_nan : step(loop, at);
  return at.a_nan ? loop.quiet_nan : (at.a & (loop.sign - 1)) | (at.b & loop.sign);  // copysign
}

struct Each {
  const std::uint16_t *a, *b;
  std::uint32_t first(std::size_t i) const { return a[i]; }
  std::uint32_t second(std::size_t i) const { return b[i]; }
};

struct OneWithConsecutive {
  std::uint32_t a;
  const std::uint16_t* b;
  std::uint32_t first(std::size_t) const { return a; }
  std::uint32_t second(std::size_t i) const { return b[i]; }
};

template <Operator code, class Operands>
PairCounts results_of(const OrderLoop& given, const Operands& operands, std::size_t rows, std::uint16_t* results) {
  const OrderLoop loop = given;
  constexpr bool steps = code == Operator::nextafter;
  std::uint32_t special = 0, subnormal = 0, over = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    const Compared at = compare(loop, operands.first(i), operands.second(i));
    const std::uint32_t result = result_of<code>(loop, at);
    results[i] = static_cast<std::uint16_t>(result);

    const std::uint32_t magnitude = loop.sign - 1;
    // Of magnitude m: m - 1 >= infinity - 1 says zero, infinity or NaN, because 0 - 1 wraps.
    const std::uint32_t a = (at.a & magnitude) - 1, b = (at.b & magnitude) - 1;
    const std::uint32_t is_special = (a >= loop.infinity - 1 ? 1u : 0u) | (b >= loop.infinity - 1 ? 1u : 0u);
    const std::uint32_t size = result & magnitude;
    const std::uint32_t is_tiny = steps ? (size < loop.smallest_normal ? 1u : 0u) & (size != 0 ? 1u : 0u) : 0u;
    const std::uint32_t is_subnormal =
        (a < loop.smallest_normal - 1 ? 1u : 0u) | (b < loop.smallest_normal - 1 ? 1u : 0u) | is_tiny;
    const std::uint32_t is_over = steps ? (size == loop.infinity ? 1u : 0u) : 0u;
    special += is_special;
    subnormal += is_subnormal & (is_special ^ 1u);
    over += is_over & ((is_special | is_subnormal) ^ 1u);
  }
  return {special, subnormal, over};
}

template <class Operands>
PairCounts results_by(const OrderLoop& loop, const Operands& operands, std::size_t rows, std::uint16_t* results) {
  switch (loop.code) {
#define HALLMARK_ORDER(code) \
  case Operator::code:       \
    return results_of<Operator::code>(loop, operands, rows, results)
    HALLMARK_ORDER(equal);
    HALLMARK_ORDER(not_equal);
    HALLMARK_ORDER(less);
    HALLMARK_ORDER(less_equal);
    HALLMARK_ORDER(greater);
    HALLMARK_ORDER(greater_equal);
    HALLMARK_ORDER(unordered);
    HALLMARK_ORDER(total_order);
    HALLMARK_ORDER(minimum);
    HALLMARK_ORDER(maximum);
    HALLMARK_ORDER(minimum_number);
    HALLMARK_ORDER(maximum_number);
    HALLMARK_ORDER(nextafter);
#undef HALLMARK_ORDER
    default:
      return results_of<Operator::copysign>(loop, operands, rows, results);
  }
}

PairCounts results(const OrderLoop& loop, const std::uint16_t* a, const std::uint16_t* b, std::size_t rows,
                   std::uint16_t* out) {
  return results_by(loop, Each{a, b}, rows, out);
}

PairCounts row(const OrderLoop& loop, std::uint16_t a, const std::uint16_t* b, std::size_t rows, std::uint16_t* out) {
  return results_by(loop, OneWithConsecutive{a, b}, rows, out);
}

}  // namespace
}  // namespace orders

extern const OrderKernels order_kernels;
const OrderKernels order_kernels{orders::results, orders::row};

}  // namespace hallmark::HALLMARK_LOOPS_TARGET
