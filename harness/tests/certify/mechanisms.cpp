// SPDX-License-Identifier: Apache-2.0
#include "mechanisms.h"

namespace hallmark {

const std::map<std::string, std::string>& mechanisms() {
  static const std::map<std::string, std::string> table = {
      // Rounding.
      {"CV01", "rounding toward zero (truncation)"},
      {"CV02", "ties away from zero"},
      {"CV04", "rounding twice, through float32"},
      {"CV05", "rounding twice, through float32"},
      {"CV07", "rounding toward zero (truncation)"},
      {"CV08", "rounding toward zero (truncation)"},
      {"CV10", "losing the carry out of the significand"},
      {"CV10_bfloat16", "losing the carry out of the significand"},
      {"CV14", "ties away from zero"},
      {"CV16", "rounding twice, through float16"},
      {"CV17", "ties away from zero"},
      {"CV19", "rounding toward zero (truncation)"},
      {"CV20", "rounding toward zero (truncation)"},
      {"CV22", "rounding toward negative infinity"},
      {"e5m2_rounded_twice", "rounding twice, through float16"},
      {"int64_rounded_twice", "rounding twice, through float64"},
      {"odd_exponents_one_ulp_high", "one unit in the last place too large"},
      {"integer_rounds_to_nearest", "rounding to nearest"},
      // Special values.
      {"SP01", "became infinity"},
      {"SP01_float16", "turning NaN into infinity"},
      {"SP02", "adding the rounding bias to NaN"},
      {"EN07", "adding the rounding bias to NaN"},
      {"SP13", "sign of zero"},
      {"SP13_bfloat16", "sign of zero"},
      {"bfloat16_one_zero", "sign of zero"},
      {"SP23", "NaN into a finite number"},
      {"SP22", "right only in the last 1 to 15 rows"},
      {"SP25", "x86's integer indefinite value"},
      {"integer_limit_indefinite", "x86's integer indefinite value"},
      {"signalling_becomes_infinity", "turning NaN into infinity"},
      {"infinity_saturates", "saturating infinities"},
      {"nan_becomes_zero", "NaN into zero"},
      {"nan_sign_lost", "NaNs of the wrong kind or payload"},
      // Subnormals.
      {"SN01", "flushing subnormal operands"},
      {"SN02", "flushing subnormal"},
      {"SN05", "flushing subnormal results"},
      {"flushes_negative_only", "flushing subnormal operands"},
      {"flushes_after_rounding", "keeping subnormals"},
      {"flushed_sign_lost", "flushing subnormal operands to +0"},
      {"float16_results_flushed", "subnormal results"},
      {"tpu_keeps", "keeping subnormals"},
      {"tpu_zero_sign_changes", "another option of a choice"},
      {"tpu_flush_changes_with_sign", "another option of a choice"},
      // Overflow.
      {"OV04_saturates", "saturating"},
      {"OV04_overflows", "overflow to infinity"},
      {"OV05", "finite number into infinity"},
      {"OV05_bfloat16", "finite number into infinity"},
      {"e4m3fn_tie_lost", "ties away from zero"},
      {"e4m3fn_saturates_to_480", "saturating"},
      {"threshold_saturates", "saturating"},
      {"bfloat16_saturates", "saturating"},
      // Places.
      {"LT08_even_lanes", "left results unwritten"},
      {"LT11", "last 1 to"},
      {"LT13", "last 1 to 7 rows"},
      {"LT14", "not aligned to 4 bytes"},
      {"last_lanes_truncate", "row mod 16 in 9, 10, 11, 12, 13, 14, 15"},
      {"one_lane_ties_away", "row mod 16 = 5"},
      {"odd_offset_truncates", "not aligned to 8 bytes"},
      {"one_length_truncates", "calls of 37 rows"},
      // Times.
      {"ties_at_random", "by one unit in the last place"},
      {"nan_now_and_then", "all of them NaNs with other bits"},
      {"integer_at_random", "does not repeat bit for bit"},
      {"nan_by_call", "all of them NaNs with other bits"},
      // Calls.
      {"LT04", "left results unwritten"},
      {"nothing_written", "left results unwritten"},
      {"EN01", "opening changed MXCSR"},
      {"EN02_caller", "flush to zero"},
      {"rounding_mode_left", "rounding upward"},
      {"x87_precision_left", "x87 control word"},
      {"fails_on_tails", "returned 1 instead of 0"},
      {"throws", "threw std::runtime_error: this kernel throws"},
      {"tpu_zero_differs_by_operation", "flushed_zero"},
      {"AP01_int32", "operand's bits unconverted"},
      {"AP02", "operand's bits unconverted"},
  };
  return table;
}

}  // namespace hallmark
