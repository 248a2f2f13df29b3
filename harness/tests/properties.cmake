# SPDX-License-Identifier: Apache-2.0
# Tests of the property tests: what semantics promise, that nobody right is accused, and that each property kills.
set(properties_tests ${CMAKE_CURRENT_LIST_DIR}/properties)
hallmark_test(properties_test
  SOURCES ${properties_tests}/function_backend.cpp ${properties_tests}/bit_classes_test.cpp
    ${properties_tests}/no_false_alarm_test.cpp ${properties_tests}/parameters_test.cpp
    ${properties_tests}/part_test.cpp ${properties_tests}/rules_test.cpp
    ${properties_tests}/tuple_rules_test.cpp ${properties_tests}/function_rules_test.cpp
  LINKS hallmark_suites)
target_include_directories(properties_test PRIVATE ${PROJECT_SOURCE_DIR}/suites)
add_dependencies(properties_test backends_scalar)
certify_test(properties_command_test SOURCES ${properties_tests}/properties_command_test.cpp TIMEOUT 600)
