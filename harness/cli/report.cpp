// SPDX-License-Identifier: Apache-2.0
// hallmark report: renders certificates again, into one folder a backend, and an index over several.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <vector>

#include "cli/verbs.h"
#include "reports/console.h"
#include "reports/write.h"

namespace hallmark {

void add_report(CLI::App& app, Action& action) {
  struct Arguments {
    std::vector<std::string> certificates;
    std::string out;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* verb = app.add_subcommand("report", "render certificates as JUnit, Markdown and HTML");
  verb->add_option("certificates", arguments->certificates, "certificate.json files")->required();
  verb->add_option("--out", arguments->out, "folder for reports")->required();
  verb->callback([arguments, &action] {
    action = [arguments] {
      // All are read before anything is written: a wrong one among them leaves nothing half done.
      std::vector<Certificate> certificates;
      for (const std::string& path : arguments->certificates) certificates.push_back(read_certificate(path));
      std::set<std::string> taken;
      std::vector<std::string> folders;
      for (const Certificate& certificate : certificates) {
        folders.push_back(folder_name(certificate.backend.name, taken));
        write_reports(certificate, std::filesystem::path(arguments->out) / folders.back());
      }
      if (certificates.size() > 1) write_index(certificates, folders, {}, arguments->out);
      fmt::print("{}", verdict_table(certificates, console_style(STDOUT_FILENO)));
      return exit_conforms;
    };
  });
}

}  // namespace hallmark
