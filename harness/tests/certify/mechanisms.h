// SPDX-License-Identifier: Apache-2.0
// What the explanation of a faulty backend's finding must name: the mechanism by which the backend goes wrong.
#pragma once

#include <map>
#include <string>

namespace hallmark {

/// Row id of the catalogue of faulty backends -> words that stand in the explanation.
const std::map<std::string, std::string>& mechanisms();

}  // namespace hallmark
