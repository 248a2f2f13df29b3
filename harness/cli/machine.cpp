// SPDX-License-Identifier: Apache-2.0
#include "cli/machine.h"

#include <fmt/chrono.h>
#include <sys/utsname.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>

namespace hallmark {
namespace {

constexpr std::string_view relevant_flags[] = {"f16c",           "fma",         "avx2",        "avx512f",  "avx512bw",
                                               "avx512vl",       "avx512_bf16", "avx512_fp16", "amx_bf16", "amx_fp16",
                                               "avx_ne_convert", "bf16",        "fphp",        "asimdhp"};

struct Cpu {
  std::string model = "unknown";
  std::vector<std::string> flags;
};

Cpu read_cpu() {
  Cpu cpu;
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line) && !line.empty();) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos || colon + 2 > line.size()) continue;
    const std::string value = line.substr(colon + 2);
    if (line.starts_with("model name")) cpu.model = value;
    if (!line.starts_with("flags") && !line.starts_with("Features")) continue;
    std::istringstream words(value);
    for (std::string flag; words >> flag;) {
      if (std::find(std::begin(relevant_flags), std::end(relevant_flags), flag) != std::end(relevant_flags)) {
        cpu.flags.push_back(flag);
      }
    }
  }
  return cpu;
}

std::string read_os() {
  std::string name;
  std::ifstream file("/etc/os-release");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("PRETTY_NAME=")) {
      name = line.substr(12);
      std::erase(name, '"');
    }
  }
  utsname kernel{};
  if (uname(&kernel) != 0) return name;
  return fmt::format("{}{}{} {} {}", name, name.empty() ? "" : ", ", kernel.sysname, kernel.release, kernel.machine);
}

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

}  // namespace

std::string shell_word(const std::string& word) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  quoted += '\'';
  return quoted;
}

Provenance describe_machine(const std::vector<std::string>& command) {
  Provenance provenance;
  Cpu cpu = read_cpu();
  provenance.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                                   fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
  provenance.cpu = std::move(cpu.model);
  provenance.flags = std::move(cpu.flags);
  provenance.os = read_os();
  provenance.compiler = compiler();
  std::vector<std::string> words;
  for (const std::string& word : command) words.push_back(shell_word(word));
  provenance.command = fmt::format("{}", fmt::join(words, " "));
  return provenance;
}

}  // namespace hallmark
