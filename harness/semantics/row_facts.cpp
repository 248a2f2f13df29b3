// SPDX-License-Identifier: Apache-2.0
#include "semantics/row_facts.h"

#include <algorithm>
#include <bit>
#include <climits>

#include "formats/formats.h"

namespace hallmark {
namespace {

int odd_bits(std::uint64_t significand) { return bit_length(significand) - std::countr_zero(significand); }

}  // namespace

int quantum_exponent(const Format& format) { return format.min_exponent() - format.significand_bits; }

int product_unit_bits(const Reduction& reduction) {
  const bool one = !reduction.has_two_factors() && reduction.kind != ReductionKind::sum_of_squares;
  return reduction.left.significand_bits + (one ? 0 : reduction.right.significand_bits);
}

RowFactsCounter::RowFactsCounter(const Reduction& reduction, const AccumulationModel& model)
    : unit_bits_(product_unit_bits(reduction)),
      initial_bits_(reduction.initial ? reduction.initial->significand_bits : 0),
      precision_(model.accumulator.format.precision()),
      quantum_(quantum_exponent(model.accumulator.format)),
      min_exponent_(model.accumulator.format.min_exponent()),
      product_precision_(model.product.format.precision()),
      product_quantum_(quantum_exponent(model.product.format)),
      rounds_products_(model.rounds_products),
      facts_{.lowest_bit = INT_MAX,
             .highest_bit = INT_MIN,
             .highest_unit = INT_MIN,
             .highest_operand = INT_MIN,
             .lowest_operand = INT_MAX} {}

void RowFactsCounter::add_term(int low, int high, int unit) {
  ++facts_.terms;
  facts_.lowest_bit = std::min(facts_.lowest_bit, low);
  facts_.highest_bit = std::max(facts_.highest_bit, high);
  facts_.highest_unit = std::max(facts_.highest_unit, unit);
  facts_.inexact_terms += high - low >= precision_ ? 1 : 0;
  facts_.terms_below_grid += low < quantum_ ? 1 : 0;
}

void RowFactsCounter::add_product(const Decoded& x, const Decoded& y) {
  // The product's bits, by 128 bits: two significands of up to 53 each.
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(x.significand) * y.significand;
  const auto low_word = static_cast<std::uint64_t>(product), high_word = static_cast<std::uint64_t>(product >> 64);
  const int exponent = x.exponent + y.exponent;
  const int low = exponent + std::countr_zero(x.significand) + std::countr_zero(y.significand);
  const int high = exponent + (high_word != 0 ? 64 + bit_length(high_word) : bit_length(low_word)) - 1;
  add_term(low, high, exponent + unit_bits_);
  ++facts_.products;
  if (rounds_products_) {
    facts_.inexact_products += high - low >= product_precision_ ? 1 : 0;
    facts_.products_below_grid += low < product_quantum_ ? 1 : 0;
  }
  facts_.tiny_products += high < min_exponent_ ? 1 : 0;
  for (const Decoded& operand : {x, y}) {
    const int leading = operand.exponent + bit_length(operand.significand) - 1;
    facts_.highest_operand = std::max(facts_.highest_operand, leading);
    facts_.lowest_operand = std::min(facts_.lowest_operand, leading);
    facts_.needs_passes = facts_.needs_passes || odd_bits(operand.significand) > bfloat16.precision();
  }
}

void RowFactsCounter::add_plain_products(std::size_t count, int lowest_bit) {
  facts_.terms += count;
  facts_.products += count;
  if (count > 0) facts_.lowest_bit = std::min(facts_.lowest_bit, lowest_bit);
}

void RowFactsCounter::add_initial(const Decoded& value) {
  if (value.significand == 0) return;
  add_term(value.exponent + std::countr_zero(value.significand), value.exponent + bit_length(value.significand) - 1,
           value.exponent + initial_bits_);
}

RowFacts facts_of(const Reduction& reduction, const Semantics& semantics, const AccumulationModel& model,
                  const ReductionRow& row) {
  RowFactsCounter counter(reduction, model);
  for (std::size_t i = 0; i < row.depth(); ++i) {
    const Factors factors = factors_of(reduction, semantics, row, i);
    if (factors.left.value.significand == 0 || factors.right.value.significand == 0) continue;
    counter.add_product(factors.left.value, factors.right.value);
  }
  if (row.initial) counter.add_initial(initial_of(reduction, semantics, row).value);
  return counter.facts();
}

}  // namespace hallmark
