// SPDX-License-Identifier: Apache-2.0
// The part `vectors` of a certification: it catches a fault by itself, counts nothing twice, and trusts no file.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "tests/certify/certify_backend.h"

namespace hallmark {
namespace {

namespace fs = std::filesystem;
constexpr char narrowing[] = "convert(float32)->bfloat16";

nlohmann::json certified(const std::string& spec, std::vector<std::string> more, int exit_code) {
  CertifyRun run;
  certify(run, spec, std::move(more));
  EXPECT_EQ(run.process.exit_code, exit_code) << run.process.out << run.process.err;
  return run.certificate();
}

/// Kills: a part that never looks at results, or whose mismatches are lost on the way into the certificate.
TEST(VectorsPart, CatchesFaultsAlone) {
  const struct {
    const char *backend, *requirement, *witness;
  } faults[] = {{"rounding.so?CV01", "round_to_nearest_even", "0x"},
                {"rounding.so?CV02", "round_to_nearest_even", "0x00808000"},
                {"special_values.so?SP01", "special_values", "0x7f8"},
                {"subnormals.so?SN01", "subnormals", "0x00"}};
  for (const auto& fault : faults) {
    SCOPED_TRACE(fault.backend);
    const nlohmann::json certificate =
        certified(test_backend(fault.backend),
                  {"--profile", "ieee754", "--operation", narrowing, "--gtest_filter", "*.vectors"}, 1);
    const nlohmann::json& operation = operation_of(certificate, narrowing);
    EXPECT_EQ(certificate.at("parts"), nlohmann::json::array({"convert_float32_to_bfloat16.vectors"}));
    EXPECT_GT(operation.at("failed").get<int>(), 0);
    EXPECT_GT(operation.at("tried").get<int>(), operation.at("failed").get<int>());
    ASSERT_FALSE(operation.at("findings").empty());
    const nlohmann::json& finding = operation.at("findings").front();
    EXPECT_EQ(finding.at("requirement"), fault.requirement);
    EXPECT_TRUE(finding.at("operands").front().get<std::string>().starts_with(fault.witness)) << finding;
  }
}

/// Kills: vectors of tuples that are not run, or whose operands reach the kernel in another order.
TEST(VectorsPart, CatchesFaultsOfTuplesAlone) {
  const struct {
    const char *backend, *operation, *requirement;
  } faults[] = {{"arithmetic.so?AR01", "fma(float16,float16,float16)->float16", "subnormals"},
                {"arithmetic.so?AR03", "fma(bfloat16,bfloat16,bfloat16)->bfloat16", "subnormals"},
                {"arithmetic.so?SP11", "divide(bfloat16,bfloat16)->bfloat16", "special_values"}};
  for (const auto& fault : faults) {
    SCOPED_TRACE(fault.backend);
    const nlohmann::json certificate =
        certified(test_backend(fault.backend),
                  {"--profile", "ieee754", "--operation", fault.operation, "--gtest_filter", "*.vectors"}, 1);
    const nlohmann::json& operation = operation_of(certificate, fault.operation);
    EXPECT_GT(operation.at("tried").get<int>(), operation.at("failed").get<int>());
    std::set<std::string> requirements;
    for (const nlohmann::json& finding : operation.at("findings")) requirements.insert(finding.at("requirement"));
    EXPECT_TRUE(requirements.contains(fault.requirement)) << operation.at("findings");
  }
  certified("scalar", {"--operation", "f*(bfloat16*", "--gtest_filter", "*.vectors"}, 0);
}

/// Kills: vectors whose operands or mismatches are added to those of the sweep, which has them already.
TEST(VectorsPart, CountsNothingTwice) {
  const struct {
    std::string backend;
    const char *operation, *level;
    int exit_code;
  } runs[] = {{"scalar", narrowing, "quick", 0},
              {test_backend("rounding.so?CV02"), narrowing, "quick", 1},
              {test_backend("rounding.so?CV20"), "convert(float16)->bfloat16", "standard", 1}};
  for (const auto& run : runs) {
    SCOPED_TRACE(run.backend + " at " + run.level);
    const std::vector<std::string> arguments = {"--profile",   "ieee754", "--operation",
                                                run.operation, "--level", run.level};
    std::vector<std::string> without = arguments;
    without.insert(without.end(), {"--gtest_filter", "-*.vectors"});
    const nlohmann::json all = operation_of(certified(run.backend, arguments, run.exit_code), run.operation);
    const nlohmann::json fewer = operation_of(certified(run.backend, without, run.exit_code), run.operation);
    for (const char* count : {"domain", "tried", "failed"}) EXPECT_EQ(all.at(count), fewer.at(count)) << count;
    EXPECT_EQ(all.at("failed") == 0, run.exit_code == 0);
    ASSERT_EQ(all.at("findings").size(), fewer.at("findings").size());
    for (std::size_t i = 0; i < all.at("findings").size(); ++i) {
      EXPECT_EQ(all.at("findings")[i].at("count"), fewer.at("findings")[i].at("count"));
    }
  }
}

class DamagedVectors : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(vectors / "ieee754");
    fs::copy(fs::path(HALLMARK_SOURCE_DIR) / "vectors/ieee754/convert_float32_to_bfloat16.csv", file);
  }
  Finished run(std::vector<std::string> more) const {
    std::vector<std::string> arguments = {"certify", "--backend", "scalar", "--operation", narrowing,
                                          "--level", "quick",     "--out",  "out"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_hallmark(arguments, {.folder = folder.path(), .environment = {{"HALLMARK_VECTORS", vectors.string()}}});
  }

  ScratchFolder folder;
  fs::path vectors = folder.path() / "vectors", file = vectors / "ieee754/convert_float32_to_bfloat16.csv";
};

/// Kills: a right backend accused by a wrong vector file. The run stops before it begins.
TEST_F(DamagedVectors, AWrongRowIsNoFaultOfTheBackend) {
  std::string bytes = read_bytes(file);
  const std::string right = "0x3f808000,0x3f80,", wrong = "0x3f808000,0x3f81,";
  ASSERT_NE(bytes.find(right), std::string::npos);
  std::ofstream(file) << bytes.replace(bytes.find(right), right.size(), wrong);
  const Finished finished = run({});
  EXPECT_EQ(finished.exit_code, 2) << finished.out;
  ASSERT_EQ(finished.error_lines().size(), 1u) << finished.err;
  EXPECT_NE(finished.err.find("of 0x3f808000 gives 0x3f80 under ieee754, the file says 0x3f81"), std::string::npos)
      << finished.err;
  EXPECT_FALSE(fs::exists(folder.path() / "out"));
}

/// Kills: a file under another's name, judged as if it were that one.
TEST_F(DamagedVectors, AnothersVectorsAreRefused) {
  fs::copy_file(fs::path(HALLMARK_SOURCE_DIR) / "vectors/ieee754/convert_float32_to_float16.csv", file,
                fs::copy_options::overwrite_existing);
  const Finished finished = run({});
  EXPECT_EQ(finished.exit_code, 2) << finished.out;
  EXPECT_NE(finished.err.find(":2: is of convert(float32)->float16, its name says convert(float32)->bfloat16"),
            std::string::npos)
      << finished.err;
}

/// Kills: vectors of one's own that are found but not run, and a quick run that does not count what they try.
TEST_F(DamagedVectors, VectorsOfOnesOwnAreRunAndCounted) {
  const auto tried = [&] {
    const Finished finished = run({});
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    return operation_of(read_certificate_under(folder.path() / "out"), narrowing).at("tried").get<std::uint64_t>();
  };
  // Operands at which nothing remarkable happens, and which a quick run does not draw.
  std::ofstream(file)
      << "# hallmark vectors 1\n# operation: convert(float32)->bfloat16\n# profile: ieee754\n# rows: 2\n"
         "operand0,result,class,note\n0x41234567,0x4123,rounding,\n0x4234567a,0x4234,rounding,\n";
  const std::uint64_t own = tried();
  fs::remove(file);
  const std::uint64_t none = tried();
  EXPECT_EQ(own, none + 2);
  const Finished listed = run({"--gtest_list_tests"});
  EXPECT_EQ(listed.out.find("vectors"), std::string::npos) << listed.out;
}

/// Kills: shipped vectors held against a profile that says something else under the same name.
TEST_F(DamagedVectors, AChangedProfileHasNoShippedVectors) {
  std::string profile = read_bytes(fs::path(HALLMARK_SOURCE_DIR) / "suites/profiles/ieee754.toml");
  const std::string rne = "rounding = \"rne\"";
  ASSERT_NE(profile.find(rne), std::string::npos);
  profile.replace(profile.find(rne), rne.size(), "rounding = \"rtz\"");
  const fs::path path = folder.write("ieee754.toml", profile);
  const Finished finished = run_hallmark(
      {"certify", "--backend", "scalar", "--operation", narrowing, "--profile", path.string(), "--gtest_list_tests"},
      {.folder = folder.path(), .environment = {}});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_NE(finished.out.find("part_00"), std::string::npos) << finished.out;
  EXPECT_EQ(finished.out.find("vectors"), std::string::npos) << finished.out;
}

}  // namespace
}  // namespace hallmark
