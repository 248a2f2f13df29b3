// SPDX-License-Identifier: Apache-2.0
// Every code of formats that a user might bring, against their definitions.
#include "tests/formats/own_formats.h"

#include <gtest/gtest.h>

#include <string>

#include "formats/formats.h"
#include "tests/formats/every_code.h"

namespace hallmark::test {
namespace {

class OwnFormats : public testing::TestWithParam<OwnFormat> {};

TEST_P(OwnFormats, agree_with_their_definitions_on_every_code) {
  check_every_code(GetParam().format, GetParam().definition);
}

INSTANTIATE_TEST_SUITE_P(formats, OwnFormats, testing::ValuesIn(own_formats()),
                         [](const auto& tested) { return std::string(tested.param.format.name); });

TEST(OwnFormat, with_one_fraction_bit_has_no_signalling_nan) {
  const Format format = detail::ieee("e4m1", 4, 1);
  EXPECT_FALSE(format.has_signalling_nan());
  EXPECT_EQ(format.quiet_bit(), 0u);
  EXPECT_EQ(format.default_nan(), 0x1fu);
  EXPECT_EQ(detail::ieee("e4m2", 4, 2).quiet_bit(), 2u);
}

TEST(OwnFormat, finds_its_largest_value_below_millions_of_nans) {
  Format format = float32;
  format.infinities = false;
  format.nan_codes = CodeSet::interval(0x7f000000, 0x7fffffff, 0x7fffffff);
  EXPECT_EQ(format.largest_finite(), 0x7effffffu);
  EXPECT_EQ(next_up(format, 0x7effffff), 0x7effffffu);
  EXPECT_FALSE(format.has_signalling_nan());
  EXPECT_EQ(format.default_nan(), 0x7f000000u);
}

}  // namespace
}  // namespace hallmark::test
