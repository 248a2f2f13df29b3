// SPDX-License-Identifier: Apache-2.0
// Identification measures elementary functions: the least limit, correct rounding, order, special values, flushes.
#include "../kernels/functions.h"

#include <gtest/gtest.h>

#include <cmath>

#include "identifying/elementwise_identity.h"
#include "kernel_calls.h"
#include "made_calls.h"
#include "truth/functions.h"

namespace hallmark::test {
namespace {

namespace k = hallmark::kernels;
using k::bfloat16, k::float16, k::Policy;

/// Results of float16 that are three steps above the right ones, but for special values.
std::uint16_t exp_three_above(std::uint16_t x) {
  const std::uint16_t right = k::right<float16, k::exp_of>(x);
  const bool number = right > 0 && right < 0x7bfc;
  return number && x != 0 && x != 0x8000 ? static_cast<std::uint16_t>(right + 3) : right;
}

/// One dip in a function that rises.
std::uint16_t tanh_dips(std::uint16_t x) {
  const std::uint16_t right = k::right<float16, k::tanh_of>(x);
  return x == 0x3800 ? static_cast<std::uint16_t>(right - 8) : right;
}

std::uint16_t log_of_negative_is_zero(std::uint16_t x) {
  const bool negative = k::is_negative<bfloat16>(x) && !k::is_nan<bfloat16>(x) && k::magnitude<bfloat16>(x) != 0;
  return negative ? std::uint16_t{0} : k::right<bfloat16, k::log_of>(x);
}

std::uint16_t exp_flushes(std::uint16_t x) { return k::flushed<float16>(k::right<float16, k::exp_of>(x)); }

std::uint16_t exp_saturates(std::uint16_t x) {
  const std::uint16_t right = k::right<float16, k::exp_of>(x);
  return right == 0x7c00 && x != 0x7c00 ? std::uint16_t{0x7bff} : right;
}

std::uint32_t float32_exp(std::uint32_t x) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(std::exp(static_cast<double>(std::bit_cast<float>(x)))));
}

struct FunctionCase {
  const char* signature;
  ElementwiseCall call;
  double most;  ///< the limit is no larger
  const char* trait;
  const char* expected;
};

std::vector<FunctionCase> cases() {
  constexpr Policy truncating{.rounding = k::Rounding::rtz};
  static constexpr char exp_float16[] = "exp(float16)->float16";
  return {
      {exp_float16, call_of(k::right<float16, k::exp_of>), 0.5, "correctly_rounded", "rne"},
      {exp_float16, call_of(k::right<float16, k::exp_of>), 0.5, "monotone", "yes"},
      {exp_float16, call_of(k::right<float16, k::exp_of>), 0.5, "subnormal_results", "keep"},
      {"sin(float16)->float16", call_of(k::right<float16, k::sin_of, truncating>), 0.5, "correctly_rounded", "rtz"},
      {exp_float16, call_of(exp_three_above), 6.0, "correctly_rounded", "no"},
      {exp_float16, call_of(exp_flushes), 0.5, "subnormal_results",
       "flush_before_rounding (flush_after_rounding, flush_delivered fits as well)"},
      {exp_float16, call_of(exp_saturates), 0.5, "overflow", "saturate"},
      {"tanh(float16)->float16", call_of(tanh_dips), 9.0, "monotone", "no"},
      {"sin(bfloat16)->bfloat16", call_of(k::right<bfloat16, k::sin_of>), 0.5, "correctly_rounded", "rne"},
      {"log(bfloat16)->bfloat16", call_of(k::right<bfloat16, k::log_of>), 0.5, "generated_nan", "negative"},
      {"rsqrt(float16)->float16", call_of(k::rsqrt_in_two_steps<float16>), 1.5, "correctly_rounded", "no"},
      {"pow(float16,float16)->float16", call_of(k::right<float16, k::pow_of>), 0.5, "correctly_rounded",
       "rne (sampled)"},
      {"exp(float32)->float32", call_of(float32_exp), 1.0, "monotone", "yes (sampled)"},
  };
}

const Trait* trait_of(const Identity& identity, std::string_view name) {
  for (const Trait& trait : identity.traits) {
    if (trait.name == name) return &trait;
  }
  return nullptr;
}

// Kills: an accuracy that is guessed, a truncating kernel taken for an inaccurate one, a flush taken for a huge error.
TEST(Functions, AreMeasured) {
  for (const FunctionCase& one : cases()) {
    const Identity identity = identify_elementwise(signature_of(one.signature), one.call);
    const std::string what = std::string(one.signature) + ": " + one.trait + traits_of(identity);
    ASSERT_TRUE(identity.semantics) << what;
    ASSERT_TRUE(identity.max_ulp) << what;
    EXPECT_LE(*identity.max_ulp, one.most) << what;
    EXPECT_EQ(observed(identity, one.trait), one.expected) << what;
    const Trait* trait = trait_of(identity, one.trait);
    EXPECT_FALSE(trait == nullptr || trait->evidence.empty()) << what;
  }
}

// Kills: a limit that some result does not meet, and one that is a tenth too large.
TEST(Functions, TheLimitIsTheLeastThatAllResultsMeet) {
  const Signature signature = signature_of("exp(float16)->float16");
  const FunctionOperation operation = function_of(signature).value();
  for (const ElementwiseCall& call : {call_of(exp_three_above), call_of(k::rsqrt_in_two_steps<float16>)}) {
    const Identity identity = identify_elementwise(signature, call);
    if (!identity.max_ulp) continue;
    Columns all(1);
    for (std::uint64_t code = 0; code < 65536; ++code) all[0].push_back(code);
    const std::vector<std::uint64_t> results = call(all).value();
    FunctionTruth truth;
    const auto meeting = [&](double limit) {
      Limits limits;
      limits.max_ulp = limit;
      std::size_t count = 0;
      for (std::uint64_t code = 0; code < 65536; ++code) {
        const Acceptance accepted = truth.answer(operation, *identity.semantics, limits, {&code, 1}).accepted;
        count += accepted.contains(signature.result, results[code]) ? 1 : 0;
      }
      return count;
    };
    EXPECT_EQ(meeting(*identity.max_ulp), 65536u) << *identity.max_ulp;
    EXPECT_LT(meeting(*identity.max_ulp - 0.1), 65536u) << *identity.max_ulp;
    return;
  }
  FAIL() << "no limit was found";
}

// Kills: a wrong special value that a wide limit would excuse.
TEST(Functions, ASpecialValueNobodyKnowsIsSaid) {
  const Identity identity =
      identify_elementwise(signature_of("log(bfloat16)->bfloat16"), call_of(log_of_negative_is_zero));
  EXPECT_FALSE(identity.semantics);
  EXPECT_TRUE(observed(identity, "special_values").starts_with("none of the known")) << traits_of(identity);
}

}  // namespace
}  // namespace hallmark::test
