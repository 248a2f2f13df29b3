// SPDX-License-Identifier: Apache-2.0
// Tests of JUnit XML, Markdown and HTML, read back by parsers that are not ours.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "python.h"
#include "reports/html.h"
#include "reports/junit.h"
#include "reports/markdown.h"
#include "reports/text.h"
#include "sample.h"

namespace hallmark::test {
namespace {

/// The output of a Python reader of a document; fails the test where the reader objects.
std::string read_back(const std::string& script, const std::string& document) {
  std::string path = testing::TempDir() + "hallmark_document_XXXXXX";
  const int fd = mkstemp(path.data());
  EXPECT_GE(fd, 0);
  close(fd);
  std::ofstream(path, std::ios::binary) << document;
  const Ended ended = run_python(script, {path});
  std::filesystem::remove(path);
  EXPECT_EQ(ended.status, 0) << ended.output;
  return ended.output;
}

bool no_python() { return run_python("read_html.py", {}).status == program_missing; }

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(JUnit, CountsAgreeAndNothingIsFoldedIntoPass) {
  if (no_python()) GTEST_SKIP() << "no Python to read the XML with";
  const std::string output = read_back("read_junit.py", junit_xml(every_outcome()));
  // By hand, of the outcomes in order: pass 2 cases; fail 2; crashed, waived and weak 2 and one for the outcome;
  // unsupported, unknown, not_applicable and not_run one each; the last operation 2 and one for its second finding.
  EXPECT_EQ(output.substr(0, output.find('\n')), "20 5 2 4") << output;
  EXPECT_NE(output.find("convert(float16)->crashed|outcome|error|"), std::string::npos);
  EXPECT_NE(output.find("convert(float16)->not_run|outcome|error|"), std::string::npos);
  EXPECT_NE(output.find("convert(float16)->weak|outcome|failure|"), std::string::npos);
  EXPECT_NE(output.find("convert(float16)->unsupported|outcome|skipped|"), std::string::npos);
  EXPECT_NE(output.find("convert(float16)->unknown|outcome|skipped|"), std::string::npos);
  EXPECT_NE(output.find("convert(float16)->waived|outcome|skipped|"), std::string::npos);
  EXPECT_NE(output.find("convert(float32)->bfloat16|outcome|failure|"), std::string::npos);
  EXPECT_NE(output.find("--case"), std::string::npos) << "the command that reproduces it";
}

TEST(JUnit, FailureHasExplanationCounterexampleAndCommand) {
  if (no_python()) GTEST_SKIP() << "no Python to read the XML with";
  const std::string output = read_back("read_junit.py", junit_xml(realistic()));
  for (const char* part : {"agree with flushing subnormal operands", "operand: 0x00008001 = 4.591914937745993e-41",
                           "expected: 0x0001 = 9.183549615799121e-41", "got: 0x0000 = 0",
                           "reproduce: hallmark certify --backend avx512_bf16", "16,711,678 of 16,777,214 wrong"}) {
    EXPECT_NE(output.find(part), std::string::npos) << part << "\n" << output;
  }
}

TEST(JUnit, CertificateThatDoesNotConformIsNeverGreen) {
  if (no_python()) GTEST_SKIP() << "no Python to read the XML with";
  Certificate certificate = small();
  EXPECT_EQ(read_back("read_junit.py", junit_xml(certificate)).substr(0, 7), "2 0 0 0");
  certificate.operations.push_back(operation("f(float16)->float16", Outcome::unsupported));
  certificate.operations.back().note = "two\nlines\tand a tab";
  const std::string output = read_back("read_junit.py", junit_xml(certificate));
  EXPECT_NE(output.find("skipped|'two\\nlines\\tand a tab '"), std::string::npos) << "an attribute keeps line ends";
  EXPECT_EQ(output.substr(0, 7), "4 1 0 1");
  EXPECT_NE(output.find("claim|verdict|failure|"), std::string::npos);
}

TEST(Markdown, VerdictComesFirst) {
  EXPECT_EQ(markdown_summary(realistic()).find("# avx512\\_bf16 does not conform to ieee754 at level standard."), 0u);
  const std::string text = markdown_summary(realistic());
  EXPECT_NE(text.find("| `convert(float32)->bfloat16` | **fail** | 4,294,967,296 | 16,711,678 |"), std::string::npos)
      << text;
  EXPECT_NE(text.find("| operand | `0x00008001` | `0 00000000 00000001000000000000001` |"), std::string::npos) << text;
  EXPECT_NE(text.find("```\nhallmark certify --backend avx512_bf16"), std::string::npos);
}

TEST(Markdown, StringsCannotBreakOut) {
  Certificate certificate = every_outcome();
  certificate.operations[0].signature = "convert(`a|b)->c";
  const std::string text = markdown_summary(certificate);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  std::size_t rows = 0, accuracy_rows = 0;
  bool block = false, accuracy = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    if (line.starts_with("```")) block = !block;
    if (block) continue;
    EXPECT_EQ(occurrences(line, "<script") - occurrences(line, "\\<script"), 0u) << line;
    accuracy |= line == "## Accuracy";
    if (!line.starts_with("| `convert") && !line.starts_with("| ``convert")) continue;
    ++(accuracy ? accuracy_rows : rows);
    EXPECT_EQ(occurrences(line, "|") - occurrences(line, "\\|"), accuracy ? 7u : 6u) << line;
  }
  EXPECT_EQ(rows, every_outcome().operations.size());
  EXPECT_EQ(accuracy_rows, 1u);
  EXPECT_FALSE(block) << "a code block is left open";
}

TEST(Markdown, StaysUnderItsLimitAndSaysWhatIsLeftOut) {
  Certificate certificate = realistic();
  const OperationRecord failing = certificate.operations[0];
  for (int i = 0; i < 3000; ++i) certificate.operations.push_back(failing);
  certificate.backend.name.assign(300000, 'x');
  const std::string text = markdown_summary(certificate);
  EXPECT_LE(text.size(), markdown_limit);
  EXPECT_GT(text.size(), markdown_limit / 2);
  EXPECT_NE(text.find(" more findings are in certificate.json"), std::string::npos);
  EXPECT_NE(text.find(" more operations are in certificate.json"), std::string::npos);
  EXPECT_EQ(text.find("# does not conform\n"), 0u);
}

TEST(Html, IsSelfContainedAndEscapesEverything) {
  if (no_python()) GTEST_SKIP() << "no Python to read the page with";
  const std::string output = read_back("read_html.py", html_page(every_outcome()));
  const auto folded = [](const std::string& text) {
    std::string result;
    for (const char c : visible(text, Lines::keep)) {
      const bool blank = c == ' ' || c == '\n' || c == '\t';
      if (!blank || !result.ends_with(' ')) result += blank ? ' ' : c;
    }
    return result;
  };
  // A reader sees each string as it was given: escaped once, not twice, and no template ran on it.
  for (const std::string& text : awkward_strings()) {
    EXPECT_GE(occurrences(output, folded(text)), 3u) << text;
  }
}

TEST(Html, SaysEverythingTheCertificateSays) {
  if (no_python()) GTEST_SKIP() << "no Python to read the page with";
  Certificate certificate = realistic();
  certificate.traits["tininess"] = "before rounding";
  certificate.waivers = {{{"match", "f(*)"}, {"expires", 2027}}};
  const std::string output = read_back("read_html.py", html_page(certificate));
  const nlohmann::ordered_json json = to_json(certificate);
  for (const std::string& part : {std::string("avx512_bf16 does not conform to ieee754 at level standard."),
                                  std::string("IEEE 754-2019, subnormals kept, any NaN"),
                                  std::string("18,446,744,086,594,650,112"),
                                  std::string("16,711,678 wrong"),
                                  std::string("in 16,777,214"),
                                  std::string("round to nearest even"),
                                  std::string("signalling_nan: quiet or signalling_nan: kept"),
                                  std::string("SIGSEGV"),
                                  std::string("4.591914937745993e-41 subnormal"),
                                  std::string("00000001000000000000001"),
                                  std::string("tininess"),
                                  std::string("before rounding"),
                                  std::string("f(*)"),
                                  std::string("2027"),
                                  std::string("Debian GNU/Linux 12 (bookworm)"),
                                  std::string("avx512_bf16, f16c"),
                                  json["digest"].get<std::string>(),
                                  json["result_digest"].get<std::string>(),
                                  certificate.profile_sha256,
                                  std::string("hallmark verify certificate.json"),
                                  certificate.provenance.command}) {
    EXPECT_NE(output.find(part), std::string::npos) << part;
  }
  for (const OperationRecord& record : certificate.operations) {
    EXPECT_NE(output.find(record.signature), std::string::npos) << record.signature;
  }
}

TEST(Html, BitsThatDifferAreMarked) {
  const std::string page = html_page(realistic());
  // Expected 0x0001, got 0x0000: the last of the seven fraction bits.
  EXPECT_NE(page.find("<span class=\"f\">000000<b>0</b></span>"), std::string::npos);
  // Expected 0x3f81, got 0x3f80.
  EXPECT_EQ(occurrences(page, "<b>"), 3u) << "one in each of two findings, one in the legend";
}

TEST(Html, ToneFollowsTheVerdict) {
  EXPECT_NE(html_page(small()).find("<section class=\"claim good\""), std::string::npos);
  EXPECT_NE(html_page(realistic()).find("<section class=\"claim bad\""), std::string::npos);
  Certificate waived = small();
  waived.operations.push_back(operation("f(float16)->float16", Outcome::waived));
  EXPECT_NE(html_page(waived).find("<section class=\"claim warn\""), std::string::npos);
}

}  // namespace
}  // namespace hallmark::test
