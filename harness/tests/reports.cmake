# SPDX-License-Identifier: Apache-2.0
# Tests of reports/: certificates and their digests, every renderer, writing them to disk.
hallmark_test(reports_test
  SOURCES
    reports/sample.cpp
    reports/python.cpp
    reports/certificate_test.cpp
    reports/console_test.cpp
    reports/documents_test.cpp
    reports/schema_test.cpp
    reports/text_test.cpp
    reports/write_test.cpp
  LINKS hallmark_reports)
