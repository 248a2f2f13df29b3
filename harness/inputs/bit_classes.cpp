// SPDX-License-Identifier: Apache-2.0
#include "inputs/bit_classes.h"

#include <rapidcheck.h>

#include <algorithm>
#include <bit>

#include "inputs/random.h"

namespace hallmark {
namespace {

std::uint64_t low_bits(int count) { return count <= 0 ? 0 : ~std::uint64_t{0} >> (64 - std::min(count, 64)); }

/// One draw from one conversion's classes.
class Draw {
 public:
  Draw(const Conversion& conversion, Random random, int size)
      : from_(conversion.from), to_(conversion.to), random_(random), size_(std::clamp(size, 0, rc::kNominalSize)) {}

  std::uint64_t code(BitClass bit_class) {
    switch (bit_class) {
      case BitClass::special:
        return special();
      case BitClass::subnormal:
        return subnormal();
      case BitClass::binade_edge:
        return near(with_sign(power()), 2);
      case BitClass::threshold:
        return threshold();
      case BitClass::pattern:
        return with_sign(in_target_range());
      case BitClass::anywhere:
        return anywhere();
    }
    return 0;
  }

 private:
  std::uint64_t pick(std::uint64_t count) { return random_.below(count); }
  int pick_int(int first, int last) {
    return first + static_cast<int>(random_.below(static_cast<std::uint64_t>(std::max(last - first, 0)) + 1));
  }

  /// Of an integer source the code is a magnitude here.
  std::uint64_t with_sign(std::uint64_t magnitude) {
    if (!from_.is_signed || pick(2) == 0) return magnitude;
    return from_.is_integer() ? (~magnitude + 1) & from_.code_mask() : magnitude | from_.sign_mask();
  }

  std::uint64_t near(std::uint64_t code, std::uint64_t radius) {
    const std::uint64_t moved = code + pick(2 * radius + 1) - radius;
    // A step from a zero must not reach the NaNs of the other sign.
    return from_.is_negative(moved) == from_.is_negative(code) ? moved & from_.code_mask() : code;
  }

  std::uint64_t special() {
    if (from_.is_integer()) {
      const std::uint64_t ends[] = {0, 1, from_.code_mask(), from_.magnitude_mask(), from_.sign_mask()};
      return near(ends[pick(std::size(ends))], 1);
    }
    const std::uint64_t sign = pick(2) == 0 ? 0 : from_.sign_mask();
    const std::uint64_t top = from_.infinities ? from_.infinity_magnitude() : from_.largest_finite();
    switch (pick(8)) {
      case 0:
        return sign;
      case 1:
        return sign | from_.smallest_magnitude();
      case 2:
        return sign | from_.smallest_normal();
      case 3:
        return near(sign | from_.smallest_normal(), 1);
      case 4:
        return sign | from_.largest_finite();
      case 5:
        return sign | top;
      case 6:
        return from_.has_nan() && pick(2) == 0 ? from_.default_nan() : sign | from_.magnitude_mask();
      default:  // a NaN whose payload lies anywhere
        return from_.has_signalling_nan()
                   ? sign | from_.infinity_magnitude() | std::max<std::uint64_t>(fraction(from_.significand_bits), 1)
                   : sign | from_.magnitude_mask();
    }
  }

  std::uint64_t subnormal() {
    if (from_.is_integer()) return with_sign(pick(std::min<std::uint64_t>(from_.magnitude_mask(), 255) + 1));
    if (!from_.subnormals || from_.significand_bits == 0) return special();
    return with_sign(
        std::max<std::uint64_t>(fraction(from_.significand_bits) >> pick_int(0, from_.significand_bits - 1), 1));
  }

  std::uint64_t anywhere() {
    return random_.next() & from_.code_mask() &
           ~low_bits(unsized(from_.is_integer() ? from_.width() : from_.significand_bits));
  }

  /// How many of the low bits a small size leaves zero.
  int unsized(int bits) const { return bits - (bits * size_ + rc::kNominalSize - 1) / rc::kNominalSize; }

  /// Bits of a fraction of that width, in the forms that faults hide in.
  std::uint64_t fraction(int width) {
    if (width == 0) return 0;
    std::uint64_t bits = random_.next() & low_bits(width);
    switch (pick(4)) {
      case 0:
        break;
      case 1:
        bits &= ~low_bits(pick_int(0, width - 1));
        break;   // a short one
      case 2: {  // a few bits
        bits = 0;
        for (int count = pick_int(1, 3); count > 0; --count) bits |= std::uint64_t{1} << pick_int(0, width - 1);
        break;
      }
      default: {  // one run of ones
        const int high = pick_int(1, width), low = pick_int(0, high - 1);
        bits = low_bits(high) & ~low_bits(low);
        break;
      }
    }
    return bits & ~low_bits(unsized(width));
  }

  /// An exponent of the source, of a value near or in the target's range; leading bits of integers likewise.
  int leading_in_target_range() {
    int low = from_.is_integer() ? 0 : from_.min_exponent() - (from_.subnormals ? from_.significand_bits : 0);
    int high = 0;
    if (from_.is_integer()) {
      high = from_.width() - (from_.is_signed ? 2 : 1);
    } else {
      const Decoded top = decode(from_, from_.largest_finite());
      high = top.exponent + bit_length(top.significand) - 1;
    }
    const int lowest = to_.is_integer() ? -2 : to_.min_exponent() - to_.significand_bits - 2;
    const Decoded top = decode(to_, to_.largest_finite());
    const int highest = top.exponent + bit_length(top.significand);
    if (lowest <= high && low <= highest) {
      low = std::max(low, lowest);
      high = std::min(high, highest);
    }
    return pick_int(low, high);
  }

  /// The magnitude code of a value with that leading exponent and those bits after the leading one.
  std::uint64_t magnitude(int leading, std::uint64_t bits, int width) {
    if (from_.is_integer()) {  // width: as many bits as lie below the leading one
      return ((std::uint64_t{1} << leading) | (width > leading ? bits >> (width - leading) : bits)) &
             from_.magnitude_mask();
    }
    const int below = from_.min_exponent() - leading;
    std::uint64_t significand = (std::uint64_t{1} << width) | bits;
    if (below > 0) {
      significand >>= std::min(below, width);
      return std::max<std::uint64_t>(significand & from_.magnitude_mask(), from_.smallest_magnitude());
    }
    const auto field = static_cast<std::uint64_t>(leading + from_.bias);
    return std::min((field << width) | bits, from_.largest_finite());
  }

  std::uint64_t power() {
    return magnitude(leading_in_target_range(), 0, from_.is_integer() ? 0 : from_.significand_bits);
  }

  std::uint64_t in_target_range() {
    const int leading = leading_in_target_range();
    const int width = from_.is_integer() ? leading : from_.significand_bits;
    return magnitude(leading, fraction(width), width);
  }

  std::uint64_t threshold() {
    const std::uint64_t start = in_target_range();
    const Decoded value = decode(from_, start);
    if (value.significand == 0) return with_sign(start);
    const int leading = value.exponent + bit_length(value.significand) - 1;
    int quantum = 0;
    if (!to_.is_integer())
      quantum = to_.has_zero() ? std::max(leading, to_.min_exponent()) - to_.significand_bits : leading;
    const int drop = quantum - value.exponent;  // bits the target has no room for
    if (drop <= 0 || drop > 63) return with_sign(start);
    std::uint64_t significand = value.significand & ~low_bits(drop);
    if (pick(3) != 0 || significand == 0) significand |= std::uint64_t{1} << (drop - 1);  // a midpoint
    const auto code = encode(from_, false, significand, value.exponent);
    // One draw after the other: arguments of a call are evaluated in any order.
    const std::uint64_t centre = with_sign(code.value_or(start));
    return near(centre, pick(2) == 0 ? 0 : 2);
  }

  const Format &from_, &to_;
  Random random_;
  int size_;
};

rc::Shrinkable<std::uint64_t> shrinkable_code(const Format& format, std::uint64_t code) {
  return rc::shrinkable::shrinkRecur(
      code, [format](std::uint64_t larger) { return rc::seq::fromContainer(simpler_codes(format, larger)); });
}

Random seeded(const rc::Random& random) { return Random(rc::Random(random).next()); }

}  // namespace

rc::Gen<std::uint64_t> bit_class_codes(const Conversion& conversion, BitClass bit_class) {
  return [=](const rc::Random& random, int size) {
    return shrinkable_code(conversion.from, Draw(conversion, seeded(random), size).code(bit_class));
  };
}

rc::Gen<std::uint64_t> bit_class_codes(const Conversion& conversion) {
  return [=](const rc::Random& random, int size) {
    constexpr BitClass weighted[] = {BitClass::threshold, BitClass::threshold,  BitClass::pattern,
                                     BitClass::pattern,   BitClass::special,    BitClass::subnormal,
                                     BitClass::anywhere,  BitClass::binade_edge};
    Random own = seeded(random);
    const BitClass bit_class = weighted[own.below(std::size(weighted))];
    return shrinkable_code(conversion.from, Draw(conversion, own, size).code(bit_class));
  };
}

std::vector<std::uint64_t> simpler_codes(const Format& format, std::uint64_t code) {
  std::vector<std::uint64_t> simpler;
  const auto add = [&](std::uint64_t candidate) {
    candidate &= format.code_mask();
    if (candidate != code && std::find(simpler.begin(), simpler.end(), candidate) == simpler.end()) {
      simpler.push_back(candidate);
    }
  };
  if (format.is_integer()) {
    const Decoded value = decode(format, code);
    const auto add_signed = [&](std::uint64_t magnitude) { add(value.negative ? ~magnitude + 1 : magnitude); };
    if (value.negative) add(value.significand & format.magnitude_mask());
    if (value.significand == 0) return simpler;
    const int bits = bit_length(value.significand);
    add_signed(std::uint64_t{1} << (bits - 1));
    for (int keep = bits / 2; keep < bits; ++keep) add_signed(value.significand & ~low_bits(bits - keep));
    add_signed(value.significand >> 1);
    add_signed(value.significand - 1);
    return simpler;
  }
  if (format.is_negative(code) && !format.is_nan(code)) add(code ^ format.sign_mask());
  if (format.is_nan(code)) {
    if (code != format.default_nan()) add(format.default_nan());
    return simpler;
  }
  const std::uint64_t sign = code & format.sign_mask(), magnitude = code & format.magnitude_mask();
  if (format.infinities && magnitude == format.infinity_magnitude()) return simpler;
  const std::uint64_t fraction = magnitude & format.fraction_mask();
  const auto field = static_cast<std::int64_t>(magnitude >> format.significand_bits);
  if (fraction != 0) {
    // Of a subnormal the leading bit stays: without any it would be a zero.
    const int bits = field == 0 ? bit_length(fraction) : format.significand_bits;
    const std::uint64_t kept_at_least = field == 0 ? std::uint64_t{1} << (bits - 1) : 0;
    add(sign | (magnitude & ~format.fraction_mask()) | kept_at_least);
    for (int keep = bits / 2; keep < bits; ++keep) add((code & ~low_bits(bits - keep)) | kept_at_least);
    add(code & (code - 1));
  }
  const auto largest_field = static_cast<std::int64_t>(format.largest_finite() >> format.significand_bits);
  const std::int64_t one = std::clamp<std::int64_t>(format.bias, format.has_zero() ? 1 : 0, largest_field);
  for (const std::int64_t closer : {one, (field + one) / 2, field < one ? field + 1 : field - 1}) {
    // (field + one) / 2 may be the field itself; a step must not pass 1.0.
    if (field == one || closer == field) continue;
    const std::uint64_t moved = (static_cast<std::uint64_t>(closer) << format.significand_bits) | fraction;
    if (moved <= format.largest_finite()) add(sign | moved);
  }
  return simpler;
}

}  // namespace hallmark
