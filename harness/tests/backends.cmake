# SPDX-License-Identifier: Apache-2.0
# The backends that Hallmark's own tests certify, as <build>/tests/backends/<name>.so. Most libraries hold several, chosen
# by name through the spec: rounding.so?CV01. The catalogue.csv beside the sources says what each is and what must be found.
foreach(name rounding special_values subnormals overflow integers lanes api single_operands environment determinism properties
        arithmetic comparisons integral functions reductions row_reductions exponentials scaling flushes_on_load nan_guard_deleted)
  hallmark_backend_library(${name} tests/backends SOURCES ${CMAKE_CURRENT_LIST_DIR}/faulty/${name}.cpp
    LINKS Threads::Threads)
endforeach()
# EN07 is a fault of the flag, not of the source. A source's own options come last, after the -fno-fast-math of all.
set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/faulty/nan_guard_deleted.cpp
  PROPERTIES COMPILE_OPTIONS -ffinite-math-only)

foreach(name nan tpu formats manners arithmetic functions reductions row_reductions exponentials scaling)
  hallmark_backend_library(right_${name} tests/backends SOURCES ${CMAKE_CURRENT_LIST_DIR}/right/${name}.cpp
    LINKS Threads::Threads)
endforeach()

foreach(name process results)
  hallmark_backend_library(${name} tests/misbehaving SOURCES ${CMAKE_CURRENT_LIST_DIR}/misbehaving/${name}.cpp
    LINKS Threads::Threads)
endforeach()

foreach(name unloadable no_symbol)
  hallmark_backend_library(${name} tests/backends SOURCES ${CMAKE_CURRENT_LIST_DIR}/unloadable/${name}.c)
endforeach()
