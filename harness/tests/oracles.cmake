# SPDX-License-Identifier: Apache-2.0
# Tests of harness/oracles: equal to truth, over the shipped profiles' semantics; the long proof is marked slow.
hallmark_test(oracles_test
  SOURCES
    formats/definition.cpp
    truth/exact_rounding.cpp
    truth/near_thresholds.cpp
    oracles/profile_semantics.cpp
    oracles/arithmetic_test.cpp
    oracles/oracle_convert_test.cpp
    oracles/orders_test.cpp
    oracles/pairs_test.cpp
    oracles/scaling_test.cpp
    oracles/triples_test.cpp
    oracles/lines_test.cpp
    oracles/runs_test.cpp
    oracles/stated_numbers_test.cpp
  LINKS hallmark_oracles hallmark_inputs mpfr gmpxx gmp)

hallmark_test(oracles_slow_test
  SOURCES oracles/hundred_million_test.cpp oracles/hundred_million_pairs_test.cpp
  LINKS hallmark_oracles hallmark_inputs Threads::Threads
  LABELS slow)
