// SPDX-License-Identifier: Apache-2.0
// Holding a process to a number of threads, and letting it go.
#include "backends/thread_limit.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

namespace hallmark::test {
namespace {

// Kills: a limit that reaches no runtime of a library opened for itself alone, that stays, or that leaves a worker on
// one CPU for all later parts.
TEST(ThreadLimit, HoldsARuntimeAndLetsItGo) {
  void* library = dlopen(HALLMARK_BINARY_DIR "/tests/backends/right_reductions.so", RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  const auto threads = reinterpret_cast<int (*)()>(dlsym(library, "omp_get_max_threads"));
  ASSERT_NE(threads, nullptr);
  const int before = threads();
  const unsigned cpus = allowed_cpus();
  {
    const ThreadRuntimes runtimes;
    ASSERT_TRUE(runtimes.has_openmp());
    EXPECT_FALSE(runtimes.has_openblas());
    {
      const ThreadLimit limit(runtimes, 7);
      EXPECT_EQ(threads(), 7);
      EXPECT_EQ(allowed_cpus(), cpus) << "seven threads are no reason to hold anything to a CPU";
    }
    EXPECT_EQ(threads(), before);
    const ThreadLimit limit(runtimes, 1);
    EXPECT_EQ(threads(), 1);
    EXPECT_EQ(allowed_cpus(), 1u);
  }
  EXPECT_EQ(threads(), before);
  EXPECT_EQ(allowed_cpus(), cpus);
  dlclose(library);
}

}  // namespace
}  // namespace hallmark::test
