# SPDX-License-Identifier: Apache-2.0
# Tests of harness/backends and harness/running.
set(hallmark_running_tests ${CMAKE_CURRENT_LIST_DIR}/running)
hallmark_backend_library(tricks tests/running SOURCES ${hallmark_running_tests}/tricks.cpp)
hallmark_backend_library(no_symbol tests/running SOURCES ${hallmark_running_tests}/no_symbol.cpp)

hallmark_test(backends_test
  SOURCES ${hallmark_running_tests}/arrays_test.cpp ${hallmark_running_tests}/library_test.cpp
  LINKS hallmark_backends
  TIMEOUT 120)
add_dependencies(backends_test tests_running_tricks tests_running_no_symbol)

# The process the supervisor's tests start as their worker.
hallmark_library(hallmark_misbehaving_parts SOURCES ${hallmark_running_tests}/misbehaving_parts.cpp
  LINKS hallmark_running)
add_executable(hallmark_test_worker ${hallmark_running_tests}/worker_main.cpp)
target_link_libraries(hallmark_test_worker PRIVATE hallmark_misbehaving_parts hallmark_warnings)

hallmark_test(running_test
  SOURCES ${hallmark_running_tests}/schedule_test.cpp ${hallmark_running_tests}/supervisor_test.cpp
  LINKS hallmark_misbehaving_parts
  DEFINITIONS HALLMARK_TEST_WORKER="$<TARGET_FILE:hallmark_test_worker>"
  TIMEOUT 300)
add_dependencies(running_test hallmark_test_worker tests_running_tricks)
