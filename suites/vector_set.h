// SPDX-License-Identifier: Apache-2.0
// Which signatures a shipped profile has golden vectors of.
#pragma once

#include <string>
#include <vector>

#include "semantics/signature.h"

namespace hallmark {

/// Grows whenever the same truth would be written as other rows: the manifest names it.
inline constexpr int vector_generator_version = 1;

struct VectorSet {
  std::string profile;
  std::vector<Signature> signatures;
};

}  // namespace hallmark
