# SPDX-License-Identifier: Apache-2.0
hallmark_test(semantics_test LINKS hallmark_semantics SOURCES
  ${CMAKE_CURRENT_LIST_DIR}/semantics/fields_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/semantics/operand_axis_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/semantics/own_formats_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/semantics/refusals_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/semantics/resolve_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/semantics/shipped_profiles_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/semantics/signature_test.cpp)
