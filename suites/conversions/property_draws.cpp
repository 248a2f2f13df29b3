// SPDX-License-Identifier: Apache-2.0
#include "conversions/property_draws.h"

#include <fmt/format.h>
#include <rapidcheck.h>

#include <algorithm>

#include "inputs/random.h"

namespace hallmark {

std::string property_call(Property property, std::uint64_t number) {
  return fmt::format("properties/{}/{}", property_name(property), number);
}

PropertyDraws::PropertyDraws(const PropertyOptions& options, const std::vector<PropertyPromise>& promises)
    : options_(options) {
  const Promised promised = [promises](const PropertyCase& one) {
    return std::any_of(promises.begin(), promises.end(),
                       [&](const PropertyPromise& promise) { return promise.rules.promises(one); });
  };
  for (const Property property : promised_properties(promises)) {
    if (options.single && options.single->property != property) continue;
    generators_.emplace(property, property_cases(options.conversion, property, promised));
  }
}

std::vector<Property> PropertyDraws::properties() const {
  std::vector<Property> list;
  for (const auto& [property, generator] : generators_) list.push_back(property);
  return list;
}

std::uint64_t PropertyDraws::most_draws() const {
  return options_.single ? 1 : wanted() * (1 + static_cast<std::uint64_t>(options_.parameters.discard_ratio));
}

rc::Shrinkable<PropertyCase> PropertyDraws::draw(Property property, std::uint64_t number) const {
  Random random(options_.parameters.seed.value_or(options_.seed),
                fmt::format("{}@{}", options_.signature, property_call(property, number)));
  return generators_.at(property)(rc::Random(random.next()), options_.parameters.size);
}

}  // namespace hallmark
