// SPDX-License-Identifier: Apache-2.0
#include "inputs/vector_search.h"

#include <algorithm>
#include <cstdlib>
#include <system_error>

#include "semantics/nearest.h"

namespace hallmark {
namespace {

namespace fs = std::filesystem;

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

std::optional<fs::path> folder_from_environment() {
  const char* own = std::getenv("HALLMARK_VECTORS");
  if (own == nullptr || *own == '\0') return std::nullopt;
  if (!is_folder(own)) {
    throw InputError("HALLMARK_VECTORS = " + in_quotes(own) + " names no folder; correct or unset it");
  }
  return own;
}

bool is_shipped(const Profile& profile) {
  const std::vector<std::string> names = shipped_profiles();
  return std::find(names.begin(), names.end(), profile.name) != names.end() &&
         load_profile(profile.name).sha256 == profile.sha256;
}

}  // namespace

fs::path vector_file_place(const std::string& profile, const Signature& signature) {
  return fs::path(profile) / (test_name(signature) + ".csv");
}

std::optional<fs::path> vectors_folder() {
  if (auto own = folder_from_environment()) return own;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path place = error ? fs::path() : program.parent_path();
  // A file name that only a folder of vectors has: `vectors` is a common word.
  for (const fs::path& folder : {place / ".." / ".." / "vectors", place / ".." / "share" / "hallmark" / "vectors",
                                 fs::path(HALLMARK_SOURCE_VECTORS)}) {
    if (fs::exists(folder / "manifest.json", error)) return folder.lexically_normal();
  }
  return std::nullopt;
}

VectorSearch::VectorSearch(const Profile& profile) : profile_(profile.name) {
  if (folder_from_environment() || is_shipped(profile)) folder_ = vectors_folder();
}

std::optional<fs::path> VectorSearch::find(const Signature& signature) const {
  if (!folder_) return std::nullopt;
  const fs::path file = *folder_ / vector_file_place(profile_, signature);
  std::error_code error;
  if (!fs::exists(file, error)) return std::nullopt;
  return file;
}

}  // namespace hallmark
