// SPDX-License-Identifier: Apache-2.0
// Exact arithmetic by MPFR: the operation rounded toward zero, its ternary value as sticky bit.
#pragma once

#include <mpfr.h>

#include <array>

#include "semantics/elementwise.h"

namespace hallmark {

/// Holds MPFR numbers so that they are made once. Not for several threads at once.
class MpfrArithmetic : public ExactArithmetic {
 public:
  MpfrArithmetic();
  ~MpfrArithmetic() override;
  MpfrArithmetic(const MpfrArithmetic&) = delete;
  MpfrArithmetic& operator=(const MpfrArithmetic&) = delete;

  Real compute(Operator code, std::span<const Decoded> operands, int precision) override;

 private:
  std::array<mpfr_t, most_operands> operands_;
  mpfr_t result_;
};

}  // namespace hallmark
