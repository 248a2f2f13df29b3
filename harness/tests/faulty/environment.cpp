// SPDX-License-Identifier: Apache-2.0
// Faulty backends with right numbers that break the rules of a call: memory, errors, the floating-point environment.
#include <unistd.h>

#include <cfenv>
#include <cstdlib>
#include <stdexcept>
#include <thread>

#include "../kernels/flush_mode.h"
#include "signatures.h"

namespace {
using namespace hallmark::kernels;

constexpr auto right = convert<float32, bfloat16>;

int convert_rows(const hallmark_arguments* arguments, std::size_t rows) {
  hallmark_arguments part = *arguments;
  part.rows = rows;
  return elementwise<right>(nullptr, &part);
}

// EN02: of two halves, the one that a pool thread computes is flushed; short calls stay on the caller's thread.
int pool_thread_flushes(void*, const hallmark_arguments* arguments) {
  const auto* operand = static_cast<const uint16_t*>(arguments->operand[0]);
  auto* result = static_cast<uint32_t*>(arguments->result);
  const std::size_t rows = arguments->rows, half = rows < 64 ? rows : rows / 2;
  for (std::size_t row = 0; row < half; ++row) result[row] = convert<bfloat16, float32>(operand[row]);
  if (half == rows) return 0;
  std::thread([=] {
    flush_subnormals();
    volatile float one = 1;
    for (std::size_t row = half; row < rows; ++row) {
      result[row] = std::bit_cast<uint32_t>(std::bit_cast<float>(uint32_t{operand[row]} << 16) * one);
    }
  }).join();
  return 0;
}

// EN02: the calling thread is left flushing.
int flush_mode_left(void*, const hallmark_arguments* arguments) {
  flush_subnormals();
  return convert_rows(arguments, arguments->rows);
}

int rounding_mode_left(void*, const hallmark_arguments* arguments) {
  std::fesetround(FE_UPWARD);
  return convert_rows(arguments, arguments->rows);
}

#if defined(__x86_64__)
// The x87 unit is left computing in float32's precision.
int x87_precision_left(void*, const hallmark_arguments* arguments) {
  unsigned short control;
  asm volatile("fnstcw %0" : "=m"(control));
  control = static_cast<unsigned short>(control & ~0x300);
  asm volatile("fldcw %0" : : "m"(control));
  return convert_rows(arguments, arguments->rows);
}
#endif

// LT04: the count is rounded down to the pack width, and the rest is not written.
int tail_unwritten(void*, const hallmark_arguments* arguments) {
  return convert_rows(arguments, arguments->rows / 4 * 4);
}

// LT08: only the even lanes are written.
int odd_lanes_unwritten(void*, const hallmark_arguments* arguments) {
  const auto* operand = static_cast<const uint32_t*>(arguments->operand[0]);
  auto* result = static_cast<uint16_t*>(arguments->result);
  for (std::size_t row = 0; row < arguments->rows; row += 2) result[row] = right(operand[row]);
  return 0;
}

int nothing_written(void*, const hallmark_arguments*) { return 0; }

int writes_past_end(void*, const hallmark_arguments* arguments) {
  convert_rows(arguments, arguments->rows);
  static_cast<volatile uint16_t*>(arguments->result)[arguments->rows] = 0x3f80;
  return 0;
}

int writes_before_start(void*, const hallmark_arguments* arguments) {
  convert_rows(arguments, arguments->rows);
  static_cast<volatile uint16_t*>(arguments->result)[-1] = 0x3f80;
  return 0;
}

// Full vectors of 16 are read whatever the length; the answers stay right.
int reads_past_end(void*, const hallmark_arguments* arguments) {
  const auto* operand = static_cast<const volatile uint32_t*>(arguments->operand[0]);
  for (std::size_t row = arguments->rows; row % 16 != 0; ++row) static_cast<void>(operand[row]);
  return convert_rows(arguments, arguments->rows);
}

int writes_operand(void*, const hallmark_arguments* arguments) {
  convert_rows(arguments, arguments->rows);
  if (arguments->rows != 0) *static_cast<volatile uint32_t*>(const_cast<void*>(arguments->operand[0])) = 0;
  return 0;
}

// An empty call is legal and writes nothing.
int empty_call_written(void*, const hallmark_arguments* arguments) {
  if (arguments->rows == 0) *static_cast<volatile uint16_t*>(arguments->result) = 0x3f80;
  return convert_rows(arguments, arguments->rows);
}

int fails_on_tails(void*, const hallmark_arguments* arguments) {
  convert_rows(arguments, arguments->rows);
  return arguments->rows % 16 == 0 ? 0 : 1;
}

int throws(void*, const hallmark_arguments*) { throw std::runtime_error("this kernel throws"); }

template <auto end>
uint16_t dies_on_one_operand(uint32_t word) {
  if (word == 0x42280000) end();
  return right(word);
}

void touch_nothing() {
  volatile std::uintptr_t nowhere = 8;  // volatile, so that no compiler knows better
  *reinterpret_cast<volatile int*>(nowhere) = 0;
}

void leave() { _exit(0); }

const TestBackend faults[] = {
    {"EN02_pool", "ieee754", {{bfloat16_float32, pool_thread_flushes}}},
    {"EN02_caller", "ieee754", {{float32_bfloat16, flush_mode_left}}},
    {"LT04", "ieee754", {{float32_bfloat16, tail_unwritten}}},
    {"LT08_even_lanes", "ieee754", {{float32_bfloat16, odd_lanes_unwritten}}},
    {"rounding_mode_left", "ieee754", {{float32_bfloat16, rounding_mode_left}}},
#if defined(__x86_64__)
    {"x87_precision_left", "ieee754", {{float32_bfloat16, x87_precision_left}}},
#endif
    {"nothing_written", "ieee754", {{float32_bfloat16, nothing_written}}},
    {"writes_past_end", "ieee754", {{float32_bfloat16, writes_past_end}}},
    {"writes_before_start", "ieee754", {{float32_bfloat16, writes_before_start}}},
    {"writes_operand", "ieee754", {{float32_bfloat16, writes_operand}}},
    {"reads_past_end", "ieee754", {{float32_bfloat16, reads_past_end}}},
    {"empty_call_written", "ieee754", {{float32_bfloat16, empty_call_written}}},
    {"fails_on_tails", "ieee754", {{float32_bfloat16, fails_on_tails}}},
    {"throws", "ieee754", {{float32_bfloat16, throws}}},
    {"crashes_on_one_operand", "ieee754", {{float32_bfloat16, elementwise<dies_on_one_operand<touch_nothing>>}}},
    {"aborts_on_one_operand", "ieee754", {{float32_bfloat16, elementwise<dies_on_one_operand<std::abort>>}}},
    {"exits_on_one_operand", "ieee754", {{float32_bfloat16, elementwise<dies_on_one_operand<leave>>}}},
};
}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(faults, options); }
