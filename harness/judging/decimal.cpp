// SPDX-License-Identifier: Apache-2.0
#include "judging/decimal.h"

#include <fmt/format.h>

namespace hallmark {

std::string decimal_text(mpfr_srcptr value, std::size_t digit_count, mpfr_rnd_t rounding) {
  if (mpfr_zero_p(value)) return "0";
  mpfr_exp_t point = 0;  // the value is 0.DIGITS * 10^point
  char* raw = mpfr_get_str(nullptr, &point, 10, digit_count, value, rounding);
  std::string digits(raw);
  mpfr_free_str(raw);
  digits.erase(digits.find_last_not_of('0') + 1);
  const auto count = static_cast<mpfr_exp_t>(digits.size());
  if (point > 6 || point < -3) {
    return fmt::format("{}{}{}e{:+}", digits[0], count > 1 ? "." : "", digits.substr(1), point - 1);
  }
  if (point <= 0) return fmt::format("0.{:0>{}}", digits, count - point);
  if (point >= count) return fmt::format("{:0<{}}", digits, point);
  const auto whole = static_cast<std::size_t>(point);
  return fmt::format("{}.{}", digits.substr(0, whole), digits.substr(whole));
}

}  // namespace hallmark
