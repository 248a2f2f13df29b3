// SPDX-License-Identifier: Apache-2.0
#include "judging/describe.h"

#include <fmt/format.h>

#include <bit>

#include "formats/formats.h"

namespace hallmark {

std::string hex_code(const Format& format, std::uint64_t code) {
  return fmt::format("0x{:0{}x}", code, (format.width() + 3) / 4);
}

std::string bits_of_code(const Format& format, std::uint64_t code) {
  const std::uint64_t bits = code & format.code_mask();
  if (format.is_integer()) return fmt::format("{:0{}b}", bits, format.width());
  std::string text;
  if (format.is_signed) text += fmt::format("{} ", format.is_negative(code) ? 1 : 0);
  text += fmt::format("{:0{}b}", (bits & format.magnitude_mask()) >> format.significand_bits, format.exponent_bits);
  if (format.significand_bits > 0) {
    text += fmt::format(" {:0{}b}", bits & format.fraction_mask(), format.significand_bits);
  }
  return text;
}

std::string value_of_code(const Format& format, std::uint64_t code) {
  if ((code & ~format.code_mask()) != 0) return "no code of this format";
  const Decoded value = decode(format, code);
  const std::string sign = value.negative ? "-" : "";
  switch (value.category) {
    case Category::zero:
      return sign + "0";
    case Category::infinity:
      return sign + "infinity";
    case Category::nan:
      if (!format.has_signalling_nan()) return "NaN";
      return (code & format.quiet_bit()) != 0 ? sign + "NaN" : sign + "NaN (signalling)";
    default:
      break;
  }
  if (format.is_integer()) return fmt::format("{}{}", sign, value.significand);
  // Nearly always a double is the value itself. Its code is put together by integers: arithmetic would round or flush.
  if (const auto wide = encode(float64, value.negative, value.significand, value.exponent)) {
    return fmt::format("{}", std::bit_cast<double>(*wide));
  }
  return fmt::format("{}{} * 2^{}", sign, value.significand, value.exponent);
}

std::string describe_code(const Format& format, std::uint64_t code) {
  return fmt::format("{} = {} = {}", hex_code(format, code), bits_of_code(format, code), value_of_code(format, code));
}

std::string describe_codes(const Format& format, const CodeSet& codes) {
  if (codes.low == codes.high && codes.mask == ~std::uint64_t{0}) return hex_code(format, codes.low);
  if (format.has_nan() && format.is_nan(codes.low)) return "nan";
  if (codes.low == 0 && codes.high == format.code_mask()) return "any";
  return hex_code(format, codes.low) + ".." + hex_code(format, codes.high);
}

}  // namespace hallmark
