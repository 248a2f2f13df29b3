// SPDX-License-Identifier: Apache-2.0
// An operation's pictures as SVG that needs no script: error along the operand axis, and where the wrong results lie.
#pragma once

#include <optional>
#include <string>

#include "judging/record.h"

namespace hallmark {

/// SVG content made of numbers and of this program's words only; what came from a backend is in `result_format`,
/// unescaped. Marks are drawn in a coordinate system as wide as the axis and stretched to the page, labels beside it in
/// pixels and percent: so that both stay legible at any width.
struct Picture {
  static constexpr int error_height = 150, count_height = 110, label_height = 22, scale_width = 52;

  std::string width;                     ///< of the marks' coordinates
  std::string error_scale, error_marks;  ///< y labels and marks of the largest error
  std::string count_scale, count_marks;  ///< of operands tried and wrong
  std::string axis_labels;
  std::string result_format;                                 ///< whose ulp it is; may be empty
  std::string summary;                                       ///< what there is to see, in a sentence or two
  std::string data;                                          ///< JSON for the page's script
  bool wrong = false, subnormals = false, overflow = false;  ///< what a legend has to explain
};

/// Nothing where the record has nothing to draw.
std::optional<Picture> draw_picture(const OperationRecord& operation);

/// JSON in ASCII (as dump() escapes it), fit for a <script> element: nothing in it ends the element or opens a comment.
std::string json_for_script(const std::string& json);

}  // namespace hallmark
