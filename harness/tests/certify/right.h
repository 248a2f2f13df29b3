// SPDX-License-Identifier: Apache-2.0
// What every test of a right backend asks: does it pass, with nothing held against it and everything tried?
#pragma once

#include <gtest/gtest.h>

#include "catalogue.h"

namespace hallmark {

void expect_passes(const RightRow& row, const std::string& level);

std::string right_row_name(const testing::TestParamInfo<RightRow>& info);

}  // namespace hallmark
