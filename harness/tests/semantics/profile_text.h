// SPDX-License-Identifier: Apache-2.0
// Reads a profile from text in a test, and catches the message of a refused one.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <variant>

#include "semantics/profile.h"

namespace hallmark {

/// A file that exists while the object does.
class TextFile {
 public:
  explicit TextFile(std::string_view text) {
    static int count = 0;
    path_ = std::filesystem::temp_directory_path() /
            ("hallmark_profile_" + std::to_string(getpid()) + "_" + std::to_string(count++) + ".toml");
    std::ofstream(path_, std::ios::binary) << text;
  }
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;
  ~TextFile() {
    std::error_code error;
    std::filesystem::remove(path_, error);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline Profile profile_from(std::string_view text) { return read_profile(TextFile(text).path()); }

/// The message without the file's name: ":line:column: what". Empty where the profile was accepted.
inline std::string refusal_of(std::string_view text) {
  const TextFile file(text);
  try {
    read_profile(file.path());
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_TRUE(message.starts_with(file.path().string())) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message.substr(file.path().string().size());
  }
  return {};
}

inline Signature signature_of(std::string_view text, const Profile* profile = nullptr) {
  FormatLookup lookup;
  if (profile != nullptr) lookup = [profile](std::string_view name) { return profile->find_format(name); };
  auto parsed = parse_signature(text, lookup);
  if (const auto* error = std::get_if<SignatureError>(&parsed)) {
    ADD_FAILURE() << text << ": column " << error->column << ": " << error->what;
    return {};
  }
  return std::get<Signature>(parsed);
}

}  // namespace hallmark
