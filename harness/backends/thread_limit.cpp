// SPDX-License-Identifier: Apache-2.0
#include "backends/thread_limit.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>

namespace hallmark {
namespace {

int add_name(dl_phdr_info* info, std::size_t, void* names) {
  if (info->dlpi_name != nullptr && *info->dlpi_name != '\0') {
    static_cast<std::vector<std::string>*>(names)->emplace_back(info->dlpi_name);
  }
  return 0;
}

}  // namespace

void ThreadRuntimes::find(void* library, const char* set, const char* get, std::vector<Runtime>& runtimes) {
  const Runtime found{reinterpret_cast<void (*)(int)>(dlsym(library, set)),
                      reinterpret_cast<int (*)()>(dlsym(library, get))};
  if (found.set == nullptr || found.get == nullptr) return;
  const bool known =
      std::any_of(runtimes.begin(), runtimes.end(), [&](const Runtime& runtime) { return runtime.set == found.set; });
  if (!known) runtimes.push_back(found);
}

ThreadRuntimes::ThreadRuntimes() {
  // A backend's libraries are in no scope that dlsym searches by itself.
  std::vector<std::string> names;
  dl_iterate_phdr(add_name, &names);
  for (const std::string& name : names) {
    void* library = dlopen(name.c_str(), RTLD_NOLOAD | RTLD_LAZY);
    if (library == nullptr) continue;
    find(library, "omp_set_num_threads", "omp_get_max_threads", openmp_);
    find(library, "openblas_set_num_threads", "openblas_get_num_threads", openblas_);
    dlclose(library);
  }
}

ThreadLimit::ThreadLimit(const ThreadRuntimes& runtimes, unsigned threads) {
  for (const auto* list : {&runtimes.openmp_, &runtimes.openblas_}) {
    for (const ThreadRuntimes::Runtime& runtime : *list) {
      before_.push_back({runtime, runtime.get()});
      runtime.set(static_cast<int>(threads));
    }
  }
  if (threads != 1 || sched_getaffinity(0, sizeof allowed_, &allowed_) != 0) return;
  cpu_set_t one;
  CPU_ZERO(&one);
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &allowed_)) continue;
    CPU_SET(cpu, &one);
    break;
  }
  is_held_ = sched_setaffinity(0, sizeof one, &one) == 0;
}

ThreadLimit::~ThreadLimit() {
  if (is_held_) sched_setaffinity(0, sizeof allowed_, &allowed_);
  for (auto before = before_.rbegin(); before != before_.rend(); ++before) before->runtime.set(before->threads);
}

unsigned allowed_cpus() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  return sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? static_cast<unsigned>(CPU_COUNT(&allowed)) : 1;
}

}  // namespace hallmark
