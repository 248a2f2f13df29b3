// SPDX-License-Identifier: Apache-2.0
// What the benchmarks measure: a backend's kernel, opened as the harness opens it and bare.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "backends/backend.h"
#include "semantics/profile.h"

namespace hallmark {

double wall_seconds_of(const std::function<void()>& work);
/// Processor time of this thread: what the machine's other users take does not count.
double cpu_seconds_of(const std::function<void()>& work);
double median(std::vector<double> values);

/// One operation of a backend, opened in this process.
struct Subject {
  std::unique_ptr<Backend> backend;
  Profile profile;
  Signature signature;
  std::size_t operation = 0;

  std::vector<Semantics> alternatives() const { return semantics_of(profile.resolve(signature)); }
};

/// Throws BackendError when there is none here.
Subject open_subject(const std::string& name, const std::string& signature);

/// The kernel itself, without Hallmark's loader around it.
hallmark_operation bare_kernel(const Subject& subject, void*& state);

}  // namespace hallmark
