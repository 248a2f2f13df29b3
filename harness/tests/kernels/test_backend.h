// SPDX-License-Identifier: Apache-2.0
// One shared library that holds several test backends, chosen by name through the options of hallmark_open.
#ifndef HALLMARK_TESTS_KERNELS_TEST_BACKEND_H
#define HALLMARK_TESTS_KERNELS_TEST_BACKEND_H

#include <hallmark/backend.h>

#include <cstdio>
#include <cstring>

namespace hallmark::kernels {

struct TestBackend {
  const char* name;     // the text after '?' in the backend's spec
  const char* profile;  // the profile it claims
  hallmark_operation operations[4];
  std::size_t alignment = 1, granularity = 1;
};

// The backend of that name; NULL, after a line on stderr that lists the names, if there is none.
template <std::size_t count>
const hallmark_backend* choose(const TestBackend (&backends)[count], const char* options) {
  static hallmark_backend backend;
  for (const TestBackend& candidate : backends) {
    if (std::strcmp(candidate.name, options) != 0) continue;
    backend = {};
    backend.abi = HALLMARK_ABI;
    backend.flags = HALLMARK_THREAD_SAFE;
    backend.name = candidate.name;
    backend.version = "1";
    backend.device = "CPU";
    backend.profile = candidate.profile;
    backend.alignment = candidate.alignment;
    backend.granularity = candidate.granularity;
    backend.operations = candidate.operations;
    for (const hallmark_operation& operation : candidate.operations) {
      if (operation.signature != nullptr) ++backend.operation_count;
    }
    return &backend;
  }
  std::fprintf(stderr, "no test backend is named '%s'; choose with ?NAME one of:", options);
  for (const TestBackend& candidate : backends) std::fprintf(stderr, " %s", candidate.name);
  std::fputc('\n', stderr);
  return nullptr;
}

}  // namespace hallmark::kernels

#endif  // HALLMARK_TESTS_KERNELS_TEST_BACKEND_H
