// SPDX-License-Identifier: Apache-2.0
#include "reductions/hard_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

#include "formats/formats.h"
#include "judging/judge.h"
#include "judging/reduction_hypotheses.h"
#include "judging/reduction_judge.h"
#include "reductions/call_vectors.h"
#include "reductions/reduction_caller.h"
#include "semantics/accumulation_model.h"
#include "semantics/named_accumulators.h"

namespace hallmark {
namespace {

// Deeper rows cost more and show weaker models no better.
constexpr std::size_t deepest_evidence = 512;

// Mismatches are examined up to so many terms of a part, then up to fewer of each call, of rows that are not too deep:
// hypotheses cost far more than judging.
constexpr std::uint64_t most_examined = 1 << 17, most_examined_of_call = 512;
constexpr std::size_t deepest_examined_later = 4096;
// MPFR judges the first result of each call no deeper, and so many of all others, again.
constexpr std::size_t deepest_first = 4096;
constexpr std::uint64_t confirmed_one_in = 1024;

int precision_of(const Semantics& semantics) {
  const auto model = accumulation_model(semantics);
  const auto* known = std::get_if<AccumulationModel>(&model);
  return known != nullptr ? known->accumulator.format.precision() : float32.precision();
}

/// Whether the profile's accumulator is not allowed what makes the named one weak: nobody is there to catch what a
/// profile states.
bool excludes(const Semantics& profile, std::string_view name) {
  const auto named = named_accumulators();
  const auto found =
      std::find_if(named.begin(), named.end(), [&](const NamedAccumulator& one) { return one.name == name; });
  if (found == named.end()) return true;  // a fault, no accumulator
  const Accumulator &stated = profile.accumulator, &weaker = found->semantics.accumulator;
  const auto is_nearest = [](const Accumulator& one) { return one.rounding == "rne" || one.rounding == "rna"; };
  if (name == "fma_chain") return stated.subnormal_accumulator != "keep";  // it is there for what it keeps
  if (weaker.subnormal_accumulator != "keep" && stated.subnormal_accumulator != "keep") return false;
  const int precision = precision_of(profile);
  if (!weaker.partials.empty()) return stated.partials.empty() && precision > bfloat16.precision();
  if (weaker.products == "rounded") return stated.products == "exact" && precision > bfloat16.precision();
  const int other = precision_of(found->semantics);
  if (other < float32.precision()) return precision > other;
  // So few bits in any order may lose as much as any rounding does.
  if (precision <= bfloat16.precision() && !stated.exact_model) return false;
  if (weaker.rounding == stated.rounding) return false;
  return is_nearest(stated) || stated.exact_model;
}

/// A judged result of a call: what is right, and what stood in its place before.
struct Judged {
  OutputPlace place;
  std::uint64_t number = 0;
  bool is_numbered = true;  ///< not one of the rest (ReductionCall)
  std::vector<Acceptance> accepted;
  std::array<std::uint64_t, 2> poisons{};
  bool tells_unwritten = false;
};

class HardRows {
 public:
  HardRows(PartContext& context, const TriedReduction& tried, HardDotKind kind, std::optional<std::uint64_t> single)
      : context_(context),
        tried_(tried),
        kind_(kind),
        single_(single),
        caller_(context, tried.reduction, tried.operation),
        judge_(tried.reduction, tried.alternatives),
        hypotheses_(tried.reduction, tried.alternatives.front()),
        sample_(tried.seed, fmt::format("{}@{} confirmed", tried.signature, info_of(kind).name)) {
    tally_.alternatives = tried.alternatives.size();
    if (single) return;
    remember_other_kinds();
    const auto names = weaker_models(tried, kind);
    if (!names.empty()) tally_.weaker_caught[std::string(info_of(kind).name)] = has_nothing_to_show();
    for (const std::string_view name : names) weaker_.emplace_back(name, tried.reduction, tried.alternatives.front());
  }

  Tally run() {
    const auto calls = calls_of(tried_.reduction, kind_, single_ ? Level::exhaustive : tried_.level);
    for (std::uint64_t number = 0; number < calls.size(); ++number) {
      const ReductionCall& call = calls[number];
      if (single_ && !call.index_of(*single_)) continue;
      if (context_.only && context_.only->call != number) continue;
      const CallOperands operands(tried_.reduction, tried_.signature, call, tried_.seed, tried_.precision());
      if (operands.is_empty()) continue;
      caller_.place(operands);
      if (context_.only) {
        caller_.call_rows(number, static_cast<std::size_t>(context_.only->from),
                          static_cast<std::size_t>(context_.only->rows));
        return {};
      }
      try_call(number, operands);
    }
    return std::move(tally_);
  }

 private:
  /// The alternatives that flush sums in an order left open: among subnormal sums their bound takes flushed and kept
  /// ones alike, so no weaker accumulator is to be caught there.
  std::uint64_t has_nothing_to_show() const {
    std::uint64_t alternatives = 0;
    if (kind_ != HardDotKind::subnormal_ladder) return alternatives;
    for (std::size_t a = 0; a < tried_.alternatives.size(); ++a) {
      const Accumulator& accumulator = tried_.alternatives[a].accumulator;
      const bool is_open = accumulator.subnormal_accumulator != "keep" && !accumulator.exact_model;
      if (is_open) alternatives |= std::uint64_t{1} << a;
    }
    return alternatives;
  }

  /// A shallow row may be one of a kind that stands earlier in the list, whose test counts it.
  void remember_other_kinds() {
    constexpr std::size_t deepest = 9;
    for (const HardDotInfo& info : hard_row_kinds(tried_.reduction)) {
      if (info.kind == kind_) return;
      for (const ReductionCall& call : calls_of(tried_.reduction, info.kind, Level::quick)) {
        if (call.depth > deepest) break;
        const CallOperands operands(tried_.reduction, tried_.signature, call, tried_.seed, tried_.precision());
        CallVectors vectors(operands, judge_);
        for (const OutputPlace& place : operands.results()) seen_.insert(vectors.digest(place));
      }
    }
  }

  void try_call(std::uint64_t number, const CallOperands& operands) {
    std::vector<Judged> judged = prepare(operands);
    if (judged.empty()) return;
    poison(judged, 0);
    ++tally_.calls;
    examined_of_call_ = 0;
    const std::optional<std::string> fault = caller_.call(number);
    if (fault) {
      tally_.add_fault(*fault, mark_of_result(kind_, judged.front().number));
      if (fault->starts_with("returned")) return;  // a failed call has no results
    }
    std::vector<std::uint64_t> got;
    for (const Judged& one : judged) got.push_back(caller_.result(one.place));
    const std::vector<bool> unwritten = find_unwritten(number, judged, got);
    for (std::size_t i = 0; i < judged.size(); ++i) {
      if (unwritten[i]) continue;
      const std::uint64_t rejected = rejected_by(judged[i], got[i]);
      if (rejected != 0) record(operands, judged[i], got[i], rejected);
    }
    context_.flight.operands_done.fetch_add(judged.size() * std::max<std::size_t>(1, operands.call().depth),
                                            std::memory_order_relaxed);
  }

  std::vector<Judged> prepare(const CallOperands& operands) {
    std::vector<Judged> judged;
    const ReductionCall& call = operands.call();
    CallVectors vectors(operands, judge_);
    for (std::size_t i = 0; i < operands.results().size(); ++i) {
      const std::uint64_t number = call.number_of(i);
      if (single_ && number != *single_) continue;
      const OutputPlace place = operands.results()[i];
      if (!seen_.insert(vectors.digest(place)).second) continue;
      const ReductionRow row = operands.row(place);
      judge_.prepare(row, vectors.left(place), vectors.right(place));
      Judged one{place, number, i < call.numbered, {}, {}, false};
      for (std::size_t a = 0; a < tried_.alternatives.size(); ++a) one.accepted.push_back(judge_.accepted(a));
      const bool is_first = judged.empty() && call.depth <= deepest_first;
      if (sample_.below(confirmed_one_in) == 0 || is_first) confirm(row, one);
      choose_poisons(one);
      if (one.is_numbered) look_for_evidence(one, row);
      judged.push_back(std::move(one));
      context_.flight.heartbeat.fetch_add(1, std::memory_order_relaxed);
    }
    tally_.tried[static_cast<std::size_t>(requirement_of(tried_.reduction))] += judged.size();
    return judged;
  }

  /// Throws InternalError where MPFR says otherwise.
  void confirm(const ReductionRow& row, const Judged& one) {
    judge_.confirm(row, one.accepted);
    ++tally_.truth_checks;
  }

  std::uint64_t rejected_by(const Judged& one, std::uint64_t code) const {
    std::uint64_t rejected = 0;
    for (std::size_t a = 0; a < one.accepted.size(); ++a) {
      if (!one.accepted[a].contains(tried_.reduction.result, code)) rejected |= std::uint64_t{1} << a;
    }
    return rejected;
  }

  /// Codes that no alternative takes for right; where there are not two, what stands there may be right.
  void choose_poisons(Judged& one) const {
    std::size_t found = 0;
    const auto offer = [&](std::uint64_t code) {
      if (found < one.poisons.size() && rejected_by(one, code) == judge_.every_alternative()) {
        one.poisons[found++] = code;
      }
    };
    for (const std::uint64_t candidate : poison_candidates(tried_.reduction.result)) offer(candidate);
    offer(tried_.reduction.result.largest_finite());
    offer(0);
    one.tells_unwritten = found == one.poisons.size();
    if (!one.tells_unwritten) one.poisons.fill(poison_candidates(tried_.reduction.result)[0]);
  }

  void poison(const std::vector<Judged>& judged, std::size_t turn) {
    caller_.fill_results(poison_candidates(tried_.reduction.result)[turn]);
    for (const Judged& one : judged) caller_.set_result(one.place, one.poisons[turn]);
  }

  /// Where both of two different poisons stay, nothing was written.
  std::vector<bool> find_unwritten(std::uint64_t number, const std::vector<Judged>& judged,
                                   const std::vector<std::uint64_t>& got) {
    std::vector<bool> unwritten(judged.size(), false);
    bool is_suspect = false;
    for (std::size_t i = 0; i < judged.size(); ++i) {
      unwritten[i] = judged[i].tells_unwritten && got[i] == judged[i].poisons[0];
      is_suspect |= unwritten[i];
    }
    if (!is_suspect) return unwritten;
    poison(judged, 1);
    caller_.call(number);
    std::optional<std::uint64_t> first;
    for (std::size_t i = 0; i < judged.size(); ++i) {
      unwritten[i] = unwritten[i] && caller_.result(judged[i].place) == judged[i].poisons[1];
      if (unwritten[i] && !first) first = judged[i].number;
    }
    if (first) tally_.add_fault("left results unwritten", mark_of_result(kind_, *first));
    return unwritten;
  }

  void look_for_evidence(const Judged& one, const ReductionRow& row) {
    if (weaker_.empty() || row.depth() > deepest_evidence || row.depth() == 0) return;
    std::uint64_t& caught = tally_.weaker_caught.begin()->second;
    // One model caught under every alternative is enough.
    for (const WeakerModel& weaker : weaker_) {
      if (caught != judge_.every_alternative()) caught |= rejected_by(one, weaker.result(row));
    }
    if (caught == judge_.every_alternative()) weaker_.clear();
  }

  void record(const CallOperands& operands, const Judged& one, std::uint64_t got, std::uint64_t rejected) {
    const ReductionRow row = operands.row(one.place);
    confirm(row, one);
    MismatchGroup group;
    group.rejected_by = rejected;
    group.requirement = requirement_of(tried_.reduction);
    group.explained_by = rejected == judge_.every_alternative() ? explained_by(row, got) : other_option;
    group.count = 1;
    group.smallest = group.last = {witness_operands(operands.call(), one.number), got};
    tally_.add(group);
  }

  std::uint64_t explained_by(const ReductionRow& row, std::uint64_t got) {
    const bool is_due = examined_ < most_examined ||
                        (row.depth() <= deepest_examined_later && examined_of_call_ < most_examined_of_call);
    if (!is_due) {
      ++tally_.unexamined;
      return unexamined_mismatch;
    }
    examined_ += std::max<std::size_t>(1, row.depth());
    examined_of_call_ += std::max<std::size_t>(1, row.depth());
    return hypotheses_.explained_by(row, got);
  }

  PartContext& context_;
  const TriedReduction& tried_;
  HardDotKind kind_;
  std::optional<std::uint64_t> single_;
  ReductionCaller caller_;
  ReductionJudge judge_;
  ReductionHypotheses hypotheses_;
  std::vector<WeakerModel> weaker_;  ///< not caught yet
  Random sample_;                    ///< of results that MPFR judges again
  std::uint64_t examined_ = 0;       ///< terms of mismatches that hypotheses were asked about
  std::uint64_t examined_of_call_ = 0;
  std::unordered_set<RowDigest, RowDigestHash> seen_;
  Tally tally_;
};

}  // namespace

int TriedReduction::precision() const { return precision_of(alternatives.front()); }

std::vector<std::uint64_t> witness_operands(const ReductionCall& call, std::uint64_t number) {
  return {call.depth, static_cast<std::uint64_t>(call.kind), number};
}

std::string mark_of_result(HardDotKind kind, std::uint64_t number) {
  return fmt::format("@{}/{}", info_of(kind).name, number);
}

std::optional<HardDotKind> hard_dot_kind_of(const Reduction& reduction, std::string_view name) {
  for (const HardDotInfo& info : hard_row_kinds(reduction)) {
    if (info.name == name) return info.kind;
  }
  return std::nullopt;
}

std::vector<std::string_view> weaker_models(const TriedReduction& tried, HardDotKind kind) {
  const Reduction& reduction = tried.reduction;
  const Format& result = reduction.result;
  const int product_bits = reduction.left.precision() + (reduction.has_two_factors() ? reduction.right.precision() : 0);
  switch (kind) {
    case HardDotKind::ties:
    case HardDotKind::huge_and_tiny:  // a narrower result hides the accumulator's last bits
      if (result.precision() < tried.precision()) return {};
      break;
    case HardDotKind::probes:  // and formats of few exponents have no term small enough to be lost
      if (result.precision() < tried.precision() || reduction.left.exponent_bits < 3) return {};
      break;
    case HardDotKind::overflow_ladder:  // and what is narrower than bfloat16 hides what bfloat16 loses
      if (result.precision() < bfloat16.precision()) return {};
      break;
    case HardDotKind::alternating:
    case HardDotKind::ill_conditioned:  // products that bfloat16 holds with room cancel to what it holds too
      if (product_bits < bfloat16.precision()) return {};
      break;
    case HardDotKind::subnormal_ladder:  // products of subnormal operands far below the result's least number
      if (reduction.left.min_exponent() + 8 < result.min_exponent() - result.significand_bits) return {};
      break;
    case HardDotKind::large_magnitude:  // whose exponentials the accumulator holds
      if (decode(reduction.left, reduction.left.largest_finite()).exponent + reduction.left.precision() <= 7) return {};
      break;
    case HardDotKind::underflow_ladder:  // a logarithm's sum never gets there
      if (reduction.kind != ReductionKind::softmax || reduction.left.exponent_bits < 4) return {};
      break;
    case HardDotKind::finite_extremes:  // sums that the accumulator holds are finite
      if (reduction.left.exponent_bits < float32.exponent_bits) return {};
      break;
    default:
      break;
  }
  // What is planted for sums of elements is lost in sums of their squares.
  constexpr HardDotKind planted[] = {
      HardDotKind::ill_conditioned,  HardDotKind::alternating,     HardDotKind::huge_and_tiny, HardDotKind::ties,
      HardDotKind::subnormal_ladder, HardDotKind::overflow_ladder, HardDotKind::probes};
  const bool is_planted = std::find(std::begin(planted), std::end(planted), kind) != std::end(planted);
  if (reduction.kind == ReductionKind::sum_of_squares && is_planted) return {};
  std::vector<std::string_view> names = info_of(kind).catches;
  // Where the profile flushes, whoever keeps subnormal sums is to be caught.
  if (kind == HardDotKind::subnormal_ladder) names.emplace_back("fma_chain");
  const bool has_nan = reduction.left.has_nan(), has_infinity = reduction.left.infinities;
  std::erase_if(names, [&](std::string_view name) {
    return (name == "nan_skipped" && !has_nan) || (name == "infinity_clamped" && !has_infinity) ||
           !excludes(tried.alternatives.front(), name);
  });
  return names;
}

Tally sweep_hard_rows(PartContext& context, const TriedReduction& tried, HardDotKind kind,
                      std::optional<std::uint64_t> single) {
  return HardRows(context, tried, kind, single).run();
}

std::uint64_t cost_of_hard_rows(const TriedReduction& tried, HardDotKind kind) {
  std::uint64_t terms = 0;
  for (const ReductionCall& call : calls_of(tried.reduction, kind, tried.level)) {
    terms += call.results() * std::max<std::size_t>(1, call.depth);
  }
  return terms;
}

std::uint64_t number_of_row(const TriedReduction& tried, HardDotKind kind, std::uint64_t call, std::uint64_t row) {
  const auto calls = calls_of(tried.reduction, kind, tried.level);
  if (call >= calls.size()) return 0;
  const ReductionCall& its = calls[call];
  const CallOperands operands(tried.reduction, tried.signature, its, tried.seed, tried.precision());
  const auto& results = operands.results();
  const auto at =
      std::find_if(results.begin(), results.end(), [&](const OutputPlace& place) { return place.row == row; });
  return its.number_of(at == results.end() ? 0 : static_cast<std::size_t>(at - results.begin()));
}

std::optional<FoundResult> find_result(const TriedReduction& tried, HardDotKind kind, std::uint64_t number) {
  for (const ReductionCall& call : calls_of(tried.reduction, kind, Level::exhaustive)) {
    const std::optional<std::size_t> index = call.index_of(number);
    if (!index) continue;
    auto operands =
        std::make_shared<const CallOperands>(tried.reduction, tried.signature, call, tried.seed, tried.precision());
    if (*index >= operands->results().size()) return std::nullopt;
    const OutputPlace place = operands->results()[*index];
    return FoundResult{std::move(operands), place};
  }
  return std::nullopt;
}

}  // namespace hallmark
