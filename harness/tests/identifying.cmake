# SPDX-License-Identifier: Apache-2.0
# Tests of identification: what an operation is, from its results alone.
hallmark_test(identifying_test
  SOURCES
    identifying/named_probes_test.cpp
    identifying/reduction_identity_test.cpp
  LINKS hallmark_identifying mpfr gmpxx gmp)
