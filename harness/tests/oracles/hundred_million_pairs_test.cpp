// SPDX-License-Identifier: Apache-2.0
// Integers and pair oracle against MPFR on over a hundred million pairs, and on as many triples, of 16-bit operands.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "inputs/random.h"
#include "inputs/tuples.h"
#include "oracles/arithmetic.h"
#include "oracles/pairs.h"
#include "tests/oracles/pair_operations.h"
#include "truth/arithmetic.h"

namespace hallmark::test {
namespace {

constexpr std::uint64_t hundred_million = 100'000'000;
constexpr std::uint64_t shares = 64;

struct Checked {
  std::atomic<std::uint64_t> tried = 0, wrong = 0;
};

/// The share's tuples under plain semantics.
void check(const Elementwise& operation, std::uint64_t tuples, std::uint64_t share, Checked& checked) {
  const Semantics semantics;
  const bool by_pairs = PairOracle::covers(operation, semantics);
  std::unique_ptr<PairOracle> oracle;
  if (by_pairs) oracle = std::make_unique<PairOracle>(operation, semantics);
  MpfrArithmetic mpfr;
  IntegerArithmetic integers;
  const std::unique_ptr<Tuples> source = drawn_tuples(operation, tuples / shares, share, shares, 77);
  constexpr std::size_t block = 4096;
  Columns columns;
  std::vector<std::uint16_t> a, b, results(block);
  std::array<std::uint64_t, most_operands> operands{};
  for (std::size_t rows = source->next(block, columns); rows > 0; rows = source->next(block, columns)) {
    if (by_pairs) {
      a.assign(columns[0].begin(), columns[0].end());
      b.assign(columns[1].begin(), columns[1].end());
      oracle->results(a.data(), b.data(), rows, results.data());
    }
    std::uint64_t wrong = 0;
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t i = 0; i < columns.size(); ++i) operands[i] = columns[i][row];
      const auto mine = std::span(operands).first(columns.size());
      const CodeSets right = elementwise_result(operation, semantics, mine, mpfr);
      if (!(elementwise_result(operation, semantics, mine, integers) == right)) ++wrong;
      if (by_pairs && !right.contains(results[row])) ++wrong;
    }
    checked.tried += rows;
    checked.wrong += wrong;
  }
}

void check_all(const std::vector<std::string>& signatures) {
  Checked checked;
  const std::uint64_t each = hundred_million / signatures.size() + shares * 4096;
  const auto work = [&](std::uint64_t parity) {
    for (const std::string& signature : signatures) {
      for (std::uint64_t share = parity; share < shares; share += 2) {
        check(elementwise(signature), each, share, checked);
      }
    }
  };
  std::thread odd(work, 1);
  work(0);
  odd.join();
  EXPECT_GE(checked.tried.load(), hundred_million);
  EXPECT_EQ(checked.wrong.load(), 0u);
}

// Kills: an operand class on which float32 vectors or 128-bit integers round otherwise than MPFR.
TEST(HundredMillion, Pairs) { check_all(pair_signatures()); }
TEST(HundredMillion, Triples) {
  check_all({"fma(bfloat16,bfloat16,bfloat16)->bfloat16", "fma(float16,float16,float16)->float16",
             "fma(bfloat16,bfloat16,float32)->float32"});
}

}  // namespace
}  // namespace hallmark::test
