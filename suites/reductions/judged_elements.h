// SPDX-License-Identifier: Apache-2.0
// Which results of a row are judged where each of its elements has one.
#pragma once

#include <cstddef>
#include <vector>

#include "semantics/reductions.h"

namespace hallmark {

/// How many; 1 where a row has one result.
std::size_t judged_elements(const Reduction& reduction, std::size_t depth);

/// Which: all of a short row. Of a long one the last and some others, so that several rows together have elements in
/// every place of a vector or a tile. The same row number gives the same elements, for ever. {0} where a row has one
/// result.
std::vector<std::size_t> elements_of_row(const Reduction& reduction, std::size_t depth, std::size_t row);

}  // namespace hallmark
