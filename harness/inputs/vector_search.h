// SPDX-License-Identifier: Apache-2.0
// Where golden vectors are: in the build tree's source, in an installation, or where HALLMARK_VECTORS says.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "semantics/profile.h"
#include "semantics/signature.h"

namespace hallmark {

/// "ieee754/convert_float32_to_bfloat16.csv": a vector file's place in a folder of vectors.
std::filesystem::path vector_file_place(const std::string& profile, const Signature& signature);

/// The folder of the shipped vectors: $HALLMARK_VECTORS, else the first of the source tree around a build tree, the
/// installation, the source tree. Nothing where there is none. Throws InputError if HALLMARK_VECTORS names no folder.
std::optional<std::filesystem::path> vectors_folder();

/// The vector files of one profile. Shipped vectors are for shipped profiles: a changed profile of the same name has
/// none but in $HALLMARK_VECTORS.
class VectorSearch {
 public:
  explicit VectorSearch(const Profile& profile);
  /// The file of a signature, if there is one.
  std::optional<std::filesystem::path> find(const Signature& signature) const;

 private:
  std::string profile_;
  std::optional<std::filesystem::path> folder_;
};

}  // namespace hallmark
