// SPDX-License-Identifier: Apache-2.0
#include "conversions/property_blame.h"

#include <fmt/format.h>

#include <algorithm>

#include "conversions/property_draws.h"
#include "formats/internal_error.h"
#include "judging/describe.h"

namespace hallmark {

PropertyBlame::PropertyBlame(const PropertyOptions& options, const std::vector<Semantics>& alternatives)
    : options_(options), alternatives_(alternatives), answers_(alternatives.size()) {}

std::uint64_t PropertyBlame::rejected_by(std::uint64_t operand, std::uint64_t got) {
  truth_.convert(options_.conversion, alternatives_, operand, answers_);
  std::uint64_t rejected = 0;
  for (std::size_t i = 0; i < answers_.size(); ++i) {
    if (!answers_[i].contains(got)) rejected |= std::uint64_t{1} << i;
  }
  return rejected;
}

bool PropertyBlame::widening_is_wrong(const PropertyOutcome& outcome) {
  if (outcome.one.property != Property::widen_then_narrow) return false;
  const Conversion there{options_.conversion.to, options_.conversion.from};
  const std::vector<Semantics>& semantics = options_.widening->alternatives;
  return std::none_of(semantics.begin(), semantics.end(), [&](const Semantics& one) {
    return truth_.convert(there, one, outcome.one.first).contains(outcome.operand);
  });
}

Blame PropertyBlame::of(const PropertyOutcome& outcome, std::uint64_t broken) {
  std::vector<Witness> witnesses = {{{outcome.operand}, outcome.first}};
  if (outcome.one.has_second()) witnesses.push_back({{outcome.one.second}, outcome.second});
  std::uint64_t rejected_together = 0;
  for (const Witness& witness : witnesses) {
    const std::uint64_t operand = witness.operands.front(), rejected = rejected_by(operand, witness.got);
    if ((broken & ~rejected) == 0) return {requirement_of(options_.conversion, operand), {witness}, false};
    rejected_together |= rejected;
  }
  if ((broken & ~rejected_together) == 0) return {Requirement::consistency, witnesses, false};
  if (widening_is_wrong(outcome)) return {Requirement::consistency, {}, true};
  std::string results;
  if (outcome.one.property == Property::widen_then_narrow) {
    results = fmt::format(", {} widened", hex_code(options_.conversion.to, outcome.one.first));
  }
  for (const Witness& witness : witnesses) {
    results += fmt::format(", {} gives {}", hex_code(options_.conversion.from, witness.operands.front()),
                           hex_code(options_.conversion.to, witness.got));
  }
  throw InternalError(fmt::format("MPFR accepts what breaks a property: {}@{}{}", options_.signature,
                                  property_call(outcome.one.property, outcome.number), results));
}

}  // namespace hallmark
