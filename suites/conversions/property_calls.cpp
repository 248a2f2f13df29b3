// SPDX-License-Identifier: Apache-2.0
#include "conversions/property_calls.h"

#include <fmt/format.h>

#include <algorithm>

#include "judging/describe.h"
#include "judging/judge.h"

namespace hallmark {

PropertyCalls::PropertyCalls(PartContext& context, const PropertyOptions& options, Tally& tally)
    : context_(context),
      options_(options),
      tally_(tally),
      rows_(KernelCaller::block_rows(context.backend.description())),
      caller_(context, options.conversion, options.operation, rows_) {
  if (!options.widening) return;
  widening_caller_.emplace(context, Conversion{options.conversion.to, options.conversion.from},
                           options.widening->operation, rows_);
}

bool PropertyCalls::is_poison(std::uint64_t result, std::size_t poison) const {
  return result == poison_candidates(options_.conversion.to)[poison];
}

std::vector<std::optional<std::uint64_t>> PropertyCalls::convert(KernelCaller& caller, const Conversion& conversion,
                                                                 std::span<const std::uint64_t> operands,
                                                                 std::uint64_t poison) {
  std::vector<std::optional<std::uint64_t>> results(operands.size());
  for (std::size_t done = 0; done < operands.size() && !stopped_; done += rows_) {
    const auto block = operands.subspan(done, std::min(rows_, operands.size() - done));
    const std::uint64_t number = next_call_++;
    caller.place(block.size());
    caller.set_operands(block);
    caller.poison(poison);
    if (context_.only && context_.only->call == number) {
      caller.call_rows(number, static_cast<std::size_t>(context_.only->from),
                       static_cast<std::size_t>(context_.only->rows));
      stopped_ = true;
      break;
    }
    ++tally_.calls;
    const std::optional<std::string> fault = caller.call(number);
    if (fault) tally_.add_fault(*fault, fmt::format("#{}", hex_code(conversion.from, block.front())));
    if (fault && fault->starts_with("returned")) continue;
    for (std::size_t row = 0; row < block.size(); ++row) {
      results[done + row] = load_code(caller.results(), conversion.to.bytes(), row) & conversion.to.code_mask();
    }
    context_.flight.operands_done.fetch_add(block.size(), std::memory_order_relaxed);
  }
  return results;
}

void PropertyCalls::run(std::vector<PropertyOutcome>& outcomes, std::size_t poison) {
  const auto widened = [](const PropertyOutcome& outcome) {
    return outcome.one.property == Property::widen_then_narrow;
  };
  const Conversion& conversion = options_.conversion;
  // What is widened first has calls of its own, after the others: those of the first block are known without a backend.
  for (const bool back : {false, true}) {
    std::vector<std::uint64_t> operands;
    std::vector<PropertyOutcome*> mine;
    for (PropertyOutcome& outcome : outcomes) {
      if (widened(outcome) != back) continue;
      outcome.called = false;
      mine.push_back(&outcome);
      operands.push_back(outcome.one.first);
      if (outcome.one.has_second()) operands.push_back(outcome.one.second);
    }
    if (mine.empty() || stopped_) continue;
    if (back) {
      const Conversion there{conversion.to, conversion.from};
      const auto wide = convert(*widening_caller_, there, operands, poison_candidates(there.to)[poison]);
      std::vector<PropertyOutcome*> left;
      operands.clear();
      for (std::size_t i = 0; i < mine.size(); ++i) {
        if (!wide[i]) continue;
        left.push_back(mine[i]);
        operands.push_back(*wide[i]);
      }
      mine = std::move(left);
    }
    const auto results = convert(caller_, conversion, operands, poison_candidates(conversion.to)[poison]);
    std::size_t row = 0;
    for (PropertyOutcome* outcome : mine) {
      outcome->operand = operands[row];
      const auto first = results[row++];
      const auto second = outcome->one.has_second() ? results[row++] : first;
      outcome->called = first && second;
      outcome->first = first.value_or(0);
      outcome->second = second.value_or(0);
    }
  }
}

}  // namespace hallmark
