// SPDX-License-Identifier: Apache-2.0
// Operand tuples of elementwise operations, in a fixed order and none twice: whole domains, or what a rounding can go
// wrong on.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "formats/interval.h"
#include "semantics/elementwise.h"

namespace hallmark {

/// Codes of each operand, row by row.
using Columns = std::vector<std::vector<std::uint64_t>>;

class Tuples {
 public:
  virtual ~Tuples() = default;
  /// Replaces the columns by the next tuples, at most `rows` of them; returns how many, 0 at the end.
  virtual std::size_t next(std::size_t rows, Columns& columns) = 0;
};

/// These and no others: a case's, a vector file's.
std::unique_ptr<Tuples> listed_tuples(std::vector<std::vector<std::uint64_t>> tuples);

/// Every tuple whose first operand lies in the interval. Operands of 16 bits or fewer.
std::unique_ptr<Tuples> all_tuples(const Elementwise& operation, const Interval& first_operand);

/// For each first operand x that is given, about 1,200 second operands of a format of 16 bits or fewer: every special
/// value and its neighbours; every exponent with both signs and the fractions at which carries start and end, so that
/// every distance of exponents meets every guard, round and sticky bit; what x nearly cancels; what brings the result
/// next to overflow, to the smallest normal and to half the smallest subnormal; seeded ones. Where `whole_rows`, a
/// special x meets every second operand. `firsts` are ascending and distinct.
std::unique_ptr<Tuples> stratified_pairs(const Elementwise& operation, std::vector<std::uint64_t> firsts,
                                         bool whole_rows, std::uint64_t seed);

/// `count` tuples or a few more of any formats, drawn by classes: special values, powers of two, subnormals, the
/// largest; operands near each other, near what the others' product or quotient is, at half a unit in its last place,
/// and too small to reach it. The first operand's code is `share` modulo `shares`, so that shares have no tuple in
/// common. Where a share has no more than twice `count` tuples, these are all of them.
std::unique_ptr<Tuples> drawn_tuples(const Elementwise& operation, std::uint64_t count, std::uint64_t share,
                                     std::uint64_t shares, std::uint64_t seed);

/// Zeros, the ends of every category with two neighbours, NaNs: the operands that meet everything.
std::vector<std::uint64_t> special_codes(const Format& format);

}  // namespace hallmark
