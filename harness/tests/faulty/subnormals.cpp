// SPDX-License-Identifier: Apache-2.0
// Faulty backends that are wrong on subnormal operands or results.
#include "signatures.h"

namespace {
using namespace hallmark::kernels;

constexpr Policy operands{.flush = Flush::operands}, operands_positive{.flush = Flush::operands, .positive_zero = true};
constexpr Policy delivered{.flush = Flush::delivered}, after{.flush = Flush::after_rounding};

// SN01: subnormal operands become zero on a backend that claims IEEE 754.
// SN02: the same, on a backend that claims to flush after rounding.
constexpr auto flushes_operands = convert<float32, bfloat16, operands>;
// SN04: of a widening and a narrowing that should be an identity, the narrowing flushes.
constexpr auto widens = convert<bfloat16, float32>;
constexpr auto flushes_delivered = convert<float32, bfloat16, delivered>;
// The contract keeps the sign of a flushed zero.
constexpr auto flushed_sign_lost = convert<float32, bfloat16, operands_positive>;
// The contract flushes operands; this one flushes what is tiny after rounding.
constexpr auto flushes_after_rounding = convert<float32, bfloat16, after>;

// SN05: only the float32 intermediate of the float64 path is flushed.
uint16_t intermediate_flushed(uint64_t word) {
  const uint32_t intermediate = convert<float64, float32>(word);
  return is_subnormal<float32>(intermediate) ? signed_word<bfloat16>(is_negative<float64>(word), 0)
                                             : convert<float64, bfloat16>(word);
}

// SN07: the rebased exponent is masked to five bits even where it is negative.
uint16_t exponent_wraps(uint32_t word) {
  const uint32_t bits = magnitude<float32>(word), field = bits >> 23;
  if (field == 0 || field >= 113) return convert<float32, float16>(word);
  const uint32_t normal = round_shift(bits & 0x7fffff, 13, false, Rounding::rne);
  return signed_word<float16>(is_negative<float32>(word), ((((field - 112) & 31) << 10) + normal) & 0x7fff);
}

// SN08: the normalised significand is ORed, not added, to the exponent field.
uint32_t significand_ored(uint16_t word) {
  if (!is_subnormal<float16>(word)) return convert<float16, float32>(word);
  const uint32_t bits = magnitude<float16>(word);
  const int lift = 11 - static_cast<int>(std::bit_width(bits));
  const uint32_t field = static_cast<uint32_t>(112 - lift);
  return signed_word<float32>(is_negative<float16>(word), (field << 23) | (bits << lift << 13));
}

uint16_t flushes_negative_only(uint32_t word) {
  return is_negative<float32>(word) ? convert<float32, bfloat16, operands>(word) : convert<float32, bfloat16>(word);
}

uint16_t float16_results_flushed(uint32_t word) { return convert<float32, float16, delivered>(word); }

uint16_t smallest_float16_lost(uint32_t word) {
  const uint16_t right = convert<float32, float16>(word);
  return magnitude<float16>(right) == 1 ? static_cast<uint16_t>(right & 0x8000) : right;
}

// The contract leaves the zero's sign open, but not word by word.
uint16_t zero_sign_changes(uint32_t word) {
  return word % 2 == 0 ? convert<float32, bfloat16, operands>(word)
                       : convert<float32, bfloat16, operands_positive>(word);
}

// The contract leaves open when the flush comes, but not sign by sign.
uint16_t flush_changes_with_sign(uint32_t word) {
  return is_negative<float32>(word) ? convert<float32, bfloat16, operands>(word)
                                    : convert<float32, bfloat16, after>(word);
}

// Nor may one conversion of a backend take one option and the next another.
uint16_t float64_operands_positive(uint64_t word) {
  return convert<float64, bfloat16, Policy{.flush = Flush::delivered, .positive_zero = true}>(word);
}

const TestBackend faults[] = {
    {"SN01", "ieee754", {{float32_bfloat16, elementwise<flushes_operands>}}},
    {"SN02", "flush_after_rounding.toml", {{float32_bfloat16, elementwise<flushes_operands>}}},
    {"SN04", "ieee754", {{float32_bfloat16, elementwise<flushes_delivered>}, {bfloat16_float32, elementwise<widens>}}},
    {"SN05", "ieee754", {{float64_bfloat16, elementwise<intermediate_flushed>}}},
    {"SN07", "ieee754", {{float32_float16, elementwise<exponent_wraps>}}},
    {"SN08", "ieee754", {{float16_float32, elementwise<significand_ored>}}},
    {"flushes_negative_only", "ieee754", {{float32_bfloat16, elementwise<flushes_negative_only>}}},
    {"flushes_after_rounding", "avx512_bf16", {{float32_bfloat16, elementwise<flushes_after_rounding>}}},
    {"flushed_sign_lost", "avx512_bf16", {{float32_bfloat16, elementwise<flushed_sign_lost>}}},
    {"float16_results_flushed", "ieee754", {{float32_float16, elementwise<float16_results_flushed>}}},
    {"smallest_float16_lost", "ieee754", {{float32_float16, elementwise<smallest_float16_lost>}}},
    {"tpu_keeps", "tpu", {{float32_bfloat16, elementwise<convert<float32, bfloat16>>}}},
    {"tpu_zero_sign_changes", "tpu", {{float32_bfloat16, elementwise<zero_sign_changes>}}},
    {"tpu_flush_changes_with_sign", "tpu", {{float32_bfloat16, elementwise<flush_changes_with_sign>}}},
    {"tpu_zero_differs_by_operation",
     "tpu",
     {{float32_bfloat16, elementwise<flushes_delivered>}, {float64_bfloat16, elementwise<float64_operands_positive>}}},
};
}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(faults, options); }
