// SPDX-License-Identifier: Apache-2.0
// A backend whose kernels leave the thread in another state, and whose table is wrong in the way its options name.
#include <sys/wait.h>
#include <unistd.h>

#include <cfenv>
#include <clocale>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>

#include "hallmark/backend.h"

namespace {

std::uint32_t read_mxcsr() {
  std::uint32_t word = 0;
  __asm__ volatile("stmxcsr %0" : "=m"(word));
  return word;
}
void write_mxcsr(std::uint32_t word) { __asm__ volatile("ldmxcsr %0" : : "m"(word)); }

int copy(void*, const hallmark_arguments* arguments) {
  std::memcpy(arguments->result, arguments->operand[0], arguments->rows * 2);
  return 0;
}
int set_ftz(void*, const hallmark_arguments*) {
  write_mxcsr(read_mxcsr() | 0x8040);
  return 0;
}
int set_upward(void*, const hallmark_arguments*) { return std::fesetround(FE_UPWARD); }
int set_x87_precision(void*, const hallmark_arguments*) {
  std::uint16_t word = 0;
  __asm__ volatile("fnstcw %0" : "=m"(word));
  word = static_cast<std::uint16_t>(word & ~0x0300);
  __asm__ volatile("fldcw %0" : : "m"(word));
  return 0;
}
int raise_inexact(void*, const hallmark_arguments*) {
  write_mxcsr(read_mxcsr() | 0x3f);
  return 0;
}
int throw_error(void*, const hallmark_arguments*) { throw std::runtime_error("no such\nluck"); }
int throw_number(void*, const hallmark_arguments*) { throw 7; }
int fail(void*, const hallmark_arguments*) { return 3; }
int set_ftz_and_throw(void*, const hallmark_arguments*) {
  write_mxcsr(read_mxcsr() | 0x8000);
  throw std::runtime_error("both");
}
// Comes back twice; the copy must not go on into the harness.
int fork_twice(void*, const hallmark_arguments*) {
  const pid_t child = fork();
  if (child > 0) waitpid(child, nullptr, 0);
  return 0;
}

const hallmark_operation operations[] = {
    {"copy(bfloat16)->bfloat16", copy},
    {"set_ftz(bfloat16)->bfloat16", set_ftz},
    {"set_upward(bfloat16)->bfloat16", set_upward},
    {"set_x87_precision(bfloat16)->bfloat16", set_x87_precision},
    {"raise_inexact(bfloat16)->bfloat16", raise_inexact},
    {"throw_error(bfloat16)->bfloat16", throw_error},
    {"throw_number(bfloat16)->bfloat16", throw_number},
    {"fail(bfloat16)->bfloat16", fail},
    {"set_ftz_and_throw(bfloat16)->bfloat16", set_ftz_and_throw},
    {"fork_twice(bfloat16)->bfloat16", fork_twice},
};

const char* last_error(void*) { return "unit 3\nlost"; }

hallmark_backend table{};
hallmark_operation changed[2];

const hallmark_backend* with_operations(hallmark_operation first, hallmark_operation second) {
  changed[0] = first;
  changed[1] = second;
  table.operations = changed;
  table.operation_count = 2;
  return &table;
}

const hallmark_backend* wrong_table(std::string_view defect) {
  if (defect == "abi") table.abi = 7;
  if (defect == "flags") table.flags = 0x10;
  if (defect == "no_name") table.name = nullptr;
  if (defect == "empty_name") table.name = "";
  if (defect == "alignment_3") table.alignment = 3;
  if (defect == "alignment_8192") table.alignment = 8192;
  if (defect == "granularity") table.granularity = 65537;
  if (defect == "no_operations") table.operation_count = 0;
  if (defect == "huge_count") table.operation_count = SIZE_MAX / 64;
  if (defect == "null_operations") table.operations = nullptr;
  if (defect == "null_signature") return with_operations({nullptr, copy}, {"copy(float16)->float16", copy});
  if (defect == "null_kernel") return with_operations({"copy(float16)->float16", nullptr}, operations[0]);
  if (defect == "malformed") return with_operations({"copy(float16->float16", copy}, operations[0]);
  if (defect == "modifier_order") return with_operations({"copy[saturate,rtz](float16)->float16", copy}, operations[0]);
  if (defect == "twice") return with_operations(operations[0], operations[0]);
  return &table;
}

}  // namespace

extern "C" const hallmark_backend* hallmark_open(const char* options) {
  const std::string_view option = options;
  table = {};
  table.abi = HALLMARK_ABI;
  table.flags = HALLMARK_EXCLUSIVE;
  table.name = "tricks";
  table.device = "two\nlines";
  table.profile = "ieee754";
  table.granularity = 16;
  table.operations = operations;
  table.operation_count = sizeof operations / sizeof operations[0];
  if (option == "null") {
    std::fputs("first line\nthis machine has no such unit\n", stderr);
    return nullptr;
  }
  if (option == "throw") throw std::runtime_error("cannot start");
  if (option == "unknown_format") return with_operations({"copy(posit16)->posit16", copy}, operations[0]);
  if (option == "ftz_while_opening") write_mxcsr(read_mxcsr() | 0x8000);
  if (option == "elsewhere") {
    if (chdir("/") != 0) return nullptr;
    std::setlocale(LC_ALL, "C.UTF-8");
  }
  if (option == "full") {
    table.last_error = last_error;
    table.version = "1.2";
    table.flags = HALLMARK_THREAD_SAFE;
    table.alignment = 64;
    table.profile = nullptr;
  }
  return wrong_table(option);
}
