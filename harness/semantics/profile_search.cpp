// SPDX-License-Identifier: Apache-2.0
// Finds the shipped profiles, in the build tree, in an installation or where HALLMARK_PROFILES says.
#include <cstdlib>
#include <set>
#include <system_error>

#include "semantics/nearest.h"
#include "semantics/profile.h"

namespace hallmark {

namespace {

namespace fs = std::filesystem;

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

/// $HALLMARK_PROFILES, then the first of: the source tree around a build tree, the installation, the source tree.
std::vector<fs::path> folders() {
  std::vector<fs::path> found;
  if (const char* own = std::getenv("HALLMARK_PROFILES"); own != nullptr && *own != '\0') {
    if (!is_folder(own)) {
      throw InputError("HALLMARK_PROFILES = " + in_quotes(own) + " names no folder; correct or unset it");
    }
    found.emplace_back(own);
  }
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path place = error ? fs::path() : program.parent_path();
  for (const fs::path& folder :
       {place / ".." / ".." / "suites" / "profiles", place / ".." / "share" / "hallmark" / "profiles",
        fs::path(HALLMARK_SOURCE_PROFILES)}) {
    if (is_folder(folder)) {
      found.push_back(folder.lexically_normal());
      break;
    }
  }
  return found;
}

bool is_path(const std::string& text) { return text.find('/') != std::string::npos || text.ends_with(".toml"); }

}  // namespace

std::vector<std::string> shipped_profiles() {
  std::set<std::string> names;
  for (const fs::path& folder : folders()) {
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
      if (entry.path().extension() == ".toml") names.insert(entry.path().stem().string());
    }
  }
  return {names.begin(), names.end()};
}

Profile load_profile(const std::string& name_or_path) {
  if (is_path(name_or_path)) return read_profile(name_or_path);
  for (const fs::path& folder : folders()) {
    const fs::path path = folder / (name_or_path + ".toml");
    std::error_code error;
    if (fs::exists(path, error)) return read_profile(path);
  }
  const std::vector<std::string> names = shipped_profiles();
  const std::vector<std::string_view> views(names.begin(), names.end());
  std::string what = "no profile is named " + in_quotes(name_or_path) + "; ";
  if (const auto near = nearest(name_or_path, views)) what += "did you mean " + in_quotes(*near) + "? ";
  throw InputError(
      what + "shipped: " + (views.empty() ? "none found, set HALLMARK_PROFILES to their folder" : alternatives(views)) +
      "; a file is named by a path, like ./mychip.toml");
}

}  // namespace hallmark
