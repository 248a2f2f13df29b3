// SPDX-License-Identifier: Apache-2.0
// Identification finds what each shipped profile says of an operation, and evidence that really tells.
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "identifying/candidates.h"
#include "identifying/elementwise_identity.h"
#include "identifying/probe_tuples.h"
#include "made_calls.h"
#include "semantics/profile.h"

namespace hallmark::test {
namespace {

std::vector<std::uint64_t> codes_in(const std::string& text) {
  std::vector<std::uint64_t> codes;
  for (std::size_t at = text.find("0x"); at != std::string::npos; at = text.find("0x", at)) {
    at += 2;
    std::uint64_t code = 0;
    std::from_chars(text.data() + at, text.data() + text.size(), code, 16);
    codes.push_back(code);
  }
  return codes;
}

/// Every alternative of every shipped profile that takes part, once.
std::vector<Semantics> shipped_semantics(const Signature& signature) {
  std::vector<Semantics> list;
  for (const std::string& name : shipped_profiles()) {
    for (const Alternative& alternative : load_profile(name).resolve(signature)) {
      Semantics semantics = alternative.semantics;
      semantics.deterministic = semantics.batch_invariant = false;
      semantics.accumulator = {};
      if (std::find(list.begin(), list.end(), semantics) == list.end()) list.push_back(semantics);
    }
  }
  return list;
}

std::vector<OperandTuple> tuples_of(const OperationTruth& operation) {
  const Columns columns = larger_sample(operation);
  std::vector<OperandTuple> list;
  for (std::size_t row = 0; row < columns.front().size(); ++row) {
    OperandTuple& tuple = list.emplace_back();
    for (const auto& column : columns) tuple.push_back(column[row]);
  }
  return list;
}

class ShippedProfiles : public testing::TestWithParam<const char*> {};

// Kills: semantics that a profile states and identification has no word for, or takes for others'.
TEST_P(ShippedProfiles, AreFoundFromWhatTheyGive) {
  const Signature signature = signature_of(GetParam());
  OperationTruth truth(signature);
  const std::vector<Semantics> all = shipped_semantics(signature);
  ASSERT_GE(all.size(), 3u);
  const std::vector<OperandTuple> tuples = tuples_of(truth);
  for (const Semantics& made : all) {
    const Identity identity = identify_elementwise(signature, made_call(signature, made));
    ASSERT_TRUE(identity.semantics) << text_of(made, signature.result);
    const Disagreement disagreement = disagreement_of(truth, made, *identity.semantics, tuples);
    EXPECT_EQ(disagreement.count, 0u) << text_of(made, signature.result) << "\n  found "
                                      << text_of(*identity.semantics, signature.result) << "\n  at "
                                      << operands_text(signature.operands, disagreement.first);
  }
}

// Kills: evidence that any other value of the field would give too, and results that were never seen.
TEST_P(ShippedProfiles, HaveEvidenceThatTells) {
  const Signature signature = signature_of(GetParam());
  OperationTruth truth(signature);
  std::size_t evidence = 0;
  for (const Semantics& made : shipped_semantics(signature)) {
    const ElementwiseCall call = made_call(signature, made);
    const Identity identity = identify_elementwise(signature, call);
    ASSERT_TRUE(identity.semantics);
    const std::vector<FieldVariation> others = variations(*identity.semantics, truth.shape(), {});
    std::set<std::string> names;
    for (const Trait& trait : identity.traits) {
      EXPECT_TRUE(names.insert(trait.name).second) << trait.name << " stands there twice";
      EXPECT_FALSE(trait.evidence.empty()) << trait.name;
      EXPECT_LE(trait.evidence.size(), 3u);
      for (const Evidence& one : trait.evidence) {
        ++evidence;
        const OperandTuple operands = codes_in(one.operands), got = codes_in(one.result);
        ASSERT_EQ(operands.size(), signature.operands.size()) << one.operands;
        ASSERT_EQ(got.size(), 1u) << one.result;
        Columns columns;
        for (const std::uint64_t code : operands) columns.push_back({code});
        EXPECT_EQ(call(columns)->front(), got.front()) << trait.name << ": " << one.operands;
        if (trait.name == "signalling_nan") continue;
        const CodeSets right = truth.right(*identity.semantics, operands);
        EXPECT_TRUE(right.contains(got.front()));
        bool told = false;
        for (const FieldVariation& other : others) {
          if (other.key != trait.name) continue;
          const CodeSets otherwise = truth.right(other.semantics, operands);
          told = told || !otherwise.contains(got.front()) ||
                 size_of(otherwise, signature.result) > size_of(right, signature.result);
        }
        EXPECT_TRUE(told) << trait.name << " = " << trait.observed << " is not told by " << one.operands;
      }
    }
  }
  EXPECT_GT(evidence, 0u);
}

INSTANTIATE_TEST_SUITE_P(Operations, ShippedProfiles,
                         testing::Values("convert(float32)->bfloat16", "convert(float32)->float16",
                                         "convert(float32)->float8_e4m3fn", "convert(bfloat16)->float8_e8m0fnu",
                                         "convert(float32)->int32", "convert[rtz,saturate](float32)->float8_e5m2",
                                         "add(bfloat16,bfloat16)->bfloat16", "fma(float16,float16,float16)->float16"));

}  // namespace
}  // namespace hallmark::test
