// SPDX-License-Identifier: Apache-2.0
#include "inputs/hard_dots.h"

#include <algorithm>
#include <array>

#include "inputs/hard_dot_builder.h"
#include "inputs/hard_exponentials.h"
#include "inputs/hard_finite_rows.h"
#include "inputs/hard_probes.h"
#include "inputs/special_places.h"

namespace hallmark {
namespace {

using enum HardDotKind;

std::vector<HardDotInfo> make_kinds() {
  return {
      {full_window,
       "full_window",
       {"precision_22", "precision_14", "bfloat16_chain", "float16_chain", "rounded_products", "split_k_bfloat16",
        "dropped_tail", "doubled_tail"}},
      {ill_conditioned, "cancellation", {"precision_14", "bfloat16_chain", "rounded_products", "split_k_bfloat16"}},
      {exponent_spread, "exponent_spread", {"precision_14", "bfloat16_chain", "split_k_bfloat16"}},
      {random_walk, "random_walk", {"precision_14", "bfloat16_chain", "split_k_bfloat16", "dropped_tail"}},
      {all_positive, "all_positive", {"precision_14", "bfloat16_chain", "split_k_bfloat16", "doubled_tail"}},
      {alternating, "alternating", {"bfloat16_chain", "split_k_bfloat16"}},
      {increasing, "increasing", {"precision_14", "bfloat16_chain", "split_k_bfloat16", "dropped_tail"}},
      {decreasing, "decreasing", {"precision_14", "bfloat16_chain", "split_k_bfloat16"}},
      {huge_and_tiny, "huge_and_tiny", {"chain_rtz", "chain_rup", "chain_rdn", "precision_22", "bfloat16_chain"}},
      {ties, "ties", {"precision_22", "precision_14", "bfloat16_chain"}},
      {subnormal_ladder, "subnormal_ladder", {"flushed_chain"}},
      {overflow_ladder, "overflow_ladder", {"float16_chain", "bfloat16_chain", "chain_rtz"}},
      {probes,
       "probes",
       {"precision_14", "bfloat16_chain", "float16_chain", "flushed_chain", "rounded_products", "split_k_bfloat16"}},
      {special_values, "special_values", {"nan_skipped", "infinity_clamped"}},
      {one_not_finite, "one_not_finite", {"dropped_tail", "nan_skipped", "infinity_clamped"}},
      {finite_extremes, "finite_extremes", {"sum_is_finite"}},
      {exponential_spread, "exponential_spread", {"exp_bfloat16", "bfloat16_chain", "dropped_tail"}},
      {equal_elements, "equal_elements", {"bfloat16_chain", "dropped_tail", "doubled_tail"}},
      {large_magnitude, "large_magnitude", {"no_max_subtraction"}},
      {dominant_element, "dominant_element", {"bfloat16_chain"}},
      {underflow_ladder, "underflow_ladder", {"flushed_chain"}},
      {each_place, "each_place", {"nan_skipped", "infinity_clamped"}},
  };
}

/// Odd products of one sign beside one large one: their sum takes every bit and is odd, so whoever cuts one is wrong.
bool build_full_window(HardDotBuilder& row, std::size_t depth, Random& random, int precision) {
  // Units in which the products are integers: one, or the formats' smallest where the largest would not fit.
  const bool roomy = row.left.highest + row.right.highest > precision;
  const int left_unit = roomy ? 0 : row.left.lowest_bit, right_unit = roomy ? 0 : row.right.lowest_bit;
  const std::uint64_t window = std::uint64_t{1} << precision;
  const bool negative = (random.next() & 1) != 0;
  const auto big = [&](const FactorRange& range) {  // odd, with all the format's bits, little more than a power of two
    const std::uint64_t least = std::uint64_t{1} << range.fraction_bits;
    return range.is_one ? 1 : least + 1 + 2 * random.below(std::max<std::uint64_t>(1, least / 16));
  };
  const std::uint64_t a = big(row.left), b = big(row.right);
  const int shift = precision - bit_length(a * b);
  if (shift < 0) return false;
  const std::uint64_t first = (a * b) << shift;
  for (int left_shift = shift; left_shift >= 0; --left_shift) {
    if (row.add(negative, a, left_unit + left_shift, b, right_unit + shift - left_shift)) break;
  }
  if (row.size() != 1) return false;
  std::uint64_t budget = window - first;
  for (std::size_t i = 1; i < depth; ++i) {
    const std::uint64_t share = budget / (depth - i);
    if (share == 0) return false;
    // An odd number of odd products; a bfloat16 pair at most 255 * 255.
    const bool even = i == 1 && depth % 2 == 1;
    if (even && share < 2) return false;
    const auto odd = [&](const FactorRange& range, std::uint64_t limit) {
      const std::uint64_t most = std::min(limit, (std::uint64_t{2} << range.fraction_bits) - 1);
      return range.is_one ? 1 : 1 + 2 * random.below((most + 1) / 2);
    };
    const std::uint64_t x = odd(row.left, even ? share / 2 : share), y = odd(row.right, share / (even ? 2 * x : x));
    if (!row.add(negative, x, left_unit + (even ? 1 : 0), y, right_unit)) return false;
    budget -= x * y * (even ? 2 : 1);
  }
  return true;
}

/// Accumulation.md 4.1: free pairs, then pairs that cancel the exact residual, each to the bits a factor has; what is
/// left at the end is nothing, and one product is added that is 2^-k of the sum of magnitudes.
bool build_ill_conditioned(HardDotBuilder& row, std::size_t depth, Random& random, int& condition) {
  __extension__ using Wide = __int128;
  if (row.right.is_one || depth < 4) return false;
  const auto room = [](const FactorRange& range) { return -range.lowest - range.fraction_bits; };
  const int spread = std::clamp(std::min(room(row.left), room(row.right)), 0, 6);
  const int grid = -2 * spread - row.left.fraction_bits - row.right.fraction_bits;
  const std::size_t closing = std::min<std::size_t>(
      depth / 2, static_cast<std::size_t>(30 + 2 * spread) / static_cast<std::size_t>(row.left.fraction_bits + 1) + 8);
  Wide residual = 0, magnitude = 0;
  const auto count = [&](const Decoded& x, const Decoded& y) {
    const Wide product = static_cast<Wide>(x.significand * y.significand) << (x.exponent + y.exponent - grid);
    residual += x.negative != y.negative ? -product : product;
    magnitude += product;
  };
  // A residual as large as the free pairs' random walk needs few closing pairs.
  while (row.size() + closing + 1 < depth) {
    const Decoded x = row.left.draw(random, -spread, spread), y = row.right.draw(random, -spread, spread);
    if (!row.add(x, y)) return false;
    count(x, y);
  }
  while (residual != 0 && row.size() + 1 < depth) {
    const bool negative = residual > 0;
    const Wide size = negative ? residual : -residual;
    const auto high = static_cast<std::uint64_t>(size >> 64), low = static_cast<std::uint64_t>(size);
    const int length = high != 0 ? 64 + bit_length(high) : bit_length(low);
    // The power of two takes half the exponent, as far as both factors have the exponents.
    const int exponent = std::min(length - 1 + grid, row.left.highest + row.right.highest - 2);
    const int half = std::clamp(exponent / 2 - (exponent < 0 ? 1 : 0), row.left.lowest, row.left.highest);
    const int bits = std::min(length, row.right.fraction_bits + 1);
    const int extra = length - bits;  // rounded to nearest
    auto significand = static_cast<std::uint64_t>((size + (extra > 0 ? Wide{1} << (extra - 1) : 0)) >> extra);
    const int excess = length - 1 + grid - exponent;
    if (excess > 0) significand = (std::uint64_t{1} << bits) - 1;
    const Decoded x{Category::normal, negative, 1, half};
    const Decoded y{Category::normal, false, significand, extra + grid - half - std::max(0, excess)};
    if (!row.add(x, y)) return false;
    count(x, y);
  }
  if (residual != 0) return false;
  while (row.size() + 1 < depth) row.add_zero();
  const auto high = static_cast<std::uint64_t>(magnitude >> 64), low = static_cast<std::uint64_t>(magnitude);
  const int size = (high != 0 ? 64 + bit_length(high) : bit_length(low)) - 1 + grid;
  const int smallest = row.left.lowest + row.right.lowest;
  const int most = std::min(90, size - smallest);
  if (most < 8) return false;
  const int k = 8 + static_cast<int>(random.below(static_cast<std::uint64_t>(most - 7)));
  condition = k + 1;
  return row.add_power((random.next() & 1) != 0, size - k);
}

enum class Signs { random, positive };

bool build_random(HardDotBuilder& row, std::size_t depth, Random& random, int spread, Signs signs) {
  const auto within = [&](const FactorRange& range) {
    return std::max(0, std::min({spread, -range.lowest, range.highest - 1}));
  };
  while (row.size() < depth) {
    Decoded x = row.left.draw(random, -within(row.left), within(row.left));
    Decoded y = row.right.draw(random, -within(row.right), within(row.right));
    if (signs == Signs::positive) x.negative = y.negative = false;
    if (!row.add(x, y)) return false;
  }
  return true;
}

bool build_alternating(HardDotBuilder& row, std::size_t depth, Random& random) {
  while (row.size() < depth) {
    Decoded x = row.left.draw(random, 0, 0);
    const Decoded y = row.right.draw(random, 0, 0);
    if (!row.add(x, y)) return false;
    if (row.size() == depth) break;
    x.negative = !x.negative;
    if (bit_length(x.significand + 1) == bit_length(x.significand)) ++x.significand;
    if (!row.add(x, y)) return false;
  }
  return true;
}

/// The exponent of the large product, so that products of 2^-`below` of it are there.
int large_exponent(const HardDotBuilder& row, int below) {
  return std::max(0, row.left.lowest + row.right.lowest + below);
}

/// Of tiny ones just below a unit in the last place, whoever cuts loses nearly a unit each time; of ones far below,
/// whoever rounds away gains one.
bool build_huge_and_tiny(HardDotBuilder& row, std::size_t depth, Random& random, int precision) {
  const bool nearly = (random.next() & 1) != 0, negative = (random.next() & 1) != 0;
  const int large = large_exponent(row, precision + 8);
  if (large > row.left.highest + row.right.highest || !row.add_power(negative, large)) return false;
  const FactorRange& range = row.left;
  const std::uint64_t full = (std::uint64_t{2} << range.fraction_bits) - 1;
  const int exponent = nearly ? large - precision : large - precision - 6;
  for (std::size_t i = 1; i < depth; ++i) {
    if (!row.add_scaled(negative, nearly ? full : 1, nearly ? range.fraction_bits : 0, exponent)) return false;
  }
  return true;
}

/// One, an odd last place, then halves of that place, with the place itself between them.
bool build_ties(HardDotBuilder& row, std::size_t depth, Random& random, int precision) {
  const int large = large_exponent(row, precision + 2);
  const bool negative = (random.next() & 1) != 0;
  if (large > row.left.highest + row.right.highest) return false;
  for (std::size_t i = 0; i < depth; ++i) {
    const int below = i == 0 ? 0 : i % 3 == 1 ? precision - 1 : precision;
    if (!row.add_power(i % 16 == 15 ? !negative : negative, large - below)) return false;
  }
  return true;
}

bool build_subnormal_ladder(HardDotBuilder& row, std::size_t depth, Random& random, const Format& result) {
  const int smallest = result.min_exponent(), quantum = smallest - result.significand_bits;
  const bool reaches = row.left.lowest + row.right.lowest <= quantum;
  for (std::size_t i = 0; i < depth; ++i) {
    const bool negative = random.below(4) == 0;
    const auto from = static_cast<std::uint64_t>(random.below(static_cast<std::uint64_t>(smallest - quantum + 10)));
    if (reaches && random.below(3) != 0) {
      if (!row.add_power(negative, quantum - 3 + static_cast<int>(from))) return false;
      continue;
    }
    // A subnormal operand; beside it one that brings the product into the ladder or leaves it near its own size.
    if (row.left.fraction_bits < 1) return false;
    const std::uint64_t significand = 1 + random.below((std::uint64_t{1} << row.left.fraction_bits) - 1);
    const int other = row.right.is_one ? 0 : static_cast<int>(random.below(8));
    if (!row.add(negative, significand, row.left.lowest_bit, 1, other)) return false;
  }
  return true;
}

bool build_overflow_ladder(HardDotBuilder& row, std::size_t depth, Random& random, const Format& result) {
  const Decoded top = decode(result, result.largest_finite());
  const int highest = top.exponent + bit_length(top.significand) - 1, bits = bit_length(top.significand);
  const bool negative = (random.next() & 1) != 0;
  if (highest > row.left.highest + row.right.highest) return false;
  // The largest value's bits one by one; then nothing, or half a unit and a little more or less, or far too much.
  const auto steps = static_cast<std::size_t>(bits);
  const std::uint64_t sequel = random.below(3);
  for (std::size_t i = 0; i < depth; ++i) {
    const bool is_set = i < steps && (top.significand >> (steps - 1 - i) & 1) != 0;
    bool added = true;
    if (is_set) {
      added = row.add_power(negative, highest - static_cast<int>(i));
    } else if (i == steps && sequel > 0) {
      added = row.add_power(negative, sequel == 1 ? highest - bits : highest);
    } else if (i == steps + 1 && sequel == 1) {
      added = row.add_power((random.next() & 1) != 0, highest - bits - static_cast<int>(random.below(3)));
    } else {
      row.add_zero();
    }
    if (!added) return false;
  }
  return true;
}

std::span<const HardDotInfo> all_kinds() {
  static const std::vector<HardDotInfo> kinds = make_kinds();
  return kinds;
}

}  // namespace

std::span<const HardDotInfo> hard_dot_kinds() {
  return all_kinds().first(static_cast<std::size_t>(special_values) + 1);
}

std::vector<HardDotInfo> hard_row_kinds(const Reduction& reduction) {
  std::vector<HardDotInfo> kinds;
  for (const HardDotInfo& info : all_kinds()) {
    const bool is_of_predicates = info.kind == one_not_finite || info.kind == finite_extremes;
    const bool is_of_exponentials = info.kind >= exponential_spread;
    if (info.kind == special_values || info.kind == each_place ||
        (is_of_predicates == reduction.is_predicate() && is_of_exponentials == reduction.is_of_exponentials())) {
      kinds.push_back(info);
    }
  }
  return kinds;
}

const HardDotInfo& info_of(HardDotKind kind) { return all_kinds()[static_cast<std::size_t>(kind)]; }

std::optional<HardDot> hard_dot(HardDotKind kind, const Reduction& reduction, std::size_t depth, Random& random,
                                int precision) {
  if (kind == each_place) {
    auto row = hard_dot(kind_beside_specials(reduction), reduction, depth, random, precision);
    const std::size_t places = depth * (reduction.has_two_factors() ? 2 : 1);
    if (!row || places == 0 || !put_special(reduction, *row, random.below(places), random)) return {};
    return row;
  }
  if (reduction.is_of_exponentials()) return hard_exponential_row(kind, reduction, depth, random);
  if (reduction.is_predicate() && kind != special_values) return hard_finite_row(kind, reduction, depth, random);
  HardDotBuilder row(reduction);
  constexpr std::array spreads = {4, 12, 30, 60};
  bool built = true;
  int condition = 0;
  if (depth == 0 && kind != special_values) return row.take(false, random);
  switch (kind) {
    case full_window:
      built = build_full_window(row, depth, random, precision);
      break;
    case ill_conditioned:
      // The free pairs' sum may need more closing pairs than there is room for.
      for (int attempt = 0; attempt < 8; ++attempt) {
        row.clear();
        built = build_ill_conditioned(row, depth, random, condition);
        if (built) break;
      }
      break;
    case exponent_spread:
      built = build_random(row, depth, random, spreads[random.below(spreads.size())], Signs::random);
      break;
    case random_walk:
      built = build_random(row, depth, random, 0, Signs::random);
      break;
    case all_positive:
      built = build_random(row, depth, random, 0, Signs::positive);
      break;
    case alternating:
      built = build_alternating(row, depth, random);
      break;
    case increasing:
    case decreasing:
      built = build_random(row, depth, random, 6, Signs::random);
      row.sort(kind == increasing);
      break;
    case huge_and_tiny:
      built = build_huge_and_tiny(row, depth, random, precision);
      break;
    case ties:
      built = build_ties(row, depth, random, precision);
      break;
    case subnormal_ladder:
      built = build_subnormal_ladder(row, depth, random, reduction.result);
      break;
    case overflow_ladder:
      built = build_overflow_ladder(row, depth, random, reduction.result);
      break;
    case probes:
      built = build_probe(row, reduction, depth, random, precision);
      break;
    case special_values:
      built = build_random(row, depth, random, 2, Signs::random);
      row.put_specials(random);
      break;
    default:
      return {};
  }
  if (!built) return {};
  // The order of these is their point; of the others a random one.
  const bool shuffled = kind == ill_conditioned || kind == subnormal_ladder;
  HardDot made = row.take(shuffled, random);
  made.condition = condition;
  // What is planted in one factor comes to stand in the other as often: a kernel may flush only one of them.
  const bool is_symmetric = reduction.has_two_factors() && reduction.left == reduction.right;
  if (is_symmetric && kind != special_values && (random.next() & 1) != 0) std::swap(made.left, made.right);
  return made;
}

std::optional<HardDot> spread_dot(const Reduction& reduction, std::size_t depth, Random& random, int spread) {
  HardDotBuilder row(reduction);
  if (!build_random(row, depth, random, spread, Signs::random)) return {};
  return row.take(false, random);
}

}  // namespace hallmark
