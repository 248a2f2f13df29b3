// SPDX-License-Identifier: Apache-2.0
// What directed probes show of an accumulator, whatever it may be: each trait by a few sums chosen for it.
#pragma once

#include <optional>
#include <vector>

#include "identifying/reduction_prober.h"

namespace hallmark {

/// How many bits sums keep, counted from the leading one of the larger term.
struct KeptBits {
  int of_result = 0;        ///< of 1 + 2^-t, delivered: at most the result's precision
  int beside = 0;           ///< of 2^-t beside 1 and -1, neighbours all, in the worst order; 0: none was ever lost
  int tried = 0;            ///< bits t that the formats let one try; 0: nothing is known
  int far_apart = 0;        ///< the same with 64 elements between them
  bool is_partial = false;  ///< two terms keep more than three: parts of the depth are rounded to fewer bits

  /// Of the accumulator: what is kept from one step to the next; 0: everything.
  int accumulator() const { return is_partial ? of_result : far_apart; }
};

/// Throws CallFailed. The formats decide which probes there are: a trait that none shows is left out.
KeptBits kept_bits(ReductionProber& prober, std::vector<Trait>& traits);

/// Rounding, alignment, blocks, order, place of the initial value. Names are those of a profile's fields where there is
/// one.
void observe_summation(ReductionProber& prober, const KeptBits& kept, std::vector<Trait>& traits);

/// Products, passes, range, subnormals, overflow, NaN, zeros.
void observe_terms(ReductionProber& prober, const KeptBits& kept, std::vector<Trait>& traits);

}  // namespace hallmark
