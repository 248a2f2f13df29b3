// SPDX-License-Identifier: Apache-2.0
// Errors in ulp against MPFR's rationals, and what the judge keeps along the operand axis against counting one by one.
#include "judging/distribution.h"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "formats/formats.h"
#include "inputs/random.h"
#include "oracles/convert.h"
#include "tests/judging/judged.h"

namespace hallmark::test {
namespace {

mpq_class power_of_two(int exponent) {
  mpq_class power = 1;
  if (exponent >= 0) mpq_mul_2exp(power.get_mpq_t(), power.get_mpq_t(), static_cast<mp_bitcnt_t>(exponent));
  if (exponent < 0) mpq_div_2exp(power.get_mpq_t(), power.get_mpq_t(), static_cast<mp_bitcnt_t>(-exponent));
  return power;
}

mpq_class value_of(const Format& format, std::uint64_t code) {
  const Decoded value = decode(format, code);
  mpq_class magnitude = mpz_class(static_cast<unsigned long>(value.significand)) * power_of_two(value.exponent);
  return value.negative ? mpq_class(-magnitude) : magnitude;
}

/// By the definition, in rationals: the distance of neighbours at the exact value.
mpq_class exact_error(const Conversion& conversion, std::uint64_t operand, std::uint64_t got) {
  const mpq_class exact = value_of(conversion.from, operand);
  const Format& to = conversion.to;
  int quantum = 0;
  if (!to.is_integer()) {
    int exponent = to.min_exponent();
    while (abs(exact) >= power_of_two(exponent + 1)) ++exponent;
    quantum = exponent - to.significand_bits;
  }
  return abs(value_of(to, got) - exact) / power_of_two(quantum);
}

/// A stated decimal as a rational.
mpq_class stated(const std::string& text) {
  const std::size_t e = text.find('e');
  std::string digits = text.substr(0, e);
  int exponent = e == std::string::npos ? 0 : std::atoi(text.c_str() + e + 1);
  if (const std::size_t point = digits.find('.'); point != std::string::npos) {
    exponent -= static_cast<int>(digits.size() - point - 1);
    digits.erase(point, 1);
  }
  mpq_class value{mpz_class(digits, 10)};
  for (; exponent > 0; --exponent) value *= 10;
  for (; exponent < 0; ++exponent) value /= 10;
  return value;
}

bool is_number(const Format& format, std::uint64_t code) {
  const Category category = classify(format, code);
  return category != Category::nan && category != Category::infinity;
}

// Kills: an ulp of the wrong binade or of the subnormal range, a sum for a difference, a rounding down, a lost sign.
TEST(UlpError, AgreesWithRationals) {
  Random random(1);
  std::size_t measured = 0;
  for (const auto& [from, to] : std::vector<std::pair<const char*, const char*>>{{"float32", "bfloat16"},
                                                                                 {"float64", "float16"},
                                                                                 {"float16", "float8_e4m3fn"},
                                                                                 {"int64", "bfloat16"},
                                                                                 {"float32", "int8"},
                                                                                 {"bfloat16", "float64"},
                                                                                 {"float32", "float8_e8m0fnu"},
                                                                                 {"uint16", "float16"}}) {
    const Conversion conversion{*find_format(from), *find_format(to)};
    for (int n = 0; n < 3000; ++n) {
      const std::uint64_t operand = random.next() & conversion.from.code_mask();
      if (!has_ulp_error(conversion, operand)) continue;
      // Half of them near the right result, half anything.
      std::uint64_t got = oracle_convert(conversion, Semantics{}, operand).low;
      got = (n % 2 == 0 ? got + random.below(4) - 1 : random.next()) & conversion.to.code_mask();
      if (!is_number(conversion.to, got)) continue;
      const mpq_class exact = exact_error(conversion, operand, got);
      const UlpError error = ulp_error(conversion, operand, got);
      const mpq_class said = stated(error.text());
      ASSERT_TRUE(said >= exact) << from << "->" << to << " " << operand << " " << got << ": " << error.text();
      ASSERT_TRUE(said <= exact * mpq_class(10011, 10000))
          << from << "->" << to << " " << operand << ": " << error.text();
      ASSERT_EQ(error.text() == "0", exact == 0);
      ++measured;
    }
  }
  EXPECT_GT(measured, 5000u);
}

// Kills: an order of bits that is not the order of errors.
TEST(UlpError, OrdersAsItsTextDoes) {
  const Conversion conversion{float32, bfloat16};
  Random random(2);
  for (int n = 0; n < 2000; ++n) {
    const std::uint64_t operand = random.below(0x7f000000), one = random.below(0x7f80), other = random.below(0x7f80);
    const UlpError a = ulp_error(conversion, operand, one), b = ulp_error(conversion, operand, other);
    const mpq_class a_said = stated(a.text()), b_said = stated(b.text());
    EXPECT_TRUE(a >= b || a_said <= b_said) << a.text() << " " << b.text();
    EXPECT_TRUE(a_said >= b_said || a < b) << a.text() << " " << b.text();
    EXPECT_LT(UlpError(), a);
    EXPECT_LT(a, UlpError::unbounded());
    EXPECT_EQ(UlpError::from_bits(a.bits()), a);
  }
  EXPECT_EQ(ulp_error(conversion, 0x3f808000, 0x3f80).text(), "0.5");
  EXPECT_EQ(ulp_error(conversion, 0x007fffff, 0).text(), "128");  // 127.99998, rounded up
  EXPECT_EQ(ulp_error(conversion, 0x3f800000, 0x7f80), UlpError::unbounded());
  EXPECT_EQ(ulp_error(conversion, 0x3f800000, 0x7f7f).text(), "4.339e+40");
  EXPECT_FALSE(has_ulp_error(conversion, 0x7f7fffff));
  EXPECT_TRUE(has_ulp_error(conversion, 0x7f7f0000));
}

/// What the judge should have kept, operand by operand.
struct Expected {
  std::vector<std::uint64_t> tried, failed;
  std::vector<UlpError> mismatches, all;
};

Expected count_one_by_one(const Conversion& conversion, const Intervals& operands, const ResultOf& result) {
  const OperandAxis axis(conversion);
  const std::size_t bins = axis.scale().bins();
  Expected expected{std::vector<std::uint64_t>(bins), std::vector<std::uint64_t>(bins), std::vector<UlpError>(bins),
                    std::vector<UlpError>(bins)};
  for (const Interval& piece : operands.intervals()) {
    for (std::uint64_t operand = piece.first; operand <= piece.last; ++operand) {
      const std::size_t bin = axis.stretch_of(operand).bin;
      const std::uint64_t got = result(operand);
      const bool wrong = !oracle_convert(conversion, Semantics{}, operand).contains(got);
      ++expected.tried[bin];
      expected.failed[bin] += wrong ? 1 : 0;
      if (!has_ulp_error(conversion, operand)) continue;
      const UlpError error = ulp_error(conversion, operand, got);
      if (wrong) expected.mismatches[bin] = std::max(expected.mismatches[bin], error);
      expected.all[bin] = std::max(expected.all[bin], error);
    }
  }
  return expected;
}

// Kills: a run of mismatches that is counted once, or measured only where it begins; a bin's count lost where a block,
// a run or a binade ends.
TEST(Distribution, JudgeKeepsWhatCountingGives) {
  struct Fault {
    const char *name, *from, *to;
    Semantics semantics;
    Interval piece;
  };
  Semantics flush, toward_zero, away;
  flush.subnormal_operands = SubnormalOperands::flush;
  toward_zero.rounding = Rounding::rtz;
  away.rounding = Rounding::rna;
  for (const Fault& fault :
       std::vector<Fault>{{"flush", "float32", "bfloat16", flush, {0x00400000, 0x00900000}},
                          {"flush negative", "float32", "bfloat16", flush, {0x807f0000, 0x80810000}},
                          {"toward zero", "float32", "bfloat16", toward_zero, {0x3f000000, 0x3f900000}},
                          {"ties away", "float16", "float8_e5m2", away, {0, 0xffff}},
                          {"toward zero", "float16", "int8", toward_zero, {0, 0xffff}},
                          {"toward zero", "int16", "float8_e4m3fn", toward_zero, {0, 0xffff}},
                          {"right", "bfloat16", "float16", Semantics{}, {0, 0xffff}}}) {
    const Conversion conversion{*find_format(fault.from), *find_format(fault.to)};
    const Intervals operands(fault.piece.first, fault.piece.last);
    const ResultOf result = [&](std::uint64_t operand) { return result_under(conversion, fault.semantics, operand); };
    const Tally tally = judge_results(conversion, {Semantics{}}, operands, result);
    const Expected expected = count_one_by_one(conversion, operands, result);
    const OperationRecord record = diagnose(context_of(conversion, {Semantics{}}), tally);
    ASSERT_TRUE(record.along) << fault.name;
    const std::vector<std::uint64_t> failed =
        record.along->failed.empty() ? std::vector<std::uint64_t>(expected.failed.size()) : record.along->failed;
    EXPECT_EQ(record.along->tried, expected.tried) << fault.name << " " << fault.from;
    EXPECT_EQ(failed, expected.failed) << fault.name << " " << fault.from;
    for (std::size_t bin = 0; bin < expected.all.size(); ++bin) {
      const UlpError kept = bin < tally.along.error.size() ? tally.along.error[bin] : UlpError();
      EXPECT_GE(kept, expected.mismatches[bin]) << fault.name << " " << fault.from << " bin " << bin;
      EXPECT_LE(kept, expected.all[bin]) << fault.name << " " << fault.from << " bin " << bin;
      if (is_number(conversion.to, 0) && expected.tried[bin] != 0 && !expected.all[bin].is_none() &&
          expected.all[bin] != UlpError::unbounded()) {
        EXPECT_FALSE(kept.is_none()) << fault.name << ": nothing measured in bin " << bin;
      }
    }
  }
}

// Kills: a rerun that counts twice, an error that is summed, a mask that is lost.
TEST(Distribution, MergesBySumAndMaximum) {
  const Conversion conversion{float32, bfloat16};
  Distribution one, other;
  one.add_tried(3, 10);
  one.rejected[1] = {0, 2};
  one.add_error(1, ulp_error(conversion, 0x3f808000, 0x3f80));
  other.add_tried(5, 7);
  other.rejected[1] = {0, 3, 1};
  other.rejected[2] = {4};
  other.add_error(1, ulp_error(conversion, 0x3f800000, 0x3f80));
  other.add_error(2, UlpError::unbounded());
  Distribution sum = one;
  sum.merge(other);
  EXPECT_EQ(sum.tried, (std::vector<std::uint64_t>{0, 0, 0, 10, 0, 7}));
  EXPECT_EQ(sum.failed(0), (std::vector<std::uint64_t>{0, 5, 1}));
  EXPECT_EQ(sum.failed(1), (std::vector<std::uint64_t>{4}));
  EXPECT_EQ(sum.error[1].text(), "0.5");
  EXPECT_EQ(sum.error[2].text(), "inf");
  EXPECT_EQ(sum.error[0].text(), "");
  Distribution again = sum;
  again.merge_rerun(other);
  EXPECT_EQ(again, sum);
  Distribution backwards = other;
  backwards.merge(one);
  EXPECT_EQ(backwards, sum);
}

}  // namespace
}  // namespace hallmark::test
