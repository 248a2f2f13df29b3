// SPDX-License-Identifier: Apache-2.0
// A backend that is a shared library with the C ABI of hallmark/backend.h.
#pragma once

#include <memory>
#include <string>

#include "backends/backend.h"

namespace hallmark {

/// Loads the library at `path` and opens it with the spec's options. Throws BackendError with one line that names the
/// file. The floating-point environment, the locale and the working directory are put back as they were before.
std::unique_ptr<Backend> open_library(const BackendSpec& spec, const std::string& path);

}  // namespace hallmark
