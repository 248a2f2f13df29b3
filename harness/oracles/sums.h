// SPDX-License-Identifier: Apache-2.0
// Exact sums of products of narrow formats by integers: the value of a row and the sum of its terms' magnitudes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "semantics/row_facts.h"

namespace hallmark {

/// One operand's elements, decoded once for all the results that they are factors of.
class SumOperand {
 public:
  SumOperand() = default;
  std::size_t size() const { return elements_.size(); }

 private:
  friend class SumOracle;
  struct Element {
    std::uint32_t significand = 0;  ///< 0 of a zero
    std::uint16_t slot = 0;         ///< 4 * exponent above the format's least, and 1 where negative
    std::int16_t lowest_bit = 0;    ///< exponent of the least bit that is set
  };
  std::vector<Element> elements_;
  std::uint32_t lowest_slot_ = ~0u, highest_slot_ = 0;  ///< of those that are not zero; none: lowest above highest
  bool is_finite_ = true;
};

/// Equal to ReductionTruth's sums wherever sum() does not refuse (tested on every kind of hard rows). Integers alone:
/// no rounding mode and no flush flag changes anything. Not for several threads at once.
class SumOracle {
 public:
  /// Words of a sum, the least first: 640 bits hold every sum of 2^62 products of bfloat16 or of float32.
  using Sum = std::array<std::uint64_t, 10>;

  /// Sums of products of formats of at most 24 bits' precision, where they fit.
  static bool covers(const Reduction& reduction);

  /// Of the semantics only the flush of operands matters.
  SumOracle(const Reduction& reduction, const Semantics& semantics);

  SumOperand read_left(std::span<const std::uint64_t> codes) const { return read(reduction_.left, codes); }
  SumOperand read_right(std::span<const std::uint64_t> codes) const { return read(reduction_.right, codes); }

  /// Sums the products of the operands' elements, as the reduction forms them (`right` is not looked at where it has
  /// one operand), and the initial value. False where it says nothing: a NaN or an infinity is there, or zeros alone.
  bool sum(const SumOperand& left, const SumOperand& right, std::optional<std::uint64_t> initial);

  /// What follows is of the row summed last, whose operands must still be there.
  /// s = exact() * 2^lowest_exponent(), negative if so; S likewise.
  const Sum& exact() const { return exact_; }
  bool exact_is_negative() const { return exact_is_negative_; }
  const Sum& magnitude() const { return magnitude_; }
  int lowest_exponent() const { return lowest_exponent_; }
  /// Whether there are terms of that sign.
  bool has_positive() const { return has_positive_; }
  bool has_negative() const { return has_negative_; }

  /// What facts_of() says of the row, as far as bounds of that model look at it where no term is special.
  RowFacts facts(const AccumulationModel& model) const;

 private:
  using Element = SumOperand::Element;
  SumOperand read(const Format& format, std::span<const std::uint64_t> codes) const;
  const Element* right_elements(const SumOperand& left, const SumOperand& right);
  void add_products(const Element* left, const Element* right, std::size_t count, std::uint32_t lowest_slot,
                    std::uint32_t highest_slot);
  void add_alike(const Element* left, const Element* right, std::size_t count, std::uint32_t lowest_slot);
  void add_spread(const Element* left, const Element* right, std::size_t count, std::uint32_t lowest_slot,
                  std::uint32_t highest_slot);
  void note_products(const Element* left, const Element* right, std::size_t count);
  Decoded decoded(const Format& format, const Element& element) const;

  Reduction reduction_;
  Semantics semantics_;
  int lowest_exponent_ = 0, product_exponent_ = 0;  ///< of slot 0
  int product_bits_ = 0;
  std::vector<std::uint64_t> bins_;  ///< sums of products' significands by slot; zeros between calls
  std::vector<Element> ones_;

  Sum positive_{}, negative_{}, exact_{}, magnitude_{};
  bool exact_is_negative_ = false, has_positive_ = false, has_negative_ = false;
  const Element *left_ = nullptr, *right_ = nullptr;
  std::size_t depth_ = 0, products_ = 0;
  int lowest_bit_ = 0;
  Decoded initial_{};
};

}  // namespace hallmark
