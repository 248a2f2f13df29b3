// SPDX-License-Identifier: Apache-2.0
// Identification names what the kernels of faulty backends do.
#include <gtest/gtest.h>

#include <limits>

#include "../kernels/arithmetic.h"
#include "../kernels/convert.h"
#include "../kernels/e8m0.h"
#include "../kernels/integers.h"
#include "../kernels/scaling.h"
#include "identifying/elementwise_identity.h"
#include "kernel_calls.h"
#include "made_calls.h"

namespace hallmark::test {
namespace {

namespace k = hallmark::kernels;

struct KernelCase {
  const char* signature;
  ElementwiseCall call;
  const char* trait;
  const char* expected;
  bool explained = true;
};

std::uint16_t fma_unfused(std::uint16_t x, std::uint16_t y, std::uint16_t z) {
  return k::add<k::float16>(k::multiply<k::float16>(x, y), z);
}

template <k::Format format>
k::Word<format> fma_via_float32(k::Word<format> x, k::Word<format> y, k::Word<format> z) {
  const float fused = std::fma(static_cast<float>(k::value<format>(x)), static_cast<float>(k::value<format>(y)),
                               static_cast<float>(k::value<format>(z)));
  return k::rounded<format>(fused);
}

std::uint16_t scale_by_way_of_float32(std::uint16_t x, std::uint32_t scalar) {
  return k::convert<k::float32, k::float16>(k::product<k::float16, k::float32>(x, scalar));
}
std::uint32_t unscale_by_reciprocal(std::uint16_t x, std::uint32_t scalar) {
  return k::rounded<k::float32>(k::value<k::float16>(x) * k::reciprocal<k::float32>(scalar));
}

std::uint8_t e4m3_via_float16(std::uint32_t word) {
  return k::convert<k::float16, k::float8_e4m3fn>(k::convert<k::float32, k::float16>(word));
}

std::uint16_t nan_becomes_infinity(std::uint32_t word) {
  if (!k::is_nan<k::float32>(word)) return k::convert<k::float32, k::bfloat16>(word);
  return k::signed_word<k::bfloat16>(k::is_negative<k::float32>(word), k::bfloat16.infinity());
}

/// The NaN is shifted as numbers are: a payload in the low half vanishes, which no field of a semantics says.
std::uint16_t nan_is_shifted(std::uint32_t word) {
  if (!k::is_nan<k::float32>(word)) return k::convert<k::float32, k::bfloat16>(word);
  return static_cast<std::uint16_t>(word >> 16);
}

/// Ties of one binade go down.
std::uint16_t ties_down_from_one(std::uint32_t word) {
  const bool tie = (word & 0xffff) == 0x8000 && (word >> 23) == 127;
  return tie ? static_cast<std::uint16_t>(word >> 16) : k::convert<k::float32, k::bfloat16>(word);
}

std::int32_t indefinite(std::uint32_t word) {
  const float value = std::bit_cast<float>(word);
  if (!(value >= -2147483648.0f && value < 2147483648.0f)) return std::numeric_limits<std::int32_t>::min();
  return static_cast<std::int32_t>(value);
}

/// A subnormal factor counts as zero, and so does a subnormal product after rounding: x86 under DAZ and FTZ.
std::uint16_t multiply_flushed(std::uint16_t x, std::uint16_t y) {
  constexpr k::Policy after{.flush = k::Flush::after_rounding};
  return k::multiply<k::bfloat16, after>(k::flushed<k::bfloat16>(x), k::flushed<k::bfloat16>(y));
}

/// One result in all the domain is off by one.
std::uint16_t one_wrong(std::uint16_t word) { return word == 0x4a37 ? 0x4a38 : word & 0x7fff; }

std::vector<KernelCase> cases() {
  using k::bfloat16, k::float16, k::float32, k::float8_e4m3fn, k::Policy;
  constexpr Policy truncating{.rounding = k::Rounding::rtz}, away{.rounding = k::Rounding::rna},
      odd{.rounding = k::Rounding::rto}, flushing{.flush = k::Flush::operands},
      delivered{.flush = k::Flush::delivered, .positive_zero = true}, after{.flush = k::Flush::after_rounding},
      saturating{.overflow = k::Overflow::saturate}, positive{.nan = k::Nan::positive}, ones{.nan = k::Nan::all_ones},
      payload{.nan = k::Nan::payload};
  static constexpr char narrowing[] = "convert(float32)->bfloat16";
  return {
      {narrowing, call_of(k::convert<float32, bfloat16>), "rounding", "rne"},
      {narrowing, call_of(k::convert<float32, bfloat16>), "nan", "quiet_payload"},
      {narrowing, call_of(k::convert<float32, bfloat16>), "signalling_nan", "quieted"},
      {narrowing, call_of(k::convert<float32, bfloat16, truncating>), "rounding", "rtz"},
      {narrowing, call_of(k::convert<float32, bfloat16, away>), "rounding", "rna"},
      {narrowing, call_of(k::convert<float32, bfloat16, odd>), "rounding", "rto"},
      {"convert(float32)->float16", call_of(k::convert<float32, float16, odd>), "rto_overflow", "largest"},
      {narrowing, call_of(k::convert<float32, bfloat16, flushing>), "subnormal_operands",
       "flush (subnormal_operands = keep with subnormal_results = flush_before_rounding fits as well)"},
      {narrowing, call_of(k::convert<float32, bfloat16, delivered>), "subnormal_results", "flush_delivered"},
      {narrowing, call_of(k::convert<float32, bfloat16, delivered>), "flushed_zero", "positive"},
      {narrowing, call_of(k::convert<float32, bfloat16, after>), "subnormal_results", "flush_after_rounding"},
      {narrowing, call_of(k::convert<float32, bfloat16, saturating>), "overflow", "saturate"},
      {narrowing, call_of(k::convert<float32, bfloat16, saturating>), "infinity_to_infinity", "saturate"},
      {narrowing, call_of(k::convert<float32, bfloat16, positive>), "nan", "canonical"},
      {narrowing, call_of(k::convert<float32, bfloat16, ones>), "canonical_nan", "0xffff"},
      {narrowing, call_of(k::convert<float32, bfloat16, payload>), "signalling_nan", "kept or quieted"},
      {narrowing, call_of(nan_becomes_infinity), "nan", "infinity"},
      {narrowing, call_of(nan_is_shifted), "signalling_nan", "infinity or kept", false},
      {narrowing, call_of(nan_is_shifted), "nan", "none of the known", false},
      {narrowing, call_of(ties_down_from_one), "rounding", "none of the known", false},
      {"convert(float32)->float8_e4m3fn", call_of(e4m3_via_float16), "evaluate_in", "float16"},
      {"convert(float32)->float8_e4m3fn", call_of(k::convert<float32, float8_e4m3fn>), "overflow", "nan"},
      {"convert(bfloat16)->float32", call_of(k::convert<bfloat16, float32>), "rounding", ""},
      {"convert(float32)->float8_e8m0fnu", call_of(k::float32_to_e8m0), "e8m0_negative", "nan"},
      {"convert(float32)->int32", call_of(k::to_integer<float32, std::int32_t>), "integer_overflow", "saturate"},
      {"convert(float32)->int32", call_of(indefinite), "integer_overflow", "indefinite"},
      {"convert(float32)->int32", call_of(indefinite), "nan_to_integer", "minimum"},
      {"fma(float16,float16,float16)->float16", call_of(k::fused<float16>), "fma", "fused"},
      {"fma(float16,float16,float16)->float16", call_of(fma_unfused), "fma", "unfused"},
      {"fma(float16,float16,float16)->float16", call_of(fma_via_float32<float16>), "fma", "via_float32"},
      {"fma(float16,float16,float16)->float16", call_of(fma_via_float32<float16>), "nan", "quiet_payload"},
      {"fma(bfloat16,bfloat16,bfloat16)->bfloat16", call_of(fma_via_float32<bfloat16>), "fma", "via_float32"},
      {"multiply(bfloat16,bfloat16)->bfloat16", call_of(multiply_flushed), "subnormal_operands", "flush"},
      {"multiply(bfloat16,bfloat16)->bfloat16", call_of(multiply_flushed), "subnormal_results", "flush_after_rounding"},
      {"add(float16,float16)->float16", call_of(k::add<float16, away>), "rounding", "rna"},
      {"divide(bfloat16,bfloat16)->bfloat16", call_of(k::divide<bfloat16>), "rounding", "rne"},
      {"sqrt(float16)->float16", call_of(k::root<float16, truncating>), "rounding", "rtz (rdn fits as well)"},
      {"scale(float16,float32)->float16", call_of(scale_by_way_of_float32), "evaluate_in", "float32"},
      {"unscale(float16,float32)->float32", call_of(k::quotient<float16, float32>), "quotient", "divided"},
      {"unscale(float16,float32)->float32", call_of(unscale_by_reciprocal), "quotient", "by the float32 reciprocal"},
      {"abs(bfloat16)->bfloat16", call_of(one_wrong), "exact_results", "none of the known", false},
  };
}

// Kills: unfused and twice rounded fmas, a product with a reciprocal taken for a division, truncation, ties away,
// flushes of every sense, NaNs that become infinity, and the fault nobody has a name for, which must not be given one.
TEST(Kernels, AreNamed) {
  for (const KernelCase& one : cases()) {
    const Identity identity = identify_elementwise(signature_of(one.signature), one.call);
    const std::string got = observed(identity, one.trait);
    const std::string what = std::string(one.signature) + ", " + one.trait + traits_of(identity);
    if (one.explained) {
      EXPECT_EQ(got, one.expected) << what;
    } else {
      EXPECT_TRUE(got.starts_with(one.expected)) << what;
    }
    EXPECT_EQ(identity.semantics.has_value(), one.explained) << what;
  }
}

// Kills: a coin taken for a fault, and a fault taken for a coin.
TEST(Kernels, StochasticRoundingGivesBothNeighbours) {
  const Signature signature = signature_of("convert(float32)->bfloat16");
  Semantics stochastic;
  stochastic.rounding = Rounding::stochastic;
  stochastic.nan = Nan::quiet_payload;
  stochastic.nan_sign = NanSign::preserve;
  const Identity identity = identify_elementwise(signature, made_call(signature, stochastic));
  ASSERT_TRUE(identity.semantics) << traits_of(identity);
  EXPECT_EQ(identity.semantics->rounding, Rounding::stochastic);
  EXPECT_EQ(observed(identity, "rounding"), "stochastic");
  for (const Trait& trait : identity.traits) {
    if (trait.name == "rounding") {
      ASSERT_FALSE(trait.evidence.empty());
      EXPECT_NE(trait.evidence.front().result.find(" or "), std::string::npos) << "one operand, two results";
    }
  }
  // Every second row rounds up: two results of one operand, but none of them a neighbour.
  const ElementwiseCall odd_rows = [](const Columns& columns) {
    std::vector<std::uint64_t> results;
    for (std::size_t row = 0; row < columns[0].size(); ++row) {
      const auto word = static_cast<std::uint32_t>(columns[0][row]);
      results.push_back(k::convert<k::float32, k::bfloat16>(word) ^ (row % 2 != 0 ? 4u : 0u));
    }
    return std::optional(results);
  };
  const Identity wrong = identify_elementwise(signature, odd_rows);
  EXPECT_FALSE(wrong.semantics);
  EXPECT_EQ(observed(wrong, "deterministic"), "no") << traits_of(wrong);
}

// Kills: a profile that says what the modifier overrules, and is therefore failed by the backend it describes.
TEST(Kernels, AModifierThatIsNotObeyedIsSaid) {
  const Identity identity = identify_elementwise(signature_of("convert[rtz](float32)->bfloat16"),
                                                 call_of(k::convert<k::float32, k::bfloat16>));
  EXPECT_EQ(observed(identity, "rounding"), "rne");
  EXPECT_EQ(observed(identity, "modifiers"), "not what the signature asks for");
  EXPECT_FALSE(identity.semantics);
}

// Kills: a failed call that is taken for an operation without traits.
TEST(Kernels, AFailedCallIsSaid) {
  const Identity identity =
      identify_elementwise(signature_of("convert(float32)->bfloat16"),
                           [](const Columns&) -> std::optional<std::vector<std::uint64_t>> { return {}; });
  EXPECT_EQ(observed(identity, "call"), "failed");
  EXPECT_FALSE(identity.semantics);
}

}  // namespace
}  // namespace hallmark::test
