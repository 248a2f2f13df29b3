// SPDX-License-Identifier: Apache-2.0
// hallmark verify: is this certificate what a run of Hallmark wrote?
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include "cli/verbs.h"
#include "reports/certificate.h"
#include "semantics/profile.h"

namespace hallmark {
namespace {

std::string read_text(const std::string& path) {
  if (std::filesystem::is_directory(path)) {
    throw InputError(fmt::format("{}: is a directory; name the certificate.json in it", path));
  }
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) {
    throw InputError(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  }
  return text.str();
}

}  // namespace

void add_verify(CLI::App& app, Action& action) {
  auto path = std::make_shared<std::string>();
  CLI::App* verb = app.add_subcommand("verify", "check a certificate's digests; exit 0 genuine, 1 not");
  verb->add_option("certificate", *path, "certificate.json")->required();
  verb->callback([path, &action] {
    action = [path] {
      const std::string why = check_certificate_text(read_text(*path));
      if (!why.empty()) {
        fmt::print("{}: not genuine: {}\n", *path, why);
        return exit_does_not_conform;
      }
      const Certificate certificate = read_certificate(*path);
      fmt::print("{}: genuine; {} under {} at level {}: {}\n", *path, certificate.backend.name, certificate.profile,
                 certificate.level, verdict_name(certificate.verdict()));
      return exit_conforms;
    };
  });
}

}  // namespace hallmark
