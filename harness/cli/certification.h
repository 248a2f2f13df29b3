// SPDX-License-Identifier: Apache-2.0
// One backend certified: opened, run part by part, judged, and written down as a certificate.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "plan.h"
#include "reports/certificate.h"
#include "running/journal.h"
#include "running/supervisor.h"
#include "semantics/profile.h"

namespace hallmark {

/// What the command line says about how to run, the same for every backend.
struct CertificationOptions {
  std::string profile;  ///< name or path; empty: the one the backend claims
  Plan plan;            ///< its profile is filled in once the backend is open
  std::string gtest_filter = "*";
  unsigned jobs = 1;
  double timeout_seconds = 60;
  std::uint64_t memory_limit = std::uint64_t{4} << 30;
  std::vector<std::string> command;  ///< argv, for the certificate
};

/// A backend on its way to a certificate. Throws InputError for a wrong profile, glob, case or filter.
class Certification {
 public:
  Certification(std::string spec, const CertificationOptions& options);

  /// Opens the backend; the reason if it cannot be.
  std::optional<OpeningRefusal> open();
  const BackendDescription& description() const { return description_; }

  /// Loads the profile and lists the tests; throws InputError when there are none.
  void plan();
  const std::vector<Part>& parts() const { return parts_; }
  const Profile& profile() const { return profile_; }

  /// Runs everything, or with `resume` what an earlier run did not finish. journal: where finished parts are noted.
  /// `failure` is set when the machine or Hallmark itself failed; the certificate then must not be used.
  struct Result {
    Certificate certificate;
    std::optional<std::string> failure;
  };
  Result run(ProgressListener& progress, const std::filesystem::path& journal, bool resume);
  /// The certificate is written: what was noted for resuming goes.
  void complete() { journal_->discard(); }
  std::string log_text() const { return supervisor_.log_text(); }

 private:
  void check_vectors() const;
  RunReport run_parts(ProgressListener& progress);
  /// Fills in the operations and their traits.
  void judge(const RunReport& report, Certificate& certificate) const;

  std::string spec_;
  CertificationOptions options_;
  Supervisor supervisor_;
  BackendDescription description_;
  Profile profile_;
  std::vector<Part> parts_;
  bool all_parts_ = true;
  std::unique_ptr<Journal> journal_;
};

}  // namespace hallmark
