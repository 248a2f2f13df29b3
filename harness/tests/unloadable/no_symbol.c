// SPDX-License-Identifier: Apache-2.0
// A shared library that is no backend: it does not export hallmark_open.
__attribute__((visibility("default"))) int hallmark_opens(void);

int hallmark_opens(void) { return 1; }
