// SPDX-License-Identifier: Apache-2.0
// Numbers in decimal as certificates write them.
#pragma once

#include <mpfr.h>

#include <string>

namespace hallmark {

/// "0", "12.5", "0.0625", "5.961e-8" of a finite number that is not negative, to so many digits.
std::string decimal_text(mpfr_srcptr value, std::size_t digits, mpfr_rnd_t rounding);

}  // namespace hallmark
