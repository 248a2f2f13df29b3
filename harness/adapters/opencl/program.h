// SPDX-License-Identifier: Apache-2.0
// The OpenCL C program of backend opencl: one kernel a conversion, one work item an element.
#ifndef HALLMARK_ADAPTERS_OPENCL_PROGRAM_H
#define HALLMARK_ADAPTERS_OPENCL_PROGRAM_H

namespace hallmark {

/// Build it with -D HALLMARK_FP64 where the device has double precision. Each kernel takes the operands, the results
/// and the number of rows; work items past the rows do nothing.
inline constexpr const char* opencl_program = R"cl(
#ifdef HALLMARK_FP64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

#define NARROW(from, type, mode)                                                             \
  kernel void from##_to_float16_##mode(global const type* restrict operand,                  \
                                       global half* restrict result, uint rows) {            \
    const size_t row = get_global_id(0);                                                     \
    if (row < rows) vstore_half_##mode(operand[row], row, result);                           \
  }

NARROW(float32, float, rte)
NARROW(float32, float, rtz)
NARROW(float32, float, rtp)
NARROW(float32, float, rtn)

#ifdef HALLMARK_FP64
NARROW(float64, double, rte)
NARROW(float64, double, rtz)
NARROW(float64, double, rtp)
NARROW(float64, double, rtn)

#define NARROW_TO_FLOAT(mode)                                                                \
  kernel void float64_to_float32_##mode(global const double* restrict operand,               \
                                        global float* restrict result, uint rows) {          \
    const size_t row = get_global_id(0);                                                     \
    if (row < rows) result[row] = convert_float_##mode(operand[row]);                        \
  }
NARROW_TO_FLOAT(rte)
NARROW_TO_FLOAT(rtz)
NARROW_TO_FLOAT(rtp)
NARROW_TO_FLOAT(rtn)

kernel void float32_to_float64(global const float* restrict operand, global double* restrict result, uint rows) {
  const size_t row = get_global_id(0);
  if (row < rows) result[row] = convert_double(operand[row]);
}
#endif

kernel void float16_to_float32(global const half* restrict operand, global float* restrict result, uint rows) {
  const size_t row = get_global_id(0);
  if (row < rows) result[row] = vload_half(row, operand);
}

// bfloat16 is the upper half of float32. Adding just under half of the last place, and one more where that place is odd,
// rounds to nearest even and carries into infinity by itself; a NaN must not be rounded, or it could become infinity.
kernel void float32_to_bfloat16(global const uint* restrict operand, global ushort* restrict result, uint rows) {
  const size_t row = get_global_id(0);
  if (row >= rows) return;
  const uint bits = operand[row];
  const uint rounded = bits + 0x7fffu + (bits >> 16 & 1u);
  const uint quiet = bits | 0x00400000u;
  const bool is_nan = (bits & 0x7fffffffu) > 0x7f800000u;
  result[row] = (ushort)((is_nan ? quiet : rounded) >> 16);
}

kernel void bfloat16_to_float32(global const ushort* restrict operand, global uint* restrict result, uint rows) {
  const size_t row = get_global_id(0);
  if (row < rows) result[row] = (uint)operand[row] << 16;
}
)cl";

}  // namespace hallmark

#endif  // HALLMARK_ADAPTERS_OPENCL_PROGRAM_H
