// SPDX-License-Identifier: Apache-2.0
// Ground truth: MPFR computes, one integer routine rounds. Slow and authoritative.
#pragma once

#include <mpfr.h>

#include <cstdint>
#include <span>

#include "formats/code_set.h"
#include "semantics/conversion.h"
#include "semantics/semantics.h"

namespace hallmark {

/// Holds MPFR numbers so that they are made once. Not for several threads at once. MPFR computes with integers: the
/// answers do not depend on the floating-point environment.
class Truth {
 public:
  Truth();
  ~Truth();
  Truth(const Truth&) = delete;
  Truth& operator=(const Truth&) = delete;

  /// The right codes of one conversion under each of the semantics; answers[i] belongs to alternatives[i].
  void convert(const Conversion& conversion, std::span<const Semantics> alternatives, std::uint64_t operand,
               std::span<CodeSet> answers);
  CodeSet convert(const Conversion& conversion, const Semantics& semantics, std::uint64_t operand);

 private:
  /// The operand rounded toward zero to what the target can tell apart plus a guard bit; the ternary value is `sticky`.
  Real cut_value(const Conversion& conversion, std::uint64_t operand);

  mpfr_t exact_, cut_;
};

}  // namespace hallmark
