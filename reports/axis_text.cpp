// SPDX-License-Identifier: Apache-2.0
#include "reports/axis_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "reports/text.h"

namespace hallmark {

AxisLayout::AxisLayout(const AxisScale& axis)
    : axis_(axis), special_(1 + static_cast<double>(axis.bins() / 50)), edges_{0.0} {
  for (std::size_t bin = 0; bin < axis.bins(); ++bin) {
    const bool special = (axis.negative && bin == 0) || bin == axis.zero() || bin >= axis.infinity();
    edges_.push_back(edges_.back() + (special ? special_ : 1.0));
  }
}

double AxisLayout::place(bool negative, int exponent) const {
  const std::size_t group = axis_.group_of(exponent);
  const double within = std::clamp(
      static_cast<double>(exponent - axis_.lowest - static_cast<int>(group) * axis_.binades) / axis_.binades, 0.0, 1.0);
  const std::size_t bin = axis_.bin_of(negative, exponent);
  return negative ? right(bin) - within : left(bin) + within;
}

std::string power_text(bool negative, int exponent) {
  return (negative ? "\u2212" : "") + (exponent == 0 ? std::string("1") : superscript("2", exponent));
}

std::string magnitudes_text(const AxisScale& axis, std::size_t first_group, std::size_t last_group) {
  const auto lower = [&](std::size_t group) {
    return power_text(false, axis.lowest + static_cast<int>(group) * axis.binades);
  };
  const bool from_below = first_group == 0, to_above = last_group + 1 == axis.groups();
  if (from_below && to_above) return "of every size";
  if (from_below) return fmt::format("below {}", lower(last_group + 1));
  if (to_above) return fmt::format("from {} up", lower(first_group));
  return fmt::format("from {} up to {}", lower(first_group), lower(last_group + 1));
}

std::string places_text(const AxisScale& axis, const std::vector<bool>& chosen) {
  constexpr std::size_t most = 3;
  std::vector<std::string> places;
  const auto add_stretches = [&](const char* what, const auto& holds) {
    for (std::size_t group = 0; group < axis.groups(); ++group) {
      if (!holds(group)) continue;
      const std::size_t first = group;
      while (group + 1 < axis.groups() && holds(group + 1)) ++group;
      places.push_back(fmt::format("{} {}", what, magnitudes_text(axis, first, group)));
    }
  };
  const auto positive = [&](std::size_t group) -> bool { return chosen[axis.zero() + 1 + group]; };
  const auto negative = [&](std::size_t group) -> bool { return axis.negative && chosen[axis.zero() - 1 - group]; };
  add_stretches("magnitudes", [&](std::size_t g) { return positive(g) && (negative(g) || !axis.negative); });
  add_stretches("positive operands", [&](std::size_t g) { return positive(g) && axis.negative && !negative(g); });
  add_stretches("negative operands", [&](std::size_t g) { return negative(g) && !positive(g); });
  if (places.size() > most) places = {fmt::format("{} separate stretches of magnitudes", places.size())};
  if (chosen[axis.zero()]) places.emplace_back("zero");
  if (chosen[axis.infinity()] || (axis.negative && chosen[0])) places.emplace_back("infinity");
  if (chosen[axis.nan()]) places.emplace_back("NaN");
  if (places.size() < 2) return places.empty() ? "" : places.front();
  const std::string last = places.back();
  places.pop_back();
  return fmt::format("{} and {}", fmt::join(places, ", "), last);
}

std::vector<AxisLabel> axis_labels(const AxisScale& axis, const AxisLayout& layout, const std::vector<bool>& used) {
  // Pixels of the axis on a telephone and on a screen, and of a label's character.
  constexpr double narrow = 260, wide = 640, character = 7.5, gap = 8;
  struct Taken {
    double from, to;
  };
  std::vector<AxisLabel> labels;
  for (const double width : {narrow, wide}) {
    std::vector<Taken> taken;
    const auto span = [&](const AxisLabel& label) {
      const double size = static_cast<double>(display_width(label.text)) * character + gap;
      const double at = label.percent / 100 * width;
      const double from = label.anchor[0] == 's' ? at : label.anchor[0] == 'e' ? at - size : at - size / 2;
      return Taken{from, from + size};
    };
    for (const AxisLabel& label : labels) taken.push_back(span(label));
    const auto offer = [&](std::string text, double place, const char* anchor = "middle") {
      AxisLabel label{std::move(text), 100 * place / layout.width(), anchor, width == wide};
      const Taken mine = span(label);
      const bool same =
          std::any_of(labels.begin(), labels.end(), [&](const AxisLabel& l) { return l.text == label.text; });
      const bool room = mine.from >= -gap / 2 && mine.to <= width + gap / 2 &&
                        std::none_of(taken.begin(), taken.end(),
                                     [&](const Taken& t) { return mine.from < t.to && t.from < mine.to; });
      if (same || !room) return false;
      taken.push_back(mine);
      labels.push_back(std::move(label));
      return true;
    };
    const auto centre = [&](std::size_t bin) { return (layout.left(bin) + layout.right(bin)) / 2; };
    if (used[axis.zero()]) offer("0", axis.negative ? centre(axis.zero()) : 0, axis.negative ? "middle" : "start");
    const bool infinity = used[axis.infinity()], nan = used[axis.nan()];
    if (infinity || nan) {
      offer(infinity && nan ? "\u221e NaN"
            : nan           ? "NaN"
                            : "\u221e",
            nan ? layout.width() : layout.right(axis.infinity()), "end");
    }
    if (axis.negative && used[0]) offer("\u2212\u221e", 0, "start");
    const auto offer_power = [&](int exponent) {
      if (exponent <= axis.lowest || exponent > axis.highest) return;
      // Both signs or none: an axis that is labelled on one side looks broken.
      const bool one = offer(power_text(false, exponent), layout.place(false, exponent));
      if (!one || !axis.negative || offer(power_text(true, exponent), layout.place(true, exponent))) return;
      labels.pop_back();
      taken.pop_back();
    };
    offer_power(0);
    for (int step = 512; step >= 1; step /= 2) {
      for (int exponent = step; exponent <= 16384; exponent += step) {
        if (exponent > axis.highest && -exponent < axis.lowest) break;
        offer_power(exponent);
        offer_power(-exponent);
      }
    }
  }
  return labels;
}

}  // namespace hallmark
