// SPDX-License-Identifier: Apache-2.0
#include "identifying/reduction_prober.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "inputs/hard_dot_builder.h"

namespace hallmark {

namespace {

/// Codes of two normal factors whose product is the term, half of its exponent to each as far as the formats reach. A
/// subnormal factor may be flushed and would then show nothing else.
std::optional<std::pair<std::uint64_t, std::uint64_t>> factors_of(const Reduction& reduction, const Term& term) {
  const FactorRange left(reduction.left);
  const int bits = bit_length(term.significand) - 1, exponent = term.exponent + bits;  // of the leading bit
  int to_right = 0;
  if (reduction.has_two_factors()) {
    const FactorRange right(reduction.right);
    to_right = std::clamp(exponent / 2, right.lowest, right.highest);
    to_right = exponent - std::clamp(exponent - to_right, left.lowest, left.highest);
    if (to_right < right.lowest) return std::nullopt;
  }
  const int to_left = exponent - to_right;
  if (to_left < left.lowest) return std::nullopt;
  const auto x = encode(reduction.left, term.negative, term.significand, to_left - bits);
  if (!reduction.has_two_factors()) return x ? std::optional(std::pair(*x, std::uint64_t{0})) : std::nullopt;
  const auto y = encode(reduction.right, false, 1, to_right);
  return x && y ? std::optional(std::pair(*x, *y)) : std::nullopt;
}

}  // namespace

std::optional<HardDot> ReductionProber::row(std::span<const Term> products, std::optional<Term> initial) const {
  if (initial && !reduction_.initial) return std::nullopt;
  if (reduction_.kind == ReductionKind::sum_of_squares) return std::nullopt;  // it has no negative term
  HardDot made;
  if (reduction_.initial) made.initial = 0;
  const bool is_mean = reduction_.kind == ReductionKind::mean;
  const std::size_t depth = is_mean ? std::bit_ceil(products.size()) : products.size();
  const int scale = is_mean ? bit_length(depth) - 1 : 0;
  for (Term term : products) {
    term.exponent += scale;
    const auto factors =
        term.significand == 0 ? std::optional(std::pair<std::uint64_t, std::uint64_t>{}) : factors_of(reduction_, term);
    if (!factors) return std::nullopt;
    made.left.push_back(factors->first);
    if (reduction_.has_two_factors()) made.right.push_back(factors->second);
  }
  made.left.resize(depth, 0);
  if (initial) {
    made.initial = encode(*reduction_.initial, initial->negative, initial->significand, initial->exponent);
    if (!made.initial) return std::nullopt;
  }
  return made;
}

std::vector<Probe> ReductionProber::ask(std::vector<HardDot> rows) {
  std::map<std::size_t, std::vector<std::size_t>> by_depth;
  for (std::size_t i = 0; i < rows.size(); ++i) by_depth[rows[i].left.size()].push_back(i);
  std::vector<Probe> probes(rows.size()), beginnings;
  for (const auto& [depth, indices] : by_depth) {
    std::vector<HardDot> batch;
    for (const std::size_t i : indices) batch.push_back(std::move(rows[i]));
    const auto results = call_(batch);
    if (!results) throw CallFailed(fmt::format("a call of {} rows of depth {} failed", batch.size(), depth));
    const std::size_t stride = reduction_.has_result_of_each_element() ? depth : 1;
    for (std::size_t n = 0; n < indices.size(); ++n) {
      const std::uint64_t* of_row = results->data() + n * stride;
      // Other elements in each row; of long rows more, for carries between tiles.
      const std::size_t count = stride == 1 ? 0 : stride < 33 ? 1 : 6;
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t element = (n * 7 + depth / 2 + i * (depth / count + 1)) % (depth - 1);
        const auto end = batch[n].left.begin() + static_cast<std::ptrdiff_t>(element) + 1;
        beginnings.push_back({{{batch[n].left.begin(), end}, {}, {}, 0}, of_row[element]});
      }
      probes[indices[n]] = {std::move(batch[n]), of_row[stride - 1]};
    }
  }
  asked_.insert(asked_.end(), probes.begin(), probes.end());
  asked_.insert(asked_.end(), beginnings.begin(), beginnings.end());
  beginnings_.insert(beginnings_.end(), beginnings.begin(), beginnings.end());
  return probes;
}

std::optional<Probe> ReductionProber::ask(std::span<const Term> products, std::optional<Term> initial) {
  auto made = row(products, initial);
  if (!made) return std::nullopt;
  return ask(std::vector<HardDot>{std::move(*made)}).front();
}

std::optional<std::uint64_t> ReductionProber::code(const Term& value) const {
  return encode(reduction_.result, value.negative, value.significand, value.exponent);
}

Evidence evidence_of(const Reduction& reduction, const Probe& probe) {
  const auto hex = [](const Format& format, std::uint64_t code) {
    return fmt::format("0x{:0{}x}", code, (format.width() + 3) / 4);
  };
  const HardDot& row = probe.row;
  std::vector<std::string> terms;
  if (row.initial) terms.push_back(fmt::format("c {}", hex(*reduction.initial, *row.initial)));
  const auto right = [&](std::size_t i) { return row.right.empty() ? 0 : row.right[i]; };
  for (std::size_t i = 0, run = 0; i < row.left.size(); i += run) {
    run = 1;
    while (i + run < row.left.size() && row.left[i + run] == row.left[i] && right(i + run) == right(i)) ++run;
    const bool is_zero = row.left[i] == 0 && right(i) == 0;
    const std::string factor = is_zero ? std::string(1, '0') : hex(reduction.left, row.left[i]);
    const std::string other =
        is_zero || row.right.empty() ? std::string() : fmt::format("*{}", hex(reduction.right, row.right[i]));
    const std::string text = factor + other;
    terms.push_back(run == 1 ? text : fmt::format("{} x {}", run, text));
  }
  Evidence evidence{fmt::format("{}", fmt::join(terms, " + ")),
                    hex(reduction.result, probe.got),
                    {row.left, row.right, {}},
                    probe.got};
  if (row.initial) evidence.codes[2].push_back(*row.initial);
  return evidence;
}

}  // namespace hallmark
