// SPDX-License-Identifier: Apache-2.0
// Which signatures are reductions, and what special values decide about a row.
#include <gtest/gtest.h>

#include "semantics/reductions.h"
#include "tests/reductions/rows.h"

namespace hallmark::test {
namespace {

bool is_reduction(std::string_view text) {
  const auto parsed = parse_signature(text);
  return std::holds_alternative<Signature>(parsed) && reduction_of(std::get<Signature>(parsed)).has_value();
}

// Kills: an initial value for an operation that takes none, a third factor, integer and unsigned formats.
TEST(Reductions, HaveTheirSignatures) {
  for (const char* good :
       {"sum(bfloat16)->float32", "sum_of_squares(float16)->float32", "cumulative_sum(float32)->float32",
        "dot(bfloat16,bfloat16)->float32", "dot(bfloat16,float16,float32)->bfloat16",
        "matmul[rtz](float8_e4m3fn,float8_e5m2)->float16", "matmul(float32,float32,float32)->float32",
        "mean(bfloat16)->bfloat16", "all_finite(float8_e5m2)->uint8", "softmax(float16)->float16",
        "logsumexp(bfloat16)->float32"}) {
    EXPECT_TRUE(is_reduction(good)) << good;
  }
  for (const char* bad :
       {"sum(bfloat16,float32)->float32", "dot(bfloat16)->float32", "dot(int8,int8)->int32",
        "dot(bfloat16,bfloat16,float32,float32)->float32", "add(bfloat16,bfloat16)->bfloat16",
        "dot(float8_e8m0fnu,bfloat16)->float32", "dot(bfloat16,bfloat16)->int32", "mean(bfloat16,float32)->float32",
        "all_finite(bfloat16)->float32", "all_finite(bfloat16)->int8", "all_finite[rtz](bfloat16)->uint8",
        "softmax(int8)->float32", "mean(bfloat16)->uint8"}) {
    EXPECT_FALSE(is_reduction(bad)) << bad;
  }
  EXPECT_EQ(reduction("dot(bfloat16,float16,float32)->bfloat16").initial, float32);
  EXPECT_EQ(reduction("dot(bfloat16,float16,float32)->bfloat16").right, float16);
  EXPECT_EQ(reduction("sum(float16)->float32").right, float16);
}

// Kills: an infinity or a NaN at some place taken for a number, a subnormal or the largest number taken for none, an
// empty row without an answer.
TEST(Reductions, AllFinite) {
  for (const Format& format : {float32, float16, bfloat16, float8_e5m2, float8_e4m3fn}) {
    Reduction operation;
    operation.kind = ReductionKind::all_finite;
    operation.left = operation.right = format;
    for (const std::size_t depth : {0u, 1u, 2u, 7u}) {
      const std::vector<std::uint64_t> numbers(depth, format.largest_finite());
      EXPECT_EQ(all_finite_result(operation, {numbers, {}, {}}), CodeSet::single(1));
      for (std::size_t place = 0; place < depth; ++place) {
        std::vector<std::uint64_t> codes = numbers;
        for (const std::uint64_t code : {std::uint64_t{0}, std::uint64_t{1}, format.sign_mask() | 1}) {
          codes[place] = code;
          EXPECT_EQ(all_finite_result(operation, {codes, {}, {}}), CodeSet::single(1));
        }
        codes[place] = format.default_nan();
        EXPECT_EQ(all_finite_result(operation, {codes, {}, {}}), CodeSet::single(0));
        if (!format.infinities) continue;
        codes[place] = format.infinity_magnitude() | format.sign_mask();
        EXPECT_EQ(all_finite_result(operation, {codes, {}, {}}), CodeSet::single(0));
      }
    }
  }
  EXPECT_EQ(requirement_of(reduction("all_finite(bfloat16)->uint8")), Requirement::special_values);
  EXPECT_EQ(requirement_of(reduction("mean(bfloat16)->float32")), Requirement::accumulation);
}

std::optional<CodeSets> special(const Row& row, const Semantics& semantics = {}) {
  const Reduction operation = reduction("dot(bfloat16,bfloat16,float32)->float32");
  return reduction_special(operation, semantics, row, specials_of(operation, semantics, row));
}

constexpr std::uint64_t infinite = 0x7f80, minus_infinite = 0xff80, one = 0x3f80, minus_one = 0xbf80, quiet = 0x7fc0;

// Kills: infinity times zero taken for zero, NaN skipped at any place, infinities of two signs that cancel, an infinite
// initial value forgotten, a sum of zeros with the wrong sign.
TEST(Reductions, SpecialValues) {
  for (std::size_t place = 0; place < 3; ++place) {
    for (const std::uint64_t other : {one, minus_one, std::uint64_t{0}}) {
      Row row{{one, one, one}, {one, one, one}, 0};
      row.left[place] = quiet;
      row.right[place] = other;
      ASSERT_TRUE(special(row));
      EXPECT_TRUE(special(row)->contains(0x7fc00000));
      EXPECT_FALSE(special(row)->contains(0x7f800000));
      row.left[place] = infinite;
      EXPECT_EQ(special(row)->contains(0x7fc00000), other == 0);
      EXPECT_EQ(special(row)->contains(0x7f800000), other == one);
      EXPECT_EQ(special(row)->contains(0xff800000), other == minus_one);
    }
  }
  EXPECT_TRUE(special({{infinite, minus_infinite}, {one, one}, 0})->contains(0x7fc00000));
  EXPECT_TRUE(special({{infinite, infinite}, {one, minus_one}, 0})->contains(0x7fc00000));
  EXPECT_TRUE(special({{infinite}, {one}, 0xff800000})->contains(0x7fc00000));
  EXPECT_EQ(special({{one}, {one}, 0xff800000})->single(), 0xff800000);
  EXPECT_EQ(special({{}, {}, 0})->single(), 0u);
  EXPECT_EQ(special({{0x8000, 0}, {one, one}, 0})->single(), 0u);
  EXPECT_TRUE(special({{0x8000, 0}, {one, minus_one}, 0x80000000})->contains(0x80000000));
  EXPECT_FALSE(special({{one, minus_one}, {one, one}, 0}));  // cancels, but terms are there
}

// Kills: an operand flushed after its product was judged, a NaN's payload lost, a generated NaN of the wrong sign.
TEST(Reductions, SpecialValuesFollowTheSemantics) {
  Semantics flush;
  flush.accumulator.subnormal_operands = "flush";
  EXPECT_EQ(special({{infinite}, {1}, 0})->single(), 0x7f800000u);
  EXPECT_TRUE(special({{infinite}, {1}, 0}, flush)->contains(0x7fc00000));
  Semantics payload;
  payload.nan = Nan::quiet_payload;
  payload.nan_sign = NanSign::preserve;
  payload.generated_nan = GeneratedNan::negative;
  EXPECT_EQ(special({{0xff81}, {one}, 0}, payload)->single(), 0xffc10000u);
  EXPECT_EQ(special({{infinite}, {0}, 0}, payload)->single(), 0xffc00000u);
  const auto both = special({{0x7fc1, infinite}, {one, 0}, 0}, payload);
  EXPECT_TRUE(both->contains(0x7fc10000) && both->contains(0xffc00000) && !both->contains(0x7fc00000));
  // More NaNs than sets: any quiet one.
  const auto many = special({{0x7fc1, 0x7fc2, 0x7fc3, 0x7fc4}, {one, one, one, one}, 0}, payload);
  EXPECT_TRUE(many->contains(0x7fc40000) && many->contains(0x7fc10000) && !many->contains(0x7f810000));
}

}  // namespace
}  // namespace hallmark::test
