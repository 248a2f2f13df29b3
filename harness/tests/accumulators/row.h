// SPDX-License-Identifier: Apache-2.0
// What one result of a dot product is made of.
#ifndef HALLMARK_TESTS_ACCUMULATORS_ROW_H
#define HALLMARK_TESTS_ACCUMULATORS_ROW_H

#include <cstddef>
#include <optional>
#include <vector>

#include "number.h"

namespace hallmark::accumulators {

struct Row {
  std::vector<Number> left, right;
  std::optional<Number> initial;

  std::size_t depth() const { return left.size(); }
  // Beyond the depth +0, with which units fill their last group.
  Number product(std::size_t i) const { return i < depth() ? product_of(left[i], right[i]) : Number{}; }
  Number start() const { return initial.value_or(Number{}); }
};

}  // namespace hallmark::accumulators

#endif  // HALLMARK_TESTS_ACCUMULATORS_ROW_H
