// SPDX-License-Identifier: Apache-2.0
// The field table: adding a field to profiles means a member in semantics.h and a row here.
#include "semantics/fields.h"

#include <algorithm>
#include <set>
#include <type_traits>

namespace hallmark {

namespace {

/// A row for an enumeration; the spellings follow the order of its enumerators.
template <auto Member>
Field words(std::string_view key, std::initializer_list<std::string_view> spellings) {
  using Enum = std::remove_reference_t<decltype(std::declval<Semantics&>().*Member)>;
  Field field{.key = key,
              .kind = FieldKind::word,
              .spellings = {},
              .set = [](Semantics& semantics, std::uint8_t value) { semantics.*Member = static_cast<Enum>(value); },
              .get = [](const Semantics& semantics) { return static_cast<std::uint8_t>(semantics.*Member); }};
  for (const std::string_view text : spellings) {
    field.spellings.push_back({text, static_cast<std::uint8_t>(field.spellings.size())});
  }
  return field;
}

template <auto Member>
Field boolean(std::string_view key) {
  Field field = words<Member>(key, {"false", "true"});
  field.kind = FieldKind::boolean;
  return field;
}

std::vector<Field> make_fields() {
  using S = Semantics;
  return {
      words<&S::rounding>("rounding", {"rne", "rna", "rtz", "rup", "rdn", "rto", "stochastic"}),
      words<&S::subnormal_operands>("subnormal_operands", {"keep", "flush"}),
      words<&S::flushed_zero>("flushed_zero", {"signed", "positive"}),
      words<&S::infinity_operand>("infinity_operand", {"nan", "saturate"}),
      words<&S::infinity_to_infinity>("infinity_to_infinity", {"keep", "saturate"}),
      words<&S::overflow>("overflow", {"infinity", "saturate", "nan"}),
      words<&S::rto_overflow>("rto_overflow", {"largest", "infinity"}),
      words<&S::subnormal_results>("subnormal_results",
                                   {"keep", "flush_before_rounding", "flush_after_rounding", "flush_delivered"}),
      words<&S::nan>("nan", {"any", "quiet", "quiet_payload", "canonical", "infinity"}),
      words<&S::nan_sign>("nan_sign", {"any", "preserve", "positive"}),
      words<&S::nan_operand>("nan_operand", {"first", "second", "either"}),
      words<&S::generated_nan>("generated_nan", {"any", "positive", "negative"}),
      words<&S::nan_without_nan>("nan_without_nan", {"unspecified", "max", "zero", "negative_zero"}),
      words<&S::e8m0_zero>("e8m0_zero", {"minimum", "nan"}),
      words<&S::e8m0_negative>("e8m0_negative", {"nan", "magnitude", "minimum"}),
      words<&S::e8m0_underflow>("e8m0_underflow", {"minimum", "as_zero"}),
      words<&S::e8m0_rounding>("e8m0_rounding", {"rne", "rna", "rtz", "rup"}),
      words<&S::fma>("fma", {"fused", "via_float32", "unfused"}),
      Field{.key = "evaluate_in", .kind = FieldKind::format, .spellings = {}, .set = {}, .get = {}},
      words<&S::integer_overflow>("integer_overflow", {"saturate", "indefinite", "wrap", "unspecified"}),
      words<&S::nan_to_integer>("nan_to_integer", {"zero", "minimum", "maximum", "unspecified"}),
      Field{.key = "canonical_nan", .kind = FieldKind::codes, .spellings = {}, .set = {}, .get = {}},
      boolean<&S::deterministic>("deterministic"),
      boolean<&S::batch_invariant>("batch_invariant"),
  };
}

AccumulatorField text_field(std::string_view key, std::string Accumulator::*member,
                            std::vector<std::string_view> accepted, AccumulatorKind kind = AccumulatorKind::word) {
  return {.key = key, .kind = kind, .words = std::move(accepted), .text = member};
}

AccumulatorField number_field(std::string_view key, int Accumulator::*member, int low, int high,
                              std::vector<std::string_view> accepted = {}) {
  return {.key = key,
          .kind = AccumulatorKind::integer,
          .words = std::move(accepted),
          .low = low,
          .high = high,
          .number = member};
}

std::vector<AccumulatorField> make_accumulator_fields() {
  using A = Accumulator;
  const std::vector<std::string_view> roundings = {"rne", "rna", "rtz", "rup", "rdn", "rto", "floor"};
  const std::vector<std::string_view> places = {"first", "last", "fused"};
  const std::vector<std::string_view> flushes = {"keep", "flush_before_rounding", "flush_after_rounding",
                                                 "flush_delivered"};
  return {
      text_field("format", &A::format, {}, AccumulatorKind::format),
      number_field("format.exponent_bits", &A::exponent_bits, 2, 15),
      number_field("format.precision", &A::precision, 2, 64),
      text_field("rounding", &A::rounding, roundings),
      text_field("order", &A::order, {"any", "sequential", "pairwise", "exact"}, AccumulatorKind::order),
      text_field("start", &A::start, {"zero", "first_product"}),
      text_field("initial", &A::initial, places),
      text_field("products", &A::products, {"exact", "rounded"}),
      text_field("product_format", &A::product_format, {}, AccumulatorKind::format),
      text_field("partials", &A::partials, {}, AccumulatorKind::format),
      number_field("partial_count", &A::partial_count, 2, 4096),
      number_field("lanes", &A::lanes, 1, 4096),
      text_field("overflow", &A::overflow, {"directed", "infinity"}),
      number_field("block.width", &A::block_width, 2, 4096),
      number_field("block.fraction_bits", &A::block_fraction_bits, 1, 1024),
      text_field("block.final_rounding", &A::block_final_rounding, roundings),
      text_field("block.initial", &A::block_initial, places),
      number_field("block.sum_fraction_bits", &A::block_sum_fraction_bits, 1, 1024),
      number_field("block.initial_fraction_bits", &A::block_initial_fraction_bits, 1, 1024),
      number_field("block.lowest_exponent", &A::block_lowest_exponent, -32768, 32767),
      {.key = "block.product_overflow",
       .kind = AccumulatorKind::boolean,
       .words = {},
       .flag = &A::block_product_overflow},
      number_field("operand_passes", &A::operand_passes, 1, 6, {"1", "3", "6"}),
      text_field("subnormal_operands", &A::subnormal_operands, {"keep", "flush"}),
      // A product of two operands is exact before it is flushed, so the three senses of a flush coincide there.
      text_field("subnormal_products", &A::subnormal_products, {"keep", "flush"}),
      text_field("subnormal_accumulator", &A::subnormal_accumulator, flushes),
      {.key = "exact_model", .kind = AccumulatorKind::boolean, .words = {}, .flag = &A::exact_model},
  };
}

/// Reads one node of an order tree from the front of the text: a leaf or a pair of nodes.
bool read_tree(std::string_view& text, std::multiset<int>& leaves, int& running, int depth) {
  constexpr int deepest = 64;
  if (text.empty() || depth > deepest) return false;
  if (text.front() == '(') {
    for (const char opening : {'(', ','}) {
      if (text.empty() || text.front() != opening) return false;
      text.remove_prefix(1);
      if (!read_tree(text, leaves, running, depth + 1)) return false;
    }
    if (text.empty() || text.front() != ')') return false;
    text.remove_prefix(1);
    return true;
  }
  if (text.front() == 'c') {
    ++running;
    text.remove_prefix(1);
    return true;
  }
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0 || digits > 4) return false;
  leaves.insert(std::stoi(std::string(text.substr(0, digits))));
  text.remove_prefix(digits);
  return true;
}

}  // namespace

std::optional<std::uint8_t> Field::value_of(std::string_view text) const {
  for (const Spelling& spelling : spellings) {
    if (spelling.text == text) return spelling.value;
  }
  return std::nullopt;
}

std::string_view Field::spelling_in(const Semantics& semantics) const {
  if (!get) return {};
  const std::uint8_t value = get(semantics);
  for (const Spelling& spelling : spellings) {
    if (spelling.value == value) return spelling.text;
  }
  return {};
}

const std::vector<Field>& fields() {
  static const std::vector<Field> table = make_fields();
  return table;
}

const Field* find_field(std::string_view key) {
  const auto found = std::find_if(fields().begin(), fields().end(), [&](const Field& f) { return f.key == key; });
  return found == fields().end() ? nullptr : &*found;
}

std::optional<Rounding> rounding_of_modifier(std::string_view modifier) {
  // A signature's grammar knows no modifier for stochastic rounding.
  if (modifier == "stochastic") return std::nullopt;
  if (const auto value = find_field("rounding")->value_of(modifier)) return static_cast<Rounding>(*value);
  return std::nullopt;
}

const std::vector<AccumulatorField>& accumulator_fields() {
  static const std::vector<AccumulatorField> table = make_accumulator_fields();
  return table;
}

const AccumulatorField* find_accumulator_field(std::string_view key) {
  for (const AccumulatorField& field : accumulator_fields()) {
    if (field.key == key) return &field;
  }
  return nullptr;
}

bool is_order_tree(std::string_view text) {
  if (text.empty() || text.front() != '(') return false;
  std::multiset<int> leaves;
  int running = 0;
  if (!read_tree(text, leaves, running, 0) || !text.empty() || running > 1 || leaves.empty()) return false;
  int expected = 0;
  for (const int leaf : leaves) {
    if (leaf != expected++) return false;
  }
  return true;
}

}  // namespace hallmark
