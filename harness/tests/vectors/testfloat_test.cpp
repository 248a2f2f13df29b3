// SPDX-License-Identifier: Apache-2.0
// `hallmark vectors judge --format testfloat`: results that a device left in a file.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "oracles/arithmetic.h"
#include "semantics/signature.h"
#include "tests/certify/certificates.h"
#include "tests/certify/hallmark_process.h"

namespace hallmark {
namespace {

class Testfloat : public testing::Test {
 protected:
  Finished judge(const std::string& operation, const std::string& bytes) {
    std::ofstream(folder.path() / "results.txt", std::ios::binary) << bytes;
    return run_hallmark({"vectors", "judge", "--format", "testfloat", "--operation", operation, "results.txt"},
                        {.folder = folder.path(), .environment = {}});
  }

  ScratchFolder folder;
};

/// Lines of an operation on bfloat16 pairs around 1, with the right results.
std::vector<std::string> right_lines(const std::string& text) {
  const Elementwise operation = elementwise_of(std::get<Signature>(parse_signature(text))).value();
  IntegerArithmetic integers;
  std::vector<std::string> lines;
  for (std::uint64_t x = 0x3f70; x < 0x3f90; ++x) {
    for (std::uint64_t y = 0xbf70; y < 0xbf90; ++y) {
      const std::array<std::uint64_t, 2> operands{x, y};
      const std::uint64_t right = elementwise_result(operation, {}, operands, integers).single().value();
      lines.push_back(operation.result.is_integer() ? fmt::format("{:04X} {:04X} {} 00\n", x, y, right)
                                                    : fmt::format("{:04X} {:04X} {:04X} 01\n", x, y, right));
    }
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string bytes;
  for (const std::string& line : lines) bytes += line;
  return bytes;
}

// Kills: a judge that reads the flags, that swaps operands (x - y), or that cannot read a truth value of one digit.
TEST_F(Testfloat, RightResultsPass) {
  for (const char* text : {"subtract(bfloat16,bfloat16)->bfloat16", "divide(bfloat16,bfloat16)->bfloat16",
                           "less(bfloat16,bfloat16)->uint8"}) {
    const Finished finished = judge(text, joined(right_lines(text)));
    EXPECT_EQ(finished.exit_code, 0) << finished.out << finished.err;
    EXPECT_NE(finished.out.find("1,024 lines, 0 wrong"), std::string::npos) << finished.out;
  }
}

// Kills: a wrong line that passes, or is told with another line's number.
TEST_F(Testfloat, AWrongResultFailsWithItsLine) {
  const char* text = "multiply(bfloat16,bfloat16)->bfloat16";
  std::vector<std::string> lines = right_lines(text);
  lines[700] = lines[700].substr(0, 10) + "1234 01\n";
  const Finished finished = judge(text, joined(lines));
  EXPECT_EQ(finished.exit_code, 1) << finished.out << finished.err;
  EXPECT_NE(finished.out.find("1,024 lines, 1 wrong"), std::string::npos) << finished.out;
  EXPECT_NE(finished.out.find("results.txt:701: operands"), std::string::npos) << finished.out;
  EXPECT_NE(finished.out.find("got 0x1234"), std::string::npos) << finished.out;
}

// Kills: a conversion that this verb cannot judge.
TEST_F(Testfloat, JudgesConversions) {
  EXPECT_EQ(judge("convert(float32)->bfloat16", "3F808000 3F80 01\n7FC00001 7FC1 00\n").exit_code, 0);
  const Finished away = judge("convert(float32)->bfloat16", "3F808000 3F81 01\n");
  EXPECT_EQ(away.exit_code, 1);
  EXPECT_NE(away.out.find("ties away from zero"), std::string::npos) << away.out;
}

struct Malformed {
  const char* bytes;
  const char* said;
};

// Kills: a malformed line that is skipped, judged as something else, or told without its place; a pass on no line.
TEST_F(Testfloat, MalformedFilesAreRefusedWithTheirPlace) {
  const Malformed files[] = {
      {"", "results.txt: has no line to judge"},
      {"3C00 4000 4200 00\n3C00 4000 4200\n", "results.txt:2:15: no flags"},
      {"3C00  4000 4200 00\n", "results.txt:1:6: no operand"},
      {"3C00 4000 4200 00 1\n", "results.txt:1:19: more words"},
      {"13C00 4000 4200 00\n", "results.txt:1:1: operand 13C00 has more than the 16 bits"},
      {"3C00 40G0 4200 00\n", "results.txt:1:6: operand '40G0' is no hexadecimal number"},
      {"3C00 4000 -200 00\n", "results.txt:1:11: result '-200' is no hexadecimal number"},
      {"3C00 4000 4200 0\n", "results.txt:1:16: flags 0 are not two"},
      {"3C00 4000 4200 00", "truncated"},
      {"3C00 4000 4200 00\n\n", "results.txt:2:1: no operand"},
      {"3C00 4000 4200 00\r\n", "results.txt:1:18: "},
  };
  for (const Malformed& file : files) {
    const Finished finished = judge("add(float16,float16)->float16", file.bytes);
    EXPECT_EQ(finished.exit_code, 2) << file.bytes << finished.out;
    EXPECT_NE(finished.err.find(file.said), std::string::npos) << file.bytes << finished.err;
  }
  EXPECT_EQ(judge("addd(float16,float16)->float16", "3C00 4000 4200 00\n").exit_code, 2);
  EXPECT_EQ(judge("add(float16,float16)", "3C00 4000 4200 00\n").exit_code, 2);
}

}  // namespace
}  // namespace hallmark
