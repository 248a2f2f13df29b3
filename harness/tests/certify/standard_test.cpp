// SPDX-License-Identifier: Apache-2.0
// Level standard, over the whole catalogues: every faulty backend is caught, no right one is accused. Kills: a sweep
// that skips operands, which only the faults of a single operand show, and a false alarm on an operand that quick does
// not try.
#include <gtest/gtest.h>

#include "certify_backend.h"
#include "faulty.h"
#include "right.h"

namespace hallmark {
namespace {

class FaultyAtStandard : public testing::TestWithParam<FaultyRow> {};
TEST_P(FaultyAtStandard, IsCaught) { expect_caught(GetParam(), "standard"); }
INSTANTIATE_TEST_SUITE_P(Catalogue, FaultyAtStandard, testing::ValuesIn(faulty_rows()),
                         [](const auto& one) { return test_name_of(one.param.id); });

class RightAtStandard : public testing::TestWithParam<RightRow> {};
TEST_P(RightAtStandard, Passes) { expect_passes(GetParam(), "standard"); }
INSTANTIATE_TEST_SUITE_P(Catalogue, RightAtStandard, testing::ValuesIn(right_rows()), right_row_name);

}  // namespace
}  // namespace hallmark
