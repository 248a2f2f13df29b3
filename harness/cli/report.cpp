// SPDX-License-Identifier: Apache-2.0
// hallmark report: renders certificates again, into one folder a backend.
#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <utility>
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
      std::vector<NamedText> files;
      for (const Certificate& certificate : certificates) {
        const std::string folder = folder_name(certificate.backend.name, taken);
        for (NamedText& file : report_files(certificate))
          files.emplace_back(folder + "/" + file.first, std::move(file.second));
      }
      write_files(arguments->out, files);
      fmt::print("{}", verdict_table(certificates, console_style(STDOUT_FILENO)));
      return exit_conforms;
    };
  });
}

}  // namespace hallmark
