// SPDX-License-Identifier: Apache-2.0
// Finding a format by its name, keeping the names of a user's own, and which format holds every value of another.
#include "formats/formats.h"

#include <mutex>
#include <set>

namespace hallmark {

const Format* find_format(std::string_view name) {
  for (const Format& format : floating_formats) {
    if (format.name == name) return &format;
  }
  for (const Format& format : integer_formats) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

std::string_view intern_name(std::string name) {
  static std::mutex mutex;
  static std::set<std::string, std::less<>> names;  // nodes never move
  const std::lock_guard lock(mutex);
  return *names.insert(std::move(name)).first;
}

bool widens(const Format& from, const Format& to) {
  if (from.is_signed && !to.is_signed) return false;
  if ((from.has_nan() && !to.has_nan()) || (from.infinities && !to.infinities)) return false;
  if ((from.has_zero() && !to.has_zero()) || (from.has_negative_zero() && !to.has_negative_zero())) return false;
  const auto holds = [&](std::uint64_t code) {
    const Decoded value = decode(from, code);
    return value.significand == 0 || encode(to, value.negative, value.significand, value.exponent).has_value();
  };
  // Two neighbours at either end of the magnitudes suffice. One of each pair has an odd significand, so `to` resolves
  // from's quantum there; between the ends a format's quantum never falls below what these two imply.
  const std::uint64_t least = from.smallest_magnitude();
  const std::uint64_t largest = from.largest_finite();
  if (!holds(least) || !holds(largest)) return false;
  if (least < largest && (!holds(least + 1) || !holds(largest - 1))) return false;
  return !from.is_integer() || holds(from.sign_mask());  // two's complement's minimum has no positive twin
}

}  // namespace hallmark
