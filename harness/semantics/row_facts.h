// SPDX-License-Identifier: Apache-2.0
// What the terms of a row say about the rounding of their sums, in whatever order those are.
#pragma once

#include <cstddef>

#include "semantics/accumulation_model.h"
#include "semantics/reductions.h"

namespace hallmark {

/// Exponents are of powers of two.
struct RowFacts {
  std::size_t terms = 0, products = 0;          ///< the nonzero ones; terms count the initial value too
  int lowest_bit = 0, highest_bit = 0;          ///< of the nonzero terms; meaningless without any
  int highest_unit = 0;                         ///< the largest exponent that a unit which does not normalise sees
  std::size_t inexact_terms = 0;                ///< terms that the accumulator cannot hold, underflow apart
  std::size_t inexact_products = 0;             ///< products that their own format cannot hold, underflow apart
  std::size_t terms_below_grid = 0;             ///< terms with bits below the accumulator's smallest unit
  std::size_t products_below_grid = 0;          ///< likewise, of the products' own format
  std::size_t tiny_products = 0;                ///< products below the accumulator's smallest normal
  int highest_operand = 0, lowest_operand = 0;  ///< exponents of leading bits of factors, of nonzero products
  bool needs_passes = false;                    ///< an operand has more bits than bfloat16

  friend bool operator==(const RowFacts&, const RowFacts&) = default;
};

/// Exponent of a format's least bit.
int quantum_exponent(const Format& format);
/// Of a product, how far above its exponent a unit that does not normalise sees it: as a product of normal numbers.
int product_unit_bits(const Reduction& reduction);

/// Gathers the facts term by term.
class RowFactsCounter {
 public:
  RowFactsCounter(const Reduction& reduction, const AccumulationModel& model);

  /// The factors of a product that is not zero.
  void add_product(const Decoded& x, const Decoded& y);
  /// Products that every format they are rounded to holds, of a model that looks neither at operands nor at exponents:
  /// how many that are not zero, and their least bit.
  void add_plain_products(std::size_t count, int lowest_bit);
  /// An initial value that is finite.
  void add_initial(const Decoded& value);

  const RowFacts& facts() const { return facts_; }

 private:
  void add_term(int low, int high, int unit);

  int unit_bits_ = 0, initial_bits_ = 0;  ///< from an exponent to what the unit sees
  int precision_ = 0, quantum_ = 0, min_exponent_ = 0;
  int product_precision_ = 0, product_quantum_ = 0;
  bool rounds_products_ = false;
  RowFacts facts_;
};

/// Of a whole row; NaNs and infinities count as zeros.
RowFacts facts_of(const Reduction& reduction, const Semantics& semantics, const AccumulationModel& model,
                  const ReductionRow& row);

}  // namespace hallmark
