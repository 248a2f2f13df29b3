// SPDX-License-Identifier: Apache-2.0
// Integers and the oracles of pairs and triples against MPFR on over a hundred million pairs, and on as many triples,
// of 16-bit operands.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "inputs/random.h"
#include "inputs/tuples.h"
#include "oracles/arithmetic.h"
#include "oracles/pairs.h"
#include "oracles/triples.h"
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
  std::unique_ptr<PairOracle> pairs;
  if (PairOracle::covers(operation, semantics)) pairs = std::make_unique<PairOracle>(operation, semantics);
  std::unique_ptr<TripleOracle> triples;
  if (TripleOracle::covers(operation, semantics)) triples = std::make_unique<TripleOracle>(operation, semantics);
  MpfrArithmetic mpfr;
  IntegerArithmetic integers;
  const std::unique_ptr<Tuples> source = drawn_tuples(operation, tuples / shares, share, shares, 77);
  constexpr std::size_t block = 4096;
  Columns columns;
  std::vector<std::uint16_t> narrow[most_operands], results(block);
  std::array<std::uint64_t, most_operands> operands{};
  for (std::size_t rows = source->next(block, columns); rows > 0; rows = source->next(block, columns)) {
    if (pairs || triples) {
      for (std::size_t i = 0; i < columns.size(); ++i) narrow[i].assign(columns[i].begin(), columns[i].end());
    }
    if (pairs) pairs->results(narrow[0].data(), narrow[1].data(), rows, results.data());
    if (triples) triples->results(narrow[0].data(), narrow[1].data(), narrow[2].data(), rows, results.data());
    std::uint64_t wrong = 0;
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t i = 0; i < columns.size(); ++i) operands[i] = columns[i][row];
      const auto mine = std::span(operands).first(columns.size());
      const CodeSets right = elementwise_result(operation, semantics, mine, mpfr);
      if (!(elementwise_result(operation, semantics, mine, integers) == right)) ++wrong;
      if ((pairs || triples) && !right.contains(results[row])) ++wrong;
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

// Kills: an operand class on which float vectors or 128-bit integers round otherwise than MPFR.
TEST(HundredMillion, Pairs) { check_all(pair_signatures()); }
TEST(HundredMillion, Triples) {
  check_all({"fma(bfloat16,bfloat16,bfloat16)->bfloat16", "fma(float16,float16,float16)->float16",
             "fma(bfloat16,bfloat16,float32)->float32"});
}

}  // namespace
}  // namespace hallmark::test
