// SPDX-License-Identifier: Apache-2.0
// Every faulty backend of the catalogue is caught at level quick, unless it errs on one operand that nothing marks out;
// and each witness is judged alone. Kills: a judge that accepts a fault, files it under another requirement or
// misreads the operand, and an explanation or a reproduce command that is not true.
#include "faulty.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "mechanisms.h"

namespace hallmark {
namespace {

std::vector<FaultyRow> rows_where(bool (*wanted)(const FaultyRow&)) {
  std::vector<FaultyRow> rows = faulty_rows();
  std::erase_if(rows, [&](const FaultyRow& row) { return !wanted(row); });
  return rows;
}

std::string row_name(const testing::TestParamInfo<FaultyRow>& one) { return test_name_of(one.param.id); }

class FaultyAtQuick : public testing::TestWithParam<FaultyRow> {};
TEST_P(FaultyAtQuick, IsCaught) { expect_caught(GetParam(), "quick"); }
INSTANTIATE_TEST_SUITE_P(Catalogue, FaultyAtQuick,
                         testing::ValuesIn(rows_where([](const FaultyRow& row) { return row.quick == "yes"; })),
                         row_name);

class FaultyWitness : public testing::TestWithParam<FaultyRow> {};
TEST_P(FaultyWitness, IsJudgedAlone) { expect_witness_judged(GetParam()); }
INSTANTIATE_TEST_SUITE_P(Catalogue, FaultyWitness,
                         testing::ValuesIn(rows_where([](const FaultyRow& row) { return !row.witness.empty(); })),
                         row_name);

// Kills: a catalogue that lost its rows, and a table of mechanisms whose names no longer meet it.
TEST(FaultyCatalogue, MeetsTheTableOfMechanisms) {
  std::set<std::string> ids;
  for (const FaultyRow& row : faulty_rows()) EXPECT_TRUE(ids.insert(row.id).second) << row.id << " stands twice";
  EXPECT_GE(ids.size(), 90u);
  for (const auto& [id, words] : mechanisms()) EXPECT_TRUE(ids.contains(id)) << id;
}

}  // namespace
}  // namespace hallmark
