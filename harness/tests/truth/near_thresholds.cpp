// SPDX-License-Identifier: Apache-2.0
#include "tests/truth/near_thresholds.h"

#include <algorithm>
#include <bit>

#include "inputs/random.h"

namespace hallmark::test {

std::uint64_t source_code_at(const Format& from, const mpq_class& x) {
  if (from.is_integer()) {
    const mpz_class whole = x.get_num() / x.get_den();
    mpz_class code;
    const mpz_class modulus = mpz_class(1) << static_cast<unsigned>(from.width());
    mpz_fdiv_r(code.get_mpz_t(), whole.get_mpz_t(), modulus.get_mpz_t());
    return code.get_ui();
  }
  const mpq_class magnitude = abs(x);
  const std::uint64_t sign = x < 0 ? from.sign_mask() : 0;
  std::uint64_t low = 0, high = from.largest_finite();
  while (low < high) {
    const std::uint64_t middle = low + (high - low + 1) / 2;
    if (value_of(from, middle) <= magnitude) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low | sign;
}

std::vector<std::uint64_t> near_thresholds(const Format& from, const Format& to, std::size_t count) {
  Random random(7, from.name);
  std::vector<std::uint64_t> codes;
  const std::uint64_t mask = from.code_mask();
  const auto around = [&](const mpq_class& x) {
    const std::uint64_t code = source_code_at(from, x);
    for (std::uint64_t step = 0; step <= 4; ++step) codes.push_back((code + step - 2) & mask);
  };
  std::vector<std::uint64_t> targets;
  if (!to.is_integer()) {
    for (std::uint64_t step = 0; step < 4; ++step) {
      targets.push_back(to.smallest_normal() + step);
      if (to.smallest_normal() >= step) targets.push_back(to.smallest_normal() - step);
      targets.push_back(to.largest_finite() - 1 - step);
      targets.push_back(step);
    }
  }
  while (targets.size() < 16 + count / 15) {
    const std::uint64_t top = to.is_integer() ? to.magnitude_mask() : to.largest_finite();
    const int drop = to.is_integer() || random.below(2) == 0 ? static_cast<int>(random.below(64)) : 0;
    targets.push_back(random.between(0, top - 1) >> drop);
  }
  for (const std::uint64_t target : targets) {
    const bool negative = from.is_signed && to.is_signed && random.below(2) != 0;
    const mpq_class value = value_of(to, target);
    const mpq_class middle = (value + value_of(to, target + 1)) / 2;
    around(negative ? mpq_class(-value) : value);
    around(negative ? mpq_class(-middle) : middle);
  }
  if (!to.is_integer()) {  // the overflow threshold
    const mpq_class top = value_of(to, to.largest_finite());
    const mpq_class before = to.significand_bits == 0 ? mpq_class(top / 2) : value_of(to, to.largest_finite() - 1);
    around(top + (top - before) / 2);
    around(top + (top - before));
    // Full precision's last value below the smallest normal, and the midpoint above it.
    const mpq_class normal = value_of(to, to.smallest_normal());
    const mpq_class step = normal / (std::uint64_t{1} << to.precision());
    around(normal - step);
    around(normal - step / 2);
  } else {
    const mpq_class top = value_of(to, to.magnitude_mask());
    for (const char* past : {"0", "1/2", "1", "3/2", "2"}) {
      around(top + mpq_class(past));
      if (from.is_signed) around(-top - mpq_class(past));
      if (from.is_signed) around(-mpq_class(past));
    }
  }
  for (const std::uint64_t sign : {std::uint64_t{0}, from.sign_mask()}) {
    for (std::uint64_t step = 0; step < 4; ++step) {
      codes.push_back(sign + step);
      codes.push_back((sign | from.magnitude_mask()) - step);
      if (!from.is_integer()) codes.push_back((sign | from.smallest_normal()) + step - 2);
      if (!from.is_integer()) codes.push_back((sign | from.largest_finite()) + step - 1);
    }
  }
  while (codes.size() < count) codes.push_back(random.next() & mask);
  for (std::size_t i = 0; i < count / 3; ++i) {
    const std::uint64_t code = random.next() & mask;
    codes.push_back(from.is_integer() ? code >> random.below(static_cast<std::uint64_t>(from.width())) : code);
  }
  std::sort(codes.begin(), codes.end());
  codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
  return codes;
}

}  // namespace hallmark::test
