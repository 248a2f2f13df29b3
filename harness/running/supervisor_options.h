// SPDX-License-Identifier: Apache-2.0
// What a supervisor is told about the backend, the machine and its own patience.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hallmark {

struct SupervisorOptions {
  std::string spec;                         ///< of the backend, as on the command line
  std::vector<std::string> worker_command;  ///< executable and arguments of a process that calls serve_worker()
  unsigned jobs = 1;                        ///< workers at a time; an EXCLUSIVE backend has one
  double timeout_seconds = 60.0;            ///< a kernel call that takes longer hangs
  std::uint64_t memory_limit = std::uint64_t{4} << 30;  ///< resident bytes of a worker
  std::string log_file;  ///< receives the workers' stdout and stderr; empty: memory, see log_text()
};

}  // namespace hallmark
