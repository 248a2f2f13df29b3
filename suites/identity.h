// SPDX-License-Identifier: Apache-2.0
// Identification as parts: what each operation of a backend is, found in a worker.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "identifying/trait.h"
#include "suite.h"

namespace hallmark {

/// What identifying one operation left, as a part's result carries it.
struct IdentifiedOperation {
  std::string signature;
  std::vector<Trait> traits;
  std::string profile_text;  ///< its tables of a profile the backend passes; empty where a silent profile says the same
  bool is_explained = false;  ///< some semantics give every result that was seen
};
void to_json(nlohmann::json& json, const IdentifiedOperation& operation);
void from_json(const nlohmann::json& json, IdentifiedOperation& operation);

/// Whether operations of that kind can be identified.
bool can_identify(const Signature& signature);

/// One part for each operation that the plan's glob matches and that can be identified, named `traits`. Its result is
/// an IdentifiedOperation; it never fails.
std::vector<Part> identity_parts(const Assignment& assignment);

/// The same as a part of certification, named `traits`: its tally has nothing but traits, each with a call that shows
/// it. Nothing where the operation cannot be identified.
std::optional<Part> traits_part(const OfferedOperation& operation);

/// The traits of an operation that the profile does not allow: those with evidence that it judges wrong.
std::vector<std::string> differing_traits(const IdentifiedOperation& operation, const Profile& profile);

}  // namespace hallmark
