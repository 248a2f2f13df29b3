# SPDX-License-Identifier: Apache-2.0
# Tests of elementary functions: special values, truth, acceptance, tables and estimates, the judge and what it keeps.
hallmark_test(functions_test
  SOURCES
    formats/definition.cpp
    truth/exact_rounding.cpp
    functions/reference.cpp
    functions/acceptance_test.cpp
    functions/domains_test.cpp
    functions/errors_test.cpp
    functions/judge_test.cpp
    functions/oracles_test.cpp
    functions/special_values_test.cpp
  LINKS hallmark_judging hallmark_suites mpfr gmpxx gmp)

# Not a test: makes the table of hardest operands again.
add_executable(find_hardest_operands EXCLUDE_FROM_ALL functions/find_hardest_operands.cpp)
target_compile_options(find_hardest_operands PRIVATE -O2)
target_link_libraries(find_hardest_operands PRIVATE hallmark_truth fmt::fmt)
