// SPDX-License-Identifier: Apache-2.0
// Codes and positions in words.
#include "judging/describe.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "formats/formats.h"
#include "judging/positions.h"

namespace hallmark::test {
namespace {

// Kills: a field of the wrong width, a lost sign, digits that are another double's.
TEST(Describe, Codes) {
  EXPECT_EQ(describe_code(bfloat16, 0x3f81), "0x3f81 = 0 01111111 0000001 = 1.0078125");
  EXPECT_EQ(describe_code(float8_e8m0fnu, 0x7f), "0x7f = 01111111 = 1");
  EXPECT_EQ(describe_code(float4_e2m1fn, 0x9), "0x9 = 1 00 1 = -0.5");
  EXPECT_EQ(describe_code(*find_format("int8"), 0x80), "0x80 = 10000000 = -128");
  EXPECT_EQ(hex_code(float64, 1), "0x0000000000000001");
  EXPECT_EQ(hex_code(float6_e2m3fn, 0x3f), "0x3f");
  EXPECT_EQ(value_of_code(float16, 0x8000), "-0");
  EXPECT_EQ(value_of_code(float16, 0xfc00), "-infinity");
  EXPECT_EQ(value_of_code(float16, 0x7c01), "NaN (signalling)");
  EXPECT_EQ(value_of_code(float16, 0xfe00), "-NaN");
  EXPECT_EQ(value_of_code(float8_e4m3fnuz, 0x80), "NaN");
  EXPECT_EQ(value_of_code(*find_format("uint64"), ~std::uint64_t{0}), "18446744073709551615");
  EXPECT_EQ(value_of_code(float4_e2m1fn, 0x1f), "no code of this format");
}

// Kills: a value rounded or flushed on its way to text: read back, every one is the same double.
TEST(Describe, ValuesReadBack) {
  for (const std::uint64_t code :
       {std::uint64_t{1}, std::uint64_t{0xfffffffffffff}, std::uint64_t{0x10000000000000},
        std::uint64_t{0x7fefffffffffffff}, std::uint64_t{0x3ff0000000000001}, std::uint64_t{0x8000000000000003}}) {
    const double back = std::strtod(value_of_code(float64, code).c_str(), nullptr);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(back), code);
  }
  for (std::uint64_t code = 0; code < 0x7c00; ++code) {
    const double back = std::strtod(value_of_code(float16, code).c_str(), nullptr);
    const Decoded value = decode(float16, code);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(back), *encode(float64, false, value.significand, value.exponent));
  }
}

// Kills: values beyond a double's range printed as infinity or zero.
TEST(Describe, ValuesThatNoDoubleHolds) {
  Format wide = float32;
  wide.exponent_bits = 15;
  wide.significand_bits = 16;
  wide.bias = 16383;
  wide.nan_codes = CodeSet::interval(wide.infinity_magnitude() + 1, wide.magnitude_mask(), wide.magnitude_mask());
  EXPECT_EQ(value_of_code(wide, 0x7ffe0000), "65536 * 2^16367");
  EXPECT_EQ(value_of_code(wide, 0x80000001), "-1 * 2^-16398");
  EXPECT_EQ(value_of_code(wide, 0x3fff0000), "1");
}

// Kills: sets of right codes described as one code.
TEST(Describe, Sets) {
  EXPECT_EQ(describe_codes(bfloat16, CodeSet::single(0x3f80)), "0x3f80");
  EXPECT_EQ(describe_codes(bfloat16, CodeSet::interval(0x7f81, 0x7fff, ~std::uint64_t{0x8000})), "nan");
  EXPECT_EQ(describe_codes(*find_format("int8"), CodeSet::interval(0, 0xff)), "any");
  EXPECT_EQ(describe_codes(bfloat16, CodeSet::interval(0x3f80, 0x3f81)), "0x3f80..0x3f81");
}

PositionFault fault(std::uint64_t rows, std::uint64_t row, std::size_t misalignment = 0) {
  return {"lanes/1", rows, row, misalignment, {{0}, 0}};
}

// Kills: a tail taken for a lane, a lane for an alignment, an alignment for chance, a short call for either.
TEST(Positions, InWords) {
  std::vector<PositionFault> tail;
  for (std::uint64_t rows = 257; rows < 300; ++rows) {
    for (std::uint64_t back = 1; back <= rows % 8; ++back) tail.push_back(fault(rows, rows - back, rows % 64));
  }
  EXPECT_EQ(explain_positions(tail), "results depend on position: right elsewhere, wrong only in the last 1 to 7 rows");
  EXPECT_EQ(explain_positions({fault(300, 299), fault(280, 279)}),
            "results depend on position: right elsewhere, wrong only in the last row");
  std::vector<PositionFault> lane;
  for (std::uint64_t row = 5; row < 4096; row += 16) lane.push_back(fault(4096, row));
  EXPECT_EQ(explain_positions(lane), "results depend on position: wrong only at rows with row mod 16 = 5");
  std::vector<PositionFault> alignment;
  for (std::uint64_t row = 0; row < 400; ++row) alignment.push_back(fault(4096 - row % 3, row, 4 + 8 * (row % 8)));
  EXPECT_EQ(explain_positions(alignment), "results depend on alignment: wrong only in arrays not aligned to 8 bytes");
  const std::vector<PositionFault> short_calls = {fault(3, 2, 6), fault(4, 0, 56), fault(6, 4, 50), fault(7, 1, 48)};
  EXPECT_EQ(explain_positions(short_calls),
            "results depend on length: right elsewhere, wrong only in calls of at most 7 rows");
  EXPECT_EQ(explain_positions({fault(37, 2), fault(37, 30, 2), fault(37, 9, 6), fault(37, 9)}),
            "results depend on length: right elsewhere, wrong only in calls of 37 rows");
  std::vector<PositionFault> scattered;
  for (std::uint64_t row = 0; row < 400; ++row) scattered.push_back(fault(4096, row * 7 % 4000, 64 * (row % 2)));
  EXPECT_NE(explain_positions(scattered).find("position or length"), std::string::npos);
}

}  // namespace
}  // namespace hallmark::test
