// SPDX-License-Identifier: Apache-2.0
// The operands of a conversion that appear at many places: ties of both parities, thresholds, specials, random ones.
#pragma once

#include <string>

#include "lanes.h"
#include "semantics/conversion.h"

namespace hallmark {

/// stream: the signature; with the seed it fixes the sample.
LanesSample lanes_sample(const Conversion& conversion, std::uint64_t seed, const std::string& stream);

}  // namespace hallmark
