// SPDX-License-Identifier: Apache-2.0
// The other verbs: explain, list, verify, report.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <sstream>

#include "certify_backend.h"

namespace hallmark {
namespace {

namespace fs = std::filesystem;

struct Question {
  std::string name;
  std::vector<std::string> arguments;
  std::vector<std::string> words;  ///< in the answer, in this order
};

class Explain : public testing::TestWithParam<Question> {};

// Kills: an answer for another operand, rounding or profile, and a step that is not the one that decided.
TEST_P(Explain, GivesTheRightAnswer) {
  std::vector<std::string> arguments = GetParam().arguments;
  arguments.insert(arguments.begin(), "explain");
  const ScratchFolder folder;
  const Finished finished = run_hallmark(arguments, {.folder = folder.path(), .environment = {}});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  std::size_t at = 0;
  for (const std::string& word : GetParam().words) {
    const std::size_t found = finished.out.find(word, at);
    ASSERT_NE(found, std::string::npos) << "'" << word << "' in:\n" << finished.out;
    at = found + word.size();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Operands, Explain,
    testing::Values(
        Question{
            "tie_to_even", {"convert(float32)->bfloat16", "0x3f808000"}, {"1.00390625", "tie", "result    0x3f80 ="}},
        Question{"tie_away", {"convert[rna](float32)->bfloat16", "0x3f808000"}, {"tie", "result    0x3f81 ="}},
        Question{"toward_zero", {"convert[rtz](float32)->bfloat16", "0x3f80ffff"}, {"result    0x3f80 ="}},
        Question{"signalling_nan",
                 {"convert(float32)->bfloat16", "0x7f800001"},
                 {"signalling", "special_values", "result    nan"}},
        Question{"quiet_nan_of_avx512",
                 {"convert(float32)->bfloat16", "0x7f800001", "--profile", "avx512_bf16"},
                 {"special_values", "result    0x7fc0 ="}},
        Question{"smallest_subnormal",
                 {"convert(float32)->bfloat16", "0x00000001"},
                 {"subnormal", "2^-149", "result    0x0000 ="}},
        Question{"subnormal_that_rounds_up", {"convert(float32)->bfloat16", "0x00008001"}, {"result    0x0001 ="}},
        Question{"overflow_float16",
                 {"convert(float32)->float16", "65520"},
                 {"0x477ff000", "overflow", "result    0x7c00 ="}},
        Question{"just_under_overflow", {"convert(float64)->float16", "65519.99"}, {"result    0x7bff ="}},
        Question{"no_overflow_in_bfloat16", {"convert(float32)->bfloat16", "65520"}, {"result    0x4780 ="}},
        Question{"overflow_e4m3fn",
                 {"convert(float32)->float8_e4m3fn", "65520", "--profile", "ocp_fp8"},
                 {"overflow", "result    nan"}},
        Question{"saturating_e4m3fn",
                 {"convert(float32)->float8_e4m3fn", "65520", "--profile", "ocp_fp8_saturating"},
                 {"overflow", "result    0x7e ="}},
        Question{"to_integer", {"convert(float32)->int32", "65520"}, {"result    0x0000fff0", "65520"}},
        Question{"integer_rounds_once", {"convert(int32)->bfloat16", "0x00000103"}, {"259", "result    0x4382 ="}},
        Question{"fma_broken_tie",
                 {"fma(bfloat16,bfloat16,bfloat16)->bfloat16", "0x4018", "0x4018", "0x0001"},
                 {"2.375", "subnormals", "and a fraction", "nearer to the second", "result    0x40b5 ="}},
        Question{"exact_halfway",
                 {"add(bfloat16,bfloat16)->bfloat16", "256", "1"},
                 {"0x4380", "exactly halfway: a tie", "result    0x4380 ="}},
        Question{"recurring_quotient",
                 {"divide(float16,float16)->float16", "1", "3"},
                 {"nearer to the first", "result    0x3555 ="}},
        Question{"unscale_two_ways",
                 {"unscale(float16,float32)->float32", "5", "3"},
                 {"divided   0x3fd55555 =", "by 1/s    0x3fd55556 =", "times 0x3eaaaaab =",
                  "result    0x3fd55555..0x3fd55556"}},
        Question{"zeros_are_ordered",
                 {"minimum(float16,float16)->float16", "0x0000", "0x8000"},
                 {"special_values", "result    0x8000 ="}},
        Question{"nan_is_unordered", {"less_equal(float16,float16)->uint8", "nan", "1"}, {"NaN", "result    0x00 ="}},
        Question{"choices_of_tpu",
                 {"convert(float32)->bfloat16", "0x807fffff", "--profile", "tpu"},
                 {"subnormals", "flush=", "flush="}}),
    [](const auto& one) { return one.param.name; });

// Kills: a choice that explain hides or merges although its options differ.
TEST(Explain, NamesEveryResultThatTpuLeavesOpen) {
  const ScratchFolder folder;
  const Finished finished = run_hallmark({"explain", "convert(float32)->bfloat16", "0x807fffff", "--profile", "tpu"},
                                         {.folder = folder.path(), .environment = {}});
  for (const char* result : {"result    0x8000 =", "result    0x0000 =", "result    0x8080 ="}) {
    EXPECT_NE(finished.out.find(result), std::string::npos) << result << " in:\n" << finished.out;
  }
}

// Kills: a list that lost its entries.
TEST(List, NamesWhatThereIs) {
  const std::pair<const char*, std::vector<std::string>> lists[] = {
      {"backends", {"scalar"}},
      {"profiles",
       {"arm_bf16", "arm_ebf16", "avx512_bf16", "cuda", "cuda_sm70", "cuda_sm80", "cuda_sm90", "f16c", "ieee754",
        "ieee754_strict", "ocp_fp8", "ocp_fp8_saturating", "riscv_zfbfmin", "riscv_zvfbfwma", "tpu"}},
      {"operations", {"convert", "fma", "less_equal", "total_order", "scale", "unscale"}},
      {"formats", {"float64",        "float32",       "float16",         "bfloat16",
                   "float8_e5m2",    "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2fnuz",
                   "float8_e8m0fnu", "float6_e2m3fn", "float6_e3m2fn",   "float4_e2m1fn",
                   "int8",           "uint8",         "int16",           "uint16",
                   "int32",          "uint32",        "int64",           "uint64"}},
      {"requirements",
       {"special_values", "subnormals", "overflow", "round_to_nearest_even", "consistency", "environment"}},
      {"accumulators", {"fma_chain", "vdpbf16ps", "h100", "split_k_bfloat16"}},
      {"probes", {"|"}}};
  for (const auto& [what, names] : lists) {
    const ScratchFolder folder;
    const Finished finished = run_hallmark({"list", what}, {.folder = folder.path(), .environment = {}});
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    std::set<std::string> first_words;
    std::istringstream lines(finished.out);
    for (std::string line; std::getline(lines, line);) first_words.insert(line.substr(0, line.find_first_of(" (")));
    for (const std::string& name : names) {
      EXPECT_TRUE(first_words.contains(name)) << name << " in:\n" << finished.out;
    }
  }
}

class WrittenCertificate : public testing::Test {
 protected:
  void SetUp() override {
    certify(run_, test_backend("rounding.so?CV20"), {"--level", "quick"});
    ASSERT_EQ(run_.process.exit_code, 1) << run_.process.err;
    path_ = certificate_path(run_.folder.path() / "out");
  }
  Finished hallmark(const std::vector<std::string>& arguments) const {
    return run_hallmark(arguments, {.folder = run_.folder.path(), .environment = {}});
  }
  CertifyRun run_;
  fs::path path_;
};

// Kills: a digest that leaves out a field, and a check that reads past white space.
TEST_F(WrittenCertificate, VerifiesUntilAByteIsChanged) {
  const Finished genuine = hallmark({"verify", path_.string()});
  EXPECT_EQ(genuine.exit_code, 0) << genuine.out << genuine.err;
  EXPECT_NE(genuine.out.find("genuine"), std::string::npos);
  const std::string text = read_bytes(path_);
  constexpr std::size_t changes = 50;
  ASSERT_GT(text.size(), changes);
  for (std::size_t i = 0; i < changes; ++i) {
    std::string changed = text;
    const std::size_t at = i + 1 == changes ? text.size() - 1 : i * text.size() / changes;
    changed[at] = changed[at] == '0' ? '1' : '0';
    const fs::path path = run_.folder.write("changed.json", changed);
    const Finished finished = hallmark({"verify", path.string()});
    EXPECT_EQ(finished.exit_code, 1) << "byte " << at << ": " << text.substr(at > 20 ? at - 20 : 0, 40);
    EXPECT_NE(finished.out.find("not genuine"), std::string::npos) << finished.out;
  }
  EXPECT_EQ(hallmark({"verify", run_.folder.write("cut.json", text.substr(0, text.size() / 2)).string()}).exit_code, 1);
  EXPECT_EQ(hallmark({"verify", run_.folder.write("longer.json", text + "\n").string()}).exit_code, 1);
}

// Kills: a renderer that needs more than the certificate says.
TEST_F(WrittenCertificate, IsRenderedAgainTheSame) {
  const Finished finished = hallmark({"report", path_.string(), "--out", "again"});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  const fs::path again = run_.folder.path() / "again" / path_.parent_path().filename();
  for (const char* file : {"certificate.json", "junit.xml", "summary.md", "index.html"}) {
    EXPECT_EQ(read_bytes(again / file), read_bytes(path_.parent_path() / file)) << file;
  }
  EXPECT_FALSE(fs::exists(run_.folder.path() / "again" / "index.html")) << "one backend needs no index";
  EXPECT_EQ(hallmark({"report", path_.string(), path_.string(), "--out", "twice"}).exit_code, 0);
  const std::string index = read_bytes(run_.folder.path() / "twice" / "index.html");
  const std::string name = path_.parent_path().filename();
  EXPECT_NE(index.find("\"" + name + "/index.html\""), std::string::npos);
  EXPECT_NE(index.find("\"" + name + "-2/index.html\""), std::string::npos);
}

}  // namespace
}  // namespace hallmark
