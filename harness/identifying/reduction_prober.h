// SPDX-License-Identifier: Apache-2.0
// Asks a backend for sums of chosen terms, and remembers what it answered.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "identifying/trait.h"
#include "inputs/hard_dots.h"

namespace hallmark {

/// Reduces rows of one depth: one result a row, or one an element where each has one, row by row; nothing where the
/// call failed.
using ReductionRowsCall = std::function<std::optional<std::vector<std::uint64_t>>(const std::vector<HardDot>& rows)>;

/// A call returned an error, threw or wrote nothing: nothing can be identified.
class CallFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// significand * 2^exponent; a zero significand is a product of zeros.
struct Term {
  bool negative = false;
  std::uint64_t significand = 1;
  int exponent = 0;

  Term operator-() const { return {!negative, significand, exponent}; }
};
inline Term power_of_two(int exponent) { return {false, 1, exponent}; }

/// A row and the code that came back; of a cumulative sum that of the last element.
struct Probe {
  HardDot row;
  std::uint64_t got = 0;
};

class ReductionProber {
 public:
  ReductionProber(const Reduction& reduction, ReductionRowsCall call) : reduction_(reduction), call_(std::move(call)) {}

  const Reduction& reduction() const { return reduction_; }

  /// The row whose result is the sum of these products, after the initial value; nothing where the formats lack one of
  /// them. Of a mean a row of a power of two many elements, zeros behind them, each times that many: the division is
  /// exact then, and undoes it.
  std::optional<HardDot> row(std::span<const Term> products, std::optional<Term> initial = std::nullopt) const;
  /// Throws CallFailed.
  std::vector<Probe> ask(std::vector<HardDot> rows);
  std::optional<Probe> ask(std::span<const Term> products, std::optional<Term> initial = std::nullopt);
  /// The code of a value in the result format, if it is one.
  std::optional<std::uint64_t> code(const Term& value) const;

  /// Everything that was asked. Of a cumulative sum also a beginning of each row, whose sum came back with it.
  const std::vector<Probe>& asked() const { return asked_; }
  /// Those beginnings alone.
  const std::vector<Probe>& beginnings() const { return beginnings_; }

 private:
  Reduction reduction_;
  ReductionRowsCall call_;
  std::vector<Probe> asked_, beginnings_;
};

/// "c 0x3f800000 + 0x3380*0x3f80 + 62 x 0" and "0x3f800000": terms in order, equal neighbours counted.
Evidence evidence_of(const Reduction& reduction, const Probe& probe);

}  // namespace hallmark
