// SPDX-License-Identifier: Apache-2.0
// Parts that elementwise operations of every kind have: tuples through the judge, and what a sample of them is judged
// by at many places.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "arithmetic/tuple_sweep.h"
#include "lanes.h"
#include "suite.h"

namespace hallmark {

/// A part that judges the tuples, `cost` of them.
Part tuple_part(const OfferedOperation& offered, const Elementwise& operation, std::string name, const MakeTuples& make,
                std::uint64_t cost, std::uint64_t seed, std::size_t block_rows);

LanesOptions tuple_lanes_options(const Elementwise& operation, const std::vector<Semantics>& alternatives,
                                 std::function<LanesSample()> sample);

}  // namespace hallmark
