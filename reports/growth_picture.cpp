// SPDX-License-Identifier: Apache-2.0
#include "reports/growth_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <map>

#include "reports/picture.h"
#include "reports/text.h"

namespace hallmark {
namespace {

constexpr std::size_t most_rows = 4;  // the page has so many colours
constexpr double room = 8;            // between the marks and the edges

/// A point of a line: log2 of the depth, log10 of the error.
struct Place {
  double depth, error;
};
using Line = std::vector<Place>;

std::optional<double> log_of(const std::string& error) {
  // A double is enough to draw.
  const double value = std::strtod(error.c_str(), nullptr);
  if (!(value > 0) || !std::isfinite(value)) return {};
  return std::log10(value);
}

class GrowthDrawing {
 public:
  explicit GrowthDrawing(const ErrorGrowth& growth) : growth_(growth) {
    for (const ErrorGrowth::Point& point : growth.points) {
      const double depth = std::log2(static_cast<double>(point.depth));
      if (std::find(picture_.rows.begin(), picture_.rows.end(), point.rows) == picture_.rows.end()) {
        if (picture_.rows.size() == most_rows) continue;
        picture_.rows.push_back(point.rows);
      }
      add(largest_[point.rows], depth, point.maximum);
      add(mean_[point.rows], depth, point.mean);
      const auto bound = log_of(point.bound);
      const auto known = bounds_.find(depth);
      if (bound && (known == bounds_.end() || known->second < *bound)) bounds_[depth] = *bound;
      depths_.push_back(depth);
    }
    std::sort(depths_.begin(), depths_.end());
    depths_.erase(std::unique(depths_.begin(), depths_.end()), depths_.end());
  }

  std::optional<GrowthPicture> draw() {
    if (depths_.size() < 2) return {};
    Line bound, linear, root;
    const double u = growth_.unit_exponent * std::log10(2.0);
    for (const double depth : depths_) {
      if (const auto its = bounds_.find(depth); its != bounds_.end()) bound.push_back({depth, its->second});
      linear.push_back({depth, depth * std::log10(2.0) + u});
      root.push_back({depth, depth / 2 * std::log10(2.0) + u});
    }
    for (const Line* line : {&bound, &linear, &root}) reach(*line);
    for (const auto& [rows, line] : largest_) reach(line);
    for (const auto& [rows, line] : mean_) reach(line);
    lowest_ = std::floor(lowest_);
    highest_ = std::ceil(highest_);
    draw_grid();
    picture_.marks += path("reference", linear) + path("reference root", root) + path("bound", bound);
    for (std::size_t i = 0; i < picture_.rows.size(); ++i) {
      const std::string& rows = picture_.rows[i];
      picture_.marks += path(fmt::format("mean rows-{}", i), mean_[rows]);
      picture_.marks += path(fmt::format("largest rows-{}", i), largest_[rows]);
    }
    draw_depths();
    picture_.summary = summary();
    return std::move(picture_);
  }

 private:
  static void add(Line& line, double depth, const std::string& error) {
    if (const auto place = log_of(error)) line.push_back({depth, *place});
  }

  void reach(const Line& line) {
    for (const Place& place : line) {
      lowest_ = std::min(lowest_, place.error);
      highest_ = std::max(highest_, place.error);
    }
  }

  double x(double depth) const {
    const double first = depths_.front(), last = depths_.back();
    return room + (depth - first) / (last - first) * (GrowthPicture::width - 2 * room);
  }
  double y(double error) const {
    return room + (highest_ - error) / std::max(1.0, highest_ - lowest_) * (GrowthPicture::height - 2 * room);
  }

  /// Lines, with a dot at each point: a stroke without length has round ends, however the marks are stretched.
  std::string path(const std::string& name, const Line& line) const {
    if (line.empty()) return "";
    std::string lines, dots;
    for (const Place& place : line) {
      const std::string at = fmt::format("{:.1f} {:.1f}", x(place.depth), y(place.error));
      lines += (lines.empty() ? "M" : "L") + at;
      dots += "M" + at + "h0";
    }
    const bool has_dots = name.starts_with("largest");
    return fmt::format("<path class=\"line {}\" d=\"{}\"/>", name, lines) +
           (has_dots ? fmt::format("<path class=\"dots {}\" d=\"{}\"/>", name, dots) : "");
  }

  void draw_grid() {
    const int first = static_cast<int>(lowest_), last = static_cast<int>(highest_);
    const int step = std::max(1, (last - first + 5) / 6);
    std::string lines;
    for (int exponent = first; exponent <= last; exponent += step) {
      lines += fmt::format("M0 {:.1f}H{}", y(exponent), GrowthPicture::width);
      picture_.scale +=
          fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>", Picture::scale_width - 6,
                      std::clamp(y(exponent) + 4, 10.0, GrowthPicture::height - 1.0),
                      exponent == 0 ? "1" : superscript("10", exponent));
    }
    picture_.marks += fmt::format("<path class=\"grid\" d=\"{}\"/>", lines);
  }

  void draw_depths() {
    // At the narrowest a label for every other power of two, or every third.
    const auto step = static_cast<std::size_t>(depths_.size() > 9 ? 3 : 2);
    for (std::size_t i = 0; i < depths_.size(); ++i) {
      const bool is_first = i == 0, is_last = i + 1 == depths_.size();
      const double exponent = depths_[i];
      const std::string text = exponent == std::floor(exponent) ? superscript("2", static_cast<int>(exponent))
                                                                : fmt::format("{:.0f}", std::exp2(exponent));
      picture_.axis_labels +=
          fmt::format("<text{} x=\"{:.2f}%\" y=\"14\" text-anchor=\"{}\">{}</text>",
                      i % step == 0 ? "" : " class=\"wide\"", 100 * x(exponent) / GrowthPicture::width,
                      is_first  ? "start"
                      : is_last ? "end"
                                : "middle",
                      text);
    }
  }

  std::string summary() const {
    const auto deepest = std::max_element(growth_.points.begin(), growth_.points.end(),
                                          [](const ErrorGrowth::Point& a, const ErrorGrowth::Point& b) {
                                            return std::pair(a.depth, std::strtod(a.maximum.c_str(), nullptr)) <
                                                   std::pair(b.depth, std::strtod(b.maximum.c_str(), nullptr));
                                          });
    return fmt::format("At depth {} the largest error is {} of the sum of magnitudes; the bound there is {}.",
                       grouped(deepest->depth), deepest->maximum, deepest->bound);
  }

  const ErrorGrowth& growth_;
  std::map<std::string, Line> largest_, mean_;
  std::map<double, double> bounds_;
  std::vector<double> depths_;
  double lowest_ = 1000, highest_ = -1000;
  GrowthPicture picture_;
};

}  // namespace

std::optional<GrowthPicture> draw_growth(const OperationRecord& operation) {
  if (!operation.growth) return {};
  return GrowthDrawing(*operation.growth).draw();
}

}  // namespace hallmark
