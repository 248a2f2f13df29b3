// SPDX-License-Identifier: Apache-2.0
// An independent statement of rounding in GMP rationals: find the two neighbours among a format's values, then choose.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <string>

#include "formats/format.h"
#include "semantics/semantics.h"

namespace hallmark::test {

/// What a finite code is worth: summed bit by bit for formats of 16 bits or fewer, by the processor for the wider.
mpq_class value_of(const Format& format, std::uint64_t code);

/// The one right code; or, where no code is, what stands for it.
struct RightAnswer {
  enum class Kind { code, nan, anything } kind = Kind::code;
  std::uint64_t code = 0;
};

/// Whether the set is that answer and no more; a NaN is any NaN of the format (the rules of NaN have tests of their
/// own).
bool states(const CodeSet& set, const RightAnswer& answer, const Format& format);
std::string to_text(const RightAnswer& answer);

/// The place of one nonzero real among a format's values, found once; then the answer under each semantics.
class ExactRounding {
 public:
  ExactRounding(const Format& to, const mpq_class& x);
  RightAnswer under(const Semantics& semantics) const;

 private:
  RightAnswer to_integer(const Semantics& semantics) const;
  RightAnswer to_scale(const Semantics& semantics) const;
  RightAnswer to_float(const Semantics& semantics) const;
  RightAnswer overflow(const Semantics& semantics) const;
  RightAnswer zero(bool negative) const;
  void find_neighbours();

  Format to_;
  bool negative_;
  mpq_class magnitude_;
  // Floating targets: the magnitude lies in [value of code lower_, value of the next), as if the grid went on for ever.
  std::int64_t lower_ = 0;
  bool exact_ = false, beyond_ = false;  // beyond_: past the first value that the format is too small for
  int half_ = -1;                        // against the midpoint of the neighbours
  bool tiny_ = false;                    // below the smallest normal
  int tiny_half_ = -1, tiny_last_ = -1;  // against what full precision would put just below the smallest normal
  // Integer targets.
  mpz_class floor_;
};

}  // namespace hallmark::test
