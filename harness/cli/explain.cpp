// SPDX-License-Identifier: Apache-2.0
// hallmark explain: the right answer for given operands, step by step.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <functional>
#include <memory>
#include <set>

#include "cli/verbs.h"
#include "conversions/conversion_suite.h"
#include "formats/formats.h"
#include "judging/describe.h"
#include "oracles/convert.h"
#include "semantics/profile.h"
#include "semantics/reductions.h"
#include "semantics/scaling.h"
#include "truth/arithmetic.h"
#include "truth/functions.h"
#include "truth/truth.h"

namespace hallmark {
namespace {

struct ExplainArguments {
  std::string signature, profile = "ieee754";
  std::vector<std::string> operands;
};

struct Operand {
  std::uint64_t code = 0;
  std::string note;  ///< how a number became a code
};

/// A code in hex ("0x3f80") or a decimal number, which is rounded to the format first.
Operand read_operand(const Format& format, const std::string& text) {
  if (text.starts_with("0x") || text.starts_with("0X")) {
    std::uint64_t code = 0;
    const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), code, 16);
    if (error != std::errc() || end != text.data() + text.size() || (code & ~format.code_mask()) != 0) {
      throw InputError(fmt::format("operand '{}' is no code of {}; write up to {} hexadecimal digits after 0x", text,
                                   format.name, (format.width() + 3) / 4));
    }
    return {code, ""};
  }
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || end != text.c_str() + text.size()) {
    throw InputError(fmt::format("operand '{}' is neither a code (0x3f80) nor a number (1.5, inf, nan)", text));
  }
  const std::uint64_t code = std::bit_cast<std::uint64_t>(value);
  if (format.name == "float64") return {code, ""};
  Semantics nearest;
  nearest.nan = Nan::canonical;
  const CodeSet rounded = oracle_convert({float64, format}, nearest, code);
  return {rounded.low, fmt::format("{} as {}: {}\n", text, format.name, describe_code(format, rounded.low))};
}

std::string rounding_words(const Semantics& semantics, const Format& to) {
  if (!to.has_zero()) return "by the rule for scales (e8m0_rounding)";
  std::string words(requirement_name(Requirement::rounding, semantics.rounding));
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

std::string exact_text(const Real& x) {
  return fmt::format("{}{}{} * 2^{}", x.negative ? "-" : "", x.significand, x.sticky ? " and a fraction" : "",
                     x.exponent);
}

/// -1, 0, 1: twice the exact value's magnitude against the sum of its two neighbours' magnitudes.
int compare_with_midpoint(const Format& to, std::uint64_t inner, const Real& exact) {
  // The midpoint has one bit more than the inner neighbour: as a target it is a format with one fraction bit more.
  Format finer = to;
  ++finer.significand_bits;
  finer.name = "midpoints";
  finer.nan_codes = CodeSet::none();
  finer.infinities = false;
  Semantics toward_zero;
  toward_zero.rounding = Rounding::rtz;
  const std::uint64_t cut = round_real(finer, toward_zero, exact).low & finer.magnitude_mask();
  const std::uint64_t midpoint = 2 * (inner & to.magnitude_mask()) + 1;
  if (cut < midpoint) return -1;
  const Decoded value = decode(finer, cut);
  const auto same = encode(finer, false, exact.significand, exact.exponent);
  return cut == midpoint && !exact.sticky && same && *same == cut && value.significand != 0 ? 0 : 1;
}

/// The exact value between its two neighbours of the target.
void explain_rounding(const Format& to, const Semantics& semantics, const Real& exact) {
  if (to.is_integer() || !to.has_zero() || (exact.negative && !to.is_signed)) return;
  const auto same = encode(to, exact.negative, exact.significand, exact.exponent);
  if (same && !exact.sticky) {
    fmt::print("  exact in {}: {}\n", to.name, describe_code(to, *same));
    return;
  }
  Semantics toward_zero;
  toward_zero.rounding = Rounding::rtz;
  toward_zero.overflow = Overflow::saturate;
  const std::uint64_t inner = round_real(to, toward_zero, exact).low;
  fmt::print("  toward zero:  {}\n", describe_code(to, inner));
  if ((inner & to.magnitude_mask()) == to.largest_finite()) {
    Semantics rounded = semantics;
    rounded.overflow = Overflow::nan;
    const CodeSet judged = round_real(to, rounded, exact);
    fmt::print(
        "  that is the largest finite value of {}; rounded with unbounded exponent the exact value {}\n", to.name,
        judged.is_single() && (judged.low & to.magnitude_mask()) == to.largest_finite() ? "becomes it: no overflow"
                                                                                        : "is larger: overflow");
    return;
  }
  fmt::print("  away from it: {}\n", describe_code(to, inner + 1));
  const int compared = compare_with_midpoint(to, inner, exact);
  fmt::print("  the exact value lies {}\n", compared == 0  ? "exactly halfway: a tie"
                                            : compared < 0 ? "nearer to the first"
                                                           : "nearer to the second");
}

/// The options that lead to one answer; a choice all of whose options do is left out.
std::string deciding_options(const std::vector<Alternative>& all, const std::vector<const Alternative*>& some) {
  std::string text;
  for (const auto& [choice, first_option] : all.front().options) {
    std::set<std::string> possible, here;
    const auto gather = [&name = choice](const Alternative& alternative, std::set<std::string>& options) {
      for (const auto& [other, option] : alternative.options) {
        if (other == name) options.insert(option);
      }
    };
    for (const Alternative& alternative : all) gather(alternative, possible);
    for (const Alternative* alternative : some) gather(*alternative, here);
    if (here != possible) text += fmt::format("{} {}={}", text.empty() ? ", if" : " and", choice, fmt::join(here, "|"));
  }
  return text;
}

std::string codes_text(const Format& to, const CodeSets& answer) {
  if (const auto single = answer.single()) return describe_code(to, *single);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < answer.count; ++i) texts.push_back(describe_codes(to, answer.sets[i]));
  return fmt::format("{}", fmt::join(texts, " or "));
}

/// What is right under each alternative, alike ones together.
template <class Answer>
std::vector<std::pair<Answer, std::vector<const Alternative*>>> grouped(
    const std::vector<Alternative>& alternatives, const std::function<Answer(const Semantics&)>& right) {
  std::vector<std::pair<Answer, std::vector<const Alternative*>>> answers;
  for (const Alternative& alternative : alternatives) {
    const Answer answer = right(alternative.semantics);
    const auto same =
        std::find_if(answers.begin(), answers.end(), [&](const auto& known) { return known.first == answer; });
    if (same == answers.end()) {
      answers.push_back({answer, {&alternative}});
    } else {
      same->second.push_back(&alternative);
    }
  }
  return answers;
}

/// Each right answer with what decides for it. is_rounded: whether rounding had a say under an alternative.
void print_results(const OfferedOperation& operation, const std::function<CodeSets(const Semantics&)>& right,
                   const std::function<bool(const Semantics&)>& is_rounded) {
  const Format& to = operation.signature.result;
  for (const auto& [answer, alternatives] : grouped(operation.alternatives, right)) {
    const Semantics& semantics = alternatives.front()->semantics;
    fmt::print("result    {}{}{}\n", codes_text(to, answer),
               is_rounded(semantics) ? fmt::format(", {}", rounding_words(semantics, to)) : "",
               deciding_options(operation.alternatives, alternatives));
  }
}

/// note: what to say besides its category.
void print_operand(const Format& format, std::uint64_t code, const std::string& note = "") {
  constexpr const char* categories[] = {"zero", "subnormal", "normal", "infinity", "NaN"};
  fmt::print("operand   {}\n  {}{}\n", describe_code(format, code),
             categories[static_cast<int>(classify(format, code))], note);
}

std::string counts_under(Requirement requirement, const OfferedOperation& operation) {
  return fmt::format("counts under {}",
                     requirement_name(requirement, operation.alternatives.front().semantics.rounding));
}

void explain_conversion(const OfferedOperation& operation, std::uint64_t operand) {
  const Conversion conversion{operation.signature.operands.front(), operation.signature.result};
  const Format& from = conversion.from;
  print_operand(from, operand, "; " + counts_under(requirement_of(conversion, operand), operation));
  bool explained = false;
  for (const Alternative& alternative : operation.alternatives) {
    if (explained || convert_special(conversion, alternative.semantics, operand)) continue;
    const Real exact = exact_value(from, operand);
    fmt::print("exact     {}\n", exact_text(exact));
    explain_rounding(conversion.to, alternative.semantics, exact);
    explained = true;
  }
  Truth truth;
  print_results(
      operation, [&](const Semantics& semantics) { return CodeSets(truth.convert(conversion, semantics, operand)); },
      [&](const Semantics& semantics) { return !convert_special(conversion, semantics, operand).has_value(); });
}

/// The exact result of a numeric operation on finite numbers, where there is one.
std::optional<Real> exact_result(const Elementwise& operation, std::span<const std::uint64_t> operands) {
  if (info_of(operation.code).kind != OperatorKind::numeric) return std::nullopt;
  MpfrArithmetic mpfr;
  if (requirement_of(operation, operands, mpfr) == Requirement::special_values) return std::nullopt;
  std::vector<Decoded> values;
  for (std::size_t i = 0; i < operands.size(); ++i) values.push_back(decode(operation.operands[i], operands[i]));
  const Real exact = mpfr.compute(computed_as(operation.code), values, operation.result.precision() + 2);
  return exact.significand == 0 ? std::nullopt : std::optional(exact);
}

void explain_elementwise(const OfferedOperation& offered, std::span<const std::uint64_t> operands) {
  const Elementwise operation = elementwise_of(offered.signature).value();
  MpfrArithmetic mpfr;
  const Semantics& first = offered.alternatives.front().semantics;
  for (std::size_t i = 0; i < operands.size(); ++i) print_operand(operation.operands[i], operands[i]);
  fmt::print("{}\n", counts_under(requirement_of(operation, operands, mpfr), offered));
  const std::optional<Real> exact = exact_result(operation, operands);
  if (exact) {
    fmt::print("exact     {}\n", exact_text(*exact));
    explain_rounding(operation.result, first, *exact);
  }
  if (operation.code == Operator::unscale) {
    const UnscaleWays ways = unscale_ways(operation, first, operands, mpfr);
    fmt::print("divided   {}\nby 1/s    {}, times {}\n", codes_text(operation.result, ways.quotient),
               codes_text(operation.result, ways.product), describe_code(float32, ways.reciprocal));
  }
  print_results(
      offered, [&](const Semantics& semantics) { return elementwise_result(operation, semantics, operands, mpfr); },
      [&](const Semantics&) { return exact.has_value(); });
}

std::string accepted_text(const Format& to, const Acceptance& acceptance) {
  std::vector<std::string> texts;
  if (acceptance.low <= acceptance.high) {
    const std::uint64_t low = from_ordered(to, acceptance.low), high = from_ordered(to, acceptance.high);
    texts.push_back(low == high ? describe_code(to, low)
                                : fmt::format("from {} to {}", describe_code(to, low), describe_code(to, high)));
  }
  if (acceptance.others.count != 0) texts.push_back(codes_text(to, acceptance.others));
  return fmt::format("{}", fmt::join(texts, " or "));
}

std::string limits_text(const Limits& limits) {
  std::string text = limits.correctly_rounded ? "correctly rounded"
                     : limits.max_ulp > 0     ? fmt::format("within {} ulp of the exact value", limits.max_ulp)
                                              : "no limit on accuracy: special values, exact points and the sign count";
  if (limits.has_range) text += fmt::format(", in [{}, {}]", limits.range_low, limits.range_high);
  if (limits.monotone) text += ", monotone";
  return text;
}

void explain_function(const OfferedOperation& offered, const Limits& limits, std::span<const std::uint64_t> operands) {
  const FunctionOperation operation = function_of(offered.signature).value();
  const Format& to = operation.result;
  for (std::size_t i = 0; i < operands.size(); ++i) print_operand(operation.operands[i], operands[i]);
  fmt::print("{}\nlimit     {}\n", counts_under(requirement_of(operation, operands), offered), limits_text(limits));
  FunctionTruth truth;
  const Semantics& first = offered.alternatives.front().semantics;
  const FunctionAnswer answer = truth.answer(operation, first, limits, operands);
  if (answer.has_value) {
    constexpr int past_printing = 100000;  // as far as MPFR's own exponents go, which end somewhere
    fmt::print("exact     {}\n", std::abs(answer.value.exponent) < past_printing ? exact_text(answer.value)
                                 : answer.value.exponent > 0 ? fmt::format("more than 2^{}", past_printing)
                                                             : fmt::format("less than 2^-{}, not zero", past_printing));
    explain_rounding(to, first, answer.value);
    fmt::print("rounded   {}, {}\n", describe_codes(to, answer.rounded), rounding_words(first, to));
  }
  const std::function<Acceptance(const Semantics&)> right = [&](const Semantics& semantics) {
    return truth.answer(operation, semantics, limits, operands).accepted;
  };
  for (const auto& [accepted, alternatives] : grouped(offered.alternatives, right)) {
    fmt::print("accepted  {}{}\n", accepted_text(to, accepted), deciding_options(offered.alternatives, alternatives));
  }
}

ExitStatus explain(const ExplainArguments& arguments) {
  const Profile profile = load_profile(arguments.profile);
  auto parsed = parse_signature(arguments.signature, [&](std::string_view name) { return profile.find_format(name); });
  if (const auto* error = std::get_if<SignatureError>(&parsed)) {
    throw InputError(fmt::format("{}:{}: {}", arguments.signature, error->column, error->what));
  }
  const auto& signature = std::get<Signature>(parsed);
  const bool explains = is_conversion(signature) || elementwise_of(signature) || function_of(signature);
  if (reduction_of(signature)) {
    throw InputError(
        fmt::format("{}: an operand of a reduction is a list of codes, which explain does not take; certify --case "
                    "'{}@KIND/NUMBER' "
                    "shows a row with what is right of it",
                    arguments.signature, arguments.signature));
  }
  if (!explains) {
    throw InputError(fmt::format(
        "{}: this version explains conversions between two different formats, arithmetic, comparisons, predicates and "
        "elementary functions",
        arguments.signature));
  }
  if (arguments.operands.size() != signature.operands.size()) {
    throw InputError(fmt::format("{} takes {} operand{}, {} given", arguments.signature, signature.operands.size(),
                                 signature.operands.size() == 1 ? "" : "s", arguments.operands.size()));
  }
  const OfferedOperation operation{signature, 0, profile.resolve(signature)};
  std::vector<std::uint64_t> operands;
  std::string notes;
  for (std::size_t i = 0; i < arguments.operands.size(); ++i) {
    const Operand operand = read_operand(signature.operands[i], arguments.operands[i]);
    operands.push_back(operand.code);
    notes += operand.note;
  }
  fmt::print("{} under {} ({})\n{}", to_string(signature), profile.name, profile.title, notes);
  if (is_conversion(signature)) {
    explain_conversion(operation, operands.front());
  } else if (function_of(signature)) {
    explain_function(operation, profile.limits_of(signature), operands);
  } else {
    explain_elementwise(operation, operands);
  }
  return exit_conforms;
}

}  // namespace

void add_explain(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<ExplainArguments>();
  CLI::App* verb = app.add_subcommand("explain", "the right answer for given operands, step by step");
  verb->add_option("signature", arguments->signature, "such as 'convert(float32)->bfloat16'")->required();
  verb->add_option("operands", arguments->operands, "codes (0x3f808000) or numbers (1.5)")->required();
  verb->add_option("--profile", arguments->profile, "name or file")->capture_default_str();
  verb->callback([arguments, &action] { action = [arguments] { return explain(*arguments); }; });
}

}  // namespace hallmark
