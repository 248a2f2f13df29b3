// SPDX-License-Identifier: Apache-2.0
// The scalar backend's sums, means, dot products and products of matrices: a float32 accumulator, in one of three
// orders; and whether all of a row are numbers.
#ifndef HALLMARK_ADAPTERS_SCALAR_REDUCTIONS_H
#define HALLMARK_ADAPTERS_SCALAR_REDUCTIONS_H

#include "table.h"

namespace hallmark::scalar {

enum class Order {
  sequential,  ///< fused multiply-adds from the first term to the last
  pairwise,    ///< sums of halves
  kahan        ///< in sequence, each sum's rounding error carried into the next
};

/// As the backend's option spells them, in the order of Order.
constexpr std::string_view orders[] = {"sequential", "pairwise", "kahan"};

/// Adds every reduction. A kernel's state is the Order.
void add_reductions(Table& table);

}  // namespace hallmark::scalar

#endif  // HALLMARK_ADAPTERS_SCALAR_REDUCTIONS_H
