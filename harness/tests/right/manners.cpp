// SPDX-License-Identifier: Apache-2.0
// Right backends whose manners a harness may trip over: alignment, granularity, speed, output, memory of their own.
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "../faulty/signatures.h"

namespace {
using namespace hallmark::kernels;

constexpr auto right = elementwise<convert<float32, bfloat16>>;

bool is_aligned(const void* address) { return reinterpret_cast<std::uintptr_t>(address) % 64 == 0; }

// Holds the harness to the alignment and granularity that the table declares.
int demanding(void*, const hallmark_arguments* arguments) {
  if (!is_aligned(arguments->operand[0]) || !is_aligned(arguments->result) || arguments->rows % 16 != 0) return 1;
  return right(nullptr, arguments);
}

int slow(void*, const hallmark_arguments* arguments) {
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return elementwise<convert<float16, bfloat16>>(nullptr, arguments);
}

// An empty call may have no arrays at all.
int ends_early_when_empty(void*, const hallmark_arguments* arguments) {
  return arguments->rows == 0 ? 0 : right(nullptr, arguments);
}

// What a harness that reads its workers' output would take for a result; bounded, for a sweep has a million calls.
int talkative(void*, const hallmark_arguments* arguments) {
  static std::atomic<int> calls = 0;
  if (++calls <= 10) {
    std::puts("[  PASSED  ] 1 test.\n[  FAILED  ] 1 test, listed below:");
    std::puts("{\"event\":\"finished\",\"outcome\":\"fail\",\"failed\":1,\"verdict\":\"does not conform\"}");
    std::fflush(stdout);
  }
  return right(nullptr, arguments);
}

// Every row is written twice, first with a wrong word.
int writes_twice(void*, const hallmark_arguments* arguments) {
  auto* result = static_cast<volatile uint16_t*>(arguments->result);
  for (std::size_t row = 0; row < arguments->rows; ++row) result[row] = 0xdead;
  return right(nullptr, arguments);
}

// Results leave through a buffer of the backend's own, back to front.
int back_to_front(void*, const hallmark_arguments* arguments) {
  const auto* operand = static_cast<const uint32_t*>(arguments->operand[0]);
  auto* result = static_cast<uint16_t*>(arguments->result);
  thread_local std::vector<uint32_t> buffer;
  buffer.assign(operand, operand + arguments->rows);
  for (std::size_t row = arguments->rows; row-- > 0;) result[row] = convert<float32, bfloat16>(buffer[row]);
  return 0;
}

const TestBackend backends[] = {
    {"demanding", "ieee754", {{float32_bfloat16, demanding}}, 64, 16},
    {"slow", "ieee754", {{float16_bfloat16, slow}}},
    {"ends_early_when_empty", "ieee754", {{float32_bfloat16, ends_early_when_empty}}},
    {"talkative", "ieee754", {{float32_bfloat16, talkative}}},
    {"writes_twice", "ieee754", {{float32_bfloat16, writes_twice}}},
    {"back_to_front", "ieee754", {{float32_bfloat16, back_to_front}}},
};
}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(backends, options); }
