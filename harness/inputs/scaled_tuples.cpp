// SPDX-License-Identifier: Apache-2.0
#include "inputs/scaled_tuples.h"

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

#include "formats/formats.h"
#include "inputs/random.h"
#include "semantics/round.h"
#include "truth/arithmetic.h"

namespace hallmark {
namespace {

constexpr int least_exponent = -149, most_exponent = 127;

std::uint64_t power_of_two(int exponent) {
  return exponent < float32.min_exponent()
             ? std::uint64_t{1} << (exponent - least_exponent)
             : static_cast<std::uint64_t>(exponent + float32.bias) << float32.significand_bits;
}

/// Exponents of the largest number, the smallest normal and the smallest number.
std::array<int, 3> ends_of(const Format& format) {
  const Decoded largest = decode(format, format.largest_finite());
  return {largest.exponent + bit_length(largest.significand) - 1, format.min_exponent(),
          decode(format, format.smallest_magnitude()).exponent};
}

/// Adds codes that are not there yet.
class Distinct {
 public:
  explicit Distinct(std::vector<std::uint64_t>& codes) : codes_(codes), seen_(codes.begin(), codes.end()) {}
  void add(std::uint64_t code) {
    if (seen_.insert(code).second) codes_.push_back(code);
  }

 private:
  std::vector<std::uint64_t>& codes_;
  std::unordered_set<std::uint64_t> seen_;
};

/// Half a unit above.
Decoded halfway(Decoded value) {
  value.significand = 2 * value.significand + 1;
  --value.exponent;
  return value;
}

Semantics toward_zero() {
  Semantics semantics;
  semantics.rounding = Rounding::rtz;
  semantics.overflow = Overflow::saturate;
  return semantics;
}

constexpr int all_bits = 64;  // of an exact value that is cut to a code

class ScaledTuples : public Tuples {
 public:
  ScaledTuples(const Elementwise& operation, std::vector<std::uint64_t> scalars, std::uint64_t operands,
               std::uint64_t seed)
      : operation_(operation), scalars_(std::move(scalars)), count_(operands), random_(seed, "scaled operands") {
    const Format& to = operation.result;
    const Decoded largest = decode(to, to.largest_finite());
    const Decoded normal{Category::normal, false, 1, to.min_exponent()};
    const Decoded least = decode(to, to.smallest_magnitude());
    // The ends, and half a unit from each: where a rounding first reaches infinity, the smallest normal and zero.
    targets_ = {largest, halfway(largest), normal, least, {Category::normal, false, 1, least.exponent - 1}};
    if (to.subnormals && to.smallest_normal() > 1) targets_.push_back(halfway(decode(to, to.smallest_normal() - 1)));
    all_ = scaled_operands(operation, 0) != 0;
  }

  std::size_t next(std::size_t rows, Columns& columns) override {
    constexpr std::size_t shorter = 3;
    bool is_first = false;
    if (at_ == count_ || next_ == 0) {
      if (next_ == scalars_.size()) return 0;
      choose(scalars_[next_++]);
      is_first = true;
    }
    std::size_t size = static_cast<std::size_t>(std::min<std::uint64_t>(rows, count_ - at_));
    if (is_first && size > shorter) size -= shorter;
    columns.resize(2);
    columns[0].resize(size);
    columns[1].assign(size, scalars_[next_ - 1]);
    for (std::size_t row = 0; row < size; ++row) columns[0][row] = all_ ? at_ + row : codes_[at_ + row];
    at_ += size;
    return size;
  }

 private:
  void choose(std::uint64_t scalar) {
    at_ = 0;
    if (all_) return;
    codes_.clear();
    Distinct codes(codes_);
    for (const std::uint64_t code : special_codes(format())) codes.add(code);
    const Decoded s = decode(float32, scalar);
    const bool divides = s.category == Category::normal || s.category == Category::subnormal;
    if (divides) {
      for (const Decoded& target : targets_) add_near(codes, target, s);
    }
    while (codes_.size() < count_) {
      const std::uint64_t any = random_.next() & format().code_mask();
      switch (divides ? random_.below(4) : random_.below(2)) {
        case 0:
          codes.add(any);
          break;
        case 1:  // subnormals and powers of two
          codes.add(any & (random_.below(2) == 0 ? format().sign_mask() | format().fraction_mask()
                                                 : ~format().fraction_mask()));
          break;
        default: {  // half a unit from a result
          const Decoded result = decode(operation_.result, random_.next() & operation_.result.magnitude_mask());
          if (result.category == Category::normal || result.category == Category::subnormal) {
            add_near(codes, halfway(result), s);
          }
        }
      }
    }
    codes_.resize(static_cast<std::size_t>(count_));  // the last neighbours may have been some too many
    std::sort(codes_.begin(), codes_.end());
  }

  /// The operands next to that which the scalar brings to the target, of both signs.
  void add_near(Distinct& codes, const Decoded& target, const Decoded& scalar) {
    const bool divided = operation_.code == Operator::unscale;
    const std::array factors{target, Decoded{scalar.category, false, scalar.significand, scalar.exponent}};
    const Real operand = mpfr_.compute(divided ? Operator::multiply : Operator::divide, factors, all_bits);
    const std::uint64_t code = round_real(format(), toward_zero(), operand).low;
    const std::uint64_t most = format().magnitude_mask();
    for (const std::uint64_t near : {code - std::min<std::uint64_t>(code, 1), code, std::min(code + 1, most)}) {
      codes.add(near);
      codes.add(near | format().sign_mask());
    }
  }

  const Format& format() const { return operation_.operands[0]; }

  Elementwise operation_;
  std::vector<std::uint64_t> scalars_;
  std::uint64_t count_;
  Random random_;
  MpfrArithmetic mpfr_;
  std::vector<Decoded> targets_;
  bool all_ = false;
  std::vector<std::uint64_t> codes_;  ///< of the scalar begun last, unless they are all
  std::size_t next_ = 0;              ///< how many scalars have been begun
  std::uint64_t at_ = 0;              ///< how many operands of it have been given
};

}  // namespace

std::vector<std::uint64_t> listed_scalars(const Elementwise& operation, int exponent_step) {
  std::vector<std::uint64_t> scalars;
  Distinct distinct(scalars);
  const std::uint64_t sign = float32.sign_mask(), one = power_of_two(0);
  for (const std::uint64_t code :
       {one, one | sign, one + 1, one - 1, power_of_two(15), power_of_two(16), power_of_two(-15), power_of_two(-16)}) {
    distinct.add(code);
  }
  // 1/3, 0.1, -3, and significands of 24 bits: nearly 2, alternating bits, one bit at each end.
  for (const std::uint64_t code : {0x3eaaaaabu, 0x3dcccccdu, 0xc0400000u, 0x3fffffffu, 0x3fd55555u, 0x3fc00001u}) {
    distinct.add(code);
  }
  // 1 and half a unit of the result: an operand of few bits gives a tie.
  const int bits = operation.result.precision();
  if (bits < float32.precision()) {
    const std::uint64_t tie = one | std::uint64_t{1} << (float32.significand_bits - bits);
    for (const std::uint64_t code : {tie, tie + 1, tie - 1}) distinct.add(code);
  }
  // Ends of float32; 2^-128 is the largest whose reciprocal overflows, above 2^126 reciprocals are subnormal.
  const std::uint64_t overflowing = power_of_two(-128), normal = float32.smallest_normal();
  for (const std::uint64_t code : {std::uint64_t{1}, std::uint64_t{1} | sign, overflowing - 1, overflowing,
                                   overflowing + 1, normal - 1, normal, power_of_two(126), power_of_two(126) + 1,
                                   power_of_two(127), float32.largest_finite(), float32.largest_finite() | sign}) {
    distinct.add(code);
  }
  const std::uint64_t infinity = float32.infinity_magnitude(), quiet = infinity | float32.quiet_bit();
  for (const std::uint64_t code :
       {std::uint64_t{0}, sign, infinity, infinity | sign, quiet, infinity | 1, quiet | sign | 0x12345u}) {
    distinct.add(code);
  }
  for (const int x : ends_of(operation.operands[0])) {
    for (const int result : ends_of(operation.result)) {
      const int exponent = operation.code == Operator::unscale ? x - result : result - x;
      if (exponent < least_exponent || exponent > most_exponent) continue;
      distinct.add(power_of_two(exponent));
      constexpr std::uint64_t third = 0x2aaaab;
      if (exponent >= float32.min_exponent()) distinct.add(power_of_two(exponent) | third);
    }
  }
  if (exponent_step > 0) {
    for (int exponent = least_exponent; exponent <= most_exponent; exponent += exponent_step) {
      distinct.add(power_of_two(exponent));
    }
  }
  return scalars;
}

void add_drawn_scalars(std::vector<std::uint64_t>& scalars, std::uint64_t wanted, std::uint64_t seed) {
  Random random(seed, "scalars");
  Distinct distinct(scalars);
  while (scalars.size() < wanted) {
    const std::uint64_t any = random.next() & float32.code_mask();
    switch (random.below(8)) {
      case 0:
        distinct.add(any & (float32.sign_mask() | float32.fraction_mask()));
        break;
      case 1:  // a significand of 8 bits
        distinct.add(any & ~std::uint64_t{0xffff});
        break;
      default:
        distinct.add(any);
    }
  }
}

std::uint64_t scaled_operands(const Elementwise& operation, std::uint64_t wide) {
  const Format& format = operation.operands[0];
  return format.width() <= 16 ? format.code_mask() + 1 : wide;
}

std::unique_ptr<Tuples> scaled_tuples(const Elementwise& operation, std::vector<std::uint64_t> scalars,
                                      std::uint64_t operands, std::uint64_t seed) {
  return std::make_unique<ScaledTuples>(operation, std::move(scalars), scaled_operands(operation, operands), seed);
}

std::vector<std::vector<std::uint64_t>> scaled_near_ties(const Elementwise& operation, std::uint64_t count,
                                                         std::uint64_t seed) {
  const Format &from = operation.operands[0], &to = operation.result;
  Random random(seed, "scaled ties");
  MpfrArithmetic mpfr;
  std::vector<std::vector<std::uint64_t>> pairs;
  for (std::uint64_t n = 0; n < 100 * count && pairs.size() < count; ++n) {
    const std::uint64_t x = random.next() & from.magnitude_mask();
    const Decoded operand = decode(from, x), result = decode(to, random.next() & to.magnitude_mask());
    if (operand.category != Category::normal || result.category != Category::normal) continue;
    const bool divides = operation.code == Operator::unscale;
    const std::array quotient{divides ? operand : halfway(result), divides ? halfway(result) : operand};
    const Real scalar = mpfr.compute(Operator::divide, quotient, all_bits);
    const std::uint64_t code = round_real(float32, toward_zero(), scalar).low;
    if (classify(float32, code) != Category::normal || code == float32.largest_finite()) continue;
    pairs.push_back({x, code});
    pairs.push_back({x, code + 1});
  }
  return pairs;
}

}  // namespace hallmark
