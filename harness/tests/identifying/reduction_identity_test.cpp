// SPDX-License-Identifier: Apache-2.0
// Identifying accumulators: each known one is named from its results, told from every other, and its traits are right.
#include "identifying/reduction_identity.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <memory>

#include "semantics/named_accumulators.h"
#include "semantics/profile_writer.h"
#include "tests/reductions/rows.h"
#include "truth/accumulators.h"

namespace hallmark::test {
namespace {

ReductionRowsCall simulated(const Reduction& of, const Semantics& semantics) {
  const auto simulation = std::make_shared<AccumulatorSimulation>(of, semantics);
  return [simulation](const std::vector<HardDot>& rows) {
    std::vector<std::uint64_t> results;
    for (const HardDot& row : rows) results.push_back(simulation->result(row).low);
    return std::optional(std::move(results));
  };
}

Identity identity_of(const std::string& signature, const Semantics& semantics) {
  const Reduction of = reduction(signature);
  return identify_reduction(signature, of, simulated(of, semantics));
}

std::map<std::string, std::string> observed(const Identity& identity) {
  std::map<std::string, std::string> traits;
  for (const Trait& trait : identity.traits) traits[trait.name] = trait.observed;
  return traits;
}

const std::string dot = "dot(bfloat16,bfloat16)->float32";
const std::string dot_initial = "dot(bfloat16,bfloat16,float32)->float32";

class NamedIdentity : public testing::TestWithParam<std::string> {};

// Kills: a search that takes one accumulator for another, or names none; a written profile that says something else.
TEST_P(NamedIdentity, IsItsOwn) {
  for (const std::string& signature : {dot_initial, dot}) {
    SCOPED_TRACE(signature);
    const Identity identity = identity_of(signature, named_accumulator(GetParam()).semantics);
    // A chain whose NaNs are any chain's may be named second.
    const std::string model = observed(identity)["model"];
    EXPECT_EQ(model, GetParam() == "vfwmaccbf16" ? "vfwmaccbf16, fma_chain" : GetParam());
    ASSERT_TRUE(identity.semantics);
    for (const Trait& trait : identity.traits) EXPECT_FALSE(trait.evidence.empty()) << trait.name;

    const std::string path = testing::TempDir() + "identity_" + GetParam() + ".toml";
    const Signature parsed = std::get<Signature>(parse_signature(signature));
    std::ofstream(path) << heading_text("found", "Found", "a test") << override_text(parsed, *identity.semantics);
    const auto alternatives = read_profile(path).resolve(parsed);
    ASSERT_EQ(alternatives.size(), 1u);
    EXPECT_EQ(alternatives[0].semantics, *identity.semantics);
  }
}

std::vector<std::string> names() {
  std::vector<std::string> list;
  for (const NamedAccumulator& one : named_accumulators()) list.emplace_back(one.name);
  return list;
}

INSTANTIATE_TEST_SUITE_P(All, NamedIdentity, testing::ValuesIn(names()), [](const auto& of) { return of.param; });

struct Expected {
  std::string accumulator;
  std::map<std::string, std::string> traits;
};

// Kills: a probe that sees another trait than its name says. What the units are is in accumulation.md's sources, named
// in semantics/named_accumulators.cpp.
TEST(ReductionTraits, AreThoseOfTheUnit) {
  const Expected units[] = {
      {"fma_chain",
       {{"accumulator_precision", "24 bits"},
        {"rounding", "rne"},
        {"order", "((((((((c,0),1),2),3),4),5),6),7): sequential"},
        {"initial", "first"},
        {"products", "exact"},
        {"joined_before_rounding", "none"},
        {"subnormal_results", "keep"},
        {"negative_zero", "kept"},
        {"intermediate_overflow", "infinity, then 0"}}},
      {"vdpbf16ps",
       {{"order", "((((((((c,1),0),3),2),5),4),7),6)"},
        {"subnormal_operands", "flush"},
        {"subnormal_products", "keep"},
        {"subnormal_initial", "flush"},
        {"subnormal_results", "flush"},
        {"flushed_zero", "signed"},
        {"tininess", "after rounding"},
        {"joined_before_rounding", "none"},
        {"generated_nan", "0xffc00000 and 0xffc00000"}}},
      {"tdpbf16ps", {{"initial", "last"}, {"rounding", "rne"}, {"order_of_16", "2 lanes, initial value last"}}},
      {"bfdot",
       {{"rounding", "rto"},
        {"bits_below_alignment", "count"},
        {"order", "((((c,(0,1)),(2,3)),(4,5)),(6,7))"},
        {"subnormal_products", "flush"},
        {"nan", "canonical 0x7fc00000"},
        {"overflow_by_rounding", "largest"}}},
      {"v100",
       {{"rounding", "rtz"},
        {"bits_below_alignment", "dropped"},
        {"joined_before_rounding", "4 elements"},
        {"initial", "fused"},
        {"monotone", "no counterexample"},
        {"intermediate_overflow", "none: sums have a wider range"},
        {"negative_zero", "+0"}}},
      {"a100",
       {{"joined_before_rounding", "8 elements"},
        {"aligned_precision", "25 bits among neighbours"},
        {"monotone", "no"}}},
      {"h100",
       {{"joined_before_rounding", "16 elements"},
        {"aligned_precision", "26 bits among neighbours"},
        {"monotone", "no"}}},
      {"hopper_fp8",
       {{"accumulator_precision", "14 bits"}, {"joined_before_rounding", "32 elements"}, {"rounding", "rtz"}}},
      {"cdna2",
       {{"order", "((c,((0,1),(2,3))),((4,5),(6,7)))"},
        {"subnormal_products", "flush"},
        {"joined_before_rounding", "4 elements"}}},
      {"chain_rtz", {{"rounding", "rtz"}, {"bits_below_alignment", "count"}, {"overflow", "largest and largest"}}},
      {"chain_rna", {{"rounding", "rna"}}},
      {"chain_rup", {{"rounding", "rup"}}},
      {"chain_rdn", {{"rounding", "rdn"}}},
      {"precision_22", {{"accumulator_precision", "22 bits"}, {"rounding", "rne"}}},
      {"bfloat16_chain", {{"accumulator_precision", "8 bits"}, {"order_of_16", "sequential"}}},
      {"float16_chain", {{"accumulator_precision", "11 bits"}, {"range", "2^-24 to 2^15"}}},
      {"rounded_products", {{"products", "rounded to fewer than 9 bits"}, {"accumulator_precision", "24 bits"}}},
      {"split_k_bfloat16", {{"partials", "parts of the depth are rounded to 8 bits"}}},
      {"exact", {{"accumulator_precision", "73 bits or more"}, {"order", "exact"}, {"initial", "exact"}}},
  };
  for (const Expected& unit : units) {
    auto traits = observed(identity_of(dot_initial, named_accumulator(unit.accumulator).semantics));
    for (const auto& [name, text] : unit.traits) EXPECT_EQ(traits[name], text) << unit.accumulator << ' ' << name;
  }
}

// Kills: a search that only knows what has a name: other widths, lanes, blocks, places and result roundings.
TEST(ReductionIdentity, FindsWhatHasNoName) {
  const auto changed = [](const char* name, auto change) {
    Semantics semantics = named_accumulator(name).semantics;
    change(semantics);
    return semantics;
  };
  const std::pair<std::string, Semantics> cases[] = {
      {dot_initial, changed("fma_chain", [](Semantics& s) { s.accumulator.lanes = 16; })},
      {dot_initial, changed("pairwise", [](Semantics& s) { s.accumulator.rounding = "rtz"; })},
      {dot, changed("h100", [](Semantics& s) { s.accumulator.block_width = 32; })},
      {dot_initial, changed("v100", [](Semantics& s) { s.accumulator.block_fraction_bits = 27; })},
      {"dot(float16,float16)->float16", changed("fma_chain", [](Semantics&) {})},
      {"dot(bfloat16,bfloat16)->bfloat16", changed("fma_chain", [](Semantics& s) { s.rounding = Rounding::rtz; })},
      {"sum(bfloat16)->float32", changed("fma_chain", [](Semantics& s) { s.accumulator.lanes = 8; })},
      {"matmul(float8_e4m3fn,float8_e5m2)->float32", changed("hopper_fp8", [](Semantics&) {})},
      {dot, changed("split_k_bfloat16", [](Semantics& s) { s.accumulator.partial_count = 4; })},
      {dot_initial, changed("vdpbf16ps", [](Semantics& s) { s.flushed_zero = FlushedZero::positive; })},
  };
  for (const auto& [signature, semantics] : cases) {
    const Identity identity = identity_of(signature, semantics);
    ASSERT_TRUE(identity.semantics) << signature << ' ' << observed(identity)["model"];
    EXPECT_TRUE(identity.semantics->accumulator.exact_model) << signature << ' ' << observed(identity)["model"];
    // On rows that the search has not seen, both give the same.
    const Reduction of = reduction(signature);
    AccumulatorSimulation truth(of, semantics), found(of, *identity.semantics);
    Random random(91, signature);
    for (int n = 0; n < 2000; ++n) {
      const Row row = random_row(random, of, 1 + random.below(80), n % 2 == 0 ? 6 : 0);
      const CodeSet want = truth.result(row), got = found.result(row);
      EXPECT_TRUE(got.contains(want.low)) << signature << ' ' << observed(identity)["model"];
    }
  }
}

// Kills: a bit-for-bit claim of something whose order depends on what no row can show; nothing found at all.
TEST(ReductionIdentity, OfAnUnknownOrderIsABound) {
  const Reduction of = reduction(dot);
  AccumulatorSimulation chain(of, named_accumulator("fma_chain").semantics);
  std::uint64_t calls = 0;
  const Identity identity = identify_reduction(dot, of, [&](const std::vector<HardDot>& rows) {
    std::vector<std::uint64_t> results;
    for (HardDot row : rows) {
      // Another order in every call.
      Random random(++calls);
      for (std::size_t i = row.left.size(); i > 1; --i) {
        const auto other = static_cast<std::size_t>(random.below(i));
        std::swap(row.left[i - 1], row.left[other]);
        std::swap(row.right[i - 1], row.right[other]);
      }
      results.push_back(chain.result(row).low);
    }
    return std::optional(std::move(results));
  });
  ASSERT_TRUE(identity.semantics);
  EXPECT_FALSE(identity.semantics->accumulator.exact_model);
  EXPECT_EQ(identity.semantics->accumulator.format, "float32");
  EXPECT_EQ(identity.semantics->accumulator.order, "any");
}

// Kills: a claim about something no accumulator does.
TEST(ReductionIdentity, OfNonsenseIsNothing) {
  const Reduction of = reduction(dot);
  const Identity identity = identify_reduction(dot, of, [&](const std::vector<HardDot>& rows) {
    return std::optional(std::vector<std::uint64_t>(rows.size(), 0x40490fdb));
  });
  EXPECT_FALSE(identity.semantics);
  EXPECT_EQ(observed(identity)["model"], "none of the known");
  const Identity failed = identify_reduction(dot, of, [](const auto&) { return std::nullopt; });
  EXPECT_FALSE(failed.semantics);
  ASSERT_FALSE(failed.traits.empty());
  EXPECT_EQ(failed.traits.back().name, "unidentified");
}

}  // namespace
}  // namespace hallmark::test
