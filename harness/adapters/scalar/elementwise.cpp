// SPDX-License-Identifier: Apache-2.0
// The scalar backend's elementwise operations: which formats each is offered on.
#include "elementwise.h"

#include "../kernels.h"
#include "table.h"

namespace hallmark::scalar {
namespace {

template <auto operation, typename Result, typename X>
void add_unary(Table& table, std::string_view name) {
  table.add(name, {X::name}, Result::name, elementwise<unary<operation, Result, X>>);
}
template <auto operation, typename Result, typename X, typename Y>
void add_binary(Table& table, std::string_view name) {
  table.add(name, {X::name, Y::name}, Result::name, elementwise<binary<operation, Result, X, Y>>);
}

template <typename Result, typename X>
void add_scale(Table& table) {
  table.add("scale", {X::name, float32::name}, Result::name, scaled<binary<product, Result, X, float32>>);
}
template <typename Result, typename X>
void add_unscale(Table& table) {
  table.add("unscale", {X::name, float32::name}, Result::name, scaled<binary<quotient, Result, X, float32>>);
}

template <typename Format>
void add_arithmetic(Table& table) {
  add_binary<sum, Format, Format, Format>(table, "add");
  add_binary<difference, Format, Format, Format>(table, "subtract");
  add_binary<product, Format, Format, Format>(table, "multiply");
  add_binary<quotient, Format, Format, Format>(table, "divide");
  add_unary<square_root, Format, Format>(table, "sqrt");
  table.add("fma", {Format::name, Format::name, Format::name}, Format::name,
            elementwise<fma<Format, Format, Format, Format>>);
  add_binary<remainder_by<true>, Format, Format, Format>(table, "remainder");
  add_binary<remainder_by<false>, Format, Format, Format>(table, "fmod");
  add_unary<to_integral<Integral::floor>, Format, Format>(table, "floor");
  add_unary<to_integral<Integral::ceil>, Format, Format>(table, "ceil");
  add_unary<to_integral<Integral::nearest_even>, Format, Format>(table, "round_even");
  add_unary<to_integral<Integral::trunc>, Format, Format>(table, "trunc");
}

template <typename Format>
void add_words(Table& table) {
  using W = Words<Format>;
  const auto one = [&](std::string_view name, std::string_view result, hallmark_kernel kernel) {
    table.add(name, {Format::name}, result, kernel);
  };
  const auto two = [&](std::string_view name, std::string_view result, hallmark_kernel kernel) {
    table.add(name, {Format::name, Format::name}, result, kernel);
  };
  one("negate", Format::name, elementwise<W::negate>);
  one("abs", Format::name, elementwise<W::abs>);
  two("copysign", Format::name, elementwise<W::copysign>);
  two("nextafter", Format::name, elementwise<W::nextafter>);
  two("minimum", Format::name, elementwise<W::template choose<true, false>>);
  two("maximum", Format::name, elementwise<W::template choose<false, false>>);
  two("minimum_number", Format::name, elementwise<W::template choose<true, true>>);
  two("maximum_number", Format::name, elementwise<W::template choose<false, true>>);
  constexpr std::string_view truth = uint8::name;
  two("equal", truth, elementwise<W::equal>);
  two("not_equal", truth, elementwise<W::not_equal>);
  two("less", truth, elementwise<W::less>);
  two("less_equal", truth, elementwise<W::less_equal>);
  two("greater", truth, elementwise<W::greater>);
  two("greater_equal", truth, elementwise<W::greater_equal>);
  two("unordered", truth, elementwise<W::unordered>);
  two("total_order", truth, elementwise<W::total_order>);
  one("is_nan", truth, elementwise<W::is_nan>);
  one("is_inf", truth, elementwise<W::is_inf>);
  one("is_finite", truth, elementwise<W::is_finite>);
  one("sign_bit", truth, elementwise<W::sign_bit>);
}

template <typename... Formats>
void add_each(Table& table) {
  (add_arithmetic<Formats>(table), ...);
  (add_words<Formats>(table), ...);
}

}  // namespace

void add_elementwise(Table& table) {
  add_each<bfloat16, float16, float8_e4m3fn, float8_e5m2, float32>(table);
  // Mixed precision: factors of 16 bits with their whole product, sums of float32 rounded once to 16 bits.
  add_binary<product, float32, bfloat16, bfloat16>(table, "multiply");
  add_binary<product, float32, float16, float16>(table, "multiply");
  add_binary<sum, bfloat16, float32, float32>(table, "add");
  add_binary<sum, float16, float32, float32>(table, "add");
  table.add("fma", {bfloat16::name, bfloat16::name, float32::name}, float32::name,
            elementwise<fma<float32, bfloat16, bfloat16, float32>>);
  // Scaling keeps a format, or narrows on the way to it and widens on the way back.
  add_scale<bfloat16, bfloat16>(table);
  add_scale<float16, float16>(table);
  add_scale<float32, float32>(table);
  add_scale<bfloat16, float32>(table);
  add_scale<float16, float32>(table);
  add_scale<float8_e4m3fn, float32>(table);
  add_scale<float8_e5m2, float32>(table);
  add_unscale<bfloat16, bfloat16>(table);
  add_unscale<float16, float16>(table);
  add_unscale<float32, float32>(table);
  add_unscale<float32, bfloat16>(table);
  add_unscale<float32, float16>(table);
  add_unscale<float32, float8_e4m3fn>(table);
  add_unscale<float32, float8_e5m2>(table);
}

}  // namespace hallmark::scalar
