// SPDX-License-Identifier: Apache-2.0
// The exhaustive comparison of a Format with a Definition.
#include "tests/formats/every_code.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

namespace hallmark::test {
namespace {

/// A number of the format: every code of it, the first as encode gives it.
struct Number {
  Exact value;
  bool negative = false;
  std::vector<std::uint32_t> codes;
};

bool is_less(const Meaning& a, const Meaning& b) {
  if (a.value == b.value) return a.negative && !b.negative;  // -0 comes before +0
  return a.value < b.value;
}

Exact to_exact(const Decoded& decoded) {
  Exact value;
  mpfr_set_ui_2exp(value.get(), decoded.significand, decoded.exponent, MPFR_RNDN);
  if (decoded.negative) mpfr_neg(value.get(), value.get(), MPFR_RNDN);
  return value;
}

std::optional<std::uint64_t> encode_exact(const Format& format, bool negative, const Exact& value) {
  mpz_t significand;
  mpz_init(significand);
  const bool zero = mpfr_zero_p(value.get()) != 0;
  const mpfr_exp_t exponent = zero ? 0 : mpfr_get_z_2exp(significand, value.get());
  const std::uint64_t magnitude = mpz_get_ui(significand);  // of the absolute value
  mpz_clear(significand);
  return encode(format, negative, magnitude, static_cast<int>(exponent));
}

class EveryCode {
 public:
  EveryCode(const Format& format, const Definition& definition) : format_(format), definition_(definition) {
    for (std::uint32_t code = 0; code < definition.codes(); ++code) meanings_.push_back(meaning(definition, code));
    std::vector<std::uint32_t> order;
    for (std::uint32_t code = 0; code < definition.codes(); ++code) {
      if (meanings_[code].finite()) order.push_back(code);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return is_less(meanings_[a], meanings_[b]); });
    for (const std::uint32_t code : order) {
      const Meaning& now = meanings_[code];
      if (numbers_.empty() || numbers_.back().value != now.value || numbers_.back().negative != now.negative) {
        numbers_.push_back({now.value, now.negative, {}});
      }
      numbers_.back().codes.push_back(code);
    }
  }

  void check() {
    check_fields();
    check_decode();
    check_encode();
    check_neighbours();
    check_order();
  }

 private:
  std::optional<std::uint32_t> infinity(bool negative) const {
    for (std::uint32_t code = 0; code < definition_.codes(); ++code) {
      if (meanings_[code].category == Category::infinity && meanings_[code].negative == negative) return code;
    }
    return std::nullopt;
  }

  void check_fields() {
    ASSERT_GT(numbers_.size(), 2u);
    ASSERT_EQ(format_.width(), definition_.width());
    EXPECT_EQ(format_.code_mask(), definition_.codes() - 1);
    EXPECT_EQ(format_.bytes(), format_.storage_bits > 8 ? 2u : 1u);
    EXPECT_EQ(format_.largest_finite(), numbers_.back().codes.front());
    const auto positive =
        std::find_if(numbers_.begin(), numbers_.end(), [](const Number& number) { return number.value > Exact(0); });
    ASSERT_NE(positive, numbers_.end());
    EXPECT_EQ(format_.smallest_magnitude(), positive->codes.front());
    bool zero = false, negative_zero = false, nan = false;
    const std::uint32_t* first_normal = nullptr;
    for (const Number& number : numbers_) {
      const bool is_zero = number.value == Exact(0);
      zero = zero || is_zero;
      negative_zero = negative_zero || (is_zero && number.negative);
      if (first_normal == nullptr && number.value > Exact(0) &&
          meanings_[number.codes.front()].category == Category::normal) {
        first_normal = &number.codes.front();
      }
    }
    for (const Meaning& now : meanings_) nan = nan || now.category == Category::nan;
    EXPECT_EQ(format_.has_zero(), zero);
    EXPECT_EQ(format_.has_negative_zero(), negative_zero);
    EXPECT_EQ(format_.has_nan(), nan);
    if (!format_.is_integer() && first_normal != nullptr) {
      EXPECT_EQ(format_.smallest_normal(), *first_normal);
      Exact smallest(1);
      mpfr_mul_2si(smallest.get(), smallest.get(), format_.min_exponent(), MPFR_RNDN);
      EXPECT_TRUE(smallest == meanings_[*first_normal].value) << "min_exponent " << format_.min_exponent();
    }
    if (nan) {
      ASSERT_LT(format_.default_nan(), definition_.codes());
      EXPECT_EQ(meanings_[format_.default_nan()].category, Category::nan);
    }
  }

  void check_decode() {
    for (std::uint32_t code = 0; code < definition_.codes(); ++code) {
      const Meaning& want = meanings_[code];
      const Decoded got = decode(format_, code);
      ASSERT_EQ(got.category, want.category) << std::hex << "code 0x" << code;
      ASSERT_EQ(got.negative, want.negative) << std::hex << "code 0x" << code;
      ASSERT_EQ(classify(format_, code), want.category) << std::hex << "code 0x" << code;
      ASSERT_EQ(format_.is_nan(code), want.category == Category::nan) << std::hex << "code 0x" << code;
      ASSERT_TRUE(to_exact(got) == want.value)
          << std::hex << "code 0x" << code << std::dec << ": " << got.significand << " * 2^" << got.exponent
          << " is not " << mpfr_get_d(want.value.get(), MPFR_RNDN);
      ASSERT_EQ(got.significand == 0, want.category == Category::zero || !want.finite())
          << std::hex << "code 0x" << code;
    }
  }

  void check_encode() {
    for (const Number& number : numbers_) {
      const std::uint32_t code = number.codes.front();
      const Decoded decoded = decode(format_, code);
      ASSERT_EQ(encode(format_, decoded.negative, decoded.significand, decoded.exponent), code);
      // The same number with trailing zeros moved between significand and exponent, as MPFR hands it over.
      ASSERT_EQ(encode_exact(format_, number.negative, number.value), code);
    }
    // What lies between two neighbours, beyond the ends, and at zero where the format has none, is no number of it.
    for (std::size_t i = 0; i + 1 < numbers_.size(); ++i) {
      if (numbers_[i].value == numbers_[i + 1].value) continue;
      Exact midpoint;
      mpfr_add(midpoint.get(), numbers_[i].value.get(), numbers_[i + 1].value.get(), MPFR_RNDN);
      mpfr_div_2si(midpoint.get(), midpoint.get(), 1, MPFR_RNDN);
      if (midpoint == Exact(0) && format_.has_zero()) continue;
      ASSERT_EQ(encode_exact(format_, mpfr_sgn(midpoint.get()) < 0, midpoint), std::nullopt)
          << mpfr_get_d(midpoint.get(), MPFR_RNDN) << " lies above code " << numbers_[i].codes.front();
    }
    for (const Number* end : {&numbers_.front(), &numbers_.back()}) {
      const std::uint32_t code = end->codes.front();
      if (mpfr_zero_p(end->value.get()) != 0) continue;
      const Decoded decoded = decode(format_, code);
      const int outward = decoded.negative == (end == &numbers_.front()) ? 1 : -1;  // e8m0 begins above zero
      ASSERT_EQ(encode(format_, decoded.negative, decoded.significand, decoded.exponent + outward), std::nullopt);
      const Decoded inner =
          decode(format_, end == &numbers_.back() ? next_down(format_, code) : next_up(format_, code));
      Exact beyond = to_exact(decoded), twice = to_exact(decoded);  // one quantum further out: v + (v - inner)
      mpfr_mul_2si(twice.get(), twice.get(), 1, MPFR_RNDN);
      mpfr_sub(beyond.get(), twice.get(), to_exact(inner).get(), MPFR_RNDN);
      ASSERT_EQ(encode_exact(format_, end->negative, beyond), std::nullopt);
    }
    if (definition_.sign == 0) {
      ASSERT_EQ(encode(format_, true, 1, 0), std::nullopt);
    }
    if (!format_.has_zero()) {
      ASSERT_EQ(encode(format_, false, 0, 0), std::nullopt);
    }
    if (!format_.is_integer() && !format_.has_negative_zero()) {
      ASSERT_EQ(encode(format_, true, 0, 0), std::nullopt);
    }
  }

  /// The code nextUp or nextDown must give from numbers_[i]: the next number of another value. Toward zero that is the
  /// zero of the operand's sign, where it has one.
  std::uint32_t neighbour(std::size_t i, bool up) const {
    const std::ptrdiff_t step = up ? 1 : -1;
    const auto count = static_cast<std::ptrdiff_t>(numbers_.size());
    std::ptrdiff_t next = static_cast<std::ptrdiff_t>(i) + step;
    while (next >= 0 && next < count && numbers_[static_cast<std::size_t>(next)].value == numbers_[i].value) {
      next += step;
    }
    if (next < 0 || next >= count) return infinity(!up).value_or(numbers_[i].codes.front());
    return numbers_[static_cast<std::size_t>(next)].codes.front();
  }

  void check_neighbours() {
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      for (const std::uint32_t code : numbers_[i].codes) {
        for (const bool up : {true, false}) {
          const std::uint64_t got = up ? next_up(format_, code) : next_down(format_, code);
          const std::uint32_t want = neighbour(i, up);
          const bool stays = meanings_[want].value == numbers_[i].value && meanings_[want].finite();
          ASSERT_EQ(got, stays ? code : want) << (up ? "up" : "down") << std::hex << " from 0x" << code;
        }
      }
    }
    for (std::uint32_t code = 0; code < definition_.codes(); ++code) {
      const Meaning& now = meanings_[code];
      if (now.finite()) continue;
      const bool infinite = now.category == Category::infinity;
      const std::uint64_t up = infinite && now.negative ? numbers_.front().codes.front() : code;
      const std::uint64_t down = infinite && !now.negative ? numbers_.back().codes.front() : code;
      ASSERT_EQ(next_up(format_, code), up) << std::hex << "from 0x" << code;
      ASSERT_EQ(next_down(format_, code), down) << std::hex << "from 0x" << code;
    }
  }

  void check_order() {
    const Meaning* before = nullptr;
    std::size_t numbers = 0;
    for (std::uint32_t key = 0; key < definition_.codes(); ++key) {
      const std::uint64_t code = from_ordered(format_, key);
      ASSERT_LT(code, definition_.codes()) << std::hex << "key 0x" << key;
      ASSERT_EQ(to_ordered(format_, code), key) << std::hex << "code 0x" << code;
      const Meaning& now = meanings_[code];
      if (now.category == Category::nan) {
        const bool inside = before != nullptr && key + 1 < definition_.codes() &&
                            meanings_.at(from_ordered(format_, key + 1)).category != Category::nan;
        ASSERT_TRUE(!inside || definition_.specials == Specials::nan_is_negative_zero) << std::hex << "key 0x" << key;
        continue;
      }
      if (before != nullptr && before->category == Category::infinity) {
        ASSERT_TRUE(before->negative);
      }
      if (before != nullptr && now.category == Category::infinity) {
        ASSERT_FALSE(now.negative);
      }
      if (before != nullptr && before->finite() && now.finite()) {
        const bool same = before->value == now.value && before->negative == now.negative;
        ASSERT_TRUE(same ? now.category == Category::zero : is_less(*before, now)) << std::hex << "code 0x" << code;
      }
      before = &now;
      ++numbers;
    }
    ASSERT_GE(numbers, numbers_.size());
  }

  const Format& format_;
  const Definition& definition_;
  std::vector<Meaning> meanings_;  // by code
  std::vector<Number> numbers_;    // ascending
};

}  // namespace

void check_every_code(const Format& format, const Definition& definition) {
  SCOPED_TRACE(definition.name);
  EveryCode(format, definition).check();
}

}  // namespace hallmark::test
