# SPDX-License-Identifier: Apache-2.0
# Tests of harness/formats: every code against an independent definition, and against ml_dtypes where Python has it.
hallmark_test(formats_test
  SOURCES
    formats/definition.cpp
    formats/every_code.cpp
    formats/builtin_formats_test.cpp
    formats/hardware_test.cpp
    formats/literature_test.cpp
    formats/ml_dtypes_test.cpp
    formats/own_formats_test.cpp
    formats/widens_test.cpp
  LINKS hallmark_formats mpfr gmp)
