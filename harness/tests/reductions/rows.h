// SPDX-License-Identifier: Apache-2.0
// Rows that own their operands, and the operations the tests of reductions use.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "formats/formats.h"
#include "inputs/hard_dots.h"
#include "inputs/random.h"
#include "semantics/reductions.h"

namespace hallmark::test {

struct Row {
  std::vector<std::uint64_t> left, right;
  std::optional<std::uint64_t> initial;

  operator ReductionRow() const { return {left, right, initial}; }
};

inline Reduction reduction(std::string_view signature) {
  const auto parsed = parse_signature(signature);
  return *reduction_of(std::get<Signature>(parsed));
}

/// A random finite code whose exponent lies within `spread` of that of one, or any finite code for spread 0.
inline std::uint64_t random_code(Random& random, const Format& format, int spread) {
  const std::uint64_t sign = (random.next() & 1) != 0 ? format.sign_mask() : 0;
  if (spread == 0) {
    const std::uint64_t magnitude = random.below(format.largest_finite() + 1);
    return magnitude | (magnitude == 0 && !format.has_negative_zero() ? 0 : sign);
  }
  const std::uint64_t field =
      static_cast<std::uint64_t>(format.bias - spread) + random.below(2 * static_cast<std::uint64_t>(spread) + 1);
  return sign | field << format.significand_bits | (random.next() & format.fraction_mask());
}

inline Row random_row(Random& random, const Reduction& reduction, std::size_t depth, int spread) {
  Row row;
  for (std::size_t i = 0; i < depth; ++i) {
    row.left.push_back(random_code(random, reduction.left, spread));
    if (reduction.has_two_factors()) row.right.push_back(random_code(random, reduction.right, spread));
  }
  if (reduction.initial) row.initial = random_code(random, *reduction.initial, spread);
  return row;
}

/// Rows of every kind, up to 129 deep, and random ones.
inline std::vector<HardDot> hard_rows(const Reduction& of, std::uint64_t seed, int each) {
  std::vector<HardDot> rows;
  for (const HardDotInfo& info : hard_dot_kinds()) {
    Random random(seed, info.name);
    for (int i = 0; i < each; ++i) {
      if (auto row = hard_dot(info.kind, of, random.below(130), random)) {
        if (row->initial && info.kind != HardDotKind::special_values && random.below(2) == 0) {
          row->initial = random_code(random, *of.initial, 10);
        }
        rows.push_back(*row);
      }
    }
  }
  for (int i = 0; i < 4 * each; ++i) {  // and random ones, whatever their range
    Random random(seed + static_cast<std::uint64_t>(i));
    const Row row = random_row(random, of, random.below(100), static_cast<int>(random.below(4)) * 20);
    rows.push_back({row.left, row.right, row.initial, 0});
  }
  return rows;
}

}  // namespace hallmark::test
