// SPDX-License-Identifier: Apache-2.0
// Which properties the semantics of one alternative promise, of which operands, and whether results keep the promise.
#pragma once

#include <cstdint>
#include <vector>

#include "conversions/property.h"
#include "semantics/conversion.h"
#include "semantics/semantics.h"

namespace hallmark {

/// A promise follows from the semantics' fields alone, never from a right result: so a kept promise is evidence beside
/// truth, and a broken one must be confirmed by truth. Whoever follows the semantics on every operand keeps all
/// promises.
class PropertyRules {
 public:
  /// widening: the semantics, each of which must be reckoned with, of the backend's operation from `to` to `from`; none
  /// where it has no such operation or the other format does not hold every value.
  PropertyRules(const Conversion& conversion, const Semantics& semantics, const std::vector<Semantics>& widening);

  /// Whether the property is promised of any operands whose results are numbers, so that it can have cases.
  bool promises(Property property) const;
  /// Whether it is promised of these operands.
  bool promises(const PropertyCase& one) const;

  enum class Verdict : std::uint8_t {
    kept,
    broken,
    silent,  ///< nothing was promised, or a NaN came that is left out
  };
  /// first, second: the results of the case's operands; widen_then_narrow has the narrow result alone.
  Verdict judge(const PropertyCase& one, std::uint64_t first, std::uint64_t second) const;

  /// Half an ulp, else less than one.
  bool to_nearest() const { return facts_.mode == Rounding::rne || facts_.mode == Rounding::rna; }

  /// Whether two semantics promise the same.
  friend bool operator==(const PropertyRules& a, const PropertyRules& b) { return a.facts_ == b.facts_; }

 private:
  bool gives_number(std::uint64_t operand) const;
  bool ordered(std::uint64_t operand) const;
  bool has_negative(std::uint64_t operand) const;
  bool bounded(std::uint64_t operand) const;
  bool scales(std::uint64_t operand) const;
  bool comes_back(std::uint64_t narrow) const;
  bool within_range(const Decoded& value) const;
  Verdict judge_ulp(const PropertyCase& one, std::uint64_t result) const;
  bool is_negative_of(std::uint64_t operand, std::uint64_t first, std::uint64_t second) const;

  /// What of the semantics matters here.
  struct Facts {
    Rounding mode = Rounding::rne;
    bool direct = true;            ///< rounded once, with no format in between
    bool between_known = false;    ///< the format in between has a sign and a zero
    Decoded between_largest;       ///< its largest value
    bool keeps_operands = true;    ///< subnormal operands count
    bool keeps_results = true;     ///< results below the smallest normal are rounded as any others
    bool keeps_zero_sign = true;   ///< a zero result has its operand's sign
    bool ordered_overflow = true;  ///< what is too large gives the largest, infinity, or a NaN that is left out
    bool ordered_zero = true;      ///< a scale has the least power of two, or a NaN that is left out, for zero
    bool ordered_infinity = true;  ///< an infinite operand gives nothing less than any other operand
    bool symmetric_infinity = true;
    bool widens = false;  ///< the backend has the operation back
    bool widening_keeps_operands = true, widening_keeps_results = true;
    bool infinity_comes_back = false;

    friend bool operator==(const Facts&, const Facts&) = default;
  };

  Conversion conversion_;
  Facts facts_;
};

/// 0 for two zeros; codes that are not NaN.
int compare_values(const Format& format, std::uint64_t a, std::uint64_t b);

/// The code of the negative; the caller knows that there is one.
std::uint64_t negative_of(const Format& format, std::uint64_t code);

/// 2^scale times the code's value, if that is a normal number of the format (of an integer format: any number).
std::optional<std::uint64_t> scaled_by(const Format& format, std::uint64_t code, int scale);

}  // namespace hallmark
