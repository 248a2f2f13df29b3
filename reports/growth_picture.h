// SPDX-License-Identifier: Apache-2.0
// How a reduction's errors grow with depth, as SVG that needs no script: observed errors, their bound, k u and its
// root.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "judging/record.h"

namespace hallmark {

/// As Picture (picture.h): marks in coordinates that are stretched to the page, labels in pixels and percent. Both
/// scales are logarithmic, so an error of zero has no mark.
struct GrowthPicture {
  static constexpr int width = 600, height = 240;

  std::string scale, marks;       ///< y labels; what is drawn
  std::string axis_labels;        ///< depths
  std::vector<std::string> rows;  ///< kinds of rows, of which the n-th is drawn in the classes rows-n; not escaped
  std::string summary;            ///< what there is to see, in a sentence
};

/// Nothing where there is nothing to draw.
std::optional<GrowthPicture> draw_growth(const OperationRecord& operation);

}  // namespace hallmark
