// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "identifying/observation.h"
#include "identifying/reduction_traits.h"
#include "identifying/summation_tree.h"
#include "semantics/named_accumulators.h"
#include "truth/accumulators.h"

namespace hallmark {
namespace {

/// The first t from 1 on for which some row of 2^-t does not give back what it should; 0 if none of the rows there are.
struct FirstLost {
  int bits = 0, tried = 0;
  std::vector<Probe> shown;  ///< the last kept and the first lost
};

template <class Rows, class Expected>
FirstLost first_lost(ReductionProber& prober, int most, const Rows& rows_of, const Expected& expected) {
  struct Asked {
    int t;
    std::uint64_t want;
  };
  std::vector<HardDot> rows;
  std::vector<Asked> asked;
  for (int t = 1; t <= most; ++t) {
    const auto want = prober.code(expected(t));
    const std::vector<HardDot> of_t = want ? rows_of(t) : std::vector<HardDot>{};
    if (of_t.empty()) break;
    for (const HardDot& row : of_t) {
      rows.push_back(row);
      asked.push_back({t, *want});
    }
  }
  FirstLost found;
  const std::vector<Probe> probes = prober.ask(std::move(rows));
  for (std::size_t i = 0; i < probes.size(); ++i) {
    found.tried = asked[i].t;
    if (probes[i].got == asked[i].want) continue;
    found.bits = asked[i].t;
    if (i > 0) found.shown.push_back(probes[i - 1]);
    found.shown.push_back(probes[i]);
    return found;
  }
  if (!probes.empty()) found.shown.push_back(probes.back());
  return found;
}

/// 1, 2^-t and -1 in every order, so many elements apart.
std::vector<HardDot> cancelling_rows(const ReductionProber& prober, int t, std::size_t stride) {
  std::array<Term, 3> terms{unit, power_of_two(-t), -unit};
  std::array<std::size_t, 3> order{0, 1, 2};
  std::vector<HardDot> rows;
  do {
    std::vector<Term> products(2 * stride + 1, nothing);
    for (std::size_t i = 0; i < order.size(); ++i) products[i * stride] = terms[order[i]];
    auto row = prober.row(products);
    if (!row) return {};
    rows.push_back(std::move(*row));
  } while (std::next_permutation(order.begin(), order.end()));
  return rows;
}

std::string bits_text(const FirstLost& lost) {
  return lost.bits == 0 ? fmt::format("{} bits or more", lost.tried + 1) : fmt::format("{} bits", lost.bits);
}

/// Where 1, 2^-p and -1 come so that the second meets the first: the order in which a bit was lost.
struct Threshold {
  int precision = 0;       ///< of the place that rounds
  bool subtracts = false;  ///< 1 is taken away again at the end, because results are too narrow to see
};

/// Of 1 + x in units of 2^(1 - p): what was added to 1. Nothing where it is no such multiple.
std::optional<int> added_units(const ReductionProber& prober, const Threshold& at, std::uint64_t code, bool negative) {
  for (int units = -1; units <= 3; ++units) {
    const std::uint64_t whole = std::uint64_t{1} << (at.precision - 1);
    const std::uint64_t significand = at.subtracts
                                          ? static_cast<std::uint64_t>(std::abs(units))
                                          : static_cast<std::uint64_t>(static_cast<std::int64_t>(whole) + units);
    const bool flips = at.subtracts && units < 0;
    if (at.subtracts && units == 0) {
      if (is_zero(prober, code)) return 0;
      continue;
    }
    const auto want = prober.code({negative != flips, significand, 1 - at.precision});
    if (want && *want == code) return units;
  }
  return std::nullopt;
}

constexpr std::string_view unknown_rounding = "none of the known";

/// Named by what three sums and their opposites round to: just halfway below an even and an odd value, and three
/// quarters up.
std::string rounding_word(const std::array<std::optional<int>, 6>& units) {
  using Six = std::array<int, 6>;
  static const std::map<Six, std::string> words{{Six{0, 2, 1, 0, 2, 1}, "rne"}, {Six{0, 1, 0, 0, 1, 0}, "rtz"},
                                                {Six{1, 2, 1, 1, 2, 1}, "rna"}, {Six{1, 1, 1, 1, 1, 1}, "rto"},
                                                {Six{1, 2, 1, 0, 1, 0}, "rup"}, {Six{0, 1, 0, 1, 2, 1}, "rdn"}};
  Six six{};
  for (std::size_t i = 0; i < six.size(); ++i) {
    if (!units[i]) return std::string(unknown_rounding);
    six[i] = *units[i];
  }
  const auto found = words.find(six);
  return found == words.end() ? std::string(unknown_rounding) : found->second;
}

/// Elements so far apart: 1 for neighbours, or as far as lanes that are summed apart have one in common.
std::string rounding_at(ReductionProber& prober, const Threshold& at, std::size_t stride, Observation& seen) {
  const int p = at.precision;
  std::array<std::optional<int>, 6> units;
  for (const bool negative : {false, true}) {
    const std::array<std::vector<Term>, 3> sums{
        {{unit, power_of_two(-p)}, {unit, power_of_two(1 - p), power_of_two(-p)}, {unit, Term{false, 3, -p - 1}}}};
    for (std::size_t i = 0; i < sums.size(); ++i) {
      std::vector<Term> terms;
      for (const Term& term : sums[i]) {
        terms.resize((terms.size() + stride - 1) / stride * stride, nothing);
        terms.push_back(negative ? -term : term);
      }
      if (at.subtracts) {
        terms.resize((terms.size() + stride - 1) / stride * stride, nothing);
        terms.push_back(negative ? unit : -unit);
      }
      const auto got = seen.ask(terms);
      if (!got) return "";
      units[i + (negative ? 3 : 0)] = added_units(prober, at, *got, negative);
    }
  }
  return rounding_word(units);
}

std::string observe_rounding(ReductionProber& prober, std::vector<Trait>& traits, const std::string& name,
                             const Threshold& at) {
  for (const std::size_t stride : {1u, 64u}) {
    Observation seen(prober, traits, name);
    std::string word = rounding_at(prober, at, stride, seen);
    if (word.empty()) return "";
    if (word == unknown_rounding && stride == 1) continue;
    seen.conclude(word);
    return word;
  }
  return "";
}

/// Whether what lies far below the last bit still decides a rounding that is not to nearest.
void observe_alignment(ReductionProber& prober, std::vector<Trait>& traits) {
  Observation seen(prober, traits, "bits_below_alignment");
  const Term tiny = power_of_two(-60);
  std::vector<bool> moved;
  for (const auto& [large, small] :
       {std::pair{unit, tiny}, std::pair{-unit, -tiny}, std::pair{-unit, tiny}, std::pair{unit, -tiny}}) {
    const auto got = seen.ask({large, small});
    if (!got) return;
    moved.push_back(*got != prober.code(large));
  }
  seen.conclude(std::any_of(moved.begin(), moved.end(), [](bool one_of) { return one_of; }) ? "count" : "dropped");
}

void observe_block(ReductionProber& prober, const KeptBits& kept, std::vector<Trait>& traits) {
  constexpr std::size_t depth = 128;
  const int p = kept.accumulator() == 0 ? result_of(prober).precision() : kept.accumulator();
  if (p > result_of(prober).precision()) return;
  // By element: the rows that all give their sum where it meets the first one before anything is rounded.
  std::vector<HardDot> rows;
  struct Asked {
    std::size_t element, group;
    std::uint64_t want;
  };
  std::vector<Asked> asked;
  std::size_t groups = 0;
  const auto add = [&](std::vector<Term> terms, std::size_t k, const Term& other, std::optional<Term> initial,
                       const Term& sum) {
    terms.resize(depth, nothing);
    terms[k] = other;
    auto row = prober.row(terms, initial);
    const auto code = prober.code(sum);
    if (!row || !code) return;
    rows.push_back(std::move(*row));
    asked.push_back({k, groups, *code});
  };
  const std::uint64_t whole = std::uint64_t{1} << (p - 1);
  const Term half = power_of_two(-p), last = power_of_two(1 - p);
  const Term next{false, whole + 1, 1 - p}, twice_next{false, whole + 1, 2 - p};
  const std::size_t first = has_initial(prober) ? 1 : 2;
  for (std::size_t k = first; k < depth; ++k) {
    // Two halves of the last bit make one only where they meet before either is rounded; where fewer bits are kept
    // than that takes, the last bit of a sum that grows a bit does so, whichever of the two comes first.
    if (has_initial(prober)) {
      add({half}, k, half, unit, next);
      ++groups;
      add({unit}, k, last, next, twice_next);
      add({last}, k, unit, next, twice_next);
    } else {
      add({unit, half}, k, half, std::nullopt, next);
    }
    ++groups;
  }
  if (rows.empty()) return;
  const std::vector<Probe> probes = prober.ask(std::move(rows));
  std::vector<bool> holds(groups, true), joined(depth, false);
  for (std::size_t i = 0; i < probes.size(); ++i) {
    if (probes[i].got != asked[i].want) holds[asked[i].group] = false;
  }
  for (const Asked& one : asked) joined[one.element] = joined[one.element] || holds[one.group];
  std::size_t width = first;
  while (width < depth && joined[width]) ++width;
  const auto elsewhere = std::count(joined.begin() + static_cast<std::ptrdiff_t>(width), joined.end(), true);
  Observation seen(prober, traits, "joined_before_rounding");
  for (std::size_t i = 0; i < probes.size(); ++i) {
    if (asked[i].element + 1 == width || asked[i].element == width) seen.show(probes[i]);
  }
  std::string text = width == first   ? "none"
                     : width == depth ? fmt::format("all of {}", depth)
                                      : fmt::format("{} elements", width);
  if (elsewhere > 0) text += fmt::format(", and {} further ones of {}", elsewhere, depth);
  seen.conclude(text);
}

/// The orders that known kinds of sums show under the same probes, by name.
std::string order_name(const ReductionProber& prober, const SummationTree& tree) {
  constexpr int simulated_bits = 24;  // of the float32 sums below
  std::vector<std::pair<std::string, Semantics>> known;
  for (const std::string_view name : {"fma_chain", "pairwise"}) {
    known.emplace_back(name == "fma_chain" ? "sequential" : name, named_accumulator(name).semantics);
  }
  for (const int lanes : {2, 4, 8, 16}) {
    Semantics semantics = named_accumulator("fma_chain").semantics;
    semantics.accumulator.lanes = lanes;
    known.emplace_back(fmt::format("{} lanes", lanes), semantics);
    semantics.accumulator.initial = "last";
    if (has_initial(prober)) known.emplace_back(fmt::format("{} lanes, initial value last", lanes), semantics);
  }
  // What a mean divides has the order, and what is left in the last element of a cumulative sum.
  Reduction sum = prober.reduction();
  if (sum.kind == ReductionKind::mean || sum.kind == ReductionKind::cumulative_sum) sum.kind = ReductionKind::sum;
  for (const auto& [name, semantics] : known) {
    AccumulatorSimulation simulation(sum, semantics);
    ReductionProber simulated(sum, [&](const std::vector<HardDot>& rows) {
      std::vector<std::uint64_t> results;
      for (const HardDot& row : rows) results.push_back(simulation.result(row).low);
      return std::optional(std::move(results));
    });
    if (summation_tree(simulated, tree.products, simulated_bits) == tree) return name;
  }
  return "";
}

void observe_order(ReductionProber& prober, const KeptBits& kept, std::vector<Trait>& traits) {
  constexpr int beyond_accumulators = 60;  // who loses nothing over so many bits sums exactly
  if (kept.beside == 0 && kept.tried < beyond_accumulators) return;
  const int bits = kept.beside == 0 ? 30 : std::max(kept.beside, 8);
  for (const std::size_t products : {8u, 16u}) {
    const std::size_t before = prober.asked().size();
    const auto tree = summation_tree(prober, products, bits);
    if (!tree) return;
    Trait trait{products == 8 ? "order" : fmt::format("order_of_{}", products), tree->text(), {}};
    const std::string name = order_name(prober, *tree);
    if (trait.observed.empty()) trait.observed = "no tree fits";
    if (products > 8 && !name.empty()) {
      trait.observed = name;
    } else if (!name.empty()) {
      trait.observed += ": " + name;
    }
    // The first and the last pair of neighbours show most.
    for (const std::size_t at : {before, prober.asked().size() - 1}) {
      trait.evidence.push_back(evidence_of(prober.reduction(), prober.asked()[at]));
    }
    traits.push_back(std::move(trait));
  }
}

void observe_initial(ReductionProber& prober, const KeptBits& kept, std::vector<Trait>& traits) {
  if (!has_initial(prober)) return;
  Observation seen(prober, traits, "initial");
  // Less than is kept beside 1, and no less than narrow accumulators reach.
  const Term tiny = power_of_two(kept.beside == 0 ? -30 : -kept.beside - 2);
  const auto want = prober.code(tiny);
  if (!want) return;
  const auto last = seen.ask({unit, -unit}, tiny);
  const auto first = seen.ask({-unit, tiny}, unit), other = seen.ask({tiny, -unit}, unit);
  if (!last || !first || !other) return;
  const bool is_last = *last == *want, is_first = *first == *want || *other == *want;
  seen.conclude(is_last && is_first ? "exact" : is_last ? "last" : is_first ? "first" : "fused");
}

void observe_result_rounding(ReductionProber& prober, int kept, std::vector<Trait>& traits) {
  const int p = result_of(prober).precision();
  const std::string rounding = observe_rounding(prober, traits, "result_rounding", {p, false});
  if (rounding != "rne") return;
  Observation seen(prober, traits, "output_double_rounding");
  const auto got = seen.ask({unit, power_of_two(-p), power_of_two(-kept - 8)});
  if (got) seen.conclude(*got == prober.code(unit) ? "yes" : "no");
}

}  // namespace

KeptBits kept_bits(ReductionProber& prober, std::vector<Trait>& traits) {
  const int p = result_of(prober).precision();
  KeptBits kept;
  const FirstLost direct = first_lost(
      prober, p - 1,
      [&](int t) {
        std::vector<HardDot> rows;
        for (const auto& terms : {std::array{unit, power_of_two(-t)}, std::array{power_of_two(-t), unit}}) {
          if (auto row = prober.row(terms)) rows.push_back(std::move(*row));
        }
        return rows;
      },
      [](int t) {
        return Term{false, (std::uint64_t{1} << t) + 1, -t};
      });
  kept.of_result = direct.bits == 0 ? direct.tried + 1 : direct.bits;
  constexpr int most = 72;
  const auto rest = [](int t) { return power_of_two(-t); };
  const FirstLost near = first_lost(
      prober, most, [&](int t) { return cancelling_rows(prober, t, 1); }, rest);
  const FirstLost far = first_lost(
      prober, most, [&](int t) { return cancelling_rows(prober, t, 64); }, rest);
  kept.beside = near.bits;
  kept.far_apart = far.bits;
  kept.tried = near.tried;
  if (near.tried == 0) return kept;
  kept.is_partial = direct.bits == 0 && near.bits != 0 && near.bits < kept.of_result;
  const auto tell = [&](const char* name, std::string observed, const FirstLost& lost) {
    Trait trait{name, std::move(observed), {}};
    for (const Probe& probe : lost.shown) trait.evidence.push_back(evidence_of(prober.reduction(), probe));
    traits.push_back(std::move(trait));
  };
  if (kept.is_partial) {
    tell("accumulator_precision", fmt::format("{} bits or more", kept.of_result), direct);
    tell("partials", fmt::format("parts of the depth are rounded to {} bits", near.bits), near);
    return kept;
  }
  tell("accumulator_precision", bits_text(far), far);
  if (near.bits != far.bits) tell("aligned_precision", bits_text(near) + " among neighbours", near);
  return kept;
}

void observe_summation(ReductionProber& prober, const KeptBits& kept, std::vector<Trait>& traits) {
  if (kept.tried == 0) return;
  const int result_precision = result_of(prober).precision();
  const int p = kept.accumulator();
  std::string rounding;
  if (p == 0 || p <= result_precision) {
    rounding = observe_rounding(prober, traits, "rounding", {p == 0 ? result_precision : p, false});
  } else {
    rounding = observe_rounding(prober, traits, "rounding", {p, true});
  }
  const bool is_directed = rounding == "rtz" || rounding == "rup" || rounding == "rdn" || rounding == "rto";
  if (is_directed) observe_alignment(prober, traits);
  if (rounding != "rto") observe_block(prober, kept, traits);  // an odd last bit says nothing
  observe_order(prober, kept, traits);
  observe_initial(prober, kept, traits);
  if (p > result_precision) observe_result_rounding(prober, p, traits);
}

}  // namespace hallmark
