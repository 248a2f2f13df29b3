// SPDX-License-Identifier: Apache-2.0
// `hallmark identify` on means, cumulative sums, predicates and exponentials: what each does is told, and each passes
// the profile that was written of it.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "tests/certify/catalogue.h"
#include "tests/certify/certify_backend.h"

namespace hallmark {
namespace {

struct Identified {
  std::string backend, operation;
  std::map<std::string, std::string> traits;  ///< beginnings of what is observed
  bool is_explained = true;
};
void PrintTo(const Identified& row, std::ostream* out) { *out << row.backend; }

class RowReductionIdentity : public testing::TestWithParam<Identified> {};

// Kills: a mean's results taken for its sum's, or its depth for a power of two that it is not; a cumulative sum of
// which only the last element is looked at; a weaker accumulator that passes for float32; a predicate or an exponential
// of which nothing is told; a written profile that its own backend fails.
TEST_P(RowReductionIdentity, IsToldAndWritten) {
  const auto& [name, operation, traits, is_explained] = GetParam();
  const ScratchFolder folder;
  const ProcessOptions options{.folder = folder.path(), .environment = {}};
  const std::string backend = test_backend(name), profile = (folder.path() / "found.toml").string();
  const Finished found = run_hallmark(
      {"identify", "--backend", backend, "--operation", operation, "--format", "json", "--write-profile", profile},
      options);
  ASSERT_EQ(found.exit_code, is_explained ? 0 : 1) << found.err << found.out;
  const nlohmann::json json = nlohmann::json::parse(found.out);
  ASSERT_EQ(json.at("operations").size(), 1u);
  const nlohmann::json& identified = json.at("operations")[0];
  EXPECT_EQ(identified.at("explained"), is_explained);
  std::map<std::string, std::string> observed;
  for (const nlohmann::json& trait : identified.at("traits")) {
    EXPECT_FALSE(trait.at("evidence").empty()) << trait.at("name");
    observed[trait.at("name")] = trait.at("observed");
  }
  for (const auto& [trait, beginning] : traits) {
    EXPECT_EQ(observed[trait].substr(0, beginning.size()), beginning) << trait << ": " << observed[trait];
  }
  if (!is_explained) return;  // its profile says nothing of it
  const Finished certified = run_hallmark(
      {"certify", "--backend", backend, "--profile", profile, "--level", "quick", "--operation", operation}, options);
  EXPECT_EQ(certified.exit_code, 0) << certified.out;
}

constexpr char mean[] = "mean(bfloat16)->float32", narrow_mean[] = "mean(bfloat16)->bfloat16";
constexpr char prefixes[] = "cumulative_sum(bfloat16)->float32",
               narrow_prefixes[] = "cumulative_sum(bfloat16)->bfloat16";
constexpr char finite[] = "all_finite(bfloat16)->uint8", softmax[] = "softmax(bfloat16)->float32";
constexpr char log_sum[] = "logsumexp(bfloat16)->float32";

INSTANTIATE_TEST_SUITE_P(
    Means, RowReductionIdentity,
    testing::Values(
        Identified{"right_row_reductions.so?mean_by_quotient",
                   mean,
                   {{"model", "fma_chain"},
                    {"accumulator_precision", "24 bits"},
                    {"rounding", "rne"},
                    {"order_of_16", "sequential"},
                    {"intermediate_overflow", "infinity"}}},
        Identified{"right_row_reductions.so?mean_by_reciprocal", narrow_mean, {{"model", "fma_chain"}}},
        Identified{"right_row_reductions.so?mean_in_float64",
                   mean,
                   {{"model", "float64, rne, order sequential"}, {"intermediate_overflow", "none"}}},
        Identified{"right_row_reductions.so?mean_rounded_up", mean, {{"model", "26 bits, rup"}, {"rounding", "rup"}}},
        Identified{"right_row_reductions.so?mean_backward", mean, {{"model", "float32, rne, order any"}}},
        Identified{"row_reductions.so?mean_in_bfloat16",
                   mean,
                   {{"model", "bfloat16_chain"}, {"accumulator_precision", "8 bits"}}},
        Identified{"row_reductions.so?mean_in_bfloat16", narrow_mean, {{"model", "bfloat16_chain"}}},
        Identified{"row_reductions.so?mean_by_one_less", mean, {{"model", "none of the known"}}, false}),
    [](const auto& of) { return test_name_of(of.param.backend + of.param.operation); });

INSTANTIATE_TEST_SUITE_P(
    Prefixes, RowReductionIdentity,
    testing::Values(
        Identified{"right_row_reductions.so?prefixes_in_sequence",
                   prefixes,
                   {{"model", "fma_chain"}, {"order_of_16", "sequential"}, {"prefixes", "as sums of shorter rows"}}},
        Identified{"right_row_reductions.so?prefixes_in_float64", prefixes, {{"model", "float64, rne"}}},
        Identified{"right_row_reductions.so?prefixes_in_parallel",
                   prefixes,
                   {{"model", "float32, rne, order any"}, {"order_of_16", "pairwise"}}},
        Identified{"right_row_reductions.so?prefixes_of_tiles_with_carry",
                   narrow_prefixes,
                   {{"model", "float32, rne, order any"}}},
        Identified{
            "right_row_reductions.so?prefixes_split_by_threads", prefixes, {{"model", "float32, rne, order any"}}},
        Identified{"row_reductions.so?prefixes_in_bfloat16", prefixes, {{"model", "bfloat16_chain"}}},
        Identified{"row_reductions.so?prefixes_of_tiles", prefixes, {{"model", "none of the known"}}, false}),
    [](const auto& of) { return test_name_of(of.param.backend + of.param.operation); });

INSTANTIATE_TEST_SUITE_P(
    Rows, RowReductionIdentity,
    testing::Values(
        Identified{"right_row_reductions.so?finite_each",
                   finite,
                   {{"infinity", "not finite"},
                    {"nan", "not finite"},
                    {"signalling_nan", "not finite"},
                    {"subnormals", "finite"},
                    {"sums", "do not matter"},
                    {"no_element", "finite"},
                    {"codes", "65280 of 65536 finite"}}},
        Identified{"row_reductions.so?only_no_nan", finite, {{"infinity", "finite"}, {"nan", "not finite"}}, false},
        Identified{"row_reductions.so?below_infinity", finite, {{"negative_infinity", "finite"}}, false},
        Identified{"row_reductions.so?finite_sum", finite, {{"sums", "large numbers together are not"}}, false},
        Identified{"row_reductions.so?finite_whole_vectors", finite, {{"nan", "finite in some places"}}, false},
        Identified{"right_exponentials.so?softmax_in_sequence",
                   softmax,
                   {{"model", "float32 within its bound"},
                    {"largest_subtracted", "yes"},
                    {"nan", "NaN"},
                    {"all_negative_infinity", "NaN"}}},
        Identified{"right_exponentials.so?softmax_in_float64",
                   softmax,
                   {{"model", "float64 within its bound"}, {"largest_error", "0.5 ulp"}}},
        Identified{"exponentials.so?without_subtraction", softmax, {{"largest_subtracted", "no: NaN of large"}}, false},
        Identified{"exponentials.so?short_sum", softmax, {{"model", "bfloat16 within its bound"}}},
        Identified{"exponentials.so?flushed_results",
                   softmax,
                   {{"model", "float32 within its bound, exp and log within an ulp, results flushed"}}},
        Identified{"right_exponentials.so?log_in_sequence",
                   log_sum,
                   {{"model", "float32 within its bound"},
                    {"largest_subtracted", "yes"},
                    {"all_negative_infinity", "-infinity"},
                    {"positive_infinity", "infinity"},
                    {"no_element", "-infinity"}}},
        Identified{"exponentials.so?log_without_subtraction", log_sum, {{"largest_subtracted", "no: "}}, false},
        Identified{"exponentials.so?log_nan_is_masked", log_sum, {{"nan", "a number"}}, false}),
    [](const auto& of) { return test_name_of(of.param.backend + of.param.operation); });

}  // namespace
}  // namespace hallmark
