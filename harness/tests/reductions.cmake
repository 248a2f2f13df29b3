# SPDX-License-Identifier: Apache-2.0
# Tests of reductions: signatures and special values, exact sums, accumulators bit for bit, bounds, hard dot products,
# the calls they come in, and the judge.
hallmark_test(reductions_test
  SOURCES
    formats/definition.cpp
    truth/exact_rounding.cpp
    reductions/bound_test.cpp
    reductions/calls_test.cpp
    reductions/exponentials_test.cpp
    reductions/fixed_point.cpp
    reductions/hard_dots_test.cpp
    reductions/judge_test.cpp
    reductions/mean_test.cpp
    reductions/probes_test.cpp
    reductions/signatures_test.cpp
    reductions/simulation_test.cpp
    reductions/truth_test.cpp
  LINKS hallmark_judging hallmark_suites mpfr gmpxx gmp)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  target_sources(reductions_test PRIVATE reductions/hardware_test.cpp)
endif()
