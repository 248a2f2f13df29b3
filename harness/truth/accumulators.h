// SPDX-License-Identifier: Apache-2.0
// What an accumulator gives bit for bit, where its model is fully known: every step by integers.
#pragma once

#include <gmp.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "semantics/accumulation_model.h"
#include "semantics/reductions.h"
#include "truth/exact_term.h"

namespace hallmark {

/// Holds integers so that they are made once. Not for several threads at once. The answers do not depend on the
/// floating-point environment.
class AccumulatorSimulation {
 public:
  /// Throws InternalError where the semantics' accumulator states no model that gives one result
  /// (accumulation_model, is_determined).
  AccumulatorSimulation(const Reduction& reduction, const Semantics& semantics);
  ~AccumulatorSimulation();
  AccumulatorSimulation(const AccumulatorSimulation&) = delete;
  AccumulatorSimulation& operator=(const AccumulatorSimulation&) = delete;

  /// The code that the model delivers; of NaNs those that the semantics take. Of several NaN operands the product's
  /// comes before the value so far, its left factor's first (x86), where the semantics say `nan_operand = first`.
  CodeSet result(const ReductionRow& row);

 private:
  ExactTerm product(const ReductionRow& row, std::size_t i) const;
  ExactTerm initial(const ReductionRow& row) const;
  ExactTerm add(const ExactTerm& x, const ExactTerm& y) const;
  ExactTerm added(const std::optional<ExactTerm>& running, const ExactTerm& product) const;

  ExactTerm sum(const ReductionRow& row, std::size_t begin, std::size_t end, const std::optional<ExactTerm>& start);
  ExactTerm partial_sums(const ReductionRow& row, const std::optional<ExactTerm>& start);
  ExactTerm chain(const ReductionRow& row, std::size_t begin, std::size_t end, std::size_t stride,
                  std::optional<ExactTerm> running) const;
  ExactTerm lanes(const ReductionRow& row, std::size_t begin, std::size_t end, const std::optional<ExactTerm>& start);
  ExactTerm pairwise(const ReductionRow& row, std::size_t begin, std::size_t end) const;
  ExactTerm pairwise(std::span<const ExactTerm> terms) const;
  ExactTerm tree(const ReductionRow& row, std::size_t begin, std::size_t end, const std::optional<ExactTerm>& start);
  ExactTerm blocks(const ReductionRow& row, std::size_t begin, std::size_t end, const std::optional<ExactTerm>& start);
  ExactTerm exact(const ReductionRow& row, std::size_t begin, std::size_t end, const std::optional<ExactTerm>& start);
  ExactTerm exact();  ///< of terms_

  /// What NaNs and infinities among the terms give, if there are any; zeros are none.
  std::optional<ExactTerm> special(std::span<const ExactTerm> terms) const;
  enum class Cut { toward_zero, down };
  /// Adds the term, cut to multiples of 2^grid, to an integer that counts those.
  void add_cut(mpz_t total, const ExactTerm& term, int grid, Cut cut);
  ExactTerm rounded_total(const RoundingStep& step, const mpz_t total, int grid);

  CodeSet deliver(const ReductionRow& row, const ExactTerm& term) const;
  std::int64_t chosen_nan(const ExactTerm& x, const ExactTerm& y) const;

  Reduction reduction_;
  Semantics semantics_;
  AccumulationModel model_;
  std::vector<ExactTerm> terms_, values_;
  mpz_t total_, part_;
};

/// A real rounded where a step rounds, and read back; what is no number becomes an infinity or a zero.
ExactTerm rounded(const RoundingStep& step, const Real& x);

}  // namespace hallmark
