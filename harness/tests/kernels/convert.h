// SPDX-License-Identifier: Apache-2.0
// The right conversion between two floating-point formats, in integers, from which faulty backends deviate.
#ifndef HALLMARK_TESTS_KERNELS_CONVERT_H
#define HALLMARK_TESTS_KERNELS_CONVERT_H

#include <bit>

#include "format.h"
#include "policy.h"

namespace hallmark::kernels {

template <Format to>
constexpr std::uint64_t infinity_or_nan() {
  if constexpr (to.specials == Specials::ieee) return to.infinity();
  if constexpr (to.specials == Specials::fn) return to.sign_bit() - 1;
  return to.sign_bit();
}

// The magnitude significand * 2^(exponent - precision_bits), with the significand in [2^precision_bits, 2 of those),
// as a word of the format `to`. Packing by addition lets a carry out of the fraction step the exponent.
template <Format to, Policy policy, class Work>
constexpr Word<to> pack(bool negative, Work significand, int exponent, int precision_bits) {
  int field = exponent + to.bias, shift = precision_bits - to.fraction_bits;
  if (field < 1) {
    if constexpr (policy.flush == Flush::after_rounding) {
      const bool carries =
          shift > 0 && round_shift(significand, shift, negative, policy.rounding) > 2 * to.smallest_normal() - 1;
      if (field < 0 || !carries) return policy.positive_zero ? Word<to>{0} : signed_word<to>(negative, 0);
    }
    // Beyond two bits below the significand all of it is sticky, so more of a shift changes nothing.
    shift = std::min(shift + 1 - field, precision_bits + 2);
    field = 1;
  }
  const Work rounded =
      shift > 0 ? round_shift(significand, shift, negative, policy.rounding) : static_cast<Work>(significand << -shift);
  const Work code = static_cast<Work>((static_cast<Work>(field - 1) << to.fraction_bits) + rounded);
  if (code > to.largest())
    return signed_word<to>(negative, clamps(policy, negative) ? to.largest() : infinity_or_nan<to>());
  if (policy.flush == Flush::delivered && code < to.smallest_normal() && code != 0) {
    return policy.positive_zero ? Word<to>{0} : signed_word<to>(negative, 0);
  }
  return signed_word<to>(negative, code);
}

template <Format from, Format to, Policy policy>
constexpr Word<to> convert_nan(Word<from> word) {
  if constexpr (to.specials != Specials::ieee) return signed_word<to>(is_negative<from>(word), infinity_or_nan<to>());
  if constexpr (policy.nan == Nan::positive) return signed_word<to>(false, to.infinity() | to.quiet_bit());
  if constexpr (policy.nan == Nan::negative) return signed_word<to>(true, to.infinity() | to.quiet_bit());
  if constexpr (policy.nan == Nan::all_ones) return signed_word<to>(true, to.sign_bit() - 1);
  std::uint64_t payload = from.specials == Specials::ieee ? word & from.fraction_mask() : from.quiet_bit();
  constexpr int drop = from.fraction_bits - to.fraction_bits;
  payload = drop > 0 ? payload >> (drop > 0 ? drop : 0) : payload << (drop > 0 ? 0 : -drop);
  if (policy.nan == Nan::quiet_payload || payload == 0) payload |= to.quiet_bit();
  return signed_word<to>(is_negative<from>(word), to.infinity() | payload);
}

// Two formats of one exponent range, such as float32 and bfloat16: a word is rounded as an integer, subnormals and
// carries included. Without branches, so that compilers vectorise it: sweeps of all float32 operands spend their time
// here.
template <Format from, Format to, Policy policy>
constexpr Word<to> convert_same_range(Word<from> word) {
  constexpr int drop = from.fraction_bits - to.fraction_bits;
  using Work = std::conditional_t<(from.width() > 32), std::uint64_t, std::uint32_t>;
  constexpr Work infinity = static_cast<Work>(from.infinity());
  const bool negative = is_negative<from>(word);
  const Work bits = magnitude<from>(word);
  const Work largest = static_cast<Work>(to.largest()), limit = static_cast<Work>(to.infinity());
  Work code = round_shift(bits, drop, negative, policy.rounding);
  code = code > largest ? (clamps(policy, negative) ? largest : limit) : code;
  code = bits == infinity && policy.overflow != Overflow::saturate ? limit : code;
  bool signed_result = negative;
  if constexpr (policy.flush == Flush::operands) {
    code = bits < from.smallest_normal() ? 0 : code;
    signed_result = negative && !(policy.positive_zero && bits != 0 && bits < from.smallest_normal());
  }
  const Word<to> number = signed_word<to>(signed_result, code);
  return bits > infinity ? convert_nan<from, to, policy>(word) : number;
}

// Any format to any other, narrower or wider.
template <Format from, Format to, Policy policy = Policy{}>
constexpr Word<to> convert(Word<from> word) {
  using Work = std::conditional_t<(from.width() > 32 || to.width() > 32), std::uint64_t, std::uint32_t>;
  if constexpr (from.exponent_bits == to.exponent_bits && from.bias == to.bias &&
                from.fraction_bits > to.fraction_bits && from.specials == to.specials &&
                (policy.flush == Flush::keep || policy.flush == Flush::operands)) {
    return convert_same_range<from, to, policy>(word);
  }
  const bool negative = is_negative<from>(word);
  if (is_nan<from>(word)) return convert_nan<from, to, policy>(word);
  if (is_infinite<from>(word)) {
    return signed_word<to>(negative, policy.overflow == Overflow::saturate ? to.largest() : infinity_or_nan<to>());
  }
  const Work bits = magnitude<from>(word);
  if (bits == 0) return signed_word<to>(negative, 0);
  const int field = static_cast<int>(bits >> from.fraction_bits);
  if (field != 0) {
    const Work significand = static_cast<Work>((bits & from.fraction_mask()) | from.smallest_normal());
    return pack<to, policy>(negative, significand, field - from.bias, from.fraction_bits);
  }
  if (policy.flush == Flush::operands) return policy.positive_zero ? Word<to>{0} : signed_word<to>(negative, 0);
  const int lift = from.fraction_bits + 1 - static_cast<int>(std::bit_width(bits));
  return pack<to, policy>(negative, static_cast<Work>(bits << lift), 1 - from.bias - lift, from.fraction_bits);
}

}  // namespace hallmark::kernels

#endif  // HALLMARK_TESTS_KERNELS_CONVERT_H
