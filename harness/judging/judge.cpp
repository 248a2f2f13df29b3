// SPDX-License-Identifier: Apache-2.0
#include "judging/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "formats/internal_error.h"
#include "judging/describe.h"
#include "oracles/convert.h"

namespace hallmark {
namespace {

constexpr std::uint64_t sample_distance = 65536;
// Where no run table explains mismatches, each costs a microsecond: past this many only their number is kept exact.
constexpr std::uint64_t most_examined = std::uint64_t{1} << 20;

}  // namespace

std::array<std::uint64_t, 3> poison_candidates(const Format& to) {
  // Codes above the format's width are never right; else unlikely values far from each other.
  const std::uint64_t element = ~std::uint64_t{0} >> (64 - 8 * static_cast<int>(to.bytes()));
  return {to.width() < 8 ? element : 0x55aaaa55aaaa5555u & element, 0xa55555aa5555aaaau & element, 1};
}

ConversionJudge::ConversionJudge(const Conversion& conversion, std::vector<Semantics> alternatives, std::uint64_t seed)
    : conversion_(conversion),
      axis_(conversion),
      alternatives_(std::move(alternatives)),
      kernels_(compare_kernels()),
      operand_bytes_(conversion.from.bytes()),
      result_bytes_(conversion.to.bytes()),
      all_alternatives_(alternatives_.size() >= 64 ? ~std::uint64_t{0}
                                                   : (std::uint64_t{1} << alternatives_.size()) - 1),
      random_(seed, "truth checks"),
      until_sample_(random_.below(sample_distance)),
      answers_(alternatives_.size()) {
  tally_.alternatives = alternatives_.size();
}

void ConversionJudge::prepare(std::vector<Interval> operands) {
  prepared_ = std::move(operands);
  const Bounding bounding = bounding_for(conversion_, alternatives_);
  runs_.emplace(conversion_.from, bounding, prepared_, [this](std::uint64_t operand, Answer& answer) {
    truth_.convert(conversion_, alternatives_, operand, answers_);
    set_variants(answers_, answer);
    answer.requirement = requirement_of(conversion_, operand);
  });
  requirements_.emplace(conversion_.from, Bounding::runs, prepared_, [this](std::uint64_t operand, Answer& answer) {
    answer.variants.clear();
    answer.requirement = requirement_of(conversion_, operand);
  });
  walk_ = other_walk_ = {};
  hypothesis_runs_.reset();
  memo_first_ = 1;
  memo_last_ = 0;
}

void ConversionJudge::seek(std::uint64_t operand) {
  if (operand >= walk_.first && operand <= walk_.last) return;
  // Sweeps go upward, run by run; anything else bisects.
  if (walk_.first <= walk_.last && operand > walk_.last && walk_.run + 1 < runs_->runs().size() &&
      operand <= runs_->last_of(walk_.run + 1)) {
    ++walk_.run;
  } else {
    walk_.run = runs_->find(operand);
  }
  const Run& run = runs_->runs()[walk_.run];
  walk_.first = run.first;
  walk_.last = runs_->last_of(walk_.run);
  walk_.code = code_of(run);
}

std::uint64_t ConversionJudge::code_of(const Run& run) const {
  if (run.each || run.variant_count != 1) return no_code;
  const CodeSet& codes = runs_->variants(run)[0].codes;
  return codes.is_single() ? codes.low : no_code;
}

std::optional<Step> ConversionJudge::step_within(std::uint64_t first, std::uint64_t last) {
  seek(first);
  const std::size_t next = walk_.run + 1;
  if (walk_.code == no_code || walk_.last >= last || runs_->last_of(next) < last) return std::nullopt;
  const Step step{walk_.last + 1, walk_.code, code_of(runs_->runs()[next])};
  if (step.from == no_code) return std::nullopt;
  return step;
}

bool ConversionJudge::matches_step(std::uint64_t first, std::size_t count, const void* results, const Step& step) {
  take_sample(first, count, results);
  // Steps are many and alike: a few of them show how large errors become.
  if (steps_++ % 16 == 0) measure_some(first, count, results);
  const auto before = static_cast<std::size_t>(step.at - first);
  const auto* rest = static_cast<const std::byte*>(results) + before * result_bytes_;
  return kernels_.all_in(results, result_bytes_, before, CodeSet::single(step.before)) &&
         kernels_.all_in(rest, result_bytes_, count - before, CodeSet::single(step.from));
}

bool ConversionJudge::matches(std::uint64_t first, std::size_t count, const void* results) {
  const std::size_t bytes = conversion_.to.bytes();
  const auto* at = static_cast<const unsigned char*>(results);
  take_sample(first, count, results);
  measure_some(first, count, results);
  follows_.clear();
  for (std::size_t done = 0; done < count;) {
    const std::uint64_t operand = first + done;
    seek(operand);
    const Run& run = runs_->runs()[walk_.run];
    // The run's last operand may be 2^64 - 1: compare distances, not lengths.
    const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(count - done - 1, walk_.last - operand) + 1);
    if (run.each) {
      if (!each_matches(operand, length, at + done * bytes)) return false;
    } else if (run.variant_count == 1) {
      if (!kernels_.all_in(at + done * bytes, bytes, length, runs_->variants(run)[0].codes)) return false;
    } else if (!follows({operand, length, at + done * bytes, 0, run.requirement})) {
      return false;
    }
    done += length;
  }
  record_follows();
  return true;
}

bool ConversionJudge::follows(const Follow& stretch) {
  const std::span<const Variant> variants = runs_->variants(runs_->runs()[walk_.run]);
  for (const Variant& variant : variants) {
    if (!kernels_.all_in(stretch.results, result_bytes_, stretch.count, variant.codes)) continue;
    follows_.push_back(stretch);
    follows_.back().rejected = rejected_by(stretch.first, load_code(stretch.results, result_bytes_, 0));
    // Where a code of this variant is another's as well, the first result does not speak for the others.
    const bool apart =
        variant.codes.is_single() || std::all_of(variants.begin(), variants.end(), [&](const Variant& v) {
          return &v == &variant || (v.codes.is_single() && !variant.codes.contains(v.codes.low));
        });
    for (std::size_t i = 1; i < stretch.count && !apart; ++i) {
      const std::uint64_t got = load_code(stretch.results, result_bytes_, i);
      if (rejected_by(stretch.first, got) != follows_.back().rejected) return false;
    }
    return true;
  }
  return false;
}

void ConversionJudge::record_follows() {
  for (const Follow& stretch : follows_) {
    if (stretch.rejected == 0) continue;
    const std::uint64_t last = stretch.first + (stretch.count - 1);
    tally_.add({stretch.rejected,
                stretch.requirement,
                other_option,
                stretch.count,
                {{stretch.first}, load_code(stretch.results, result_bytes_, 0)},
                {{last}, load_code(stretch.results, result_bytes_, stretch.count - 1)}});
    axis_.divide(stretch.first, last,
                 [&](std::size_t bin, std::uint64_t count) { rejected_counts(stretch.rejected)[bin] += count; });
    measure(stretch.first, load_code(stretch.results, result_bytes_, 0), stretch.rejected);
    measure(last, load_code(stretch.results, result_bytes_, stretch.count - 1), stretch.rejected);
  }
}

void ConversionJudge::find_line(std::uint64_t operand) {
  if (walk_.line && operand >= walk_.line->first && operand <= walk_.line->last) return;
  walk_.line = line_at(conversion_, alternatives_, operand, walk_.last);
  if (!walk_.line) return;
  // Between its ends a line is arithmetic; at its ends MPFR must agree, under every alternative.
  for (const std::uint64_t end : {walk_.line->first, walk_.line->last}) {
    truth_.convert(conversion_, alternatives_, end, answers_);
    const std::uint64_t code = code_on_line(*walk_.line, end) & conversion_.to.code_mask();
    for (const CodeSet& answer : answers_) {
      if (answer == CodeSet::single(code)) continue;
      throw InternalError(fmt::format("oracle and MPFR disagree on convert({})->{}#{}: MPFR says {}, the line {}",
                                      conversion_.from.name, conversion_.to.name, hex_code(conversion_.from, end),
                                      describe_codes(conversion_.to, answer), hex_code(conversion_.to, code)));
    }
  }
}

bool ConversionJudge::each_matches(std::uint64_t first, std::size_t count, const unsigned char* results) {
  // A line costs two MPFR evaluations: worth it for a stretch, not for a few neighbours of a threshold.
  constexpr std::size_t worth_a_line = 256;
  for (std::size_t done = 0; done < count;) {
    const std::uint64_t operand = first + done;
    if (count - done >= worth_a_line) {
      find_line(operand);
      if (walk_.line) {
        const std::size_t length =
            static_cast<std::size_t>(std::min<std::uint64_t>(count - done - 1, walk_.line->last - operand) + 1);
        if (!kernels_.on_line(results + done * result_bytes_, result_bytes_, length, walk_.line->from(operand))) {
          return false;
        }
        done += length;
        continue;
      }
    }
    if (rejected_by(operand, load_code(results, result_bytes_, done)) != 0) return false;
    ++done;
  }
  return true;
}

std::uint64_t ConversionJudge::rejected_by(std::uint64_t operand, std::uint64_t got) {
  seek(operand);
  const Run& run = runs_->runs()[walk_.run];
  std::uint64_t rejected = 0;
  if (run.each) {
    for (std::size_t i = 0; i < alternatives_.size(); ++i) {
      if (!oracle_convert(conversion_, alternatives_[i], operand).contains(got)) rejected |= std::uint64_t{1} << i;
    }
    return rejected;
  }
  for (const Variant& variant : runs_->variants(run)) {
    if (!variant.codes.contains(got)) rejected |= variant.alternatives;
  }
  return rejected;
}

void ConversionJudge::record(std::uint64_t first, std::size_t count, const void* results,
                             const std::vector<bool>* unwritten) {
  const std::size_t bytes = conversion_.to.bytes();
  // Kept out of memory while the memo holds: millions of mismatches may follow each other.
  std::uint64_t memo_uses = 0, last_use = 0;
  const auto end_memo_use = [&] {
    if (memo_uses == 0) return;
    *memo_count_ += memo_uses;
    measure(last_use, memo_got_, memo_rejected_);
    memo_uses = 0;
  };
  for (std::size_t i = 0; i < count; ++i) {
    if (unwritten != nullptr && (*unwritten)[i]) continue;
    const std::uint64_t operand = first + i;
    const std::uint64_t got = load_code(results, bytes, i);
    const std::uint64_t rejected = rejected_by(operand, got);
    if (rejected == 0) continue;
    if (got == memo_got_ && rejected == memo_rejected_ && operand >= memo_first_ && operand <= memo_last_ &&
        (!memo_.ask_models || holding_models(operand, got) == memo_.models)) {
      MismatchGroup& group = tally_.groups[group_];
      ++group.count;
      if (memo_uses++ == 0) measure(operand, got, rejected);
      last_use = operand;
      // Two walks take turns and may be in one run: operands do not always go upward.
      if (operand < group.smallest.operands[0]) group.smallest = {{operand}, got};
      if (operand > group.last.operands[0]) {
        group.last.operands[0] = operand;
        group.last.got = got;
      }
      if (group.count % sample_distance == 0) confirm(operand, got);
      continue;
    }
    end_memo_use();
    mismatch(operand, got, rejected, requirement_of(conversion_, operand));
  }
  end_memo_use();
}

void ConversionJudge::mismatch(std::uint64_t operand, std::uint64_t got, std::uint64_t rejected,
                               Requirement requirement) {
  const bool follows_option = rejected != all_alternatives_;
  memo_ = follows_option ? Explanation{other_option, 0, false, true} : explain(operand, got);
  const MismatchGroup group{rejected, requirement, memo_.steady | memo_.models, 1, {{operand}, got}, {{operand}, got}};
  tally_.add(group);
  group_ = static_cast<std::size_t>(std::find_if(tally_.groups.begin(), tally_.groups.end(),
                                                 [&](const MismatchGroup& known) { return known.same_kind(group); }) -
                                    tally_.groups.begin());
  if (tally_.groups[group_].count % sample_distance == 1) confirm(operand, got);
  const AxisStretch& stretch = axis_.stretch_of(operand);
  memo_count_ = &rejected_counts(rejected)[stretch.bin];
  ++*memo_count_;
  measure(operand, got, rejected);
  memo_got_ = got;
  memo_rejected_ = rejected;
  // The memo holds where neither the answer nor any steady hypothesis changes.
  memo_first_ = 1;
  memo_last_ = 0;
  if (!memo_.in_run || runs_->runs()[walk_.run].each) return;
  memo_first_ = std::max(follows_option ? walk_.first : std::max(walk_.first, hypothesis_first_), stretch.first);
  memo_last_ = std::min(follows_option ? walk_.last : std::min(walk_.last, hypothesis_last_), stretch.last);
}

void ConversionJudge::prepare_hypotheses() {
  if (hypotheses_.empty()) {
    hypotheses_ = conversion_hypotheses(conversion_, alternatives_.front());
    for (std::size_t i = 0; i < hypotheses_.size(); ++i) {
      if (hypotheses_[i].kind != Hypothesis::Kind::semantics) continue;
      semantic_bits_.push_back(i);
      semantic_list_.push_back(hypotheses_[i].semantics);
    }
  }
  if (hypothesis_runs_ || bounding_for(conversion_, semantic_list_) == Bounding::each) return;
  std::vector<CodeSet> answers(semantic_list_.size());
  hypothesis_runs_.emplace(conversion_.from, bounding_for(conversion_, semantic_list_), prepared_,
                           [&](std::uint64_t operand, Answer& answer) {
                             oracle_convert(conversion_, semantic_list_, operand, answers);
                             set_variants(answers, answer);
                             answer.requirement = requirement_of(conversion_, operand);
                           });
  hypothesis_first_ = 1;
  hypothesis_last_ = 0;
}

ConversionJudge::Explanation ConversionJudge::explain(std::uint64_t operand, std::uint64_t got) {
  if (hypotheses_.empty() || !hypothesis_runs_) prepare_hypotheses();
  Explanation explanation;
  std::uint64_t& bits = explanation.steady;
  bool per_operand = !hypothesis_runs_;
  if (hypothesis_runs_) {
    if (operand < hypothesis_first_ || operand > hypothesis_last_) {
      hypothesis_run_ = hypothesis_runs_->find(operand);
      hypothesis_first_ = hypothesis_runs_->runs()[hypothesis_run_].first;
      hypothesis_last_ = hypothesis_runs_->last_of(hypothesis_run_);
    }
    const Run& run = hypothesis_runs_->runs()[hypothesis_run_];
    per_operand = run.each;
    if (!run.each) {
      for (const Variant& variant : hypothesis_runs_->variants(run)) {
        if (!variant.codes.contains(got)) continue;
        for (std::uint64_t rest = variant.alternatives; rest != 0; rest &= rest - 1) {
          bits |= std::uint64_t{1} << semantic_bits_[static_cast<std::size_t>(std::countr_zero(rest))];
        }
      }
    }
  }
  if (per_operand) {
    if (++examined_ > most_examined) {
      ++tally_.unexamined;
      bits = unexamined_mismatch;
      return explanation;
    }
    for (std::size_t i = 0; i < semantic_list_.size(); ++i) {
      if (oracle_convert(conversion_, semantic_list_[i], operand).contains(got)) {
        bits |= std::uint64_t{1} << semantic_bits_[i];
      }
    }
  }
  const CodeSet right = oracle_convert(conversion_, alternatives_.front(), operand);
  // Models are asked about special values, and where no semantics explains the result.
  explanation.ask_models = bits == 0 || requirement_of(conversion_, operand) == Requirement::special_values;
  explanation.in_run = !per_operand;
  if (explanation.ask_models) explanation.models = holding_models(operand, got);
  for (std::size_t i = 0; i < hypotheses_.size(); ++i) {
    const Hypothesis& hypothesis = hypotheses_[i];
    if (hypothesis.kind == Hypothesis::Kind::description && hypothesis.describes(operand, right, got)) {
      bits |= std::uint64_t{1} << i;
    }
  }
  return explanation;
}

std::uint64_t ConversionJudge::holding_models(std::uint64_t operand, std::uint64_t got) const {
  std::uint64_t holding = 0;
  for (std::size_t i = 0; i < hypotheses_.size(); ++i) {
    if (hypotheses_[i].kind == Hypothesis::Kind::model && hypotheses_[i].model(operand) == got) {
      holding |= std::uint64_t{1} << i;
    }
  }
  return holding;
}

void ConversionJudge::sample(std::uint64_t first, std::size_t count, const void* results) {
  while (until_sample_ < count) {
    const auto index = static_cast<std::size_t>(until_sample_);
    confirm(first + index, load_code(results, conversion_.to.bytes(), index));
    // One in every window of 65,536, at a random place of it.
    until_sample_ += 1 + random_.below(sample_distance);
  }
  until_sample_ -= count;
}

void ConversionJudge::confirm(std::uint64_t operand, std::uint64_t got) {
  ++tally_.truth_checks;
  std::uint64_t rejected = 0;
  truth_.convert(conversion_, alternatives_, operand, answers_);
  for (std::size_t i = 0; i < answers_.size(); ++i) {
    if (!answers_[i].contains(got)) rejected |= std::uint64_t{1} << i;
  }
  if (rejected != rejected_by(operand, got)) {
    throw InternalError(fmt::format("oracle and MPFR disagree on convert({})->{}#{}: MPFR says {}, result {}",
                                    conversion_.from.name, conversion_.to.name, hex_code(conversion_.from, operand),
                                    describe_codes(conversion_.to, answers_.front()), hex_code(conversion_.to, got)));
  }
  measure(operand, got, rejected);
}

std::optional<std::uint64_t> ConversionJudge::poison(std::span<const Interval> operands) {
  const Walk here = walk_;
  std::optional<std::uint64_t> safe;
  for (const std::uint64_t candidate : poison_candidates(conversion_.to)) {
    bool wrong_everywhere = true;
    for (std::size_t i = 0; i < operands.size() && wrong_everywhere; ++i) {
      for (std::uint64_t operand = operands[i].first; wrong_everywhere;) {
        seek(operand);
        const Run& run = runs_->runs()[walk_.run];
        if (run.each) wrong_everywhere = false;
        for (const Variant& variant : runs_->variants(run)) wrong_everywhere &= !variant.codes.contains(candidate);
        if (walk_.last >= operands[i].last) break;
        operand = walk_.last + 1;
      }
    }
    if (wrong_everywhere) {
      safe = candidate;
      break;
    }
  }
  walk_ = here;  // the sweep goes on from where it was
  return safe;
}

Tally ConversionJudge::take() {
  for (const MismatchGroup& group : tally_.groups) {
    confirm(group.smallest.operands[0], group.smallest.got);
    confirm(group.last.operands[0], group.last.got);
  }
  Tally done = std::move(tally_);
  tally_ = {};
  tally_.alternatives = alternatives_.size();
  memo_first_ = 1;  // its group and bin went with the tally
  memo_last_ = 0;
  measured_ = {1, 0, 0};
  return done;
}

}  // namespace hallmark
