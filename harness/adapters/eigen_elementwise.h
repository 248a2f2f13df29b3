// SPDX-License-Identifier: Apache-2.0
// The elementwise operations and functions of Eigen's arrays, as lines of a table of kernels.
#ifndef HALLMARK_ADAPTERS_EIGEN_ELEMENTWISE_H
#define HALLMARK_ADAPTERS_EIGEN_ELEMENTWISE_H

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "hallmark/backend.h"

namespace hallmark {

/// Evaluates Expression::of(operands...) over whole arrays of one type.
template <typename Expression, typename Result, typename Type, std::size_t... i>
void evaluate(const hallmark_arguments* arguments, std::index_sequence<i...>) {
  using Source = Eigen::Map<const Eigen::Array<Type, Eigen::Dynamic, 1>>;
  using Target = Eigen::Map<Eigen::Array<Result, Eigen::Dynamic, 1>>;
  const auto rows = static_cast<Eigen::Index>(arguments->rows);
  const Source operands[] = {Source(static_cast<const Type*>(arguments->operand[i]), rows)...};
  Target(static_cast<Result*>(arguments->result), rows) =
      Expression::of(operands[i]...).template cast<Result>();  // a comparison's bool becomes 0 or 1
}
template <typename Expression, typename Result, typename Type>
int evaluate(void*, const hallmark_arguments* arguments) {
  evaluate<Expression, Result, Type>(arguments, std::make_index_sequence<Expression::operands>());
  return 0;
}

/// Scales a whole array, widened to float, by the one scalar.
template <typename Type, bool divides>
int scale(void*, const hallmark_arguments* arguments) {
  using Source = Eigen::Map<const Eigen::Array<Type, Eigen::Dynamic, 1>>;
  using Target = Eigen::Map<Eigen::Array<float, Eigen::Dynamic, 1>>;
  const auto rows = static_cast<Eigen::Index>(arguments->rows);
  const Source operand(static_cast<const Type*>(arguments->operand[0]), rows);
  const float scalar = *static_cast<const float*>(arguments->operand[1]);
  Target result(static_cast<float*>(arguments->result), rows);
  if constexpr (divides) {
    result = operand.template cast<float>() / scalar;
  } else {
    result = operand.template cast<float>() * scalar;
  }
  return 0;
}

namespace eigen {

#define HALLMARK_EIGEN_ONE(name, expression) \
  struct name {                              \
    static constexpr int operands = 1;       \
    template <typename X>                    \
    static auto of(const X& x) {             \
      return expression;                     \
    }                                        \
  };
#define HALLMARK_EIGEN_TWO(name, expression) \
  struct name {                              \
    static constexpr int operands = 2;       \
    template <typename X>                    \
    static auto of(const X& x, const X& y) { \
      return expression;                     \
    }                                        \
  };

HALLMARK_EIGEN_TWO(add, x + y)
HALLMARK_EIGEN_TWO(subtract, x - y)
HALLMARK_EIGEN_TWO(multiply, x* y)
HALLMARK_EIGEN_TWO(divide, x / y)
HALLMARK_EIGEN_ONE(negate, -x)
HALLMARK_EIGEN_ONE(abs, x.abs())
HALLMARK_EIGEN_ONE(sqrt, x.sqrt())
HALLMARK_EIGEN_ONE(floor, x.floor())
HALLMARK_EIGEN_ONE(ceil, x.ceil())
HALLMARK_EIGEN_ONE(round_even, x.rint())
HALLMARK_EIGEN_TWO(equal, x == y)
HALLMARK_EIGEN_TWO(not_equal, x != y)
HALLMARK_EIGEN_TWO(less, x < y)
HALLMARK_EIGEN_TWO(less_equal, x <= y)
HALLMARK_EIGEN_TWO(greater, x > y)
HALLMARK_EIGEN_TWO(greater_equal, x >= y)
HALLMARK_EIGEN_ONE(is_nan, x.isNaN())
HALLMARK_EIGEN_ONE(is_inf, x.isInf())
HALLMARK_EIGEN_ONE(is_finite, x.isFinite())
HALLMARK_EIGEN_ONE(exp, x.exp())
HALLMARK_EIGEN_ONE(expm1, x.expm1())
HALLMARK_EIGEN_ONE(log, x.log())
HALLMARK_EIGEN_ONE(log2, x.log2())
HALLMARK_EIGEN_ONE(log10, x.log10())
HALLMARK_EIGEN_ONE(log1p, x.log1p())
HALLMARK_EIGEN_ONE(sin, x.sin())
HALLMARK_EIGEN_ONE(cos, x.cos())
HALLMARK_EIGEN_ONE(tan, x.tan())
HALLMARK_EIGEN_ONE(asin, x.asin())
HALLMARK_EIGEN_ONE(acos, x.acos())
HALLMARK_EIGEN_ONE(atan, x.atan())
HALLMARK_EIGEN_ONE(sinh, x.sinh())
HALLMARK_EIGEN_ONE(cosh, x.cosh())
HALLMARK_EIGEN_ONE(tanh, x.tanh())
HALLMARK_EIGEN_ONE(rsqrt, x.rsqrt())
HALLMARK_EIGEN_ONE(reciprocal, x.inverse())
HALLMARK_EIGEN_ONE(logistic, x.logistic())
HALLMARK_EIGEN_TWO(pow, x.pow(y))

#undef HALLMARK_EIGEN_ONE
#undef HALLMARK_EIGEN_TWO

}  // namespace eigen

#define HALLMARK_EIGEN_F(name, type, format) \
  { #name "(" format ")->" format, evaluate < eigen::name, type, type> }
#define HALLMARK_EIGEN_FF(name, type, format) \
  { #name "(" format "," format ")->" format, evaluate < eigen::name, type, type> }
#define HALLMARK_EIGEN_P(name, type, format) \
  { #name "(" format ")->uint8", evaluate < eigen::name, std::uint8_t, type> }
#define HALLMARK_EIGEN_R(name, type, format) \
  { #name "(" format "," format ")->uint8", evaluate < eigen::name, std::uint8_t, type> }

/// Every operation on one type. Eigen's min and max leave the order of zeros open and are none of IEEE 754's.
#define HALLMARK_EIGEN_ELEMENTWISE(type, format)                                                                       \
  HALLMARK_EIGEN_FF(add, type, format), HALLMARK_EIGEN_FF(subtract, type, format),                                     \
      HALLMARK_EIGEN_FF(multiply, type, format), HALLMARK_EIGEN_FF(divide, type, format),                              \
      HALLMARK_EIGEN_F(negate, type, format), HALLMARK_EIGEN_F(abs, type, format),                                     \
      HALLMARK_EIGEN_F(sqrt, type, format), HALLMARK_EIGEN_F(floor, type, format),                                     \
      HALLMARK_EIGEN_F(ceil, type, format), HALLMARK_EIGEN_F(round_even, type, format),                                \
      HALLMARK_EIGEN_R(equal, type, format), HALLMARK_EIGEN_R(not_equal, type, format),                                \
      HALLMARK_EIGEN_R(less, type, format), HALLMARK_EIGEN_R(less_equal, type, format),                                \
      HALLMARK_EIGEN_R(greater, type, format), HALLMARK_EIGEN_R(greater_equal, type, format),                          \
      HALLMARK_EIGEN_P(is_nan, type, format), HALLMARK_EIGEN_P(is_inf, type, format),                                  \
      HALLMARK_EIGEN_P(is_finite, type, format), HALLMARK_EIGEN_F(exp, type, format),                                  \
      HALLMARK_EIGEN_F(expm1, type, format), HALLMARK_EIGEN_F(log, type, format),                                      \
      HALLMARK_EIGEN_F(log2, type, format), HALLMARK_EIGEN_F(log10, type, format),                                     \
      HALLMARK_EIGEN_F(log1p, type, format), HALLMARK_EIGEN_F(sin, type, format), HALLMARK_EIGEN_F(cos, type, format), \
      HALLMARK_EIGEN_F(tan, type, format), HALLMARK_EIGEN_F(asin, type, format), HALLMARK_EIGEN_F(acos, type, format), \
      HALLMARK_EIGEN_F(atan, type, format), HALLMARK_EIGEN_F(sinh, type, format),                                      \
      HALLMARK_EIGEN_F(cosh, type, format), HALLMARK_EIGEN_F(tanh, type, format),                                      \
      HALLMARK_EIGEN_F(rsqrt, type, format), HALLMARK_EIGEN_F(reciprocal, type, format),                               \
      HALLMARK_EIGEN_F(logistic, type, format), HALLMARK_EIGEN_FF(pow, type, format)

/// Eigen converts no scalar to a narrower type by itself, so that the result is float.
#define HALLMARK_EIGEN_SCALING(type, format)                    \
  {"scale(" format ",float32)->float32", scale<type, false>}, { \
    "unscale(" format ",float32)->float32", scale<type, true>   \
  }

}  // namespace hallmark

#endif  // HALLMARK_ADAPTERS_EIGEN_ELEMENTWISE_H
