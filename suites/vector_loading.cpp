// SPDX-License-Identifier: Apache-2.0
#include "vector_loading.h"

#include <fmt/format.h>

#include "suite.h"

namespace hallmark {
namespace {

VectorFile read(const std::string& path, const Profile& profile) {
  return read_vector_file(path, [&](const std::string&) -> FormatLookup {
    return [&](std::string_view name) { return profile.find_format(name); };
  });
}

}  // namespace

VectorFile load_vectors(const std::string& path, const Profile& profile, const Signature& signature) {
  VectorFile file = read(path, profile);
  if (file.signature != signature) {
    throw InputError(fmt::format("{}:2: is of {}, its name says {}; rename the file or correct the line", path,
                                 to_string(file.signature), to_string(signature)));
  }
  if (file.profile != profile.name) {
    throw InputError(fmt::format("{}:3: is for profile {}, its folder is {}'s; move the file or correct the line", path,
                                 file.profile, profile.name));
  }
  suite_of(signature)->check_vectors(file, profile);
  return file;
}

std::vector<std::vector<std::uint64_t>> vector_tuples(const std::string& path, const Profile& profile) {
  std::vector<std::vector<std::uint64_t>> tuples;
  for (const VectorRow& row : read(path, profile).rows) {
    std::vector<std::uint64_t>& tuple = tuples.emplace_back();
    for (const auto& codes : row.operands) tuple.push_back(codes.front());
  }
  return tuples;
}

}  // namespace hallmark
