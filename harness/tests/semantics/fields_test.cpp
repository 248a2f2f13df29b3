// SPDX-License-Identifier: Apache-2.0
// The field table against semantics.h itself: every member has a row, every enumerator a spelling.
#include "semantics/fields.h"

#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "profile_text.h"

namespace hallmark {
namespace {

std::string header() {
  std::ifstream stream(HALLMARK_SOURCE_DIR "/harness/semantics/semantics.h");
  std::stringstream text;
  text << stream.rdbuf();
  // Comments hold words that look like members.
  return std::regex_replace(text.str(), std::regex("//[^\n]*"), "");
}

/// Enumerators by enumeration, in order.
std::map<std::string, std::vector<std::string>> enumerations(const std::string& text) {
  std::map<std::string, std::vector<std::string>> found;
  const std::regex enumeration("enum class (\\w+) : std::uint8_t \\{([^}]*)\\}"), word("\\w+");
  for (std::sregex_iterator i(text.begin(), text.end(), enumeration), end; i != end; ++i) {
    const std::string body = (*i)[2];
    for (std::sregex_iterator w(body.begin(), body.end(), word); w != end; ++w) found[(*i)[1]].push_back(w->str());
  }
  return found;
}

std::string body_of(const std::string& text, const std::string& type) {
  const std::size_t start = text.find("struct " + type + " {");
  return text.substr(start, text.find("\n};", start) - start);
}

TEST(Fields, EveryEnumeratorHasItsSpelling) {
  const std::string text = header();
  const auto enums = enumerations(text);
  ASSERT_GE(enums.size(), 19u);
  const std::string body = body_of(text, "Semantics");
  const std::regex member("\\n  (\\w+) (\\w+) = (\\w+)::(\\w+);");
  std::set<std::string> used;
  const Semantics defaults;
  for (std::sregex_iterator i(body.begin(), body.end(), member), end; i != end; ++i) {
    const std::string type = (*i)[1], key = (*i)[2], otherwise = (*i)[4];
    const Field* field = find_field(key);
    ASSERT_NE(field, nullptr) << key;
    const std::vector<std::string>& enumerators = enums.at(type);
    ASSERT_EQ(field->spellings.size(), enumerators.size()) << key;
    for (std::size_t v = 0; v < enumerators.size(); ++v) {
      // "signed" is a keyword of C++.
      const std::string spelled = enumerators[v] == "keep_sign" ? "signed" : enumerators[v];
      EXPECT_EQ(field->spellings[v].text, spelled) << key;
      EXPECT_EQ(field->spellings[v].value, v) << key;
    }
    EXPECT_EQ(field->spelling_in(defaults), otherwise == "keep_sign" ? "signed" : otherwise) << key;
    used.insert(type);
  }
  EXPECT_EQ(used.size(), enums.size()) << "an enumeration is no member's type";
}

TEST(Fields, EveryMemberHasARow) {
  const std::string body = body_of(header(), "Semantics");
  const std::regex name("(\\w+)(?= = [^;,]+[;,])|(\\w+);");
  std::set<std::string> members;
  for (std::sregex_iterator i(body.begin(), body.end(), name), end; i != end; ++i) {
    const std::string found = (*i)[1].matched ? (*i)[1] : (*i)[2];
    members.insert(found);
  }
  // Not members, and the accumulator, which has a table of its own.
  for (const char* word : {"default", "false", "accumulator"}) members.erase(word);
  for (const Field& field : fields()) {
    EXPECT_EQ(members.count(std::string(field.key)), 1u) << field.key << " is no member";
    members.erase(std::string(field.key));
  }
  for (const std::string& enumerator : members) {
    // What is left must be the enumerators of the defaults, not members.
    EXPECT_NE(body.find("::" + enumerator + ";"), std::string::npos) << enumerator << " has no row";
  }
}

/// TOML that sets one field, with what the field needs beside it.
std::string document(const std::string& key, const std::string& value) {
  std::string text = "name = \"p\"\n[semantics]\n" + key + " = " + value + "\n";
  if (key == "rto_overflow") text += "rounding = \"rto\"\n";
  if (key == "nan_operand") text += "nan = \"quiet_payload\"\n";
  if (key == "flushed_zero") text += "subnormal_operands = \"flush\"\n";
  return text;
}

TEST(Fields, EverySpellingSetsItsMemberAndNoOther) {
  int tried = 0;
  for (const Field& field : fields()) {
    for (const Spelling& spelling : field.spellings) {
      const std::string key(field.key);
      const bool boolean = field.kind == FieldKind::boolean;
      const std::string value = boolean ? std::string(spelling.text) : '"' + std::string(spelling.text) + '"';
      const Profile profile = profile_from(document(key, value));
      EXPECT_EQ(field.get(profile.semantics), spelling.value) << key << " = " << value;
      Semantics expected;
      if (key == "rto_overflow") expected.rounding = Rounding::rto;
      if (key == "nan_operand") expected.nan = Nan::quiet_payload;
      if (key == "flushed_zero") expected.subnormal_operands = SubnormalOperands::flush;
      field.set(expected, spelling.value);
      EXPECT_EQ(profile.semantics, expected) << key << " = " << value;
      ++tried;
    }
  }
  EXPECT_GE(tried, 65);
}

TEST(Fields, MembersAreSetThroughTheTable) {
  // Independent of the table's own getters.
  const Profile profile = profile_from(R"(name = "p"
[semantics]
rounding = "rto"
subnormal_operands = "flush"
flushed_zero = "positive"
infinity_operand = "saturate"
infinity_to_infinity = "saturate"
overflow = "nan"
rto_overflow = "infinity"
subnormal_results = "flush_after_rounding"
nan = "canonical"
nan_sign = "preserve"
generated_nan = "negative"
nan_without_nan = "negative_zero"
e8m0_zero = "nan"
e8m0_negative = "magnitude"
e8m0_underflow = "as_zero"
e8m0_rounding = "rup"
fma = "unfused"
evaluate_in = "float16"
integer_overflow = "indefinite"
nan_to_integer = "maximum"
canonical_nan = { bfloat16 = 0x7fff, float64 = -1 }
deterministic = true
batch_invariant = true
)");
  const Semantics& s = profile.semantics;
  EXPECT_EQ(s.rounding, Rounding::rto);
  EXPECT_EQ(s.subnormal_operands, SubnormalOperands::flush);
  EXPECT_EQ(s.flushed_zero, FlushedZero::positive);
  EXPECT_EQ(s.infinity_operand, InfinityOperand::saturate);
  EXPECT_EQ(s.infinity_to_infinity, InfinityToInfinity::saturate);
  EXPECT_EQ(s.overflow, Overflow::nan);
  EXPECT_EQ(s.rto_overflow, RtoOverflow::infinity);
  EXPECT_EQ(s.subnormal_results, SubnormalResults::flush_after_rounding);
  EXPECT_EQ(s.nan, Nan::canonical);
  EXPECT_EQ(s.nan_sign, NanSign::preserve);
  EXPECT_EQ(s.generated_nan, GeneratedNan::negative);
  EXPECT_EQ(s.nan_without_nan, NanWithoutNan::negative_zero);
  EXPECT_EQ(s.e8m0_zero, E8m0Zero::nan);
  EXPECT_EQ(s.e8m0_negative, E8m0Negative::magnitude);
  EXPECT_EQ(s.e8m0_underflow, E8m0Underflow::as_zero);
  EXPECT_EQ(s.e8m0_rounding, E8m0Rounding::rup);
  EXPECT_EQ(s.fma, Fma::unfused);
  EXPECT_EQ(s.evaluate_in, "float16");
  EXPECT_EQ(s.integer_overflow, IntegerOverflow::indefinite);
  EXPECT_EQ(s.nan_to_integer, NanToInteger::maximum);
  EXPECT_EQ(s.canonical_nan, (std::map<std::string, std::uint64_t>{{"bfloat16", 0x7fff}, {"float64", ~0ull}}));
  EXPECT_TRUE(s.deterministic);
  EXPECT_TRUE(s.batch_invariant);
}

TEST(Fields, EveryMisspellingIsRefusedAtItsPlace) {
  for (const Field& field : fields()) {
    const std::string key(field.key);
    EXPECT_TRUE(refusal_of("name = \"p\"\n[semantics]\n" + key + "x = \"any\"\n").starts_with(":3:1: unknown key"))
        << key;
    const std::string column = std::to_string(key.size() + 4);
    EXPECT_TRUE(refusal_of(document(key, "7")).starts_with(":3:" + column + ": " + key + " is an integer")) << key;
    if (field.kind != FieldKind::word) continue;
    const std::string message = refusal_of(document(key, "\"bad\""));
    EXPECT_TRUE(message.starts_with(":3:" + column + ": " + key + " = \"bad\"")) << message;
    for (const Spelling& spelling : field.spellings) {
      EXPECT_NE(message.find('"' + std::string(spelling.text) + '"'), std::string::npos) << message;
    }
  }
}

TEST(Fields, EveryAccumulatorMemberHasARow) {
  const std::string body = body_of(header(), "Accumulator");
  std::set<std::string> members;
  const std::regex name("(\\w+)(?: = [^;,]+)?[;,]");
  for (std::sregex_iterator i(body.begin(), body.end(), name), end; i != end; ++i) members.insert((*i)[1]);
  members.erase("default");
  std::set<std::string> rows;
  for (const AccumulatorField& field : accumulator_fields()) {
    std::string key(field.key);
    // A named format and { exponent_bits, precision } share the key; the block's members carry its name.
    if (key.starts_with("format.")) key = key.substr(7);
    if (key.starts_with("block.")) key = "block_" + key.substr(6);
    rows.insert(key);
  }
  EXPECT_EQ(members, rows);
}

TEST(Accumulator, IsReadFromItsTableAndFromOverrides) {
  const Profile profile = profile_from(R"toml(name = "p"
[accumulator]
format = { exponent_bits = 8, precision = 14 }
rounding = "floor"
start = "first_product"
initial = "last"
partials = "bfloat16"
partial_count = 4
product_format = "float16"
lanes = 2
overflow = "infinity"
operand_passes = 3
subnormal_operands = "flush"
subnormal_products = "flush"
subnormal_accumulator = "flush_before_rounding"
[[override]]
match = "matmul(*"
[override.accumulator]
format = "float32"
block = { width = 16, fraction_bits = 25, final_rounding = "rtz", initial = "last", sum_fraction_bits = 31, initial_fraction_bits = 24, lowest_exponent = -133, product_overflow = true }
exact_model = true
[[override]]
match = "dot(*"
accumulator = { order = "((c,1),0)", products = "rounded" }
)toml");
  Accumulator general;
  general.format.clear();
  general.exponent_bits = 8;
  general.precision = 14;
  general.rounding = "floor";
  general.start = "first_product";
  general.initial = "last";
  general.partials = "bfloat16";
  general.partial_count = 4;
  general.product_format = "float16";
  general.lanes = 2;
  general.overflow = "infinity";
  general.operand_passes = 3;
  general.subnormal_operands = general.subnormal_products = "flush";
  general.subnormal_accumulator = "flush_before_rounding";
  EXPECT_EQ(profile.semantics.accumulator, general);

  Accumulator block = general;
  block.format = "float32";
  block.exponent_bits = block.precision = 0;
  block.block_width = 16;
  block.block_fraction_bits = 25;
  block.block_final_rounding = "rtz";
  block.block_initial = "last";
  block.block_sum_fraction_bits = 31;
  block.block_initial_fraction_bits = 24;
  block.block_lowest_exponent = -133;
  block.block_product_overflow = true;
  block.exact_model = true;
  const auto matmul = profile.resolve(signature_of("matmul(bfloat16,bfloat16)->float32"));
  ASSERT_EQ(matmul.size(), 1u);
  EXPECT_EQ(matmul[0].semantics.accumulator, block);

  Accumulator tree = general;
  tree.order = "((c,1),0)";
  tree.products = "rounded";
  EXPECT_EQ(profile.resolve(signature_of("dot(bfloat16,bfloat16)->float32"))[0].semantics.accumulator, tree);
}

TEST(Accumulator, OrderTreesHaveEachLeafOnce) {
  for (const char* good : {"(0,1)", "((c,1),0)", "(c,(0,1))", "((0,1),(2,3))", "(((3,2),1),0)"}) {
    EXPECT_TRUE(is_order_tree(good)) << good;
  }
  for (const char* bad : {"", "0", "c", "(0)", "(0,0)", "(1,2)", "(0,1", "(0,1))", "(c,c)", "((c,0),c)", "(0,2)",
                          "(0;1)", "( 0,1)", "(a,0)", "(0,1,2)", "(00000,1)"}) {
    EXPECT_FALSE(is_order_tree(bad)) << bad;
  }
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += '(';
  EXPECT_FALSE(is_order_tree(deep));
}

}  // namespace
}  // namespace hallmark
