# SPDX-License-Identifier: Apache-2.0
# Tests of the golden vectors: the file format, the shipped files, `hallmark vectors`, and the part that runs them.
set(vectors_tests ${CMAKE_CURRENT_LIST_DIR}/vectors)
hallmark_test(vectors_test
  SOURCES ${vectors_tests}/vector_file_test.cpp ${vectors_tests}/named_rows_test.cpp
    ${vectors_tests}/named_tuples_test.cpp
  LINKS hallmark_inputs
  TIMEOUT 120)
certify_test(vectors_command_test
  SOURCES ${vectors_tests}/vectors_verb_test.cpp ${vectors_tests}/vectors_part_test.cpp
    ${vectors_tests}/testfloat_test.cpp
  TIMEOUT 600)
find_package(fmt REQUIRED)
target_link_libraries(vectors_command_test PRIVATE hallmark_oracles fmt::fmt)
