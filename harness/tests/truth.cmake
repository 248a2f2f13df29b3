# SPDX-License-Identifier: Apache-2.0
# Tests of harness/truth and of the one routine that rounds, against GMP rationals and MPFR's own rounding.
hallmark_test(truth_test
  SOURCES
    formats/definition.cpp
    truth/exact_rounding.cpp
    truth/near_thresholds.cpp
    truth/eight_bit_targets_test.cpp
    truth/mpfr_rounding_test.cpp
    truth/own_formats_test.cpp
    truth/public_conversions_test.cpp
    truth/special_operands_test.cpp
    truth/stochastic_test.cpp
    truth/wide_targets_test.cpp
  LINKS hallmark_oracles hallmark_inputs mpfr gmpxx gmp)
