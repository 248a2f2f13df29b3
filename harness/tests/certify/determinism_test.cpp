// SPDX-License-Identifier: Apache-2.0
// Two runs of one command agree byte for byte but for times, whatever the number of jobs; a seed changes only what is
// drawn.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "certify_backend.h"

namespace hallmark {
namespace {

struct Command {
  std::string name, spec;
  std::vector<std::string> arguments;
};

/// The certificate's bytes up to its provenance: all that the result digest covers, and the digest.
std::string before_provenance(const CertifyRun& run) {
  const std::string text = read_bytes(certificate_path(run.folder.path() / "out"));
  const std::size_t end = text.find("\"provenance\"");
  EXPECT_NE(end, std::string::npos);
  EXPECT_LT(text.find("\"result_digest\""), end);
  return text.substr(0, end);
}

void certify_command(CertifyRun& run, const Command& command, std::vector<std::string> more = {}) {
  more.insert(more.end(), command.arguments.begin(), command.arguments.end());
  certify(run, command.spec, more);
}

class Determinism : public testing::TestWithParam<Command> {};

// Kills: a finding that depends on which worker came first, an unseeded draw, an address or a time in the evidence.
TEST_P(Determinism, RunsAgree) {
  CertifyRun first, again, one_job;
  certify_command(first, GetParam(), {"--jobs", "2"});
  certify_command(again, GetParam(), {"--jobs", "2"});
  certify_command(one_job, GetParam(), {"--jobs", "1"});
  EXPECT_EQ(first.process.exit_code, again.process.exit_code);
  EXPECT_EQ(first.process.exit_code, one_job.process.exit_code);
  const std::string expected = before_provenance(first);
  EXPECT_EQ(before_provenance(again), expected);
  EXPECT_EQ(before_provenance(one_job), expected);
  EXPECT_EQ(first.certificate().at("result_digest"), again.certificate().at("result_digest"));
}

INSTANTIATE_TEST_SUITE_P(
    Commands, Determinism,
    testing::Values(
        Command{"passes", test_backend("right_formats.so?float64_sources"), {"--level", "quick"}},
        Command{"rounds_wrong", test_backend("rounding.so?CV04"), {"--level", "quick"}},
        Command{"depends_on_place", test_backend("lanes.so?one_lane_ties_away"), {"--level", "quick"}},
        Command{"follows_choices", test_backend("right_tpu.so?tpu_delivered_positive"), {"--level", "quick"}},
        Command{"leaves_the_environment", test_backend("environment.so?EN02_caller"), {"--level", "quick"}},
        Command{"crashes", test_backend("environment.so?crashes_on_one_operand"), {"--level", "quick"}},
        Command{"has_many_parts", test_backend("single_operands.so?bfloat16_one_nan"), {"--level", "standard"}}),
    [](const auto& one) { return one.param.name; });

// Kills: a seed that is recorded and not used, and one that changes what is not drawn.
TEST(Seed, ChangesOnlyWhatIsDrawn) {
  const auto certify_with = [](CertifyRun& run, const std::string& library, const std::string& operation,
                               const std::string& seed) {
    certify(run, test_backend(library), {"--level", "quick", "--operation", operation, "--seed", seed});
    return run.certificate();
  };
  const std::string drawn = "convert(float32)->bfloat16", exhausted = "convert(float16)->bfloat16";
  CertifyRun a, b, c, d;
  const nlohmann::json first = certify_with(a, "rounding.so?CV02", drawn, "1");
  const nlohmann::json other = certify_with(b, "rounding.so?CV02", drawn, "2");
  EXPECT_EQ(first.at("seed"), 1);
  EXPECT_EQ(other.at("seed"), 2);
  EXPECT_NE(first.at("result_digest"), other.at("result_digest"));
  EXPECT_NE(operation_of(first, drawn).at("tried"), operation_of(other, drawn).at("tried"));
  EXPECT_EQ(first.at("claim"), other.at("claim"));
  EXPECT_EQ(first.at("backend"), other.at("backend"));
  // Every tie of the target is tried whatever is drawn.
  EXPECT_EQ(operation_of(first, drawn).at("failed"), operation_of(other, drawn).at("failed"));
  EXPECT_EQ(operation_of(first, drawn).at("findings"), operation_of(other, drawn).at("findings"));

  const nlohmann::json whole = operation_of(certify_with(c, "rounding.so?CV20", exhausted, "1"), exhausted);
  const nlohmann::json again = operation_of(certify_with(d, "rounding.so?CV20", exhausted, "2"), exhausted);
  for (const char* field : {"outcome", "domain", "tried", "failed", "findings"}) {
    EXPECT_EQ(whole.at(field), again.at(field)) << field;
  }
}

// Kills: reports that differ from run to run in more than times.
TEST(Reports, AgreeButForTimes) {
  CertifyRun first, again;
  const Command command{"", test_backend("rounding.so?CV20"), {"--level", "quick"}};
  certify_command(first, command);
  certify_command(again, command);
  const auto without_times = [](std::string text) {
    for (const char* pattern :
         {"time(stamp)?=\"[^\"]*\"", "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]*Z", "[0-9-]{10} [0-9:]{5} UTC",
          "<dt>seconds</dt><dd>[^<]*", "[0-9]+(\\.[0-9]+)? (s|ms|seconds?)\\b", "sha256:[0-9a-f]*", "[0-9a-f]{64}"}) {
      text = std::regex_replace(text, std::regex(pattern), "TIME");
    }
    return text;
  };
  for (const char* file : {"junit.xml", "summary.md", "index.html"}) {
    const auto text_of = [&](const CertifyRun& run) {
      return without_times(read_bytes(certificate_path(run.folder.path() / "out").parent_path() / file));
    };
    const std::string one = text_of(first), other = text_of(again);
    const auto differ = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
    EXPECT_EQ(one.size(), other.size()) << file;
    EXPECT_TRUE(one == other) << file << ": " << std::string(differ.first, std::min(differ.first + 80, one.end()));
    EXPECT_GT(one.size(), 500u) << file;
  }
}

}  // namespace
}  // namespace hallmark
