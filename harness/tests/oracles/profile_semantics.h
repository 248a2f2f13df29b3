// SPDX-License-Identifier: Apache-2.0
// Every distinct semantics that the shipped profiles give a conversion, all options of all choices and modifiers
// included.
#pragma once

#include <vector>

#include "semantics/conversion.h"

namespace hallmark::test {

/// As many as there are; Runs and judges take at most 64 at a time.
std::vector<Semantics> profile_semantics(const Conversion& conversion, const std::vector<std::string>& modifiers = {});

/// The same with [rtz], [rup], [rdn], [rna], [rto], [rtz,saturate] and without, in groups of at most 64.
std::vector<std::vector<Semantics>> all_profile_semantics(const Conversion& conversion);

/// All built-in formats of at most that many bits, integers included.
std::vector<Format> formats_up_to(int bits);

}  // namespace hallmark::test
