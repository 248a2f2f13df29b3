// SPDX-License-Identifier: Apache-2.0
// The units whose sums the test backends compute, each by its own documented or published steps.
#ifndef HALLMARK_TESTS_ACCUMULATORS_UNITS_H
#define HALLMARK_TESTS_ACCUMULATORS_UNITS_H

#include <span>

#include "row.h"

namespace hallmark::accumulators {

struct Unit {
  const char* name;
  Number (*sum)(const Row& row);
  enum class Formats { bfloat16, float16_too, results_too } formats;  // operands of float16, results of bfloat16
  bool flushes_operands = false;
  std::uint32_t canonical_nan = 0;  // what every NaN result is; 0: an operand's
};

// Written apart from harness/semantics and harness/truth on purpose: what is judged must not be the judge.
std::span<const Unit> units();

}  // namespace hallmark::accumulators

#endif  // HALLMARK_TESTS_ACCUMULATORS_UNITS_H
