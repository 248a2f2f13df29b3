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
#include "semantics/nearest.h"

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
  explicit Draws(const TuplePropertyOptions& options) : options_(options) {
    generator_ = bit_class_codes({options.formats.operands[0], middle_of(options.formats.operands[0])});
  }

  std::vector<Drawn> all() const {
    std::vector<Drawn> list;
    for (const TupleProperty property : promised_tuple_properties(options_.rules)) {
      if (!options_.single || options_.single->first == property) add(property, list);
    }
    return list;
  }

  /// The case of a seed, where some alternative promises anything of it.
  std::optional<TupleCase> make(TupleProperty property, const TupleSeed& seed) const {
    for (const auto& rules : options_.rules) {
      if (!rules->promises(property)) continue;
      if (auto made = rules->make(property, seed)) return made;
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
    for (std::size_t i = 0; i <= options_.formats.operand_count; ++i) {
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
  PropertiesPart(PartContext& context, const TuplePropertyOptions& options)
      : context_(context),
        options_(options),
        draws_(options),
        block_rows_(KernelCaller::block_rows(context.backend.description())),
        caller_(context, std::span(options.formats.operands).first(options.formats.operand_count),
                options.formats.result, options.index, block_rows_),
        truth_(options.make_truth()) {
    tally_.alternatives = options.rules.size();
  }

  Tally run() {
    const std::vector<Drawn> cases = draws_.all();
    const std::vector<Outcome> outcomes = outcomes_of(cases);
    if (stopped_) return {};
    for (const TupleProperty property : promised_tuple_properties(options_.rules)) {
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
      ++tally_.tried[static_cast<std::size_t>(truth_->requirement(operands))];
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
      Columns columns(options_.formats.operand_count, std::vector<std::uint64_t>(rows));
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
    truth_->prepare(columns, rows);
    truth_->poison(0, caller_.result_fill());
    ++tally_.calls;
    const std::optional<std::string> fault = caller_.call(number);
    context_.flight.operands_done.fetch_add(rows, std::memory_order_relaxed);
    if (fault) {
      tally_.add_fault(*fault, mark_of_row(columns, 0));
      if (fault->starts_with("returned")) return;
    }
    const std::size_t bytes = options_.formats.result.bytes();
    bool suspect = false;
    for (std::size_t row = 0; row < rows; ++row) {
      results[row] = load_code(caller_.results(), bytes, row);
      suspect |= truth_->is_poison(row, *results[row], 0);
    }
    if (!suspect) return;
    truth_->poison(1, caller_.result_fill());
    caller_.call(number);
    for (std::size_t row = 0; row < rows; ++row) {
      if (!truth_->is_poison(row, *results[row], 0)) continue;
      if (!truth_->is_poison(row, load_code(caller_.results(), bytes, row), 1)) continue;
      results[row].reset();
      tally_.add_fault("left results unwritten", mark_of_row(columns, row));
    }
  }

  std::string mark_of_row(const Columns& columns, std::size_t row) const {
    Tuple operands;
    for (const auto& column : columns) operands.push_back(column[row]);
    return mark_of_operands(options_.formats.operands, operands);
  }

  /// The alternatives whose promise the results break.
  std::uint64_t broken_by(const Outcome& outcome) const {
    std::uint64_t mask = 0;
    const Drawn& drawn = outcome.drawn;
    for (std::size_t a = 0; a < options_.rules.size(); ++a) {
      const PropertyRules& rules = *options_.rules[a];
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
      for (std::size_t a = 0; a < options_.rules.size(); ++a) {
        if (!truth_->accepts(a, witness.operands, witness.got)) rejected |= std::uint64_t{1} << a;
      }
      if ((broken & ~rejected) == 0) return {witness};
      rejected_together |= rejected;
    }
    if ((broken & ~rejected_together) == 0) return all;
    throw InternalError(fmt::format("MPFR accepts what breaks a property: {}@properties/{}/{}: {}", options_.signature,
                                    tuple_property_name(outcome.drawn.property), outcome.drawn.number, words(outcome)));
  }

  Requirement requirement_of_blamed(const std::vector<Witness>& witnesses) {
    return witnesses.size() == 1 ? truth_->requirement(witnesses.front().operands) : Requirement::consistency;
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
        const Format& format = options_.formats.operands[0];
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
        codes.push_back(hex_code(options_.formats.operands[i], operands[i]));
      }
      return fmt::format("{} give{} {}", fmt::join(codes, ", "), operands.size() == 1 ? "s" : "",
                         hex_code(options_.formats.result, got));
    };
    std::string text = tuple(outcome.drawn.one.first, *outcome.first);
    if (outcome.second) text += ", " + tuple(outcome.drawn.one.second, *outcome.second);
    return text;
  }

  PartContext& context_;
  const TuplePropertyOptions& options_;
  Draws draws_;
  std::size_t block_rows_;
  KernelCaller caller_;
  std::unique_ptr<PropertyTruth> truth_;
  Tally tally_;
  std::uint64_t next_call_ = 0;
  bool stopped_ = false;
};

/// The operands of a row of a call, as hex codes, where they do not depend on results.
std::vector<std::string> operands_of(const TuplePropertyOptions& options, std::size_t block_rows, std::uint64_t call,
                                     std::uint64_t row) {
  const std::vector<Tuple> tuples = tuples_of(Draws(options).all());
  const std::uint64_t index = call * block_rows + row;
  std::vector<std::string> codes;
  if (index >= tuples.size()) return codes;
  const Tuple& operands = tuples[static_cast<std::size_t>(index)];
  for (std::size_t i = 0; i < operands.size(); ++i) codes.push_back(hex_code(options.formats.operands[i], operands[i]));
  return codes;
}

}  // namespace

std::vector<TupleProperty> promised_tuple_properties(const std::vector<std::shared_ptr<const PropertyRules>>& rules) {
  std::vector<TupleProperty> list;
  for (const TupleProperty property : all_tuple_properties) {
    if (std::any_of(rules.begin(), rules.end(), [&](const auto& one) { return one->promises(property); })) {
      list.push_back(property);
    }
  }
  return list;
}

Tally tuple_properties(PartContext& context, const TuplePropertyOptions& options) {
  return PropertiesPart(context, options).run();
}

TuplePropertyOptions tuple_property_options(const OfferedOperation& offered, const Elementwise& formats,
                                            const Plan& plan) {
  constexpr int quick = 1000, standard = 4000, exhaustive = 20000;
  TuplePropertyOptions options;
  options.formats = formats;
  options.index = offered.index;
  options.signature = to_string(offered.signature);
  options.seed = plan.seed;
  options.parameters = parse_property_parameters(plan.rc_params);
  options.cases = options.parameters.cases.value_or(plan.level == Level::quick      ? quick
                                                    : plan.level == Level::standard ? standard
                                                                                    : exhaustive);
  return options;
}

Part tuple_properties_part(const OfferedOperation& offered, std::string name, const TuplePropertyOptions& options,
                           std::size_t block_rows) {
  constexpr std::uint64_t tuples_of_a_case = 4;  // of all properties together
  const auto cost = static_cast<std::uint64_t>(options.cases) * tuples_of_a_case;
  Part part{test_name(offered.signature), std::move(name), options.signature, cost, {}, {}, true};
  part.run = [=](PartContext& context) { return result_of(tuple_properties(context, options)); };
  part.operands_of = [=](std::uint64_t call, std::uint64_t row) { return operands_of(options, block_rows, call, row); };
  return part;
}

std::optional<std::pair<TupleProperty, std::uint64_t>> property_of_case(const TuplePropertyOptions& options,
                                                                        const std::string& case_id) {
  constexpr std::string_view mine = "@properties/";
  std::string_view rest = rest_of_case(case_id);
  if (!rest.starts_with(mine)) return std::nullopt;
  rest.remove_prefix(mine.size());
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  const auto promised = promised_tuple_properties(options.rules);
  const auto property = find_tuple_property(rest.substr(0, slash));
  if (!property || std::find(promised.begin(), promised.end(), *property) == promised.end()) {
    std::vector<std::string_view> names;
    for (const TupleProperty one : promised) names.push_back(tuple_property_name(one));
    throw InputError(fmt::format("--case {}: {} is promised no property {}; {}", case_id, options.signature,
                                 in_quotes(rest.substr(0, slash)),
                                 names.empty() ? "it has none" : "it has " + alternatives(names)));
  }
  return std::pair(*property, number_of_case(case_id, slash == rest.size() ? "" : rest.substr(slash + 1)));
}

}  // namespace hallmark
