# SPDX-License-Identifier: Apache-2.0
# Tests of the whole program, as a user runs it: certificates, exit codes, messages, on faulty, right and unruly backends.
find_package(nlohmann_json REQUIRED)
find_package(GTest REQUIRED)
set(certify_tests ${CMAKE_CURRENT_LIST_DIR}/certify)
hallmark_backend_library(misbehaving tests/certify SOURCES ${certify_tests}/misbehaving.cpp LINKS Threads::Threads)

hallmark_library(hallmark_certify_steps
  SOURCES ${certify_tests}/hallmark_process.cpp ${certify_tests}/certificates.cpp ${certify_tests}/catalogue.cpp
    ${certify_tests}/mechanisms.cpp ${certify_tests}/faulty.cpp ${certify_tests}/right.cpp
  LINKS GTest::gtest nlohmann_json::nlohmann_json Threads::Threads)
# The CSV library copies a file's name with strncpy, and ends it by hand.
set_source_files_properties(${certify_tests}/catalogue.cpp PROPERTIES COMPILE_OPTIONS
  $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-truncation>)
target_compile_definitions(hallmark_certify_steps PUBLIC HALLMARK_PROGRAM="$<TARGET_FILE:hallmark>"
  HALLMARK_SOURCE_DIR="${PROJECT_SOURCE_DIR}" HALLMARK_BINARY_DIR="${PROJECT_BINARY_DIR}")

# certify_test(NAME SOURCES a_test.cpp [TIMEOUT seconds] [LABELS slow]): a test of the program and all that it opens.
function(certify_test name)
  hallmark_test(${name} LINKS hallmark_certify_steps ${ARGN})
  add_dependencies(${name} hallmark tests_certify_misbehaving tests_misbehaving_process tests_misbehaving_results
    backends_scalar
    tests_backends_rounding tests_backends_special_values tests_backends_subnormals tests_backends_overflow
    tests_backends_integers tests_backends_lanes tests_backends_api tests_backends_single_operands
    tests_backends_environment tests_backends_determinism tests_backends_properties tests_backends_flushes_on_load
    tests_backends_nan_guard_deleted
    tests_backends_arithmetic tests_backends_comparisons tests_backends_integral tests_backends_functions
    tests_backends_reductions tests_backends_right_reductions
    tests_backends_row_reductions tests_backends_right_row_reductions
    tests_backends_exponentials tests_backends_right_exponentials
    tests_backends_scaling tests_backends_right_scaling
    tests_backends_right_nan tests_backends_right_tpu tests_backends_right_formats tests_backends_right_manners
    tests_backends_right_arithmetic tests_backends_right_functions
    tests_backends_accumulators
    tests_backends_unloadable tests_backends_no_symbol)
endfunction()

certify_test(certify_faulty_test SOURCES ${certify_tests}/faulty_test.cpp TIMEOUT 1800)
certify_test(certify_right_test SOURCES ${certify_tests}/right_test.cpp ${certify_tests}/unloadable_test.cpp)
certify_test(certify_reduction_traits_test SOURCES ${certify_tests}/reduction_traits_test.cpp)
certify_test(certify_command_test
  SOURCES ${certify_tests}/command_line_test.cpp ${certify_tests}/determinism_test.cpp ${certify_tests}/verbs_test.cpp)
certify_test(certify_reproduce_test SOURCES ${certify_tests}/reproduce_test.cpp)
certify_test(certify_full_disk_test SOURCES ${certify_tests}/full_disk_test.cpp)
certify_test(certify_resume_test SOURCES ${certify_tests}/resume_test.cpp LABELS slow)
certify_test(certify_misbehaving_test SOURCES ${certify_tests}/misbehaving_test.cpp)
certify_test(certify_misbehaving_matrix_test SOURCES ${certify_tests}/misbehaving_matrix_test.cpp TIMEOUT 1800)
certify_test(certify_facts_test SOURCES ${certify_tests}/facts_test.cpp)
if(TARGET backends_avx512_bf16)
  add_dependencies(certify_facts_test backends_avx512_bf16)
endif()
# Both catalogues at level standard: about half an hour of two cores.
certify_test(certify_standard_test SOURCES ${certify_tests}/standard_test.cpp TIMEOUT 5400 LABELS slow)
