// SPDX-License-Identifier: Apache-2.0
// `hallmark identify` on backends that compute apart from Hallmark's models: each is named, and passes the profile that
// was written of it.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "semantics/named_accumulators.h"
#include "tests/certify/certify_backend.h"

namespace hallmark {
namespace {

const std::string accumulators = HALLMARK_BINARY_DIR "/tests/backends/accumulators.so?";

std::vector<std::string> names() {
  std::vector<std::string> list;
  for (const NamedAccumulator& one : named_accumulators()) list.emplace_back(one.name);
  return list;
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class IdentifyCommand : public testing::TestWithParam<std::string> {};

// Kills: an accumulator taken for another, traits without a call that shows them, a written profile that its own
// backend fails.
TEST_P(IdentifyCommand, NamesTheUnitAndWritesAProfileItPasses) {
  const ScratchFolder folder;
  const std::string profile = (folder.path() / "found.toml").string();
  const std::string backend = accumulators + GetParam();
  const Finished found =
      run_hallmark({"identify", "--backend", backend, "--format", "json", "--write-profile", profile},
                   {.folder = folder.path(), .environment = {}});
  ASSERT_EQ(found.exit_code, 0) << found.err << found.out;
  const nlohmann::json json = nlohmann::json::parse(found.out);
  ASSERT_FALSE(json.at("operations").empty());
  for (const nlohmann::json& operation : json.at("operations")) {
    const std::string signature = operation.at("signature");
    EXPECT_TRUE(operation.at("explained")) << signature;
    std::size_t traits = 0;
    for (const nlohmann::json& trait : operation.at("traits")) {
      EXPECT_FALSE(trait.at("evidence").empty()) << signature << ' ' << trait.at("name");
      ++traits;
      if (trait.at("name") != "model" || signature.find(")->float32") == std::string::npos) continue;
      const std::string model = trait.at("observed");
      EXPECT_EQ(model.substr(0, model.find(',')), GetParam()) << signature;
    }
    EXPECT_GE(traits, 10u) << signature;
  }
  const Finished certified =
      run_hallmark({"certify", "--backend", backend, "--profile", profile, "--level", "quick", "--operation", "dot*"},
                   {.folder = folder.path(), .environment = {}});
  EXPECT_EQ(certified.exit_code, 0) << certified.out << text_of(profile);
}

INSTANTIATE_TEST_SUITE_P(Units, IdentifyCommand, testing::ValuesIn(names()), [](const auto& of) { return of.param; });

// Kills: a profile that another accumulator passes too.
TEST(IdentifyCommand, WritesAProfileThatOthersFail) {
  const ScratchFolder folder;
  const std::string profile = (folder.path() / "found.toml").string();
  const std::pair<const char*, const char*> pairs[] = {
      {"fma_chain", "vdpbf16ps"}, {"v100", "a100"}, {"a100", "h100"}, {"chain_rtz", "fma_chain"}, {"cdna2", "cdna1"}};
  for (const auto& [one, other] : pairs) {
    const std::string operation = "dot(bfloat16,bfloat16,float32)->float32";
    const Finished found = run_hallmark(
        {"identify", "--backend", accumulators + one, "--operation", operation, "--write-profile", profile},
        {.folder = folder.path(), .environment = {}});
    ASSERT_EQ(found.exit_code, 0) << found.err;
    const Finished certified = run_hallmark({"certify", "--backend", accumulators + other, "--profile", profile,
                                             "--level", "quick", "--operation", operation},
                                            {.folder = folder.path(), .environment = {}});
    EXPECT_EQ(certified.exit_code, 1) << one << ' ' << other << certified.out;
  }
}

// Kills: a table without its evidence, a claim about a profile that is not allowed, exit codes that say another thing.
TEST(IdentifyCommand, TellsPeople) {
  const ScratchFolder folder;
  const ProcessOptions options{.folder = folder.path(), .environment = {}};
  const Finished found = run_hallmark(
      {"identify", "--backend", accumulators + "bfdot", "--operation", "dot(bfloat16,bfloat16,float32)*"}, options);
  EXPECT_EQ(found.exit_code, 0) << found.err;
  for (const char* line : {"model", "bfdot", "rounding", "rto", "order", "(c,(0,1))", " -> 0x",
                           "profiles that allow every trait", "arm_bf16", "nearest of the others:"}) {
    EXPECT_NE(found.out.find(line), std::string::npos) << line << " in\n" << found.out;
  }
  EXPECT_EQ(run_hallmark({"identify", "--backend", accumulators + "bfdot", "--operation", "add*"}, options).exit_code,
            2);
  EXPECT_EQ(run_hallmark({"identify", "--backend", "./no_such.so"}, options).exit_code, 3);
  EXPECT_EQ(run_hallmark({"identify"}, options).exit_code, 2);
}

}  // namespace
}  // namespace hallmark
