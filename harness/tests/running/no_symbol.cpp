// SPDX-License-Identifier: Apache-2.0
// A shared library that forgot to export hallmark_open.
extern "C" __attribute__((visibility("default"))) int hallmark_opne(const char*);
extern "C" int hallmark_opne(const char*) { return 0; }
