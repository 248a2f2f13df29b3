// SPDX-License-Identifier: Apache-2.0
// Holds the libraries of this process to a number of threads for a while.
#pragma once

#include <sched.h>

#include <string>
#include <vector>

namespace hallmark {

/// What makes threads in this process and can be told how many: OpenMP runtimes (libgomp, libomp) and OpenBLAS, found
/// among the libraries that are loaded, under whatever name.
class ThreadRuntimes {
 public:
  ThreadRuntimes();

  bool has_openmp() const { return !openmp_.empty(); }
  bool has_openblas() const { return !openblas_.empty(); }

 private:
  friend class ThreadLimit;
  struct Runtime {
    void (*set)(int);
    int (*get)();
  };
  static void find(void* library, const char* set, const char* get, std::vector<Runtime>& runtimes);

  std::vector<Runtime> openmp_, openblas_;
};

/// While it lives, the runtimes use so many threads for what this thread asks of them; held to one, this thread may
/// also run on a single CPU only, and so may threads that are made meanwhile. Not reached are threads that a library
/// made before and shares out by itself.
class ThreadLimit {
 public:
  ThreadLimit(const ThreadRuntimes& runtimes, unsigned threads);
  ~ThreadLimit();
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;

 private:
  struct Before {
    ThreadRuntimes::Runtime runtime;
    int threads;
  };
  std::vector<Before> before_;
  cpu_set_t allowed_{};
  bool is_held_ = false;
};

/// CPUs that this thread may run on.
unsigned allowed_cpus();

}  // namespace hallmark
