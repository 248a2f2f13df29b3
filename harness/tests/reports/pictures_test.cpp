// SPDX-License-Identifier: Apache-2.0
// What the pictures of a page are made of: places, labels, words, and marks that say what the record says.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "formats/formats.h"
#include "reports/axis_text.h"
#include "reports/growth_picture.h"
#include "reports/picture.h"
#include "sample.h"

namespace hallmark::test {
namespace {

OperationRecord narrow_with(int from_exponent, int to_exponent) {
  OperationRecord record = operation("convert(float32)->bfloat16", Outcome::fail);
  record.along = along("float32", "bfloat16", from_exponent, to_exponent);
  return record;
}

std::size_t marks_of(const std::string& svg, const std::string& name) {
  const std::regex element("<path class=\"" + name + "\" d=\"([^\"]*)\"/>");
  std::smatch match;
  if (!std::regex_search(svg, match, element)) return 0;
  const std::string path = match[1];
  return static_cast<std::size_t>(std::count(path.begin(), path.end(), 'M'));
}

// Kills: a wrong bin that is drawn as right, or not at all; a picture that is the same whatever the record says.
TEST(Picture, DrawsWhatIsWrongWhereItIs) {
  const auto right = draw_picture(narrow_with(1, 0)), wrong = draw_picture(narrow_with(-133, -127));
  ASSERT_TRUE(right && wrong);
  EXPECT_FALSE(right->wrong);
  EXPECT_EQ(marks_of(right->count_marks, "wrong"), 0u);
  EXPECT_EQ(marks_of(right->error_marks, "wrong edge"), 0u);
  EXPECT_EQ(marks_of(right->error_marks, "right"), 1u) << "all of one height, zero among them";
  EXPECT_TRUE(wrong->wrong);
  // -133 to -127 are three groups of three binades in each sign, the outermost of them unbounded.
  EXPECT_EQ(marks_of(wrong->count_marks, "wrong"), 6u) << wrong->count_marks;
  EXPECT_EQ(marks_of(wrong->error_marks, "wrong"), 4u) << wrong->error_marks;
  EXPECT_NE(wrong->error_scale.find("\u221e"), std::string::npos);
  EXPECT_EQ(right->error_scale.find("\u221e"), std::string::npos);
  EXPECT_EQ(wrong->summary,
            "Wrong results lie at magnitudes from 2\u207b\u00b9\u00b3\u2075 up to 2\u207b\u00b9\u00b2\u2076. "
            "Largest error seen: 127.5 ulp of bfloat16. An infinity or a NaN came where a number was due.");
  EXPECT_EQ(right->summary, "No result is wrong. Largest error seen: 0.4999 ulp of bfloat16.");
}

// Kills: a renderer that needs more than the certificate: formats that only a profile knows are drawn by their numbers.
TEST(Picture, NeedsNoFormat) {
  OperationRecord record = narrow_with(-133, -127);
  record.signature = "convert(mychip_e5m3)->mychip_e4m2";
  const auto picture = draw_picture(record);
  ASSERT_TRUE(picture);
  EXPECT_EQ(picture->result_format, "");
  EXPECT_FALSE(picture->subnormals);
  EXPECT_EQ(marks_of(picture->count_marks, "wrong"), 6u);
  record.along.reset();
  EXPECT_FALSE(draw_picture(record));
}

// Kills: data that ends the script element, or that JSON cannot read back.
TEST(Picture, DataStaysWithinItsElement) {
  OperationRecord record = narrow_with(1, 0);
  record.along->error[3] = "</script><!--\u2028&";
  const std::string data = draw_picture(record)->data;
  for (const char* part : {"<", ">", "&", "\u2028"}) EXPECT_EQ(data.find(part), std::string::npos) << part;
  EXPECT_EQ(nlohmann::json::parse(data)["error"][3], record.along->error[3]);
}

// Kills: a plot that draws no bound, swaps k u and its root, loses a kind of rows or places a larger error lower; a
// logarithm of zero.
TEST(GrowthPicture, DrawsErrorsBoundAndReferences) {
  OperationRecord record = operation("dot(bfloat16,bfloat16)->float32", Outcome::pass);
  EXPECT_FALSE(draw_growth(record));
  record.growth = growth();
  const auto picture = draw_growth(record);
  ASSERT_TRUE(picture);
  EXPECT_EQ(picture->rows, (std::vector<std::string>{"all_positive", "exponent_spread"}));
  const auto heights = [&](const std::string& name) {
    const std::regex element("<path class=\"" + name + "\" d=\"([^\"]*)\"/>");
    std::smatch match;
    std::vector<double> places;
    if (!std::regex_search(picture->marks, match, element)) return places;
    const std::string path = match[1];
    const std::regex number("[ML][0-9.]+ ([0-9.]+)");
    for (std::sregex_iterator at(path.begin(), path.end(), number), end; at != end; ++at) {
      places.push_back(std::stod((*at)[1]));
    }
    return places;
  };
  const auto bound = heights("line bound"), linear = heights("line reference"), root = heights("line reference root"),
             largest = heights("line largest rows-1"), mean = heights("line mean rows-1");
  ASSERT_EQ(bound.size(), 4u);
  ASSERT_EQ(linear.size(), 4u);
  ASSERT_EQ(root.size(), 4u);
  ASSERT_EQ(largest.size(), 4u);
  EXPECT_EQ(mean.size(), 3u) << "zero has no logarithm";
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_LT(linear[i], root[i]) << "k u lies above its root";
    EXPECT_LT(bound[i], largest[i]);
    EXPECT_NEAR(linear[i], bound[i], 2.5) << "k u and (k-1) u are nearly one";
    if (i > 0) {
      EXPECT_LT(largest[i], largest[i - 1]);
    }
  }
  EXPECT_EQ(marks_of(picture->marks, "dots largest rows-0"), 4u);
  EXPECT_EQ(picture->summary,
            "At depth 1,024 the largest error is 9e-7 of the sum of magnitudes; the bound there is 6.098e-5.");
  record.growth->points.resize(1);
  EXPECT_FALSE(draw_growth(record)) << "one depth shows no growth";
}

// Kills: labels on top of each other, an axis without an end, a magnitude in the wrong place.
TEST(Axis, LabelsFitAndLieWhereTheyBelong) {
  for (const auto& [from, to] : std::vector<std::pair<const char*, const char*>>{{"float32", "bfloat16"},
                                                                                 {"float64", "float16"},
                                                                                 {"float16", "float8_e4m3fn"},
                                                                                 {"int64", "bfloat16"},
                                                                                 {"uint8", "float32"},
                                                                                 {"float4_e2m1fn", "float32"},
                                                                                 {"float8_e8m0fnu", "float32"}}) {
    const AxisScale axis = axis_scale({*find_format(from), *find_format(to)});
    const AxisLayout layout(axis);
    const std::vector<AxisLabel> labels = axis_labels(axis, layout, std::vector<bool>(axis.bins(), true));
    EXPECT_GE(labels.size(), 4u) << from;
    EXPECT_LE(labels.size(), 24u) << from;
    for (const AxisLabel& label : labels) {
      EXPECT_GE(label.percent, 0) << label.text;
      EXPECT_LE(label.percent, 100) << label.text;
    }
    EXPECT_EQ(labels.front().text, "0");
    for (int exponent = axis.lowest + axis.binades; exponent + 1 < axis.highest; ++exponent) {
      EXPECT_LT(layout.place(false, exponent), layout.place(false, exponent + 1)) << from << " " << exponent;
      if (!axis.negative) continue;
      EXPECT_GT(layout.place(true, exponent), layout.place(true, exponent + 1)) << from << " " << exponent;
      EXPECT_LT(layout.place(true, exponent), layout.left(axis.zero()) + 1e-9);
    }
  }
}

// Kills: words that name a neighbouring stretch, one sign for both, or nothing.
TEST(Axis, PlacesInWords) {
  const AxisScale axis{true, 0, 9, 2};  // groups from 1, 4, 16, 64, 256
  std::vector<bool> chosen(axis.bins(), false);
  const auto said = [&](std::initializer_list<std::size_t> bins) {
    chosen.assign(axis.bins(), false);
    for (const std::size_t bin : bins) chosen[bin] = true;
    return places_text(axis, chosen);
  };
  const std::size_t zero = axis.zero();
  EXPECT_EQ(said({zero + 2}), "positive operands from 2\u00b2 up to 2\u2074");
  EXPECT_EQ(said({zero - 2, zero - 3}), "negative operands from 2\u00b2 up to 2\u2076");
  EXPECT_EQ(said({zero - 1, zero + 1, zero}), "magnitudes below 2\u00b2 and zero");
  EXPECT_EQ(said({zero + 5, zero - 5, axis.infinity(), axis.nan()}), "magnitudes from 2\u2078 up, infinity and NaN");
  EXPECT_EQ(said({zero + 1, zero + 3, zero - 2, zero - 4, zero - 5}), "4 separate stretches of magnitudes");
}

}  // namespace
}  // namespace hallmark::test
