// SPDX-License-Identifier: Apache-2.0
#include "identifying/row_identity.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "formats/formats.h"
#include "judging/exponential_bound.h"
#include "judging/reduction_judge.h"
#include "judging/ulp_error.h"
#include "truth/split.h"

namespace hallmark {
namespace {

constexpr std::size_t most_shown = 16;

/// A row, the element whose result it is about, and that.
struct Answer {
  HardDot row;
  std::size_t element = 0;
  std::uint64_t got = 0;

  ReductionRow asked() const { return {row.left, {}, {}, element}; }
};

/// Asks rows one call a depth at a time: every element's result, or the row's. Throws CallFailed.
class RowAsker {
 public:
  RowAsker(const Reduction& reduction, const ReductionRowsCall& call) : reduction_(reduction), call_(call) {}

  std::vector<Answer> ask(const std::vector<HardDot>& rows) {
    std::vector<Answer> answers;
    for (std::size_t first = 0; first < rows.size();) {
      const std::size_t depth = rows[first].left.size();
      std::size_t last = first;
      while (last < rows.size() && rows[last].left.size() == depth) ++last;
      const std::vector<HardDot> batch(rows.begin() + static_cast<std::ptrdiff_t>(first),
                                       rows.begin() + static_cast<std::ptrdiff_t>(last));
      const auto results = call_(batch);
      if (!results) throw CallFailed(fmt::format("a call of {} rows of depth {} failed", batch.size(), depth));
      const std::size_t of_row = reduction_.has_result_of_each_element() ? depth : 1;
      for (std::size_t i = 0; i < batch.size(); ++i) {
        for (std::size_t e = 0; e < of_row; ++e) answers.push_back({batch[i], e, (*results)[i * of_row + e]});
      }
      first = last;
    }
    all_.insert(all_.end(), answers.begin(), answers.end());
    return answers;
  }
  /// The row's result, or its first element's.
  Answer ask_one(std::vector<std::uint64_t> row) {
    return ask(std::vector<HardDot>{{std::move(row), {}, {}, 0}}).front();
  }

  Evidence evidence(const Answer& answer) const {
    Evidence evidence = evidence_of(reduction_, {answer.row, answer.got});
    if (answer.element == 0) return evidence;
    evidence.codes.push_back({answer.element});
    evidence.operands = fmt::format("element {} of {}", answer.element, evidence.operands);
    return evidence;
  }
  const std::vector<Answer>& all() const { return all_; }

 private:
  const Reduction& reduction_;
  const ReductionRowsCall& call_;
  std::vector<Answer> all_;
};

std::string outcome_of(const Format& format, std::uint64_t code) {
  switch (classify(format, code)) {
    case Category::nan:
      return "NaN";
    case Category::infinity:
      return format.is_negative(code) ? "-infinity" : "infinity";
    case Category::zero:
      return "0";
    default:
      return "a number";
  }
}

struct CodeClass {
  const char* name;
  std::vector<std::uint64_t> codes;
};

std::vector<CodeClass> classes_of(const Format& format) {
  std::vector<CodeClass> classes;
  const auto add = [&](const char* name, std::vector<std::uint64_t> codes) {
    if (codes.size() == 1 && codes[0] != 0 && format.has_negative_zero())
      codes.push_back(codes[0] ^ format.sign_mask());
    if (!codes.empty()) classes.push_back({name, std::move(codes)});
  };
  add("zeros",
      format.has_negative_zero() ? std::vector<std::uint64_t>{0, format.sign_mask()} : std::vector<std::uint64_t>{0});
  if (format.subnormals) add("subnormals", {1});
  add("largest", {format.largest_finite()});
  if (format.infinities) {
    add("infinity", {format.infinity_magnitude()});
    classes.back().codes.resize(1);
    classes.push_back({"negative_infinity", {format.infinity_magnitude() | format.sign_mask()}});
  }
  if (format.has_nan()) add("nan", {format.default_nan()});
  if (format.has_signalling_nan()) add("signalling_nan", {format.infinity_magnitude() | 1});
  return classes;
}

void observe_classes(RowAsker& asker, const Reduction& reduction, std::vector<Trait>& traits) {
  constexpr std::size_t deep = 37;  // of no vector's width, so that its last element is in a tail
  const auto one = encode(reduction.left, false, 1, 0);
  for (const CodeClass& kind : classes_of(reduction.left)) {
    Trait trait{kind.name, "", {}};
    std::size_t taken = 0, asked = 0;
    for (const std::uint64_t code : kind.codes) {
      std::vector<std::vector<std::uint64_t>> rows{{code}};
      for (const std::size_t place : {std::size_t{0}, deep / 2, deep - 1}) {
        rows.emplace_back(deep, one.value_or(0));
        rows.back()[place] = code;
      }
      for (auto& row : rows) {
        const Answer answer = asker.ask_one(std::move(row));
        taken += answer.got == 0 ? 0 : 1;
        ++asked;
        if (trait.evidence.size() < most_shown) trait.evidence.push_back(asker.evidence(answer));
      }
    }
    trait.observed = taken == 0 ? "not finite" : taken == asked ? "finite" : "finite in some places";
    traits.push_back(std::move(trait));
  }
  Trait sum{"sums", "", {}};
  const Answer largest = asker.ask_one(std::vector<std::uint64_t>(deep, reduction.left.largest_finite()));
  sum.observed = largest.got == 0 ? "large numbers together are not finite" : "do not matter";
  sum.evidence.push_back(asker.evidence(largest));
  traits.push_back(std::move(sum));
  const Answer none = asker.ask_one({});
  traits.push_back({"no_element", none.got == 0 ? "not finite" : "finite", {asker.evidence(none)}});
  const Answer yes = asker.ask_one({one.value_or(0)});
  traits.push_back({"true_as", fmt::format("0x{:02x}", yes.got), {asker.evidence(yes)}});
}

/// As many codes as there are, or drawn ones.
void observe_codes(RowAsker& asker, const Reduction& reduction, std::vector<Trait>& traits) {
  const Format& format = reduction.left;
  constexpr int most_bits = 16;
  constexpr std::size_t drawn = 1 << 12;
  const bool all = format.width() <= most_bits;
  const std::size_t count = all ? std::size_t{1} << format.width() : drawn;
  Random random(1, "identify codes");
  std::vector<HardDot> rows;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t code = all ? i : random.next() >> (64 - format.width());
    rows.push_back({{code}, {}, {}, 0});
  }
  Trait trait{"codes", "", {}};
  std::size_t finite = 0;
  for (const Answer& answer : asker.ask(rows)) {
    finite += answer.got == 0 ? 0 : 1;
    const bool is_right = all_finite_result(reduction, answer.asked()).contains(answer.got);
    if (!is_right && trait.evidence.size() < most_shown) trait.evidence.push_back(asker.evidence(answer));
  }
  if (trait.evidence.empty()) trait.evidence.push_back(asker.evidence(asker.all().back()));
  trait.observed = fmt::format("{} of {}{} finite", finite, count, all ? "" : " drawn ones");
  traits.push_back(std::move(trait));
}

/// Of an element so large that e to its power is no float32, and whose double is a number.
std::optional<std::uint64_t> large_element(const Format& format) {
  const Decoded top = decode(format, format.largest_finite());
  const int exponent = std::min(10, top.exponent + bit_length(top.significand) - 2);
  constexpr int beyond_exponentials = 7;  // e^128 > 2^128
  return exponent < beyond_exponentials ? std::nullopt : encode(format, false, 1, exponent);
}

void observe_range(RowAsker& asker, const Reduction& reduction, std::vector<Trait>& traits) {
  const auto large = large_element(reduction.left);
  if (!large) return;
  Trait trait{"largest_subtracted", "yes", {}};
  for (const std::uint64_t sign : {std::uint64_t{0}, reduction.left.sign_mask()}) {
    const Answer answer = asker.ask_one({*large | sign, *large | sign});
    trait.evidence.push_back(asker.evidence(answer));
    const Category category = classify(reduction.result, answer.got);
    // Halves, or the element and ln 2: neither overflows nor vanishes.
    const bool is_number = category == Category::normal || category == Category::subnormal;
    if (is_number || trait.observed != "yes") continue;
    trait.observed = fmt::format("no: {} of {} elements", outcome_of(reduction.result, answer.got),
                                 sign == 0 ? "large" : "large negative");
  }
  traits.push_back(std::move(trait));
}

void observe_specials(RowAsker& asker, const Reduction& reduction, std::vector<Trait>& traits) {
  const Format& from = reduction.left;
  const auto one = encode(from, false, 1, 0);
  if (!one) return;
  const auto tell = [&](const char* name, std::vector<std::uint64_t> row) {
    const Answer answer = asker.ask_one(std::move(row));
    traits.push_back({name, outcome_of(reduction.result, answer.got), {asker.evidence(answer)}});
  };
  if (from.has_nan()) {
    tell("nan", {*one, from.default_nan()});
    tell("nan_first", {from.default_nan(), *one});
  }
  if (from.infinities) {
    const std::uint64_t infinity = from.infinity_magnitude(), negative = infinity | from.sign_mask();
    tell("positive_infinity", {*one, infinity});
    tell("negative_infinity", {*one, negative});
    tell("all_negative_infinity", {negative, negative});
  }
  if (reduction.kind == ReductionKind::logsumexp) tell("no_element", {});
}

std::vector<HardDot> exponential_rows(const Reduction& reduction) {
  std::vector<HardDot> rows;
  for (const std::size_t depth : {1u, 2u, 3u, 4u, 7u, 8u, 13u, 16u, 33u, 64u, 130u}) {
    for (const HardDotInfo& info : hard_row_kinds(reduction)) {
      Random random(24, fmt::format("identify {}{}", info.name, depth));
      for (int n = 0; n < 12; ++n) {
        if (auto row = hard_dot(info.kind, reduction, depth, random)) rows.push_back(std::move(*row));
      }
    }
  }
  return rows;
}

/// Whether what is left of the largest element and the logarithm beside it is smaller than that element, or than the
/// sum of 1 and more that the logarithm is of: its error is theirs.
bool cancels(const Reduction& reduction, const Answer& answer, mpfr_srcptr exact) {
  if (reduction.kind != ReductionKind::logsumexp) return false;
  const auto largest = std::max_element(answer.row.left.begin(), answer.row.left.end(), [&](auto a, auto b) {
    return to_ordered(reduction.left, a) < to_ordered(reduction.left, b);
  });
  const Decoded value = decode(reduction.left, *largest);
  const int of_element = value.significand == 0 ? 0 : value.exponent + bit_length(value.significand);
  return mpfr_get_exp(exact) < std::max(0, of_element);
}

/// The largest distance of a result from the exact value, in units of the result's last place there; of numbers.
void observe_error(RowAsker& asker, const Reduction& reduction, std::vector<Trait>& traits) {
  Semantics wide;
  wide.accumulator.format = "float64";
  ExponentialBound bound(reduction, wide);
  Trait trait{"largest_error", "", {}};
  UlpError largest;
  mpfr_t cut;
  mpfr_init2(cut, 64);
  for (const Answer& answer : asker.all()) {
    const Category category = classify(reduction.result, answer.got);
    if (category == Category::nan || category == Category::infinity) continue;
    const Acceptance accepted = bound.accept(answer.asked());
    // Far below the least result there is no unit to tell an error in.
    constexpr int far = 200;
    const bool is_number = accepted.low <= accepted.high && mpfr_regular_p(bound.exact()) != 0 &&
                           mpfr_get_exp(bound.exact()) > reduction.result.min_exponent() - far;
    if (!is_number || cancels(reduction, answer, bound.exact())) continue;
    mpfr_set(cut, bound.exact(), MPFR_RNDN);
    const Real exact = split(cut, false);
    const UlpError error =
        ulp_error(reduction.result, {Category::normal, exact.negative, exact.significand, exact.exponent}, answer.got);
    if (error <= largest) continue;
    largest = error;
    trait.evidence.assign(1, asker.evidence(answer));
  }
  mpfr_clear(cut);
  if (largest.is_none()) return;
  trait.observed = fmt::format("{} ulp", largest.text());
  traits.push_back(std::move(trait));
}

/// The narrowest bound that holds every result, float32's before those that results are too narrow to tell from it.
std::optional<Semantics> bounding_semantics(const Reduction& reduction, const std::vector<Answer>& answers) {
  for (const std::string_view format : {"float64", "float32", "float16", "bfloat16"}) {
    const bool is_told = format == "float64"   ? reduction.result.precision() >= float32.precision()
                         : format == "float16" ? reduction.result.precision() >= float16.precision()
                                               : true;
    if (!is_told) continue;
    for (const std::string_view operands : {"keep", "flush"}) {
      for (const bool flushes : {false, true}) {
        Semantics candidate;
        candidate.accumulator.format = format;
        candidate.accumulator.subnormal_operands = operands;
        if (flushes) {
          candidate.accumulator.subnormal_accumulator = "flush_after_rounding";
          candidate.subnormal_results = SubnormalResults::flush_after_rounding;
        }
        ReductionJudge judge(reduction, {candidate});
        const bool holds_all = std::all_of(answers.begin(), answers.end(), [&](const Answer& answer) {
          judge.prepare(answer.asked());
          return judge.rejected_by(answer.got) == 0;
        });
        if (holds_all) return candidate;
      }
    }
  }
  return std::nullopt;
}

}  // namespace

Identity identify_predicate(const std::string& signature, const Reduction& reduction, const ReductionRowsCall& call) {
  Identity identity;
  identity.signature = signature;
  RowAsker asker(reduction, call);
  try {
    observe_classes(asker, reduction, identity.traits);
    observe_codes(asker, reduction, identity.traits);
    std::vector<HardDot> rows;
    for (const HardDotInfo& info : hard_row_kinds(reduction)) {
      for (const std::size_t depth : {2u, 3u, 8u, 17u, 64u, 257u, 1000u}) {
        Random random(24, fmt::format("identify {}{}", info.name, depth));
        for (int n = 0; n < 16; ++n) {
          if (auto row = hard_dot(info.kind, reduction, depth, random)) rows.push_back(std::move(*row));
        }
      }
    }
    asker.ask(rows);
    const bool is_right = std::all_of(asker.all().begin(), asker.all().end(), [&](const Answer& answer) {
      return all_finite_result(reduction, answer.asked()).contains(answer.got);
    });
    if (is_right) identity.semantics = Semantics{};
  } catch (const CallFailed& failure) {
    identity.traits.push_back({"unidentified", failure.what(), {}});
  }
  return identity;
}

Identity identify_exponentials(const std::string& signature, const Reduction& reduction,
                               const ReductionRowsCall& call) {
  Identity identity;
  identity.signature = signature;
  RowAsker asker(reduction, call);
  try {
    observe_range(asker, reduction, identity.traits);
    observe_specials(asker, reduction, identity.traits);
    asker.ask(exponential_rows(reduction));
    observe_error(asker, reduction, identity.traits);
    identity.semantics = bounding_semantics(reduction, asker.all());
    Trait model{"model", "none of the known", {}};
    if (identity.semantics) {
      const Accumulator& accumulator = identity.semantics->accumulator;
      model.observed = fmt::format("{} within its bound, exp and log within an ulp", accumulator.format);
      if (accumulator.subnormal_operands == "flush") model.observed += ", operands flushed";
      if (accumulator.subnormal_accumulator != "keep") model.observed += ", results flushed";
    }
    for (const Answer& answer : asker.all()) {
      if (model.evidence.size() < most_shown && answer.element == 0 && answer.row.left.size() == 8) {
        model.evidence.push_back(asker.evidence(answer));
      }
    }
    identity.traits.insert(identity.traits.begin(), std::move(model));
  } catch (const CallFailed& failure) {
    identity.traits.push_back({"unidentified", failure.what(), {}});
  }
  return identity;
}

}  // namespace hallmark
