// SPDX-License-Identifier: Apache-2.0
// Hallmark caught itself in a contradiction (oracle against truth, say): the run stops, exit code 3.
#pragma once

#include <stdexcept>

namespace hallmark {

class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

}  // namespace hallmark
