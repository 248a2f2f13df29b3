// SPDX-License-Identifier: Apache-2.0
// Tests of what is printed on a terminal: alignment, colour, and that nothing a backend says acts on the terminal.
#include "reports/console.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>

#include "reports/table.h"
#include "reports/text.h"
#include "sample.h"

namespace hallmark::test {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end - at));
    at = end == std::string::npos ? text.size() : end + 1;
  }
  return lines;
}

/// Text without escape sequences of colour.
std::string without_color(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b') {
      i = text.find('m', i);
    } else {
      plain += text[i];
    }
  }
  return plain;
}

TEST(Console, TableIsExactlyThis) {
  Certificate scalar = small();
  scalar.backend.name = "scalar";
  const std::vector<Certificate> certificates = {scalar, realistic()};
  const std::vector<SkippedBackend> skipped = {{"cuda", "no CUDA device"}};
  EXPECT_EQ(
      verdict_table(certificates, {}, skipped),
      "backend      profile  verdict           operations  operands tried  seconds  first finding\n"
      "scalar       ieee754  conforms                 1/1          65,536      1.2\n"
      "avx512_bf16  ieee754  does not conform         4/8   9,408,020,992      1.2  convert(float32)->bfloat16: all "
      "16,711,678 mismatches agree with flushing subnormal operands to a signed zero\n"
      "\n"
      "not certified:\n"
      "  cuda  no CUDA device\n");
}

TEST(Console, ColumnsAlignWhateverTheNames) {
  std::vector<Certificate> certificates;
  for (const char* name : {"a", "caf\u00e9", "\u6771\u4eac", "quite_a_long_backend_name", "esc\x1b[31m\n"}) {
    certificates.push_back(small());
    certificates.back().backend.name = name;
  }
  for (const bool color : {false, true}) {
    const auto lines = lines_of(without_color(verdict_table(certificates, {color, 0})));
    ASSERT_EQ(lines.size(), certificates.size() + 1);
    for (const std::string& line : lines) {
      const std::size_t at = line.find(&line == &lines[0] ? "profile" : "ieee754");
      ASSERT_NE(at, std::string::npos) << line;
      EXPECT_EQ(display_width(line.substr(0, at)), 27u) << line;
      EXPECT_FALSE(line.ends_with(' ')) << line;
    }
  }
}

TEST(Console, LinesFitTheTerminalWhereTheyCan) {
  const std::vector<Certificate> certificates = {realistic()};
  const auto lines = lines_of(verdict_table(certificates, {false, 110}));
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(display_width(lines[1]), 110u) << lines[1];
  EXPECT_TRUE(lines[1].ends_with("\u2026")) << lines[1];
}

TEST(Console, BlockShowsEveryOutcomeAndFinding) {
  const std::string text = backend_block(every_outcome(), {});
  EXPECT_EQ(std::count(text.begin(), text.end(), '\x1b'), 0) << "no escape sequence of the backend's gets through";
  EXPECT_EQ(std::count(text.begin(), text.end(), '\0'), 0);
  for (const OperationRecord& record : every_outcome().operations) {
    EXPECT_NE(text.find(record.signature), std::string::npos) << record.signature;
    for (const Finding& finding : record.findings) {
      EXPECT_NE(text.find("     " + visible(finding.explanation) + "\n"), std::string::npos);
      EXPECT_NE(text.find("     reproduce  " + visible(finding.reproduce) + "\n"), std::string::npos);
    }
  }
  EXPECT_NE(text.find("  not run         convert(float16)->not_run"), std::string::npos) << text;
}

TEST(Console, CounterexampleIsInHexBitsAndDecimal) {
  const std::string text = backend_block(realistic(), {});
  EXPECT_NE(
      text.find("     operand   0x00008001  0 00000000 00000001000000000000001  4.591914937745993e-41, subnormal\n"
                "     expected  0x0001      0 00000000 0000001                  9.183549615799121e-41, subnormal\n"
                "     got       0x0000      0 00000000 0000000                  0\n"
                "     reproduce  hallmark certify --backend avx512_bf16 --profile ieee754 --case "
                "'convert(float32)->bfloat16#0x00008001'\n"),
      std::string::npos)
      << text;
}

TEST(Console, ColorOnlyOnATerminalThatWantsIt) {
  EXPECT_EQ(verdict_table(std::vector{realistic()}, {}).find('\x1b'), std::string::npos);
  EXPECT_NE(verdict_table(std::vector{realistic()}, {true, 0}).find("\x1b[1;31mdoes not conform\x1b[0m"),
            std::string::npos);
  const std::string file = testing::TempDir() + "hallmark_no_terminal";
  const int plain = open(file.c_str(), O_RDWR | O_CREAT, 0600);
  EXPECT_FALSE(console_style(plain).color);
  close(plain);
  unlink(file.c_str());

  const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0) GTEST_SKIP() << "no pseudo terminal here";
  unsetenv("NO_COLOR");
  setenv("TERM", "xterm", 1);
  EXPECT_TRUE(console_style(terminal).color);
  setenv("NO_COLOR", "1", 1);
  EXPECT_FALSE(console_style(terminal).color);
  setenv("NO_COLOR", "", 1);
  EXPECT_TRUE(console_style(terminal).color) << "empty means unset";
  setenv("TERM", "dumb", 1);
  EXPECT_FALSE(console_style(terminal).color);
  close(terminal);
}

TEST(Table, RefusesARowOfAnotherLength) {
  TextTable table({Align::left, Align::right});
  EXPECT_THROW(table.add({{"one"}}), std::logic_error);
}

}  // namespace
}  // namespace hallmark::test
