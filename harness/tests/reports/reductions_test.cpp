// SPDX-License-Identifier: Apache-2.0
// What reports say of reductions: a domain without end, operands that are lists, passes on weak evidence.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "reports/operand.h"
#include "reports/summary.h"
#include "tests/reports/sample.h"

namespace hallmark::test {
namespace {

OperationRecord dot(Outcome outcome) {
  OperationRecord record = operation("dot(bfloat16,bfloat16)->float32", outcome);
  record.domain.reset();
  record.tried = 8161;
  return record;
}

// Kills: a report that calls some thousand rows all there are, or some of none.
TEST(OpenDomain, IsNoCount) {
  Certificate certificate = small();
  certificate.operations = {dot(Outcome::pass)};
  EXPECT_TRUE(to_json(certificate)["operations"][0]["domain"].is_null());
  const std::string evidence = evidence_sentence(certificate);
  EXPECT_NE(evidence.find("8,161 operands were tried; no result is wrong"), std::string::npos) << evidence;
  EXPECT_EQ(evidence.find("all there are"), std::string::npos) << evidence;
  EXPECT_EQ(tried_of_domain(8161, std::nullopt), "8,161");
  certificate.operations.push_back(small().operations[0]);
  EXPECT_EQ(evidence_sentence(certificate).find("all there are"), std::string::npos);
}

// Kills: a verdict that takes weak evidence for a pass.
TEST(WeakOutcome, DoesNotConform) {
  Certificate certificate = small();
  certificate.operations = {dot(Outcome::pass), dot(Outcome::weak)};
  EXPECT_EQ(verdict_name(certificate.verdict()), std::string("does not conform"));
  EXPECT_NE(evidence_sentence(certificate).find("weak evidence"), std::string::npos);
}

// Kills: a list of codes that is shown without its values, or with those of another format.
TEST(ListOfCodes, IsShownWithItsFirstValues) {
  Finding finding;
  finding.operands = {"0x3f80 0xbf00 0x4040", "0x3f80 0x3f80 0x3f80 0x3f80 0x7fc0 0x3f80 ... 96 in all", "0x3f800000"};
  finding.expected = "0x3f800000";
  finding.got = "0x00000000";
  const auto rows = counterexample("dot(bfloat16,bfloat16,float32)->float32", finding);
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_EQ(rows[0].codes[0].text, "0x3f80 0xbf00 0x4040");
  EXPECT_EQ(rows[0].note, "(1, -0.5, 3)");
  EXPECT_EQ(rows[1].note, "(1, 1, 1, 1, ...)");
  EXPECT_EQ(rows[2].codes[0].decimal, "1");
  EXPECT_EQ(rows[3].codes[0].decimal, "1");
}

}  // namespace
}  // namespace hallmark::test
