// SPDX-License-Identifier: Apache-2.0
#include "inputs/hard_probes.h"

#include <algorithm>

namespace hallmark {
namespace {

/// |x| = significand * 2^exponent.
struct Term {
  bool negative = false;
  std::uint64_t significand = 1;
  int exponent = 0;
};

Term plus(int exponent, std::uint64_t significand = 1) { return {false, significand, exponent}; }
Term minus(int exponent, std::uint64_t significand = 1) { return {true, significand, exponent}; }

struct Probe {
  std::vector<Term> initial;  ///< what the initial value is the sum of; without one they are products, the first ones
  std::vector<Term> products;
  bool is_ranged = false;     ///< exponents are as they stand; of others `one` may lie anywhere
  bool is_unordered = false;  /// the products' order is drawn
};

std::vector<Term> copies(int count, const Term& term) {
  return std::vector<Term>(static_cast<std::size_t>(count), term);
}

/// For sums of that precision, exponents by that of one. After P1 to P17 and P27 to P29 of Fasi et al., PeerJ CS
/// 7:e330, Khattak and Mikaitis, arXiv 2512.07004, and their kin.
std::vector<Probe> probes_about_one(int precision, Random& random) {
  const int half = -precision, unit = 1 - precision;  // of a unit in the last place of one
  const int far = half - 12;                          // below what any block keeps
  std::vector<Probe> probes = {
      // Nearest, toward zero, away, to odd, up, down: a tie at an even sum, at an odd one, and three quarters.
      {{plus(0)}, {plus(half)}},
      {{plus(0), plus(unit)}, {plus(half)}},
      {{plus(0)}, {plus(half - 1, 3)}},
      // Truncated exact sums fall below one, truncated terms do not; a two's complement number is cut downward.
      {{minus(0)}, {plus(far)}},
      {{minus(far)}, {plus(0)}},
      {{}, {plus(0), plus(half), plus(half)}},
      // Which of two terms comes first, and whether the initial value comes before or after them.
      {{plus(half)}, {minus(0), plus(0)}},
      {{plus(half)}, {plus(0), minus(0)}},
      {{}, {plus(0), plus(half), minus(0), plus(half)}},
      {{plus(half - 6)}, {plus(0), minus(0)}},
      {{plus(0)}, {minus(0), plus(half - 6)}},
      // The tree of sums: whether the small term joins before the large ones have met.
      {{}, {plus(0), minus(0), plus(half - 2)}, false, true},
      {{plus(0)}, {minus(0), plus(half - 2)}, false, true},
      // Carries of a block of four; a sum left in bfloat16 halfway.
      {{plus(-3, 15)}, {plus(0), plus(-1, 3), plus(-2, 7), plus(-3, 15)}},
      {{}, {plus(0), plus(-8), minus(0), plus(-8)}},
      {{}, {plus(0), plus(-8), minus(0)}},
      // Width of a block: the second one counts with the first, or falls.
      {{plus(0), plus(unit)}, {plus(0), plus(unit)}},
      // Bits that a narrower accumulator does not have.
      {{plus(0), plus(-1 - static_cast<int>(random.below(static_cast<std::uint64_t>(precision - 1))))}, {}},
  };
  // Bits that a block keeps below the last: 2^m products that sum to a unit.
  for (int m = 1; m <= 4; ++m) probes.push_back({{plus(0)}, copies(1 << m, plus(unit - m))});
  // A block's sum that falls as a term grows: from just below one the products count, from one they are cut.
  for (int m = 0; m <= 2; ++m) {
    probes.push_back({{plus(0), minus(half)}, copies(3 << m, plus(half - m))});
    probes.push_back({{plus(0)}, copies(3 << m, plus(half - m))});
  }
  return probes;
}

/// P18 to P26: at the ends of the result's range.
std::vector<Probe> probes_of_range(const HardDotBuilder& row, const Format& result) {
  const Decoded top = decode(result, result.largest_finite());
  const int smallest = result.min_exponent(), quantum = smallest - result.significand_bits;
  const int highest = top.exponent + bit_length(top.significand) - 1, last = top.exponent;
  const Term largest = plus(top.exponent, top.significand);
  return {
      // Subnormal products, initial values and operands; sums of two that are normal together.
      {{}, {plus(smallest - 1)}, true},
      {{plus(smallest)}, {plus(smallest - 1)}, true},
      {{plus(smallest - 1)}, {plus(smallest)}, true},
      {{}, {plus(smallest - 1), plus(smallest - 1)}, true},
      {{}, {plus(row.left.lowest_bit)}, true},
      // The sign of a flushed sum; tiny before rounding and not after it.
      {{minus(smallest - 1, 3)}, {plus(smallest)}, true},
      {{plus(smallest)}, {minus(quantum - 1)}, true},
      {{plus(smallest)}, {minus(quantum - 3)}, true},
      // Products beyond the range that cancel, sums that leave it and come back, the last value below it.
      {{}, {plus(highest + 1)}, true},
      {{}, {minus(highest + 1), plus(highest + 1)}, true},
      {{minus(highest)}, {plus(highest + 1)}, true},
      {{minus(highest)}, {plus(highest), plus(highest)}, true},
      {{}, {plus(highest), plus(highest), minus(highest), minus(highest)}, true},
      {{largest}, {plus(last - 1)}, true},
      {{largest}, {plus(last)}, true},
      {{largest}, {plus(last - 2)}, true},
  };
}

/// As a product: the significand's bits to the left factor, as many as it has, what is left to further products.
void expand(const HardDotBuilder& row, const Term& term, std::vector<Term>& products) {
  std::uint64_t rest = term.significand;
  while (rest != 0) {
    const int excess = std::max(0, bit_length(rest) - row.left.fraction_bits - 1);
    products.push_back({term.negative, rest >> excess, term.exponent + excess});
    rest &= (std::uint64_t{1} << excess) - 1;
  }
}

/// Increasing places for so many products: the first ones, any ones, or in halves at the starts of both halves.
std::vector<std::size_t> places_of(std::size_t count, std::size_t depth, Random& random) {
  std::vector<std::size_t> places;
  switch (random.below(4)) {
    case 0:
      for (std::size_t taken = 0, at = 0; taken < count; ++at) {  // each place by the chance of a fair sample
        if (random.below(depth - at) >= count - taken) continue;
        places.push_back(at);
        ++taken;
      }
      break;
    case 1: {
      const std::size_t early = count / 2;
      for (std::size_t i = 0; i < early; ++i) places.push_back(i);
      const std::size_t middle = std::min(std::max(early, depth / 2), depth - (count - early));
      for (std::size_t i = early; i < count; ++i) places.push_back(middle + i - early);
      break;
    }
    default:
      for (std::size_t i = 0; i < count; ++i) places.push_back(i);
  }
  return places;
}

bool add_probe(HardDotBuilder& row, const Reduction& reduction, Probe probe, std::size_t depth, Random& random) {
  int lowest = 0;
  for (const auto* terms : {&probe.initial, &probe.products}) {
    for (const Term& term : *terms) lowest = std::min(lowest, term.exponent);
  }
  const int one = probe.is_ranged ? 0 : std::max(0, row.left.lowest + row.right.lowest - lowest);
  const bool flips = (random.next() & 1) != 0;
  for (auto* terms : {&probe.initial, &probe.products}) {
    for (Term& term : *terms) {
      term.exponent += one;
      term.negative = term.negative != flips;
    }
  }
  for (std::size_t i = probe.products.size(); probe.is_unordered && i > 1; --i) {  // Fisher and Yates
    std::swap(probe.products[i - 1], probe.products[random.below(i)]);
  }
  std::vector<Term> products;
  if (!reduction.initial) {
    for (const Term& term : probe.initial) expand(row, term, products);
  } else if (!probe.initial.empty()) {
    // Of two powers, one term: their sum.
    Term sum = probe.initial.back();
    if (probe.initial.size() == 2) {
      const Term& large = probe.initial.front();
      const std::uint64_t shifted = large.significand << (large.exponent - sum.exponent);
      sum.significand = large.negative == sum.negative ? shifted + sum.significand : shifted - sum.significand;
      sum.negative = large.negative;
    }
    if (!row.set_initial(sum.negative, sum.significand, sum.exponent)) return false;
  }
  for (const Term& term : probe.products) expand(row, term, products);
  if (products.size() > depth) return false;
  const auto places = places_of(products.size(), depth, random);
  for (std::size_t i = 0, next = 0; i < depth; ++i) {
    if (next == places.size() || places[next] != i) {
      row.add_zero();
      continue;
    }
    const Term& term = products[next++];
    // A subnormal operand, where the term is one of the left format's least numbers, and one otherwise.
    const bool is_operand = probe.is_ranged && term.exponent <= row.left.lowest_bit;
    const bool added = is_operand && term.exponent == row.left.lowest_bit && !row.right.is_one
                           ? row.add(term.negative, term.significand, term.exponent, 1, 0)
                           : row.add_scaled(term.negative, term.significand, 0, term.exponent);
    if (!added) return false;
  }
  return true;
}

/// P17: a product of all bits, which whoever rounds products loses.
bool add_full_product(HardDotBuilder& row, std::size_t depth, Random& random) {
  const std::size_t at = random.below(depth);
  const auto full = [](const FactorRange& range) {
    return range.is_one ? 1 : (std::uint64_t{2} << range.fraction_bits) - 1;
  };
  const auto down = [](const FactorRange& range) { return range.is_one ? 0 : -range.fraction_bits - 1; };
  for (std::size_t i = 0; i < depth; ++i) {
    if (i != at) {
      row.add_zero();
    } else if (!row.add((random.next() & 1) != 0, full(row.left), down(row.left), full(row.right), down(row.right))) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool build_probe(HardDotBuilder& row, const Reduction& reduction, std::size_t depth, Random& random, int precision) {
  if (depth == 0) return false;
  std::vector<Probe> probes = probes_about_one(precision, random);
  for (Probe& probe : probes_of_range(row, reduction.result)) probes.push_back(std::move(probe));
  // Some need more depth, others more range than there is.
  constexpr int attempts = 32;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    row.clear();
    const std::size_t chosen = random.below(probes.size() + 1);
    const bool added = chosen == probes.size() ? add_full_product(row, depth, random)
                                               : add_probe(row, reduction, probes[chosen], depth, random);
    if (added) return true;
  }
  return false;
}

}  // namespace hallmark
