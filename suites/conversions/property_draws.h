// SPDX-License-Identifier: Apache-2.0
// The draws of a conversion's properties: each is fixed by the seed, the signature, the property and its number alone.
#pragma once

#include <rapidcheck/Shrinkable.h>

#include <cstdint>
#include <map>
#include <vector>

#include "conversions/property_cases.h"
#include "conversions/property_part.h"

namespace hallmark {

class PropertyDraws {
 public:
  PropertyDraws(const PropertyOptions& options, const std::vector<PropertyPromise>& promises);

  /// The properties to try, in order.
  std::vector<Property> properties() const;
  /// How many cases of each are wanted, and the first draw's number.
  std::uint64_t wanted() const { return options_.single ? 1 : static_cast<std::uint64_t>(options_.cases); }
  std::uint64_t first_number() const { return options_.single ? options_.single->number : 0; }
  /// How many draws there are at most: one that says nothing is replaced by another.
  std::uint64_t most_draws() const;

  rc::Shrinkable<PropertyCase> draw(Property property, std::uint64_t number) const;

 private:
  const PropertyOptions& options_;
  std::map<Property, rc::Gen<PropertyCase>> generators_;
};

/// "properties/monotone/17": a draw's part of a case id.
std::string property_call(Property property, std::uint64_t number);

}  // namespace hallmark
