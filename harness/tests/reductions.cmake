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
    reductions/growth_test.cpp
    reductions/hard_dots_test.cpp
    reductions/judge_test.cpp
    reductions/mean_test.cpp
    reductions/probes_test.cpp
    reductions/signatures_test.cpp
    reductions/simulation_test.cpp
    reductions/symmetries_test.cpp
    reductions/thread_limit_test.cpp
    reductions/sums_test.cpp
    reductions/truth_test.cpp
  LINKS hallmark_judging hallmark_suites mpfr gmpxx gmp)
target_link_libraries(reductions_test PRIVATE ${CMAKE_DL_LIBS})
add_dependencies(reductions_test tests_backends_right_reductions)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  target_sources(reductions_test PRIVATE reductions/hardware_test.cpp)
  # GCC 12's AVX-512 header initialises an "undefined" vector with itself and then warns about it (GCC bug 105593).
  hallmark_test(reductions_vdpbf16ps_slow_test
    SOURCES reductions/vdpbf16ps_slow_test.cpp
    LINKS hallmark_judging fmt::fmt mpfr gmpxx gmp
    LABELS slow)
  target_compile_options(reductions_vdpbf16ps_slow_test PRIVATE
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized> $<$<CXX_COMPILER_ID:GNU>:-Wno-uninitialized>)
endif()
