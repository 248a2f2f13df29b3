// SPDX-License-Identifier: Apache-2.0
#include "judging/function_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "formats/formats.h"
#include "formats/internal_error.h"
#include "judging/compare.h"
#include "judging/describe.h"

namespace hallmark {
namespace {

constexpr std::uint64_t sample_distance = 65536;
// Past this many mismatches only their number is kept exact: each hypothesis costs a function's value.
constexpr std::uint64_t most_examined = std::uint64_t{1} << 16;
// Bits the second opinion begins with.
constexpr mpfr_prec_t confirming_precision = 192;

constexpr std::string_view monotone = "monotone";

}  // namespace

FunctionJudge::FunctionJudge(const FunctionOperation& operation, std::vector<Semantics> alternatives,
                             const Limits& limits, std::uint64_t seed)
    : operation_(operation),
      info_(info_of(operation.code)),
      alternatives_(std::move(alternatives)),
      limits_(limits),
      result_bytes_(operation.result.bytes()),
      all_alternatives_(~std::uint64_t{0} >> (64 - alternatives_.size())),
      random_(seed, "truth checks"),
      until_sample_(random_.below(sample_distance)),
      precise_(confirming_precision) {
  tally_.alternatives = alternatives_.size();
  tally_.errors.emplace();
  if (operation.operand_count == 1) axis_.emplace(Conversion{operation.operands[0], operation.result});
  if (FunctionTable::suits(operation)) {
    table_.emplace(operation, alternatives_, limits, truth_);
  } else if (FunctionEstimate::suits(operation, alternatives_)) {
    estimate_.emplace(operation, alternatives_, limits);
  }
}

std::span<const std::uint64_t> FunctionJudge::tuple(std::size_t row) const {
  for (std::size_t i = 0; i < operation_.operand_count; ++i) tuple_[i] = (*columns_)[i][row];
  return std::span(tuple_).first(operation_.operand_count);
}

FunctionJudge::Row FunctionJudge::examine(std::span<const std::uint64_t> operands) {
  Row row{Way::truth, requirement_of(operation_, operands), 0.0};
  if (table_) {
    row.way = Way::table;
    return row;
  }
  static const Semantics plain;
  const FunctionOperands read = read_operands(operation_, plain, operands);
  if (function_special(operation_, plain, read)) {
    row.way = Way::special;
    return row;
  }
  if (!estimate_) return row;
  std::array<Decoded, most_function_operands> values;
  for (std::size_t i = 0; i < operands.size(); ++i) values[i] = read[i].value;
  if (const auto value = estimate_->value(std::span(values).first(operands.size()))) {
    row.way = Way::estimate;
    row.value = *value;
  }
  return row;
}

void FunctionJudge::prepare(const Columns& columns, std::size_t rows) {
  const FloatingPointMode mode;
  columns_ = &columns;
  rows_.resize(rows);
  evaluated_ = false;
  for (std::size_t row = 0; row < rows; ++row) rows_[row] = examine(tuple(row));
}

/// A special value under some flush of operands may be none under another, so each alternative is asked.
bool FunctionJudge::special_contains(std::span<const std::uint64_t> operands, std::size_t alternative,
                                     std::uint64_t code) const {
  const Semantics& semantics = alternatives_[alternative];
  const auto special = function_special(operation_, semantics, read_operands(operation_, semantics, operands));
  return special && special->contains(code);
}

std::vector<std::uint64_t> FunctionJudge::operands_of(std::size_t row) const {
  const std::span<const std::uint64_t> operands = tuple(row);
  return {operands.begin(), operands.end()};
}

void FunctionJudge::poison(int turn, void* results) const {
  for (std::size_t row = 0; row < rows_.size(); ++row) store_code(results, result_bytes_, row, poison_of(row, turn));
}

std::uint64_t FunctionJudge::poison_of(std::size_t row, int turn) const {
  const std::uint64_t element = ~std::uint64_t{0} >> (64 - 8 * result_bytes_);
  const std::span<const std::uint64_t> operands = tuple(row);
  const auto may_be_right = [&](std::uint64_t code) {
    for (std::size_t a = 0; a < alternatives_.size(); ++a) {
      if (rows_[row].way == Way::table) {
        if (table_->at(operands[0], a).accepted.contains(operation_.result, code)) return true;
      } else if (rows_[row].way == Way::special) {
        if (special_contains(operands, a, code)) return true;
      } else if (!operation_.result.is_nan(code) && (code & ~operation_.result.code_mask()) == 0) {
        return true;  // where a number is due NaN is wrong, or no result at all
      }
    }
    return false;
  };
  // Where every code is right, or the one NaN there is has been taken, any two codes that differ will do: no kernel
  // that repeats its results writes them both.
  std::uint64_t candidate = 0x55aaaa55aaaa5555u;
  for (int tries = 0; tries < 64; ++tries, candidate += 0x1d872b41e3c5a967u) {
    if (!may_be_right(candidate & element) && turn-- == 0) return candidate & element;
  }
  const std::uint64_t nan = operation_.result.default_nan() ^ (turn > 0 ? operation_.result.sign_mask() : 0);
  return nan & element;
}

void FunctionJudge::judge_by_truth(std::span<const std::uint64_t> operands, Verdict& verdict) {
  for (std::size_t a = 0; a < alternatives_.size(); ++a) {
    const FunctionAnswer answer = truth_.answer(operation_, alternatives_[a], limits_, operands);
    if (!answer.accepted.contains(operation_.result, verdict.got)) verdict.rejected |= std::uint64_t{1} << a;
    if (a == 0 && answer.has_value) measure(answer.value, answer.rounded.contains(verdict.got), verdict);
  }
}

FunctionJudge::Verdict FunctionJudge::judge(const Row& row, std::span<const std::uint64_t> operands,
                                            std::uint64_t got) {
  Verdict verdict;
  verdict.got = got;
  switch (row.way) {
    case Way::table: {
      const FunctionAnswer& first = table_->at(operands[0], 0);
      if (first.has_value) measure(first.value, first.rounded.contains(got), verdict);
      for (std::size_t a = 0; a < alternatives_.size(); ++a) {
        const Acceptance& accepted = table_->at(operands[0], a).accepted;
        if (!accepted.contains(operation_.result, got)) verdict.rejected |= std::uint64_t{1} << a;
      }
      return verdict;
    }
    case Way::special:
      for (std::size_t a = 0; a < alternatives_.size(); ++a) {
        if (!special_contains(operands, a, got)) verdict.rejected |= std::uint64_t{1} << a;
      }
      return verdict;
    case Way::estimate: {
      const EstimateVerdict estimated = estimate_->judge(row.value, got);
      if (!estimated.right || !estimated.rounding_known) break;
      const Decoded value = decode(float64, std::bit_cast<std::uint64_t>(row.value));
      if (value.category != Category::infinity) {
        measure({value.negative, value.significand, value.exponent, false}, estimated.correctly_rounded, verdict);
      }
      return verdict;
    }
    case Way::truth:
      break;
  }
  judge_by_truth(operands, verdict);
  return verdict;
}

void FunctionJudge::measure(const Real& value, bool is_rounded, Verdict& verdict) const {
  const Format& to = operation_.result;
  Decoded exact{Category::normal, value.negative, value.significand, value.exponent};
  const int leading = value.exponent + bit_length(value.significand);
  // As good as zero, and out of reach of an error's exponent.
  if (value.significand == 0 || leading < to.min_exponent() - 512) exact = {Category::zero, value.negative, 0, 0};
  if (exact.significand != 0 && compare_magnitude(value, decode(to, to.largest_finite())) > 0) return;
  verdict.error = (verdict.got & ~to.code_mask()) != 0 ? UlpError::unbounded() : ulp_error(to, exact, verdict.got);
  verdict.is_rounded = is_rounded;
}

void FunctionJudge::evaluate(const void* results) {
  verdicts_.resize(rows_.size());
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    verdicts_[row] = judge(rows_[row], tuple(row), load_code(results, result_bytes_, row));
  }
  evaluated_ = true;
}

bool FunctionJudge::matches(const void* results) {
  {
    const FloatingPointMode mode;
    evaluate(results);
  }
  const bool all =
      std::all_of(verdicts_.begin(), verdicts_.end(), [](const Verdict& one) { return one.rejected == 0; });
  if (all) record(results, nullptr);
  return all;
}

void FunctionJudge::record(const void* results, const std::vector<bool>* unwritten) {
  const FloatingPointMode mode;
  if (!evaluated_) evaluate(results);
  const bool follows = limits_.monotone && (info_.slope_below != 0 || info_.slope_above != 0);
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    const std::span<const std::uint64_t> operands = tuple(row);
    ++tally_.tried[static_cast<std::size_t>(rows_[row].requirement)];
    const std::size_t bin = axis_ ? axis_->stretch_of(operands[0]).bin : 0;
    if (axis_) tally_.along.add_tried(bin, 1);
    if (unwritten != nullptr && (*unwritten)[row]) continue;
    const Verdict& verdict = verdicts_[row];
    if (!verdict.error.is_none()) {
      tally_.errors->add(operands, verdict.got, verdict.error, verdict.is_rounded);
      if (axis_) tally_.along.add_error(bin, verdict.error);
    }
    if (until_sample_-- == 0) {
      until_sample_ = random_.below(sample_distance);
      confirm(operands, verdict.got, verdict.rejected);
    }
    if (verdict.rejected != 0) mismatch(operands, rows_[row].requirement, verdict.got, verdict.rejected);
    if (follows) follow(operands[0], verdict.got);
  }
}

/// Operands come by ascending code, so of each sign every result is compared with the one before.
void FunctionJudge::follow(std::uint64_t operand, std::uint64_t got) {
  const Format& from = operation_.operands[0];
  const Format& to = operation_.result;
  if (from.is_nan(operand) || (got & ~to.code_mask()) != 0 || to.is_nan(got)) return;
  const bool negative = from.is_negative(operand);
  const int slope = negative ? info_.slope_below : info_.slope_above;
  if (slope == 0) return;
  const Neighbour mine{true, operand, got};
  Neighbour& last = last_[negative ? 1 : 0];
  if (last.known) {
    if (negative) {
      compare(mine, last, slope);
    } else {
      compare(last, mine, slope);
    }
  }
  last = mine;
  Neighbour& first = first_[negative ? 1 : 0];
  if (first.known) return;
  first = mine;
  if (info_.across_zero && first_[0].known && first_[1].known) compare(first_[1], first_[0], slope);
}

void FunctionJudge::compare(const Neighbour& below, const Neighbour& above, int slope) {
  const Format& to = operation_.result;
  ++tally_.property_cases[std::string(monotone)];
  const auto key = [&](std::uint64_t code) {  // zeros are equal
    return to_ordered(to, classify(to, code) == Category::zero ? 0 : code);
  };
  const std::uint64_t low = key(below.got), high = key(above.got);
  if (slope > 0 ? low <= high : low >= high) return;
  const Format& from = operation_.operands[0];
  auto known = std::find_if(tally_.property_faults.begin(), tally_.property_faults.end(),
                            [](const PropertyFault& fault) { return fault.property == monotone; });
  if (known == tally_.property_faults.end()) {
    PropertyFault fault;
    fault.property = monotone;
    fault.rejected_by = all_alternatives_;
    fault.requirement = Requirement::function_accuracy;
    fault.what = fmt::format("{} gives {}, the larger {} gives {}", hex_code(from, below.operand),
                             hex_code(to, below.got), hex_code(from, above.operand), hex_code(to, above.got));
    fault.witnesses = {{{below.operand}, below.got}, {{above.operand}, above.got}};
    known = tally_.property_faults.insert(tally_.property_faults.end(), std::move(fault));
  }
  ++known->count;
}

void FunctionJudge::mismatch(std::span<const std::uint64_t> operands, Requirement requirement, std::uint64_t got,
                             std::uint64_t rejected) {
  std::uint64_t explained = 0;
  if (rejected != all_alternatives_) {
    explained = other_option;
  } else if (++examined_ > most_examined) {
    ++tally_.unexamined;
    explained = unexamined_mismatch;
  } else {
    if (hypotheses_.empty()) hypotheses_ = function_hypotheses(operation_, alternatives_.front());
    const CodeSet right = truth_.answer(operation_, alternatives_.front(), limits_, operands).rounded;
    for (std::size_t h = 0; h < hypotheses_.size(); ++h) {
      const Hypothesis& hypothesis = hypotheses_[h];
      bool holds = false;
      switch (hypothesis.kind) {
        case Hypothesis::Kind::semantics: {
          const FunctionAnswer answer = truth_.answer(operation_, hypothesis.semantics, limits_, operands);
          const Semantics& base = alternatives_.front();
          // Another way to round, or to round twice, is within any limit: only the very result speaks for it.
          const bool same_way =
              hypothesis.semantics.rounding == base.rounding && hypothesis.semantics.evaluate_in == base.evaluate_in;
          holds = same_way ? answer.accepted.contains(operation_.result, got) : answer.rounded.contains(got);
          break;
        }
        case Hypothesis::Kind::model:
          holds = hypothesis.model(operands.front()) == got;
          break;
        case Hypothesis::Kind::description:
          holds = hypothesis.describes(operands.front(), right, got);
          break;
      }
      if (holds) explained |= std::uint64_t{1} << h;
    }
  }
  if (axis_) {
    std::vector<std::uint64_t>& counts = tally_.along.rejected[rejected];
    if (counts.empty()) counts.resize(axis_->scale().bins());
    ++counts[axis_->stretch_of(operands[0]).bin];
  }
  const Witness witness{{operands.begin(), operands.end()}, got};
  const MismatchGroup group{rejected, requirement, explained, 1, witness, witness};
  tally_.add(group);
  const auto known = std::find_if(tally_.groups.begin(), tally_.groups.end(),
                                  [&](const MismatchGroup& other) { return other.same_kind(group); });
  if (known->count % sample_distance == 1) confirm(operands, got, rejected);
}

void FunctionJudge::confirm(std::span<const std::uint64_t> operands, std::uint64_t got, std::uint64_t rejected) {
  ++tally_.truth_checks;
  for (std::size_t a = 0; a < alternatives_.size(); ++a) {
    const FunctionAnswer truth = precise_.answer(operation_, alternatives_[a], limits_, operands);
    const bool is_rejected = (rejected >> a & 1) != 0;
    if (truth.accepted.contains(operation_.result, got) != is_rejected) continue;
    std::vector<std::string> codes;
    for (std::size_t i = 0; i < operands.size(); ++i) codes.push_back(hex_code(operation_.operands[i], operands[i]));
    throw InternalError(fmt::format("oracle and MPFR disagree on {}#{}: MPFR {} result {}", info_.name,
                                    fmt::join(codes, ","), is_rejected ? "accepts" : "rejects",
                                    hex_code(operation_.result, got)));
  }
}

Tally FunctionJudge::take() {
  const FloatingPointMode mode;
  for (const MismatchGroup& group : tally_.groups) {
    confirm(group.smallest.operands, group.smallest.got, group.rejected_by);
    confirm(group.last.operands, group.last.got, group.rejected_by);
  }
  Tally done = std::move(tally_);
  tally_ = {};
  tally_.alternatives = alternatives_.size();
  tally_.errors.emplace();
  return done;
}

}  // namespace hallmark
