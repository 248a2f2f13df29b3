// SPDX-License-Identifier: Apache-2.0
#include "oracles/runs.h"

#include <algorithm>

namespace hallmark {
namespace {

// Runs shorter than this cost more than asking per operand; only results of 32 bits and more have so many.
constexpr std::uint64_t shortest_run = 64;
constexpr std::uint64_t skip = std::uint64_t{1} << 16;

}  // namespace

Bounding bounding_for(const Conversion& conversion, std::span<const Semantics> alternatives) {
  const bool wraps = conversion.to.is_integer() &&
                     std::any_of(alternatives.begin(), alternatives.end(),
                                 [](const Semantics& s) { return s.integer_overflow == IntegerOverflow::wrap; });
  if (conversion.from.width() <= 16) return Bounding::runs;
  // A scale that makes NaN of what is too small as of what is too large: where the source's normals reach both, their
  // NaNs are two runs with one answer.
  const bool nan_at_both_ends = !conversion.to.has_zero() &&
                                conversion.from.min_exponent() < conversion.to.min_exponent() &&
                                std::any_of(alternatives.begin(), alternatives.end(), [](const Semantics& s) {
                                  return s.e8m0_underflow == E8m0Underflow::as_zero && s.e8m0_zero == E8m0Zero::nan;
                                });
  if (wraps || nan_at_both_ends || conversion.from.width() > 32) return Bounding::each;
  return conversion.to.width() > 16 ? Bounding::runs_or_each : Bounding::runs;
}

std::vector<std::uint64_t> segment_starts(const Format& from, std::uint64_t first, std::uint64_t last) {
  std::vector<std::uint64_t> starts{first};
  const auto mark = [&](std::uint64_t code) {
    if (code > first && code <= last) starts.push_back(code);
  };
  for (const std::uint64_t sign : {std::uint64_t{0}, from.sign_mask()}) {
    mark(sign);
    mark(sign + 1);  // zero stands alone
    if (from.is_integer()) continue;
    mark(sign + from.smallest_normal());
    mark(sign + from.largest_finite() + 1);
    if (from.infinities) mark(sign + from.infinity_magnitude() + 1);
    if (from.has_signalling_nan()) mark(sign + (from.infinity_magnitude() | from.quiet_bit()));
  }
  std::sort(starts.begin(), starts.end());
  starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
  return starts;
}

void set_variants(std::span<const CodeSet> answers, Answer& answer) {
  answer.variants.clear();
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const std::uint64_t bit = std::uint64_t{1} << i;
    const auto same = std::find_if(answer.variants.begin(), answer.variants.end(),
                                   [&](const Variant& variant) { return variant.codes == answers[i]; });
    if (same == answer.variants.end()) {
      answer.variants.push_back({answers[i], bit});
    } else {
      same->alternatives |= bit;
    }
  }
}

Runs::Runs(const Format& from, Bounding bounding, std::uint64_t first, std::uint64_t last, const Answering& answering)
    : Runs(from, bounding, std::vector<Interval>{{first, last}}, answering) {}

Runs::Runs(const Format& from, Bounding bounding, std::span<const Interval> operands, const Answering& answering) {
  for (const Interval& interval : operands) {
    if (!runs_.empty() && interval.first - last_ > 1) add(last_ + 1, {}, true);
    bound(from, bounding, interval, answering);
    last_ = interval.last;
  }
}

void Runs::bound(const Format& from, Bounding bounding, const Interval& operands, const Answering& answering) {
  const auto& [first, last] = operands;
  if (from.width() <= 16) {
    Answer answer, previous;
    for (std::uint64_t code = first; code <= last; ++code) {
      answering(code, answer);
      if (code == first || !(answer == previous)) {
        add(code, answer, false);
        std::swap(answer, previous);
      }
    }
    return;
  }
  if (bounding == Bounding::each) {
    add(first, {}, true);
    return;
  }
  const std::vector<std::uint64_t> starts = segment_starts(from, first, last);
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::uint64_t segment_last = i + 1 < starts.size() ? starts[i + 1] - 1 : last;
    bound_segment(starts[i], segment_last, bounding == Bounding::runs_or_each, answering);
  }
}

void Runs::add(std::uint64_t first, const Answer& answer, bool each) {
  if (each && !runs_.empty() && runs_.back().each) return;
  runs_.push_back({first, static_cast<std::uint32_t>(variants_.size()),
                   static_cast<std::uint16_t>(each ? 0 : answer.variants.size()), answer.requirement, each});
  if (!each) variants_.insert(variants_.end(), answer.variants.begin(), answer.variants.end());
}

void Runs::bound_segment(std::uint64_t first, std::uint64_t last, bool may_skip, const Answering& answering) {
  Answer current, final, probe, beyond;
  answering(first, current);
  answering(last, final);
  // Run lengths repeat with period two (a tie goes to the even neighbour), so the run before the last one predicts.
  std::uint64_t lengths[2] = {1, 1};
  std::uint64_t start = first;
  while (true) {
    if (current == final) {
      add(start, current, false);
      return;
    }
    // Invariant: the answer at `same` is current's; the one at `other` is not, and is kept in `beyond`.
    std::uint64_t same = start;
    std::uint64_t other = last;
    beyond = final;
    std::uint64_t guess = start + std::min(lengths[0], last - start) - 1;
    for (std::uint64_t stride = 1;;) {  // gallop away from the guess
      if (guess > same && guess < other) {
        answering(guess, probe);
        if (probe == current) {
          same = guess;
        } else {
          other = guess;
          std::swap(beyond, probe);
        }
      }
      if (other - same == 1) break;
      if (guess <= same) {
        guess = same + std::min(stride, other - same - 1);
      } else {
        guess = other - std::min(stride, other - same - 1);
      }
      stride *= 2;
      if (stride > 8) break;
    }
    // Gallop upward while nothing bounds the run closely, then bisect.
    for (std::uint64_t stride = 16; other - same > 1 && other == last; stride *= 2) {
      if (stride >= other - same) break;
      answering(same + stride, probe);
      if (probe == current) {
        same += stride;
      } else {
        other = same + stride;
        std::swap(beyond, probe);
      }
    }
    while (other - same > 1) {
      const std::uint64_t middle = same + (other - same) / 2;
      answering(middle, probe);
      if (probe == current) {
        same = middle;
      } else {
        other = middle;
        std::swap(beyond, probe);
      }
    }
    const std::uint64_t length = other - start;
    if (may_skip && length < shortest_run && last - start > skip) {
      add(start, current, true);
      start += skip;
      answering(start, current);
      continue;
    }
    add(start, current, false);
    lengths[0] = lengths[1];
    lengths[1] = length;
    start = other;
    std::swap(current, beyond);
  }
}

std::size_t Runs::find(std::uint64_t operand) const {
  const auto after = std::upper_bound(runs_.begin(), runs_.end(), operand,
                                      [](std::uint64_t code, const Run& run) { return code < run.first; });
  return static_cast<std::size_t>(after - runs_.begin()) - 1;
}

}  // namespace hallmark
