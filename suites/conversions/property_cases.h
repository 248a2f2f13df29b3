// SPDX-License-Identifier: Apache-2.0
// Where the cases of a property come from: RapidCheck generators over bit classes, with shrinking that keeps a case
// one.
#pragma once

#include <rapidcheck/Gen.h>

#include <functional>
#include <vector>

#include "conversions/property.h"

namespace hallmark {

/// Whether the property is promised of a case's operands: others are drawn again, a few times.
using Promised = std::function<bool(const PropertyCase&)>;

rc::Gen<PropertyCase> property_cases(const Conversion& conversion, Property property, Promised promised);

/// Simpler cases, the simplest first. Of a pair of ordered operands first the halves of the interval between them:
/// where results fall between its ends they fall in one of the halves, so that neighbours remain.
std::vector<PropertyCase> simpler_cases(const Conversion& conversion, const PropertyCase& one);

}  // namespace hallmark
