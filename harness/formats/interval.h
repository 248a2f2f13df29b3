// SPDX-License-Identifier: Apache-2.0
// A stretch of consecutive codes.
#pragma once

#include <cstdint>

namespace hallmark {

struct Interval {
  std::uint64_t first = 0, last = 0;  ///< both included
  friend constexpr bool operator==(const Interval&, const Interval&) = default;
};

}  // namespace hallmark
