// SPDX-License-Identifier: Apache-2.0
// Checks a JSON document against a JSON Schema, for the part of draft 2020-12 that our schemas use.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace hallmark {

/// Empty if the document matches, else where it does not and what is accepted: "operations[3].outcome: must be one of
/// ...". Understands type, enum, const, required, properties, additionalProperties, items, anyOf, minimum, maximum,
/// minLength, maxLength, pattern and $ref to "#/$defs/..."; throws std::logic_error for any other keyword, because one
/// that is passed over would be a rule nobody checks.
std::string check_schema(const nlohmann::ordered_json& schema, const nlohmann::ordered_json& document);

}  // namespace hallmark
