// SPDX-License-Identifier: Apache-2.0
// The shipped profiles: each loads, resolves for every conversion, and says what its source says.
#include <openssl/evp.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <sstream>

#include "formats/formats.h"
#include "profile_text.h"

namespace hallmark {
namespace {

const std::vector<std::string> expected_names = {"arm_bf16",      "arm_ebf16",      "avx512_bf16", "cuda",
                                                 "cuda_sm70",     "cuda_sm80",      "cuda_sm90",   "f16c",
                                                 "ieee754",       "ieee754_strict", "ocp_fp8",     "ocp_fp8_saturating",
                                                 "riscv_zfbfmin", "riscv_zvfbfwma", "tpu"};

Semantics only(const std::string& profile, std::string_view text) {
  const auto found = load_profile(profile).resolve(signature_of(text));
  EXPECT_EQ(found.size(), 1u) << profile << ' ' << text;
  return found.at(0).semantics;
}

TEST(ShippedProfiles, AreListedSorted) {
  const auto names = shipped_profiles();
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  for (const std::string& name : expected_names) {
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
  }
}

TEST(ShippedProfiles, EachLoadsAndResolvesEveryConversion) {
  std::vector<Format> formats(floating_formats.begin(), floating_formats.end());
  formats.insert(formats.end(), integer_formats.begin(), integer_formats.end());
  for (const std::string& name : shipped_profiles()) {
    const Profile profile = load_profile(name);
    EXPECT_EQ(profile.name, name);
    EXPECT_FALSE(profile.title.empty()) << name;
    EXPECT_FALSE(profile.source.empty()) << name;
    EXPECT_EQ(profile.path.stem(), name);
    std::size_t resolved = 0;
    for (const Format& from : formats) {
      for (const Format& to : formats) {
        for (const char* modifiers : {"", "[rtz]", "[saturate]", "[rup,saturate]"}) {
          const std::string text =
              "convert" + std::string(modifiers) + "(" + std::string(from.name) + ")->" + std::string(to.name);
          const auto alternatives = profile.resolve(signature_of(text));
          EXPECT_FALSE(alternatives.empty()) << name << ' ' << text;
          std::set<std::vector<std::pair<std::string, std::string>>> combinations;
          for (const Alternative& alternative : alternatives) combinations.insert(alternative.options);
          EXPECT_EQ(combinations.size(), alternatives.size()) << name << ' ' << text;
          ++resolved;
        }
      }
    }
    EXPECT_EQ(resolved, 1600u);
  }
}

TEST(ShippedProfiles, DigestIsOfTheFilesBytes) {
  for (const std::string& name : shipped_profiles()) {
    const Profile profile = load_profile(name);
    std::ifstream stream(profile.path, std::ios::binary);
    std::stringstream bytes;
    bytes << stream.rdbuf();
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned int size = 0;
    ASSERT_EQ(EVP_Digest(bytes.str().data(), bytes.str().size(), digest, &size, EVP_sha256(), nullptr), 1);
    std::string text;
    for (unsigned int i = 0; i < size; ++i) {
      char pair[3];
      std::snprintf(pair, sizeof pair, "%02x", static_cast<unsigned>(digest[i]));
      text += pair;
    }
    EXPECT_EQ(profile.sha256, text) << name;
  }
}

TEST(ShippedProfiles, TpuLeavesOpenWhatItsDocumentationLeavesOpen) {
  const Profile tpu = load_profile("tpu");
  const auto found = tpu.resolve(signature_of("convert(float32)->bfloat16"));
  ASSERT_EQ(found.size(), 6u);
  std::set<std::string> flushes, zeros;
  for (const Alternative& alternative : found) {
    ASSERT_EQ(alternative.options.size(), 2u);
    EXPECT_EQ(alternative.options[0].first, "flush");
    EXPECT_EQ(alternative.options[1].first, "flushed_zero");
    flushes.insert(alternative.options[0].second);
    zeros.insert(alternative.options[1].second);
    EXPECT_EQ(alternative.semantics.rounding, Rounding::rne);
    EXPECT_EQ(alternative.semantics.overflow, Overflow::infinity);
    EXPECT_EQ(alternative.semantics.nan, Nan::any);
    // No option may let a subnormal through.
    EXPECT_NE(alternative.semantics.subnormal_results, SubnormalResults::keep);
  }
  EXPECT_EQ(flushes, (std::set<std::string>{"operands", "delivered", "after_rounding"}));
  EXPECT_EQ(zeros, (std::set<std::string>{"signed", "positive"}));
  for (const Alternative& alternative : tpu.resolve(signature_of("convert(bfloat16)->float32"))) {
    EXPECT_EQ(alternative.semantics.subnormal_operands, SubnormalOperands::keep);
    EXPECT_EQ(alternative.semantics.subnormal_results, SubnormalResults::keep);
  }
  EXPECT_EQ(tpu.required, std::vector<std::string>{"convert(float32)->bfloat16"});
}

TEST(ShippedProfiles, Ieee754KeepsSubnormalsAndTakesAnyNan) {
  for (const std::string name : {"ieee754", "ieee754_strict"}) {
    const Semantics narrow = only(name, "convert(float32)->bfloat16");
    EXPECT_EQ(narrow.rounding, Rounding::rne);
    EXPECT_EQ(narrow.overflow, Overflow::infinity);
    EXPECT_EQ(narrow.subnormal_operands, SubnormalOperands::keep);
    EXPECT_EQ(narrow.subnormal_results, SubnormalResults::keep);
    EXPECT_EQ(narrow.nan, name == "ieee754" ? Nan::any : Nan::quiet);
    EXPECT_TRUE(narrow.deterministic);
    EXPECT_EQ(only(name, "convert(float32)->int32").integer_overflow, IntegerOverflow::unspecified);
    EXPECT_EQ(only(name, "convert(float32)->float6_e2m3fn").infinity_operand, InfinityOperand::saturate);
    EXPECT_EQ(only(name, "convert(float32)->float4_e2m1fn").infinity_operand, InfinityOperand::saturate);
    const Profile profile = load_profile(name);
    EXPECT_EQ(profile.resolve(signature_of("convert(float32)->float8_e4m3fn")).size(), 4u);
    EXPECT_EQ(profile.resolve(signature_of("convert(float32)->float8_e5m2fnuz")).size(), 4u);
    EXPECT_EQ(profile.resolve(signature_of("convert(float32)->float8_e8m0fnu")).size(), 36u);
    EXPECT_TRUE(profile.required.empty());
    EXPECT_EQ(profile.limits_of(signature_of("exp(float32)->float32")), (Limits{.max_ulp = 1.0}));
    EXPECT_TRUE(profile.limits_of(signature_of("sqrt(float32)->float32")).correctly_rounded);
    EXPECT_TRUE(profile.limits_of(signature_of("fma[rtz](float16,float16,float16)->float16")).correctly_rounded);
  }
}

TEST(ShippedProfiles, HardwareSaysWhatItsManualsSay) {
  const Semantics avx512 = only("avx512_bf16", "convert(float32)->bfloat16");
  EXPECT_EQ(avx512.subnormal_operands, SubnormalOperands::flush);
  EXPECT_EQ(avx512.flushed_zero, FlushedZero::keep_sign);
  EXPECT_EQ(avx512.nan, Nan::quiet_payload);
  EXPECT_EQ(avx512.nan_sign, NanSign::preserve);
  const Semantics shift = only("avx512_bf16", "convert(bfloat16)->float32");
  EXPECT_EQ(shift.subnormal_operands, SubnormalOperands::keep);
  EXPECT_EQ(shift.nan, Nan::any);
  EXPECT_EQ(only("avx512_bf16", "dot(bfloat16,bfloat16,float32)->float32").accumulator.order, "((c,1),0)");

  for (const char* text : {"convert(float32)->float16", "convert(float16)->float32"}) {
    const Semantics f16c = only("f16c", text);
    EXPECT_EQ(f16c.subnormal_operands, SubnormalOperands::keep);
    EXPECT_EQ(f16c.subnormal_results, SubnormalResults::keep);
    EXPECT_EQ(f16c.nan, Nan::quiet_payload);
  }
  EXPECT_EQ(only("f16c", "convert[rdn](float32)->float16").rounding, Rounding::rdn);

  EXPECT_EQ(only("cuda", "convert[rtz](float32)->bfloat16").canonical_nan.at("bfloat16"), 0x7fffu);
  EXPECT_EQ(only("cuda", "convert(float32)->float16").nan, Nan::canonical);
  EXPECT_EQ(only("cuda", "convert(float32)->float32").nan, Nan::any);
  EXPECT_EQ(only("cuda", "convert(float16)->int64").nan_to_integer, NanToInteger::minimum);
  EXPECT_EQ(only("cuda", "convert(float16)->int32").nan_to_integer, NanToInteger::zero);
  EXPECT_EQ(only("cuda", "convert(float32)->float6_e3m2fn").nan_without_nan, NanWithoutNan::max);
  const Semantics scale = only("cuda", "convert[rup,saturate](float32)->float8_e8m0fnu");
  EXPECT_EQ(scale.e8m0_rounding, E8m0Rounding::rup);
  EXPECT_EQ(scale.e8m0_negative, E8m0Negative::magnitude);
  EXPECT_EQ(scale.overflow, Overflow::saturate);

  EXPECT_EQ(only("arm_bf16", "convert(float32)->bfloat16").subnormal_operands, SubnormalOperands::keep);
  EXPECT_EQ(only("arm_bf16", "dot(bfloat16,bfloat16)->float32").rto_overflow, RtoOverflow::infinity);
  EXPECT_EQ(only("arm_bf16", "dot(bfloat16,bfloat16)->float32").accumulator.rounding, "rto");
  EXPECT_EQ(only("riscv_zfbfmin", "convert(float32)->bfloat16").canonical_nan.at("bfloat16"), 0x7fc0u);
}

TEST(ShippedProfiles, OcpModesDifferInOverflowAndInfinityOnly) {
  for (const char* target : {"float8_e4m3fn", "float8_e5m2"}) {
    const std::string text = "convert(float32)->" + std::string(target);
    const Semantics plain = only("ocp_fp8", text), clamped = only("ocp_fp8_saturating", text);
    EXPECT_EQ(plain.overflow, target == std::string("float8_e5m2") ? Overflow::infinity : Overflow::nan);
    EXPECT_EQ(clamped.overflow, Overflow::saturate);
    Semantics rest = clamped;
    rest.overflow = plain.overflow;
    if (target == std::string("float8_e5m2")) {
      EXPECT_EQ(clamped.infinity_to_infinity, InfinityToInfinity::saturate);
      rest.infinity_to_infinity = InfinityToInfinity::keep;
    } else {
      EXPECT_EQ(clamped.infinity_operand, InfinityOperand::saturate);
      rest.infinity_operand = InfinityOperand::nan;
    }
    EXPECT_EQ(rest, plain) << target;
  }
}

TEST(Search, AFolderOfOnesOwnComesFirst) {
  const auto folder = std::filesystem::temp_directory_path() / ("hallmark_profiles_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "tpu.toml") << "name = \"tpu\"\ntitle = \"mine\"\n";
  std::ofstream(folder / "extra.toml") << "name = \"extra\"\n";
  setenv("HALLMARK_PROFILES", folder.c_str(), 1);
  EXPECT_EQ(load_profile("tpu").title, "mine");
  EXPECT_EQ(load_profile("extra").name, "extra");
  EXPECT_EQ(load_profile("ieee754").name, "ieee754");
  const auto names = shipped_profiles();
  EXPECT_EQ(names.size(), std::set<std::string>(names.begin(), names.end()).size());
  EXPECT_NE(std::find(names.begin(), names.end(), "extra"), names.end());
  setenv("HALLMARK_PROFILES", (folder / "missing").c_str(), 1);
  EXPECT_THROW(load_profile("tpu"), InputError);
  unsetenv("HALLMARK_PROFILES");
  EXPECT_NE(load_profile("tpu").title, "mine");
  EXPECT_EQ(load_profile((folder / "extra.toml").string()).name, "extra");
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace hallmark
