// SPDX-License-Identifier: Apache-2.0
// IEEE 754 targets against MPFR's own emulation: mpfr_set, mpfr_check_range, mpfr_subnormalize.
#include <gtest/gtest.h>
#include <mpfr.h>

#include <bit>

#include "formats/formats.h"
#include "inputs/random.h"
#include "oracles/convert.h"
#include "tests/truth/near_thresholds.h"
#include "truth/truth.h"

namespace hallmark::test {
namespace {

/// The target as MPFR's exponent range, restored at the end; MPFR's significands lie in [1/2, 1).
class ExponentRange {
 public:
  explicit ExponentRange(const Format& to) : low_(mpfr_get_emin()), high_(mpfr_get_emax()) {
    mpfr_set_emin(to.min_exponent() - to.significand_bits + 1);
    mpfr_set_emax(to.bias + 1);
  }
  ~ExponentRange() {
    mpfr_set_emin(low_);
    mpfr_set_emax(high_);
  }
  ExponentRange(const ExponentRange&) = delete;
  ExponentRange& operator=(const ExponentRange&) = delete;

 private:
  mpfr_exp_t low_, high_;
};

/// x rounded by MPFR, as a code.
std::uint64_t rounded_by_mpfr(const Format& to, mpfr_srcptr x, mpfr_rnd_t rounding) {
  mpfr_t result;
  mpfr_init2(result, to.precision());
  {
    const ExponentRange range(to);
    int ternary = mpfr_set(result, x, rounding);
    ternary = mpfr_check_range(result, ternary, rounding);
    mpfr_subnormalize(result, ternary, rounding);
  }
  const std::uint64_t sign = mpfr_signbit(result) != 0 ? to.sign_mask() : 0;
  std::uint64_t magnitude = 0;
  if (mpfr_inf_p(result) != 0) {
    magnitude = to.infinity_magnitude();
  } else if (mpfr_zero_p(result) == 0) {
    // In units of the smallest subnormal a code's magnitude is its significand, shifted by all binades but the first.
    mpz_t units;
    mpz_init(units);
    const auto exponent = static_cast<int>(mpfr_get_z_2exp(units, result));
    std::uint64_t significand = mpz_get_ui(units);
    mpz_clear(units);
    const int leading = exponent + bit_length(significand) - 1;
    const int binade = leading < to.min_exponent() ? 0 : leading - to.min_exponent();
    const int quantum = to.min_exponent() + binade - to.significand_bits;
    significand = exponent >= quantum ? significand << (exponent - quantum) : significand >> (quantum - exponent);
    magnitude = significand + (static_cast<std::uint64_t>(binade) << to.significand_bits);
  }
  mpfr_clear(result);
  return magnitude | sign;
}

/// Kills: any departure from IEEE 754 in the four directions MPFR has, overflow and gradual underflow included.
class MpfrRounding : public testing::TestWithParam<std::tuple<const char*, const char*>> {};

TEST_P(MpfrRounding, Agrees) {
  const Format& from = *find_format(std::get<0>(GetParam()));
  const Format& to = *find_format(std::get<1>(GetParam()));
  constexpr std::pair<Rounding, mpfr_rnd_t> directions[] = {
      {Rounding::rne, MPFR_RNDN}, {Rounding::rtz, MPFR_RNDZ}, {Rounding::rup, MPFR_RNDU}, {Rounding::rdn, MPFR_RNDD}};
  std::vector<Semantics> list(4);
  for (std::size_t i = 0; i < 4; ++i) list[i].rounding = directions[i].first;
  std::vector<CodeSet> answers(4);
  Truth truth;
  mpfr_t x;
  mpfr_init2(x, 64);
  std::uint64_t wrong = 0, tried = 0;
  for (const std::uint64_t operand : near_thresholds(from, to, 60000)) {
    const Category category = classify(from, operand);
    if (category != Category::normal && category != Category::subnormal) continue;
    mpfr_set_q(x, value_of(from, operand).get_mpq_t(), MPFR_RNDN);
    truth.convert({from, to}, list, operand, answers);
    for (std::size_t i = 0; i < 4; ++i) {
      ++tried;
      const std::uint64_t right = rounded_by_mpfr(to, x, directions[i].second);
      const CodeSet fast = oracle_convert({from, to}, list[i], operand);
      if ((answers[i] != CodeSet::single(right) || fast != answers[i]) && ++wrong <= 5) {
        ADD_FAILURE() << std::hex << operand << " rounding " << i << ": truth " << answers[i].low << " oracle "
                      << fast.low << " MPFR " << right;
      }
    }
  }
  mpfr_clear(x);
  EXPECT_EQ(wrong, 0u);
  EXPECT_GT(tried, 100000u);
}

INSTANTIATE_TEST_SUITE_P(Ieee, MpfrRounding,
                         testing::Combine(testing::Values("float64", "float32", "int64", "uint32"),
                                          testing::Values("float32", "float16", "bfloat16", "float8_e5m2", "float64")),
                         [](const auto& pair) {
                           return std::string(std::get<0>(pair.param)) + "_to_" + std::get<1>(pair.param);
                         });

}  // namespace
}  // namespace hallmark::test
