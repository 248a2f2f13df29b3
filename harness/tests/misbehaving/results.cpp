// SPDX-License-Identifier: Apache-2.0
// Misbehaving backends: what kernels may do with their arrays, and results that depend on more than the operands.
#include <cstring>
#include <vector>

#include "../faulty/signatures.h"
#include "chosen.h"

namespace {
using namespace hallmark::kernels;

constexpr auto right = convert<float32, bfloat16>;
constexpr auto truncated = convert<float32, bfloat16, Policy{.rounding = Rounding::rtz}>;

template <auto function>
int each(const hallmark_arguments* arguments) {
  return elementwise<function>(nullptr, arguments);
}

// The operands are what they were, and were written all the same: another reader of them may be at work.
int writes_same_operand(void*, const hallmark_arguments* arguments) {
  if (arguments->rows != 0) {
    auto* operand = static_cast<volatile uint32_t*>(const_cast<void*>(arguments->operand[0]));
    *operand = *operand;
  }
  return each<right>(arguments);
}

int writes_one_less(void*, const hallmark_arguments* arguments) {
  hallmark_arguments fewer = *arguments;
  if (fewer.rows != 0) --fewer.rows;
  return each<right>(&fewer);
}

// Right, but the row that holds the chosen operand is left as it was.
int skips_one(void*, const hallmark_arguments* arguments) {
  const auto* operand = static_cast<const uint32_t*>(arguments->operand[0]);
  auto* result = static_cast<uint16_t*>(arguments->result);
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    if (operand[row] != chosen) result[row] = right(operand[row]);
  }
  return 0;
}

// From the second call on nothing is written: what stands there is the call before's.
int writes_once(void*, const hallmark_arguments* arguments) {
  static bool called = false;
  if (called) return 0;
  called = true;
  return each<right>(arguments);
}

// A cache that knows its operands by where they lie and how many they are.
int remembers_by_address(void*, const hallmark_arguments* arguments) {
  static const void* address = nullptr;
  static std::vector<uint16_t> kept;
  const std::size_t rows = arguments->rows;
  if (address != arguments->operand[0] || kept.size() != rows) {
    each<right>(arguments);
    address = arguments->operand[0];
    kept.assign(static_cast<const uint16_t*>(arguments->result),
                static_cast<const uint16_t*>(arguments->result) + rows);
  } else if (rows != 0) {
    std::memcpy(arguments->result, kept.data(), rows * sizeof(uint16_t));
  }
  return 0;
}

// The rounding mode that the last operand of a call asked for is still there for the first row of the next.
int carries_over(void*, const hallmark_arguments* arguments) {
  static bool truncates = false;
  each<right>(arguments);
  const auto* operand = static_cast<const uint32_t*>(arguments->operand[0]);
  if (arguments->rows == 0) return 0;
  if (truncates) *static_cast<uint16_t*>(arguments->result) = truncated(operand[0]);
  truncates = (operand[arguments->rows - 1] & 1) != 0;
  return 0;
}

int right_first(void*, const hallmark_arguments* arguments) {
  static bool called = false;
  const bool first = !called;
  called = true;
  return first ? each<right>(arguments) : each<truncated>(arguments);
}

const TestBackend backends[] = {
    {"writes_same_operand", "ieee754", {{float32_bfloat16, writes_same_operand}}},
    {"writes_one_less", "ieee754", {{float32_bfloat16, writes_one_less}}},
    {"skips_one", "ieee754", {{float32_bfloat16, skips_one}}},
    {"writes_once", "ieee754", {{float32_bfloat16, writes_once}}},
    {"remembers_by_address", "ieee754", {{float32_bfloat16, remembers_by_address}}},
    {"carries_over", "ieee754", {{float32_bfloat16, carries_over}}},
    {"right_first", "ieee754", {{float32_bfloat16, right_first}}},
};

}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(backends, options); }
