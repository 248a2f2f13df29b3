// SPDX-License-Identifier: Apache-2.0
#include "judging/elementwise_judge.h"

#include <fmt/format.h>

#include <algorithm>

#include "formats/internal_error.h"
#include "judging/compare.h"
#include "judging/describe.h"

namespace hallmark {
namespace {

constexpr std::uint64_t sample_distance = 65536;
// Past this many mismatches only their number is kept exact.
constexpr std::uint64_t most_examined = std::uint64_t{1} << 20;

}  // namespace

Real ElementwiseJudge::Remembering::compute(Operator code, std::span<const Decoded> operands, int precision) {
  if (known_ && code == code_ && std::equal(operands.begin(), operands.end(), operands_.begin())) return result_;
  code_ = code;
  std::copy(operands.begin(), operands.end(), operands_.begin());
  known_ = true;
  return result_ = integers_.compute(code, operands, precision);
}

ElementwiseJudge::ElementwiseJudge(const Elementwise& operation, std::vector<Semantics> alternatives,
                                   std::uint64_t seed)
    : operation_(operation),
      alternatives_(std::move(alternatives)),
      result_bytes_(operation.result.bytes()),
      random_(seed, "truth checks"),
      until_sample_(random_.below(sample_distance)) {
  tally_.alternatives = alternatives_.size();
}

std::span<const std::uint64_t> ElementwiseJudge::tuple(std::size_t row) {
  for (std::size_t i = 0; i < operation_.operand_count; ++i) tuple_[i] = (*columns_)[i][row];
  return std::span(tuple_).first(operation_.operand_count);
}

void ElementwiseJudge::prepare(const Columns& columns, std::size_t rows) {
  columns_ = &columns;
  rows_ = rows;
  answers_.resize(rows * alternatives_.size());
  requirements_.resize(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    const std::span<const std::uint64_t> operands = tuple(row);
    integers_.forget();
    for (std::size_t a = 0; a < alternatives_.size(); ++a) {
      answers_[row * alternatives_.size() + a] = elementwise_result(operation_, alternatives_[a], operands, integers_);
    }
    requirements_[row] = requirement_of(operation_, operands, integers_);
  }
}

std::vector<std::uint64_t> ElementwiseJudge::operands_of(std::size_t row) const {
  std::vector<std::uint64_t> operands;
  for (std::size_t i = 0; i < operation_.operand_count; ++i) operands.push_back((*columns_)[i][row]);
  return operands;
}

void ElementwiseJudge::poison(int turn, void* results) const {
  for (std::size_t row = 0; row < rows_; ++row) store_code(results, result_bytes_, row, poison_of(row, turn));
}

std::uint64_t ElementwiseJudge::poison_of(std::size_t row, int turn) const {
  const std::uint64_t element = ~std::uint64_t{0} >> (64 - 8 * result_bytes_);
  const CodeSets* answers = &answers_[row * alternatives_.size()];
  for (std::uint64_t candidate = 0x55aaaa55aaaa5555u;; candidate += 0x1d872b41e3c5a967u) {
    const std::uint64_t code = candidate & element;
    const bool right =
        std::any_of(answers, answers + alternatives_.size(), [&](const CodeSets& sets) { return sets.contains(code); });
    if (!right && turn-- == 0) return code;
  }
}

std::uint64_t ElementwiseJudge::rejected_by(const CodeSets* answers, std::uint64_t got) const {
  std::uint64_t rejected = 0;
  for (std::size_t a = 0; a < alternatives_.size(); ++a) {
    if (!answers[a].contains(got)) rejected |= std::uint64_t{1} << a;
  }
  return rejected;
}

bool ElementwiseJudge::matches(const void* results) {
  for (std::size_t row = 0; row < rows_; ++row) {
    const std::uint64_t got = load_code(results, result_bytes_, row);
    if (rejected_by(&answers_[row * alternatives_.size()], got) != 0) return false;
  }
  record(results, nullptr);
  return true;
}

void ElementwiseJudge::record(const void* results, const std::vector<bool>* unwritten) {
  for (std::size_t row = 0; row < rows_; ++row) {
    ++tally_.tried[static_cast<std::size_t>(requirements_[row])];
    if (unwritten != nullptr && (*unwritten)[row]) continue;
    const std::uint64_t got = load_code(results, result_bytes_, row);
    if (until_sample_-- == 0) {
      until_sample_ = random_.below(sample_distance);
      confirm(tuple(row), got);
    }
    const CodeSets* answers = &answers_[row * alternatives_.size()];
    const std::uint64_t rejected = rejected_by(answers, got);
    if (rejected != 0) mismatch(tuple(row), requirements_[row], answers->sets[0], got, rejected);
  }
}

void ElementwiseJudge::record(std::span<const std::uint64_t> operands, std::uint64_t got) {
  integers_.forget();
  std::vector<CodeSets> answers;
  for (const Semantics& semantics : alternatives_) {
    answers.push_back(elementwise_result(operation_, semantics, operands, integers_));
  }
  const std::uint64_t rejected = rejected_by(answers.data(), got);
  if (rejected == 0) throw disagreement("the oracle of pairs", operands, answers.front(), got);
  mismatch(operands, requirement_of(operation_, operands, integers_), answers.front().sets[0], got, rejected);
}

std::size_t ElementwiseJudge::next_sample(std::size_t first, std::size_t rows) {
  if (until_sample_ >= rows - first) {
    until_sample_ -= rows - first;
    return rows;
  }
  const std::size_t row = first + static_cast<std::size_t>(until_sample_);
  until_sample_ = random_.below(sample_distance);
  return row;
}

InternalError ElementwiseJudge::disagreement(std::string_view who, std::span<const std::uint64_t> operands,
                                             const CodeSets& right, std::uint64_t got) const {
  std::vector<std::string> codes;
  for (std::size_t i = 0; i < operands.size(); ++i) codes.push_back(hex_code(operation_.operands[i], operands[i]));
  return InternalError(fmt::format("{} and the judge disagree on {}#{}: right is {}, the result {}", who,
                                   info_of(operation_.code).name, fmt::join(codes, ","),
                                   describe_codes(operation_.result, right.sets[0]), hex_code(operation_.result, got)));
}

void ElementwiseJudge::mismatch(std::span<const std::uint64_t> operands, Requirement requirement, const CodeSet& right,
                                std::uint64_t got, std::uint64_t rejected) {
  std::uint64_t explained = 0;
  if (std::popcount(rejected) != static_cast<int>(alternatives_.size())) {
    explained = other_option;
  } else if (++examined_ > most_examined) {
    ++tally_.unexamined;
    explained = unexamined_mismatch;
  } else {
    if (hypotheses_.empty()) hypotheses_ = elementwise_hypotheses(operation_, alternatives_.front());
    for (std::size_t h = 0; h < hypotheses_.size(); ++h) {
      const Hypothesis& hypothesis = hypotheses_[h];
      const bool holds = hypothesis.kind == Hypothesis::Kind::semantics
                             ? elementwise_result(operation_, hypothesis.semantics, operands, integers_).contains(got)
                         : hypothesis.kind == Hypothesis::Kind::model
                             ? hypothesis.gives(operands, got)
                             : hypothesis.describes(operands.front(), right, got);
      if (holds) explained |= std::uint64_t{1} << h;
    }
  }
  const Witness witness{{operands.begin(), operands.end()}, got};
  const MismatchGroup group{rejected, requirement, explained, 1, witness, witness};
  tally_.add(group);
  const auto known = std::find_if(tally_.groups.begin(), tally_.groups.end(),
                                  [&](const MismatchGroup& other) { return other.same_kind(group); });
  if (known->count % sample_distance == 1) confirm(operands, got);
}

void ElementwiseJudge::confirm(std::span<const std::uint64_t> operands, std::uint64_t got) {
  ++tally_.truth_checks;
  for (const Semantics& semantics : alternatives_) {
    const CodeSets truth = elementwise_result(operation_, semantics, operands, mpfr_);
    const CodeSets oracle = elementwise_result(operation_, semantics, operands, integers_);
    if (truth.contains(got) == oracle.contains(got)) continue;
    throw disagreement("MPFR", operands, truth, got);
  }
}

Tally ElementwiseJudge::take() {
  for (const MismatchGroup& group : tally_.groups) {
    confirm(group.smallest.operands, group.smallest.got);
    confirm(group.last.operands, group.last.got);
  }
  Tally done = std::move(tally_);
  tally_ = {};
  tally_.alternatives = alternatives_.size();
  return done;
}

}  // namespace hallmark
