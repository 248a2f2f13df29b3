# SPDX-License-Identifier: Apache-2.0
# Registers the CTest `consumer`: Hallmark as a stranger's project sees it once it is installed.
if(TARGET hallmark)
  add_test(NAME consumer COMMAND ${CMAKE_COMMAND}
    -D build=${PROJECT_BINARY_DIR}
    -D consumer=${CMAKE_CURRENT_LIST_DIR}/consumer
    -D work=${PROJECT_BINARY_DIR}/consumer
    -D config=$<CONFIG>
    -D compiler=${CMAKE_C_COMPILER}
    -P ${CMAKE_CURRENT_LIST_DIR}/consumer_test.cmake)
  set_tests_properties(consumer PROPERTIES TIMEOUT 600)
  hallmark_sanitized(consumer)
endif()
