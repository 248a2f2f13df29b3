// SPDX-License-Identifier: Apache-2.0
// A runtime of threads with the two names of OpenMP's that Hallmark looks for: the same on every machine. For one file
// of a test backend.
#ifndef HALLMARK_TESTS_KERNELS_THREAD_RUNTIME_H
#define HALLMARK_TESTS_KERNELS_THREAD_RUNTIME_H

extern "C" {
__attribute__((visibility("default"))) void omp_set_num_threads(int count);
__attribute__((visibility("default"))) int omp_get_max_threads();
}
namespace {
int thread_count = 4;
}
void omp_set_num_threads(int count) { thread_count = count; }
int omp_get_max_threads() { return thread_count; }

#endif  // HALLMARK_TESTS_KERNELS_THREAD_RUNTIME_H
