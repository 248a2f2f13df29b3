// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "identifying/observation.h"
#include "identifying/reduction_traits.h"
#include "inputs/hard_dot_builder.h"

namespace hallmark {
namespace {

void observe_products(ReductionProber& prober, const KeptBits& kept, std::vector<Trait>& traits) {
  const Reduction& reduction = prober.reduction();
  if (!reduction.has_two_factors() || kept.is_partial) return;
  Observation seen(prober, traits, "products");
  // A product that the accumulator itself cannot hold shows nothing of products.
  const int held = kept.accumulator() == 0 ? 64 : kept.accumulator();
  const int most = std::min({reduction.left.precision() - 1, reduction.right.precision() - 1, (held - 1) / 2});
  int lost = 0;
  for (int q = 2; q <= most && lost == 0; ++q) {
    // (1 + 2^-q)^2 - 1 - 2^(1-q) is 2^-2q, where nothing of the product was rounded away.
    const auto tail = prober.row(std::array{unit, -unit, -power_of_two(1 - q)});
    const auto factor = encode(reduction.left, false, (std::uint64_t{1} << q) + 1, -q);
    const auto other = encode(reduction.right, false, (std::uint64_t{1} << q) + 1, -q);
    const auto want = prober.code(power_of_two(-2 * q));
    if (!tail || !factor || !other || !want) break;
    HardDot row = *tail;
    row.left[0] = *factor;
    row.right[0] = *other;
    const Probe probe = prober.ask(std::vector<HardDot>{row}).front();
    if (probe.got != *want) lost = q;
    if (lost == q || q == most) seen.show(probe);
  }
  seen.conclude(lost == 0 ? "exact" : fmt::format("rounded to fewer than {} bits", 2 * lost + 1));
}

/// The exponents of the least and the largest power of two that comes back as it is.
struct Range {
  int lowest = 0, highest = 0;
};

std::optional<Range> observe_range(ReductionProber& prober, std::vector<Trait>& traits) {
  std::vector<HardDot> rows;
  std::vector<int> exponents;
  for (int e = -300; e <= 300; ++e) {
    const auto row = prober.code(power_of_two(e)) ? prober.row(std::array{power_of_two(e)}) : std::nullopt;
    if (!row) continue;
    rows.push_back(*row);
    exponents.push_back(e);
  }
  const std::vector<Probe> probes = prober.ask(std::move(rows));
  const auto is_right = [&](std::size_t i) { return probes[i].got == prober.code(power_of_two(exponents[i])); };
  const auto middle = static_cast<std::size_t>(std::find(exponents.begin(), exponents.end(), 0) - exponents.begin());
  if (middle == exponents.size() || !is_right(middle)) return std::nullopt;
  std::size_t low = middle, high = middle;
  while (low > 0 && is_right(low - 1)) --low;
  while (high + 1 < probes.size() && is_right(high + 1)) ++high;
  Observation seen(prober, traits, "range");
  for (const std::size_t i : {low, high}) seen.show(probes[i]);
  if (low > 0) seen.show(probes[low - 1]);
  if (high + 1 < probes.size()) seen.show(probes[high + 1]);
  seen.conclude(fmt::format("2^{} to 2^{}", exponents[low], exponents[high]));
  return Range{exponents[low], exponents[high]};
}

void observe_subnormals(ReductionProber& prober, const Range& range, std::vector<Trait>& traits) {
  const Reduction& reduction = prober.reduction();
  const int normal = result_of(prober).min_exponent();
  const auto keeps = [&](const char* name, std::span<const Term> terms, std::optional<Term> initial) {
    Observation seen(prober, traits, name);
    const auto got = seen.ask(terms, initial);
    if (!got) return std::optional<std::uint64_t>();
    seen.conclude(is_zero(prober, *got) ? "flush" : "keep");
    return got;
  };
  // An accumulator of a narrower range flushes nothing: it ends.
  if (result_of(prober).subnormals && range.lowest <= normal) {
    keeps("subnormal_results", std::array{power_of_two(normal - 1)}, std::nullopt);
    Observation zero(prober, traits, "flushed_zero");
    const auto got = zero.ask({-power_of_two(normal - 1)});
    if (got && is_zero(prober, *got)) zero.conclude(result_of(prober).is_negative(*got) ? "signed" : "positive");
    if (has_initial(prober)) {
      Observation tiny(prober, traits, "subnormal_products");
      // The sum is normal, its product alone is not.
      const auto sum = tiny.ask({power_of_two(normal - 1)}, power_of_two(normal));
      const auto whole = prober.code({false, 3, normal - 1}), flushed = prober.code(power_of_two(normal));
      if (sum && *sum == whole) tiny.conclude("keep");
      if (sum && *sum == flushed) tiny.conclude("flush");
      Observation before(prober, traits, "tininess");
      const auto edge = before.ask({-power_of_two(normal - result_of(prober).precision() - 2)}, power_of_two(normal));
      // Kept subnormals show no tininess, and neither does a product that is flushed by itself.
      const bool shows = got && is_zero(prober, *got) && sum && *sum == whole;
      if (edge && shows) before.conclude(is_zero(prober, *edge) ? "before rounding" : "after rounding");
    }
  }
  if (has_initial(prober) && reduction.initial->subnormals && range.lowest <= reduction.initial->min_exponent()) {
    const int least = reduction.initial->min_exponent();
    Observation seen(prober, traits, "subnormal_initial");
    const auto got = seen.ask({power_of_two(least)}, power_of_two(least - 1));
    const auto whole = prober.code({false, 3, least - 1});
    if (got && whole) seen.conclude(*got == *whole ? "keep" : "flush");
  }
  if (reduction.left.subnormals) {
    Observation seen(prober, traits, "subnormal_operands");
    // Each factor by itself: a kernel may flush one of them.
    std::vector<bool> flushes;
    for (const bool is_left : {true, false}) {
      if (!is_left && (!reduction.has_two_factors() || !reduction.right.subnormals)) continue;
      const Format& tiny = is_left ? reduction.left : reduction.right;
      const Format& large = is_left ? reduction.right : reduction.left;
      const int least = tiny.min_exponent() - tiny.significand_bits;
      const auto factor = encode(tiny, false, 1, least);
      const auto other = encode(large, false, 1, std::min(-least, FactorRange(large).highest));
      if (!factor || (reduction.has_two_factors() && !other)) return;
      HardDot row;
      row.left.push_back(is_left ? *factor : *other);
      if (reduction.has_two_factors()) row.right.push_back(is_left ? *other : *factor);
      if (reduction.initial) row.initial = 0;
      const Probe probe = prober.ask(std::vector<HardDot>{row}).front();
      seen.show(probe);
      flushes.push_back(is_zero(prober, probe.got));
    }
    const bool all = std::all_of(flushes.begin(), flushes.end(), [](bool one) { return one; });
    const bool none = std::none_of(flushes.begin(), flushes.end(), [](bool one) { return one; });
    seen.conclude(all ? "flush" : none ? "keep" : flushes[0] ? "flush the left ones" : "flush the right ones");
  }
}

std::string outcome_word(const Format& result, std::uint64_t code) {
  switch (classify(result, code)) {
    case Category::nan:
      return "NaN";
    case Category::infinity:
      return result.is_negative(code) ? "-infinity" : "infinity";
    case Category::zero:
      return "0";
    default:
      return (code & result.magnitude_mask()) == result.largest_finite() ? "largest" : "finite";
  }
}

void observe_overflow(ReductionProber& prober, std::vector<Trait>& traits) {
  const Format& result = result_of(prober);
  const Decoded largest = decode(result, result.largest_finite());
  const int top = largest.exponent + bit_length(largest.significand) - 1;
  const Term big = power_of_two(top);
  {
    Observation seen(prober, traits, "intermediate_overflow");
    std::vector<std::string> words;
    for (const auto& terms : {std::array{big, big, -big, -big}, std::array{big, -big, big, -big}}) {
      const auto got = seen.ask(terms);
      if (!got) return;
      words.push_back(outcome_word(result, *got));
    }
    seen.conclude(words[0] == "0" && words[1] == "0" ? "none: sums have a wider range"
                                                     : fmt::format("{}, then {}", words[0], words[1]));
  }
  {
    Observation seen(prober, traits, "overflow");
    const auto exact = seen.ask({big, big}), opposite = seen.ask({-big, -big});
    if (exact && opposite) {
      seen.conclude(fmt::format("{} and {}", outcome_word(result, *exact), outcome_word(result, *opposite)));
    }
  }
  if (!has_initial(prober)) return;
  Observation seen(prober, traits, "overflow_by_rounding");
  const auto got =
      seen.ask({power_of_two(top - result.precision())}, Term{false, largest.significand, largest.exponent});
  if (got) seen.conclude(outcome_word(result, *got));
}

void observe_nan(ReductionProber& prober, std::vector<Trait>& traits) {
  const Reduction& reduction = prober.reduction();
  const Format& result = reduction.result;
  const bool two = reduction.has_two_factors();
  const auto base = prober.row(std::array{unit, unit});
  if (!base) return;
  const auto ask = [&](Observation& seen, const std::function<void(HardDot&)>& change) {
    HardDot row = *base;
    change(row);
    const Probe probe = prober.ask(std::vector<HardDot>{row}).front();
    seen.show(probe);
    return probe.got;
  };
  if (reduction.left.has_signalling_nan()) {
    Observation seen(prober, traits, "nan");
    const Format& from = reduction.left;
    std::vector<std::uint64_t> got;
    for (const std::uint64_t nan :
         {from.default_nan() | 1, from.default_nan() | 2 | from.sign_mask(), from.infinity_magnitude() | 1}) {
      got.push_back(ask(seen, [&](HardDot& row) { row.left[1] = nan; }));
    }
    const bool all_nan = std::all_of(got.begin(), got.end(), [&](std::uint64_t code) { return result.is_nan(code); });
    const bool same = got[0] == got[1] && got[1] == got[2];
    const auto is_quiet = [&](std::uint64_t code) { return (code & result.quiet_bit()) == result.quiet_bit(); };
    if (!all_nan) {
      seen.conclude(fmt::format("lost: {}", outcome_word(result, got[0])));
    } else if (same) {
      seen.conclude(fmt::format("canonical {}", hex_text(result, got[0])));
    } else {
      seen.conclude(fmt::format("{} and {}, a signalling one {}", hex_text(result, got[0]), hex_text(result, got[1]),
                                is_quiet(got[2]) ? "quieted" : "kept"));
    }
  }
  if (reduction.left.infinities) {
    Observation seen(prober, traits, "generated_nan");
    const std::uint64_t infinity = reduction.left.infinity_magnitude();
    const std::uint64_t difference = ask(seen, [&](HardDot& row) {
      row.left[0] = infinity;
      row.left[1] = infinity | reduction.left.sign_mask();
    });
    std::vector<std::uint64_t> codes{difference};
    if (two) {
      codes.push_back(ask(seen, [&](HardDot& row) {
        row.left[0] = infinity;
        row.right[0] = 0;
      }));
    }
    std::vector<std::string> words;
    for (const std::uint64_t code : codes)
      words.push_back(result.is_nan(code) ? hex_text(result, code) : outcome_word(result, code));
    seen.conclude(fmt::format("{}", fmt::join(words, " and ")));
  }
  if (result.has_negative_zero() && reduction.left.has_negative_zero()) {
    Observation seen(prober, traits, "negative_zero");
    const std::uint64_t got = ask(seen, [&](HardDot& row) {
      for (std::uint64_t& code : row.left) code = reduction.left.sign_mask();
      if (row.initial) row.initial = reduction.initial->sign_mask();
    });
    seen.conclude(result.is_negative(got) ? "kept" : "+0");
  }
}

void observe_passes(ReductionProber& prober, std::vector<Trait>& traits) {
  const Reduction& reduction = prober.reduction();
  if (!reduction.has_two_factors() || reduction.left.precision() < 24 || reduction.right.precision() < 24) return;
  if (reduction.result.precision() < 24) return;
  Observation seen(prober, traits, "operand_passes");
  const auto factor = encode(reduction.left, false, (1u << 18) + (1u << 9) + 1, -18);  // 1 + 2^-9 + 2^-18
  const auto other = encode(reduction.right, false, 1, 0);
  HardDot row{{*factor}, {*other}, {}, 0};
  if (reduction.initial) row.initial = 0;
  const Probe probe = prober.ask(std::vector<HardDot>{row}).front();
  seen.show(probe);
  const std::pair<Term, const char*> known[] = {
      {unit, "1"},
      {{false, 513, -9}, "3"},
      {{false, (1u << 18) + (1u << 9) + 1, -18}, "6 or more, or operands as they are"}};
  for (const auto& [value, text] : known) {
    if (prober.code(value) == probe.got) return seen.conclude(text);
  }
  seen.conclude("none of the known");
}

/// Whether a larger initial value may give a smaller result (Mikaitis, arXiv 2304.01407).
void observe_monotonicity(ReductionProber& prober, std::vector<Trait>& traits) {
  const int p = result_of(prober).precision();
  if (!has_initial(prober) || prober.reduction().initial->precision() < p) return;
  for (int extra = 1; extra <= 3; ++extra) {
    Observation seen(prober, traits, "monotone");
    const std::vector<Term> products(3u << extra, power_of_two(-p - extra));
    const auto lower = seen.ask(products, Term{false, (std::uint64_t{1} << p) - 1, -p}),
               upper = seen.ask(products, unit);
    if (!lower || !upper) return;
    if (to_ordered(result_of(prober), *lower) > to_ordered(result_of(prober), *upper)) return seen.conclude("no");
    if (extra == 3) seen.conclude("no counterexample");
  }
}

}  // namespace

void observe_terms(ReductionProber& prober, const KeptBits& kept, std::vector<Trait>& traits) {
  if (prober.reduction().kind == ReductionKind::sum_of_squares) return;  // without a negative term little is shown
  observe_products(prober, kept, traits);
  observe_passes(prober, traits);
  if (const auto range = observe_range(prober, traits)) observe_subnormals(prober, *range, traits);
  observe_overflow(prober, traits);
  observe_nan(prober, traits);
  observe_monotonicity(prober, traits);
}

}  // namespace hallmark
