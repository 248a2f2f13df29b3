// SPDX-License-Identifier: Apache-2.0
// vectors/manifest.json: the digest, rows, MPFR version and generator version of every golden vector file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace hallmark {

struct ManifestEntry {
  std::string file;  ///< "ieee754/convert_float32_to_bfloat16.csv"
  std::string sha256;
  std::uint64_t rows = 0;
  std::string mpfr;  ///< the version that computed it
  int generator = 0;
};

using VectorManifest = std::vector<ManifestEntry>;

/// The one text of a manifest, entries in their order.
std::string manifest_text(const VectorManifest& manifest);

/// Reads a manifest. Throws InputError with file:line:column or the field's place, and the mend.
VectorManifest read_manifest(const std::filesystem::path& path);

}  // namespace hallmark
