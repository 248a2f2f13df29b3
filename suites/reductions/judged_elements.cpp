// SPDX-License-Identifier: Apache-2.0
#include "reductions/judged_elements.h"

namespace hallmark {
namespace {

// A prefix costs truth its length, so a whole row the square of it.
constexpr std::size_t short_row = 65;

}  // namespace

std::size_t judged_elements(const Reduction& reduction, std::size_t depth) {
  if (!reduction.has_result_of_each_element()) return 1;
  if (depth <= short_row) return depth;
  return depth <= 4096 ? 12 : 4;
}

std::vector<std::size_t> elements_of_row(const Reduction& reduction, std::size_t depth, std::size_t row) {
  if (!reduction.has_result_of_each_element()) return {0};
  const std::size_t count = judged_elements(reduction, depth);
  std::vector<std::size_t> elements;
  for (std::size_t i = 0; i < count; ++i) {
    // One of each stretch of the row: another place of it in each row and each stretch; of the last its end.
    const std::size_t from = depth * i / count, to = depth * (i + 1) / count;
    const bool is_end = i + 1 == count && row % 4 != 3;
    elements.push_back(is_end ? depth - 1 : from + (row * 7 + i * 5) % (to - from));
  }
  return elements;
}

}  // namespace hallmark
