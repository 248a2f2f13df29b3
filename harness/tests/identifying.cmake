# SPDX-License-Identifier: Apache-2.0
# Tests of identification: what an operation is, from its results alone.
hallmark_test(identifying_test
  SOURCES
    identifying/named_probes_test.cpp
    identifying/reduction_identity_test.cpp
  LINKS hallmark_identifying mpfr gmpxx gmp)
certify_test(identify_command_test
  SOURCES identifying/identify_command_test.cpp identifying/elementwise_command_test.cpp
    identifying/row_reductions_command_test.cpp)
target_link_libraries(identify_command_test PRIVATE hallmark_semantics)
add_dependencies(identify_command_test tests_backends_accumulators)
# Known semantics, kernels of the faulty backends, functions: what made the results is found again.
hallmark_test(elementwise_identity_test
  SOURCES
    identifying/made_calls.cpp
    identifying/functions_test.cpp
    identifying/kernels_test.cpp
    identifying/profile_semantics_test.cpp
    identifying/random_semantics_test.cpp
  LINKS hallmark_identifying hallmark_backends)
