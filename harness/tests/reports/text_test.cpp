// SPDX-License-Identifier: Apache-2.0
// Tests of text made fit to show, of numbers, digests, and of codes taken apart.
#include "reports/text.h"

#include <gtest/gtest.h>

#include "formats/formats.h"
#include "reports/operand.h"
#include "reports/summary.h"
#include "sample.h"

namespace hallmark::test {
namespace {

TEST(Text, MalformedUtf8IsReplacedByteByByte) {
  const std::string bad = "\xef\xbf\xbd";  // U+FFFD
  EXPECT_EQ(valid_utf8("a\xff"
                       "b"),
            "a" + bad + "b");
  EXPECT_EQ(valid_utf8("\xc0\x80"), bad + bad) << "overlong NUL";
  EXPECT_EQ(valid_utf8("\xed\xa0\x80"), bad + bad + bad) << "surrogate";
  EXPECT_EQ(valid_utf8("\xf4\x90\x80\x80"), bad + bad + bad + bad) << "beyond U+10FFFF";
  EXPECT_EQ(valid_utf8("\xe2\x82"), bad + bad) << "cut short";
  EXPECT_EQ(valid_utf8("\u00e9\u20ac\U0001f600"), "\u00e9\u20ac\U0001f600");
}

TEST(Text, NothingActsOnATerminal) {
  EXPECT_EQ(visible("\x1b[2J"), "\u241b[2J");
  EXPECT_EQ(visible(std::string("\0\r\n\x7f", 4)), "\u2400\u240d\u240a\u2421");
  EXPECT_EQ(visible("a\n\tb\r", Lines::keep), "a\n\tb\u240d");
  EXPECT_EQ(visible("\u202e\u009b"), "\ufffd\ufffd");
}

TEST(Text, MarkupIsEscaped) {
  EXPECT_EQ(escape_markup("<a b=\"c\" d='e'>&\n"), "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;\n");
}

TEST(Text, WidthIsThatOfATerminal) {
  EXPECT_EQ(display_width("caf\u00e9"), 4u);
  EXPECT_EQ(display_width("cafe\u0301"), 4u);
  EXPECT_EQ(display_width("\u6771\u4eac"), 4u);
}

TEST(Text, NumbersAreGrouped) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(4294967296), "4,294,967,296");
  EXPECT_EQ(grouped(Count{1} << 64), "18,446,744,073,709,551,616");
}

TEST(Text, HugeCountsAreShortened) {
  EXPECT_EQ(short_count(4294967296), "4,294,967,296");
  EXPECT_EQ(short_count(999'999'999'999'999), "999,999,999,999,999");
  EXPECT_EQ(short_count(Count{1} << 64), "2\u2076\u2074");
  EXPECT_EQ(short_count((Count{1} << 64) - 1000), "1.84 \u00d7 10\u00b9\u2079");
  EXPECT_EQ(short_count(1'235'000'000'000'000), "1.24 \u00d7 10\u00b9\u2075");
  EXPECT_EQ(short_count(9'995'000'000'000'000), "1.00 \u00d7 10\u00b9\u2076");
}

TEST(Text, DigestsAreThoseOfFips180) {
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_base64("abc"), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
}

TEST(Operand, CodesAreTakenApart) {
  struct Row {
    Format format;
    const char *code, *bits, *decimal, *category;
  };
  for (const Row& row : std::vector<Row>{
           {bfloat16, "0x3f81", "0 01111111 0000001", "1.0078125", ""},
           {bfloat16, "0x8000", "1 00000000 0000000", "-0", ""},
           {bfloat16, "0xff80", "1 11111111 0000000", "-infinity", ""},
           {bfloat16, "0x7f81", "0 11111111 0000001", "NaN (signalling)", ""},
           {bfloat16, "0xffc0", "1 11111111 1000000", "-NaN", ""},
           {float32, "0x00000001", "0 00000000 00000000000000000000001", "1.401298464324817e-45", "subnormal"},
           {float32, "0x3dcccccd", "0 01111011 10011001100110011001101", "0.10000000149011612", ""},
           {float16, "0x7bff", "0 11110 1111111111", "65504", ""},
           {float8_e4m3fn, "0x7e", "0 1111 110", "448", ""},
           {float8_e4m3fn, "0x7f", "0 1111 111", "NaN", ""},
           {float8_e8m0fnu, "0x7f", " 01111111 ", "1", ""},
           {float4_e2m1fn, "0xf", "1 11 1", "-6", ""},
           {*find_format("int8"), "0x80", "  10000000", "-128", ""},
           {*find_format("uint64"), "0xffffffffffffffff",
            "  1111111111111111111111111111111111111111111111111111111111111111", "18446744073709551615", ""},
           {float64, "0x0000000000000001", "0 00000000000 0000000000000000000000000000000000000000000000000001",
            "5e-324", "subnormal"}}) {
    const CodeView view = view_code(&row.format, row.code);
    EXPECT_EQ(view.sign + " " + view.exponent + " " + view.fraction, row.bits) << row.code;
    EXPECT_EQ(view.decimal, row.decimal) << row.code;
    EXPECT_EQ(view.category, row.category) << row.code;
  }
}

TEST(Operand, WhatIsNoCodeStaysText) {
  for (const char* text : {"nan", "", "0x", "0xg", "0x10000", "3f80", "0x0..0x1", "0x3f80 0x4000"}) {
    const CodeView view = view_code(&bfloat16, text);
    EXPECT_EQ(view.text, text);
    EXPECT_EQ(view.decimal + view.sign + view.exponent + view.fraction, "") << text;
  }
  EXPECT_EQ(view_code(nullptr, "0x3f80").decimal, "");
}

TEST(Operand, CounterexampleHasEveryChoice) {
  Finding finding;
  finding.operands = {"0x00008001", "0x1"};
  finding.expected = "0x0000|0x8000|nan";
  finding.got = "0x0001";
  finding.expected_text = "words";
  const auto rows = counterexample("convert(float32)->bfloat16", finding);
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0].label, "operand 1");
  EXPECT_EQ(rows[0].codes.at(0).category, "subnormal");
  EXPECT_EQ(rows[1].codes.at(0).decimal, "") << "the signature has one operand";
  ASSERT_EQ(rows[2].codes.size(), 3u);
  EXPECT_EQ(rows[2].codes[1].decimal, "-0");
  EXPECT_EQ(rows[2].note, "words");
  EXPECT_EQ(rows[3].label, "got");
}

TEST(Operand, WordsBeyondTheCodeAreKept) {
  Finding finding;
  finding.operands = {"0x00008001"};
  finding.operands_text = "0x00008001 = 0 00000000 00000001000000000000001 = 4.591914937745993e-41 (row 5 of 127)";
  finding.expected = "nan";
  finding.expected_text = "nan";
  const auto rows = counterexample("convert(float32)->bfloat16", finding);
  EXPECT_EQ(rows.at(0).note, "(row 5 of 127)");
  EXPECT_EQ(value_text(rows[0].codes.at(0), rows[0].note), "4.591914937745993e-41, subnormal (row 5 of 127)");
  EXPECT_EQ(rows.at(1).note, "") << "not said twice";
}

TEST(Summary, SentencesSayWhatHappened) {
  const Certificate certificate = realistic();
  EXPECT_EQ(verdict_sentence(certificate), "avx512_bf16 does not conform to ieee754 at level standard.");
  EXPECT_EQ(evidence_sentence(certificate),
            "4 of 8 operations pass, 2 fail, 1 crashed, 1 is required and not offered, 1 is not known to Hallmark. "
            "9,408,020,992 operands were tried of 18,446,744,086,594,650,112; 16,711,807 results are wrong.");
  EXPECT_EQ(
      first_finding(certificate),
      "convert(float32)->bfloat16: all 16,711,678 mismatches agree with flushing subnormal operands to a signed zero");
  Certificate shard = small();
  shard.parts = {"p"};
  EXPECT_EQ(verdict_sentence(shard), "s passes part of a run against ieee754 at level standard.");
  shard.operations[0].outcome = Outcome::fail;
  EXPECT_EQ(verdict_sentence(shard), "s fails in part of a run against ieee754 at level standard.");
}

TEST(Summary, ChoicesAreNamed) {
  OperationRecord record = operation("f(float16)->float16", Outcome::pass);
  EXPECT_EQ(choices_text(record), "") << "no choice applies";
  record.consistent = {{{"a", "x"}, {"b", "y"}}, {{"a", "z"}, {"b", "y"}}};
  EXPECT_EQ(choices_text(record), "a: x, b: y or a: z, b: y");
  record.consistent.clear();
  EXPECT_EQ(choices_text(record), "");
  Certificate certificate;
  record.consistent = {{{"a", "x"}}};
  certificate.operations = {record, record, operation("g(float16)->float16", Outcome::pass)};
  const auto groups = choice_groups(certificate);
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].options, "a: x");
  EXPECT_EQ(groups[0].signatures.size(), 2u);
}

TEST(Summary, RoundingDirectionsShareAColumn) {
  Certificate certificate = realistic();
  const auto titles = [&] {
    std::string all;
    for (const RequirementColumn& column : requirement_columns(certificate)) all += column.usual + ";";
    return all;
  };
  EXPECT_EQ(titles(), "round_to_nearest_even;overflow;subnormals;special_values;consistency;environment;");
  EXPECT_EQ(requirement_columns(certificate)[0].names,
            (std::vector<std::string>{"round_to_nearest_even", "round_toward_zero"}));
  certificate.operations.resize(1);
  certificate.operations[0].requirements[0].name = "round_toward_zero";
  EXPECT_EQ(titles(), "round_toward_zero;overflow;subnormals;special_values;");
}

}  // namespace
}  // namespace hallmark::test
