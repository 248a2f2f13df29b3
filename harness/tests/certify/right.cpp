// SPDX-License-Identifier: Apache-2.0
#include "right.h"

#include "certify_backend.h"

namespace hallmark {

void expect_passes(const RightRow& row, const std::string& level) {
  CertifyRun run;
  std::vector<std::string> arguments = {"--profile", test_profile(row.profile), "--operation", row.signature, "--level",
                                        level};
  // First operands about 1, where the results differ most from one another.
  const bool in_part = level == "standard" && is_function_of_pairs(row.signature);
  if (in_part) arguments.push_back("--gtest_filter=*.part_03:*.part_11:*.lanes");
  certify(run, test_backend(row.library), arguments);
  ASSERT_EQ(run.process.exit_code, 0) << run.process.out << run.process.err;
  const nlohmann::json certificate = run.certificate();
  EXPECT_EQ(certificate.at("claim").at("verdict"), in_part ? "partial" : "conforms");
  EXPECT_TRUE(findings_of(certificate).empty());
  const nlohmann::json& operation = operation_of(certificate, row.signature);
  EXPECT_EQ(operation.at("outcome"), "pass");
  EXPECT_EQ(operation.at("failed"), 0);
  EXPECT_GE(operation.at("tried"), 256);
  std::uint64_t tried = 0;
  for (const nlohmann::json& requirement : operation.at("requirements")) {
    EXPECT_EQ(requirement.at("outcome"), "pass") << requirement.dump();
    EXPECT_EQ(requirement.at("failed"), 0);
    const std::string name = requirement.at("name");
    if (name != "consistency" && name != "environment") tried += requirement.at("tried").get<std::uint64_t>();
  }
  EXPECT_EQ(tried, operation.at("tried").get<std::uint64_t>());
}

std::string right_row_name(const testing::TestParamInfo<RightRow>& info) {
  const std::string& library = info.param.library;
  return test_name_of(library.substr(library.find('?') + 1) + " " + info.param.profile + " " + info.param.signature);
}

}  // namespace hallmark
