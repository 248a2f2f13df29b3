// SPDX-License-Identifier: Apache-2.0
#include "cli/vector_manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "inputs/vector_file.h"
#include "reports/json_text.h"
#include "semantics/nearest.h"

namespace hallmark {
namespace {

constexpr const char* mend = "run `hallmark vectors generate`";

nlohmann::json parse(const std::string& path, const std::string& bytes) {
  if (nests_deeper(bytes, 8)) throw InputError(fmt::format("{}: nests too deep for a manifest; {}", path, mend));
  try {
    return nlohmann::json::parse(bytes);
  } catch (const nlohmann::json::parse_error& error) {
    const auto end = bytes.begin() + static_cast<std::ptrdiff_t>(std::min(error.byte, bytes.size()));
    const auto line = std::count(bytes.begin(), end, '\n') + 1;
    throw InputError(fmt::format("{}:{}: is not JSON; {}", path, line, mend));
  }
}

ManifestEntry entry_of(const nlohmann::json& json) {
  ManifestEntry entry;
  json.at("file").get_to(entry.file);
  json.at("sha256").get_to(entry.sha256);
  json.at("rows").get_to(entry.rows);
  json.at("mpfr").get_to(entry.mpfr);
  json.at("generator").get_to(entry.generator);
  return entry;
}

}  // namespace

std::string manifest_text(const VectorManifest& manifest) {
  nlohmann::ordered_json files = nlohmann::ordered_json::array();
  for (const ManifestEntry& entry : manifest) {
    files.push_back({{"file", entry.file},
                     {"sha256", entry.sha256},
                     {"rows", entry.rows},
                     {"mpfr", entry.mpfr},
                     {"generator", entry.generator}});
  }
  nlohmann::ordered_json document;
  document["hallmark_vectors"] = 1;
  document["files"] = std::move(files);
  return document.dump(1) + '\n';
}

VectorManifest read_manifest(const std::filesystem::path& path) {
  const nlohmann::json json = parse(path.string(), read_vector_bytes(path.string()));
  VectorManifest manifest;
  std::set<std::string> names;
  std::size_t index = 0;
  try {
    if (json.at("hallmark_vectors") != 1)
      throw InputError(fmt::format("{}: hallmark_vectors is not 1; {}", path.string(), mend));
    for (const nlohmann::json& file : json.at("files")) {
      manifest.push_back(entry_of(file));
      if (!names.insert(manifest.back().file).second) {
        throw InputError(fmt::format("{}: names {} twice; {}", path.string(), in_quotes(manifest.back().file), mend));
      }
      ++index;
    }
  } catch (const nlohmann::json::exception&) {
    throw InputError(fmt::format("{}: files[{}] is no entry with file, sha256, rows, mpfr and generator; {}",
                                 path.string(), index, mend));
  }
  if (manifest.empty()) throw InputError(fmt::format("{}: lists no files; {}", path.string(), mend));
  return manifest;
}

}  // namespace hallmark
