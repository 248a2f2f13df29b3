// SPDX-License-Identifier: Apache-2.0
// hallmark report: renders certificates again, into one folder a backend, and an index over several.
#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <utility>
#include <vector>

#include "cli/verbs.h"
#include "reports/console.h"
#include "reports/index.h"
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
      std::vector<NamedText> files;
      for (const Certificate& certificate : certificates) {
        folders.push_back(folder_name(certificate.backend.name, taken));
        for (NamedText& file : report_files(certificate)) {
          files.emplace_back(folders.back() + "/" + file.first, std::move(file.second));
        }
      }
      if (certificates.size() > 1) files.emplace_back("index.html", index_page(certificates, folders));
      write_files(arguments->out, files);
      fmt::print("{}", verdict_table(certificates, console_style(STDOUT_FILENO)));
      return exit_conforms;
    };
  });
}

}  // namespace hallmark
