// SPDX-License-Identifier: Apache-2.0
// Run-length and integer oracle against MPFR on over a hundred million operands of two pairs, on two threads.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "formats/formats.h"
#include "oracles/convert.h"
#include "oracles/runs.h"
#include "truth/truth.h"

namespace hallmark::test {
namespace {

/// Kills: a run that hides another in its middle, where no boundary test looks: every 41st operand is odd to every run
/// length, and the dense stretches hold subnormals, the overflow threshold and NaNs whole.
void expect_equal(const Format& to) {
  const Conversion conversion{float32, to};
  const Semantics semantics;
  Truth bounding;
  CodeSet bound;
  const Runs runs(float32, Bounding::runs, 0, float32.code_mask(), [&](std::uint64_t operand, Answer& answer) {
    bound = bounding.convert(conversion, semantics, operand);
    set_variants({&bound, 1}, answer);
    answer.requirement = requirement_of(conversion, operand);
  });
  std::atomic<std::uint64_t> tried = 0, wrong = 0;
  const auto work = [&](std::uint64_t sign) {
    Truth truth;
    std::uint64_t mine = 0, bad = 0;
    std::size_t run = runs.find(sign);
    const auto check = [&](std::uint64_t operand) {
      while (operand > runs.last_of(run)) ++run;
      const CodeSet right = truth.convert(conversion, semantics, operand);
      ++mine;
      if (runs.variants(runs.runs()[run])[0].codes != right) ++bad;
      if (oracle_convert(conversion, semantics, operand) != right) ++bad;
    };
    for (std::uint64_t magnitude = 0; magnitude <= 0x7fffffff;) {
      check(sign | magnitude);
      const bool dense = magnitude < 0x10000 || (magnitude >= 0x007f0000 && magnitude < 0x00810000) ||
                         (magnitude >= 0x33000000 && magnitude < 0x33010000) ||
                         (magnitude >= 0x477fe000 && magnitude < 0x47800100) || magnitude >= 0x7f7f0000;
      magnitude += dense ? 1 : 41;
    }
    tried += mine;
    wrong += bad;
  };
  std::thread negative(work, std::uint64_t{0x80000000});
  work(0);
  negative.join();
  EXPECT_GE(tried.load(), 100000000u);
  EXPECT_EQ(wrong.load(), 0u);
}

TEST(HundredMillion, Float32ToBfloat16) { expect_equal(bfloat16); }
TEST(HundredMillion, Float32ToFloat16) { expect_equal(float16); }

}  // namespace
}  // namespace hallmark::test
