// SPDX-License-Identifier: Apache-2.0
// The traits of reductions that a certificate carries: bias, symmetries, and what results depend on.
#include <gtest/gtest.h>

#include "catalogue.h"
#include "certify_backend.h"

namespace hallmark {
namespace {

constexpr char dot[] = "dot(bfloat16,bfloat16)->float32";

struct TraitsOfBackend {
  std::string backend;
  std::map<std::string, std::string> traits;  ///< beginnings of their values
  int exit = 0;
};
void PrintTo(const TraitsOfBackend& row, std::ostream* out) { *out << row.backend; }

class ReductionTraits : public testing::TestWithParam<TraitsOfBackend> {};

// Kills: a trait that says yes whatever a backend does, or no; a bias that fails a backend inside its bound, or that
// none is told of; a counterexample that is no case; a certificate that loses its traits or its points.
TEST_P(ReductionTraits, AreTold) {
  CertifyRun run;
  certify(run, test_backend(GetParam().backend),
          {"--profile", "ieee754", "--operation", dot, "--level", "quick",
           "--gtest_filter=*.growth:*.symmetries:*.places:*.threads"});
  ASSERT_EQ(run.process.exit_code, GetParam().exit) << run.process.out << run.process.err;
  const nlohmann::json certificate = run.certificate();
  for (const auto& [trait, beginning] : GetParam().traits) {
    const std::string value = certificate.at("traits").value(std::string(dot) + ": " + trait, "missing");
    EXPECT_EQ(value.substr(0, beginning.size()), beginning) << trait << ": " << value;
  }
  const nlohmann::json& operation = operation_of(certificate, dot);
  const bool is_biased = GetParam().traits.at("accumulation_bias").find("none") != 0;
  if (GetParam().exit == 0) {
    EXPECT_EQ(operation.value("note", "").find("its errors lean") != std::string::npos, is_biased);
  }
  const nlohmann::json& growth = operation.at("error_growth");
  EXPECT_EQ(growth.at("unit_exponent"), -24);
  EXPECT_EQ(growth.at("points").size(), 27u) << "three kinds of rows at nine depths";
  for (const nlohmann::json& point : growth.at("points")) {
    const auto number = [&](const char* key) { return std::stod(point.at(key).get<std::string>()); };
    if (GetParam().exit == 0) {
      EXPECT_LE(number("maximum"), number("bound")) << point;
    }
    EXPECT_LE(number("mean"), number("maximum") * 1.001) << point;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Backends, ReductionTraits,
    testing::Values(TraitsOfBackend{"right_reductions.so?fma_chain",
                                    {{"accumulation_bias", "none seen: t = "},
                                     {"scales_by_powers_of_two", "yes"},
                                     {"sign_symmetric", "yes"},
                                     {"order_independent", "no: " + std::string(dot) + "@symmetries/"},
                                     {"batch_invariant", "yes"},
                                     {"deterministic", "yes"},
                                     {"thread_count_independent", "yes: "}}},
                    TraitsOfBackend{"right_reductions.so?truncating_26_bits",
                                    {{"accumulation_bias", "toward zero: t = -"},
                                     {"sign_symmetric", "yes"},
                                     {"scales_by_powers_of_two", "yes"}}},
                    TraitsOfBackend{"right_reductions.so?floor_26_bits",
                                    {{"accumulation_bias", "downward: t = -"},
                                     {"sign_symmetric", "no: "},
                                     {"scales_by_powers_of_two", "yes"}}},
                    TraitsOfBackend{"right_reductions.so?order_by_size",
                                    {{"accumulation_bias", "none seen"},
                                     {"scales_by_powers_of_two", "no: " + std::string(dot) + "@symmetries/"},
                                     {"sign_symmetric", "yes"}}},
                    TraitsOfBackend{"right_reductions.so?order_by_sign",
                                    {{"accumulation_bias", "none seen"},
                                     {"scales_by_powers_of_two", "yes"},
                                     {"sign_symmetric", "no: " + std::string(dot) + "@symmetries/"}}},
                    TraitsOfBackend{"right_reductions.so?split_by_threads",
                                    {{"accumulation_bias", "none seen"},
                                     {"deterministic", "yes"},
                                     {"thread_count_independent", "no: " + std::string(dot) + "@threads/0"}}},
                    TraitsOfBackend{"reductions.so?order_by_rows",
                                    {{"accumulation_bias", "none seen"},
                                     {"batch_invariant", "no: " + std::string(dot) + "@places/"},
                                     {"deterministic", "yes"}}},
                    TraitsOfBackend{"reductions.so?random_order",
                                    {{"accumulation_bias", "none seen"},
                                     {"deterministic", "no: " + std::string(dot) + "@places/"},
                                     {"batch_invariant", "unknown: "},
                                     {"scales_by_powers_of_two", "unknown: "}},
                                    1}),
    [](const auto& of) { return test_name_of(of.param.backend); });

struct TraitsOfRows {
  std::string backend, operation;
  std::map<std::string, std::string> traits;  ///< beginnings of their values
};
void PrintTo(const TraitsOfRows& row, std::ostream* out) { *out << row.backend; }

class RowReductionTraits : public testing::TestWithParam<TraitsOfRows> {};

// Kills: a mean or a cumulative sum that is asked none of this; one whose errors are held against its sum's, undivided,
// or whose first element is taken for the last; predicates and exponentials whose threads nobody changes.
TEST_P(RowReductionTraits, AreTold) {
  const auto& [backend, operation, traits] = GetParam();
  CertifyRun run;
  certify(run, test_backend(backend),
          {"--profile", "ieee754", "--operation", operation, "--level", "quick",
           "--gtest_filter=*.growth:*.symmetries:*.places:*.threads"});
  ASSERT_EQ(run.process.exit_code, 0) << run.process.out << run.process.err;
  const nlohmann::json certificate = run.certificate();
  for (const auto& [trait, beginning] : traits) {
    const std::string value = certificate.at("traits").value(operation + ": " + trait, "missing");
    EXPECT_EQ(value.substr(0, beginning.size()), beginning) << trait << ": " << value;
  }
  if (!traits.contains("accumulation_bias")) return;
  std::size_t rounded = 0;
  const nlohmann::json& points = operation_of(certificate, operation).at("error_growth").at("points");
  EXPECT_EQ(points.size(), 27u) << "three kinds of rows at nine depths";
  for (const nlohmann::json& point : points) {
    const auto number = [&](const char* key) { return std::stod(point.at(key).get<std::string>()); };
    EXPECT_LE(number("maximum"), number("bound")) << point;
    // A mean that was not multiplied by its depth is about S away.
    EXPECT_LE(number("maximum"), 1e-3) << point;
    rounded += number("maximum") > 0 ? 1 : 0;
  }
  EXPECT_GE(rounded, 9u);
}

INSTANTIATE_TEST_SUITE_P(
    Backends, RowReductionTraits,
    testing::Values(TraitsOfRows{"right_row_reductions.so?mean_by_quotient",
                                 "mean(bfloat16)->float32",
                                 {{"accumulation_bias", "none seen: t = "},
                                  {"scales_by_powers_of_two", "yes"},
                                  {"sign_symmetric", "yes"},
                                  {"order_independent", "no: mean(bfloat16)->float32@symmetries/"},
                                  {"batch_invariant", "yes"},
                                  {"deterministic", "yes"},
                                  {"thread_count_independent", "yes: "}}},
                    TraitsOfRows{"right_row_reductions.so?mean_rounded_up",
                                 "mean(bfloat16)->float32",
                                 {{"accumulation_bias", "upward: t = "},
                                  {"scales_by_powers_of_two", "yes"},
                                  {"sign_symmetric", "no: mean(bfloat16)->float32@symmetries/"}}},
                    TraitsOfRows{"right_row_reductions.so?mean_by_size",
                                 "mean(bfloat16)->float32",
                                 {{"accumulation_bias", "none seen"},
                                  {"scales_by_powers_of_two", "no: mean(bfloat16)->float32@symmetries/"},
                                  {"sign_symmetric", "yes"}}},
                    TraitsOfRows{"right_row_reductions.so?mean_in_float64",
                                 "mean(bfloat16)->float32",
                                 {{"accumulation_bias", "none seen"}, {"order_independent", "yes: "}}},
                    TraitsOfRows{"right_row_reductions.so?mean_split_by_threads",
                                 "mean(bfloat16)->float32",
                                 {{"accumulation_bias", "none seen"},
                                  {"deterministic", "yes"},
                                  {"thread_count_independent", "no: mean(bfloat16)->float32@threads/0"}}},
                    TraitsOfRows{"right_row_reductions.so?prefixes_in_sequence",
                                 "cumulative_sum(bfloat16)->float32",
                                 {{"accumulation_bias", "none seen"},
                                  {"scales_by_powers_of_two", "yes"},
                                  {"sign_symmetric", "yes"},
                                  {"order_independent", "no: cumulative_sum(bfloat16)->float32@symmetries/"},
                                  {"batch_invariant", "yes"},
                                  {"thread_count_independent", "yes: "}}},
                    TraitsOfRows{"right_row_reductions.so?prefixes_by_sign",
                                 "cumulative_sum(bfloat16)->float32",
                                 {{"accumulation_bias", "none seen"},
                                  {"scales_by_powers_of_two", "yes"},
                                  {"sign_symmetric", "no: cumulative_sum(bfloat16)->float32@symmetries/"}}},
                    TraitsOfRows{"right_row_reductions.so?prefixes_split_by_threads",
                                 "cumulative_sum(bfloat16)->float32",
                                 {{"accumulation_bias", "none seen"},
                                  {"thread_count_independent", "no: cumulative_sum(bfloat16)->float32@threads/0"}}},
                    TraitsOfRows{"row_reductions.so?prefixes_by_rows",
                                 "cumulative_sum(bfloat16)->float32",
                                 {{"batch_invariant", "no: cumulative_sum(bfloat16)->float32@places/"},
                                  {"deterministic", "yes"}}},
                    TraitsOfRows{"right_row_reductions.so?finite_each",
                                 "all_finite(bfloat16)->uint8",
                                 {{"batch_invariant", "yes"}, {"thread_count_independent", "yes: "}}},
                    TraitsOfRows{"right_exponentials.so?softmax_in_sequence",
                                 "softmax(bfloat16)->float32",
                                 {{"batch_invariant", "yes"}, {"thread_count_independent", "yes: "}}},
                    TraitsOfRows{"right_exponentials.so?log_beside_one",
                                 "logsumexp(bfloat16)->float32",
                                 {{"batch_invariant", "yes"}, {"thread_count_independent", "yes: "}}}),
    [](const auto& of) { return test_name_of(of.param.backend); });

// Kills: a result that is wrong under some number of threads, passed because the profile asks for no determinism.
TEST(RowReductionTraits, WrongUnderMoreThreadsIsAFault) {
  const std::string finite = "all_finite(bfloat16)->uint8";
  CertifyRun run;
  certify(run, test_backend("right_row_reductions.so?finite_of_four_threads"),
          {"--profile", "ieee754", "--operation", finite, "--level", "quick"});
  ASSERT_EQ(run.process.exit_code, 1) << run.process.out << run.process.err;
  const nlohmann::json certificate = run.certificate();
  const nlohmann::json& findings = operation_of(certificate, finite).at("findings");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_NE(findings[0].at("explanation").get<std::string>().find("with 7 threads"), std::string::npos) << findings;
}

// Kills: a bias told of squares, whose sums lean in every accumulator: a right backend warned of.
TEST(ReductionTraits, SquaresHaveNoBias) {
  const std::string squares = "sum_of_squares(float16)->float32";
  CertifyRun run;
  certify(run, "scalar", {"--profile", "ieee754", "--operation", squares, "--gtest_filter=*.growth"});
  ASSERT_EQ(run.process.exit_code, 0) << run.process.out << run.process.err;
  const std::string value = run.certificate().at("traits").at(squares + ": accumulation_bias");
  EXPECT_EQ(value.find("not measured: squares have one sign"), 0u) << value;
  EXPECT_EQ(operation_of(run.certificate(), squares).value("note", ""), "");
}

// Kills: a case of one of these parts that shows another trait, or none.
TEST(ReductionTraits, ACaseShowsItsTrait) {
  const std::pair<std::string, std::string> shown[] = {
      {"right_reductions.so?order_by_sign", dot},
      {"right_row_reductions.so?prefixes_by_sign", "cumulative_sum(bfloat16)->float32"},
      {"right_row_reductions.so?mean_rounded_up", "mean(bfloat16)->float32"}};
  for (const auto& [name, operation] : shown) {
    const std::string backend = test_backend(name);
    CertifyRun run;
    certify(run, backend, {"--profile", "ieee754", "--operation", operation, "--gtest_filter=*.symmetries"});
    const std::string value = run.certificate().at("traits").at(operation + ": sign_symmetric");
    ASSERT_EQ(value.find("no: "), 0u) << operation << ' ' << value;
    CertifyRun again;
    certify(again, backend, {"--profile", "ieee754", "--case", value.substr(4)});
    ASSERT_EQ(again.process.exit_code, 0) << again.process.out << again.process.err;
    EXPECT_EQ(again.certificate().at("traits").at(operation + ": sign_symmetric"), value);
    EXPECT_EQ(operation_of(again.certificate(), operation).at("tried"), 1);
  }
}

}  // namespace
}  // namespace hallmark
