// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/tuple_properties.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <set>

#include "caller.h"
#include "case_id.h"
#include "formats/internal_error.h"
#include "inputs/bit_classes.h"
#include "inputs/random.h"
#include "judging/compare.h"
#include "judging/describe.h"
#include "judging/elementwise_judge.h"

namespace hallmark {
namespace {

using Tuple = std::vector<std::uint64_t>;

// Shrinking ends by itself; a backend that answers by chance could keep it going.
constexpr int most_shrinks = 1000;

struct Drawn {
  TupleProperty property = TupleProperty::commutative;
  std::uint64_t number = 0;
  TupleSeed seed;
  TupleCase one;
};

/// Draws the cases, the same ones wherever it is asked.
class Draws {
 public:
  Draws(const TuplePropertyOptions& options, const std::vector<Semantics>& alternatives) : options_(options) {
    for (const Semantics& semantics : alternatives) rules_.emplace_back(options.operation, semantics);
    generator_ = bit_class_codes({options.operation.operands[0], middle_of(options.operation.operands[0])});
  }

  const std::vector<TupleRules>& rules() const { return rules_; }

  std::vector<Drawn> all() const {
    std::vector<Drawn> list;
    for (const TupleProperty property : all_tuple_properties) {
      if (options_.single && options_.single->first != property) continue;
      const bool promised =
          std::any_of(rules_.begin(), rules_.end(), [&](const TupleRules& rules) { return rules.promises(property); });
      if (promised) add(property, list);
    }
    return list;
  }

  /// The case of a seed, where some alternative promises anything of it.
  std::optional<TupleCase> make(TupleProperty property, const TupleSeed& seed) const {
    for (const TupleRules& rules : rules_) {
      if (!rules.promises(property)) continue;
      if (auto made = rules.make(property, seed)) return made;
    }
    return std::nullopt;
  }

 private:
  /// The thresholds that the generator draws near: those of half the precision, where carries and ties lie.
  static Format middle_of(Format format) {
    format.significand_bits = std::max(1, format.significand_bits / 2);
    format.nan_codes = CodeSet::none();
    format.infinities = false;
    return format;
  }

  TupleSeed draw(TupleProperty property, std::uint64_t number) const {
    Random random(options_.parameters.seed.value_or(options_.seed),
                  fmt::format("{}@properties/{}/{}", options_.signature, tuple_property_name(property), number));
    TupleSeed seed;
    for (std::size_t i = 0; i <= options_.operation.operand_count; ++i) {
      seed.codes.push_back(generator_(rc::Random(random.next()), options_.parameters.size).value());
    }
    return seed;
  }

  void add(TupleProperty property, std::vector<Drawn>& list) const {
    const std::uint64_t first = options_.single ? options_.single->second : 0;
    const std::uint64_t wanted = options_.single ? 1 : static_cast<std::uint64_t>(options_.cases);
    const std::uint64_t most =
        options_.single ? 1 : wanted * (1 + static_cast<std::uint64_t>(options_.parameters.discard_ratio));
    std::uint64_t found = 0;
    for (std::uint64_t number = first; number < first + most && found < wanted; ++number) {
      TupleSeed seed = draw(property, number);
      auto made = make(property, seed);
      if (!made) continue;
      ++found;
      list.push_back({property, number, std::move(seed), std::move(*made)});
    }
  }

  const TuplePropertyOptions& options_;
  std::vector<TupleRules> rules_;
  rc::Gen<std::uint64_t> generator_ = rc::gen::just(std::uint64_t{0});
};

std::vector<Tuple> tuples_of(const std::vector<Drawn>& cases) {
  std::vector<Tuple> tuples;
  for (const Drawn& one : cases) {
    tuples.push_back(one.one.first);
    if (!one.one.second.empty()) tuples.push_back(one.one.second);
  }
  return tuples;
}

/// A case with its results; nothing where a call failed or left them unwritten.
struct Outcome {
  Drawn drawn;
  std::optional<std::uint64_t> first, second;
};

class PropertiesPart {
 public:
  PropertiesPart(PartContext& context, const TuplePropertyOptions& options, const std::vector<Semantics>& alternatives)
      : context_(context),
        options_(options),
        alternatives_(alternatives),
        draws_(options, alternatives),
        block_rows_(KernelCaller::block_rows(context.backend.description())),
        caller_(context, std::span(options.operation.operands).first(options.operation.operand_count),
                options.operation.result, options.index, block_rows_),
        poisoner_(options.operation, alternatives, options.seed) {
    tally_.alternatives = alternatives.size();
  }

  Tally run() {
    const std::vector<Drawn> cases = draws_.all();
    const std::vector<Outcome> outcomes = outcomes_of(cases);
    if (stopped_) return {};
    for (const TupleProperty property : promised_tuple_properties(options_.operation, alternatives_)) {
      if (!options_.single || options_.single->first == property) {
        tally_.property_cases[std::string(tuple_property_name(property))] = 0;
      }
    }
    std::set<Tuple> judged;
    std::map<TupleProperty, std::vector<std::pair<Outcome, std::uint64_t>>> broken;
    for (const Outcome& outcome : outcomes) {
      if (!outcome.first) continue;
      ++tally_.property_cases[std::string(tuple_property_name(outcome.drawn.property))];
      judged.insert(outcome.drawn.one.first);
      if (outcome.second) judged.insert(outcome.drawn.one.second);
      if (const std::uint64_t by = broken_by(outcome); by != 0) broken[outcome.drawn.property].push_back({outcome, by});
    }
    for (const Tuple& operands : judged) {
      ++tally_.tried[static_cast<std::size_t>(requirement_of(options_.operation, operands, mpfr_))];
    }
    for (const auto& [property, all] : broken) tell(property, all);
    return std::move(tally_);
  }

 private:
  std::vector<Outcome> outcomes_of(const std::vector<Drawn>& cases) {
    const std::vector<std::optional<std::uint64_t>> results = call(tuples_of(cases));
    std::vector<Outcome> outcomes;
    std::size_t at = 0;
    for (const Drawn& drawn : cases) {
      Outcome outcome{drawn, results[at++], {}};
      if (!drawn.one.second.empty()) {
        outcome.second = results[at++];
        if (!outcome.second) outcome.first.reset();
      }
      outcomes.push_back(std::move(outcome));
    }
    return outcomes;
  }

  std::vector<std::optional<std::uint64_t>> call(const std::vector<Tuple>& tuples) {
    std::vector<std::optional<std::uint64_t>> results(tuples.size());
    for (std::size_t first = 0; first < tuples.size() && !stopped_; first += block_rows_) {
      const std::size_t rows = std::min(block_rows_, tuples.size() - first);
      Columns columns(options_.operation.operand_count, std::vector<std::uint64_t>(rows));
      for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t i = 0; i < columns.size(); ++i) columns[i][row] = tuples[first + row][i];
      }
      call_block(columns, rows, std::span(results).subspan(first, rows));
    }
    return results;
  }

  void call_block(const Columns& columns, std::size_t rows, std::span<std::optional<std::uint64_t>> results) {
    const std::uint64_t number = next_call_++;
    if (rows != caller_.rows()) caller_.place(rows);
    for (std::size_t i = 0; i < columns.size(); ++i) caller_.set_operands(columns[i], i);
    if (context_.only) {
      if (context_.only->call != number) return;
      caller_.call_rows(number, static_cast<std::size_t>(context_.only->from),
                        static_cast<std::size_t>(context_.only->rows));
      stopped_ = true;
      return;
    }
    poisoner_.prepare(columns, rows);
    poisoner_.poison(0, caller_.result_fill());
    ++tally_.calls;
    const std::optional<std::string> fault = caller_.call(number);
    context_.flight.operands_done.fetch_add(rows, std::memory_order_relaxed);
    if (fault) {
      tally_.add_fault(*fault, mark_of_row(columns, 0));
      if (fault->starts_with("returned")) return;
    }
    const std::size_t bytes = options_.operation.result.bytes();
    bool suspect = false;
    for (std::size_t row = 0; row < rows; ++row) {
      results[row] = load_code(caller_.results(), bytes, row);
      suspect |= poisoner_.is_poison(row, *results[row], 0);
    }
    if (!suspect) return;
    poisoner_.poison(1, caller_.result_fill());
    caller_.call(number);
    for (std::size_t row = 0; row < rows; ++row) {
      if (!poisoner_.is_poison(row, *results[row], 0)) continue;
      if (!poisoner_.is_poison(row, load_code(caller_.results(), bytes, row), 1)) continue;
      results[row].reset();
      tally_.add_fault("left results unwritten", mark_of_row(columns, row));
    }
  }

  std::string mark_of_row(const Columns& columns, std::size_t row) const {
    Tuple operands;
    for (const auto& column : columns) operands.push_back(column[row]);
    return mark_of_operands(options_.operation.operands, operands);
  }

  /// The alternatives whose promise the results break.
  std::uint64_t broken_by(const Outcome& outcome) const {
    std::uint64_t mask = 0;
    const Drawn& drawn = outcome.drawn;
    for (std::size_t a = 0; a < draws_.rules().size(); ++a) {
      const TupleRules& rules = draws_.rules()[a];
      if (!rules.promises(drawn.property) || !rules.make(drawn.property, drawn.seed)) continue;
      if (rules.breaks(drawn.property, drawn.one, *outcome.first, outcome.second.value_or(0))) {
        mask |= std::uint64_t{1} << a;
      }
    }
    return mask;
  }

  /// The one whose result MPFR calls wrong under all these alternatives; both where only together they are.
  std::vector<Witness> blamed(const Outcome& outcome, std::uint64_t broken) {
    std::vector<Witness> all{{outcome.drawn.one.first, *outcome.first}};
    if (outcome.second) all.push_back({outcome.drawn.one.second, *outcome.second});
    std::uint64_t rejected_together = 0;
    ++tally_.truth_checks;
    for (const Witness& witness : all) {
      std::uint64_t rejected = 0;
      for (std::size_t a = 0; a < alternatives_.size(); ++a) {
        if (!elementwise_result(options_.operation, alternatives_[a], witness.operands, mpfr_).contains(witness.got)) {
          rejected |= std::uint64_t{1} << a;
        }
      }
      if ((broken & ~rejected) == 0) return {witness};
      rejected_together |= rejected;
    }
    if ((broken & ~rejected_together) == 0) return all;
    throw InternalError(fmt::format("MPFR accepts what breaks a property: {}@properties/{}/{}: {}", options_.signature,
                                    tuple_property_name(outcome.drawn.property), outcome.drawn.number, words(outcome)));
  }

  Requirement requirement_of_blamed(const std::vector<Witness>& witnesses) {
    return witnesses.size() == 1 ? requirement_of(options_.operation, witnesses.front().operands, mpfr_)
                                 : Requirement::consistency;
  }

  /// One fault for each requirement and set of alternatives.
  void tell(TupleProperty property, const std::vector<std::pair<Outcome, std::uint64_t>>& all) {
    std::map<std::pair<std::uint64_t, Requirement>, std::pair<PropertyFault, Outcome>> kinds;
    for (const auto& [outcome, by] : all) {
      const Requirement requirement = requirement_of_blamed(blamed(outcome, by));
      auto [known, is_new] = kinds.try_emplace({by, requirement}, PropertyFault{}, outcome);
      ++known->second.first.count;
    }
    for (auto& [kind, found] : kinds) {
      auto& [fault, example] = found;
      fault.property = tuple_property_name(property);
      fault.rejected_by = kind.first;
      fault.requirement = kind.second;
      const std::vector<Outcome> alone = outcomes_of({example.drawn});
      const bool repeats = alone.front().first == example.first && alone.front().second == example.second;
      const Outcome shown = repeats && options_.parameters.shrink ? shrunk(example, kind.first, kind.second) : example;
      if (repeats) {
        fault.call = fmt::format("properties/{}/{}", tuple_property_name(property), example.drawn.number);
      }
      fault.witnesses = blamed(shown, kind.first);
      fault.what = words(shown) + (repeats ? "" : "; called alone, the same operands give other results");
      tally_.property_faults.push_back(std::move(fault));
    }
  }

  /// The simplest case found that is broken in the same way: code after code takes the simplest of its simpler ones.
  Outcome shrunk(const Outcome& example, std::uint64_t by, Requirement requirement) {
    Outcome best = example;
    for (int step = 0; step < most_shrinks; ++step) {
      std::vector<Drawn> candidates;
      for (std::size_t i = 0; i < best.drawn.seed.codes.size(); ++i) {
        const Format& format = options_.operation.operands[0];
        for (const std::uint64_t code : simpler_codes(format, best.drawn.seed.codes[i])) {
          Drawn candidate = best.drawn;
          candidate.seed.codes[i] = code;
          auto made = draws_.make(candidate.property, candidate.seed);
          if (!made) continue;
          candidate.one = std::move(*made);
          candidates.push_back(std::move(candidate));
        }
      }
      const std::vector<Outcome> outcomes = outcomes_of(candidates);
      const auto simpler = std::find_if(outcomes.begin(), outcomes.end(), [&](const Outcome& outcome) {
        return outcome.first && broken_by(outcome) == by && requirement_of_blamed(blamed(outcome, by)) == requirement;
      });
      if (simpler == outcomes.end()) break;
      best = *simpler;
      if (options_.parameters.show_shrinking) fmt::print(stderr, "{}: {}\n", options_.signature, words(best));
    }
    return best;
  }

  std::string words(const Outcome& outcome) const {
    const auto tuple = [&](const Tuple& operands, std::uint64_t got) {
      std::vector<std::string> codes;
      for (std::size_t i = 0; i < operands.size(); ++i) {
        codes.push_back(hex_code(options_.operation.operands[i], operands[i]));
      }
      return fmt::format("{} give{} {}", fmt::join(codes, ", "), operands.size() == 1 ? "s" : "",
                         hex_code(options_.operation.result, got));
    };
    std::string text = tuple(outcome.drawn.one.first, *outcome.first);
    if (outcome.second) text += ", " + tuple(outcome.drawn.one.second, *outcome.second);
    return text;
  }

  PartContext& context_;
  const TuplePropertyOptions& options_;
  const std::vector<Semantics>& alternatives_;
  Draws draws_;
  std::size_t block_rows_;
  KernelCaller caller_;
  ElementwiseJudge poisoner_;  ///< knows codes that are wrong in a row
  MpfrArithmetic mpfr_;
  Tally tally_;
  std::uint64_t next_call_ = 0;
  bool stopped_ = false;
};

}  // namespace

std::vector<TupleProperty> promised_tuple_properties(const Elementwise& operation,
                                                     const std::vector<Semantics>& alternatives) {
  std::vector<TupleProperty> list;
  for (const TupleProperty property : all_tuple_properties) {
    if (std::any_of(alternatives.begin(), alternatives.end(),
                    [&](const Semantics& semantics) { return TupleRules(operation, semantics).promises(property); })) {
      list.push_back(property);
    }
  }
  return list;
}

Tally tuple_properties(PartContext& context, const TuplePropertyOptions& options,
                       const std::vector<Semantics>& alternatives) {
  return PropertiesPart(context, options, alternatives).run();
}

std::vector<std::string> tuple_property_operands(const TuplePropertyOptions& options,
                                                 const std::vector<Semantics>& alternatives, std::size_t block_rows,
                                                 std::uint64_t call, std::uint64_t row) {
  const std::vector<Tuple> tuples = tuples_of(Draws(options, alternatives).all());
  const std::uint64_t index = call * block_rows + row;
  std::vector<std::string> codes;
  if (index >= tuples.size()) return codes;
  const Tuple& operands = tuples[static_cast<std::size_t>(index)];
  for (std::size_t i = 0; i < operands.size(); ++i) {
    codes.push_back(hex_code(options.operation.operands[i], operands[i]));
  }
  return codes;
}

}  // namespace hallmark
