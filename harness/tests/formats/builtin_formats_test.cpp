// SPDX-License-Identifier: Apache-2.0
// Every code of every built-in format of 16 bits or fewer, against its definition.
#include <gtest/gtest.h>

#include <string>

#include "formats/formats.h"
#include "tests/formats/every_code.h"

namespace hallmark::test {
namespace {

class BuiltinFormat : public testing::TestWithParam<Definition> {};

TEST_P(BuiltinFormat, agrees_with_its_definition_on_every_code) {
  const Format* format = find_format(GetParam().name);
  ASSERT_NE(format, nullptr);
  check_every_code(*format, GetParam());
}

INSTANTIATE_TEST_SUITE_P(formats, BuiltinFormat, testing::ValuesIn(builtin_definitions()),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(BuiltinFormats, of_16_bits_or_fewer_all_have_a_definition) {
  std::size_t small = 0;
  const auto look = [&](const Format& format) {
    EXPECT_EQ(find_format(format.name), &format) << format.name;
    EXPECT_EQ(format.storage_bits, format.width()) << format.name;
    if (format.width() > 16) return;
    ++small;
    EXPECT_NE(find_definition(format.name), nullptr) << format.name;
  };
  for (const Format& format : floating_formats) look(format);
  for (const Format& format : integer_formats) look(format);
  EXPECT_EQ(small, builtin_definitions().size());
}

TEST(BuiltinFormats, are_found_by_their_exact_name_only) {
  for (const char* name : {"", "float", "float8", "bfloat16 ", "BFLOAT16", "float8_e4m3", "int4"}) {
    EXPECT_EQ(find_format(name), nullptr) << name;
  }
}

TEST(InternedName, outlives_its_argument_and_stays_where_it_is) {
  std::string name = "mychip_e5m3";
  const std::string_view first = intern_name(name);
  name = "overwritten";
  for (int i = 0; i < 1000; ++i) intern_name("name_" + std::to_string(i));
  EXPECT_EQ(first, "mychip_e5m3");
  EXPECT_EQ(intern_name("mychip_e5m3").data(), first.data());
}

}  // namespace
}  // namespace hallmark::test
