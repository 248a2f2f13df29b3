// SPDX-License-Identifier: Apache-2.0
// Starting a worker process: descriptors, process group, environment.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace hallmark {

/// Descriptors of the supervisor that become the worker's well-known ones.
struct WorkerEnds {
  int commands, events, flight, log;
};

/// Forks and executes `command`, which dies with the calling thread. A program that cannot be executed answers
/// {"event":"refused"} on the event pipe. Throws std::system_error if there can be no new process.
pid_t spawn_worker(const std::vector<std::string>& command, const WorkerEnds& ends);

}  // namespace hallmark
