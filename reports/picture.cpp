// SPDX-License-Identifier: Apache-2.0
#include "reports/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "reports/axis_text.h"
#include "reports/text.h"
#include "semantics/signature.h"

namespace hallmark {

namespace {

constexpr double top_room = 20;  // above the marks: for what has no place on a scale of numbers

/// Linear to one and by powers of ten above: half an ulp and 10^30 have to share a scale.
double error_place(double ulps) { return ulps <= 1 ? ulps : 1 + std::log10(ulps); }
double count_place(std::uint64_t count) { return count == 0 ? 0 : 1 + std::log10(static_cast<double>(count)); }

/// Pixels as short as they can be told apart.
std::string pixels(double value) {
  std::string text = fmt::format("{:.1f}", value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

/// Bars that stand on the ground line, neighbours of one height as one; a height of zero or less is no bar.
class Bars {
 public:
  explicit Bars(double ground) : ground_(ground) {}

  void add(double left, double right, double height) {
    if (height <= 0) return;
    const std::string top = pixels(ground_ - height);
    if (open_ && left == right_ && top == top_) {
      right_ = right;
      return;
    }
    close();
    left_ = left;
    right_ = right;
    top_ = top;
    open_ = true;
  }
  std::string path() {
    close();
    return path_;
  }

 private:
  void close() {
    if (open_) path_ += fmt::format("M{} {}V{}H{}V{}z", left_, ground_, top_, right_, ground_);
    open_ = false;
  }

  double ground_, left_ = 0, right_ = 0;
  std::string top_, path_;
  bool open_ = false;
};

/// The upper edges alone: "M12 40H13".
class Edges {
 public:
  void add(double left, double right, double place) {
    const std::string top = pixels(place);
    if (left == right_ && top == top_) {
      path_ += fmt::format("H{}", right);
    } else {
      path_ += fmt::format("M{} {}H{}", left, top, right);
    }
    right_ = right;
    top_ = top;
  }
  const std::string& path() const { return path_; }

 private:
  double right_ = -1;
  std::string top_, path_;
};

std::string path_element(const char* name, const std::string& path) {
  return path.empty() ? std::string() : fmt::format("<path class=\"{}\" d=\"{}\"/>", name, path);
}

std::string scale_label(double place, const std::string& text) {
  return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>", Picture::scale_width - 6,
                     pixels(std::max(9.0, place + 4)), text);
}

std::string power_of_ten(int exponent) {
  if (exponent < 3) return fmt::format("{}", static_cast<int>(std::lround(std::pow(10, exponent))));
  return superscript("10", exponent);
}

/// Powers of ten from 10^first up to the largest that `most` leaves room for, at most four of them.
std::vector<int> decades(int first, double most) {
  const int last = static_cast<int>(std::floor(most));
  const int step = std::max(1, (last - first + 3) / 4);
  std::vector<int> list;
  for (int exponent = first; exponent <= last; exponent += step) list.push_back(exponent);
  return list;
}

class Drawing {
 public:
  Drawing(const OperationRecord& operation, const AlongOperands& along)
      : along_(along), axis_(along.axis), layout_(axis_) {
    const auto parsed = parse_signature(operation.signature);
    if (const Signature* known = std::get_if<Signature>(&parsed); known != nullptr && known->operands.size() == 1) {
      from_ = known->operands.front();
      to_ = known->result;
      picture_.result_format = known->result.name;
    }
    for (const std::string& text : along.error) {
      if (text == "inf") {
        unbounded_ = true;
      } else if (!text.empty()) {
        // A double is enough to draw; what is beyond it is drawn at its end.
        const double error = std::min(std::strtod(text.c_str(), nullptr), 1e300);
        if (!(error <= largest_)) {
          largest_ = error;
          largest_text_ = text;
        }
      }
    }
  }

  Picture draw() {
    picture_.width = fmt::format("{}", layout_.width());
    draw_errors();
    draw_counts();
    draw_axis();
    picture_.summary = summary();
    picture_.data = data();
    return std::move(picture_);
  }

 private:
  std::uint64_t failed(std::size_t bin) const { return along_.failed.empty() ? 0 : along_.failed[bin]; }

  /// Where results are subnormal or operands are, and where they overflow: a tint behind the marks.
  std::string tints(int height) {
    if (!from_ || !to_) return "";
    Bars subnormal(height), overflow(height);
    // A requirement counts what lies below the smallest normal of either format (harness/semantics/conversion.cpp).
    constexpr int no_exponent = -100000;
    const auto smallest_normal = [](const Format& format) {
      return format.is_integer() ? no_exponent : format.min_exponent();
    };
    const int normal = std::max(smallest_normal(*from_), smallest_normal(*to_));
    const Decoded top = decode(*to_, to_->largest_finite());
    const int largest = top.exponent + bit_length(top.significand) - 1;
    for (std::size_t bin = 0; bin < axis_.bins(); ++bin) {
      if (along_.tried[bin] == 0 || bin == axis_.zero() || bin >= axis_.infinity() || (axis_.negative && bin == 0))
        continue;
      const std::size_t group = bin > axis_.zero() ? bin - axis_.zero() - 1 : axis_.zero() - 1 - bin;
      const int first = axis_.lowest + static_cast<int>(group) * axis_.binades;
      const bool last_group = group + 1 == axis_.groups();
      if (!last_group && first + axis_.binades <= normal) {
        subnormal.add(layout_.left(bin), layout_.right(bin), height);
        picture_.subnormals = true;
      }
      if (group > 0 && first > largest) {
        overflow.add(layout_.left(bin), layout_.right(bin), height);
        picture_.overflow = true;
      }
    }
    return path_element("subnormal", subnormal.path()) + path_element("overflow", overflow.path());
  }

  std::string grid(const std::vector<double>& places) const {
    std::string path;
    for (const double place : places) path += fmt::format("M0 {}H{}", pixels(place), picture_.width);
    return path_element("grid", path);
  }

  void draw_errors() {
    constexpr int height = Picture::error_height;
    const double most = std::max(1.0, error_place(largest_));
    const auto place = [&](double ulps) { return height - 1 - error_place(ulps) / most * (height - 1 - top_room); };
    std::vector<double> lines{place(0), place(0.5), place(1)};
    picture_.error_scale = scale_label(place(0), "0") + scale_label(place(1), "1");
    if (most <= 3) picture_.error_scale += scale_label(place(0.5), "0.5");
    for (const int exponent : decades(1, most - 1)) {
      lines.push_back(place(std::pow(10, exponent)));
      picture_.error_scale += scale_label(lines.back(), power_of_ten(exponent));
    }
    if (unbounded_) picture_.error_scale += scale_label(0, "\u221e");
    Bars right(height - 1), wrong(height - 1);
    Edges right_edges, wrong_edges;
    for (std::size_t bin = 0; bin < axis_.bins(); ++bin) {
      const std::string& text = along_.error[bin];
      if (text.empty()) continue;
      const double left = layout_.left(bin), end = layout_.right(bin);
      const double at = text == "inf" ? 4 : place(std::min(std::strtod(text.c_str(), nullptr), 1e300));
      (failed(bin) != 0 ? wrong : right).add(left, end, height - 1 - at);
      (failed(bin) != 0 ? wrong_edges : right_edges).add(left, end, at);
    }
    picture_.error_marks = tints(height) + grid(lines) + path_element("right", right.path()) +
                           path_element("right edge", right_edges.path()) + path_element("wrong", wrong.path()) +
                           path_element("wrong edge", wrong_edges.path());
  }

  void draw_counts() {
    constexpr int height = Picture::count_height;
    const std::uint64_t most = std::max<std::uint64_t>(1, *std::max_element(along_.tried.begin(), along_.tried.end()));
    const double top = count_place(most);
    const auto size = [&](std::uint64_t count) { return count_place(count) / top * (height - 1 - top_room / 2); };
    std::vector<double> lines{height - 1.0};
    for (const int exponent : decades(0, top - 1)) {
      lines.push_back(height - 1 - size(static_cast<std::uint64_t>(std::llround(std::pow(10, exponent)))));
      picture_.count_scale += scale_label(lines.back(), power_of_ten(exponent));
    }
    Bars tried(height - 1), wrong(height - 1);
    for (std::size_t bin = 0; bin < axis_.bins(); ++bin) {
      tried.add(layout_.left(bin), layout_.right(bin), size(along_.tried[bin]));
      wrong.add(layout_.left(bin), layout_.right(bin), size(failed(bin)));
      picture_.wrong = picture_.wrong || failed(bin) != 0;
    }
    picture_.count_marks =
        tints(height) + path_element("tried", tried.path()) + grid(lines) + path_element("wrong", wrong.path());
  }

  void draw_axis() {
    std::vector<bool> used;
    for (const std::uint64_t count : along_.tried) used.push_back(count != 0);
    for (const AxisLabel& label : axis_labels(axis_, layout_, used)) {
      picture_.axis_labels +=
          fmt::format("<text{} x=\"{:.2f}%\" y=\"14\" text-anchor=\"{}\">{}</text>",
                      label.wide_only ? " class=\"wide\"" : "", label.percent, label.anchor, label.text);
    }
  }

  std::string summary() const {
    std::vector<bool> wrong;
    for (std::size_t bin = 0; bin < axis_.bins(); ++bin) wrong.push_back(failed(bin) != 0);
    std::string text = "No result is wrong.";
    if (picture_.wrong) text = fmt::format("Wrong results lie at {}.", places_text(axis_, wrong));
    if (largest_ >= 0) {
      text += fmt::format(" Largest error seen: {} ulp{}.", largest_text_,
                          picture_.result_format.empty() ? "" : " of " + picture_.result_format);
    }
    if (unbounded_) text += " An infinity or a NaN came where a number was due.";
    return text;
  }

  std::string data() const {
    nlohmann::ordered_json json = {{"negative", axis_.negative},
                                   {"lowest", axis_.lowest},
                                   {"highest", axis_.highest},
                                   {"binades", axis_.binades},
                                   {"special", layout_.special_width()},
                                   {"tried", along_.tried},
                                   {"failed", along_.failed},
                                   {"error", along_.error}};
    return json_for_script(json.dump(-1, ' ', true));
  }

  const AlongOperands& along_;
  const AxisScale& axis_;
  AxisLayout layout_;
  std::optional<Format> from_, to_;
  double largest_ = -1;
  std::string largest_text_;
  bool unbounded_ = false;
  Picture picture_;
};

}  // namespace

std::optional<Picture> draw_picture(const OperationRecord& operation) {
  if (!operation.along) return std::nullopt;
  const std::vector<std::uint64_t>& tried = operation.along->tried;
  if (std::all_of(tried.begin(), tried.end(), [](std::uint64_t count) { return count == 0; })) return std::nullopt;
  return Drawing(operation, *operation.along).draw();
}

std::string json_for_script(const std::string& json) {
  std::string safe;
  for (const char c : json) {
    if (c == '<' || c == '>' || c == '&') {
      safe += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      safe += c;
    }
  }
  return safe;
}

}  // namespace hallmark
