# SPDX-License-Identifier: Apache-2.0
# Tests of sweeps that no command could run to their end.
hallmark_test(sweeps_test SOURCES sweeps/product_sweep_test.cpp LINKS hallmark_suites)
target_include_directories(sweeps_test PRIVATE ${PROJECT_SOURCE_DIR}/suites)
