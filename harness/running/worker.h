// SPDX-License-Identifier: Apache-2.0
// The worker's side: a re-executed process that opens the backend and runs parts as GoogleTest tests when told to.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "backends/backend.h"
#include "running/part.h"

namespace hallmark {

/// The descriptors a supervisor hands to a worker it starts.
inline constexpr int worker_command_fd = 3;
inline constexpr int worker_event_fd = 4;
inline constexpr int worker_flight_fd = 5;

/// Opens the backend of a spec; throws BackendError.
using OpenBackend = std::function<std::unique_ptr<Backend>(const std::string& spec)>;

/// Builds the parts of a plan, an opaque value the command line chose. Supervisor and workers call it with the same
/// arguments and must get the same parts in the same order.
using BuildParts = std::function<std::vector<Part>(const BackendDescription&, const nlohmann::json& plan)>;

/// Serves one supervisor until it says quit or goes away. Commands and events are JSON lines:
///
///   {"open": SPEC}             {"event": "opened", "description": {...}} or {"event": "refused", "why": "..."}
///   {"plan": ANYTHING}         {"event": "planned", "parts": N} or an error
///   {"run": "suite.name"}      {"event": "finished", "part": "suite.name", "result": {...}, "seconds": S} or an error
///   {"narrow": "suite.name", "call": N, "from": I, "rows": M}    {"event": "survived"} or an error
///   {"quit": true}             closes the backend and returns
///
/// An error is {"event": "error", "kind": "internal" | "other", "what": "..."}. Nothing is written to stdout or read
/// from it: both belong to the backend. Returns the exit status.
int serve_worker(int command_fd, int event_fd, int flight_fd, const OpenBackend& open_backend,
                 const BuildParts& build_parts);

}  // namespace hallmark
