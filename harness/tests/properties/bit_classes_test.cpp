// SPDX-License-Identifier: Apache-2.0
// The generators draw every class of bits, the same on every machine, and shrink to simple codes.
#include "inputs/bit_classes.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <set>

#include "conversions/property_cases.h"
#include "formats/formats.h"
#include "truth/truth.h"

namespace hallmark::test {
namespace {

std::vector<std::uint64_t> draws(const rc::Gen<std::uint64_t>& codes, int count, int size = rc::kNominalSize) {
  std::vector<std::uint64_t> list;
  for (int i = 0; i < count; ++i) list.push_back(codes(rc::Random(static_cast<std::uint64_t>(i)), size).value());
  return list;
}

std::vector<Conversion> all_conversions() {
  std::vector<Format> formats(floating_formats.begin(), floating_formats.end());
  formats.insert(formats.end(), integer_formats.begin(), integer_formats.end());
  std::vector<Conversion> list;
  for (const Format& from : formats) {
    for (const Format& to : formats) {
      if (from != to) list.push_back({from, to});
    }
  }
  return list;
}

// Kills: a code wider than its format, and a class that a format of some shape never reaches.
TEST(BitClasses, AreCodesOfEveryFormat) {
  for (const Conversion& conversion : all_conversions()) {
    const Format& from = conversion.from;
    std::map<Category, int> seen;
    int negative = 0;
    for (const std::uint64_t code : draws(bit_class_codes(conversion), 400)) {
      ASSERT_EQ(code & ~from.code_mask(), 0u) << from.name << " to " << conversion.to.name;
      ++seen[classify(from, code)];
      negative += from.is_negative(code) ? 1 : 0;
    }
    SCOPED_TRACE(std::string(from.name) + " to " + std::string(conversion.to.name));
    EXPECT_GE(seen[Category::normal], 150);
    if (from.has_zero()) {
      EXPECT_GE(seen[Category::zero], 1);
    }
    if (from.has_nan()) {
      EXPECT_GE(seen[Category::nan], 1);
    }
    if (from.infinities) {
      EXPECT_GE(seen[Category::infinity], 1);
    }
    if (!from.is_integer() && from.subnormals && from.significand_bits > 0) {
      EXPECT_GE(seen[Category::subnormal], 10);
    }
    if (from.is_signed) {
      EXPECT_GE(negative, 60);
    }
    if (from.is_signed) {
      EXPECT_LE(negative, 340);
    }
  }
}

// Kills: a threshold that is none: of the wrong binade, of the wrong format, or lost below the subnormals.
TEST(BitClasses, ThresholdsAreWhereResultsChange) {
  for (const Conversion& conversion :
       {Conversion{float32, bfloat16}, Conversion{float64, float16}, Conversion{float32, float8_e4m3fn},
        Conversion{float32, float8_e8m0fnu}, Conversion{*find_format("int64"), float32},
        Conversion{float32, *find_format("int8")}}) {
    Truth truth;
    int changes = 0;
    const int count = 400;
    for (const std::uint64_t code : draws(bit_class_codes(conversion, BitClass::threshold), count)) {
      // Up to two steps off a midpoint or a value: some rounding's result changes within three.
      std::set<std::uint64_t> results;
      for (const Rounding mode : {Rounding::rne, Rounding::rtz}) {
        Semantics semantics;
        semantics.rounding = mode;
        semantics.overflow = Overflow::saturate;
        semantics.e8m0_rounding = mode == Rounding::rne ? E8m0Rounding::rne : E8m0Rounding::rtz;
        semantics.e8m0_negative = E8m0Negative::magnitude;
        results.clear();
        for (std::uint64_t i = 0; i <= 6; ++i) {
          results.insert(truth.convert(conversion, semantics, (code + i - 3) & conversion.from.code_mask()).low);
        }
        if (results.size() > 1) break;
      }
      changes += results.size() > 1 ? 1 : 0;
    }
    EXPECT_GE(changes, count * 3 / 4) << conversion.from.name << " to " << conversion.to.name;
  }
}

// Kills: patterns that are all alike: the operands that a fault of one half of the word needs are not among them.
TEST(BitClasses, PatternsHaveZeroHalves) {
  int low_zero = 0, full = 0;
  for (const std::uint64_t code : draws(bit_class_codes({float64, bfloat16}, BitClass::pattern), 400)) {
    low_zero += (code & 0xffffffff) == 0 ? 1 : 0;
    full += (code & 0xffff) != 0 && (code & 0xffff0000) != 0 ? 1 : 0;
  }
  EXPECT_GE(low_zero, 40);
  EXPECT_GE(full, 100);
}

/// FNV-1a over 64-bit words.
class Digest {
 public:
  void add(std::uint64_t word) { value_ = (value_ ^ word) * 0x100000001b3u; }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

// Kills: a draw that changes with the machine, the compiler or its order of evaluation: case ids depend on it.
TEST(BitClasses, TheSameSeedGivesTheSameOperands) {
  EXPECT_EQ(draws(bit_class_codes({float32, bfloat16}), 8),
            (std::vector<std::uint64_t>{0xed9d54f3, 0xa4800102, 0x466d7120, 0x6101c000, 0x0bf68000, 0x814a8001,
                                        0x567ffffe, 0x9c008000}));
  Digest operands, cases;
  for (const Conversion& conversion : all_conversions()) {
    for (const std::uint64_t code : draws(bit_class_codes(conversion), 40)) operands.add(code);
    for (const Property property : all_properties) {
      const auto generator = property_cases(conversion, property, [](const PropertyCase&) { return true; });
      for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const PropertyCase one = generator(rc::Random(seed), rc::kNominalSize).value();
        cases.add(one.first);
        cases.add(one.second);
        cases.add(static_cast<std::uint64_t>(one.scale));
      }
    }
  }
  EXPECT_EQ(operands.value(), 11387789794557734293u);
  EXPECT_EQ(cases.value(), 11677864591424788574u);
}

// Kills: a size that is ignored.
TEST(BitClasses, ASmallSizeLeavesLowBitsZero) {
  for (const std::uint64_t code : draws(bit_class_codes({float64, float32}, BitClass::pattern), 200, 25)) {
    EXPECT_EQ(code & 0x7fffffffff, 0u) << std::hex << code;
  }
}

std::uint64_t shrunk(const Format& format, std::uint64_t code, const std::function<bool(std::uint64_t)>& fails) {
  for (int step = 0;; ++step) {
    EXPECT_LT(step, 200);
    const std::vector<std::uint64_t> simpler = simpler_codes(format, code);
    const auto next = std::find_if(simpler.begin(), simpler.end(), fails);
    if (next == simpler.end() || step >= 200) return code;
    code = *next;
  }
}

// Kills: shrinking that stops early, or that ends in an odd code where a plain one fails as well.
TEST(SimplerCodes, LeadToPlainOnes) {
  EXPECT_EQ(shrunk(float32, 0xc2f6e979, [](std::uint64_t) { return true; }), 0x3f800000u);
  EXPECT_EQ(shrunk(float32, 0xc2f6e979, [](std::uint64_t code) { return code >> 31 != 0; }), 0xbf800000u);
  EXPECT_EQ(shrunk(float32, 0x42f6e979, [](std::uint64_t code) { return (code & 0x600000) == 0x600000; }), 0x3fe00000u);
  EXPECT_EQ(shrunk(float32, 0x00054321, [](std::uint64_t code) { return code < 0x00800000 && code != 0; }),
            0x00040000u);
  EXPECT_EQ(shrunk(float32, 0xffc12345, [](std::uint64_t code) { return float32.is_nan(code); }), 0x7fc00000u);
  EXPECT_EQ(shrunk(*find_format("int64"), 123456789, [](std::uint64_t code) { return code > 1000; }), 1001u);
}

// Kills: a cycle: a backend that fails on everything would keep shrinking for ever.
TEST(SimplerCodes, NeverLeadBack) {
  for (const Format& format : {float8_e4m3fn, float8_e5m2, float8_e4m3fnuz, float8_e8m0fnu, float6_e3m2fn,
                               float4_e2m1fn, *find_format("int8"), *find_format("uint8")}) {
    // Every code's simpler ones are numbered before it, or the walk finds a way back to it.
    std::vector<int> state(256, 0);
    const std::function<bool(std::uint64_t)> acyclic = [&](std::uint64_t code) {
      if (state[code] == 1) return false;
      if (state[code] == 2) return true;
      state[code] = 1;
      for (const std::uint64_t simpler : simpler_codes(format, code)) {
        EXPECT_EQ(simpler & ~format.code_mask(), 0u);
        if (!acyclic(simpler)) return false;
      }
      state[code] = 2;
      return true;
    };
    for (std::uint64_t code = 0; code <= format.code_mask(); ++code) {
      EXPECT_TRUE(acyclic(code)) << format.name << " " << std::hex << code;
    }
  }
}

}  // namespace
}  // namespace hallmark::test
