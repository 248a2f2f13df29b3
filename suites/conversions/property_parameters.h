// SPDX-License-Identifier: Apache-2.0
// RC_PARAMS: how RapidCheck's environment variable sets the property tests, checked before anything runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "plan.h"

namespace hallmark {

struct PropertyParameters {
  std::optional<std::uint64_t> seed;  ///< instead of the run's own
  std::optional<int> cases;           ///< max_success: of each property, instead of the level's number
  int size = 100;                     ///< max_size: at 100 every significand bit is drawn
  int discard_ratio = 10;             ///< draws that may say nothing for each case that is wanted
  bool shrink = true;
  bool show_progress = false, show_shrinking = false;  ///< in the log
};

/// RapidCheck itself ignores keys it does not know, takes "5x" for 5 and 0 cases for a pass; all of these are refused
/// here. Throws InputError in one line.
PropertyParameters parse_property_parameters(std::string_view text);

/// Cases of each property: what the parameters say, else what the level has.
int number_of_cases(const PropertyParameters& parameters, Level level);

}  // namespace hallmark
