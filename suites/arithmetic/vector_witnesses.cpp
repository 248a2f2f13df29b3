// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/vector_witnesses.h"

namespace hallmark {
namespace {

// Results are not written here: truth computes them, and a test compares them with those of the reports.
constexpr TupleWitness witnesses[] = {
    {"AR01", Operator::fma, "float16", {0x520b, 0x00e9, 0x2ff6}},
    {"AR02", Operator::fma, "bfloat16", {0x2a20, 0x51a6, 0x9359}},
    {"AR03", Operator::fma, "bfloat16", {0x4018, 0x4018, 0x0001}},
    {"AR04", Operator::add, "float16", {0x0001, 0x0801}},
    {"AR05", Operator::multiply, "bfloat16", {0xc069, 0x3e99}},
    {"AR05", Operator::multiply, "bfloat16", {0xc069, 0x3e9a}},
    {"AR08", Operator::add, "bfloat16", {0x4380, 0x3f80}},
    {"EN05", Operator::multiply, "bfloat16", {0xff80, 0x0001}},
    {"FN04", Operator::remainder, "bfloat16", {0x4187, 0x0180}},
    {"FN05", Operator::fmod, "bfloat16", {0x3f80, 0x3dcd}},
    {"OV07", Operator::add, "bfloat16", {0xff7f, 0xff7f}},
    {"SN13", Operator::sqrt, "bfloat16", {0x0001}},
    {"SP05", Operator::minimum_number, "bfloat16", {0x7fc0, 0x3f80}},
    {"SP05", Operator::minimum_number, "bfloat16", {0x3f80, 0x7fc0}},
    {"SP07", Operator::minimum, "bfloat16", {0x8000, 0x0000}},
    {"SP08", Operator::less_equal, "float16", {0x7e00, 0x3c00}},
    {"SP08", Operator::less_equal, "bfloat16", {0x7fc0, 0x3f80}},
    {"SP10", Operator::add, "bfloat16", {0x7f80, 0xff80}},
    {"SP10", Operator::multiply, "bfloat16", {0x7f80, 0x0000}},
    {"SP10", Operator::divide, "bfloat16", {0x7f80, 0x7f80}},
    {"SP11", Operator::divide, "bfloat16", {0x0000, 0x0000}},
    {"SP11", Operator::divide, "bfloat16", {0x0000, 0xbf80}},
    {"SP14", Operator::negate, "bfloat16", {0x7fc0}},
    {"SP14", Operator::negate, "bfloat16", {0xffc1}},
    {"SP14", Operator::abs, "bfloat16", {0x0001}},
    {"SP17", Operator::sign_bit, "bfloat16", {0x8000}},
    {"SP17", Operator::sign_bit, "bfloat16", {0xffc0}},
};

}  // namespace

std::span<const TupleWitness> tuple_witnesses() { return witnesses; }

}  // namespace hallmark
