// SPDX-License-Identifier: Apache-2.0
// The properties of conversions: relations between results that hold whatever the right results are.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "semantics/conversion.h"

namespace hallmark {

enum class Property : std::uint8_t {
  monotone,      ///< a larger operand has no smaller result
  odd_symmetry,  ///< the negative operand has the negative result
  within_ulp,    ///< the result is within half an ulp of the operand, under directed rounding within one on its side
  scaling,       ///< a power of two times the operand has that power of two times the result
  widen_then_narrow,  ///< what another operation of the backend widened comes back as it was
};

inline constexpr std::array all_properties = {Property::monotone, Property::odd_symmetry, Property::within_ulp,
                                              Property::scaling, Property::widen_then_narrow};

constexpr std::string_view property_name(Property property) {
  switch (property) {
    case Property::monotone:
      return "monotone";
    case Property::odd_symmetry:
      return "odd_symmetry";
    case Property::within_ulp:
      return "within_ulp";
    case Property::scaling:
      return "scaling";
    case Property::widen_then_narrow:
      return "widen_then_narrow";
  }
  return "monotone";
}

constexpr std::optional<Property> find_property(std::string_view name) {
  for (const Property property : all_properties) {
    if (property_name(property) == name) return property;
  }
  return std::nullopt;
}

/// One case: the operands that a property relates.
struct PropertyCase {
  Property property = Property::monotone;
  std::uint64_t first = 0;   ///< monotone: the smaller one; widen_then_narrow: a code of the narrow format
  std::uint64_t second = 0;  ///< monotone: the larger one; odd_symmetry: the negative; scaling: the scaled
  int scale = 0;             ///< scaling: the power of two

  constexpr bool has_second() const {
    return property != Property::within_ulp && property != Property::widen_then_narrow;
  }
  friend constexpr bool operator==(const PropertyCase&, const PropertyCase&) = default;
};

}  // namespace hallmark
