// SPDX-License-Identifier: Apache-2.0
#include "reductions/reduction_suite.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "case_id.h"
#include "formats/internal_error.h"
#include "inputs/initial_values.h"
#include "judging/describe.h"
#include "judging/reduction_hypotheses.h"
#include "judging/reduction_judge.h"
#include "reductions/growth.h"
#include "reductions/hard_rows.h"
#include "reductions/places.h"
#include "reductions/symmetries.h"
#include "reductions/threads.h"

namespace hallmark {
namespace {

/// The reduction, and of exponentials what the profile allows exp and log to err in the accumulator's format (float32
/// where that has no name); an ulp where it has no limit.
Reduction reduction_under(const OfferedOperation& offered, const Profile& profile) {
  Reduction reduction = reduction_of(offered.signature).value();
  if (!reduction.is_of_exponentials()) return reduction;
  const std::string& named = offered.alternatives.front().semantics.accumulator.format;
  const Format* format = profile.find_format(named.empty() ? "float32" : named);
  if (format == nullptr) return reduction;
  const auto limit = [&](std::string name) {
    const Limits limits = profile.limits_of({std::move(name), {}, {*format}, *format});
    return limits.correctly_rounded ? 0.5 : limits.max_ulp > 0 ? limits.max_ulp : 1.0;
  };
  reduction.exponential_ulp = limit("exp");
  reduction.logarithm_ulp = limit("log");
  return reduction;
}

TriedReduction tried_of(const OfferedOperation& offered, const Profile& profile, Level level, std::uint64_t seed) {
  return {reduction_under(offered, profile),
          to_string(offered.signature),
          offered.index,
          semantics_of(offered.alternatives),
          level,
          seed};
}

/// A profile whose accumulator says too little cannot judge a sum.
void check_accumulators(const OfferedOperation& offered, const Profile& profile) {
  for (const Alternative& alternative : offered.alternatives) {
    const auto model = accumulation_model(alternative.semantics);
    if (const auto* reason = std::get_if<std::string>(&model)) {
      throw InputError(
          fmt::format("{}: {} cannot be judged: {}", profile.path.string(), to_string(offered.signature), *reason));
    }
  }
}

/// Whether the formats have rows of the kind at all.
bool has_rows(const TriedReduction& tried, HardDotKind kind) {
  for (const std::size_t depth : {1u, 3u, 8u, 64u, 256u}) {
    Random random(tried.seed, tried.signature);
    for (int attempt = 0; attempt < 4; ++attempt) {
      if (hard_dot_with_initial(kind, tried.reduction, depth, random, tried.precision())) return true;
    }
  }
  return false;
}

std::string codes_text(const Format& format, std::span<const std::uint64_t> codes) {
  // A deep row would fill pages; its case id makes it again.
  constexpr std::size_t most = 16, shown = 6;
  std::vector<std::string> texts;
  for (const std::uint64_t code : codes.first(codes.size() > most ? shown : codes.size())) {
    texts.push_back(hex_code(format, code));
  }
  if (codes.size() > most) texts.push_back(fmt::format("... {} in all", codes.size()));
  return fmt::format("{}", fmt::join(texts, " "));
}

std::string values_text(const Format& format, std::span<const std::uint64_t> codes) {
  constexpr std::size_t shown = 4;
  std::vector<std::string> texts;
  for (const std::uint64_t code : codes.first(std::min(codes.size(), shown))) {
    texts.push_back(value_of_code(format, code));
  }
  if (codes.size() > shown) texts.push_back("...");
  return fmt::format("({})", fmt::join(texts, ", "));
}

std::string accepted_text(const Format& to, const Acceptance& acceptance) {
  const CodeSets sets = code_sets(to, acceptance);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < sets.count; ++i) texts.push_back(describe_codes(to, sets.sets[i]));
  return fmt::format("{}", fmt::join(texts, "|"));
}

std::string mark_of_row(const DrawnPart& part, std::uint64_t number) {
  return fmt::format("@{}/{}", part.name, number);
}

CaseText describe(const TriedReduction& tried, const Witness& witness) {
  const std::uint64_t depth = witness.operands[0], kind = witness.operands[1], number = witness.operands[2];
  std::optional<FoundResult> found;
  CaseText text;
  switch (kind) {
    case places_witness:
      found = find_place(tried, depth, number);
      break;
    case threads_witness:
      found = find_threads_row(tried, number);
      break;
    case growth_part.witness:
      found = find_growth_row(tried, number);
      text.mark = mark_of_row(growth_part, number);
      break;
    case symmetries_part.witness:
      found = find_symmetry_row(tried, number);
      text.mark = mark_of_row(symmetries_part, number);
      break;
    default:
      found = find_result(tried, static_cast<HardDotKind>(kind), number);
      text.mark = mark_of_result(static_cast<HardDotKind>(kind), number);
  }
  if (!found) throw InternalError("a finding names a row that is not there");
  const ReductionRow row = found->operands->row(found->place);
  const Reduction& reduction = tried.reduction;
  text.operands.push_back(codes_text(reduction.left, row.left));
  text.operands_text = fmt::format("depth {}: {}", depth, values_text(reduction.left, row.left));
  if (reduction.has_two_factors()) {
    text.operands.push_back(codes_text(reduction.right, row.right));
    text.operands_text += fmt::format(" . {}", values_text(reduction.right, row.right));
  }
  if (row.initial) {
    text.operands.push_back(hex_code(*reduction.initial, *row.initial));
    text.operands_text += fmt::format(" + {}", value_of_code(*reduction.initial, *row.initial));
  }
  ReductionJudge judge(reduction, tried.alternatives);
  judge.prepare(row);
  std::vector<std::string> expected;
  for (std::size_t a = 0; a < tried.alternatives.size(); ++a) {
    std::string one = accepted_text(reduction.result, judge.accepted(a));
    if (std::find(expected.begin(), expected.end(), one) == expected.end()) expected.push_back(std::move(one));
  }
  text.expected = text.expected_text = fmt::format("{}", fmt::join(expected, "|"));
  const Acceptance& accepted = judge.accepted(0);
  if (accepted.low <= accepted.high) {
    const std::uint64_t low = from_ordered(reduction.result, accepted.low);
    const std::uint64_t high = from_ordered(reduction.result, accepted.high);
    text.expected_text = low == high ? describe_code(reduction.result, low)
                                     : fmt::format("{} to {}", describe_code(reduction.result, low),
                                                   describe_code(reduction.result, high));
  } else if (const auto single = accepted.others.single()) {
    text.expected_text = describe_code(reduction.result, *single);
  }
  return text;
}

/// Of a term of a sum, about: the oracle adds it, or MPFR does, or a stated accumulator is followed step by step.
double term_seconds(const TriedReduction& tried) {
  const bool by_oracle = SumOracle::covers(tried.reduction) && !tried.alternatives.front().accumulator.exact_model;
  return by_oracle ? 2e-8 : 2e-7;
}

Part hard_rows_part(const OfferedOperation& offered, const TriedReduction& tried, HardDotKind kind, std::string name,
                    std::optional<std::uint64_t> single) {
  Part part{test_name(offered.signature),
            std::move(name),
            tried.signature,
            single ? 1 : cost_of_hard_rows(tried, kind),
            {},
            {}};
  part.operand_seconds = term_seconds(tried);
  part.run = [=](PartContext& context) { return result_of(sweep_hard_rows(context, tried, kind, single)); };
  part.operands_of = [=](std::uint64_t call, std::uint64_t row) -> std::vector<std::string> {
    return {mark_of_result(kind, single.value_or(number_of_row(tried, kind, call, row)))};
  };
  return part;
}

Part places_part(const OfferedOperation& offered, const TriedReduction& tried, std::string name,
                 std::optional<std::uint64_t> single) {
  Part part{test_name(offered.signature), std::move(name), tried.signature, cost_of_places(tried), {}, {}};
  part.operand_seconds = term_seconds(tried);
  part.run = [=](PartContext& context) { return result_of(try_places(context, tried, single)); };
  part.operands_of = [](std::uint64_t call, std::uint64_t) -> std::vector<std::string> {
    return {fmt::format("{}{}", places_case_mark, call)};
  };
  return part;
}

Part growth_rows_part(const OfferedOperation& offered, const TriedReduction& tried, std::string name,
                      std::optional<std::uint64_t> single) {
  Part part{test_name(offered.signature), std::move(name), tried.signature, cost_of_growth(tried), {}, {}};
  part.operand_seconds = term_seconds(tried) + 3e-7;  // the judge's sum, and that of errors
  part.run = [=](PartContext& context) { return result_of(measure_growth(context, tried, single)); };
  part.operands_of = [=](std::uint64_t call, std::uint64_t row) -> std::vector<std::string> {
    return {mark_of_row(growth_part, single.value_or(number_of_growth_row(tried, call, row)))};
  };
  return part;
}

Part symmetry_rows_part(const OfferedOperation& offered, const TriedReduction& tried, std::string name,
                        std::optional<std::uint64_t> single) {
  Part part{test_name(offered.signature), std::move(name), tried.signature, cost_of_symmetries(tried), {}, {}};
  part.operand_seconds = term_seconds(tried);
  part.run = [=](PartContext& context) { return result_of(try_symmetries(context, tried, single)); };
  part.operands_of = [=](std::uint64_t call, std::uint64_t row) -> std::vector<std::string> {
    return {mark_of_row(symmetries_part, single.value_or(number_of_symmetry_row(call, row)))};
  };
  return part;
}

Part threads_part(const OfferedOperation& offered, const TriedReduction& tried, std::string name,
                  std::optional<std::uint64_t> single) {
  Part part{test_name(offered.signature), std::move(name), tried.signature, cost_of_threads(tried), {}, {}};
  part.operand_seconds = term_seconds(tried);
  part.run = [=](PartContext& context) { return result_of(try_threads(context, tried, single)); };
  part.operands_of = [](std::uint64_t call, std::uint64_t) -> std::vector<std::string> {
    return {fmt::format("{}{}", threads_case_mark, shape_of_threads_call(call))};
  };
  return part;
}

Part case_part(const OfferedOperation& offered, const TriedReduction& tried, const std::string& case_id) {
  const std::string_view rest = rest_of_case(case_id);
  const auto refuse = [&](const std::string& why) {
    std::vector<std::string_view> names;
    for (const HardDotInfo& info : hard_row_kinds(tried.reduction)) names.push_back(info.name);
    names.insert(names.end(), {"places", "threads"});
    if (tried.reduction.is_of_sums()) names.insert(names.end(), {growth_part.name, symmetries_part.name});
    return InputError(fmt::format("--case {}: {}; write {}@KIND/NUMBER, KIND one of {}", case_id, why, tried.signature,
                                  fmt::join(names, ", ")));
  };
  const std::size_t slash = rest.find('/');
  if (!rest.starts_with('@') || slash == std::string_view::npos)
    throw refuse("a reduction's case names a kind of rows");
  const std::uint64_t number = number_of_case(case_id, rest.substr(slash + 1));
  if (rest.starts_with(places_case_mark)) {
    if (number >= places_calls(tried)) throw refuse(fmt::format("there are {} such calls", places_calls(tried)));
    return places_part(offered, tried, "case", number);
  }
  const bool has_more = tried.reduction.is_of_sums();
  if (rest.starts_with(threads_case_mark)) {
    if (number >= threads_shapes(tried)) throw refuse(fmt::format("there are {} such calls", threads_shapes(tried)));
    return threads_part(offered, tried, "case", number);
  }
  const std::string_view name = rest.substr(1, slash - 1);
  if (has_more && name == growth_part.name && find_growth_row(tried, number)) {
    return growth_rows_part(offered, tried, "case", number);
  }
  if (has_more && name == symmetries_part.name && find_symmetry_row(tried, number)) {
    return symmetry_rows_part(offered, tried, "case", number);
  }
  if (has_more && (name == growth_part.name || name == symmetries_part.name)) throw refuse("there is no such row");
  const auto kind = hard_dot_kind_of(tried.reduction, name);
  if (!kind) throw refuse(fmt::format("'{}' is no kind of rows", name));
  if (!find_result(tried, *kind, number)) throw refuse("there is no such row");
  return hard_rows_part(offered, tried, *kind, "case", number);
}

}  // namespace

bool ReductionSuite::covers(const Signature& signature) const { return reduction_of(signature).has_value(); }

std::vector<Part> ReductionSuite::parts(const OfferedOperation& offered, const Assignment& assignment) const {
  const auto& [backend, profile, plan] = assignment;
  check_accumulators(offered, profile);
  const TriedReduction tried = tried_of(offered, profile, plan.level, plan.seed);
  if (!plan.case_id.empty()) return {case_part(offered, tried, plan.case_id)};
  std::vector<Part> parts;
  for (const HardDotInfo& info : hard_row_kinds(tried.reduction)) {
    if (has_rows(tried, info.kind)) {
      parts.push_back(hard_rows_part(offered, tried, info.kind, std::string(info.name), std::nullopt));
    }
  }
  parts.push_back(places_part(offered, tried, "places", std::nullopt));
  // Only what is linear scales, and has errors relative to what is summed.
  if (tried.reduction.is_of_sums()) {
    parts.push_back(growth_rows_part(offered, tried, std::string(growth_part.name), std::nullopt));
    parts.push_back(symmetry_rows_part(offered, tried, std::string(symmetries_part.name), std::nullopt));
  }
  parts.push_back(threads_part(offered, tried, "threads", std::nullopt));
  return parts;
}

OperationContext ReductionSuite::context(const OfferedOperation& offered, const Profile& profile) const {
  OperationContext context;
  context.signature = offered.signature;
  context.alternatives = offered.alternatives;
  const Reduction reduction = reduction_under(offered, profile);
  context.hypotheses = ReductionHypotheses::texts(reduction, offered.alternatives.front().semantics);
  // The seed and the level change neither; the profile may be gone when it is asked.
  context.describe_case = [offered, reduction](const Witness& witness, std::uint64_t seed) {
    TriedReduction tried{reduction,         to_string(offered.signature),
                         offered.index,     semantics_of(offered.alternatives),
                         Level::exhaustive, seed};
    return describe(tried, witness);
  };
  return context;
}

Tally ReductionSuite::judge(const OfferedOperation& operation, const Profile&,
                            const std::vector<std::vector<std::uint64_t>>&, const std::vector<std::uint64_t>&) const {
  throw InputError(fmt::format("{}: this version judges no file of reductions; certify the backend itself",
                               to_string(operation.signature)));
}

std::vector<VectorSet> ReductionSuite::vector_sets() const { return {}; }

VectorFile ReductionSuite::generate_vectors(const Profile&, const Signature& signature) const {
  throw InternalError("there are no vectors of " + to_string(signature));
}

void ReductionSuite::check_vectors(const VectorFile& file, const Profile&) const {
  throw InputError(fmt::format("{}: this version has no vectors of reductions", to_string(file.signature)));
}

std::vector<std::pair<std::string, std::string>> ReductionSuite::listing() const {
  const char* formats = "any floating formats with a sign, by the profile's accumulator";
  return {{"sum(FORMAT)->FORMAT", formats},
          {"sum_of_squares(FORMAT)->FORMAT", formats},
          {"mean(FORMAT)->FORMAT", formats},
          {"cumulative_sum(FORMAT)->FORMAT", "the same; each element's result is the sum up to it"},
          {"all_finite(FORMAT)->uint8", "any floating format with a sign; 1 where no element is NaN or infinite"},
          {"logsumexp(FORMAT)->FORMAT", "the same, by the profile's limits of exp and log too"},
          {"softmax(FORMAT)->FORMAT", "the same; each element has a result"},
          {"dot(FORMAT,FORMAT)->FORMAT", formats},
          {"dot(FORMAT,FORMAT,FORMAT)->FORMAT", "the same with an initial value"},
          {"matmul(FORMAT,FORMAT)->FORMAT", formats},
          {"matmul(FORMAT,FORMAT,FORMAT)->FORMAT", "the same with initial values"}};
}

}  // namespace hallmark
