// SPDX-License-Identifier: Apache-2.0
// Writes a certificate's reports into a folder, all of them or, where that fails, none.
#pragma once

#include <filesystem>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reports/certificate.h"
#include "reports/console.h"

namespace hallmark {

/// A report could not be written; one line that names the file, the cause and the mend. The command line exits with 3.
class WriteError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// File name, or path below a folder, and content.
using NamedText = std::pair<std::string, std::string>;

/// Creates folders where they are missing, writes every file beside its place, syncs all of them to disk and only then
/// renames: whoever reads sees the old file or the new one, and a full disk leaves the earlier files intact and nothing
/// behind.
void write_files(const std::filesystem::path& directory, const std::vector<NamedText>& files);

/// certificate.json, junit.xml, summary.md and index.html.
std::vector<NamedText> report_files(const Certificate& certificate);
void write_reports(const Certificate& certificate, const std::filesystem::path& directory);

/// index.html over several backends. folders: of their reports, within `directory`.
void write_index(std::span<const Certificate> certificates, std::span<const std::string> folders,
                 std::span<const SkippedBackend> without, const std::filesystem::path& directory);

/// A backend's folder: its name with other characters than letters, digits, _, - and . replaced, and -2 appended on a
/// clash with the names taken, which it joins.
std::string folder_name(const std::string& backend, std::set<std::string>& taken);

}  // namespace hallmark
