// SPDX-License-Identifier: Apache-2.0
#include "oracles/sums.h"

#include <algorithm>
#include <bit>
#include <climits>

#include "truth/reductions.h"

namespace hallmark {
namespace {

constexpr int widest_precision = 24;
// So many products of 48 bits do not overflow 64.
constexpr std::size_t most_products = std::size_t{1} << 16;
// Above every exponent: a product with a zero has no least bit.
constexpr std::int16_t no_bit = 16000;

bool is_narrow(const Format& format) {
  return !format.is_integer() && format.is_signed && format.has_zero() && format.precision() <= widest_precision;
}

bool has_one_factor(const Reduction& reduction) {
  return !reduction.has_two_factors() && reduction.kind != ReductionKind::sum_of_squares;
}

/// Adds value * 2^bit.
void add(SumOracle::Sum& sum, std::uint64_t value, int bit) {
  auto word = static_cast<std::size_t>(bit) / 64;
  const int shift = bit % 64;
  const std::uint64_t high = shift == 0 ? 0 : value >> (64 - shift);
  bool carry = __builtin_add_overflow(sum[word], value << shift, &sum[word]);
  std::uint64_t next = high + (carry ? 1 : 0);
  while (next != 0 && ++word < sum.size()) {
    carry = __builtin_add_overflow(sum[word], next, &sum[word]);
    next = carry ? 1 : 0;
  }
}

SumOracle::Sum sum_of(const SumOracle::Sum& x, const SumOracle::Sum& y) {
  SumOracle::Sum sum;
  bool carry = false;
  for (std::size_t i = 0; i < sum.size(); ++i) {
    const bool first = __builtin_add_overflow(x[i], y[i], &sum[i]);
    carry = __builtin_add_overflow(sum[i], std::uint64_t{carry}, &sum[i]) || first;
  }
  return sum;
}

/// Of x not below y.
SumOracle::Sum difference_of(const SumOracle::Sum& x, const SumOracle::Sum& y) {
  SumOracle::Sum difference;
  bool borrow = false;
  for (std::size_t i = 0; i < difference.size(); ++i) {
    const bool first = __builtin_sub_overflow(x[i], y[i], &difference[i]);
    borrow = __builtin_sub_overflow(difference[i], std::uint64_t{borrow}, &difference[i]) || first;
  }
  return difference;
}

bool is_below(const SumOracle::Sum& x, const SumOracle::Sum& y) {
  return std::lexicographical_compare(x.rbegin(), x.rend(), y.rbegin(), y.rend());
}

bool is_zero(const SumOracle::Sum& sum) {
  return std::all_of(sum.begin(), sum.end(), [](std::uint64_t word) { return word == 0; });
}

}  // namespace

bool SumOracle::covers(const Reduction& reduction) {
  // Of a cumulative sum each row is a prefix.
  if (!reduction.is_sum_of_products() && reduction.kind != ReductionKind::cumulative_sum) return false;
  if (!is_narrow(reduction.left) || !is_narrow(reduction.right)) return false;
  if (reduction.initial && !is_narrow(*reduction.initial)) return false;
  // The precision has room for carries; and so do slots, four an exponent.
  return exact_precision(reduction) <= static_cast<long>(64 * Sum{}.size());
}

SumOracle::SumOracle(const Reduction& reduction, const Semantics& semantics)
    : reduction_(reduction),
      semantics_(semantics),
      lowest_exponent_(lowest_term_bit(reduction)),
      product_exponent_(quantum_exponent(reduction.left)),
      product_bits_(reduction.left.precision()) {
  if (!has_one_factor(reduction)) {
    product_exponent_ += quantum_exponent(reduction.right);
    product_bits_ += reduction.right.precision();
  }
  bins_.assign(4 * 64 * Sum{}.size(), 0);
}

SumOperand SumOracle::read(const Format& format, std::span<const std::uint64_t> codes) const {
  const bool flush = flushes_operands(semantics_);
  const int lowest = quantum_exponent(format);
  SumOperand operand;
  operand.elements_.resize(codes.size());
  const std::uint64_t implicit = std::uint64_t{1} << format.significand_bits, largest = format.largest_finite();
  const std::uint64_t smallest = format.smallest_normal(), sign = format.sign_mask();
  for (std::size_t i = 0; i < codes.size(); ++i) {
    Element& element = operand.elements_[i];
    const std::uint64_t magnitude = codes[i] & format.magnitude_mask();
    std::uint64_t significand = (magnitude & (implicit - 1)) | implicit;
    std::uint32_t slot = 4 * (static_cast<std::uint32_t>(magnitude >> format.significand_bits) - 1);
    bool negative = (codes[i] & sign) != 0;
    if (magnitude - smallest > largest - smallest) {  // not normal
      const Decoded value = read_operand(format, semantics_, codes[i], flush).value;
      if (value.significand == 0) {
        element.lowest_bit = no_bit;
        operand.is_finite_ = operand.is_finite_ && value.category == Category::zero;
        continue;
      }
      significand = value.significand;
      slot = 4 * static_cast<std::uint32_t>(value.exponent - lowest);
      negative = value.negative;
    }
    element.significand = static_cast<std::uint32_t>(significand);
    element.slot = static_cast<std::uint16_t>(slot + (negative ? 1 : 0));
    element.lowest_bit = static_cast<std::int16_t>(lowest + static_cast<int>(slot / 4) + std::countr_zero(significand));
    operand.lowest_slot_ = std::min(operand.lowest_slot_, slot);
    operand.highest_slot_ = std::max(operand.highest_slot_, slot);
  }
  return operand;
}

const SumOracle::Element* SumOracle::right_elements(const SumOperand& left, const SumOperand& right) {
  if (reduction_.has_two_factors()) return right.elements_.data();
  if (!has_one_factor(reduction_)) return left.elements_.data();
  if (ones_.size() < left.size()) ones_.assign(left.size(), {1, 0, 0});
  return ones_.data();
}

/// Products whose exponents lie so near to each other that one word a sign holds their sum.
void SumOracle::add_alike(const Element* left, const Element* right, std::size_t count, std::uint32_t lowest_slot) {
  std::uint64_t all = 0, negative = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t product = std::uint64_t{left[i].significand} * right[i].significand;
    const std::uint32_t slot = std::uint32_t{left[i].slot} + right[i].slot;
    // A zero's slot may lie below the lowest: its product is 0 however it is shifted.
    const std::uint64_t term = product << (((slot - lowest_slot) >> 2) & 63);
    all += term;
    negative += term & (0 - std::uint64_t{slot & 1});
  }
  const int bit = product_exponent_ - lowest_exponent_ + static_cast<int>(lowest_slot / 4);
  add(positive_, all - negative, bit);
  add(negative_, negative, bit);
}

/// A word for each exponent and sign, added up at the end (Kulisch's accumulator, carried late). A slot's last two bits
/// count negative factors.
void SumOracle::add_spread(const Element* left, const Element* right, std::size_t count, std::uint32_t lowest_slot,
                           std::uint32_t highest_slot) {
  std::uint64_t* bins = bins_.data();
  for (std::size_t i = 0; i < count; ++i) {
    bins[std::size_t{left[i].slot} + right[i].slot] += std::uint64_t{left[i].significand} * right[i].significand;
  }
  const int base = product_exponent_ - lowest_exponent_;
  for (std::uint32_t slot = lowest_slot; slot <= highest_slot; slot += 4) {
    const int bit = base + static_cast<int>(slot / 4);
    const std::uint64_t positive = bins[slot] + bins[slot + 2], negative = bins[slot + 1];
    if (positive != 0) add(positive_, positive, bit);
    if (negative != 0) add(negative_, negative, bit);
    bins[slot] = bins[slot + 1] = bins[slot + 2] = 0;
  }
}

void SumOracle::add_products(const Element* left, const Element* right, std::size_t count, std::uint32_t lowest_slot,
                             std::uint32_t highest_slot) {
  const int spread = static_cast<int>((highest_slot - lowest_slot) / 4);
  if (product_bits_ + spread + bit_length(count) <= 64) {
    add_alike(left, right, count, lowest_slot);
  } else {
    add_spread(left, right, count, lowest_slot, highest_slot);
  }
}

void SumOracle::note_products(const Element* left, const Element* right, std::size_t count) {
  int lowest = INT_MAX;
  std::size_t zeros = 0;
  for (std::size_t i = 0; i < count; ++i) {
    lowest = std::min(lowest, left[i].lowest_bit + right[i].lowest_bit);
    zeros += ((left[i].lowest_bit == no_bit) | (right[i].lowest_bit == no_bit)) ? 1 : 0;
  }
  products_ = count - zeros;
  lowest_bit_ = lowest;
}

bool SumOracle::sum(const SumOperand& left, const SumOperand& right, std::optional<std::uint64_t> initial) {
  const SumOperand& other = reduction_.has_two_factors() ? right : left;
  if (!left.is_finite_ || !other.is_finite_) return false;
  initial_ = {};
  if (initial) {
    initial_ = read_operand(*reduction_.initial, semantics_, *initial, flushes_operands(semantics_)).value;
    if (initial_.significand == 0 && initial_.category != Category::zero) return false;
  }
  depth_ = left.size();
  left_ = left.elements_.data();
  right_ = right_elements(left, right);
  positive_ = negative_ = {};
  if (left.lowest_slot_ <= left.highest_slot_ && other.lowest_slot_ <= other.highest_slot_) {
    const bool one = has_one_factor(reduction_);
    const std::uint32_t lowest = left.lowest_slot_ + (one ? 0 : other.lowest_slot_);
    const std::uint32_t highest = left.highest_slot_ + (one ? 0 : other.highest_slot_);
    for (std::size_t begin = 0; begin < depth_; begin += most_products) {
      add_products(left_ + begin, right_ + begin, std::min(most_products, depth_ - begin), lowest, highest);
    }
  }
  note_products(left_, right_, depth_);
  if (initial_.significand != 0) {
    add(initial_.negative ? negative_ : positive_, initial_.significand, initial_.exponent - lowest_exponent_);
  }
  has_positive_ = !is_zero(positive_);
  has_negative_ = !is_zero(negative_);
  exact_is_negative_ = is_below(positive_, negative_);
  exact_ = exact_is_negative_ ? difference_of(negative_, positive_) : difference_of(positive_, negative_);
  magnitude_ = sum_of(positive_, negative_);
  return has_positive_ || has_negative_;
}

Decoded SumOracle::decoded(const Format& format, const Element& element) const {
  return {Category::normal, false, element.significand, quantum_exponent(format) + element.slot / 4};
}

RowFacts SumOracle::facts(const AccumulationModel& model) const {
  RowFactsCounter counter(reduction_, model);
  const auto holds_all = [&](const RoundingStep& step) {
    return product_bits_ <= step.format.precision() && lowest_bit_ >= quantum_exponent(step.format);
  };
  const bool is_plain = model.order != SummationOrder::block && model.operand_passes == 0 && !model.flushes_products &&
                        holds_all(model.accumulator) && (!model.rounds_products || holds_all(model.product));
  if (is_plain) {
    counter.add_plain_products(products_, lowest_bit_);
  } else {
    const Format& right_format = reduction_.has_two_factors() ? reduction_.right : reduction_.left;
    const bool one = has_one_factor(reduction_);
    for (std::size_t i = 0; i < depth_; ++i) {
      if (left_[i].significand == 0 || right_[i].significand == 0) continue;
      counter.add_product(decoded(reduction_.left, left_[i]),
                          one ? Decoded{Category::normal, false, 1, 0} : decoded(right_format, right_[i]));
    }
  }
  counter.add_initial(initial_);
  return counter.facts();
}

}  // namespace hallmark
