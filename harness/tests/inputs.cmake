# SPDX-License-Identifier: Apache-2.0
# Tests of harness/inputs: the operands hold both sides of every change of truth's answers.
hallmark_test(inputs_test
  SOURCES
    inputs/intervals_test.cpp
    inputs/operands_test.cpp
    inputs/thresholds_test.cpp
    inputs/products_test.cpp
    inputs/scaled_tuples_test.cpp
    inputs/tuples_test.cpp
  LINKS hallmark_inputs hallmark_oracles)
