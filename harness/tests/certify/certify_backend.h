// SPDX-License-Identifier: Apache-2.0
// One certification of one test backend, as a fixture's steps: run it, read what it left.
#pragma once

#include <string>
#include <vector>

#include "certificates.h"
#include "hallmark_process.h"

namespace hallmark {

/// A finished run and its folder.
struct CertifyRun {
  ScratchFolder folder;
  Finished process;
  /// Of the one backend that was certified.
  nlohmann::json certificate() const { return read_certificate_under(folder.path() / "out"); }
};

/// hallmark certify of a test backend (or any spec) into a fresh folder's out/.
inline void certify(CertifyRun& run, const std::string& spec, std::vector<std::string> more) {
  std::vector<std::string> arguments = {"certify", "--backend", spec, "--out", "out"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  run.process = run_hallmark(arguments, {.folder = run.folder.path(), .environment = {}});
}

}  // namespace hallmark
