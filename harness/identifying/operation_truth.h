// SPDX-License-Identifier: Apache-2.0
// The right results of a conversion or another elementwise operation, one interface for both.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "identifying/candidates.h"
#include "oracles/arithmetic.h"
#include "semantics/conversion.h"
#include "semantics/elementwise.h"
#include "semantics/signature.h"
#include "truth/arithmetic.h"
#include "truth/truth.h"

namespace hallmark {

class OperationTruth {
 public:
  /// Whether the signature names a conversion or an operation of operators.h.
  static bool suits(const Signature& signature);
  explicit OperationTruth(const Signature& signature);

  const OperationShape& shape() const { return shape_; }
  bool is_conversion() const { return shape_.is_conversion; }
  Conversion conversion() const { return {shape_.operands.front(), shape_.result}; }
  /// Of a conversion as well, whose formats alone then mean something.
  Elementwise elementwise() const;
  const std::vector<Format>& operands() const { return shape_.operands; }
  const Format& result() const { return shape_.result; }

  /// By MPFR.
  CodeSets right(const Semantics& semantics, std::span<const std::uint64_t> operands);
  /// By integers, faster: to find out what a result depends on, never to judge one.
  CodeSets planned(const Semantics& semantics, std::span<const std::uint64_t> operands);

 private:
  OperationShape shape_;
  std::optional<Elementwise> elementwise_;
  Truth truth_;
  MpfrArithmetic mpfr_;
  IntegerArithmetic integers_;
};

/// Grows with the number of codes in the sets, those in several counted once for each: that number itself up to 2^32,
/// then more slowly, so that sums of thousands do not overflow.
std::uint64_t size_of(const CodeSets& sets, const Format& format);

}  // namespace hallmark
