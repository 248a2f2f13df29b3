// SPDX-License-Identifier: Apache-2.0
// Operands on which public libraries went wrong, with the answers their reports agreed on.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "oracles/convert.h"
#include "semantics/profile.h"
#include "tests/truth/exact_rounding.h"
#include "truth/truth.h"

namespace hallmark::test {
namespace {

/// Kills: every faulty conversion of the reports, were it to creep into truth or oracle.
TEST(PublicConversions, AreRight) {
  std::ifstream file(HALLMARK_SOURCE_DIR "/harness/tests/truth/public_conversions.csv");
  std::string line;
  std::size_t rows = 0;
  std::set<std::string> faults;
  Truth truth;
  while (std::getline(file, line)) {
    if (line.starts_with("#") || line.starts_with("fault,")) continue;
    SCOPED_TRACE(line);
    std::istringstream stream(line);
    std::string fault, text, profile, operand_text, right_text;
    std::getline(std::getline(std::getline(std::getline(std::getline(stream, fault, ','), text, ','), profile, ','),
                              operand_text, ','),
                 right_text);
    const auto parsed = parse_signature(text);
    ASSERT_TRUE(std::holds_alternative<Signature>(parsed));
    const Signature& signature = std::get<Signature>(parsed);
    const Conversion conversion{signature.operands.front(), signature.result};
    const std::uint64_t operand = std::stoull(operand_text, nullptr, 16);
    RightAnswer right{RightAnswer::Kind::nan, 0};
    if (right_text != "nan") right = {RightAnswer::Kind::code, std::stoull(right_text, nullptr, 16)};
    for (const Alternative& alternative : load_profile(profile).resolve(signature)) {
      EXPECT_TRUE(states(truth.convert(conversion, alternative.semantics, operand), right, conversion.to));
      EXPECT_TRUE(states(oracle_convert(conversion, alternative.semantics, operand), right, conversion.to));
    }
    ++rows;
    faults.insert(fault);
  }
  EXPECT_EQ(rows, 71u);
  EXPECT_EQ(faults.size(), 40u);
}

}  // namespace
}  // namespace hallmark::test
