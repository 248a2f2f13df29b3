// SPDX-License-Identifier: Apache-2.0
// Certificates to test reports with: one with every outcome and awkward strings, a small one, a realistic one.
#pragma once

#include <string>
#include <vector>

#include "reports/certificate.h"

namespace hallmark::test {

/// Quotes, markup, a template's own braces, UTF-8, line ends, control characters, terminal escapes, malformed bytes.
std::vector<std::string> awkward_strings();

/// Two kinds of rows at four depths, 2^4 to 2^10.
ErrorGrowth growth();

/// An operation for every outcome, findings of every shape, awkward strings wherever a backend or a profile writes.
Certificate every_outcome();

/// One operation that passes: a few hundred bytes, for tests that change each of them.
Certificate small();

/// What a reader sees: avx512_bf16 judged by ieee754, with findings, choices and a float64 domain of 2^64.
Certificate realistic();

/// Counts and errors along the axis of a conversion whose results are wrong at magnitudes 2^from_exponent and above, up
/// to to_exponent; none wrong if that is less.
AlongOperands along(const std::string& from, const std::string& to, int from_exponent, int to_exponent);

OperationRecord operation(const std::string& signature, Outcome outcome);

}  // namespace hallmark::test
