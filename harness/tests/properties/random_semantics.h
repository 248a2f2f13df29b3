// SPDX-License-Identifier: Apache-2.0
// Semantics and operands drawn at random, for tests that properties raise no false alarm.
#pragma once

#include "arithmetic/tuple_property.h"
#include "inputs/random.h"
#include "inputs/tuples.h"

namespace hallmark::test {

template <class Enum>
Enum pick(Random& random, Enum last) {
  return static_cast<Enum>(random.below(static_cast<std::uint64_t>(last) + 1));
}

/// Semantics that nobody ever wrote down.
inline Semantics random_semantics(Random& random) {
  Semantics s;
  s.rounding = pick(random, Rounding::rto);
  s.subnormal_operands = pick(random, SubnormalOperands::flush);
  s.flushed_zero = pick(random, FlushedZero::positive);
  s.overflow = pick(random, Overflow::nan);
  s.subnormal_results = pick(random, SubnormalResults::flush_delivered);
  s.nan = pick(random, Nan::canonical);
  s.nan_sign = pick(random, NanSign::positive);
  s.nan_operand = pick(random, NanOperand::either);
  s.generated_nan = pick(random, GeneratedNan::negative);
  s.fma = pick(random, Fma::unfused);
  if (random.below(4) == 0) s.evaluate_in = "float32";
  return s;
}

/// Codes near each other as often as not, of every category.
inline TupleSeed draw_seed(const Format& format, std::size_t count, Random& random) {
  TupleSeed seed;
  const std::vector<std::uint64_t> special = special_codes(format);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t any = random.next() & format.code_mask();
    switch (random.below(4)) {
      case 0:
        seed.codes.push_back(special[static_cast<std::size_t>(random.below(special.size()))]);
        break;
      case 1:
        seed.codes.push_back(i > 0 ? seed.codes[0] ^ (any & 0xf) : any);
        break;
      default:
        seed.codes.push_back(any);
    }
  }
  return seed;
}

}  // namespace hallmark::test
