// SPDX-License-Identifier: Apache-2.0
// Finds the float32 operands at which a function's value lies nearest to the middle between two float32 numbers, and
// prints the table in harness/inputs/hardest_operands.cpp. Two minutes: `ninja find_hardest_operands`, then run it.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "formats/formats.h"
#include "truth/functions.h"

namespace {

using hallmark::ElementaryFunction;

double rsqrt(double x) { return 1 / std::sqrt(x); }
double reciprocal(double x) { return 1 / x; }
double logistic(double x) { return 1 / (1 + std::exp(-x)); }
double softplus(double x) { return x > 30 ? x + std::exp(-x) : std::log1p(std::exp(x)); }
double silu(double x) { return x * logistic(x); }
double gelu(double x) { return x * std::erfc(-x / std::sqrt(2.0)) / 2; }
double gelu_tanh(double x) { return x * logistic(2 * std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x)); }

/// Where a function is neither trivial nor out of range: exponents of the operand, and whether its sign matters.
struct Searched {
  ElementaryFunction code;
  double (*function)(double);
  int first_exponent, last_exponent;
  bool both_signs;
};

const Searched all_searched[] = {
    {ElementaryFunction::exp, std::exp, -24, 6, true},
    {ElementaryFunction::exp2, std::exp2, -24, 6, true},
    {ElementaryFunction::expm1, std::expm1, -24, 6, true},
    {ElementaryFunction::log, std::log, -126, 127, false},
    {ElementaryFunction::log2, std::log2, -126, 127, false},
    {ElementaryFunction::log10, std::log10, -126, 127, false},
    {ElementaryFunction::log1p, std::log1p, -24, 127, true},
    {ElementaryFunction::sin, std::sin, -12, 30, false},
    {ElementaryFunction::cos, std::cos, -12, 30, false},
    {ElementaryFunction::tan, std::tan, -12, 30, false},
    {ElementaryFunction::asin, std::asin, -12, -1, false},
    {ElementaryFunction::acos, std::acos, -24, -1, true},
    {ElementaryFunction::atan, std::atan, -12, 24, false},
    {ElementaryFunction::sinh, std::sinh, -12, 6, false},
    {ElementaryFunction::cosh, std::cosh, -12, 6, false},
    {ElementaryFunction::tanh, std::tanh, -12, 3, false},
    {ElementaryFunction::erf, std::erf, -12, 2, false},
    {ElementaryFunction::erfc, std::erfc, -24, 3, true},
    {ElementaryFunction::cbrt, std::cbrt, 0, 2, false},
    {ElementaryFunction::rsqrt, rsqrt, 0, 1, false},
    {ElementaryFunction::reciprocal, reciprocal, 0, 0, false},
    {ElementaryFunction::logistic, logistic, -24, 6, true},
    {ElementaryFunction::softplus, softplus, -24, 6, true},
    {ElementaryFunction::silu, silu, -24, 6, true},
    {ElementaryFunction::gelu, gelu, -24, 3, true},
    {ElementaryFunction::gelu_tanh, gelu_tanh, -24, 3, true},
};

// Of 2^29 parts between two float32 numbers; the functions above are right to a few.
constexpr int near = 40;
constexpr std::size_t kept = 16;

std::vector<std::uint32_t> candidates(const Searched& searched) {
  std::vector<std::uint32_t> codes;
  for (const std::uint32_t sign : {0u, 0x80000000u}) {
    if (sign != 0 && !searched.both_signs) break;
    const auto first = static_cast<std::uint32_t>(searched.first_exponent + 127) << 23;
    const auto last = (static_cast<std::uint32_t>(searched.last_exponent + 128) << 23) - 1;
    for (std::uint32_t magnitude = first; magnitude <= last; ++magnitude) {
      const std::uint32_t code = sign | magnitude;
      const auto bits = std::bit_cast<std::uint64_t>(searched.function(std::bit_cast<float>(code)));
      const int exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1023;
      const int from_middle = static_cast<int>(bits & 0x1fffffff) - (1 << 28);
      if (exponent >= -126 && exponent <= 127 && std::abs(from_middle) <= near) codes.push_back(code);
    }
  }
  return codes;
}

/// How far the exact value is from the middle, in 2^-40 of a unit in the last place; nothing where it is exact.
std::uint64_t distance(hallmark::FunctionTruth& truth, ElementaryFunction code, std::uint64_t operand) {
  const hallmark::FunctionAnswer answer =
      truth.answer({code, {hallmark::float32}, 1, hallmark::float32}, {}, {}, {&operand, 1});
  if (!answer.has_value || !answer.value.sticky) return ~std::uint64_t{0};
  const std::uint64_t rest = answer.value.significand << std::countl_zero(answer.value.significand) << 24 >> 24;
  const std::uint64_t middle = std::uint64_t{1} << 39;
  return rest > middle ? rest - middle : middle - rest;
}

}  // namespace

int main() {
  hallmark::FunctionTruth truth;
  for (const Searched& searched : all_searched) {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> ranked;
    for (const std::uint32_t code : candidates(searched)) {
      const std::uint64_t from_middle = distance(truth, searched.code, code);
      if (from_middle <= std::uint64_t{2 * near} << 11) ranked.emplace_back(from_middle, code);
    }
    std::sort(ranked.begin(), ranked.end());
    ranked.resize(std::min(ranked.size(), kept));
    fmt::print("    {{ElementaryFunction::{}, {{", hallmark::info_of(searched.code).name);
    for (std::size_t i = 0; i < ranked.size(); ++i) fmt::print("{}0x{:08x}", i == 0 ? "" : ", ", ranked[i].second);
    fmt::print("}}}},\n");
  }
}
