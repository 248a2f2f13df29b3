// SPDX-License-Identifier: Apache-2.0
// How fast a product of matrices is judged, truth included: the oracle of sums on one thread and two, and MPFR.
#pragma once

namespace hallmark {

void register_matrices();

}  // namespace hallmark
