// SPDX-License-Identifier: Apache-2.0
// The part `properties` of a certification: each property kills alone, some faults nothing else kills, nothing counts
// twice, one command shows a finding again, and RC_PARAMS leaves no run's cases in doubt.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/certify/certify_backend.h"

namespace hallmark {
namespace {

constexpr char narrowing[] = "convert(float32)->bfloat16";

struct Certified {
  int exit_code = -1;
  std::string errors;
  nlohmann::json certificate;
};

Certified certified(const std::string& spec, const std::vector<std::string>& more,
                    const std::map<std::string, std::string>& environment = {}) {
  const ScratchFolder folder;
  std::vector<std::string> arguments = {"certify", "--backend", spec, "--out", "out", "--level", "quick"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Finished finished = run_hallmark(arguments, {.folder = folder.path(), .environment = environment});
  Certified result{finished.exit_code, finished.err, {}};
  if (std::filesystem::exists(folder.path() / "out"))
    result.certificate = read_certificate_under(folder.path() / "out");
  return result;
}

std::string properties_backend(const std::string& name) { return test_backend("properties.so?" + name); }

/// The first finding that tells of the property, or null.
nlohmann::json finding_of(const nlohmann::json& certificate, const std::string& property) {
  for (const nlohmann::json& finding : findings_of(certificate)) {
    if (finding.at("explanation").get<std::string>().starts_with("the property " + property + " is broken"))
      return finding;
  }
  return nullptr;
}

struct Killer {
  const char *property, *backend, *operation;
};
constexpr Killer killers[] = {
    {"monotone", "steps_back", narrowing},
    {"odd_symmetry", "cuts_negatives", narrowing},
    {"within_ulp", "small_remainders_carry", narrowing},
    {"scaling", "one_binade_cut", "convert(float32)->float16"},
    {"widen_then_narrow", "short_cut_loses_a_bit", narrowing},
};

// Kills: a property that is drawn and never judged, or whose verdict is lost on the way into the certificate; a finding
// without its operands, and a reproduce line that does not reproduce, or shrinks to something else.
TEST(PropertiesPart, EachPropertyKillsAlone) {
  for (const Killer& killer : killers) {
    SCOPED_TRACE(killer.property);
    const Certified run = certified(properties_backend(killer.backend),
                                    {"--operation", killer.operation, "--gtest_filter", "*properties*"});
    EXPECT_EQ(run.exit_code, 1) << run.errors;
    EXPECT_EQ(run.certificate.at("claim").at("verdict"), "partial");
    const nlohmann::json& operation = operation_of(run.certificate, killer.operation);
    EXPECT_EQ(operation.at("outcome"), "fail");
    EXPECT_GT(operation.at("failed").get<int>(), 0);
    EXPECT_GT(operation.at("tried").get<int>(), 1000);
    const nlohmann::json finding = finding_of(run.certificate, killer.property);
    ASSERT_FALSE(finding.is_null()) << operation.dump(1);
    EXPECT_EQ(finding.at("requirement"), "round_to_nearest_even") << finding;
    const std::string explanation = finding.at("explanation"), operand = finding.at("operands").front();
    EXPECT_NE(explanation.find(operand), std::string::npos) << finding;
    EXPECT_NE(explanation.find(finding.at("got").get<std::string>()), std::string::npos) << finding;
    EXPECT_NE(finding.at("expected"), finding.at("got"));

    const std::string command = finding.at("reproduce");
    EXPECT_NE(command.find("--profile ieee754 --case '" + std::string(killer.operation) + "@properties/" +
                           killer.property + "/"),
              std::string::npos)
        << command;
    const ScratchFolder folder;
    const Finished again = run_shell(command + " --out out", {.folder = folder.path(), .environment = {}});
    EXPECT_EQ(again.exit_code, 1) << command << again.out << again.err;
    const nlohmann::json shown = finding_of(read_certificate_under(folder.path() / "out"), killer.property);
    ASSERT_FALSE(shown.is_null()) << command << again.out;
    for (const char* field : {"operands", "expected", "got", "requirement"})
      EXPECT_EQ(shown.at(field), finding.at(field));
    const auto words = [](const nlohmann::json& one) {
      const std::string text = one.at("explanation");
      return text.substr(text.find(" cases: "));
    };
    EXPECT_EQ(words(shown), words(finding));
  }
}

// Kills: generators whose operands the sweep has anyway. What is wrong here no other part sees.
TEST(PropertiesPart, FindsWhatNoSweepDraws) {
  const struct {
    const char *backend, *operation;
  } faults[] = {{"sticky_from_low_word_float16", "convert(float64)->float16"},
                {"table_of_sixteenths", "convert(int64)->float32"}};
  for (const auto& fault : faults) {
    SCOPED_TRACE(fault.backend);
    const std::string spec = properties_backend(fault.backend);
    const Certified without = certified(spec, {"--operation", fault.operation, "--gtest_filter", "-*properties*"});
    EXPECT_EQ(without.exit_code, 0) << "another part finds it too: " << without.certificate.dump(1);
    const Certified whole = certified(spec, {"--operation", fault.operation});
    EXPECT_EQ(whole.exit_code, 1) << whole.errors;
    EXPECT_EQ(whole.certificate.at("claim").at("verdict"), "does not conform");
    const nlohmann::json& operation = operation_of(whole.certificate, fault.operation);
    EXPECT_EQ(operation.at("outcome"), "fail");
    // The operands that only properties showed: they are counted as failed, and none of the sweep's twice.
    EXPECT_EQ(operation.at("tried"), operation_of(without.certificate, fault.operation).at("tried"));
    EXPECT_GT(operation.at("failed").get<int>(), 0);
    EXPECT_FALSE(finding_of(whole.certificate, "within_ulp").is_null()) << operation.dump(1);
    for (const nlohmann::json& requirement : operation.at("requirements")) {
      if (requirement.at("name") != "round_to_nearest_even") continue;
      EXPECT_EQ(requirement.at("outcome"), "fail");
    }
  }
}

// Kills: operands or mismatches of properties added to the sweep's, and a fault told once by the sweep and once more by
// each property.
TEST(PropertiesPart, CountsAndTellsNothingTwice) {
  const struct {
    std::string backend;
    const char* operation;
    int exit_code;
  } runs[] = {{"scalar", narrowing, 0},
              {"scalar", "convert(float4_e2m1fn)->float8_e4m3fn", 0},
              {test_backend("rounding.so?CV01"), narrowing, 1},
              {test_backend("rounding.so?CV20"), "convert(float16)->bfloat16", 1},
              {properties_backend("steps_back"), narrowing, 1}};
  for (const auto& run : runs) {
    SCOPED_TRACE(run.backend);
    const std::vector<std::string> arguments = {"--profile", "ieee754", "--operation", run.operation};
    std::vector<std::string> without = arguments;
    without.insert(without.end(), {"--gtest_filter", "-*.properties"});
    const Certified with = certified(run.backend, arguments), fewer = certified(run.backend, without);
    EXPECT_EQ(with.exit_code, run.exit_code) << with.errors;
    const nlohmann::json &all = operation_of(with.certificate, run.operation),
                         &some = operation_of(fewer.certificate, run.operation);
    for (const char* count : {"domain", "tried", "failed"}) EXPECT_EQ(all.at(count), some.at(count)) << count;
    ASSERT_EQ(all.at("findings").size(), some.at("findings").size()) << all.at("findings").dump(1);
    for (std::size_t i = 0; i < all.at("findings").size(); ++i) {
      EXPECT_EQ(all.at("findings")[i].at("count"), some.at("findings")[i].at("count"));
    }
    if (run.exit_code == 1) {
      const std::string told = all.at("findings")[0].at("explanation");
      EXPECT_NE(told.find("; they break the propert"), std::string::npos) << told;
    }
  }
}

// Kills: a right narrowing accused because the widening that leads to it is wrong, and a wrong widening that only the
// narrowing's test would show, forgotten.
TEST(PropertiesPart, AWrongWideningIsTheWideningsFault) {
  const std::string spec = properties_backend("widening_loses_a_bit");
  const Certified both = certified(spec, {});
  EXPECT_EQ(both.exit_code, 1) << both.errors;
  EXPECT_EQ(operation_of(both.certificate, "convert(bfloat16)->float32").at("outcome"), "fail");
  EXPECT_EQ(operation_of(both.certificate, narrowing).at("outcome"), "pass");
  const Certified alone = certified(spec, {"--operation", narrowing});
  EXPECT_EQ(alone.exit_code, 1) << alone.errors;
  const nlohmann::json finding = finding_of(alone.certificate, "widen_then_narrow");
  ASSERT_FALSE(finding.is_null());
  EXPECT_EQ(finding.at("requirement"), "consistency");
  EXPECT_NE(finding.at("explanation").get<std::string>().find("it is the widening that is wrong"), std::string::npos);
}

// Kills: cases that depend on the number of jobs or on what else runs, and a seed that is not used.
TEST(PropertiesPart, CasesAreFixedByTheSeed) {
  const std::string spec = properties_backend("small_remainders_carry");
  const std::vector<std::string> alone = {"--gtest_filter", "*properties*"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.end(), alone.begin(), alone.end());
    return certified(spec, more).certificate;
  };
  const nlohmann::json first = with({"--jobs", "1"}), again = with({"--jobs", "2"}), other = with({"--seed", "2"});
  EXPECT_EQ(first.at("result_digest"), again.at("result_digest"));
  EXPECT_NE(finding_of(first, "within_ulp").at("reproduce"), finding_of(other, "within_ulp").at("reproduce"));
  EXPECT_NE(finding_of(other, "within_ulp").at("reproduce").get<std::string>().find("--seed 2"), std::string::npos);
}

// Kills: RC_PARAMS that change what is tried and leave no trace, or that a reproduce line forgets.
TEST(RcParams, AreTakenAndRecorded) {
  const std::string spec = properties_backend("small_remainders_carry");
  const std::map<std::string, std::string> environment = {{"RC_PARAMS", "max_success=200 seed=7 noshrink=1"}};
  const Certified run = certified(spec, {"--gtest_filter", "*properties*"}, environment);
  EXPECT_EQ(run.exit_code, 1) << run.errors;
  const nlohmann::json finding = finding_of(run.certificate, "within_ulp");
  ASSERT_FALSE(finding.is_null());
  EXPECT_NE(finding.at("explanation").get<std::string>().find(" of 200 cases: "), std::string::npos) << finding;
  const std::string prefix = "RC_PARAMS='max_success=200 seed=7 noshrink=1' hallmark certify ";
  const std::string command = finding.at("reproduce");
  EXPECT_TRUE(command.starts_with(prefix)) << command;
  EXPECT_TRUE(run.certificate.at("provenance").at("command").get<std::string>().starts_with(prefix));
  const ScratchFolder folder;
  const Finished again = run_shell(command + " --out out", {.folder = folder.path(), .environment = {}});
  EXPECT_EQ(again.exit_code, 1) << again.err;
  EXPECT_EQ(finding_of(read_certificate_under(folder.path() / "out"), "within_ulp").at("operands"),
            finding.at("operands"));
}

// Kills: a mistake in RC_PARAMS that RapidCheck would ignore: the run would look as if it had been obeyed.
TEST(RcParams, MistakesAreRefusedInOneLine) {
  for (const char* text : {"seeed=42", "max_success=0", "max_success=5x", "reproduce=AAA", "noshrink"}) {
    const ScratchFolder folder;
    const Finished finished =
        run_hallmark({"certify", "--backend", "scalar", "--operation", narrowing, "--level", "quick", "--out", "out"},
                     {.folder = folder.path(), .environment = {{"RC_PARAMS", text}}});
    EXPECT_EQ(finished.exit_code, 2) << text;
    ASSERT_EQ(finished.error_lines().size(), 1u) << finished.err;
    EXPECT_TRUE(finished.err.starts_with("hallmark: RC_PARAMS: ")) << finished.err;
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "out"));
  }
}

// Kills: a case id that is read as another one, or that names a property nobody promised.
TEST(PropertyCase, MistakesAreRefusedInOneLine) {
  const struct {
    const char *rest, *words;
  } mistakes[] = {
      {"@properties/monotone", "no number"},
      {"@properties/monotone/x", "'x' is no number"},
      {"@properties/monotonous/1", "it has monotone, odd_symmetry, within_ulp, scaling or widen_then_narrow"},
      {"@properties/", "is promised no property"},
      {"@property/monotone/1", "SIGNATURE@properties/PROPERTY/NUMBER"},
  };
  for (const auto& [rest, words] : mistakes) {
    const Certified run = certified("scalar", {"--case", std::string(narrowing) + rest});
    EXPECT_EQ(run.exit_code, 2) << rest;
    EXPECT_NE(run.errors.find(words), std::string::npos) << run.errors;
  }
  EXPECT_EQ(certified("scalar", {"--case", std::string(narrowing) + "@properties/scaling/5"}).exit_code, 0);
}

// Kills: properties of tuples that are not run, whose findings lack the command that shows them again, or whose case
// does not.
TEST(PropertiesPart, OfTuplesCatchFaultsAloneAndRepeat) {
  const struct {
    const char *backend, *operation, *property;
  } faults[] = {
      {"arithmetic.so?SP11", "divide(bfloat16,bfloat16)->bfloat16", "identity_one"},
      {"arithmetic.so?cancelled_zero_is_negative", "subtract(bfloat16,bfloat16)->bfloat16", "zero_difference"},
      {"arithmetic.so?multiply_flushes_before_rounding", "multiply(bfloat16,bfloat16)->bfloat16", "identity_one"}};
  for (const auto& fault : faults) {
    SCOPED_TRACE(fault.backend);
    const std::string backend = test_backend(fault.backend);
    const Certified run =
        certified(backend, {"--profile", "ieee754", "--operation", fault.operation, "--gtest_filter", "*.properties"});
    ASSERT_EQ(run.exit_code, 1) << run.errors;
    const nlohmann::json& findings = operation_of(run.certificate, fault.operation).at("findings");
    ASSERT_FALSE(findings.empty());
    const std::string explanation = findings.front().at("explanation");
    const std::string reproduce = findings.front().at("reproduce");
    EXPECT_NE(explanation.find("the property " + std::string(fault.property) + " is broken"), std::string::npos)
        << explanation;
    const std::size_t at = reproduce.find(std::string("@properties/") + fault.property + "/");
    ASSERT_NE(at, std::string::npos) << reproduce;
    const std::string rest = reproduce.substr(at, reproduce.find('\'', at) - at);
    EXPECT_EQ(certified(backend, {"--profile", "ieee754", "--case", fault.operation + rest}).exit_code, 1) << rest;
  }
  EXPECT_EQ(certified("scalar", {"--case", "add(float16,float16)->float16@properties/commutative/5"}).exit_code, 0);
  const Certified wrong = certified("scalar", {"--case", "add(float16,float16)->float16@properties/sterbenz/5"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_NE(wrong.errors.find("it has commutative or monotone"), std::string::npos) << wrong.errors;
}

}  // namespace
}  // namespace hallmark
