// SPDX-License-Identifier: Apache-2.0
// The option target=NAME of the libxsmm backends: which instruction set libxsmm generates and chooses code for.
#ifndef HALLMARK_ADAPTERS_LIBXSMM_TARGET_H
#define HALLMARK_ADAPTERS_LIBXSMM_TARGET_H

#include <libxsmm.h>

#include <string>

#include "kernels.h"

namespace hallmark {

struct LibxsmmTarget {
  const char* name;
  int id;
};
// What LIBXSMM_TARGET may name and converts in code of its own; the numbers grow with the instruction set.
constexpr LibxsmmTarget libxsmm_targets[] = {{"hsw", LIBXSMM_X86_AVX2},
                                             {"skx", LIBXSMM_X86_AVX512_CORE},
                                             {"clx", LIBXSMM_X86_AVX512_CLX},
                                             {"cpx", LIBXSMM_X86_AVX512_CPX}};

/// Starts libxsmm for the target the options name, this processor's own if they are empty. False, with the reason on
/// stderr, if there is anything else in them or the processor lacks the target.
inline bool start_libxsmm(const char* backend, const char* options) {
  libxsmm_init();
  const std::string wanted = options == nullptr ? "" : options;
  if (wanted.empty()) return true;
  std::string names;
  for (const LibxsmmTarget& target : libxsmm_targets) {
    names += (names.empty() ? "" : ", ") + std::string(target.name);
    if (wanted != "target=" + std::string(target.name)) continue;
    if (libxsmm_cpuid() < target.id) {
      refuse(backend,
             "this processor lacks " + wanted + "; libxsmm takes it for " + libxsmm_cpuid_name(libxsmm_cpuid()));
      return false;
    }
    libxsmm_set_target_archid(target.id);
    return true;
  }
  refuse(backend, "unknown option '" + wanted + "'; the accepted one is target=NAME with NAME one of " + names);
  return false;
}

/// The version with the target in force.
inline std::string libxsmm_version() {
  return "libxsmm " LIBXSMM_CONFIG_VERSION ", target " + std::string(libxsmm_get_target_arch());
}

}  // namespace hallmark

#endif  // HALLMARK_ADAPTERS_LIBXSMM_TARGET_H
