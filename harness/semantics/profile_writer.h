// SPDX-License-Identifier: Apache-2.0
// Writes semantics as a profile spells them.
#pragma once

#include <string>
#include <string_view>

#include "semantics/profile.h"

namespace hallmark {

/// `[[override]]` for one signature: every field in which the semantics differ from what a profile that says nothing
/// gives that signature. Empty where there is none. The reader gives back the same semantics.
std::string override_text(const Signature& signature, const Semantics& semantics);

/// `[[limit]]` for one signature. max_ulp must be greater than zero.
std::string limit_text(std::string_view match, double max_ulp);

/// name, title and source: the beginning of a profile.
std::string heading_text(std::string_view name, std::string_view title, std::string_view source);

}  // namespace hallmark
