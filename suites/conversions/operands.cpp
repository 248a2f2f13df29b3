// SPDX-License-Identifier: Apache-2.0
#include "conversions/operands.h"

#include <algorithm>

#include "inputs/boundaries.h"
#include "inputs/random.h"

namespace hallmark {
namespace {

constexpr std::uint64_t sweep_shares = 16;
constexpr std::uint64_t neighbours = 64;
constexpr std::uint64_t quick_neighbours = 4;

bool is_narrow(const Format& to) { return to.width() <= 16; }

/// Equal cuts of the codes where results vary, in each sign; the first and last take in the codes outside.
std::vector<Share> divide_by_target_range(const Conversion& conversion, std::uint64_t shares_per_sign) {
  const Format& from = conversion.from;
  std::vector<Share> shares;
  for (const bool negative : {false, true}) {
    if (negative && !from.is_signed) break;
    const Interval side = negative ? Interval{from.sign_mask(), from.code_mask()} : Interval{0, from.magnitude_mask()};
    const Interval range = target_range(conversion, negative);
    const std::uint64_t step = (range.last - range.first) / shares_per_sign + 1;
    std::uint64_t first = side.first;
    for (std::uint64_t i = 0; i < shares_per_sign; ++i) {
      const std::uint64_t last = i + 1 == shares_per_sign ? side.last : range.first + step * (i + 1) - 1;
      shares.push_back({{{first, last}}, false, 0});
      first = last + 1;
    }
  }
  return shares;
}

}  // namespace

std::vector<Share> divide(const Conversion& conversion, Level level) {
  const Format& from = conversion.from;
  const std::uint64_t last = from.code_mask();
  if (from.width() <= 16) return {{{{0, last}}, true, last + 1}};
  if (level == Level::quick) return {{{{0, last}}, false, std::uint64_t{1} << 21}};
  if (from.width() <= 32) {
    std::vector<Share> shares;
    const std::uint64_t half = (last + 1) / 2, step = half / sweep_shares;
    for (std::uint64_t i = 0; i < sweep_shares; ++i) {
      const Interval stretch{i * step, (i + 1) * step - 1};
      shares.push_back({{stretch, {half + stretch.first, half + stretch.last}}, true, 2 * step});
    }
    return shares;
  }
  std::vector<Share> shares = divide_by_target_range(conversion, is_narrow(conversion.to) ? 1 : sweep_shares / 2);
  for (Share& share : shares) share.operands = (std::uint64_t{1} << 26) / shares.size();
  return shares;
}

Intervals operands_of(const Conversion& conversion, const Share& share, Level level, std::uint64_t seed,
                      const std::string& stream) {
  Intervals operands;
  if (share.exhaustive) {
    for (const Interval& codes : share.codes) operands.add(codes.first, codes.last);
    return operands;
  }
  const auto& [from, to] = conversion;
  const auto& [first, last] = share.codes.front();
  Random random(seed ^ first, stream);
  const bool quick = level == Level::quick;
  const std::uint64_t radius = quick ? quick_neighbours : neighbours;
  // 2^24 thresholds over all shares at standard: each draw gives a value and a midpoint with their neighbours.
  const std::uint64_t total = std::uint64_t{1} << (quick ? 17 : level == Level::standard ? 23 : 26);
  const std::uint64_t random_total = std::uint64_t{1} << (quick ? 20 : level == Level::standard ? 22 : 25);
  const std::size_t shares = quick ? 1 : divide(conversion, level).size();

  add_special_values(operands, from, neighbours);
  add_binades(operands, from, radius);
  if (is_narrow(to)) {
    add_thresholds(operands, conversion, radius);
  } else {
    add_target_ends(operands, conversion, radius);
  }
  operands.normalise();
  operands.restrict_to(first, last);
  if (!is_narrow(to)) {
    for (const bool negative : {false, true}) {
      if (negative && !from.is_signed) break;
      const Interval range = target_range(conversion, negative);
      const std::uint64_t low = std::max(first, range.first);
      const std::uint64_t high = std::min(last, range.last);
      if (low > high) continue;
      const std::uint64_t count = total / shares / (quick && from.is_signed ? 2 : 1);
      add_seeded_thresholds(operands, conversion, count, low, high, random);
    }
  }
  add_random(operands, random_total / shares, first, last, random);
  operands.normalise();
  return operands;
}

}  // namespace hallmark
