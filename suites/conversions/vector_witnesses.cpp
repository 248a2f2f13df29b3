// SPDX-License-Identifier: Apache-2.0
#include "conversions/vector_witnesses.h"

#include <bit>

namespace hallmark {
namespace {

constexpr NamedValue named(std::string_view name, double value) { return {name, std::bit_cast<std::uint64_t>(value)}; }

constexpr NamedValue values[] = {
    named("0.1", 0.1),       named("3.14159", 3.14159), named("1234.5678", 1234.5678), named("65504", 65504.0),
    named("65520", 65520.0), named("70000", 70000.0),   named("1e10", 1e10),
};

// Results are not written here: truth computes them, and a test compares them with those of the reports.
constexpr FaultWitness witnesses[] = {
    {"CV01", "float32", "bfloat16", 0x3e89ccd5},
    {"CV01", "float32", "bfloat16", 0x7f7fffff},
    {"CV02", "float32", "bfloat16", 0x3f808000},
    {"CV04", "float64", "float16", 0x409ffdffffff0000},
    {"CV05", "float64", "bfloat16", 0x3ff0100000400000},
    {"CV07", "float64", "float16", 0x3ff0020040000000},
    {"CV07", "float64", "float16", 0x3e60000000000001},
    {"CV07", "float64", "bfloat16", 0x3ff0100000001000},
    {"CV10", "float64", "float16", 0x3fdffffff583a53c},
    {"CV10", "float64", "float16", std::bit_cast<std::uint64_t>(0.499994)},
    {"CV10", "float32", "bfloat16", 0x3effffff},
    {"CV11", "float32", "bfloat16", 0x00000000},
    {"CV11", "float32", "bfloat16", 0x80000000},
    {"CV13", "float32", "float16", 0x33000001},
    {"CV13", "float64", "float16", std::bit_cast<std::uint64_t>(2.980232238769532e-8)},
    {"CV14", "float32", "float16", 0x33000000},
    {"CV14", "float32", "float16", 0x44021000},
    {"CV16", "float32", "float8_e4m3fn", 0x3f880001},
    {"CV17", "float16", "float8_e5m2", 0x3c80},
    {"CV17", "bfloat16", "float8_e5m2", 0x3f90},
    {"CV19", "float32", "float16", 0x3f8013a9},
    {"CV20", "float16", "bfloat16", 0x4c86},
    {"CV22", "float32", "bfloat16", 0x3f80c000},
    {"CV22", "float32", "bfloat16", 0xbf804000},
    {"AP02", "bfloat16", "float32", 0x37bf},
    {"AR07", "float32", "bfloat16", 0x3eaaaaab},
    {"EN04", "float32", "float16", 0x33c00000},
    {"EN07", "float32", "bfloat16", 0x7f800001},
    {"LT08", "float32", "float16", 0x3f800000},
    {"LT08", "float32", "float16", 0x40000000},
    {"LT10", "bfloat16", "float32", 0x3f80},
    {"LT10", "bfloat16", "float32", 0x4000},
    {"LT13", "float32", "float16", 0x3f801000},
    {"OV01", "float32", "float16", 0x47948000},
    {"OV02", "float32", "float16", 0x47800000},
    {"OV02", "float32", "float16", 0x477ff000},
    {"OV02", "float32", "float16", 0x477fefff},
    {"OV04", "float32", "float8_e4m3fn", 0x43fa0000},
    {"OV04", "float32", "float8_e4m3fn", 0x43e80000},
    {"OV04", "float32", "float8_e4m3fn", 0x43e88000},
    {"OV05", "float32", "float8_e5m2", 0x47629000},
    {"OV05", "float32", "bfloat16", 0x7f7f7fff},
    {"OV05", "float32", "bfloat16", 0x7f7f8000},
    {"OV07", "float32", "bfloat16", 0xff7fffff},
    {"SN01", "float32", "bfloat16", 0x00400000},
    {"SN02", "float32", "bfloat16", 0x007fffff},
    {"SN04", "float32", "bfloat16", 0x00010000},
    {"SN04", "float32", "bfloat16", 0x007f0000},
    {"SN04", "float32", "bfloat16", 0x80010000},
    {"SN04", "bfloat16", "float32", 0x0001},
    {"SN04", "bfloat16", "float32", 0x007f},
    {"SN04", "bfloat16", "float32", 0x8001},
    {"SN05", "float64", "bfloat16", 0x37a0000000000000},
    {"SN07", "float32", "float16", 0x35800000},
    {"SN08", "float16", "float32", 0x03ff},
    {"SN08", "float16", "float32", 0x0200},
    {"SN08", "float16", "float64", 0x03ff},
    {"SN08", "float16", "float64", 0x0200},
    {"SP01", "float32", "bfloat16", 0xff800001},
    {"SP01", "float32", "float16", 0xff800030},
    {"SP02", "float32", "bfloat16", 0x7fff8c22},
    {"SP02", "float32", "bfloat16", 0xffffffff},
    {"SP04", "float32", "bfloat16", 0x7f800000},
    {"SP19", "float8_e4m3fnuz", "bfloat16", 0x80},
    {"SP19", "float8_e5m2fnuz", "bfloat16", 0x80},
    {"SP20", "float32", "float8_e4m3fnuz", 0xb3d6bf95},
    {"SP22", "float32", "bfloat16", 0x7fd8c09a},
    {"SP22", "float32", "bfloat16", 0xffa5eead},
    {"SP22", "float32", "float16", 0x7fa00000},
    {"SP23", "bfloat16", "float32", 0xffc1},
};

}  // namespace

std::span<const NamedValue> named_values() { return values; }
std::span<const FaultWitness> fault_witnesses() { return witnesses; }

}  // namespace hallmark
