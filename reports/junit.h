// SPDX-License-Identifier: Apache-2.0
// A certificate as JUnit XML, for continuous integration.
#pragma once

#include <string>

#include "reports/certificate.h"

namespace hallmark {

/// A test suite for each signature, a test case for each requirement; a further case "outcome" where the requirements
/// alone do not show the operation's outcome (it crashed, is unsupported, was not run, no option agrees). fail and weak
/// are failures, crashed and not_run errors; unsupported, unknown, not_applicable and waived are skipped, never passed.
/// A certificate that does not conform has a failure in any case: a last suite "claim" where nothing else is red.
std::string junit_xml(const Certificate& certificate);

}  // namespace hallmark
