# SPDX-License-Identifier: Apache-2.0
# Tests of harness/judging: comparing, explaining, counting, describing, in any floating-point environment.
pkg_check_modules(gmp REQUIRED IMPORTED_TARGET gmp)
hallmark_test(judging_test
  SOURCES
    judging/judged.cpp
    judging/compare_test.cpp
    judging/describe_test.cpp
    judging/diagnose_test.cpp
    judging/distribution_test.cpp
    judging/environment_test.cpp
    judging/explanations_test.cpp
    judging/judge_test.cpp
    judging/sweep_test.cpp
    judging/tally_test.cpp
  LINKS hallmark_judging hallmark_suites PkgConfig::gmp)
