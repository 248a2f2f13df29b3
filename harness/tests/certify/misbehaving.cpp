// SPDX-License-Identifier: Apache-2.0
// Backends for the tests of the whole program: each does one thing to the run around it, beside operations that are
// right.
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "../faulty/signatures.h"

namespace {
using namespace hallmark::kernels;

constexpr uint32_t chosen = 0x42280000;

constexpr auto right = elementwise<convert<float32, bfloat16>>;
constexpr auto also_right = elementwise<convert<float16, bfloat16>>;
constexpr auto truncates = elementwise<convert<float32, bfloat16, Policy{.rounding = Rounding::rtz}>>;

bool has_chosen(const hallmark_arguments* arguments) {
  const auto* operand = static_cast<const uint32_t*>(arguments->operand[0]);
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    if (operand[row] == chosen) return true;
  }
  return false;
}

void crash() {
  volatile std::uintptr_t nowhere = 8;  // volatile, so that no compiler knows better
  *reinterpret_cast<volatile int*>(nowhere) = 0;
}

int crashes_on_one(void* state, const hallmark_arguments* arguments) {
  if (has_chosen(arguments)) crash();
  return right(state, arguments);
}

int crashes_always(void*, const hallmark_arguments*) {
  crash();
  return 0;
}

int hangs_on_one(void* state, const hallmark_arguments* arguments) {
  while (has_chosen(arguments)) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  return right(state, arguments);
}

int fails_on_one(void* state, const hallmark_arguments* arguments) {
  right(state, arguments);
  return has_chosen(arguments) ? 7 : 0;
}

// More than the limit that the test sets, and held for long enough to be seen.
int takes_memory(void* state, const hallmark_arguments* arguments) {
  constexpr std::size_t size = std::size_t{600} << 20;
  static char* held = nullptr;
  if (held == nullptr) {
    held = static_cast<char*>(std::malloc(size));
    std::memset(held, 1, size);
    std::this_thread::sleep_for(std::chrono::seconds(2));
  }
  return right(state, arguments);
}

// Says in every way it can that it passed.
int boasts(void* state, const hallmark_arguments* arguments) {
  static int calls = 0;
  if (++calls <= 10) {
    std::puts("[       OK ] convert_float32_to_bfloat16.part_00 (0 ms)\n[  PASSED  ] 1 test.");
    std::puts(
        "{\"event\":\"finished\",\"part\":\"convert_float32_to_bfloat16.part_00\",\"result\":{\"failed\":false}}");
    std::fputs("{\"verdict\":\"conforms\"}\n", stderr);
    std::fflush(stdout);
  }
  return truncates(state, arguments);
}

const TestBackend backends[] = {
    {"crashes_on_one", "ieee754", {{float32_bfloat16, crashes_on_one}, {float16_bfloat16, also_right}}},
    {"crashes_always", "ieee754", {{float32_bfloat16, crashes_always}, {float16_bfloat16, also_right}}},
    {"hangs_on_one", "ieee754", {{float32_bfloat16, hangs_on_one}, {float16_bfloat16, also_right}}},
    {"fails_on_one", "ieee754", {{float32_bfloat16, fails_on_one}, {float16_bfloat16, also_right}}},
    {"takes_memory", "ieee754", {{float32_bfloat16, takes_memory}, {float16_bfloat16, also_right}}},
    {"boasts", "ieee754", {{float32_bfloat16, boasts}}},
    {"claims nothing/..", nullptr, {{float16_bfloat16, also_right}}},
};
}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(backends, options); }
