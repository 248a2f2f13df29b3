// SPDX-License-Identifier: Apache-2.0
// Finds and reads the certificates that a run of hallmark left, as plain JSON: what another program would see.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace hallmark {

std::string read_bytes(const std::filesystem::path& path);

/// Every file under a folder, relative to it, sorted.
std::vector<std::string> files_under(const std::filesystem::path& folder);

/// The one certificate under a folder; throws where there is none or more than one.
std::filesystem::path certificate_path(const std::filesystem::path& folder);
nlohmann::json read_certificate_under(const std::filesystem::path& folder);

/// The operation of that signature; throws where there is none.
const nlohmann::json& operation_of(const nlohmann::json& certificate, const std::string& signature);

/// All findings of all operations.
std::vector<nlohmann::json> findings_of(const nlohmann::json& certificate);

}  // namespace hallmark
