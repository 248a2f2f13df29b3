// SPDX-License-Identifier: Apache-2.0
// A library that Hallmark must refuse to open; the text after '?' in its spec says why.
#include <hallmark/backend.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int kernel(void* state, const hallmark_arguments* arguments) {
  (void)state;
  (void)arguments;
  return 0;
}

static hallmark_operation operations[] = {{"convert(float32)->bfloat16", kernel},
                                          {"convert(bfloat16)->float32", kernel}};

static hallmark_backend backend = {.abi = HALLMARK_ABI,
                                   .name = "unloadable",
                                   .version = "1",
                                   .device = "CPU",
                                   .profile = "ieee754",
                                   .operations = operations,
                                   .operation_count = 2};

static const struct {
  const char *option, *signature;
} malformed[] = {
    {"malformed_no_arrow", "convert(float32)bfloat16"},
    {"malformed_space", "convert(float32) -> bfloat16"},
    {"malformed_upper_case", "Convert(float32)->bfloat16"},
    {"malformed_no_result", "convert(float32)->"},
    {"malformed_no_operand", "convert()->bfloat16"},
    {"malformed_no_name", "(float32)->bfloat16"},
    {"malformed_parenthesis", "convert(float32->bfloat16"},
    {"malformed_trailing", "convert(float32)->bfloat16;"},
    {"malformed_empty_modifiers", "convert[](float32)->bfloat16"},
    {"malformed_modifier_order", "convert[saturate,rtz](float32)->bfloat16"},
    {"malformed_two_roundings", "convert[rne,rtz](float32)->bfloat16"},
    {"malformed_empty", ""},
};

const hallmark_backend* hallmark_open(const char* options) {
  if (strcmp(options, "wrong_abi") == 0) backend.abi = HALLMARK_ABI + 1;
  if (strcmp(options, "empty_table") == 0) backend.operation_count = 0;
  if (strcmp(options, "null_table") == 0) backend.operations = NULL;
  if (strcmp(options, "null_name") == 0) backend.name = NULL;
  if (strcmp(options, "null_version") == 0) backend.version = NULL;
  if (strcmp(options, "null_device") == 0) backend.device = NULL;
  if (strcmp(options, "null_signature") == 0) operations[1].signature = NULL;
  if (strcmp(options, "null_kernel") == 0) operations[1].kernel = NULL;
  if (strcmp(options, "duplicate_signature") == 0) operations[1].signature = "convert(float32)->bfloat16";
  if (strcmp(options, "crashes") == 0) {
    volatile uintptr_t nowhere = 8;
    *(volatile int*)nowhere = 0;
  }
  if (strcmp(options, "aborts") == 0) abort();
  if (strcmp(options, "exits") == 0) _exit(0);
  if (strcmp(options, "hangs") == 0) {
    for (;;) pause();
  }
  if (strcmp(options, "returns_null_silently") == 0) return NULL;
  if (strcmp(options, "returns_null") == 0) {
    fputs("opening the device\nthis machine has no such device\n", stderr);
    return NULL;
  }
  for (size_t i = 0; i < sizeof malformed / sizeof *malformed; ++i) {
    if (strcmp(options, malformed[i].option) == 0) operations[1].signature = malformed[i].signature;
  }
  return &backend;
}
