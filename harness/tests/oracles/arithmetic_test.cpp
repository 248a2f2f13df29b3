// SPDX-License-Identifier: Apache-2.0
// Elementwise operations: integers against MPFR over whole small formats and all semantics, and both against the
// processor.
#include "oracles/arithmetic.h"

#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cmath>

#include "formats/formats.h"
#include "inputs/random.h"
#include "semantics/signature.h"
#include "truth/arithmetic.h"

namespace hallmark::test {
namespace {

Elementwise operation_of(Operator code, const Format& operand, const Format& result) {
  const OperatorInfo& info = info_of(code);
  const bool truth_value = info.kind == OperatorKind::relation || info.kind == OperatorKind::predicate;
  Elementwise operation{
      code, {}, static_cast<std::size_t>(info.operands), truth_value ? *find_format("uint8") : result};
  operation.operands.fill(operand);
  return operation;
}

template <class Enum>
Enum pick(Random& random, Enum last) {
  return static_cast<Enum>(random.below(static_cast<std::uint64_t>(last) + 1));
}

Semantics random_semantics(Random& random) {
  Semantics s;
  s.rounding = pick(random, Rounding::rto);
  s.subnormal_operands = pick(random, SubnormalOperands::flush);
  s.flushed_zero = pick(random, FlushedZero::positive);
  s.infinity_operand = pick(random, InfinityOperand::saturate);
  s.overflow = pick(random, Overflow::nan);
  s.rto_overflow = pick(random, RtoOverflow::infinity);
  s.subnormal_results = pick(random, SubnormalResults::flush_delivered);
  s.nan = pick(random, Nan::canonical);
  s.nan_sign = pick(random, NanSign::positive);
  s.nan_operand = pick(random, NanOperand::either);
  s.generated_nan = pick(random, GeneratedNan::negative);
  s.nan_without_nan = pick(random, NanWithoutNan::negative_zero);
  s.fma = pick(random, Fma::unfused);
  if (random.below(4) == 0) s.evaluate_in = "float32";
  return s;
}

std::string text_of(const Elementwise& operation, std::span<const std::uint64_t> operands) {
  std::string text(info_of(operation.code).name);
  for (std::size_t i = 0; i < operation.operand_count; ++i) {
    char hex[24];
    std::snprintf(hex, sizeof hex, " 0x%llx", static_cast<unsigned long long>(operands[i]));
    text += std::string(hex) + ":" + std::string(operation.operands[i].name);
  }
  return text + " -> " + std::string(operation.result.name);
}

/// Both ways of computing give the same codes and the same requirement.
class Compared {
 public:
  bool same(const Elementwise& operation, const Semantics& semantics, std::span<const std::uint64_t> operands) {
    ++tried;
    return elementwise_result(operation, semantics, operands, integers_) ==
               elementwise_result(operation, semantics, operands, mpfr_) &&
           requirement_of(operation, operands, integers_) == requirement_of(operation, operands, mpfr_);
  }
  std::uint64_t tried = 0;

 private:
  IntegerArithmetic integers_;
  MpfrArithmetic mpfr_;
};

class SmallFormats : public testing::TestWithParam<const Format*> {};

// Kills: a shift, a sticky bit or a quotient's last bit that integers get wrong.
TEST_P(SmallFormats, AllPairsUnderRandomSemantics) {
  const Format& format = *GetParam();
  Compared compared;
  Random random(11);
  for (const OperatorInfo& info : all_operators()) {
    if (info.operands > 2) continue;
    const Elementwise operation = operation_of(info.code, format, format);
    for (int n = 0; n < 3; ++n) {
      const Semantics semantics = n == 0 ? Semantics{} : random_semantics(random);
      for (std::uint64_t x = 0; x <= format.code_mask(); ++x) {
        for (std::uint64_t y = 0; y <= (info.operands == 2 ? format.code_mask() : 0); ++y) {
          ASSERT_TRUE(compared.same(operation, semantics, std::array{x, y})) << text_of(operation, std::array{x, y});
        }
      }
    }
  }
  EXPECT_GT(compared.tried, 1000u);
}

INSTANTIATE_TEST_SUITE_P(All, SmallFormats,
                         testing::Values(&float8_e4m3fn, &float8_e5m2, &float8_e4m3fnuz, &float8_e5m2fnuz,
                                         &float6_e2m3fn, &float6_e3m2fn, &float4_e2m1fn),
                         [](const auto& format) { return std::string(format.param->name); });

// Kills: an alignment of product and addend that loses a bit, at any distance of the two.
TEST(Arithmetic, FmaOfEveryTriple) {
  Compared compared;
  Random random(12);
  for (const Format* format : {&float6_e3m2fn, &float8_e5m2}) {
    const Elementwise operation = operation_of(Operator::fma, *format, *format);
    Semantics semantics;
    for (std::uint64_t x = 0; x <= format->code_mask(); ++x) {
      for (std::uint64_t y = 0; y <= format->code_mask(); y += format->width() == 8 ? 3 : 1) {
        if (random.below(4) == 0) semantics = random_semantics(random);
        for (std::uint64_t z = 0; z <= format->code_mask(); ++z) {
          ASSERT_TRUE(compared.same(operation, semantics, std::array{x, y, z}))
              << text_of(operation, std::array{x, y, z});
        }
      }
    }
  }
  EXPECT_GT(compared.tried, std::uint64_t{5000000});
}

/// Operands near each other's exponents as often as far apart, and every kind of special value.
std::uint64_t draw(const Format& format, std::uint64_t near, Random& random) {
  const std::uint64_t any = random.next() & format.code_mask();
  switch (random.below(8)) {
    case 0:
      return any & (format.sign_mask() | format.fraction_mask());  // subnormal, zero
    case 1:
      return any & (format.sign_mask() | (format.magnitude_mask() ^ format.fraction_mask()));  // a power of two
    case 2:
      return (any & format.sign_mask()) | format.largest_finite();
    case 3:
      return format.infinities ? (any & format.sign_mask()) | format.infinity_magnitude() : any;
    case 4:
      return near ^ (any & (format.sign_mask() | (format.fraction_mask() >> (format.significand_bits / 2))));
    case 5:
      return near;
    default:
      return any;
  }
}

// Kills: the same in formats whose products need more than 64 bits, and results narrower or wider than operands.
TEST(Arithmetic, WideFormatsUnderRandomSemantics) {
  Compared compared;
  Random random(13);
  const std::array formats{&float64, &float32, &float16, &bfloat16};
  for (const OperatorInfo& info : all_operators()) {
    for (const Format* from : formats) {
      for (const Format* to : formats) {
        if (info.code == Operator::total_order && from != to) continue;
        const Elementwise operation = operation_of(info.code, *from, *to);
        for (int n = 0; n < 3000; ++n) {
          const std::uint64_t x = draw(*from, 0, random), y = draw(*from, x, random);
          const std::array operands{x, y, draw(*from, random.below(2) == 0 ? x : y, random)};
          ASSERT_TRUE(compared.same(operation, random_semantics(random), operands)) << text_of(operation, operands);
        }
      }
    }
  }
}

/// The C library and this processor, which are IEEE 754's own, under the rounding mode in force.
double native(Operator code, double x, double y, double z) {
  switch (code) {
    case Operator::add:
      return x + y;
    case Operator::subtract:
      return x - y;
    case Operator::multiply:
    case Operator::scale:
      return x * y;
    case Operator::divide:
    case Operator::unscale:
      return x / y;
    case Operator::sqrt:
      return std::sqrt(x);
    case Operator::fma:
      return std::fma(x, y, z);
    case Operator::remainder:
      return std::remainder(x, y);
    case Operator::fmod:
      return std::fmod(x, y);
    case Operator::floor:
      return std::floor(x);
    case Operator::ceil:
      return std::ceil(x);
    case Operator::round_even:
      return std::nearbyint(x);
    case Operator::trunc:
      return std::trunc(x);
    case Operator::nextafter:
      return std::nextafter(x, y);
    case Operator::negate:
      return -x;
    case Operator::abs:
      return std::fabs(x);
    case Operator::copysign:
      return std::copysign(x, y);
    default:
      return 0.0;
  }
}

bool native_relation(Operator code, double x, double y) {
  switch (code) {
    case Operator::equal:
      return x == y;
    case Operator::not_equal:
      return x != y;
    case Operator::less:
      return x < y;
    case Operator::less_equal:
      return x <= y;
    case Operator::greater:
      return x > y;
    case Operator::greater_equal:
      return x >= y;
    case Operator::unordered:
      return std::isunordered(x, y);
    case Operator::is_nan:
      return std::isnan(x);
    case Operator::is_inf:
      return std::isinf(x);
    case Operator::is_finite:
      return std::isfinite(x);
    case Operator::sign_bit:
      return std::signbit(x);
    default:
      return false;
  }
}

// Kills: a rule of zeros' signs, infinities or invalid operations that truth and oracle share and both have wrong.
TEST(Arithmetic, EqualsThisProcessorInFloat64) {
  Random random(14);
  MpfrArithmetic mpfr;
  struct Mode {
    int native;
    Rounding rounding;
  };
  for (const Mode mode : {Mode{FE_TONEAREST, Rounding::rne}, Mode{FE_TOWARDZERO, Rounding::rtz},
                          Mode{FE_UPWARD, Rounding::rup}, Mode{FE_DOWNWARD, Rounding::rdn}}) {
    Semantics semantics;
    semantics.rounding = mode.rounding;
    for (const OperatorInfo& info : all_operators()) {
      if (info.kind == OperatorKind::choice && info.code != Operator::nextafter) continue;
      if (info.code == Operator::total_order) continue;
      // nearbyint obeys the mode; and GCC's inlined floor and ceil give zeros of another sign under it.
      const bool integral = info.code >= Operator::floor && info.code <= Operator::trunc;
      if (integral && mode.rounding != Rounding::rne) continue;
      const Elementwise operation = operation_of(info.code, float64, float64);
      for (int n = 0; n < 5000; ++n) {
        const std::uint64_t a = draw(float64, 0, random), b = draw(float64, a, random);
        const std::array operands{a, b, draw(float64, random.below(2) == 0 ? a : b, random)};
        const auto value = [&](std::size_t i) { return std::bit_cast<double>(operands[i]); };
        std::fesetround(mode.native);
        volatile double x = value(0), y = value(1), z = value(2);
        const double result = native(info.code, x, y, z);
        const bool holds = native_relation(info.code, x, y);
        std::fesetround(FE_TONEAREST);
        const CodeSets right = elementwise_result(operation, semantics, operands, mpfr);
        if (info.kind == OperatorKind::relation || info.kind == OperatorKind::predicate) {
          ASSERT_EQ(right.single(), std::uint64_t{holds}) << text_of(operation, operands);
        } else {
          ASSERT_TRUE(right.contains(std::bit_cast<std::uint64_t>(result)))
              << text_of(operation, operands) << " is 0x" << std::hex << std::bit_cast<std::uint64_t>(result);
        }
      }
    }
  }
}

std::uint64_t one_answer(const char* signature, const std::vector<std::uint64_t>& operands,
                         const Semantics& semantics = {}) {
  const auto operation = elementwise_of(std::get<Signature>(parse_signature(signature)));
  if (!operation) return ~std::uint64_t{0};
  MpfrArithmetic mpfr;
  return elementwise_result(*operation, semantics, operands, mpfr).single().value_or(~std::uint64_t{0});
}

// Kills: fma by way of a wider format; the witnesses are public bug reports (shared facts AR01, AR02, AR03) and the
// design's.
TEST(Arithmetic, FmaRoundsOnce) {
  EXPECT_EQ(one_answer("fma(bfloat16,bfloat16,bfloat16)->bfloat16", {0x4018, 0x4018, 0x0001}), 0x40b5u);
  EXPECT_EQ(one_answer("fma(bfloat16,bfloat16,bfloat16)->bfloat16", {0x2a20, 0x51a6, 0x9359}), 0x3c4fu);
  EXPECT_EQ(one_answer("fma(float16,float16,float16)->float16", {0x520b, 0x00e9, 0x2ff6}), 0x3001u);
  Semantics semantics;
  semantics.fma = Fma::via_float32;
  EXPECT_EQ(one_answer("fma(bfloat16,bfloat16,bfloat16)->bfloat16", {0x4018, 0x4018, 0x0001}, semantics), 0x40b4u);
  EXPECT_EQ(one_answer("fma(float16,float16,float16)->float16", {0x520b, 0x00e9, 0x2ff6}, semantics), 0x3000u);
  semantics.fma = Fma::unfused;  // 1.0078125^2 rounds to 1.015625, and nothing of it is left
  EXPECT_EQ(one_answer("fma(bfloat16,bfloat16,bfloat16)->bfloat16", {0x3f81, 0x3f81, 0xbf82}, semantics), 0x0000u);
  EXPECT_EQ(one_answer("fma(bfloat16,bfloat16,bfloat16)->bfloat16", {0x3f81, 0x3f81, 0xbf82}), 0x3880u);
}

// Kills: rounding twice where a result's format is narrower (design section 7).
TEST(Arithmetic, DirectedAndNarrowResults) {
  Semantics rtz;
  rtz.rounding = Rounding::rtz;
  EXPECT_EQ(one_answer("subtract(bfloat16,bfloat16)->bfloat16", {0x3f80, 0x0d80}, rtz), 0x3f7fu);  // 1 - 2^-100
  EXPECT_EQ(one_answer("add(float32,float32)->bfloat16", {0x3f808000, 0x0d800000}), 0x3f81u);
  EXPECT_EQ(one_answer("add(float32,float32)->bfloat16", {0x3f808000, 0x00000000}), 0x3f80u);
  EXPECT_EQ(one_answer("multiply(bfloat16,bfloat16)->bfloat16", {0xc069, 0x3e99}), 0xbf8bu);
}

// Kills: min and max of zeros, of numbers and NaNs, and of infinities (IEEE 754-2019 9.6).
TEST(Arithmetic, MinimumAndMaximum) {
  EXPECT_EQ(one_answer("minimum(float16,float16)->float16", {0x0000, 0x8000}), 0x8000u);
  EXPECT_EQ(one_answer("maximum(float16,float16)->float16", {0x8000, 0x0000}), 0x0000u);
  EXPECT_EQ(one_answer("maximum(float16,float16)->float16", {0x8001, 0x8002}), 0x8001u);
  EXPECT_EQ(one_answer("minimum_number(float16,float16)->float16", {0x7e00, 0x3c00}), 0x3c00u);
  EXPECT_EQ(one_answer("maximum_number(float16,float16)->float16", {0xfc00, 0x7d00}), 0xfc00u);
  Semantics canonical;
  canonical.nan = Nan::canonical;
  EXPECT_EQ(one_answer("minimum(float16,float16)->float16", {0x7e00, 0x3c00}, canonical), 0x7e00u);
  EXPECT_EQ(one_answer("maximum_number(float16,float16)->float16", {0x7e00, 0xfe00}, canonical), 0x7e00u);
}

// Kills: an order of NaNs and zeros other than IEEE 754-2019 5.10's.
TEST(Arithmetic, TotalOrder) {
  const std::vector<std::uint64_t> ascending{0xfe00, 0xfd00, 0xfc00, 0xfbff, 0x8001, 0x8000,
                                             0x0000, 0x0001, 0x7bff, 0x7c00, 0x7d00, 0x7e00};
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    for (std::size_t k = 0; k < ascending.size(); ++k) {
      EXPECT_EQ(one_answer("total_order(float16,float16)->uint8", {ascending[i], ascending[k]}), i <= k ? 1u : 0u);
    }
  }
}

// Kills: NaN of the wrong operand, or a generated NaN of the wrong sign.
TEST(Arithmetic, NanRules) {
  Semantics semantics;
  semantics.nan = Nan::quiet_payload;
  semantics.nan_sign = NanSign::preserve;
  semantics.generated_nan = GeneratedNan::negative;
  const char* add = "add(float16,float16)->float16";
  semantics.nan_operand = NanOperand::first;
  EXPECT_EQ(one_answer(add, {0x7d01, 0xfe02}, semantics), 0x7f01u);
  EXPECT_EQ(one_answer(add, {0x3c00, 0xfe02}, semantics), 0xfe02u);
  semantics.nan_operand = NanOperand::second;
  EXPECT_EQ(one_answer(add, {0x7d01, 0xfe02}, semantics), 0xfe02u);
  EXPECT_EQ(one_answer(add, {0x7d01, 0x3c00}, semantics), 0x7f01u);
  semantics.nan_operand = NanOperand::either;
  IntegerArithmetic integers;
  const auto operation = elementwise_of(std::get<Signature>(parse_signature(add)));
  const CodeSets either =
      elementwise_result(*operation, semantics, std::array<std::uint64_t, 2>{0x7d01, 0xfe02}, integers);
  EXPECT_TRUE(either.contains(0x7f01));
  EXPECT_TRUE(either.contains(0xfe02));
  EXPECT_FALSE(either.contains(0x7f02));
  EXPECT_FALSE(either.contains(0x7e00));
  EXPECT_EQ(one_answer(add, {0x7c00, 0xfc00}, semantics), 0xfe00u);  // x86's default NaN
  semantics.generated_nan = GeneratedNan::positive;
  EXPECT_EQ(one_answer(add, {0x7c00, 0xfc00}, semantics), 0x7e00u);
}

// Kills: an operation accepted that nothing can judge, or a known one refused.
TEST(Arithmetic, SignaturesKnown) {
  const auto known = [](const char* text) {
    return elementwise_of(std::get<Signature>(parse_signature(text))).has_value();
  };
  EXPECT_TRUE(known("add(bfloat16,bfloat16)->bfloat16"));
  EXPECT_TRUE(known("multiply[rtz](float16,float16)->float32"));
  EXPECT_TRUE(known("less(bfloat16,bfloat16)->uint8"));
  EXPECT_FALSE(known("add(bfloat16)->bfloat16"));
  EXPECT_FALSE(known("subtract(float8_e8m0fnu,float8_e8m0fnu)->float8_e8m0fnu"));
  EXPECT_FALSE(known("add(bfloat16,bfloat16)->float8_e8m0fnu"));
  EXPECT_FALSE(known("less(bfloat16,bfloat16)->bfloat16"));
  EXPECT_FALSE(known("less[rtz](bfloat16,bfloat16)->uint8"));
  EXPECT_FALSE(known("add(int8,int8)->int8"));
  EXPECT_FALSE(known("add[fast](bfloat16,bfloat16)->bfloat16"));
  EXPECT_FALSE(known("convert(float32)->bfloat16"));
  EXPECT_TRUE(known("scale(bfloat16,float32)->bfloat16"));
  EXPECT_TRUE(known("unscale[rtz](float16,float32)->float32"));
  EXPECT_FALSE(known("scale(bfloat16,bfloat16)->bfloat16"));
  EXPECT_FALSE(known("scale(bfloat16)->bfloat16"));
  EXPECT_FALSE(known("unscale(int8,float32)->float32"));
}

}  // namespace
}  // namespace hallmark::test
