// SPDX-License-Identifier: Apache-2.0
// Identification finds the semantics that made the results, whatever they are, as far as results can tell.
#include <gtest/gtest.h>

#include "../semantics/profile_text.h"
#include "identifying/candidates.h"
#include "identifying/elementwise_identity.h"
#include "identifying/probe_tuples.h"
#include "made_calls.h"
#include "semantics/profile_writer.h"

namespace hallmark::test {
namespace {

/// Operands that identification has not seen, or all there are.
std::vector<OperandTuple> sweep_of(const OperationTruth& operation) {
  std::vector<OperandTuple> list;
  Columns columns;
  if (operation.operands().size() == 1) {
    const Format& from = operation.operands().front();
    Random random(31);
    const bool all = from.width() <= 16;
    for (std::uint64_t n = 0; n < (all ? from.code_mask() + 1 : 20000); ++n) {
      list.push_back({all ? n : random.next() & from.code_mask()});
    }
    return list;
  }
  drawn_tuples(operation.elementwise(), 20000, 0, 1, 77)->next(40000, columns);
  for (std::size_t row = 0; row < columns.front().size(); ++row) {
    OperandTuple& tuple = list.emplace_back();
    for (const auto& column : columns) tuple.push_back(column[row]);
  }
  return list;
}

void expect_found(const Signature& signature, const Semantics& made) {
  OperationTruth truth(signature);
  const std::string what = to_string(signature) + " under " + text_of(made, signature.result);
  const Identity identity = identify_elementwise(signature, made_call(signature, made));
  if (!identity.semantics) {
    std::string traits;
    for (const Trait& trait : identity.traits) traits += "\n  " + trait.name + ": " + trait.observed;
    ADD_FAILURE() << what << ": nothing found" << traits;
    return;
  }
  EXPECT_TRUE(is_consistent(*identity.semantics)) << what;
  const std::vector<OperandTuple> sweep = sweep_of(truth);
  ASSERT_FALSE(sweep.empty());
  const Disagreement disagreement = disagreement_of(truth, made, *identity.semantics, sweep);
  EXPECT_EQ(disagreement.count, 0u) << what << "\n  found " << text_of(*identity.semantics, signature.result)
                                    << "\n  differs at " << operands_text(signature.operands, disagreement.first);
  // What is written of it a profile may say, and means the same there.
  const Profile profile =
      profile_from(heading_text("p", "t", "s") + "\n" + override_text(signature, *identity.semantics));
  const Semantics read = profile.resolve(signature).front().semantics;
  EXPECT_EQ(disagreement_of(truth, made, read, sweep).count, 0u) << what << ", read again from a profile";
}

class RandomSemantics : public testing::TestWithParam<const char*> {};

// Kills: an identification that mistakes one field for another, or that looks only at the default of one.
TEST_P(RandomSemantics, AreFoundAgain) {
  const Signature signature = signature_of(GetParam());
  const OperationShape shape(signature);
  Random random(11, GetParam());
  const int count = shape.operands.size() == 1 ? 12 : 8;
  for (int n = 0; n < count; ++n) expect_found(signature, random_semantics(shape, random));
}

INSTANTIATE_TEST_SUITE_P(Conversions, RandomSemantics,
                         testing::Values("convert(float32)->bfloat16", "convert(float32)->float16",
                                         "convert(float64)->bfloat16", "convert(float64)->float32",
                                         "convert(float16)->float8_e4m3fn", "convert(bfloat16)->float8_e5m2",
                                         "convert(float32)->float8_e4m3fnuz", "convert(bfloat16)->float8_e8m0fnu",
                                         "convert(float32)->float8_e8m0fnu", "convert(float8_e8m0fnu)->float32",
                                         "convert(float8_e8m0fnu)->float16", "convert(bfloat16)->float32",
                                         "convert(float16)->bfloat16", "convert(float32)->int8",
                                         "convert(float64)->uint32", "convert(float32)->int64",
                                         "convert(int32)->float16", "convert(uint64)->float32", "convert(int32)->int8",
                                         "convert(float32)->float4_e2m1fn", "convert(float16)->float6_e2m3fn",
                                         "convert(float8_e5m2)->float8_e4m3fn"));

INSTANTIATE_TEST_SUITE_P(
    Operations, RandomSemantics,
    testing::Values("add(bfloat16,bfloat16)->bfloat16", "subtract(float32,float32)->float32",
                    "multiply(bfloat16,bfloat16)->bfloat16", "multiply(float16,float16)->float16",
                    "multiply(bfloat16,bfloat16)->float32", "divide(float16,float16)->float16",
                    "divide(float32,float32)->float32", "sqrt(bfloat16)->bfloat16", "sqrt(float32)->float16",
                    "fma(bfloat16,bfloat16,bfloat16)->bfloat16", "fma(float16,float16,float16)->float16",
                    "fma(bfloat16,bfloat16,float32)->float32", "add(float8_e4m3fn,float8_e4m3fn)->float8_e4m3fn",
                    "multiply(float8_e5m2,float8_e5m2)->float16", "remainder(float16,float16)->float16",
                    "floor(bfloat16)->bfloat16", "minimum(bfloat16,bfloat16)->bfloat16",
                    "maximum_number(float16,float16)->float16", "negate(bfloat16)->bfloat16",
                    "less(bfloat16,bfloat16)->uint8", "is_nan(float16)->uint8"));

}  // namespace
}  // namespace hallmark::test
