// SPDX-License-Identifier: Apache-2.0
#include "tests/accumulators/unit_profiles.h"

#include <fmt/format.h>

#include "semantics/fields.h"

namespace hallmark::test {
namespace {

std::string accumulator_text(const Accumulator& accumulator) {
  const Accumulator usual;
  std::string text = "\n[accumulator]\n";
  if (accumulator.format.empty()) {
    text += fmt::format("format = {{ exponent_bits = {}, precision = {} }}\n", accumulator.exponent_bits,
                        accumulator.precision);
  }
  for (const AccumulatorField& field : accumulator_fields()) {
    if (field.key.starts_with("format.") || (field.key == "format" && accumulator.format.empty())) continue;
    if (field.text != nullptr && accumulator.*field.text != usual.*field.text) {
      text += fmt::format("{} = \"{}\"\n", field.key, accumulator.*field.text);
    } else if (field.number != nullptr && accumulator.*field.number != usual.*field.number) {
      text += fmt::format("{} = {}\n", field.key, accumulator.*field.number);
    } else if (field.flag != nullptr && accumulator.*field.flag != usual.*field.flag) {
      text += fmt::format("{} = {}\n", field.key, accumulator.*field.flag);
    }
  }
  return text;
}

}  // namespace

std::string profile_of(const NamedAccumulator& accumulator) {
  std::string text =
      fmt::format("name = \"{}\"\ntitle = \"{}\"\nsource = \"a test of Hallmark's own\"\n\n[semantics]\n",
                  accumulator.name, accumulator.title);
  for (const Field& field : fields()) {
    if (!field.get || field.get(accumulator.semantics) == field.get(Semantics{})) continue;
    const std::string_view word = field.spelling_in(accumulator.semantics);
    const std::string_view quote = field.kind == FieldKind::boolean ? "" : "\"";
    text += fmt::format("{} = {}{}{}\n", field.key, quote, word, quote);
  }
  for (const auto& [format, code] : accumulator.semantics.canonical_nan) {
    text += fmt::format("canonical_nan = {{ {} = {:#x} }}\n", format, code);  // each has one at most
  }
  return text + accumulator_text(accumulator.semantics.accumulator);
}

}  // namespace hallmark::test
