// SPDX-License-Identifier: Apache-2.0
// What every test of a faulty backend asks: is it caught, under the right requirement, and explained?
#pragma once

#include "catalogue.h"

namespace hallmark {

/// Certifies the row's backend at a level: exit 1, a finding under the row's requirement, the mechanism named, and the
/// finding's own command shows the fault again.
void expect_caught(const FaultyRow& row, const std::string& level);

/// Judges the row's witness alone: exit 1, with the row's right and wrong words.
void expect_witness_judged(const FaultyRow& row);

}  // namespace hallmark
