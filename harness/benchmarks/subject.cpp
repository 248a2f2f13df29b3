// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/subject.h"

#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>

namespace hallmark {

double wall_seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double cpu_seconds_of(const std::function<void()>& work) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  const double start = now();
  work();
  return now() - start;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

Subject open_subject(const std::string& name, const std::string& signature) {
  Subject subject;
  subject.backend = open_backend(parse_spec(name));
  subject.profile = load_profile(*subject.backend->description().profile);
  subject.signature = std::get<Signature>(parse_signature(signature));
  const auto& operations = subject.backend->description().operations;
  const auto at = std::find(operations.begin(), operations.end(), signature);
  if (at == operations.end()) throw BackendError(name + " does not offer " + signature);
  subject.operation = static_cast<std::size_t>(at - operations.begin());
  return subject;
}

hallmark_operation bare_kernel(const Subject& subject, void*& state) {
  const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  const std::string path = (folder / "backends" / (subject.backend->description().spec + ".so")).string();
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw BackendError(dlerror());
  const auto open = reinterpret_cast<const hallmark_backend* (*)(const char*)>(dlsym(library, "hallmark_open"));
  const hallmark_backend* table = open("");
  state = table->state;
  return table->operations[subject.operation];
}

}  // namespace hallmark
