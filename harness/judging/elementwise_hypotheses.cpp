// SPDX-License-Identifier: Apache-2.0
// What could explain a wrong result of an elementwise operation.
#include <algorithm>
#include <string>

#include "formats/formats.h"
#include "judging/elementwise_judge.h"
#include "judging/scaling_hypotheses.h"

namespace hallmark {
namespace {

void add_semantics(std::vector<Hypothesis>& list, const Semantics& base, std::string text, const Semantics& changed) {
  if (changed == base) return;
  list.push_back({Hypothesis::Kind::semantics, std::move(text), changed, {}, {}});
}

using Describes = std::function<bool(std::uint64_t, const CodeSet&, std::uint64_t)>;

void add_description(std::vector<Hypothesis>& list, std::string text, Describes describes) {
  list.push_back({Hypothesis::Kind::description, std::move(text), {}, {}, std::move(describes)});
}

void add_ways_of_computing(std::vector<Hypothesis>& list, const Elementwise& operation, const Semantics& base) {
  if (operation.code == Operator::fma) {
    Semantics changed = base;
    changed.fma = Fma::via_float32;
    add_semantics(list, base, "agree with a fused float32 operation rounded once more", changed);
    changed.fma = Fma::unfused;
    add_semantics(list, base, "agree with a product rounded before the sum", changed);
    changed.fma = Fma::fused;
    add_semantics(list, base, "agree with one fused rounding", changed);
  }
  for (const char* middle : {"float32", "float16", "bfloat16", "float64"}) {
    if (middle == operation.result.name) continue;
    // A narrower format in between is a thing of its own only where operands come in it; else agreement is chance.
    const bool is_operand = std::any_of(
        operation.operands.begin(), operation.operands.begin() + static_cast<std::ptrdiff_t>(operation.operand_count),
        [&](const Format& operand) { return operand.name == middle; });
    if (find_format(middle)->precision() <= operation.result.precision() && !is_operand) continue;
    Semantics changed = base;
    changed.evaluate_in = middle;
    add_semantics(list, base, std::string("agree with rounding twice, through ") + middle, changed);
  }
}

void add_descriptions(std::vector<Hypothesis>& list, const Format& to) {
  add_description(list, "have bits set above the result format's width",
                  [to](std::uint64_t, const CodeSet&, std::uint64_t got) { return (got & ~to.code_mask()) != 0; });
  if (to.is_integer()) {
    add_description(list, "say the opposite", [](std::uint64_t, const CodeSet& right, std::uint64_t got) {
      return right.is_single() && (got ^ right.low) == 1;
    });
    return;
  }
  const auto is = [to](std::uint64_t got, Category category) {
    return (got & ~to.code_mask()) == 0 && classify(to, got) == category;
  };
  add_description(list, "are numbers where NaN is right", [=](std::uint64_t, const CodeSet& right, std::uint64_t got) {
    return is(right.low, Category::nan) && !is(got, Category::nan);
  });
  add_description(list, "are NaN where a number is right", [=](std::uint64_t, const CodeSet& right, std::uint64_t got) {
    return !is(right.low, Category::nan) && is(got, Category::nan);
  });
  add_description(list, "are zero where another number is right",
                  [=](std::uint64_t, const CodeSet& right, std::uint64_t got) {
                    return right.is_single() && !is(right.low, Category::zero) && !is(right.low, Category::nan) &&
                           is(got, Category::zero);
                  });
  add_description(list, "have the wrong sign of zero", [=](std::uint64_t, const CodeSet& right, std::uint64_t got) {
    return right.is_single() && is(right.low, Category::zero) && is(got, Category::zero);
  });
  add_description(list, "have the wrong sign", [to](std::uint64_t, const CodeSet& right, std::uint64_t got) {
    return right.is_single() && (got ^ right.low) == to.sign_mask();
  });
  add_description(
      list, "are one unit in the last place too small in magnitude",
      [](std::uint64_t, const CodeSet& right, std::uint64_t got) { return right.is_single() && got + 1 == right.low; });
  add_description(
      list, "are one unit in the last place too large in magnitude",
      [](std::uint64_t, const CodeSet& right, std::uint64_t got) { return right.is_single() && got == right.low + 1; });
}

}  // namespace

std::vector<Hypothesis> elementwise_hypotheses(const Elementwise& operation, const Semantics& base) {
  std::vector<Hypothesis> list = semantics_hypotheses(base);
  add_ways_of_computing(list, operation, base);
  if (operation.shared_operand()) add_scaling_models(list, operation, base);
  add_descriptions(list, operation.result);
  return list;
}

}  // namespace hallmark
