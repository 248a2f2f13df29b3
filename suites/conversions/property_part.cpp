// SPDX-License-Identifier: Apache-2.0
#include "conversions/property_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <map>
#include <tuple>

#include "conversions/property_blame.h"
#include "conversions/property_calls.h"
#include "conversions/property_draws.h"
#include "judging/describe.h"

namespace hallmark {
namespace {

// Shrinking ends by itself; a backend that answers by chance could keep it going.
constexpr int most_shrinks = 1000;

/// A case whose promise is broken, by which alternatives' reckoning.
struct Broken {
  PropertyOutcome outcome;
  std::uint64_t alternatives = 0;
};

/// How a property fares.
struct Progress {
  std::uint64_t drawn = 0, cases = 0;
  std::vector<Broken> broken;
};

class PropertiesPart {
 public:
  PropertiesPart(PartContext& context, const PropertyOptions& options, const std::vector<Semantics>& alternatives)
      : context_(context),
        options_(options),
        promises_(property_promises(options, alternatives)),
        draws_(options, promises_),
        blame_(options, alternatives),
        calls_(context, options, tally_) {
    tally_.alternatives = alternatives.size();
  }

  Tally run() {
    for (const Property property : draws_.properties()) progress_[property] = {};
    while (draw_block()) {
    }
    if (calls_.stopped()) return {};
    count_operands();
    for (const auto& [property, progress] : progress_) {
      if (options_.parameters.show_progress) {
        fmt::print(stderr, "{}: {}: {} cases of {} draws, {} broken\n", options_.signature, property_name(property),
                   progress.cases, progress.drawn, progress.broken.size());
      }
      tell(property, progress.broken);
    }
    for (const auto& [property, progress] : progress_) {
      if (progress.cases > 0 || is_due(property))
        tally_.property_cases[std::string(property_name(property))] = progress.cases;
    }
    return std::move(tally_);
  }

 private:
  /// Whether a property without a case is missed: not where only alternatives promise it that the backend does not
  /// follow.
  bool is_due(Property property) const {
    const std::uint64_t left = tally_.consistent();
    return left == 0 || std::any_of(promises_.begin(), promises_.end(), [&](const PropertyPromise& promise) {
             return (promise.alternatives & left) != 0 && promise.rules.promises(property);
           });
  }

  /// Calls and judges as many draws as cases are still wanted, of all properties together. False when there are none.
  bool draw_block() {
    std::vector<PropertyOutcome> outcomes;
    for (auto& [property, progress] : progress_) {
      const std::uint64_t wanted = std::min(draws_.wanted() - progress.cases, draws_.most_draws() - progress.drawn);
      for (std::uint64_t i = 0; i < wanted; ++i) {
        PropertyOutcome outcome;
        outcome.number = draws_.first_number() + progress.drawn++;
        outcome.one = draws_.draw(property, outcome.number).value();
        outcomes.push_back(outcome);
      }
    }
    if (outcomes.empty()) return false;
    calls_.run(outcomes);
    if (calls_.stopped()) return false;
    drop_unwritten(outcomes);
    for (const PropertyOutcome& outcome : outcomes) judge(outcome);
    context_.flight.heartbeat.fetch_add(1, std::memory_order_relaxed);
    return true;
  }

  struct Judgement {
    bool said = false;  ///< some alternative promises something of these operands and results
    std::uint64_t broken = 0;
  };
  Judgement judged(const PropertyOutcome& outcome) const {
    Judgement judgement;
    if (!outcome.called) return judgement;
    for (const PropertyPromise& promise : promises_) {
      const auto verdict = promise.rules.judge(outcome.one, outcome.first, outcome.second);
      judgement.said |= verdict != PropertyRules::Verdict::silent;
      if (verdict == PropertyRules::Verdict::broken) judgement.broken |= promise.alternatives;
    }
    return judgement;
  }

  void judge(const PropertyOutcome& outcome) {
    if (!outcome.called) return;
    operands_.push_back(outcome.operand);
    if (outcome.one.has_second()) operands_.push_back(outcome.one.second);
    const Judgement judgement = judged(outcome);
    Progress& progress = progress_[outcome.one.property];
    progress.cases += judgement.said ? 1 : 0;
    if (judgement.broken != 0) progress.broken.push_back({outcome, judgement.broken});
  }

  void count_operands() {
    std::sort(operands_.begin(), operands_.end());
    operands_.erase(std::unique(operands_.begin(), operands_.end()), operands_.end());
    for (const std::uint64_t operand : operands_) {
      ++tally_.tried[static_cast<std::size_t>(requirement_of(options_.conversion, operand))];
    }
  }

  /// What a kernel did not write is no result of it: the same calls filled with another code show that one there.
  void drop_unwritten(std::vector<PropertyOutcome>& outcomes) {
    const bool suspicious = std::any_of(outcomes.begin(), outcomes.end(), [&](const PropertyOutcome& outcome) {
      return judged(outcome).broken != 0 && (calls_.is_poison(outcome.first, 0) || calls_.is_poison(outcome.second, 0));
    });
    if (!suspicious) return;
    std::vector<PropertyOutcome> again = outcomes;
    calls_.run(again, 1);
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      if (!again[i].called) continue;
      // Row by row: a right result may happen to be either code.
      const auto unwritten = [&](std::uint64_t before, std::uint64_t after) {
        return calls_.is_poison(before, 0) && calls_.is_poison(after, 1);
      };
      if (!unwritten(outcomes[i].first, again[i].first) &&
          !(outcomes[i].one.has_second() && unwritten(outcomes[i].second, again[i].second))) {
        continue;
      }
      tally_.add_fault("left results unwritten",
                       fmt::format("#{}", hex_code(options_.conversion.from, outcomes[i].operand)));
      outcomes[i].called = false;
    }
  }

  /// One fault for each kind: broken by the same alternatives' reckoning, under the same requirement.
  void tell(Property property, const std::vector<Broken>& all) {
    using Kind = std::tuple<std::uint64_t, Requirement, bool>;
    std::vector<std::pair<Kind, PropertyFault>> kinds;
    std::vector<const Broken*> examples;
    for (const Broken& broken : all) {
      const Blame blame = blame_.of(broken.outcome, broken.alternatives);
      ++tally_.truth_checks;
      const Kind kind{broken.alternatives, blame.requirement, blame.widening};
      auto known = std::find_if(kinds.begin(), kinds.end(), [&](const auto& entry) { return entry.first == kind; });
      if (known == kinds.end()) {
        kinds.push_back({kind, {}});
        examples.push_back(&broken);
        known = kinds.end() - 1;
      }
      ++known->second.count;
    }
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      PropertyFault& fault = kinds[i].second;
      fault.property = property_name(property);
      fault.rejected_by = std::get<0>(kinds[i].first);
      explain(*examples[i], fault);
      tally_.property_faults.push_back(std::move(fault));
    }
  }

  void explain(const Broken& example, PropertyFault& fault) {
    PropertyOutcome shown = example.outcome;
    // A backend that answers otherwise when the case comes alone depends on its place, or on chance.
    std::vector<PropertyOutcome> alone = {shown};
    calls_.run(alone);
    const bool repeats = alone.front().called && alone.front().first == shown.first &&
                         alone.front().second == shown.second && alone.front().operand == shown.operand;
    if (repeats) {
      fault.call = property_call(shown.one.property, shown.number);
      if (options_.parameters.shrink) shown = shrunk(example);
    }
    const Blame blame = blame_.of(shown, example.alternatives);
    fault.requirement = blame.requirement;
    fault.witnesses = blame.witnesses;
    fault.what = words(shown, example.alternatives);
    if (blame.widening) {
      fault.what += "; it is the widening that is wrong";
      fault.blames = options_.widening->signature;
    }
    if (!repeats) fault.what += "; called alone, the same operands give other results";
  }

  /// The simplest case found that is broken in the same way. All shrinks of a case go into one block.
  PropertyOutcome shrunk(const Broken& example) {
    const Blame before = blame_.of(example.outcome, example.alternatives);
    PropertyOutcome best = example.outcome;
    rc::Shrinkable<PropertyCase> current = draws_.draw(best.one.property, best.number);
    for (int step = 0; step < most_shrinks; ++step) {
      std::vector<rc::Shrinkable<PropertyCase>> candidates;
      std::vector<PropertyOutcome> outcomes;
      auto shrinks = current.shrinks();
      while (auto next = shrinks.next()) {
        PropertyOutcome outcome;
        outcome.number = best.number;
        outcome.one = next->value();
        outcomes.push_back(outcome);
        candidates.push_back(std::move(*next));
      }
      if (outcomes.empty()) break;
      calls_.run(outcomes);
      const auto simpler = std::find_if(outcomes.begin(), outcomes.end(), [&](const PropertyOutcome& outcome) {
        if (judged(outcome).broken != example.alternatives) return false;
        const Blame blame = blame_.of(outcome, example.alternatives);
        return blame.requirement == before.requirement && blame.widening == before.widening;
      });
      if (simpler == outcomes.end()) break;
      if (options_.parameters.show_shrinking) {
        fmt::print(stderr, "{}: {}: {}\n", options_.signature, property_name(best.one.property),
                   words(*simpler, example.alternatives));
      }
      best = *simpler;
      current = candidates[static_cast<std::size_t>(simpler - outcomes.begin())];
    }
    return best;
  }

  std::string words(const PropertyOutcome& outcome, std::uint64_t alternatives) const {
    const auto& [from, to] = options_.conversion;
    const std::string first = hex_code(from, outcome.one.first), second = hex_code(from, outcome.one.second);
    const std::string got = hex_code(to, outcome.first), other = hex_code(to, outcome.second);
    switch (outcome.one.property) {
      case Property::monotone:
        return fmt::format("{} gives {}, the larger {} gives {}", first, got, second, other);
      case Property::odd_symmetry:
        return fmt::format("{} gives {}, its negative {} gives {}", first, got, second, other);
      case Property::within_ulp: {
        const auto promise = std::find_if(promises_.begin(), promises_.end(), [&](const PropertyPromise& candidate) {
          return (candidate.alternatives & alternatives) != 0;
        });
        return fmt::format(
            "{} gives {}, which is {}", first, got,
            promise->rules.to_nearest() ? "more than half an ulp off" : "not the neighbour that the rounding allows");
      }
      case Property::scaling:
        return fmt::format("{} gives {}, 2^{} times as much, {}, gives {}", first, got, outcome.one.scale, second,
                           other);
      case Property::widen_then_narrow:
        return fmt::format("{} becomes {} by {}, which comes back as {}", hex_code(to, outcome.one.first),
                           hex_code(from, outcome.operand), options_.widening->signature, got);
    }
    return {};
  }

  PartContext& context_;
  const PropertyOptions& options_;
  std::vector<PropertyPromise> promises_;
  PropertyDraws draws_;
  PropertyBlame blame_;
  Tally tally_;
  PropertyCalls calls_;
  std::map<Property, Progress> progress_;
  std::vector<std::uint64_t> operands_;  ///< whose results were judged
};

}  // namespace

std::vector<PropertyPromise> property_promises(const PropertyOptions& options,
                                               const std::vector<Semantics>& alternatives) {
  const std::vector<Semantics> widening = options.widening ? options.widening->alternatives : std::vector<Semantics>{};
  std::vector<PropertyPromise> promises;
  for (std::size_t i = 0; i < alternatives.size(); ++i) {
    PropertyRules rules(options.conversion, alternatives[i], widening);
    auto known = std::find_if(promises.begin(), promises.end(),
                              [&](const PropertyPromise& promise) { return promise.rules == rules; });
    if (known == promises.end()) known = promises.insert(promises.end(), {std::move(rules), 0});
    known->alternatives |= std::uint64_t{1} << i;
  }
  return promises;
}

std::vector<Property> promised_properties(const std::vector<PropertyPromise>& promises) {
  std::vector<Property> list;
  for (const Property property : all_properties) {
    const bool promised = std::any_of(promises.begin(), promises.end(),
                                      [&](const PropertyPromise& promise) { return promise.rules.promises(property); });
    if (promised) list.push_back(property);
  }
  return list;
}

Tally properties(PartContext& context, const PropertyOptions& options, const std::vector<Semantics>& alternatives) {
  return PropertiesPart(context, options, alternatives).run();
}

std::optional<std::uint64_t> property_operand(const PropertyOptions& options,
                                              const std::vector<Semantics>& alternatives, std::size_t block_rows,
                                              std::uint64_t call, std::uint64_t row) {
  const PropertyDraws draws(options, property_promises(options, alternatives));
  std::vector<std::uint64_t> operands;
  for (const Property property : draws.properties()) {
    if (property == Property::widen_then_narrow) continue;
    for (std::uint64_t i = 0; i < draws.wanted(); ++i) {
      const PropertyCase one = draws.draw(property, draws.first_number() + i).value();
      operands.push_back(one.first);
      if (one.has_second()) operands.push_back(one.second);
    }
  }
  const std::uint64_t index = call * block_rows + row;
  return index < operands.size() ? std::optional(operands[index]) : std::nullopt;
}

}  // namespace hallmark
