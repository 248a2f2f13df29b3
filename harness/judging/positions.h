// SPDX-License-Identifier: Apache-2.0
// Where in an array a fault lies, in words: the tail, one lane, one alignment, one length.
#pragma once

#include <string>
#include <vector>

#include "judging/tally.h"

namespace hallmark {

/// "right elsewhere, wrong only in the last 1 to 7 rows"; names the simplest pattern that all faults fit. Where some do
/// not repeat it is no place that matters, and the text says so.
std::string explain_positions(const std::vector<PositionFault>& faults);

}  // namespace hallmark
