// SPDX-License-Identifier: Apache-2.0
#include "conversions/vector_operands.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "conversions/vector_witnesses.h"
#include "formats/formats.h"
#include "inputs/boundaries.h"
#include "inputs/random.h"
#include "oracles/convert.h"

namespace hallmark {
namespace {

constexpr int random_each = 16;

class Curator {
 public:
  explicit Curator(const Conversion& conversion) : from_(conversion.from), to_(conversion.to) {}

  std::vector<CuratedOperand> curate() {
    add_named_values();
    add_witnesses();
    add_special_codes();
    if (from_.width() <= 8) {
      for (std::uint64_t code = 0; code <= from_.code_mask(); ++code) add(code);
      return std::move(operands_);
    }
    add_ends();
    add_grid();
    add_source_binades();
    add_random_codes();
    return std::move(operands_);
  }

 private:
  void add(std::uint64_t code, std::string name = {}) {
    if (known_.insert(code & from_.code_mask()).second) {
      operands_.push_back({code & from_.code_mask(), std::move(name)});
    } else if (!name.empty()) {
      // A witness may be a named value, and two faults may share an operand.
      const auto same = std::find_if(operands_.begin(), operands_.end(),
                                     [&](const CuratedOperand& operand) { return operand.code == code; });
      if (same->name.find(name) == std::string::npos) same->name += (same->name.empty() ? "" : " and ") + name;
    }
  }

  void add_named_values() {
    if (from_.width() <= 8) return;  // none of them is a value there
    Semantics nearest;
    nearest.nan = Nan::canonical;
    for (const NamedValue& value : named_values()) {
      const std::uint64_t code = from_.name == "float64"
                                     ? value.float64_code
                                     : oracle_convert({float64, from_}, nearest, value.float64_code).low;
      if (decode(from_, code).significand != 0) add(code, fmt::format("{} in {}", value.name, from_.name));
    }
    if (from_.name == "bfloat16" && to_.name == "float16") {
      for (const std::uint64_t code : {0x4780u, 0x4781u, 0x4788u, 0x4789u, 0x4800u, 0x5015u, 0x7f00u, 0x7f7fu}) {
        add(code, "above 65504");
        add(code | from_.sign_mask(), "below -65504");
      }
    }
  }

  void add_witnesses() {
    for (const FaultWitness& witness : fault_witnesses()) {
      if (witness.from == from_.name && witness.to == to_.name) add(witness.operand, std::string(witness.fault));
    }
  }

  void add_both_signs(std::uint64_t magnitude) {
    add(magnitude);
    if (from_.is_signed) add(magnitude | from_.sign_mask());
  }

  void add_special_codes() {
    if (from_.has_zero()) add_both_signs(0);
    if (from_.has_signalling_nan()) {
      const std::uint64_t infinity = from_.infinity_magnitude(), quiet = from_.quiet_bit();
      add_both_signs(infinity);
      add_both_signs(infinity | quiet);
      add_both_signs(infinity | quiet | 1);
      add_both_signs(infinity | 1);
      add_both_signs(infinity | (quiet - 1));
      if (quiet > 1) add_both_signs(infinity | quiet >> 1);
      add_both_signs(from_.magnitude_mask());
      // Payloads in the bits that a truncation to the target drops: all of them, and the topmost.
      const int dropped = from_.significand_bits - to_.significand_bits;
      if (dropped > 1) {
        add_both_signs(infinity | ((std::uint64_t{1} << dropped) - 1));
        add_both_signs(infinity | std::uint64_t{1} << (dropped - 1));
        add_both_signs(infinity | quiet | std::uint64_t{1} << (dropped - 1));
        add_both_signs(infinity | std::uint64_t{1} << dropped);
      }
    }
    add_both_signs(1);
    add_both_signs(from_.smallest_normal() - 1);
    add_both_signs(from_.smallest_normal());
    add_both_signs(from_.largest_finite());
  }

  /// Where each range ends: zero, the flush zone under the smallest normal, overflow.
  void add_ends() {
    Intervals ends;
    add_target_ends(ends, {from_, to_}, 2);
    ends.normalise();
    for (const Interval& interval : ends.intervals()) {
      for (std::uint64_t code = interval.first; code <= interval.last; ++code) {
        if (!from_.is_nan(code)) add(code);
      }
    }
  }

  /// Toward zero, or beyond the source's range nothing.
  std::optional<std::uint64_t> source_code(std::uint64_t significand, int exponent) const {
    Semantics toward_zero;
    toward_zero.rounding = Rounding::rtz;
    toward_zero.overflow = Overflow::saturate;
    const std::uint64_t code = round_real(from_, toward_zero, {false, significand, exponent, false}).low;
    if (code == from_.largest_finite() || decode(from_, code).significand == 0) return std::nullopt;
    return code;
  }

  void add_around(std::optional<std::uint64_t> code, std::uint64_t radius, bool negative_too) {
    if (!code || *code < radius) return;
    for (const std::uint64_t near : {*code, *code - radius, *code + radius}) {
      add(near);
      if (negative_too) add(near | from_.sign_mask());
    }
  }

  /// A target value, the midpoint above it, their neighbours; and what another format in between rounds onto the
  /// midpoint.
  void add_threshold(std::uint64_t target, bool negative_too, bool twice) {
    const Decoded value = decode(to_, target);
    const int quantum = target == 0 ? to_.min_exponent() - to_.significand_bits : value.exponent;
    if (value.significand != 0) add_around(source_code(value.significand, value.exponent), 1, negative_too);
    const auto midpoint = source_code(2 * value.significand + 1, quantum - 1);
    add_around(midpoint, 1, negative_too);
    if (!twice) return;
    for (const Format& middle : {float32, float16, bfloat16}) {
      const int dropped = from_.significand_bits - middle.significand_bits;
      // Half a unit of the format in between: the farthest that it still rounds to the midpoint, where both are normal.
      if (dropped > 1 && middle.significand_bits > to_.significand_bits) {
        add_around(midpoint, std::uint64_t{1} << (dropped - 1), negative_too);
      }
    }
  }

  void add_grid() {
    if (to_.width() <= 8) {
      for (std::uint64_t target = to_.has_zero() ? 0 : 1; target <= to_.largest_finite(); ++target) {
        const bool some = to_.has_zero() || target % 16 == 7;  // the scale of a negative is one question, not 255
        add_threshold(target, from_.is_signed && some, target % 8 < 2);
      }
      return;
    }
    for (const std::uint64_t target :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, to_.smallest_normal() / 2 - 1,
          to_.smallest_normal() / 2, to_.smallest_normal() - 2, to_.smallest_normal() - 1}) {
      add_threshold(target, true, false);
    }
    const std::uint64_t ones = to_.fraction_mask();
    for (const int exponent : binades()) {
      const std::uint64_t field = static_cast<std::uint64_t>(exponent + to_.bias) << to_.significand_bits;
      // Even and odd, alternating bits, and all ones: there the carry goes into the next binade.
      for (const std::uint64_t fraction :
           {std::uint64_t{0}, std::uint64_t{1}, ones / 3, ones - ones / 3, ones - 1, ones}) {
        add_threshold(field | fraction, fraction < 2 || fraction == ones, fraction < 2);
      }
    }
  }

  /// Up to nine exponents over the range that both formats have: its ends, near one, and between.
  std::vector<int> binades() const {
    const int top_of_to = decode(to_, to_.largest_finite()).exponent + to_.significand_bits;
    const int top_of_from = decode(from_, from_.largest_finite()).exponent + from_.significand_bits;
    const int low = std::max(to_.min_exponent(), from_.min_exponent()), high = std::min(top_of_to, top_of_from);
    std::vector<int> list = {low, low + 1, low / 2, -1, 0, 1, high / 2, high - 1, high};
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    return list;
  }

  /// The source's own exponents, every one or at equal steps, and single bits of its fraction.
  void add_source_binades() {
    const std::uint64_t fields = (from_.largest_finite() >> from_.significand_bits) + 1;
    const std::uint64_t step = std::max<std::uint64_t>(1, fields / 32);
    for (std::uint64_t field = step; field < fields; field += step) {
      add(field << from_.significand_bits);
      add(field << from_.significand_bits | from_.fraction_mask() | (field & 1 ? from_.sign_mask() : 0));
    }
    const std::uint64_t one = static_cast<std::uint64_t>(from_.bias) << from_.significand_bits;
    for (int bit = 0; bit < from_.significand_bits; ++bit) {
      add(one | std::uint64_t{1} << bit);
      add(std::uint64_t{1} << bit | (bit & 1 ? from_.sign_mask() : 0));
    }
  }

  void add_random_codes() {
    Random random(1, fmt::format("vectors {} {}", from_.name, to_.name));
    const Interval range = target_range({from_, to_}, false);
    for (int i = 0; i < random_each; ++i) {
      add(random.between(range.first, range.last));
      add(random.between(range.first, range.last) | from_.sign_mask());
      add(random.between(0, from_.code_mask()));
    }
  }

  Format from_, to_;
  std::vector<CuratedOperand> operands_;
  std::unordered_set<std::uint64_t> known_;
};

}  // namespace

std::vector<CuratedOperand> curated_operands(const Conversion& conversion) { return Curator(conversion).curate(); }

}  // namespace hallmark
