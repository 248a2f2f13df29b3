// SPDX-License-Identifier: Apache-2.0
// Reading a backend's spec and finding the built-in backends of this build.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string_view>

#include "backends/backend.h"
#include "backends/library.h"

namespace hallmark {

namespace fs = std::filesystem;

namespace {

/// Where built-in backends may lie: HALLMARK_BACKENDS alone if it is set, else beside the executable, as in the build
/// tree, and then where cmake --install puts them.
std::vector<fs::path> built_in_folders() {
  if (const char* folder = std::getenv("HALLMARK_BACKENDS"); folder != nullptr && *folder != '\0') return {folder};
  std::error_code error;
  const fs::path executable = fs::read_symlink("/proc/self/exe", error);
  if (error) return {};
  const fs::path folder = executable.parent_path();
  return {folder / "backends", folder.parent_path() / "lib" / "hallmark" / "backends"};
}

std::string built_in_path(const std::string& name) {
  for (const fs::path& folder : built_in_folders()) {
    const fs::path file = folder / (name + ".so");
    std::error_code error;
    if (fs::is_regular_file(file, error)) return file.string();
  }
  return {};
}

bool names_a_file(std::string_view target) {
  return target.find('/') != std::string_view::npos || target.ends_with(".so") ||
         target.find(".so.") != std::string_view::npos;
}

}  // namespace

std::vector<std::string> built_in_backends() {
  std::set<std::string> names;
  for (const fs::path& folder : built_in_folders()) {
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
      if (entry->path().extension() == ".so") names.insert(entry->path().stem().string());
    }
  }
  return {names.begin(), names.end()};
}

BackendSpec parse_spec(const std::string& text) {
  BackendSpec spec;
  spec.text = text;
  if (text.starts_with("exec:")) {
    spec.kind = BackendSpec::Kind::program;
    spec.target = text.substr(5);
    if (spec.target.find_first_not_of(" \t") == std::string::npos) {
      throw BackendError("backend spec 'exec:' names no program; write exec:COMMAND");
    }
    return spec;
  }
  const std::size_t mark = text.find('?');
  spec.target = text.substr(0, mark);
  if (mark != std::string::npos) spec.options = text.substr(mark + 1);
  if (spec.target.empty()) {
    throw BackendError("empty backend spec; give a built-in name, a path such as ./mine.so, or exec:COMMAND");
  }
  if (names_a_file(spec.target)) {
    spec.kind = BackendSpec::Kind::library;
    return spec;
  }
  if (built_in_path(spec.target).empty()) {
    const std::vector<std::string> names = built_in_backends();
    throw BackendError(fmt::format(
        "no built-in backend is named '{}'; {}; a library of your own is given as a path, ./{}.so", spec.target,
        names.empty() ? "this build has none" : fmt::format("there are: {}", fmt::join(names, ", ")), spec.target));
  }
  return spec;
}

std::unique_ptr<Backend> open_backend(const BackendSpec& spec) {
  switch (spec.kind) {
    case BackendSpec::Kind::library:
      return open_library(spec, spec.target);
    case BackendSpec::Kind::built_in: {
      const std::string path = built_in_path(spec.target);
      if (path.empty()) throw BackendError(fmt::format("no built-in backend is named '{}'", spec.target));
      return open_library(spec, path);
    }
    case BackendSpec::Kind::program:
      break;
  }
  throw BackendError(
      fmt::format("{}: external programs are not supported by this version; use a shared library", spec.text));
}

}  // namespace hallmark
