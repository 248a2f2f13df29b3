// SPDX-License-Identifier: Apache-2.0
#include "inputs/tuples.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "inputs/boundaries.h"
#include "inputs/random.h"

namespace hallmark {
namespace {

class AllTuples : public Tuples {
 public:
  AllTuples(const Elementwise& operation, const Interval& first_operand) : operation_(operation) {
    for (std::size_t i = 1; i < operation.operand_count; ++i) rest_bits_ += operation.operands[i].width();
    next_ = first_operand.first << rest_bits_;
    end_ = (first_operand.last + 1) << rest_bits_;
  }

  std::size_t next(std::size_t rows, Columns& columns) override {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(rows, end_ - next_));
    columns.resize(operation_.operand_count);
    int below = rest_bits_;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (i > 0) below -= operation_.operands[i].width();
      const std::uint64_t mask = operation_.operands[i].code_mask();
      columns[i].resize(count);
      for (std::size_t row = 0; row < count; ++row) columns[i][row] = (next_ + row) >> below & mask;
    }
    next_ += count;
    return count;
  }

 private:
  Elementwise operation_;
  int rest_bits_ = 0;
  std::uint64_t next_ = 0, end_ = 0;
};

double value_of(const Format& format, std::uint64_t code) {
  const Decoded value = decode(format, code);
  return std::ldexp(static_cast<double>(value.significand), value.exponent);
}

/// The largest magnitude code whose value is at most `magnitude`. Only proposes operands: nothing is judged by it.
std::uint64_t code_at_most(const Format& format, double magnitude) {
  const double largest = value_of(format, format.largest_finite());
  if (!(magnitude > 0.0)) return 0;
  if (magnitude >= largest) return format.largest_finite();
  const int exponent = std::max(std::ilogb(magnitude), format.min_exponent());
  const auto units = static_cast<std::uint64_t>(std::ldexp(magnitude, format.significand_bits - exponent));
  const std::uint64_t leading = std::uint64_t{1} << format.significand_bits;
  if (units < leading) return format.subnormals ? units : 0;
  const auto field = static_cast<std::uint64_t>(exponent + format.bias);
  return (field << format.significand_bits) | (units - leading);
}

class StratifiedPairs : public Tuples {
 public:
  StratifiedPairs(const Elementwise& operation, std::vector<std::uint64_t> firsts, bool whole_rows, std::uint64_t seed)
      : operation_(operation), seed_(seed), firsts_(std::move(firsts)), special_(special_codes(y_format())) {
    x_is_special_.resize(x_format().code_mask() + 1);
    if (whole_rows) {
      for (const std::uint64_t code : special_codes(x_format())) x_is_special_[code] = true;
    }
    marked_.resize(y_format().code_mask() + 1);
    find_edges();
  }

  std::size_t next(std::size_t rows, Columns& columns) override {
    columns.resize(2);
    columns[0].clear();
    columns[1].clear();
    while (columns[0].size() < rows) {
      if (at_ == seconds_.size()) {
        if (next_ == firsts_.size()) break;
        choose(firsts_[next_++]);
      }
      const std::size_t count = std::min(rows - columns[0].size(), seconds_.size() - at_);
      columns[0].insert(columns[0].end(), count, firsts_[next_ - 1]);
      const auto from = seconds_.begin() + static_cast<std::ptrdiff_t>(at_);
      columns[1].insert(columns[1].end(), from, from + static_cast<std::ptrdiff_t>(count));
      at_ += count;
    }
    return columns[0].size();
  }

 private:
  const Format& x_format() const { return operation_.operands[0]; }
  const Format& y_format() const { return operation_.operands[1]; }

  void find_edges() {
    const Format& to = operation_.result.is_integer() ? y_format() : operation_.result;
    const double largest = value_of(to, to.largest_finite());
    const double ulp = largest - value_of(to, to.largest_finite() - 1);
    const double normal = value_of(to, to.smallest_normal()), least = value_of(to, to.smallest_magnitude());
    edges_ = {largest, largest + ulp / 2, largest + ulp, normal, normal - least / 2, normal - least / 4,
              least,   least / 2};
  }

  void mark(std::uint64_t code) {
    if (marked_[code]) return;
    marked_[code] = true;
    seconds_.push_back(code);
  }
  void mark_around(std::uint64_t magnitude) {
    const Format& format = y_format();
    for (std::uint64_t code = magnitude - std::min<std::uint64_t>(2, magnitude); code <= magnitude + 2; ++code) {
      if (code > format.magnitude_mask()) break;
      mark(code);
      mark(code | format.sign_mask());
    }
  }

  void choose(std::uint64_t x) {
    for (const std::uint64_t code : seconds_) marked_[code] = false;
    seconds_.clear();
    at_ = 0;
    if (x_is_special_[x]) {
      for (std::uint64_t y = 0; y <= y_format().code_mask(); ++y) mark(y);
      return;
    }
    for (const std::uint64_t code : special_) mark(code);
    mark_exponents(x);
    const double magnitude = value_of(x_format(), x);
    mark_around(code_at_most(y_format(), magnitude));
    for (const double factor : {2.0, 0.5, 1.0 / 3, 0.4}) mark_around(code_at_most(y_format(), magnitude * factor));
    for (const double edge : edges_) {
      switch (operation_.code) {
        case Operator::multiply:
          mark_around(code_at_most(y_format(), edge / magnitude));
          break;
        case Operator::divide:
          mark_around(code_at_most(y_format(), magnitude / edge));
          break;
        case Operator::add:
        case Operator::subtract:
          mark_around(code_at_most(y_format(), std::fabs(edge - magnitude)));
          break;
        default:
          break;
      }
    }
    Random random(seed_ ^ (x << 32), "second operands");
    for (int n = 0; n < 8; ++n) mark(random.next() & y_format().code_mask());
  }

  /// Every exponent field with fractions at which carries start and end, more of them where x's own bits reach.
  void mark_exponents(std::uint64_t x) {
    const Format& format = y_format();
    const std::uint64_t all = format.fraction_mask(), half = (all + 1) >> 1, quarter = half >> 1;
    const std::array<std::uint64_t, 16> fractions{0,       all,      half,     half + quarter, half - 1,    1,
                                                  quarter, all - 1,  half + 1, all / 3,        2 * all / 3, 2,
                                                  all - 2, half - 2, 3,        x & all};
    const std::uint64_t fields = (format.magnitude_mask() >> format.significand_bits) + 1;
    const auto everywhere = std::clamp<std::size_t>(static_cast<std::size_t>(512 / fields), 2, fractions.size());
    const std::size_t nearby = std::max<std::size_t>(everywhere, 8);
    const auto own = static_cast<std::int64_t>((x & x_format().magnitude_mask()) >> x_format().significand_bits);
    for (std::uint64_t field = 0; field < fields; ++field) {
      const bool near = std::abs(static_cast<std::int64_t>(field) - own) <= format.precision() + 3;
      for (std::size_t n = 0; n < (near ? nearby : everywhere); ++n) {
        const std::uint64_t magnitude = (field << format.significand_bits) | (fractions[n] & all);
        mark(magnitude);
        mark(magnitude | format.sign_mask());
      }
    }
  }

  Elementwise operation_;
  std::uint64_t seed_;
  std::vector<std::uint64_t> firsts_;
  std::size_t next_ = 0;  ///< how many first operands have been begun
  std::vector<std::uint64_t> special_;
  std::vector<bool> x_is_special_, marked_;
  std::vector<double> edges_;
  std::vector<std::uint64_t> seconds_;  ///< of the first operand begun last
  std::size_t at_ = 0;                  ///< how many of them have been given
};

class DrawnTuples : public Tuples {
 public:
  DrawnTuples(const Elementwise& operation, std::uint64_t count, std::uint64_t share, std::uint64_t shares,
              std::uint64_t seed)
      : operation_(operation), share_(share), shares_(shares), random_(seed ^ (share << 32), "drawn tuples") {
    for (std::size_t i = 0; i < operation.operand_count; ++i) special_.push_back(special_codes(operation.operands[i]));
    const Format& to = operation.result.is_integer() ? format(0) : operation.result;
    edges_ = {value_of(to, to.largest_finite()), value_of(to, to.smallest_normal()),
              value_of(to, to.smallest_magnitude()) / 2};
    if (has_few(2 * count)) {  // draws would take long to find the last ones, or for ever
      add_all();
      return;
    }
    // Drawn in rounds, because what was drawn twice counts once.
    while (tuples_.size() < count) {
      const std::uint64_t missing = count - tuples_.size();
      const auto sorted = static_cast<std::ptrdiff_t>(tuples_.size());
      for (std::uint64_t n = 0; n < missing + missing / 8 + 16; ++n) tuples_.push_back(packed(draw()));
      std::sort(tuples_.begin() + sorted, tuples_.end());
      std::inplace_merge(tuples_.begin(), tuples_.begin() + sorted, tuples_.end());
      tuples_.erase(std::unique(tuples_.begin(), tuples_.end()), tuples_.end());
    }
  }

  std::size_t next(std::size_t rows, Columns& columns) override {
    const std::size_t count = std::min(rows, tuples_.size() - at_);
    columns.resize(operation_.operand_count);
    int below = 0;
    for (std::size_t i = columns.size(); i-- > 0; below += format(i).width()) {
      const std::uint64_t mask = format(i).code_mask();
      columns[i].resize(count);
      for (std::size_t row = 0; row < count; ++row) {
        columns[i][row] = static_cast<std::uint64_t>(tuples_[at_ + row] >> below) & mask;
      }
    }
    at_ += count;
    return count;
  }

 private:
  /// The operands' codes side by side, the first one's highest: sorted in the order of tuples, and many times faster.
  __extension__ using Packed = unsigned __int128;
  using Tuple = std::array<std::uint64_t, most_operands>;
  const Format& format(std::size_t i) const { return operation_.operands[i]; }

  Packed packed(const Tuple& tuple) const {
    Packed codes = 0;
    for (std::size_t i = 0; i < operation_.operand_count; ++i) codes = codes << format(i).width() | tuple[i];
    return codes;
  }

  /// Whether the share holds no more tuples than that.
  bool has_few(std::uint64_t most) const {
    int bits = 0;
    for (std::size_t i = 0; i < operation_.operand_count; ++i) bits += format(i).width();
    return bits < 32 && (std::uint64_t{1} << bits) / shares_ <= most;
  }

  void add_all() {
    const std::unique_ptr<Tuples> all = all_tuples(operation_, {0, format(0).code_mask()});
    Columns columns;
    while (const std::size_t rows = all->next(4096, columns)) {
      for (std::size_t row = 0; row < rows; ++row) {
        if (columns[0][row] % shares_ != share_) continue;
        Tuple tuple{};
        for (std::size_t i = 0; i < columns.size(); ++i) tuple[i] = columns[i][row];
        tuples_.push_back(packed(tuple));
      }
    }
  }

  Tuple draw() {
    Tuple tuple{};
    const std::uint64_t x = any_code(0);
    const std::uint64_t in_share = x - x % shares_ + share_;
    tuple[0] = in_share <= format(0).code_mask() ? in_share : share_;
    if (operation_.operand_count > 1) tuple[1] = related(1, tuple, near_first(tuple));
    const bool product = operation_.code == Operator::multiply || operation_.code == Operator::fma;
    if (product && random_.below(4) == 0) make_tie(tuple);
    if (operation_.operand_count > 2) tuple[2] = related(2, tuple, value(0, tuple) * value(1, tuple));
    return tuple;
  }

  /// Gives the two factors as many bits as make a product of one bit more than the precision: half of these are ties.
  void make_tie(Tuple& tuple) {
    const int bits = operation_.result.precision() + 1;
    const int first = 1 + static_cast<int>(random_.below(static_cast<std::uint64_t>(bits - 1)));
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
      const int kept = (i == 0 ? first : bits - first) - 1;  // fraction bits
      const int cut = format(i).significand_bits - kept;
      if (cut <= 0) continue;
      const std::uint64_t low = (std::uint64_t{1} << cut) - 1;
      const std::uint64_t code = (tuple[i] & ~low) | (kept > 0 ? low + 1 : 0);
      // The first operand's share of codes must stay.
      if (i == 0 && code % shares_ != share_) continue;
      tuple[i] = code;
    }
  }

  double value(std::size_t i, const Tuple& tuple) const { return value_of(format(i), tuple[i]); }

  /// What a second operand is worth being near: the first, or what brings the result to an edge.
  double near_first(const Tuple& tuple) {
    const double x = value(0, tuple);
    const double edge = edges_[random_.below(edges_.size())];
    switch (operation_.code) {
      case Operator::multiply:
      case Operator::fma:
        return random_.below(2) == 0 ? edge / x : x;
      case Operator::divide:
        return random_.below(2) == 0 ? x / edge : x;
      default:
        return x;
    }
  }

  std::uint64_t any_code(std::size_t i) {
    const Format& f = format(i);
    const std::uint64_t any = random_.next() & f.code_mask();
    switch (random_.below(8)) {
      case 0:
        return special_[i][static_cast<std::size_t>(random_.below(special_[i].size()))];
      case 1:
        return any & (f.sign_mask() | f.fraction_mask());  // subnormal
      case 2:
        return any & ~f.fraction_mask();  // a power of two
      case 3:
        return any | f.fraction_mask();  // just below one
      default:
        return any;
    }
  }

  std::uint64_t related(std::size_t i, const Tuple& tuple, double near) {
    const Format& f = format(i);
    const std::uint64_t sign = random_.next() & f.sign_mask();
    switch (random_.below(8)) {
      case 0:
      case 1: {  // next to it, or next to its opposite: cancellation
        const std::uint64_t code = code_at_most(f, near) + random_.below(4);
        return std::min(code - std::min<std::uint64_t>(1, code), f.largest_finite()) | sign;
      }
      case 2: {  // half a unit in its last place, or next to that: ties
        const int below = operation_.result.is_integer() ? f.precision() : operation_.result.precision();
        const std::uint64_t code = code_at_most(f, std::ldexp(near, -below - static_cast<int>(random_.below(2))));
        return std::min(code + random_.below(2), f.largest_finite()) | sign;
      }
      case 3:
      case 6:
        return random_.below(3) | sign;  // too small to reach it, and yet it breaks a tie
      case 4:
        return special_[i][static_cast<std::size_t>(random_.below(special_[i].size()))];
      case 5:
        return i > 0 && format(i) == format(0) ? tuple[0] ^ sign : any_code(i);
      default:
        return any_code(i);
    }
  }

  Elementwise operation_;
  std::uint64_t share_, shares_;
  Random random_;
  std::vector<std::vector<std::uint64_t>> special_;
  std::array<double, 3> edges_{};  ///< of the result format
  std::vector<Packed> tuples_;
  std::size_t at_ = 0;
};

class ListedTuples : public Tuples {
 public:
  explicit ListedTuples(std::vector<std::vector<std::uint64_t>> tuples) : tuples_(std::move(tuples)) {}
  std::size_t next(std::size_t rows, Columns& columns) override {
    const std::size_t count = std::min(rows, tuples_.size() - next_);
    columns.assign(tuples_.empty() ? 0 : tuples_.front().size(), std::vector<std::uint64_t>(count));
    for (std::size_t i = 0; i < columns.size(); ++i) {
      for (std::size_t row = 0; row < count; ++row) columns[i][row] = tuples_[next_ + row][i];
    }
    next_ += count;
    return count;
  }

 private:
  std::vector<std::vector<std::uint64_t>> tuples_;
  std::size_t next_ = 0;
};

}  // namespace

std::vector<std::uint64_t> special_codes(const Format& format) {
  Intervals special;
  add_special_values(special, format, 2);
  special.normalise();
  return special.codes();
}

std::unique_ptr<Tuples> listed_tuples(std::vector<std::vector<std::uint64_t>> tuples) {
  return std::make_unique<ListedTuples>(std::move(tuples));
}

std::unique_ptr<Tuples> all_tuples(const Elementwise& operation, const Interval& first_operand) {
  return std::make_unique<AllTuples>(operation, first_operand);
}

std::unique_ptr<Tuples> stratified_pairs(const Elementwise& operation, std::vector<std::uint64_t> firsts,
                                         bool whole_rows, std::uint64_t seed) {
  return std::make_unique<StratifiedPairs>(operation, std::move(firsts), whole_rows, seed);
}

std::unique_ptr<Tuples> drawn_tuples(const Elementwise& operation, std::uint64_t count, std::uint64_t share,
                                     std::uint64_t shares, std::uint64_t seed) {
  return std::make_unique<DrawnTuples>(operation, count, share, shares, seed);
}

}  // namespace hallmark
