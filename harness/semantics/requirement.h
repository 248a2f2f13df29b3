// SPDX-License-Identifier: Apache-2.0
// What a reader of the certificate asks about; each operand belongs to exactly one requirement.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "semantics/semantics.h"

namespace hallmark {

enum class Requirement : std::uint8_t {
  rounding,  ///< round_to_nearest_even, or the name of the profile's rounding
  overflow,
  subnormals,
  special_values,
  comparison,
  accumulation,
  function_accuracy,
  consistency,
  environment,
};

inline constexpr std::array all_requirements = {
    Requirement::rounding,          Requirement::overflow,    Requirement::subnormals,
    Requirement::special_values,    Requirement::comparison,  Requirement::accumulation,
    Requirement::function_accuracy, Requirement::consistency, Requirement::environment};

/// "round_to_nearest_even", "overflow", ...; rounding is named for the mode.
constexpr std::string_view requirement_name(Requirement requirement, Rounding rounding = Rounding::rne) {
  switch (requirement) {
    case Requirement::rounding:
      switch (rounding) {
        case Rounding::rne:
          return "round_to_nearest_even";
        case Rounding::rna:
          return "round_to_nearest_away";
        case Rounding::rtz:
          return "round_toward_zero";
        case Rounding::rup:
          return "round_toward_positive";
        case Rounding::rdn:
          return "round_toward_negative";
        case Rounding::rto:
          return "round_to_odd";
        case Rounding::stochastic:
          return "stochastic_rounding";
      }
      break;
    case Requirement::overflow:
      return "overflow";
    case Requirement::subnormals:
      return "subnormals";
    case Requirement::special_values:
      return "special_values";
    case Requirement::comparison:
      return "comparison";
    case Requirement::accumulation:
      return "accumulation";
    case Requirement::function_accuracy:
      return "function_accuracy";
    case Requirement::consistency:
      return "consistency";
    case Requirement::environment:
      return "environment";
  }
  return "rounding";
}

}  // namespace hallmark
