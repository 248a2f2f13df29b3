// SPDX-License-Identifier: Apache-2.0
// A finding's counterexample for people: each code in hex, in bits by field, and in decimal.
#include "reports/operand.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>

#include "semantics/signature.h"

namespace hallmark {

namespace {

/// "0x3f80" with no more bits than the format has.
std::optional<std::uint64_t> parse_code(const Format& format, std::string_view text) {
  if (!text.starts_with("0x")) return std::nullopt;
  text.remove_prefix(2);
  std::uint64_t code = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), code, 16);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if ((code & ~format.code_mask()) != 0) return std::nullopt;
  return code;
}

std::string bits(std::uint64_t code, int high, int count) {
  std::string text;
  for (int bit = high; bit > high - count; --bit) text += (code >> bit) & 1 ? '1' : '0';
  return text;
}

/// The words of judging/describe.h, which this folder lies beside and not above: one spelling in every output.
std::string decimal(const Format& format, std::uint64_t code, const Decoded& value) {
  const std::string minus = value.negative ? "-" : "";
  switch (value.category) {
    case Category::nan:
      if (!format.has_signalling_nan()) return "NaN";
      return minus + ((code & format.quiet_bit()) != 0 ? "NaN" : "NaN (signalling)");
    case Category::infinity:
      return minus + "infinity";
    case Category::zero:
      return minus + "0";
    case Category::subnormal:
    case Category::normal:
      break;
  }
  if (format.is_integer()) return minus + fmt::format("{}", value.significand);
  // A significand has at most 53 bits, so that this double is the value itself, printed as no other double is.
  return minus + fmt::format("{}", std::ldexp(static_cast<double>(value.significand), value.exponent));
}

std::vector<std::string_view> split_choices(std::string_view text) {
  std::vector<std::string_view> choices;
  for (;;) {
    const std::size_t bar = text.find('|');
    choices.push_back(text.substr(0, bar));
    if (bar == std::string_view::npos) return choices;
    text.remove_prefix(bar + 1);
  }
}

/// What the record's words say beyond the code itself: "(row 5 of 127)".
std::string beyond(const CodeView& view, std::string_view words) {
  const std::string known = fmt::format("{} = {} = {}", view.text, bits_text(view), view.decimal);
  if (!words.starts_with(known)) return "";
  words.remove_prefix(known.size());
  while (words.starts_with(' ')) words.remove_prefix(1);
  return std::string(words);
}

/// The values of a list's first codes: "(1, -0.5, ...)".
std::string values_of_list(const Format& format, std::string_view codes) {
  constexpr std::size_t shown = 4;
  std::string text = "(";
  for (std::size_t i = 0; !codes.empty(); ++i) {
    const std::size_t end = std::min(codes.find(' '), codes.size());
    const std::optional<std::uint64_t> code = parse_code(format, codes.substr(0, end));
    codes.remove_prefix(std::min(end + 1, codes.size()));
    if (i > 0) text += ", ";
    if (!code || i == shown) return text + "...)";
    text += decimal(format, *code, decode(format, *code));
  }
  return text + ")";
}

CounterexampleRow make_row(std::string label, const Format* format, std::string_view text, const std::string& words) {
  CounterexampleRow row{std::move(label), {}, {}};
  if (format != nullptr && text.find(' ') != std::string_view::npos) {  // a reduction's operand
    CodeView view;
    view.text = text;
    row.codes.push_back(std::move(view));
    row.note = values_of_list(*format, text);
    return row;
  }
  bool taken_apart = true;
  for (const std::string_view choice : split_choices(text)) {
    row.codes.push_back(view_code(format, choice));
    taken_apart = taken_apart && !row.codes.back().decimal.empty();
  }
  if (!taken_apart) {
    if (words != text) row.note = words;
  } else if (row.codes.size() == 1) {
    row.note = beyond(row.codes[0], words);
  }
  return row;
}

}  // namespace

std::string bits_text(const CodeView& view) {
  std::string text;
  for (const std::string* field : {&view.sign, &view.exponent, &view.fraction}) {
    if (!field->empty()) text += (text.empty() ? "" : " ") + *field;
  }
  return text;
}

std::string value_text(const CodeView& view, const std::string& note) {
  std::string text = view.decimal;
  if (!view.category.empty()) text += ", " + view.category;
  if (!note.empty()) text += (text.empty() ? "" : " ") + note;
  return text;
}

CodeView view_code(const Format* format, std::string_view text) {
  CodeView view;
  view.text = text;
  if (format == nullptr) return view;
  const std::optional<std::uint64_t> code = parse_code(*format, text);
  if (!code) return view;
  const int sign_bits = format->is_signed && !format->is_integer() ? 1 : 0;
  const int exponent_bits = format->is_integer() ? 0 : format->exponent_bits;
  const int top = format->width() - 1;
  view.sign = bits(*code, top, sign_bits);
  view.exponent = bits(*code, top - sign_bits, exponent_bits);
  view.fraction = bits(*code, top - sign_bits - exponent_bits, top + 1 - sign_bits - exponent_bits);
  const Decoded value = decode(*format, *code);
  view.decimal = decimal(*format, *code, value);
  if (value.category == Category::subnormal) view.category = "subnormal";
  return view;
}

std::vector<CounterexampleRow> counterexample(const std::string& signature, const Finding& finding) {
  const auto parsed = parse_signature(signature);
  const Signature* known = std::get_if<Signature>(&parsed);
  std::vector<CounterexampleRow> rows;
  for (std::size_t i = 0; i < finding.operands.size(); ++i) {
    const bool only = finding.operands.size() == 1;
    const Format* format = known != nullptr && i < known->operands.size() ? &known->operands[i] : nullptr;
    rows.push_back(make_row(only ? "operand" : fmt::format("operand {}", i + 1), format, finding.operands[i],
                            only ? finding.operands_text : std::string()));
  }
  const Format* result = known != nullptr ? &known->result : nullptr;
  if (!finding.expected.empty()) rows.push_back(make_row("expected", result, finding.expected, finding.expected_text));
  if (!finding.got.empty()) rows.push_back(make_row("got", result, finding.got, finding.got_text));
  return rows;
}

}  // namespace hallmark
