// SPDX-License-Identifier: Apache-2.0
#include "judging/scaling_hypotheses.h"

#include <array>
#include <string>
#include <utility>

#include "formats/formats.h"
#include "oracles/arithmetic.h"
#include "oracles/convert.h"
#include "semantics/elementwise.h"

namespace hallmark {
namespace {

using Operands = std::span<const std::uint64_t>;
using Gives = std::function<bool(Operands operands, std::uint64_t got)>;

/// Whether another operator, on operands of those formats, gives the result.
bool gives(Operator code, const Format& first, const Format& second, const Format& result, const Semantics& semantics,
           std::array<std::uint64_t, 2> operands, std::uint64_t got) {
  IntegerArithmetic integers;
  return elementwise_result({code, {first, second}, 2, result}, semantics, operands, integers).contains(got);
}

/// One code of the nearest value in a narrower format.
std::uint64_t narrowed(const Format& to, std::uint64_t scalar) {
  return oracle_convert({float32, to}, Semantics{}, scalar).low;
}

std::uint64_t reciprocal(const Format& to, std::uint64_t scalar, Rounding rounding = Rounding::rne) {
  constexpr std::uint64_t one = 0x3f800000;
  IntegerArithmetic integers;
  const std::array operands{one, scalar};
  Semantics semantics;
  semantics.rounding = rounding;
  return elementwise_result({Operator::divide, {float32, float32}, 2, to}, semantics, operands, integers).sets[0].low;
}

}  // namespace

void add_scaling_models(std::vector<Hypothesis>& list, const Elementwise& operation, const Semantics& base) {
  const auto add = [&](std::string text, Gives model) {
    list.push_back({Hypothesis::Kind::model, std::move(text), {}, {}, {}, std::move(model)});
  };
  const Format x = operation.operands[0], to = operation.result;
  const bool divides = operation.code == Operator::unscale;
  const Operator computed = computed_as(operation.code);
  const Operator opposite = divides ? Operator::multiply : Operator::divide;
  add("agree with flushing a subnormal scalar to zero", [=](Operands operands, std::uint64_t got) {
    const std::uint64_t zero = operands[1] & float32.sign_mask();
    return classify(float32, operands[1]) == Category::subnormal &&
           gives(computed, x, float32, to, base, {operands[0], zero}, got);
  });
  if (divides) {
    add("agree with a float32 reciprocal cut instead of rounded", [=](Operands operands, std::uint64_t got) {
      return gives(Operator::multiply, x, float32, to, base,
                   {operands[0], reciprocal(float32, operands[1], Rounding::rtz)}, got);
    });
  }
  for (const Format& narrow : {bfloat16, float16}) {
    const std::string name(narrow.name);
    add("agree with a scalar rounded to " + name + " first", [=](Operands operands, std::uint64_t got) {
      return gives(computed, x, narrow, to, base, {operands[0], narrowed(narrow, operands[1])}, got);
    });
    if (!divides) continue;
    add("agree with a reciprocal rounded to " + name, [=](Operands operands, std::uint64_t got) {
      return gives(Operator::multiply, x, narrow, to, base, {operands[0], reciprocal(narrow, operands[1])}, got);
    });
  }
  add(divides ? "agree with multiplying by the scalar" : "agree with dividing by the scalar",
      [=](Operands operands, std::uint64_t got) {
        return gives(opposite, x, float32, to, base, {operands[0], operands[1]}, got);
      });
  add("agree with the operand itself, not scaled", [=](Operands operands, std::uint64_t got) {
    constexpr std::uint64_t one = 0x3f800000;
    // A zero is a zero whatever scales it.
    return classify(x, operands[0]) != Category::zero &&
           gives(Operator::multiply, x, float32, to, base, {operands[0], one}, got);
  });
}

}  // namespace hallmark
