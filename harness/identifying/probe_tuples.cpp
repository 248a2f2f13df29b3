// SPDX-License-Identifier: Apache-2.0
#include "identifying/probe_tuples.h"

#include <algorithm>
#include <set>

#include "inputs/boundaries.h"
#include "inputs/scaled_tuples.h"

namespace hallmark {
namespace {

constexpr std::uint64_t seed = 5;
constexpr std::uint64_t whole_domain = 65536;

std::vector<std::uint64_t> codes_of(Intervals& intervals) {
  intervals.normalise();
  return intervals.codes();
}

/// Beyond an integer format's range, up to where no bit of a wrapped number is left: what wraps differs from what
/// saturates only in numbers with low bits.
void add_beyond_integers(Intervals& operands, const Conversion& conversion, std::uint64_t count, Random& random) {
  const Format& from = conversion.from;
  const int width = conversion.to.width();
  const auto first = encode(from, false, 1, width - 2);
  if (from.is_integer() || !first) return;
  const auto last = encode(from, false, 1, width + 12);
  for (const std::uint64_t sign : {std::uint64_t{0}, from.sign_mask()}) {
    add_random(operands, count, *first | sign, last.value_or(from.largest_finite()) | sign, random);
  }
}

/// Operands of a conversion, `count` of each kind.
std::vector<std::uint64_t> conversion_operands(const Conversion& conversion, std::uint64_t count,
                                               std::uint64_t radius) {
  const auto& [from, to] = conversion;
  Random random(seed, "identify");
  Intervals operands;
  add_special_values(operands, from, radius);
  add_target_ends(operands, conversion, radius);
  if (to.width() <= 8) add_thresholds(operands, conversion, 1);
  if (from.is_integer() || from.exponent_bits <= 8) add_binades(operands, from, 1);
  for (const bool negative : {false, true}) {
    if (negative && !from.is_signed) break;
    const Interval range = target_range(conversion, negative);
    if (range.first <= range.last) {
      add_seeded_thresholds(operands, conversion, count, range.first, range.last, random);
      add_random(operands, count, range.first, range.last, random);
    }
    if (from.is_integer() || !from.subnormals) continue;
    const std::uint64_t sign = negative ? from.sign_mask() : 0;
    add_random(operands, count / 8, sign | 1, sign | (from.smallest_normal() - 1), random);
  }
  add_random(operands, count, 0, from.code_mask(), random);
  if (to.is_integer()) add_beyond_integers(operands, conversion, count / 4, random);
  return codes_of(operands);
}

std::vector<OperandTuple> tuples_of(std::unique_ptr<Tuples> source) {
  std::vector<OperandTuple> list;
  Columns columns;
  while (const std::size_t rows = source->next(4096, columns)) {
    for (std::size_t row = 0; row < rows; ++row) {
      OperandTuple& tuple = list.emplace_back();
      for (const auto& column : columns) tuple.push_back(column[row]);
    }
  }
  return list;
}

/// Of three operands each meets the others in its sparest variety: 20 codes.
std::vector<std::uint64_t> sparse_operands(const Format& format) {
  const std::uint64_t one = static_cast<std::uint64_t>(format.bias) << format.significand_bits;
  std::vector<std::uint64_t> magnitudes{0, format.smallest_magnitude(), format.smallest_normal(), one,
                                        format.largest_finite()};
  if (format.infinities) magnitudes.push_back(format.infinity_magnitude());
  if (format.has_signalling_nan()) {
    magnitudes.push_back(format.infinity_magnitude() | 1);
    magnitudes.push_back(format.infinity_magnitude() | format.quiet_bit() | 2);
  }
  std::set<std::uint64_t> codes;
  for (const std::uint64_t magnitude : magnitudes) {
    codes.insert(magnitude);
    codes.insert(magnitude | format.sign_mask());
  }
  if (format.has_nan()) codes.insert(format.default_nan());
  return {codes.begin(), codes.end()};
}

std::uint64_t domain_of(const OperationTruth& operation) {
  int bits = 0;
  for (const Format& format : operation.operands()) bits += format.width();
  return bits > 60 ? std::uint64_t{1} << 60 : std::uint64_t{1} << bits;
}

}  // namespace

std::vector<std::uint64_t> corner_operands(const Format& format) {
  const std::uint64_t one = static_cast<std::uint64_t>(format.bias) << format.significand_bits;
  const std::uint64_t unit = std::uint64_t{1} << format.significand_bits;
  const std::uint64_t normal = format.smallest_normal(), largest = format.largest_finite();
  std::set<std::uint64_t> magnitudes{0,
                                     1,
                                     2,
                                     normal / 2,
                                     normal - 1,
                                     normal,
                                     normal + 1,
                                     one - 1,
                                     one,
                                     one + 1,
                                     one + unit / 2,
                                     one + unit,
                                     one + 1 + unit * 3 / 2,
                                     one - unit,
                                     largest / 2,
                                     largest - 1,
                                     largest};
  if (format.infinities) magnitudes.insert(format.infinity_magnitude());
  if (format.has_signalling_nan()) {
    for (const std::uint64_t payload : {std::uint64_t{1}, format.quiet_bit() >> 1, format.quiet_bit(),
                                        format.quiet_bit() | 1, format.fraction_mask()}) {
      if (payload != 0) magnitudes.insert(format.infinity_magnitude() | payload);
    }
  }
  std::set<std::uint64_t> codes;
  for (const std::uint64_t magnitude : magnitudes) {
    if (magnitude > format.magnitude_mask()) continue;
    codes.insert(magnitude);
    codes.insert(magnitude | format.sign_mask());
  }
  if (format.has_nan()) {
    codes.insert(format.nan_codes.low);
    codes.insert(format.nan_codes.low | format.sign_mask());
  }
  return {codes.begin(), codes.end()};
}

std::vector<OperandTuple> probe_tuples(const OperationTruth& operation) {
  constexpr std::uint64_t drawn = 2500, near_ties = 200;
  std::set<OperandTuple> tuples;
  const auto operands = operation.operands();
  const auto add_all = [&](const std::vector<OperandTuple>& more) { tuples.insert(more.begin(), more.end()); };
  if (domain_of(operation) <= 1024) {
    add_all(tuples_of(all_tuples(operation.elementwise(), {0, operands.front().code_mask()})));
  } else if (operands.size() == 1) {
    const Conversion formats{operands.front(), operation.result().is_integer() && !operation.is_conversion()
                                                   ? operands.front()
                                                   : operation.result()};
    for (const std::uint64_t code : conversion_operands(formats, 128, 2)) tuples.insert({code});
    for (const std::uint64_t code : corner_operands(operands.front())) tuples.insert({code});
  } else if (operands.size() == 2) {
    for (const std::uint64_t x : corner_operands(operands[0])) {
      for (const std::uint64_t y : corner_operands(operands[1])) tuples.insert({x, y});
    }
    add_all(tuples_of(drawn_tuples(operation.elementwise(), drawn, 0, 1, seed)));
    if (operation.elementwise().shared_operand()) {
      add_all(scaled_near_ties(operation.elementwise(), near_ties, seed));
    }
  } else {
    for (const std::uint64_t x : sparse_operands(operands[0])) {
      for (const std::uint64_t y : sparse_operands(operands[1])) {
        for (const std::uint64_t z : sparse_operands(operands[2])) tuples.insert({x, y, z});
      }
    }
    add_all(tuples_of(drawn_tuples(operation.elementwise(), drawn, 0, 1, seed)));
  }
  return {tuples.begin(), tuples.end()};
}

Columns larger_sample(const OperationTruth& operation) {
  const auto operands = operation.operands();
  Columns columns;
  if (domain_of(operation) <= whole_domain) {
    const std::unique_ptr<Tuples> all = all_tuples(operation.elementwise(), {0, operands.front().code_mask()});
    all->next(whole_domain, columns);
  } else if (operation.is_conversion()) {
    columns.push_back(conversion_operands(operation.conversion(), whole_domain / 16, 8));
  } else {
    const std::unique_ptr<Tuples> drawn = drawn_tuples(operation.elementwise(), whole_domain, 0, 1, seed + 1);
    drawn->next(2 * whole_domain, columns);
    if (operation.elementwise().shared_operand()) {
      for (const auto& pair : scaled_near_ties(operation.elementwise(), whole_domain / 16, seed + 1)) {
        for (std::size_t i = 0; i < pair.size(); ++i) columns[i].push_back(pair[i]);
      }
    }
  }
  return columns;
}

}  // namespace hallmark
