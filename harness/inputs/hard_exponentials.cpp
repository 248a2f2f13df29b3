// SPDX-License-Identifier: Apache-2.0
#include "inputs/hard_exponentials.h"

#include <algorithm>

#include "inputs/nan_codes.h"
#include "semantics/round.h"

namespace hallmark {
namespace {

// Rows are drawn as multiples of 2^-20: integers, so that no floating-point unit takes part.
constexpr int unit_exponent = -20;
constexpr std::int64_t one = std::int64_t{1} << -unit_exponent;

/// The format's number nearest to units * 2^-20; the largest where that is beyond it.
std::uint64_t code_of(const Format& format, std::int64_t units) {
  if (units == 0) return 0;
  const bool negative = units < 0;
  Semantics semantics;
  semantics.overflow = Overflow::saturate;
  const auto magnitude = static_cast<std::uint64_t>(negative ? -units : units);
  return round_real(format, semantics, {negative, magnitude, unit_exponent, false}).low;
}

/// From `low` to `high`, both included.
std::int64_t between(Random& random, std::int64_t low, std::int64_t high) {
  return low + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(high - low) + 1));
}

/// e^x * 2^-k with x = -k ln 2, in units.
std::int64_t power_of_two(std::int64_t exponent) { return exponent * 726817 + (exponent < 0 ? -1 : 0); }

/// NaN or infinity at an end or in the middle, -infinity here and there or everywhere.
void put_specials(const Format& format, HardDot& row, Random& random) {
  std::vector<std::uint64_t>& codes = row.left;
  if (codes.empty()) return;
  const std::size_t last = codes.size() - 1;
  const std::size_t places[] = {0, last / 2, last, static_cast<std::size_t>(random.below(last + 1))};
  const std::size_t place = places[random.below(4)];
  const std::uint64_t nan = format.has_nan() ? drawn_nan(format, random) : format.largest_finite();
  const std::uint64_t infinity = format.infinities ? format.infinity_magnitude() : nan;
  const std::uint64_t minus_infinity = format.infinities ? infinity | format.sign_mask() : nan;
  switch (random.below(6)) {
    case 0:
      codes[place] = nan;
      break;
    case 1:
      codes[place] = infinity;
      break;
    case 2:
      codes[place] = minus_infinity;
      break;
    case 3:  // as masks of attention leave rows
      for (std::uint64_t& code : codes) code = random.below(2) == 0 ? minus_infinity : code;
      break;
    case 4:
      std::fill(codes.begin(), codes.end(), minus_infinity);
      break;
    default:
      codes[place] = minus_infinity;
      codes[places[random.below(3)]] = random.below(2) == 0 ? infinity : nan;
  }
}

}  // namespace

std::optional<HardDot> hard_exponential_row(HardDotKind kind, const Reduction& reduction, std::size_t depth,
                                            Random& random) {
  const Format& format = reduction.left;
  HardDot row;
  const auto fill = [&](auto draw) {
    while (row.left.size() < depth) row.left.push_back(code_of(format, draw()));
  };
  switch (kind) {
    case HardDotKind::special_values:
      fill([&] { return between(random, -8 * one, 8 * one); });
      put_specials(format, row, random);
      return row;
    case HardDotKind::exponential_spread: {
      const std::int64_t top = between(random, -4 * one, 4 * one);
      fill([&] { return top - between(random, 0, 10 * one); });
      return row;
    }
    case HardDotKind::equal_elements: {
      const std::int64_t element = between(random, -4 * one, 4 * one);
      fill([&] { return element; });
      return row;
    }
    case HardDotKind::large_magnitude: {
      // So large that their exponentials overflow float32, or underflow, yet their last bit is not much more than 1.
      // Now and then larger still, as masks of -10^9 are: then elements are equal or far apart.
      const int usual = std::clamp(format.significand_bits, 7, 10);
      const int exponent = random.below(3) == 0 ? static_cast<int>(between(random, usual, 30)) : usual;
      const std::int64_t top = (one << exponent) + between(random, 0, (one << exponent) - 1);
      const std::int64_t sign = random.below(3) == 0 ? -1 : 1;
      fill([&] { return sign * top - between(random, 0, 6 * one); });
      return row;
    }
    case HardDotKind::dominant_element: {
      // Each of the others is a ninth bit of the sum, or less: together they count.
      const std::int64_t top = between(random, -one, one);
      fill([&] { return top + power_of_two(-between(random, 8, 10)) + between(random, -one / 8, one / 8); });
      if (depth > 0) row.left[random.below(2) == 0 ? 0 : random.below(depth)] = code_of(format, top);
      return row;
    }
    case HardDotKind::underflow_ladder: {
      // Around the result's smallest normal and subnormal numbers.
      const int smallest = reduction.result.min_exponent();
      const int quantum = smallest - reduction.result.significand_bits;
      fill([&] {
        return power_of_two(between(random, quantum - 2, smallest + 2)) + between(random, -one / 2, one / 2);
      });
      if (depth > 0) row.left[random.below(2) == 0 ? 0 : random.below(depth)] = 0;
      return row;
    }
    default:
      return {};
  }
}

}  // namespace hallmark
