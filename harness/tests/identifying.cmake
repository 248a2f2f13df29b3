# SPDX-License-Identifier: Apache-2.0
# Tests of harness/identifying: known semantics, faulty kernels and functions are found from their results.
hallmark_test(elementwise_identity_test
  SOURCES
    identifying/made_calls.cpp
    identifying/random_semantics_test.cpp
  LINKS hallmark_identifying hallmark_backends)
