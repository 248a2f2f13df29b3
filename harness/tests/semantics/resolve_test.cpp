// SPDX-License-Identifier: Apache-2.0
// What a profile says of a signature: the order of its layers, the cross product of choices, limits.
#include <cmath>

#include "profile_text.h"

namespace hallmark {
namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

std::vector<Alternative> resolve(const Profile& profile, std::string_view text) {
  return profile.resolve(signature_of(text, &profile));
}

TEST(Resolve, LaterLayersWin) {
  const Profile profile = profile_from(R"(name = "p"
[semantics]
rounding = "rna"
overflow = "nan"
[[override]]
match = "convert*(float32)->*"
rounding = "rup"
nan = "quiet"
[[override]]
match = "convert*->bfloat16"
rounding = "rdn"
[[choice]]
name = "direction"
match = "convert*(float32)->bfloat16"
options = [ { name = "default" }, { name = "zero", rounding = "rtz" } ]
)");
  EXPECT_EQ(resolve(profile, "convert(float64)->float16")[0].semantics.rounding, Rounding::rna);
  EXPECT_EQ(resolve(profile, "convert(float32)->float16")[0].semantics.rounding, Rounding::rup);
  EXPECT_EQ(resolve(profile, "convert(float64)->bfloat16")[0].semantics.rounding, Rounding::rdn);

  const auto both = resolve(profile, "convert(float32)->bfloat16");
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[0].semantics.rounding, Rounding::rdn) << "the later override, and an option that changes nothing";
  EXPECT_EQ(both[0].semantics.nan, Nan::quiet) << "the earlier override's other field";
  EXPECT_EQ(both[0].semantics.overflow, Overflow::nan);
  EXPECT_EQ(both[1].semantics.rounding, Rounding::rtz) << "the option outranks overrides";

  const auto modified = resolve(profile, "convert[rto](float32)->bfloat16");
  ASSERT_EQ(modified.size(), 2u) << "alternatives with equal semantics stay apart";
  EXPECT_EQ(modified[0].semantics, modified[1].semantics);
  EXPECT_EQ(modified[0].semantics.rounding, Rounding::rto) << "the modifier outranks everything";
  EXPECT_EQ(modified[0].options, (Options{{"direction", "default"}}));
  EXPECT_EQ(modified[1].options, (Options{{"direction", "zero"}}));
}

// Kills: a profile that flushes and thereby fails an abs or a comparison of classes that only looks at bits.
TEST(Resolve, WhatLooksAtBitsFlushesOnlyWhereAnOverrideSaysSo) {
  const Profile flushing = profile_from(
      "name = \"p\"\n[semantics]\nsubnormal_operands = \"flush\"\nsubnormal_results = \"flush_delivered\"\n"
      "[[override]]\nmatch = \"abs(float16)*\"\nsubnormal_operands = \"flush\"\n");
  for (const char* text :
       {"negate(bfloat16)->bfloat16", "abs(bfloat16)->bfloat16", "nextafter(float16,float16)->float16",
        "copysign(float16,float16)->float16", "sign_bit(float16)->uint8", "is_nan(float16)->uint8",
        "total_order(float16,float16)->uint8"}) {
    const Semantics semantics = resolve(flushing, text)[0].semantics;
    EXPECT_EQ(semantics.subnormal_operands, SubnormalOperands::keep) << text;
    EXPECT_EQ(semantics.subnormal_results, SubnormalResults::keep) << text;
  }
  EXPECT_EQ(resolve(flushing, "abs(float16)->float16")[0].semantics.subnormal_operands, SubnormalOperands::flush);
  for (const char* text : {"add(bfloat16,bfloat16)->bfloat16", "less(float16,float16)->uint8",
                           "maximum(float16,float16)->float16", "convert(float32)->bfloat16"}) {
    EXPECT_EQ(resolve(flushing, text)[0].semantics.subnormal_operands, SubnormalOperands::flush) << text;
  }
}

TEST(Resolve, ConversionsToIntegersTruncateUnlessToldOtherwise) {
  const Profile plain = profile_from("name = \"p\"\n[semantics]\nrounding = \"rup\"\n");
  EXPECT_EQ(resolve(plain, "convert(float32)->int32")[0].semantics.rounding, Rounding::rtz);
  EXPECT_EQ(resolve(plain, "convert[rne](float32)->int32")[0].semantics.rounding, Rounding::rne);
  EXPECT_EQ(resolve(plain, "convert(int32)->float32")[0].semantics.rounding, Rounding::rup);
  EXPECT_EQ(resolve(plain, "convert(int32)->int8")[0].semantics.rounding, Rounding::rup);
  EXPECT_EQ(resolve(plain, "round_even(float32)->int32")[0].semantics.rounding, Rounding::rup);
  const Profile told = profile_from("name = \"p\"\n[[override]]\nmatch = \"convert*->int32\"\nrounding = \"rne\"\n");
  EXPECT_EQ(resolve(told, "convert(float32)->int32")[0].semantics.rounding, Rounding::rne);
  EXPECT_EQ(resolve(told, "convert(float32)->int64")[0].semantics.rounding, Rounding::rtz);
}

TEST(Resolve, ModifiersSetWhatTheySay) {
  const Profile profile = profile_from("name = \"p\"\n[semantics]\ninteger_overflow = \"wrap\"\n");
  const Semantics plain = resolve(profile, "convert(float32)->float8_e5m2")[0].semantics;
  Semantics expected = plain;
  expected.overflow = Overflow::saturate;
  expected.infinity_operand = InfinityOperand::saturate;
  expected.infinity_to_infinity = InfinityToInfinity::saturate;
  expected.integer_overflow = IntegerOverflow::saturate;
  EXPECT_EQ(resolve(profile, "convert[saturate](float32)->float8_e5m2")[0].semantics, expected);
  struct Case {
    const char* modifier;
    Rounding rounding;
    E8m0Rounding scale;
  };
  for (const auto& [modifier, rounding, scale] : std::vector<Case>{{"rne", Rounding::rne, E8m0Rounding::rne},
                                                                   {"rna", Rounding::rna, E8m0Rounding::rna},
                                                                   {"rtz", Rounding::rtz, E8m0Rounding::rtz},
                                                                   {"rup", Rounding::rup, E8m0Rounding::rup},
                                                                   {"rdn", Rounding::rdn, E8m0Rounding::rtz},
                                                                   {"rto", Rounding::rto, E8m0Rounding::rne}}) {
    expected.rounding = rounding;
    expected.e8m0_rounding = scale;
    EXPECT_EQ(resolve(profile, "convert[" + std::string(modifier) + ",saturate](float32)->float8_e5m2")[0].semantics,
              expected)
        << modifier;
  }
  EXPECT_EQ(resolve(profile, "convert[fast](float32)->float8_e5m2")[0].semantics, plain) << "an unknown modifier";
}

TEST(Resolve, ChoicesMultiplyInTheProfilesOrder) {
  const Profile profile = profile_from(R"(name = "p"
[[choice]]
name = "flush"
match = "convert*"
options = [ { name = "operands", subnormal_operands = "flush" }, { name = "delivered", subnormal_results = "flush_delivered" } ]
[[choice]]
name = "other"
match = "add*"
options = [ { name = "x" }, { name = "y", nan = "quiet" } ]
[[choice]]
name = "flushed_zero"
match = "*"
options = [ { name = "signed", flushed_zero = "signed" }, { name = "positive", flushed_zero = "positive" } ]
)");
  const auto found = resolve(profile, "convert(float32)->bfloat16");
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0].options, (Options{{"flush", "operands"}, {"flushed_zero", "signed"}}));
  EXPECT_EQ(found[1].options, (Options{{"flush", "operands"}, {"flushed_zero", "positive"}}));
  EXPECT_EQ(found[2].options, (Options{{"flush", "delivered"}, {"flushed_zero", "signed"}}));
  EXPECT_EQ(found[3].options, (Options{{"flush", "delivered"}, {"flushed_zero", "positive"}}));
  EXPECT_EQ(found[1].semantics.subnormal_operands, SubnormalOperands::flush);
  EXPECT_EQ(found[1].semantics.subnormal_results, SubnormalResults::keep);
  EXPECT_EQ(found[1].semantics.flushed_zero, FlushedZero::positive);
  EXPECT_EQ(found[2].semantics.subnormal_operands, SubnormalOperands::keep) << "options must not leak into each other";
  EXPECT_EQ(found[2].semantics.flushed_zero, FlushedZero::keep_sign);
}

TEST(Resolve, SixtyFourCombinationsAtMost) {
  std::string text = "name = \"p\"\n";
  for (int i = 0; i < 7; ++i) {
    text += "[[choice]]\nname = \"c" + std::to_string(i) + "\"\nmatch = \"" + (i < 6 ? "*" : "exp*") +
            "\"\noptions = [ { name = \"x\" }, { name = \"y\" } ]\n";
  }
  const TextFile file(text);
  const Profile profile = read_profile(file.path());
  EXPECT_EQ(resolve(profile, "convert(float32)->bfloat16").size(), 64u);
  try {
    resolve(profile, "exp(float32)->float32");
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_EQ(error.what(), file.path().string() +
                                ":26:1: choice \"c6\" makes more than 64 combinations of options for "
                                "exp(float32)->float32; narrow the match of a choice, or drop options");
  }
}

TEST(Limits, LaterRulesReplaceValueByValue) {
  const Profile profile = profile_from(R"(name = "p"
[[limit]]
match = "*"
max_ulp = 1
monotone = true
[[limit]]
match = "tanh(*"
range = [-1, 1.0]
max_ulp = 0.75
[[limit]]
match = "sqrt(*"
correctly_rounded = true
[[limit]]
match = "sqrt(float16)->*"
correctly_rounded = false
monotone = false
[[limit]]
match = "exp(*"
range = [0.0, inf]
)");
  EXPECT_EQ(profile.limits_of(signature_of("log(float32)->float32")), (Limits{.max_ulp = 1.0, .monotone = true}));
  EXPECT_EQ(profile.limits_of(signature_of("tanh(float32)->float32")),
            (Limits{.max_ulp = 0.75, .monotone = true, .range_low = -1, .range_high = 1, .has_range = true}));
  EXPECT_EQ(profile.limits_of(signature_of("sqrt(float32)->float32")),
            (Limits{.max_ulp = 1.0, .correctly_rounded = true, .monotone = true}));
  EXPECT_EQ(profile.limits_of(signature_of("sqrt(float16)->float16")), (Limits{.max_ulp = 1.0}));
  EXPECT_TRUE(std::isinf(profile.limits_of(signature_of("exp(float32)->float32")).range_high));
}

}  // namespace
}  // namespace hallmark
