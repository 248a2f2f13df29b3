// SPDX-License-Identifier: Apache-2.0
// What the judges of vector oracles share: a block of right codes, what agrees goes by at vector speed, what does not
// is handed to the elementwise judge.
#pragma once

#include <cstdint>
#include <vector>

#include "judging/elementwise_judge.h"
#include "oracles/small_formats.h"

namespace hallmark {

class RightCodesJudge {
 public:
  virtual ~RightCodesJudge() = default;

  /// Fills an array with codes that are wrong in every row; others for another turn.
  void poison(int turn, void* results) const { codes_.poison(right_.data(), rows_, turn, results); }
  bool is_poison(std::size_t row, std::uint64_t code, int turn) const {
    return code == RightCodes::poison_of(right_[row], turn);
  }

  /// Whether every result is right; counts them then, and has MPFR judge its sample.
  bool matches(const void* results);
  /// Otherwise: counts all rows and records what is wrong. `unwritten` marks results to leave out.
  void record(const void* results, const std::vector<bool>* unwritten);

  virtual std::vector<std::uint64_t> operands_of(std::size_t row) const = 0;

  Tally take() { return judge_.take(); }
  Tally& tally() { return judge_.tally(); }

 protected:
  RightCodesJudge(const Elementwise& operation, const std::vector<Semantics>& alternatives, std::uint64_t seed);

  /// Where the right codes of the next block go.
  std::uint16_t* make_room(std::size_t rows);
  void set_counts(const PairCounts& counts) { counts_ = counts; }

 private:
  void count();

  RightCodes codes_;
  ElementwiseJudge judge_;
  std::size_t rows_ = 0;
  std::vector<std::uint16_t> right_;
  PairCounts counts_;
};

}  // namespace hallmark
