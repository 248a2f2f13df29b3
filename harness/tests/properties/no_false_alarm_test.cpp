// SPDX-License-Identifier: Apache-2.0
// Whoever follows the semantics keeps every property that is promised of it: under every shipped profile, on every
// conversion of the scalar backend, and under semantics that nobody ever wrote down.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "formats/formats.h"
#include "semantics/profile.h"
#include "semantics/signature.h"
#include "tests/formats/own_formats.h"
#include "tests/properties/function_backend.h"

namespace hallmark::test {
namespace {

std::string told(const Tally& tally) {
  std::string text;
  for (const PropertyFault& fault : tally.property_faults) text += fault.property + ": " + fault.what + "; ";
  for (const auto& [property, cases] : tally.property_cases) text += cases == 0 ? property + " ran no case; " : "";
  return text;
}

/// Follows one of the alternatives, and expects that it stays among those that are left.
void expect_no_alarm(const Conversion& conversion, const std::vector<Semantics>& alternatives, std::size_t followed,
                     const std::vector<Semantics>& widening, std::size_t widening_followed, int cases,
                     std::uint64_t seed) {
  FunctionBackend backend;
  backend.add(conversion, following(conversion, alternatives[followed], seed));
  const Conversion back{conversion.to, conversion.from};
  if (!widening.empty()) backend.add(back, following(back, widening[widening_followed], seed));
  PropertyOptions options = options_for(conversion, cases, widening);
  options.seed = seed;
  const Tally tally = run_properties(backend, options, alternatives);
  EXPECT_NE(tally.consistent() >> followed & 1, 0u) << options.signature << ": " << told(tally);
  EXPECT_FALSE(tally.lacks_cases()) << options.signature << ": " << told(tally);
  EXPECT_TRUE(tally.environment.empty());
  const std::vector<PropertyPromise> own = property_promises(options, {alternatives[followed]});
  EXPECT_GE(tally.property_cases.size(), promised_properties(own).size());
}

std::vector<Semantics> alternatives_of(const Profile& profile, const Signature& signature) {
  std::vector<Semantics> list;
  for (Alternative& alternative : profile.resolve(signature)) list.push_back(std::move(alternative.semantics));
  return list;
}

class EveryProfile : public testing::TestWithParam<std::string> {};

// Kills: a property that some profile does not promise: a scale's ties, an unsigned zero, a flush, an integer's ends.
TEST_P(EveryProfile, OfTheScalarBackendsConversions) {
  const Profile profile = load_profile(GetParam());
  const auto scalar = open_backend(parse_spec(HALLMARK_BINARY_DIR "/backends/scalar.so"));
  const std::vector<std::string>& signatures = scalar->description().operations;
  ASSERT_GE(signatures.size(), 150u);
  std::uint64_t seed = 1;
  for (const std::string& text : signatures) {
    const Signature signature = std::get<Signature>(parse_signature(text));
    const Conversion conversion{signature.operands.front(), signature.result};
    const Signature back{"convert", {}, {conversion.to}, conversion.from};
    const bool widened = widens(conversion.to, conversion.from) &&
                         std::find(signatures.begin(), signatures.end(), to_string(back)) != signatures.end();
    const std::vector<Semantics> alternatives = alternatives_of(profile, signature);
    const std::vector<Semantics> widening = widened ? alternatives_of(profile, back) : std::vector<Semantics>{};
    // Neighbouring alternatives differ in one choice: a stride sees every option.
    const std::size_t stride = 1 + alternatives.size() / 8;
    for (std::size_t i = 0; i < alternatives.size(); i += stride) {
      ++seed;
      expect_no_alarm(conversion, alternatives, i, widening, widening.empty() ? 0 : seed % widening.size(), 40, seed);
      if (HasFailure()) FAIL() << text << " under " << GetParam() << ", alternative " << i;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Shipped, EveryProfile, testing::ValuesIn(shipped_profiles()),
                         [](const auto& one) { return one.param; });

/// Any combination of the fields that matter to a conversion.
Semantics any_semantics(Random& random) {
  const auto draw = [&](auto last) {
    return static_cast<decltype(last)>(random.below(static_cast<std::uint64_t>(last) + 1));
  };
  Semantics semantics;
  semantics.rounding = draw(Rounding::stochastic);
  semantics.subnormal_operands = draw(SubnormalOperands::flush);
  semantics.flushed_zero = draw(FlushedZero::positive);
  semantics.infinity_operand = draw(InfinityOperand::saturate);
  semantics.infinity_to_infinity = draw(InfinityToInfinity::saturate);
  semantics.overflow = draw(Overflow::nan);
  semantics.rto_overflow = draw(RtoOverflow::infinity);
  semantics.subnormal_results = draw(SubnormalResults::flush_delivered);
  semantics.nan = draw(Nan::infinity);
  semantics.nan_sign = draw(NanSign::positive);
  semantics.nan_without_nan = draw(NanWithoutNan::negative_zero);
  semantics.e8m0_zero = draw(E8m0Zero::nan);
  semantics.e8m0_negative = draw(E8m0Negative::minimum);
  semantics.e8m0_underflow = draw(E8m0Underflow::as_zero);
  semantics.e8m0_rounding = draw(E8m0Rounding::rup);
  semantics.integer_overflow = draw(IntegerOverflow::unspecified);
  semantics.nan_to_integer = draw(NanToInteger::unspecified);
  constexpr const char* between[] = {"float32", "float16", "bfloat16", "float8_e4m3fn"};
  // Stochastic rounding on the way to another one leaves sets that no truth of this kind holds exactly.
  if (random.below(5) == 0 && semantics.rounding != Rounding::stochastic) {
    semantics.evaluate_in = between[random.below(std::size(between))];
  }
  return semantics;
}

std::vector<Semantics> some_semantics(Random& random) {
  std::vector<Semantics> list(1 + random.below(3));
  for (Semantics& semantics : list) semantics = any_semantics(random);
  return list;
}

/// Built in, or such as a user might bring: without subnormals, without a sign, of one exponent.
Format any_format(Random& random) {
  static const std::vector<Format> formats = [] {
    std::vector<Format> list(floating_formats.begin(), floating_formats.end());
    list.insert(list.end(), integer_formats.begin(), integer_formats.end());
    for (const OwnFormat& own : own_formats()) list.push_back(own.format);
    return list;
  }();
  return formats[random.below(formats.size())];
}

// Kills: a promise that holds for the usual combinations and not for all: overflow to a NaN that a format has not, an
// infinity that is clamped below the one numbers overflow to, a zero whose sign a flush has dropped, ...
TEST(RandomSemantics, NeverRaiseAnAlarm) {
  Random random(20261130, "semantics");
  std::map<std::string, int> ran;
  for (int round = 0; round < 10000; ++round) {
    const Format from = any_format(random);
    const Format to = any_format(random);
    if (from == to) continue;
    const std::vector<Semantics> alternatives = some_semantics(random);
    const std::vector<Semantics> widening = widens(to, from) ? some_semantics(random) : std::vector<Semantics>{};
    expect_no_alarm({from, to}, alternatives, random.below(alternatives.size()), widening,
                    widening.empty() ? 0 : random.below(widening.size()), 60, random.next());
    for (const Property property :
         promised_properties(property_promises(options_for({from, to}, 1, widening), alternatives))) {
      ++ran[std::string(property_name(property))];
    }
    if (HasFailure()) FAIL() << "round " << round;
  }
  EXPECT_EQ(ran.size(), all_properties.size());
  for (const auto& [property, count] : ran) EXPECT_GT(count, 100) << property;
}

}  // namespace
}  // namespace hallmark::test
