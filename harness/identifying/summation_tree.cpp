// SPDX-License-Identifier: Apache-2.0
#include "identifying/summation_tree.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>

namespace hallmark {
namespace {

std::size_t pair_index(std::size_t leaves, std::size_t i, std::size_t j) {
  return i * leaves - i * (i + 1) / 2 + (j - i - 1);
}

/// The node above a set of leaves: "" where the pairs contradict each other.
std::string node_text(const SummationTree& tree, std::uint32_t set) {
  const std::size_t leaves = tree.leaves();
  if (std::has_single_bit(set)) {
    const auto leaf = static_cast<std::size_t>(std::countr_zero(set));
    return tree.has_initial && leaf + 1 == leaves ? "c" : fmt::format("{}", leaf);
  }
  // Leaves that met before the whole set did are below one child.
  std::vector<std::uint32_t> children;
  for (std::uint32_t rest = set; rest != 0;) {
    const auto i = static_cast<std::size_t>(std::countr_zero(rest));
    std::uint32_t child = std::uint32_t{1} << i;
    for (std::size_t j = 0; j < leaves; ++j) {
      if (j == i || (set >> j & 1) == 0) continue;
      const std::uint32_t met = tree.of(std::min(i, j), std::max(i, j));
      if ((met & ~set) != 0) return "";
      if (met != set) child |= met;
    }
    if ((child & ~rest) != 0 || child == set) return "";
    children.push_back(child);
    rest &= ~child;
  }
  std::vector<std::string> texts;
  for (const std::uint32_t child : children) {
    texts.push_back(node_text(tree, child));
    if (texts.back().empty()) return "";
  }
  // A value so far comes first, as profiles write it.
  const auto running = std::find_if(texts.begin(), texts.end(),
                                    [](const std::string& text) { return text.find('c') != std::string::npos; });
  if (running != texts.end()) std::rotate(texts.begin(), running, running + 1);
  return fmt::format("({})", fmt::join(texts, ","));
}

}  // namespace

std::uint32_t SummationTree::of(std::size_t i, std::size_t j) const { return met[pair_index(leaves(), i, j)]; }

std::string SummationTree::text() const {
  const std::size_t count = leaves();
  bool never_lost = true;
  for (const std::uint32_t set : met) never_lost = never_lost && std::popcount(set) == 2;
  if (never_lost && count > 2) return "exact";
  return node_text(*this, (std::uint32_t{1} << count) - 1);
}

std::optional<SummationTree> summation_tree(ReductionProber& prober, std::size_t products, int kept_bits) {
  SummationTree tree{products, prober.reduction().initial.has_value(), {}};
  const std::size_t leaves = tree.leaves();
  const int distance = kept_bits + 6;  // more than any alignment keeps beside so many terms
  // Around 1, where narrow accumulators reach too.
  for (const int unit : {-distance / 2, 0, -8, -12, -16, -20, -24, -28}) {
    std::vector<HardDot> rows;
    bool fits = prober.code(power_of_two(unit)).has_value();
    for (std::size_t i = 0; i < leaves && fits; ++i) {
      for (std::size_t j = i + 1; j < leaves && fits; ++j) {
        for (std::size_t k = 0; k < leaves && fits; ++k) {
          if (k == i || k == j) continue;
          std::vector<Term> terms(products, Term{false, 0, 0});
          std::optional<Term> initial;
          const auto put = [&](std::size_t leaf, const Term& term) {
            if (leaf < products) {
              terms[leaf] = term;
            } else {
              initial = term;
            }
          };
          put(i, power_of_two(unit + distance));
          put(j, -power_of_two(unit + distance));
          put(k, power_of_two(unit));
          auto row = prober.row(terms, initial);
          fits = row.has_value();
          if (fits) rows.push_back(std::move(*row));
        }
      }
    }
    if (!fits) continue;
    const std::uint64_t survived = *prober.code(power_of_two(unit));
    const std::vector<Probe> probes = prober.ask(std::move(rows));
    std::size_t at = 0;
    for (std::size_t i = 0; i < leaves; ++i) {
      for (std::size_t j = i + 1; j < leaves; ++j) {
        std::uint32_t met = std::uint32_t{1} << i | std::uint32_t{1} << j;
        for (std::size_t k = 0; k < leaves; ++k) {
          if (k == i || k == j) continue;
          if (probes[at++].got != survived) met |= std::uint32_t{1} << k;
        }
        tree.met.push_back(met);
      }
    }
    return tree;
  }
  return std::nullopt;
}

}  // namespace hallmark
