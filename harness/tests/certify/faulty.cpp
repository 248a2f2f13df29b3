// SPDX-License-Identifier: Apache-2.0
#include "faulty.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "certify_backend.h"
#include "mechanisms.h"

namespace hallmark {
namespace {

std::vector<std::string> judged_by(const FaultyRow& row) { return {"--profile", test_profile(row.profile)}; }

std::string all_texts(const std::vector<nlohmann::json>& findings) {
  std::string text;
  for (const nlohmann::json& finding : findings) text += "\n  " + finding.dump();
  return text;
}

/// A command printed for people must do what it says: here, fail again. Only those that run one case are run.
void expect_reproduced(const nlohmann::json& finding) {
  const std::string command = finding.at("reproduce");
  ASSERT_TRUE(command.starts_with("hallmark certify --backend ")) << command;
  if (command.find("--case") == std::string::npos) return;
  const ScratchFolder folder;
  const Finished again = run_shell(command, {.folder = folder.path(), .environment = {}});
  EXPECT_EQ(again.exit_code, 1) << command << "\n" << again.out << again.err;
}

/// "0x3f80,0x4000", as a finding lists operands.
nlohmann::json operands_of(const std::string& witness) {
  nlohmann::json operands = nlohmann::json::array();
  std::istringstream codes(witness);
  for (std::string code; std::getline(codes, code, ',');) operands.push_back(code);
  return operands;
}

}  // namespace

/// A 32-bit sweep at standard has 16 parts, each 2^27 operands of either sign: the one that holds the witness is enough
/// of it, and catches the fault in the whole sweep as well. A function's pairs have 16 parts by the first operand.
/// Empty where the fault has no witness or the source is not swept.
std::string part_of_witness(const FaultyRow& row) {
  const bool swept = row.signature.starts_with("convert") && row.signature.find("32)->") != std::string::npos;
  if (row.witness.empty() || !(swept || is_function_of_pairs(row.signature))) return "";
  const std::uint64_t first = std::stoull(row.witness, nullptr, 16);  // as far as the comma
  const std::string number = std::to_string(swept ? (first & 0x7fffffff) >> 27 : first >> 12);
  return "part_" + std::string(number.size() < 2 ? 1 : 0, '0') + number;
}

void expect_caught(const FaultyRow& row, const std::string& level) {
  CertifyRun run;
  std::vector<std::string> arguments = judged_by(row);
  arguments.insert(arguments.end(), {"--operation", row.signature, "--level", level});
  const std::string part = level == "standard" ? part_of_witness(row) : "";
  if (!part.empty()) arguments.push_back("--gtest_filter=*." + part);
  certify(run, test_backend(row.library), arguments);
  ASSERT_EQ(run.process.exit_code, 1) << run.process.out << run.process.err;
  const nlohmann::json certificate = run.certificate();
  EXPECT_EQ(certificate.at("claim").at("verdict"), part.empty() ? "does not conform" : "partial");

  const std::vector<nlohmann::json> findings = findings_of(certificate);
  std::vector<nlohmann::json> required;
  std::copy_if(findings.begin(), findings.end(), std::back_inserter(required),
               [&](const nlohmann::json& finding) { return finding.at("requirement") == row.requirement; });
  ASSERT_FALSE(required.empty()) << "no finding under " << row.requirement << ":" << all_texts(findings);

  if (const auto mechanism = mechanisms().find(row.id); mechanism != mechanisms().end()) {
    EXPECT_TRUE(std::any_of(required.begin(), required.end(),
                            [&](const nlohmann::json& finding) {
                              return finding.at("explanation").get<std::string>().find(mechanism->second) !=
                                     std::string::npos;
                            }))
        << "no explanation names '" << mechanism->second << "':" << all_texts(required);
  }
  expect_reproduced(required.front());
}

void expect_witness_judged(const FaultyRow& row) {
  CertifyRun run;
  std::vector<std::string> arguments = judged_by(row);
  arguments.insert(arguments.end(), {"--case", row.signature + "#" + row.witness});
  certify(run, test_backend(row.library), arguments);
  ASSERT_EQ(run.process.exit_code, 1) << run.process.out << run.process.err;
  const nlohmann::json certificate = run.certificate();
  const nlohmann::json& operation = operation_of(certificate, row.signature);
  EXPECT_EQ(operation.at("tried"), 1);
  EXPECT_EQ(operation.at("failed"), 1);
  ASSERT_EQ(operation.at("findings").size(), 1u) << operation.dump(1);
  const nlohmann::json& finding = operation.at("findings").front();
  EXPECT_EQ(finding.at("requirement"), row.requirement);
  EXPECT_EQ(finding.at("operands"), operands_of(row.witness));
  EXPECT_EQ(finding.at("expected"), row.right);
  EXPECT_EQ(finding.at("got"), row.wrong);
}

}  // namespace hallmark
