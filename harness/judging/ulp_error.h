// SPDX-License-Identifier: Apache-2.0
// How far a result lies from the exact value, in units in the last place of the result format.
#pragma once

#include <cstdint>
#include <string>

#include "semantics/conversion.h"

namespace hallmark {

/// A nonnegative number of ulps, rounded up to 20 bits, that orders as its bits do, or less than all of them "none".
/// Integers make it, so that no rounding mode and no flush of a backend's changes it.
class UlpError {
 public:
  /// None: nothing was measured.
  constexpr UlpError() = default;
  static constexpr UlpError from_bits(std::uint32_t bits) { return UlpError(bits); }
  /// Of fewer than 2^20 eighths of an ulp, or a power of two of them.
  static UlpError from_eighths(std::uint64_t eighths);
  /// An infinity or a NaN came where a number was due.
  static constexpr UlpError unbounded() { return UlpError(~std::uint32_t{0}); }

  constexpr std::uint32_t bits() const { return bits_; }
  constexpr bool is_none() const { return bits_ == 0; }
  /// "0", "0.5", "127", "3.403e+38" (four digits, rounded up); "inf" where it is unbounded, "" for none.
  std::string text() const;
  /// In units of 2^-bits ulp, cut, and at most `most`: what sums of many errors are made of. Not for none or unbounded.
  std::uint64_t scaled(int bits, std::uint64_t most) const;

  friend constexpr auto operator<=>(const UlpError&, const UlpError&) = default;

 private:
  friend UlpError ulp_error(const Format& to, const Decoded& exact, std::uint64_t got);
  constexpr explicit UlpError(std::uint32_t bits) : bits_(bits) {}

  std::uint32_t bits_ = 0;
};

/// Whether an error has a meaning here: the operand is a number, and neither above the result's largest finite nor of a
/// sign the result has not.
bool has_ulp_error(const Conversion& conversion, std::uint64_t operand);

/// |got - exact| over the distance of neighbouring results at the exact value; unbounded if got is no number. Of exact
/// values no more than 2^1000 times as small as the least result.
UlpError ulp_error(const Format& to, const Decoded& exact, std::uint64_t got);
/// The same of a conversion, where has_ulp_error().
UlpError ulp_error(const Conversion& conversion, std::uint64_t operand, std::uint64_t got);

}  // namespace hallmark
