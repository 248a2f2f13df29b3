// SPDX-License-Identifier: Apache-2.0
// hallmark explain: the right answer for one operand, step by step.
#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cstdlib>
#include <memory>

#include "cli/verbs.h"
#include "conversions/suite.h"
#include "formats/formats.h"
#include "judging/describe.h"
#include "oracles/convert.h"
#include "semantics/profile.h"
#include "truth/truth.h"

namespace hallmark {
namespace {

struct ExplainArguments {
  std::string signature, profile = "ieee754";
  std::vector<std::string> operands;
};

/// A code in hex ("0x3f80") or a decimal number, which is rounded to the format first.
std::uint64_t read_operand(const Format& format, const std::string& text) {
  if (text.starts_with("0x") || text.starts_with("0X")) {
    std::uint64_t code = 0;
    const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), code, 16);
    if (error != std::errc() || end != text.data() + text.size() || (code & ~format.code_mask()) != 0) {
      throw InputError(fmt::format("operand '{}' is no code of {}; write up to {} hexadecimal digits after 0x", text,
                                   format.name, (format.width() + 3) / 4));
    }
    return code;
  }
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || end != text.c_str() + text.size()) {
    throw InputError(fmt::format("operand '{}' is neither a code (0x3f80) nor a number (1.5, inf, nan)", text));
  }
  const std::uint64_t code = std::bit_cast<std::uint64_t>(value);
  if (format.name == "float64") return code;
  Semantics nearest;
  nearest.nan = Nan::canonical;
  const CodeSet rounded = oracle_convert({float64, format}, nearest, code);
  fmt::print("{} as {}: {}\n", text, format.name, describe_code(format, rounded.low));
  return rounded.low;
}

std::string exact_text(const Real& x) {
  return fmt::format("{}{} * 2^{}", x.negative ? "-" : "", x.significand, x.exponent);
}

/// The exact value between its two neighbours of the target, and what each rule does with it.
void explain_rounding(const Conversion& conversion, const Semantics& semantics, const Real& exact) {
  const Format& to = conversion.to;
  Semantics toward_zero = semantics;
  toward_zero.rounding = Rounding::rtz;
  toward_zero.subnormal_results = SubnormalResults::keep;
  toward_zero.overflow = Overflow::saturate;
  toward_zero.integer_overflow = IntegerOverflow::saturate;
  const CodeSet inner = round_real(to, toward_zero, exact);
  if (!inner.is_single() || to.is_integer() || !to.has_zero()) return;
  const Decoded value = decode(to, inner.low);
  if (value.significand == exact.significand && value.exponent == exact.exponent) {
    fmt::print("  exact in {}: {}\n", to.name, describe_code(to, inner.low));
    return;
  }
  const auto back = encode(to, exact.negative, exact.significand, exact.exponent);
  if (back) {
    fmt::print("  exact in {}: {}\n", to.name, describe_code(to, *back));
    return;
  }
  fmt::print("  toward zero:  {}\n", describe_code(to, inner.low));
  if ((inner.low & to.magnitude_mask()) == to.largest_finite()) {
    fmt::print("  that is the largest finite value of {}\n", to.name);
    return;
  }
  fmt::print("  away from it: {}\n", describe_code(to, inner.low + 1));
  Semantics nearest = toward_zero;
  nearest.rounding = Rounding::rne;
  Semantics away = toward_zero;
  away.rounding = Rounding::rna;
  const bool tie = !(round_real(to, nearest, exact) == round_real(to, away, exact)) ||
                   [&] {  // to even and away agree on a tie over an odd code: half a unit below must differ
                     Real below = exact;
                     if (below.significand >> 62 == 0) {
                       below.significand = below.significand * 2 - 1;
                       --below.exponent;
                     }
                     return (inner.low & 1) != 0 && !(round_real(to, nearest, below) == round_real(to, nearest, exact));
                   }();
  fmt::print("  the exact value lies {}\n",
             tie ? "exactly halfway: a tie"
                 : round_real(to, nearest, exact) == inner ? "nearer to the first" : "nearer to the second");
}

void explain_conversion(const ConversionOperation& operation, std::uint64_t operand) {
  const auto& [from, to] = operation.conversion;
  const Decoded value = decode(from, operand);
  fmt::print("operand   {}\n", describe_code(from, operand));
  const char* categories[] = {"zero", "subnormal", "normal", "infinity", "NaN"};
  fmt::print("  {}; counts under {}\n", categories[static_cast<int>(value.category)],
             requirement_name(requirement_of(operation.conversion, operand),
                              operation.alternatives.front().semantics.rounding));
  Truth truth;
  bool explained = false;
  for (const Alternative& alternative : operation.alternatives) {
    const Semantics& semantics = alternative.semantics;
    const auto special = convert_special(operation.conversion, semantics, operand);
    if (!special && !explained) {
      const Real exact = exact_value(from, operand);
      fmt::print("exact     {}\n", exact_text(exact));
      explain_rounding(operation.conversion, semantics, exact);
      explained = true;
    }
    std::string label;
    for (const auto& [choice, option] : alternative.options) label += fmt::format(" {}={}", choice, option);
    if (special && value.category == Category::subnormal) label += " (the subnormal operand is flushed)";
    const CodeSet answer = truth.convert(operation.conversion, semantics, operand);
    fmt::print("result    {}{}\n",
               answer.is_single() ? describe_code(to, answer.low) : describe_codes(to, answer), label);
  }
}

ExitStatus explain(const ExplainArguments& arguments) {
  const Profile profile = load_profile(arguments.profile);
  auto parsed = parse_signature(arguments.signature, [&](std::string_view name) { return profile.find_format(name); });
  if (const auto* error = std::get_if<SignatureError>(&parsed)) {
    throw InputError(fmt::format("{}:{}: {}", arguments.signature, error->column, error->what));
  }
  const auto& signature = std::get<Signature>(parsed);
  if (!is_conversion(signature)) {
    throw InputError(fmt::format("{}: this version explains conversions between two different formats",
                                 arguments.signature));
  }
  if (arguments.operands.size() != signature.operands.size()) {
    throw InputError(fmt::format("{} takes {} operand, {} given", arguments.signature, signature.operands.size(),
                                 arguments.operands.size()));
  }
  const ConversionOperation operation{signature, {signature.operands.front(), signature.result}, 0,
                                      profile.resolve(signature)};
  fmt::print("{} under {} ({})\n", to_string(signature), profile.name, profile.title);
  explain_conversion(operation, read_operand(signature.operands.front(), arguments.operands.front()));
  return exit_conforms;
}

}  // namespace

void add_explain(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<ExplainArguments>();
  CLI::App* verb = app.add_subcommand("explain", "the right answer for one operand, step by step");
  verb->add_option("signature", arguments->signature, "such as 'convert(float32)->bfloat16'")->required();
  verb->add_option("operands", arguments->operands, "codes (0x3f808000) or numbers (1.5)")->required();
  verb->add_option("--profile", arguments->profile, "name or file")->capture_default_str();
  verb->callback([arguments, &action] { action = [arguments] { return explain(*arguments); }; });
}

}  // namespace hallmark
