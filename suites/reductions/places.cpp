// SPDX-License-Identifier: Apache-2.0
#include "reductions/places.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "inputs/initial_values.h"
#include "judging/judge.h"
#include "judging/reduction_judge.h"
#include "reductions/reduction_caller.h"

namespace hallmark {
namespace {

// Two of no vector's and no tile's width.
constexpr std::size_t sample_rows = 29, sample_columns = 13;
constexpr std::size_t depths[] = {1, 7, 33, 64, 257, 1024};

/// One call: which of the sample stands in its rows and columns. `sample_rows` is a row of NaN.
struct Arrangement {
  std::size_t depth = 0;
  bool is_first = false;  ///< of its depth: what the others are compared with
  std::vector<std::size_t> rows, columns;
  std::size_t gap = 0;
};

/// Results that a row of the sample may have, at most.
std::size_t sample_results(const Reduction& reduction, std::size_t depth) {
  return reduction.has_result_of_each_element() ? depth : sample_columns;
}

std::vector<std::size_t> counted(std::size_t from, std::size_t count, std::size_t below) {
  std::vector<std::size_t> list(count);
  for (std::size_t i = 0; i < count; ++i) list[i] = (from + i) % below;
  return list;
}

std::vector<Arrangement> arrangements(const Reduction& reduction) {
  const bool is_matmul = reduction.kind == ReductionKind::matmul;
  std::vector<Arrangement> list;
  for (const std::size_t depth : depths) {
    const auto all_columns = counted(0, is_matmul ? sample_columns : 1, sample_columns);
    const auto add = [&](std::vector<std::size_t> rows, std::size_t first_column, std::size_t columns) {
      Arrangement one{depth, false, std::move(rows), all_columns, list.size() % 4};
      if (is_matmul) one.columns = counted(first_column, columns, sample_columns);
      list.push_back(std::move(one));
    };
    add(counted(0, sample_rows, sample_rows), 0, sample_columns);
    list.back().is_first = true;
    for (const std::size_t alone : {0u, 3u, 11u, 28u}) add({alone}, alone % sample_columns, 1);
    for (const std::size_t rows : {2u, 3u, 4u, 5u, 7u, 8u, 9u, 15u, 16u, 17u}) {
      add(counted(rows, rows, sample_rows), rows % sample_columns, std::min(rows, sample_columns));
    }
    add(counted(5, 3 * sample_rows, sample_rows), 2, sample_columns);  // more rows than there are: some stand twice
    std::vector<std::size_t> backward = counted(0, sample_rows, sample_rows);
    std::reverse(backward.begin(), backward.end());
    add(backward, 7, sample_columns);
    std::vector<std::size_t> among_nan;
    for (std::size_t row = 0; row < sample_rows; ++row) {
      among_nan.push_back(sample_rows);
      among_nan.push_back(row);
    }
    add(among_nan, 0, sample_columns);
  }
  return list;
}

std::vector<HardDot> sample_of(const TriedReduction& tried, std::size_t depth) {
  std::vector<HardDotKind> kinds = {HardDotKind::exponent_spread, HardDotKind::ill_conditioned,
                                    HardDotKind::random_walk, HardDotKind::full_window, HardDotKind::all_positive};
  HardDotKind always = HardDotKind::random_walk;
  if (tried.reduction.is_predicate()) kinds = {HardDotKind::finite_extremes, HardDotKind::one_not_finite};
  if (tried.reduction.is_predicate()) always = HardDotKind::finite_extremes;
  if (tried.reduction.is_of_exponentials()) {
    kinds = {HardDotKind::exponential_spread, HardDotKind::large_magnitude, HardDotKind::dominant_element};
    always = HardDotKind::exponential_spread;
  }
  Random random(tried.seed, fmt::format("{}@places {}", tried.signature, depth));
  std::vector<HardDot> sample;
  for (std::size_t i = 0; sample.size() < sample_rows; ++i) {
    const HardDotKind kind = i > 8 * sample_rows ? always : kinds[i % kinds.size()];
    if (auto dot = hard_dot_with_initial(kind, tried.reduction, depth, random, tried.precision())) {
      sample.push_back(std::move(*dot));
    }
  }
  HardDot nan = sample.front();
  const auto fill = [](std::vector<std::uint64_t>& codes, const Format& format) {
    std::fill(codes.begin(), codes.end(), format.has_nan() ? format.default_nan() : format.largest_finite());
  };
  fill(nan.left, tried.reduction.left);
  fill(nan.right, tried.reduction.right);
  sample.push_back(std::move(nan));
  return sample;
}

class Places {
 public:
  Places(PartContext& context, const TriedReduction& tried, std::optional<std::uint64_t> single)
      : context_(context),
        tried_(tried),
        single_(single),
        arrangements_(arrangements(tried.reduction)),
        caller_(context, tried.reduction, tried.operation),
        judge_(tried.reduction, tried.alternatives) {
    tally_.alternatives = tried.alternatives.size();
    const auto all = [&](auto holds) {
      return std::all_of(tried.alternatives.begin(), tried.alternatives.end(), holds);
    };
    repeats_ = all([](const Semantics& one) { return one.deterministic; });
    invariant_ = all([](const Semantics& one) { return one.batch_invariant; });
  }

  Tally run() {
    if (context_.only) {
      if (context_.only->call < arrangements_.size()) {
        place(static_cast<std::size_t>(context_.only->call));
        caller_.call_rows(context_.only->call, static_cast<std::size_t>(context_.only->from),
                          static_cast<std::size_t>(context_.only->rows));
      }
      return {};
    }
    for (std::size_t number = 0; number < arrangements_.size(); ++number) {
      if (is_wanted(number)) try_call(number);
    }
    // The last first: each comes after other calls than before. A single one as often as the part has calls.
    for (std::size_t calls = 0; calls < arrangements_.size() && !kept_.empty(); calls += kept_.size()) {
      for (auto call = kept_.rbegin(); call != kept_.rend(); ++call) call_again(call->first, call->second);
    }
    for (const auto& [depth, baseline] : baselines_) tally_.position_tried += baseline.got.size();
    tally_.position_failed = failed_.size();
    tally_.repeat_failed = tally_.repeats.size();
    if (tally_.calls > 0) add_traits();
    return std::move(tally_);
  }

 private:
  using Key = std::pair<std::size_t, std::size_t>;  ///< of the sample: row, column
  struct Baseline {
    std::map<Key, std::uint64_t> got;
    std::map<Key, OutputPlace> place;
    std::size_t rows = 0, misalignment = 0;
  };

  bool is_wanted(std::size_t number) const {
    const Arrangement& one = arrangements_[number];
    return !single_ || *single_ == number ||
           (one.is_first && *single_ < arrangements_.size() && arrangements_[*single_].depth == one.depth);
  }

  const CallOperands& place(std::size_t number) {
    const Arrangement& one = arrangements_[number];
    auto& sample = samples_[one.depth];
    if (sample.empty()) sample = sample_of(tried_, one.depth);
    ReductionCall call;
    call.rows = one.rows.size();
    call.columns = one.columns.size();
    call.depth = one.depth;
    call.numbered = call.results();
    call.gap = one.gap;
    operands_.emplace(tried_.reduction, call, sample, one.rows, one.columns);
    caller_.place(*operands_);
    return *operands_;
  }

  Key key_of(std::size_t number, const OutputPlace& at) const {
    const Arrangement& one = arrangements_[number];
    return {one.rows[at.row], tried_.reduction.has_result_of_each_element() ? at.column : one.columns[at.column]};
  }
  static std::string name_of(std::size_t number) { return fmt::format("places/{}", number); }
  std::vector<std::uint64_t> witness(std::size_t number, const Key& key) const {
    const std::size_t depth = arrangements_[number].depth;
    return {depth, places_witness, key.first * sample_results(tried_.reduction, depth) + key.second};
  }

  bool call(std::size_t number) {
    ++tally_.calls;
    const std::optional<std::string> fault = caller_.call(number);
    if (fault) tally_.add_fault(*fault, fmt::format("@{}", name_of(number)));
    return !fault || !fault->starts_with("returned");
  }

  void try_call(std::size_t number) {
    const CallOperands& operands = place(number);
    caller_.fill_results(poison_candidates(tried_.reduction.result)[0]);
    if (!call(number)) return;
    std::vector<std::uint64_t> got;
    for (const OutputPlace& at : operands.results()) got.push_back(caller_.result(at));
    std::vector<std::size_t> at_fault;
    for (std::size_t i = 0; i < got.size(); ++i) {
      const OutputPlace& at = operands.results()[i];
      const Key key = key_of(number, at);
      if (key.first == sample_rows) continue;
      Baseline& baseline = baselines_[operands.call().depth];
      if (arrangements_[number].is_first) {
        baseline.got.emplace(key, got[i]);
        baseline.place.emplace(key, at);
        baseline.rows = operands.call().rows;
        baseline.misalignment = caller_.misalignment();
      } else if (!baseline.got.contains(key)) {
        continue;
      } else if (baseline.got.at(key) != got[i] && differs(number, operands, at, got[i], baseline)) {
        at_fault.push_back(i);
      }
    }
    if (!at_fault.empty()) {
      // Is it the place? The same call once more tells.
      caller_.call(number);
      const std::size_t before = tally_.positions.size() - at_fault.size();
      for (std::size_t i = 0; i < at_fault.size(); ++i) {
        tally_.positions[before + i].repeats = caller_.result(operands.results()[at_fault[i]]) == got[at_fault[i]];
      }
    }
    context_.flight.operands_done.fetch_add(got.size() * operands.call().depth, std::memory_order_relaxed);
    kept_[number] = std::move(got);
  }

  bool differs(std::size_t number, const CallOperands& operands, const OutputPlace& at, std::uint64_t got,
               const Baseline& baseline) {
    const Key key = key_of(number, at);
    const std::uint64_t there_got = baseline.got.at(key);
    const bool both_nan = tried_.reduction.result.is_nan(got) && tried_.reduction.result.is_nan(there_got);
    if (!both_nan && !variant_) variant_ = number;
    judge_.prepare(operands.row(at));
    const std::uint64_t all = judge_.every_alternative();
    const std::uint64_t here = all & ~judge_.rejected_by(got), there = all & ~judge_.rejected_by(there_got);
    if ((here & there) != 0 && !invariant_) return false;
    if (both_nan && (here & there) != 0) return false;  // which NaN comes back is its own question
    judge_.confirm(operands.row(at));
    failed_.insert({operands.call().depth, key});
    PositionFault fault{name_of(number),           operands.call().rows,        at.row,
                        caller_.misalignment(),    {witness(number, key), got}, baseline.rows,
                        baseline.place.at(key).row};
    fault.both_right = (here & there) != 0;
    if (here != 0 && there == 0) {
      // It is the first call that was wrong.
      std::swap(fault.rows, fault.right_rows);
      std::swap(fault.row, fault.right_row);
      fault.misalignment = baseline.misalignment;
      fault.witness.got = there_got;
    }
    tally_.positions.push_back(std::move(fault));
    return true;
  }

  void call_again(std::size_t number, const std::vector<std::uint64_t>& kept) {
    const CallOperands& operands = place(number);
    // What is not written is told by the sweeps, so it must not look like another result here.
    for (std::size_t i = 0; i < kept.size(); ++i) caller_.set_result(operands.results()[i], kept[i]);
    if (!call(number)) return;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      const OutputPlace& at = operands.results()[i];
      const std::uint64_t again = caller_.result(at);
      const Key key = key_of(number, at);
      if (again == kept[i] || key.first == sample_rows) continue;
      const bool is_new = unrepeated_.insert({operands.call().depth, key}).second;
      if (!first_unrepeated_) first_unrepeated_ = number;
      if (!repeats_) continue;
      failed_.insert({operands.call().depth, key});
      if (is_new) {
        tally_.repeats.push_back({name_of(number), operands.call().rows, at.row, witness(number, key), kept[i], again});
      }
    }
    context_.flight.operands_done.fetch_add(kept.size() * operands.call().depth, std::memory_order_relaxed);
  }

  void add_traits() {
    const auto add = [&](const char* trait, std::optional<std::size_t> contradiction, std::string otherwise) {
      if (contradiction) {
        tally_.traits[trait] = fmt::format("no: {}@{}", tried_.signature, name_of(*contradiction));
      } else if (!single_) {
        tally_.traits[trait] = std::move(otherwise);
      }
    };
    add("deterministic", first_unrepeated_, "yes");
    // What changes by itself says nothing about places.
    add("batch_invariant", first_unrepeated_ ? std::nullopt : variant_,
        first_unrepeated_ ? "unknown: results change from call to call" : "yes");
  }

  PartContext& context_;
  const TriedReduction& tried_;
  std::optional<std::uint64_t> single_;
  std::vector<Arrangement> arrangements_;
  ReductionCaller caller_;
  ReductionJudge judge_;
  bool repeats_ = false, invariant_ = false;
  std::map<std::size_t, std::vector<HardDot>> samples_;  ///< by depth
  std::optional<CallOperands> operands_;                 ///< of the call that is placed
  std::map<std::size_t, Baseline> baselines_;            ///< by depth
  std::map<std::size_t, std::vector<std::uint64_t>> kept_;
  std::set<std::pair<std::size_t, Key>> failed_, unrepeated_;
  std::optional<std::size_t> variant_, first_unrepeated_;  ///< calls
  Tally tally_;
};

}  // namespace

Tally try_places(PartContext& context, const TriedReduction& tried, std::optional<std::uint64_t> single) {
  return Places(context, tried, single).run();
}

std::uint64_t places_calls(const TriedReduction& tried) { return arrangements(tried.reduction).size(); }

std::uint64_t cost_of_places(const TriedReduction& tried) {
  std::uint64_t terms = 0;
  for (const Arrangement& one : arrangements(tried.reduction)) {
    terms += one.rows.size() * one.columns.size() * one.depth;
  }
  return 2 * terms;
}

std::optional<FoundResult> find_place(const TriedReduction& tried, std::uint64_t depth, std::uint64_t number) {
  const std::size_t results = sample_results(tried.reduction, static_cast<std::size_t>(depth));
  if (results == 0) return {};
  const auto row = static_cast<std::size_t>(number / results), column = static_cast<std::size_t>(number % results);
  if (row >= sample_rows || std::find(std::begin(depths), std::end(depths), depth) == std::end(depths)) return {};
  ReductionCall call;
  call.rows = 1;
  call.depth = static_cast<std::size_t>(depth);
  auto operands = std::make_shared<const CallOperands>(tried.reduction, call, sample_of(tried, call.depth),
                                                       std::vector{row}, std::vector<std::size_t>{column});
  return FoundResult{std::move(operands), {0, tried.reduction.has_result_of_each_element() ? column : 0}};
}

}  // namespace hallmark
