// SPDX-License-Identifier: Apache-2.0
// The judge of blocks of pairs that the pair oracle covers: what agrees goes by at vector speed, what does not is
// handed to the elementwise judge.
#pragma once

#include <cstdint>
#include <vector>

#include "judging/elementwise_judge.h"
#include "oracles/pairs.h"

namespace hallmark {

class PairJudge {
 public:
  /// Whether blocks of this operation can be judged so: one alternative, which the oracle covers.
  static bool covers(const Elementwise& operation, const std::vector<Semantics>& alternatives);

  PairJudge(const Elementwise& operation, const std::vector<Semantics>& alternatives, std::uint64_t seed);

  /// Computes what is right: for a[i] with b[i]; or for one first operand and consecutive second ones.
  void prepare(const Columns& columns, std::size_t rows);
  void prepare_row(std::uint16_t a, std::uint16_t first_b, std::size_t rows);

  /// Fills an array with codes that are wrong in every row; others for another turn.
  void poison(int turn, void* results) const { oracle_.poison(right_.data(), rows_, turn, results); }
  bool is_poison(std::size_t row, std::uint64_t code, int turn) const {
    return code == PairOracle::poison_of(right_[row], turn);
  }

  /// Whether every result is right; counts them then, and has MPFR judge its sample.
  bool matches(const void* results);
  /// Otherwise: counts all rows and records what is wrong. `unwritten` marks results to leave out.
  void record(const void* results, const std::vector<bool>* unwritten);

  std::vector<std::uint64_t> operands_of(std::size_t row) const;

  Tally take() { return judge_.take(); }
  Tally& tally() { return judge_.tally(); }

 private:
  void count();

  PairOracle oracle_;
  ElementwiseJudge judge_;
  std::size_t rows_ = 0;
  bool is_row_ = false;  ///< one first operand: a_[0]
  std::vector<std::uint16_t> a_, b_, right_;
  PairCounts counts_;
};

}  // namespace hallmark
