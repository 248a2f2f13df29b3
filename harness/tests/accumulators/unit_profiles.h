// SPDX-License-Identifier: Apache-2.0
// A profile for each accumulator known by name, as `hallmark identify` would write it.
#pragma once

#include <string>
#include <vector>

#include "semantics/named_accumulators.h"
#include "semantics/profile_writer.h"

namespace hallmark::test {

/// TOML that gives each of the signatures the accumulator's semantics.
inline std::string profile_of(const NamedAccumulator& accumulator, const std::vector<std::string>& signatures) {
  std::string text = heading_text(accumulator.name, accumulator.title, "a test of Hallmark's own");
  for (const std::string& signature : signatures) {
    text += override_text(std::get<Signature>(parse_signature(signature)), accumulator.semantics);
  }
  return text;
}

}  // namespace hallmark::test
