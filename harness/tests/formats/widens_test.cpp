// SPDX-License-Identifier: Apache-2.0
// widens() against brute force over every pair of small formats, and against a table by hand for the wide ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "formats/formats.h"
#include "tests/formats/own_formats.h"

namespace hallmark::test {
namespace {

struct Values {
  Format format;
  std::vector<std::uint64_t> sorted;  // each value once, as float64 bits: exact, and they tell -0 from +0
};

Values values_of(const Format& format, const Definition& definition) {
  Values values{format, {}};
  for (std::uint32_t code = 0; code < definition.codes(); ++code) {
    const Meaning now = meaning(definition, code);
    double value = mpfr_get_d(now.value.get(), MPFR_RNDN);
    if (now.category == Category::zero) value = now.negative ? -0.0 : 0.0;
    std::uint64_t word = std::bit_cast<std::uint64_t>(value);
    if (now.category == Category::infinity) word = now.negative ? 0xfff0000000000000 : 0x7ff0000000000000;
    if (now.category == Category::nan) word = 0x7ff8000000000000;  // which NaN is a matter of semantics
    values.sorted.push_back(word);
  }
  std::sort(values.sorted.begin(), values.sorted.end());
  values.sorted.erase(std::unique(values.sorted.begin(), values.sorted.end()), values.sorted.end());
  return values;
}

TEST(Widens, agrees_with_brute_force_over_every_pair_of_small_formats) {
  std::vector<Values> all;
  for (const Definition& definition : builtin_definitions()) {
    const Format* format = find_format(definition.name);
    ASSERT_NE(format, nullptr) << definition.name;
    all.push_back(values_of(*format, definition));
  }
  for (const OwnFormat& own : own_formats()) all.push_back(values_of(own.format, own.definition));
  unsigned held = 0, not_held = 0;
  for (const Values& from : all) {
    for (const Values& to : all) {
      const bool holds = std::includes(to.sorted.begin(), to.sorted.end(), from.sorted.begin(), from.sorted.end());
      EXPECT_EQ(widens(from.format, to.format), holds) << from.format.name << " to " << to.format.name;
      ++(holds ? held : not_held);
    }
  }
  EXPECT_GT(held, all.size()) << "only formats into themselves";
  EXPECT_GT(not_held, 0u);
}

TEST(Widens, agrees_with_a_table_for_the_wide_formats) {
  struct Row {
    const char* to;
    std::vector<std::string_view> from;  // every built-in format that `to` holds
  };
  const std::vector<std::string_view> fp8_and_less = {"float8_e5m2",     "float8_e4m3fn", "float8_e4m3fnuz",
                                                      "float8_e5m2fnuz", "float6_e2m3fn", "float6_e3m2fn",
                                                      "float4_e2m1fn"};
  std::vector<std::string_view> in_float32 = fp8_and_less, in_float64;
  for (const char* name : {"float32", "float16", "bfloat16", "float8_e8m0fnu", "int8", "uint8", "int16", "uint16"}) {
    in_float32.push_back(name);
  }
  in_float64 = in_float32;
  for (const char* name : {"float64", "int32", "uint32"}) in_float64.push_back(name);
  std::vector<std::string_view> in_float16 = fp8_and_less, in_bfloat16 = fp8_and_less;
  for (const char* name : {"float16", "int8", "uint8"}) in_float16.push_back(name);
  for (const char* name : {"bfloat16", "float8_e8m0fnu", "int8", "uint8"}) in_bfloat16.push_back(name);
  const Row rows[] = {
      {"float64", in_float64},
      {"float32", in_float32},
      {"float16", in_float16},
      {"bfloat16", in_bfloat16},
      {"int32", {"int8", "uint8", "int16", "uint16", "int32"}},
      {"uint32", {"uint8", "uint16", "uint32"}},
      {"int64", {"int8", "uint8", "int16", "uint16", "int32", "uint32", "int64"}},
      {"uint64", {"uint8", "uint16", "uint32", "uint64"}},
  };
  std::vector<Format> all(floating_formats.begin(), floating_formats.end());
  all.insert(all.end(), integer_formats.begin(), integer_formats.end());
  for (const Row& row : rows) {
    const Format* to = find_format(row.to);
    ASSERT_NE(to, nullptr) << row.to;
    for (const std::string_view name : row.from) ASSERT_NE(find_format(name), nullptr) << name;
    for (const Format& from : all) {
      const bool holds = std::find(row.from.begin(), row.from.end(), from.name) != row.from.end();
      EXPECT_EQ(widens(from, *to), holds) << from.name << " to " << row.to;
    }
  }
  for (const Format& wide : {float64, float32}) {
    for (const Format& narrow : all) {
      if (narrow.storage_bits > 16) continue;
      EXPECT_FALSE(widens(wide, narrow)) << wide.name << " to " << narrow.name;
    }
  }
}

}  // namespace
}  // namespace hallmark::test
