// SPDX-License-Identifier: Apache-2.0
#include "conversions/property_cases.h"

#include <rapidcheck.h>

#include <algorithm>
#include <cstdlib>

#include "conversions/property_rules.h"
#include "inputs/bit_classes.h"
#include "inputs/random.h"

namespace hallmark {
namespace {

int leading_exponent(const Format& format, std::uint64_t code) {
  const Decoded value = decode(format, code);
  return value.exponent + bit_length(value.significand) - 1;
}

/// The leading exponents of the format's normal numbers.
std::pair<int, int> exponent_range(const Format& format) {
  const std::uint64_t least = format.is_integer() ? 1 : format.smallest_normal();
  return {leading_exponent(format, least), leading_exponent(format, format.largest_finite())};
}

/// The case of a property that a first operand begins.
class Completion {
 public:
  Completion(const Conversion& conversion, Property property)
      : from_(conversion.from), property_(property), source_(exponent_range(conversion.from)) {
    if (conversion.to.is_integer()) return;
    const auto [low, high] = exponent_range(conversion.to);
    source_ = {std::max(source_.first, low), std::min(source_.second, high)};
  }

  PropertyCase complete(std::uint64_t first, std::uint64_t other, Random& random) const {
    PropertyCase one{property_, first, 0, 0};
    switch (property_) {
      case Property::monotone:
        order(one, other, random);
        break;
      case Property::odd_symmetry:
        one.second = negative_of(from_, first);
        break;
      case Property::scaling:
        scale(one, random);
        break;
      case Property::within_ulp:
      case Property::widen_then_narrow:
        break;
    }
    return one;
  }

 private:
  /// A neighbour, an operand at a distance of any magnitude, or any other operand.
  void order(PropertyCase& one, std::uint64_t other, Random& random) const {
    const std::uint64_t key = to_ordered(from_, one.first), last = from_.code_mask();
    std::uint64_t second = to_ordered(from_, other);
    const std::uint64_t way = random.below(5);
    if (way < 4) {
      const auto bits = way < 2 ? 0 : random.below(static_cast<std::uint64_t>(from_.width()));
      const std::uint64_t distance = (std::uint64_t{1} << bits) | (random.next() & ((std::uint64_t{1} << bits) - 1));
      second = distance <= last - key ? key + distance : key - std::min(key, distance);
    }
    one.first = from_ordered(from_, std::min(key, second));
    one.second = from_ordered(from_, std::max(key, second));
  }

  void scale(PropertyCase& one, Random& random) const {
    one.second = one.first;
    if (decode(from_, one.first).category != Category::normal || source_.first >= source_.second) return;
    const int here = leading_exponent(from_, one.first);
    const auto width = static_cast<std::uint64_t>(source_.second - source_.first + 1);
    one.scale = source_.first + static_cast<int>(random.below(width)) - here;
    one.second = scaled_by(from_, one.first, one.scale).value_or(one.first);
  }

  Format from_;
  Property property_;
  std::pair<int, int> source_;
};

rc::Shrinkable<PropertyCase> shrinkable_case(const Conversion& conversion, const PropertyCase& one) {
  return rc::shrinkable::shrinkRecur(one, [conversion](const PropertyCase& larger) {
    return rc::seq::fromContainer(simpler_cases(conversion, larger));
  });
}

}  // namespace

rc::Gen<PropertyCase> property_cases(const Conversion& conversion, Property property, Promised promised) {
  // What is widened and comes back is a number of the narrow format; its own classes are what matters.
  const Conversion drawn =
      property == Property::widen_then_narrow ? Conversion{conversion.to, conversion.from} : conversion;
  return [codes = bit_class_codes(drawn), completion = Completion(conversion, property), conversion,
          promised = std::move(promised)](const rc::Random& random, int size) {
    constexpr int most_draws = 32;
    rc::Random source = random;
    Random own(rc::Random(source.split()).next());
    PropertyCase one;
    for (int draw = 0; draw < most_draws; ++draw) {
      const std::uint64_t first = codes(source.split(), size).value();
      const std::uint64_t other = codes(source.split(), size).value();
      one = completion.complete(first, other, own);
      if (promised(one)) break;
    }
    return shrinkable_case(conversion, one);
  };
}

std::vector<PropertyCase> simpler_cases(const Conversion& conversion, const PropertyCase& one) {
  const Format& from = conversion.from;
  std::vector<PropertyCase> simpler;
  const auto add = [&](std::uint64_t first, std::uint64_t second, int scale) {
    const PropertyCase candidate{one.property, first, second, scale};
    if (candidate != one) simpler.push_back(candidate);
  };
  switch (one.property) {
    case Property::monotone: {
      const std::uint64_t low = to_ordered(from, one.first), high = to_ordered(from, one.second);
      if (high - low > 1) {
        const std::uint64_t middle = from_ordered(from, low + (high - low) / 2);
        add(one.first, middle, 0);
        add(middle, one.second, 0);
        break;
      }
      for (const std::uint64_t code : simpler_codes(from, one.first)) {
        const std::uint64_t key = to_ordered(from, code);
        if (key != from.code_mask()) add(code, from_ordered(from, key + 1), 0);
      }
      break;
    }
    case Property::odd_symmetry:
      for (const std::uint64_t code : simpler_codes(from, one.first)) add(code, negative_of(from, code), 0);
      break;
    case Property::within_ulp:
      for (const std::uint64_t code : simpler_codes(from, one.first)) add(code, 0, 0);
      break;
    case Property::scaling: {
      const auto add_scaled = [&](std::uint64_t code, int scale) {
        if (const auto scaled = scaled_by(from, code, scale)) add(code, *scaled, scale);
      };
      const int sign = one.scale < 0 ? -1 : 1;
      for (const int scale : {sign, 2 * sign, one.scale / 2, one.scale - sign}) {
        if (scale != 0 && std::abs(scale) < std::abs(one.scale)) add_scaled(one.first, scale);
      }
      for (const std::uint64_t code : simpler_codes(from, one.first)) add_scaled(code, one.scale);
      break;
    }
    case Property::widen_then_narrow:
      for (const std::uint64_t code : simpler_codes(conversion.to, one.first)) add(code, 0, 0);
      break;
  }
  return simpler;
}

}  // namespace hallmark
