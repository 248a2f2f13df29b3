// SPDX-License-Identifier: Apache-2.0
// Compares a Format with a Definition on every code.
#pragma once

#include "tests/formats/definition.h"

namespace hallmark::test {

/// Fails the running test at the first difference of each kind: fields, decode and encode, neighbours, order. The
/// format is one of 16 bits or fewer.
void check_every_code(const Format& format, const Definition& definition);

}  // namespace hallmark::test
