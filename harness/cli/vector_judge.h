// SPDX-License-Identifier: Apache-2.0
// hallmark vectors judge: results that a device left in a file.
#pragma once

#include "cli/verbs.h"

namespace hallmark {

void add_vectors_judge(CLI::App& vectors, Action& action);

}  // namespace hallmark
