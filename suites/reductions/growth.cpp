// SPDX-License-Identifier: Apache-2.0
#include "reductions/growth.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "inputs/initial_values.h"
#include "judging/accumulation_bias.h"
#include "judging/sum_errors.h"

namespace hallmark {
namespace {

constexpr char bias_trait[] = "accumulation_bias";
constexpr char one_sign_text[] = "not measured: squares have one sign, and their sums lean however they are rounded";
// Accumulation.md 2.7 has 60 dots of 96 products; four times as many double t.
constexpr std::size_t bias_depth = 96, bias_calls = 15, call_rows = 16;
constexpr int far = 12, near = 4;  // powers of two that exponents lie apart from that of one, at most
constexpr int first_depth = 4, last_quick_depth = 12, last_depth = 16;  // log2
// More rows of deep sums would cost more than all other tests of a reduction.
constexpr std::size_t terms_of_call = std::size_t{1} << 15, fewest_rows = 2;

enum class Rows : std::uint8_t { exponent_spread, all_positive, random };
constexpr Rows all_rows[] = {Rows::exponent_spread, Rows::all_positive, Rows::random};

std::string_view name_of(Rows rows) {
  switch (rows) {
    case Rows::all_positive:
      return "all_positive";
    case Rows::random:
      return "random";
    default:
      return "exponent_spread";
  }
}

/// A call: numbers name its rows for ever, so that a higher level adds calls at the end.
struct GrowthCall {
  bool is_for_bias = false;
  Rows data = Rows::exponent_spread;
  std::size_t depth = 0, rows = 0;
  std::uint64_t number = 0, first = 0;
};

std::vector<GrowthCall> growth_calls(Level level) {
  std::vector<GrowthCall> calls;
  std::uint64_t first = 0;
  const auto add = [&](bool is_for_bias, Rows data, std::size_t depth, std::size_t rows) {
    calls.push_back({is_for_bias, data, depth, rows, calls.size(), first});
    first += rows;
  };
  for (std::size_t i = 0; i < bias_calls; ++i) add(true, Rows::exponent_spread, bias_depth, call_rows);
  for (int exponent = first_depth; exponent <= (level == Level::quick ? last_quick_depth : last_depth); ++exponent) {
    const std::size_t depth = std::size_t{1} << exponent;
    for (const Rows data : all_rows) add(false, data, depth, std::clamp(terms_of_call / depth, fewest_rows, call_rows));
  }
  return calls;
}

/// As far apart as sums of so many products stay within the result's format, for the most part: errors of infinities
/// cannot be measured.
int spread_within(const Reduction& reduction, std::size_t depth, int most) {
  const Decoded top = decode(reduction.result, reduction.result.largest_finite());
  const int room = top.exponent + bit_length(top.significand) - 2 - bit_length(depth);
  return std::clamp(room / 2, 0, most);
}

/// Empty where the formats have no such rows.
std::vector<HardDot> draw(const TriedReduction& tried, const GrowthCall& call) {
  Random random(tried.seed, fmt::format("{}@growth {} {}", tried.signature, name_of(call.data), call.number));
  const int spread = spread_within(tried.reduction, call.depth, call.data == Rows::exponent_spread ? far : near);
  std::vector<HardDot> rows;
  for (std::size_t i = 0; i < call.rows; ++i) {
    auto row = call.data == Rows::all_positive ? hard_dot_with_initial(HardDotKind::all_positive, tried.reduction,
                                                                       call.depth, random, tried.precision())
                                               : spread_dot_with_initial(tried.reduction, call.depth, random, spread);
    if (!row) return {};
    rows.push_back(std::move(*row));
  }
  return rows;
}

std::optional<GrowthCall> call_of_row(std::uint64_t number) {
  for (const GrowthCall& call : growth_calls(Level::exhaustive)) {
    if (number >= call.first && number < call.first + call.rows) return call;
  }
  return {};
}

/// Whether every rounding that the semantics allow is to nearest: only then is a bias something to warn of.
bool only_rounds_to_nearest(const Semantics& semantics) {
  const auto stated = accumulation_model(semantics);
  const auto& model = std::get<AccumulationModel>(stated);
  const bool result = semantics.rounding == Rounding::rne || semantics.rounding == Rounding::rna;
  return result && model.order != SummationOrder::block && model.accumulator.is_nearest() &&
         (!model.rounds_products || model.product.is_nearest()) &&
         (model.partial_count == 0 || model.partial.is_nearest());
}

class Growth {
 public:
  Growth(PartContext& context, const TriedReduction& tried, std::optional<std::uint64_t> single)
      : tried_(tried),
        single_(single),
        rows_(context, tried, growth_part, single),
        errors_(tried.reduction, tried.alternatives.front()) {}

  Tally run() {
    for (const GrowthCall& call : growth_calls(single_ ? Level::exhaustive : tried_.level)) {
      if (call.is_for_bias && has_one_sign()) continue;
      if (single_ && (*single_ < call.first || *single_ >= call.first + call.rows)) continue;
      const std::vector<HardDot> rows = draw(tried_, call);
      if (rows.empty()) continue;
      if (const auto got = rows_.call(call.number, rows, call.first); got && !single_) measure(call, rows, *got);
    }
    Tally& tally = rows_.tally();
    if (single_ || tally.calls == 0) return std::move(tally);
    if (!growth_.points.empty()) tally.growth = std::move(growth_);
    const AccumulationBias::Finding bias =
        has_one_sign() ? AccumulationBias::Finding{false, one_sign_text} : bias_.finding();
    tally.traits[bias_trait] = bias.text;
    const bool is_nearest = std::all_of(tried_.alternatives.begin(), tried_.alternatives.end(), only_rounds_to_nearest);
    if (bias.is_biased && is_nearest) {
      tally.warnings.insert(fmt::format(
          "its errors lean {}; those of sums that round to nearest lean to no side (trait {})", bias.text, bias_trait));
    }
    return std::move(tally);
  }

 private:
  /// Sums of one sign lean even where every step rounds to nearest: terms below half a unit of a sum that has grown are
  /// dropped, always toward zero.
  bool has_one_sign() const { return tried_.reduction.kind == ReductionKind::sum_of_squares; }

  void measure(const GrowthCall& call, const std::vector<HardDot>& rows, const std::vector<std::uint64_t>& got) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!errors_.measure(rows[i], got[i])) continue;
      if (call.is_for_bias) {
        bias_.add(errors_.relative(), errors_.is_negative());
      } else {
        errors_.add_to_point();
      }
    }
    ErrorGrowth::Point point;
    if (!errors_.take_point(point)) return;
    point.rows = name_of(call.data);
    point.depth = call.depth;
    growth_.merge({errors_.unit_exponent(), {std::move(point)}});
  }

  const TriedReduction& tried_;
  std::optional<std::uint64_t> single_;
  DrawnRows rows_;
  SumErrors errors_;
  AccumulationBias bias_;
  ErrorGrowth growth_;
};

}  // namespace

Tally measure_growth(PartContext& context, const TriedReduction& tried, std::optional<std::uint64_t> single) {
  return Growth(context, tried, single).run();
}

std::uint64_t cost_of_growth(const TriedReduction& tried) {
  std::uint64_t terms = 0;
  for (const GrowthCall& call : growth_calls(tried.level)) terms += call.rows * call.depth;
  return terms;
}

std::optional<FoundResult> find_growth_row(const TriedReduction& tried, std::uint64_t number) {
  const auto call = call_of_row(number);
  if (!call) return {};
  std::vector<HardDot> rows = draw(tried, *call);
  if (rows.empty()) return {};
  return found_row(tried.reduction, std::move(rows[static_cast<std::size_t>(number - call->first)]));
}

std::uint64_t number_of_growth_row(const TriedReduction& tried, std::uint64_t call, std::uint64_t row) {
  const auto calls = growth_calls(tried.level);
  return call < calls.size() ? calls[call].first + std::min<std::uint64_t>(row, calls[call].rows - 1) : 0;
}

}  // namespace hallmark
