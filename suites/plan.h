// SPDX-License-Identifier: Apache-2.0
// What a run is asked to do: the part of the command line that decides which tests there are and what they try.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace hallmark {

enum class Level : std::uint8_t { quick, standard, exhaustive };

NLOHMANN_JSON_SERIALIZE_ENUM(Level, {{Level::quick, "quick"},
                                     {Level::standard, "standard"},
                                     {Level::exhaustive, "exhaustive"}})

struct Plan {
  std::string profile;  ///< path of the profile's file
  Level level = Level::standard;
  std::string operation = "*";  ///< signature glob
  std::string case_id;          ///< only this case; empty: all
  std::uint64_t seed = 1;
  std::string rc_params;  ///< RC_PARAMS as the environment had it: it decides the cases of property tests
  bool identify = false;  ///< find out what operations are, instead of testing them

  NLOHMANN_DEFINE_TYPE_INTRUSIVE(Plan, profile, level, operation, case_id, seed, rc_params, identify)
};

}  // namespace hallmark
