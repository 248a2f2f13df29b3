// SPDX-License-Identifier: Apache-2.0
// What a code of a format of 16 bits or fewer means, stated bit by bit in MPFR and without the Format descriptor.
#pragma once

#include <mpfr.h>

#include <compare>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "formats/format.h"

namespace hallmark::test {

/// An exact number. 64 bits hold every value of a format of 16 bits or fewer and every midpoint of two neighbours.
class Exact {
 public:
  explicit Exact(long integer = 0) { mpfr_init2(value_, 64), mpfr_set_si(value_, integer, MPFR_RNDN); }
  Exact(const Exact& other) { mpfr_init2(value_, 64), mpfr_set(value_, other.value_, MPFR_RNDN); }
  Exact& operator=(const Exact& other) {
    mpfr_set(value_, other.value_, MPFR_RNDN);
    return *this;
  }
  ~Exact() { mpfr_clear(value_); }

  mpfr_ptr get() { return value_; }
  mpfr_srcptr get() const { return value_; }

  friend bool operator==(const Exact& a, const Exact& b) { return mpfr_equal_p(a.value_, b.value_) != 0; }
  friend std::strong_ordering operator<=>(const Exact& a, const Exact& b) { return mpfr_cmp(a.value_, b.value_) <=> 0; }

 private:
  mpfr_t value_;
};

enum class Specials {
  none,                   // every code is a number
  ieee754,                // exponent all ones: infinity with fraction zero, NaN otherwise
  nan_all_ones,           // exponent and fraction all ones is NaN, in either sign
  nan_exponent_all_ones,  // exponent all ones is NaN, fraction zero included
  nan_is_negative_zero,   // the code of -0 is the only NaN
  zero_ignores_sign,      // as none, and the code of -0 is another +0
};

/// What an exponent field of zero means.
enum class FieldZero { subnormal, zero, normal };

/// A row of a format's specification.
struct Definition {
  std::string_view name;
  int sign, exponent, fraction;  // bits of each field; an integer has only `integer`
  int bias;
  Specials specials = Specials::none;
  FieldZero field_zero = FieldZero::subnormal;
  int integer = 0;  // bits of a two's complement (sign = 1) or unsigned (sign = 0) integer

  int width() const { return integer != 0 ? integer : sign + exponent + fraction; }
  std::uint32_t codes() const { return std::uint32_t{1} << width(); }
};

struct Meaning {
  Category category;
  bool negative;
  Exact value;  // of zero, subnormal and normal
  bool finite() const { return category != Category::nan && category != Category::infinity; }
};

/// Every built-in format of 16 bits or fewer, from OCP OFP8 1.0 and MX 1.0, IEEE 754-2019 and the ml_dtypes README.
const std::vector<Definition>& builtin_definitions();

/// The format's definition, or nullptr.
const Definition* find_definition(std::string_view name);

Meaning meaning(const Definition& definition, std::uint32_t code);

}  // namespace hallmark::test
