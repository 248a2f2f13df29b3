# SPDX-License-Identifier: Apache-2.0
# Tests of reports/: certificates and their digests, every renderer, writing them to disk.
hallmark_test(reports_test
  SOURCES
    reports/sample.cpp
    reports/python.cpp
    reports/certificate_test.cpp
    reports/console_test.cpp
    reports/documents_test.cpp
    reports/reductions_test.cpp
    reports/schema_test.cpp
    reports/text_test.cpp
    reports/write_test.cpp
  LINKS hallmark_reports)
# Each page is opened nine times in a browser.
hallmark_test(pages_test
  SOURCES reports/sample.cpp reports/python.cpp reports/pages_test.cpp reports/pictures_test.cpp
  LINKS hallmark_reports TIMEOUT 600)
# g++ 12 sees an overlap within std::string's own assignment of a literal (GCC bug 105329).
set_source_files_properties(reports/certificate_test.cpp PROPERTIES COMPILE_OPTIONS
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
