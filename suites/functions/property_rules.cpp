// SPDX-License-Identifier: Apache-2.0
#include "functions/property_rules.h"

#include "functions/domains.h"
#include "judging/function_judge.h"
#include "semantics/nearest.h"

namespace hallmark {
namespace {

enum class Symmetry : std::uint8_t { none, odd, even };

Symmetry symmetry_of(ElementaryFunction code) {
  using enum ElementaryFunction;
  switch (code) {
    case sin:
    case tan:
    case asin:
    case atan:
    case atan2:  // in its first operand
    case sinh:
    case tanh:
    case erf:
    case cbrt:
    case reciprocal:
      return Symmetry::odd;
    case cos:
    case cosh:
    case hypot:
      return Symmetry::even;
    default:
      return Symmetry::none;
  }
}

/// MPFR's verdicts, and a judge's poisons.
class TruthOfFunction : public PropertyTruth {
 public:
  TruthOfFunction(const FunctionOperation& operation, std::vector<Semantics> alternatives, const Limits& limits,
                  std::uint64_t seed)
      : operation_(operation),
        alternatives_(std::move(alternatives)),
        limits_(limits),
        judge_(operation, alternatives_, limits, seed) {}

  bool accepts(std::size_t alternative, std::span<const std::uint64_t> operands, std::uint64_t got) override {
    return truth_.answer(operation_, alternatives_[alternative], limits_, operands)
        .accepted.contains(operation_.result, got);
  }
  Requirement requirement(std::span<const std::uint64_t> operands) override {
    return requirement_of(operation_, operands);
  }
  void prepare(const Columns& columns, std::size_t rows) override { judge_.prepare(columns, rows); }
  void poison(int turn, void* results) const override { judge_.poison(turn, results); }
  bool is_poison(std::size_t row, std::uint64_t code, int turn) const override {
    return judge_.is_poison(row, code, turn);
  }

 private:
  FunctionOperation operation_;
  std::vector<Semantics> alternatives_;
  Limits limits_;
  FunctionJudge judge_;
  FunctionTruth truth_;
};

}  // namespace

FunctionRules::FunctionRules(const FunctionOperation& operation, const Semantics& semantics, const Limits& limits)
    : operation_(operation),
      formats_(formats_of(operation)),
      semantics_(semantics),
      correctly_rounded_(limits.correctly_rounded) {}

bool FunctionRules::promises(TupleProperty property) const {
  if (!correctly_rounded_ || semantics_.rounding == Rounding::stochastic || !has_one_format(formats_)) return false;
  const FunctionInfo& info = info_of(operation_.code);
  switch (property) {
    case TupleProperty::commutative:
      return operation_.code == ElementaryFunction::hypot;
    case TupleProperty::odd:
      return symmetry_of(operation_.code) == Symmetry::odd && is_symmetric(semantics_.rounding) &&
             semantics_.flushed_zero == FlushedZero::keep_sign;
    case TupleProperty::even:
      return symmetry_of(operation_.code) == Symmetry::even;
    case TupleProperty::monotone:
      // A negative operand that is flushed to +0 changes the side of a pole.
      return info.operands == 1 && (info.slope_below != 0 || info.slope_above != 0) &&
             (semantics_.subnormal_operands == SubnormalOperands::keep ||
              semantics_.flushed_zero == FlushedZero::keep_sign);
    default:
      return false;
  }
}

std::optional<TupleCase> FunctionRules::make(TupleProperty property, const TupleSeed& seed) const {
  // hypot(infinity, a signalling NaN) may be either, and of NaN alone there is nothing to say.
  for (std::size_t i = 0; i < operation_.operand_count; ++i) {
    if (operation_.operands[i].is_nan(seed.codes[i])) return std::nullopt;
  }
  std::optional<TupleCase> made = related_tuples(property, formats_, seed);
  if (!made || property != TupleProperty::monotone) return made;
  const Format& format = operation_.operands[0];
  const bool below = format.is_negative(made->first[0]), above = !format.is_negative(made->second[0]);
  const FunctionInfo& info = info_of(operation_.code);
  if (below && above && !info.across_zero) return std::nullopt;
  const int slope = above ? info.slope_above : info.slope_below;
  if (slope == 0 || (below && info.slope_below == 0)) return std::nullopt;
  if (slope < 0) std::swap(made->first, made->second);
  return made;
}

bool FunctionRules::breaks(TupleProperty property, const TupleCase&, std::uint64_t first, std::uint64_t second) const {
  const Format& to = operation_.result;
  if ((first & ~to.code_mask()) != 0 || (second & ~to.code_mask()) != 0) return true;
  return results_differ(property, to, first, second);
}

TuplePropertyOptions function_property_options(const OfferedOperation& offered, const FunctionOperation& operation,
                                               const Limits& limits, const Plan& plan) {
  TuplePropertyOptions options = tuple_property_options(offered, formats_of(operation), plan);
  const std::vector<Semantics> alternatives = semantics_of(offered.alternatives);
  for (const Semantics& semantics : alternatives) {
    options.rules.push_back(std::make_shared<const FunctionRules>(operation, semantics, limits));
  }
  options.make_truth = [=, seed = plan.seed] {
    return std::make_unique<TruthOfFunction>(operation, alternatives, limits, seed);
  };
  return options;
}

}  // namespace hallmark
