// SPDX-License-Identifier: Apache-2.0
// Every right backend of the catalogue passes at level quick, whatever NaN it returns and whatever its manners. Kills:
// a judge that takes one right answer for the only one, and a harness that a backend's alignment, speed or output
// upsets.
#include "right.h"

#include <gtest/gtest.h>

namespace hallmark {
namespace {

class RightAtQuick : public testing::TestWithParam<RightRow> {};
TEST_P(RightAtQuick, Passes) { expect_passes(GetParam(), "quick"); }
INSTANTIATE_TEST_SUITE_P(Catalogue, RightAtQuick, testing::ValuesIn(right_rows()), right_row_name);

}  // namespace
}  // namespace hallmark
