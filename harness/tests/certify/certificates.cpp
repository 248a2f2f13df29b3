// SPDX-License-Identifier: Apache-2.0
#include "certificates.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace hallmark {

namespace fs = std::filesystem;

std::string read_bytes(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) throw std::runtime_error(path.string() + " cannot be read");
  return text.str();
}

std::vector<std::string> files_under(const fs::path& folder) {
  std::vector<std::string> files;
  if (!fs::exists(folder)) return files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_directory()) files.push_back(fs::relative(entry.path(), folder).string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

fs::path certificate_path(const fs::path& folder) {
  fs::path found;
  for (const std::string& file : files_under(folder)) {
    if (fs::path(file).filename() != "certificate.json") continue;
    if (!found.empty()) throw std::runtime_error(folder.string() + " holds more than one certificate");
    found = folder / file;
  }
  if (found.empty()) throw std::runtime_error(folder.string() + " holds no certificate");
  return found;
}

nlohmann::json read_certificate_under(const fs::path& folder) {
  return nlohmann::json::parse(read_bytes(certificate_path(folder)));
}

const nlohmann::json& operation_of(const nlohmann::json& certificate, const std::string& signature) {
  for (const nlohmann::json& operation : certificate.at("operations")) {
    if (operation.at("signature") == signature) return operation;
  }
  throw std::runtime_error("the certificate has no operation " + signature);
}

std::vector<nlohmann::json> findings_of(const nlohmann::json& certificate) {
  std::vector<nlohmann::json> findings;
  for (const nlohmann::json& operation : certificate.at("operations")) {
    for (const nlohmann::json& finding : operation.at("findings")) findings.push_back(finding);
  }
  return findings;
}

}  // namespace hallmark
