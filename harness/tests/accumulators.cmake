# SPDX-License-Identifier: Apache-2.0
# A backend of each accumulator known by name, computed apart from Hallmark's own models, and the test that each passes its
# own profile and no other's.
hallmark_backend_library(accumulators tests/backends
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/accumulators/accumulators.cpp ${CMAKE_CURRENT_LIST_DIR}/accumulators/units.cpp
  LINKS Threads::Threads)
# Half a minute of one core.
hallmark_test(accumulator_pairs_test SOURCES accumulators/pairs_test.cpp LINKS hallmark_suites)
add_dependencies(accumulator_pairs_test tests_backends_accumulators)
# A minute and a half of one core.
certify_test(certify_accumulators_test SOURCES accumulators/certify_test.cpp TIMEOUT 1800 LABELS slow)
target_link_libraries(certify_accumulators_test PRIVATE hallmark_semantics)
