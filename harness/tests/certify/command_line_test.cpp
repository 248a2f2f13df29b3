// SPDX-License-Identifier: Apache-2.0
// The command line: every mistake is one line and exit code 2, every machine's failure one line and 3, nothing half
// written.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "certify_backend.h"

namespace hallmark {
namespace {

namespace fs = std::filesystem;

constexpr char right_backend[] = "right_formats.so?widening";
constexpr char one_operation[] = "convert(float16)->float32";

Finished certify_in(const ScratchFolder& folder, std::vector<std::string> arguments,
                    std::map<std::string, std::string> environment = {}) {
  arguments.insert(arguments.begin(), "certify");
  return run_hallmark(arguments, {.folder = folder.path(), .environment = std::move(environment)});
}

struct Mistake {
  std::string name;
  std::vector<std::string> arguments;
  std::string words;
  int exit_code = 2;
};

class Mistakes : public testing::TestWithParam<Mistake> {};

// Kills: a parser that ignores what it does not know, a run of nothing that passes, an exception's text as an answer.
TEST_P(Mistakes, AreOneLine) {
  const ScratchFolder folder;
  folder.write("value.toml", "name = \"mine\"\n[semantics]\nrounding = \"up\"\n");
  folder.write("broken.toml", "name = \"mine\"\n[semantics\n");
  std::vector<std::string> arguments = GetParam().arguments;
  for (std::string& argument : arguments) {
    if (argument == "RIGHT") argument = test_backend(right_backend);
    if (argument == "NO_PROFILE") argument = HALLMARK_BINARY_DIR "/tests/certify/misbehaving.so?claims nothing/..";
  }
  const Finished finished = run_hallmark(arguments, {.folder = folder.path(), .environment = {}});
  EXPECT_EQ(finished.exit_code, GetParam().exit_code);
  ASSERT_EQ(finished.error_lines().size(), 1u) << finished.err;
  EXPECT_TRUE(finished.err.starts_with("hallmark: ")) << finished.err;
  EXPECT_NE(finished.err.find(GetParam().words), std::string::npos) << finished.err;
  EXPECT_LT(finished.err.size(), 1000u) << finished.err;
  EXPECT_EQ(finished.out, "");
  EXPECT_EQ(files_under(folder.path()), (std::vector<std::string>{"broken.toml", "value.toml"}));
}

INSTANTIATE_TEST_SUITE_P(
    CommandLine, Mistakes,
    testing::Values(
        Mistake{"no_verb",
                {},
                "no verb was given; the verbs are certify, explain, identify, list, report, vectors, verify;"},
        Mistake{"unknown_verb",
                {"certifi"},
                "\"certifi\" is no verb of hallmark; they are certify, explain, identify, list, report, vectors, "
                "verify; see "
                "hallmark "
                "--help"},
        Mistake{"unknown_verb_with_a_flag", {"certifi", "--backend", "RIGHT"}, "\"certifi\" is no verb"},
        Mistake{
            "unknown_verb_of_vectors",
            {"vectors", "compare"},
            "\"compare\" is no verb of hallmark vectors; they are generate, check, judge; see hallmark vectors --help"},
        Mistake{"unknown_flag", {"certify", "--backend", "RIGHT", "--fast"}, "--fast"},
        Mistake{"bad_level", {"certify", "--backend", "RIGHT", "--level", "thorough"}, "standard"},
        Mistake{"no_jobs", {"certify", "--backend", "RIGHT", "--jobs", "0"}, "--jobs"},
        Mistake{"bad_timeout", {"certify", "--backend", "RIGHT", "--timeout", "soon"}, "--timeout"},
        Mistake{"unknown_profile", {"certify", "--backend", "RIGHT", "--profile", "ieee"}, "ieee754"},
        Mistake{"profile_not_there", {"certify", "--backend", "RIGHT", "--profile", "./none.toml"}, "none.toml"},
        Mistake{"profile_with_a_bad_value",
                {"certify", "--backend", "RIGHT", "--profile", "value.toml"},
                "value.toml:3:12: "},
        Mistake{"broken_profile", {"certify", "--backend", "RIGHT", "--profile", "broken.toml"}, "broken.toml:2:11: "},
        Mistake{"glob_without_match", {"certify", "--backend", "RIGHT", "--operation", "fma*"}, "'fma*'"},
        Mistake{"filter_without_match", {"certify", "--backend", "RIGHT", "--gtest_filter", "*.part_99"}, "*.part_99"},
        Mistake{"list_without_match",
                {"certify", "--backend", "RIGHT", "--gtest_filter", "-*", "--gtest_list_tests"},
                "-*"},
        Mistake{"case_without_operand", {"certify", "--backend", "RIGHT", "--case", one_operation}, "SIGNATURE#0xCODE"},
        Mistake{"case_without_0x",
                {"certify", "--backend", "RIGHT", "--case", "convert(float16)->float32#3c00"},
                "SIGNATURE#0xCODE"},
        Mistake{"case_that_is_no_code",
                {"certify", "--backend", "RIGHT", "--case", "convert(float16)->float32#0x3cg0"},
                "3cg0"},
        Mistake{
            "case_with_no_digits", {"certify", "--backend", "RIGHT", "--case", "convert(float16)->float32#0x"}, "0x"},
        Mistake{"case_too_wide",
                {"certify", "--backend", "RIGHT", "--case", "convert(float16)->float32#0x13c00"},
                "float16 has 16 bits"},
        Mistake{"case_of_another_operation",
                {"certify", "--backend", "RIGHT", "--case", "convert(float64)->float16#0x0"},
                "has no such operation"},
        Mistake{"case_that_is_no_call",
                {"certify", "--backend", "RIGHT", "--case", "convert(float16)->float32@lanes/99999"},
                "counted from 0"},
        Mistake{"no_profile_claimed", {"certify", "--backend", "NO_PROFILE"}, "claims no profile"},
        Mistake{"explain_nonsense", {"explain", "convert(float32)", "1"}, "convert(float32):17"},
        Mistake{"explain_too_wide", {"explain", "convert(float16)->float32", "0x10000"}, "float16"},
        Mistake{"list_of_what", {"list", "bugs"}, "bugs"}, Mistake{"verify_what", {"verify", "none.json"}, "none.json"},
        Mistake{"verify_a_folder", {"verify", "."}, "certificate.json"},
        Mistake{"report_what", {"report", "none.json", "--out", "x"}, "none.json"},
        Mistake{"backend_not_built_in", {"certify", "--backend", "nosuch"}, "'nosuch'", 3},
        Mistake{"backend_not_there", {"certify", "--backend", "./nosuch.so"}, "./nosuch.so", 3}),
    [](const auto& one) { return one.param.name; });

// Kills: --dry-run that runs, or a listing that makes folders.
TEST(CommandLine, DryRunAndListWriteNothing) {
  const ScratchFolder folder;
  const Finished plan = certify_in(folder, {"--backend", test_backend(right_backend), "--level", "quick", "--dry-run"});
  EXPECT_EQ(plan.exit_code, 0);
  EXPECT_NE(plan.out.find("profile ieee754"), std::string::npos) << plan.out;
  const Finished list = certify_in(folder, {"--backend", test_backend(right_backend), "--level", "quick", "--operation",
                                            one_operation, "--gtest_list_tests"});
  EXPECT_EQ(list.exit_code, 0);
  EXPECT_TRUE(list.out.starts_with("convert_float16_to_float32.\n  part_00\n")) << list.out;
  EXPECT_NE(list.out.find("\n  lanes\n"), std::string::npos) << list.out;
  EXPECT_EQ(list.out.find("convert_bfloat16"), std::string::npos) << list.out;
  EXPECT_TRUE(files_under(folder.path()).empty());
}

// Kills: a subset that is published as the whole.
TEST(CommandLine, AFilterMakesAPartialCertificate) {
  CertifyRun run;
  certify(run, test_backend(right_backend),
          {"--level", "quick", "--operation", one_operation, "--gtest_filter", "*.part_*"});
  EXPECT_EQ(run.process.exit_code, 0) << run.process.err;
  const nlohmann::json certificate = run.certificate();
  EXPECT_EQ(certificate.at("claim").at("verdict"), "partial");
  EXPECT_EQ(certificate.at("parts"), nlohmann::json::array({"convert_float16_to_float32.part_00"}));
  EXPECT_EQ(operation_of(certificate, one_operation).at("tried"), 65536);

  CertifyRun whole;
  certify(whole, test_backend(right_backend), {"--level", "quick", "--operation", one_operation});
  EXPECT_EQ(whole.certificate().at("parts"), "all");
  EXPECT_EQ(whole.certificate().at("claim").at("verdict"), "conforms");
}

// Kills: a second backend that overwrites the first one's reports, and an exit code that only the last one sets.
TEST(CommandLine, RepeatedBackendsGetFoldersOfTheirOwn) {
  const ScratchFolder folder;
  const Finished finished =
      certify_in(folder, {"--backend", test_backend("rounding.so?CV20"), "--backend", test_backend("rounding.so?CV20"),
                          "--backend", test_backend("right_formats.so?widening"), "--operation", "convert(float16)*",
                          "--level", "quick", "--out", "deep/er"});
  EXPECT_EQ(finished.exit_code, 1) << finished.err;
  for (const char* backend : {"CV20", "CV20-2", "widening"}) {
    for (const char* file : {"certificate.json", "junit.xml", "summary.md", "index.html", "log.txt"}) {
      EXPECT_TRUE(fs::is_regular_file(folder.path() / "deep/er" / backend / file)) << backend << "/" << file;
    }
  }
  // And one page over all of them.
  EXPECT_EQ(files_under(folder.path()).size(), 16u);
  const std::string index = read_bytes(folder.path() / "deep/er/index.html");
  EXPECT_NE(index.find("1 of 3 backends conforms to"), std::string::npos);
  for (const char* backend : {"CV20", "CV20-2", "widening"}) {
    EXPECT_NE(index.find(std::string("<a href=\"") + backend + "/index.html\">"), std::string::npos) << backend;
  }
  EXPECT_NE(finished.out.find("index: deep/er/index.html"), std::string::npos) << finished.out;
}

// Kills: an index that leaves out the backend that could not be opened.
TEST(CommandLine, IndexSaysWhyABackendHasNoCertificate) {
  const ScratchFolder folder;
  const Finished finished =
      certify_in(folder, {"--backend", test_backend("right_formats.so?widening"), "--backend", "./no<such>.so",
                          "--operation", one_operation, "--level", "quick", "--out", "out"});
  EXPECT_EQ(finished.exit_code, 3) << finished.err;
  const std::string index = read_bytes(folder.path() / "out/index.html");
  EXPECT_NE(index.find("1 of 1 backend conforms to"), std::string::npos);
  EXPECT_NE(index.find("<dt>./no&lt;such&gt;.so</dt>"), std::string::npos);
  EXPECT_FALSE(fs::exists(folder.path() / "out/no_such_.so"));
}

// Kills: a name used as a path.
TEST(CommandLine, ABackendsNameCannotLeaveTheFolder) {
  CertifyRun run;
  certify(run, HALLMARK_BINARY_DIR "/tests/certify/misbehaving.so?claims nothing/..", {"--profile", "ieee754"});
  EXPECT_EQ(run.process.exit_code, 0) << run.process.err;
  EXPECT_TRUE(fs::exists(run.folder.path() / "out" / "claims_nothing_.." / "certificate.json")) << run.process.out;
}

/// A folder of built-in backends: the scalar one under two names, and one that finds nothing to open.
class BuiltIn : public testing::Test {
 protected:
  BuiltIn() {
    fs::create_directory(folder_.path() / "backends");
    link("alpha", HALLMARK_BINARY_DIR "/backends/scalar.so");
    link("beta", HALLMARK_BINARY_DIR "/backends/scalar.so");
  }
  void link(const std::string& name, const std::string& library) const {
    fs::create_symlink(library, folder_.path() / "backends" / (name + ".so"));
  }
  Finished certify_built_in(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(),
                     {"--level", "quick", "--operation", "convert(float16)->bfloat16", "--out", "out"});
    return certify_in(folder_, arguments, {{"HALLMARK_BACKENDS", (folder_.path() / "backends").string()}});
  }
  ScratchFolder folder_;
};

// Kills: a table that leaves out a backend.
TEST_F(BuiltIn, AllAreCertifiedAndShownInATable) {
  const Finished finished = certify_built_in({});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_NE(finished.out.find("backend"), std::string::npos);
  EXPECT_NE(finished.out.find("verdict"), std::string::npos);
  std::size_t rows = 0;
  for (std::size_t at = 0; (at = finished.out.find("conforms", at)) != std::string::npos; ++at) ++rows;
  EXPECT_EQ(rows, 2u) << finished.out;
  EXPECT_TRUE(fs::exists(folder_.path() / "out" / "scalar" / "certificate.json"));
  EXPECT_TRUE(fs::exists(folder_.path() / "out" / "scalar-2" / "certificate.json"));
}

// Kills: a backend that cannot run, certified silently as nothing, or taken for a failure where nobody named it.
TEST_F(BuiltIn, WhatCannotRunIsSkippedUnlessNamed) {
  link("absent", test_backend("rounding.so"));
  const Finished all = certify_built_in({});
  EXPECT_EQ(all.exit_code, 0) << all.err;
  EXPECT_NE(all.out.find("not certified"), std::string::npos) << all.out;
  EXPECT_NE(all.out.find("absent"), std::string::npos) << all.out;
  const Finished named = certify_built_in({"--backend", "absent", "--backend", "alpha"});
  EXPECT_EQ(named.exit_code, 3);
  EXPECT_NE(named.err.find("hallmark: "), std::string::npos);
  EXPECT_NE(named.err.find("absent"), std::string::npos) << named.err;
}

// Kills: reports written in place, one by one, until one fails.
TEST(CommandLine, WhatCannotBeWrittenLeavesNothingHalf) {
  const std::vector<std::string> arguments = {
      "--backend", test_backend(right_backend), "--level", "quick", "--operation", one_operation};
  // What a run keeps to be resumed from is no report.
  const auto reports_in = [](const ScratchFolder& folder) {
    std::vector<std::string> files = files_under(folder.path());
    std::erase_if(files, [](const std::string& file) {
      constexpr std::string_view reports[] = {"certificate.json", "junit.xml", "summary.md", "index.html"};
      return std::none_of(std::begin(reports), std::end(reports),
                          [&](std::string_view report) { return file.find(report) != std::string::npos; });
    });
    return files;
  };
  const auto run_into = [&](const ScratchFolder& folder, const std::string& out) {
    std::vector<std::string> all = arguments;
    all.insert(all.end(), {"--out", out});
    const Finished finished = certify_in(folder, all);
    EXPECT_EQ(finished.exit_code, 3) << finished.err;
    ASSERT_FALSE(finished.error_lines().empty());
    const std::string last = finished.error_lines().back();
    EXPECT_TRUE(last.starts_with("hallmark: ")) << last;
    EXPECT_NE(last.find(out), std::string::npos) << last;
  };
  const ScratchFolder a_file_in_the_way;
  a_file_in_the_way.write("taken", "mine\n");
  run_into(a_file_in_the_way, "taken");
  EXPECT_EQ(files_under(a_file_in_the_way.path()), std::vector<std::string>{"taken"});
  EXPECT_EQ(read_bytes(a_file_in_the_way.path() / "taken"), "mine\n");

  const ScratchFolder a_folder_in_the_way;
  fs::create_directories(a_folder_in_the_way.path() / "out" / "widening" / "certificate.json");
  run_into(a_folder_in_the_way, "out");
  EXPECT_EQ(reports_in(a_folder_in_the_way), std::vector<std::string>{});

  const ScratchFolder no_such_place;
  run_into(no_such_place, "/proc/hallmark");
}

}  // namespace
}  // namespace hallmark
