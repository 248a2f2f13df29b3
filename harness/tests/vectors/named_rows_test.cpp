// SPDX-License-Identifier: Apache-2.0
// The shipped vectors hold the named values and the witnesses of public bug reports, with the answers typed in here.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "inputs/vector_file.h"

namespace hallmark {
namespace {

struct Right {
  const char *name, *profile, *conversion;
  std::uint64_t operand;
  const char* result;
};

// Of the sources' values: bfloat16 and float16 of decimal numbers. Of the reports: what each agreed on as right.
const Right rights[] = {
    {"0.1", "ieee754", "float32_to_bfloat16", 0x3dcccccd, "0x3dcd"},
    {"0.1", "ieee754", "float32_to_float16", 0x3dcccccd, "0x2e66"},
    {"0.1", "ieee754", "float64_to_bfloat16", 0x3fb999999999999a, "0x3dcd"},
    {"3.14159", "ieee754", "float32_to_bfloat16", 0x40490fd0, "0x4049"},
    {"3.14159", "ieee754", "float32_to_float16", 0x40490fd0, "0x4248"},
    {"1234.5678", "ieee754", "float32_to_bfloat16", 0x449a522b, "0x449a"},  // 1232
    {"1234.5678", "ieee754", "float32_to_float16", 0x449a522b, "0x64d3"},   // 1235
    {"1234.5678", "ieee754", "float64_to_float16", 0x40934a456d5cfaad, "0x64d3"},
    {"65504", "ieee754", "float32_to_bfloat16", 0x477fe000, "0x4780"},  // 65536
    {"65504", "tpu", "float32_to_bfloat16", 0x477fe000, "0x4780"},
    {"65504", "ieee754", "float32_to_float16", 0x477fe000, "0x7bff"},
    {"65504", "ieee754", "float16_to_bfloat16", 0x7bff, "0x4780"},
    {"65520", "ieee754", "float32_to_bfloat16", 0x477ff000, "0x4780"},
    {"65520", "ieee754", "float32_to_float16", 0x477ff000, "0x7c00"},   // infinity
    {"70000", "ieee754", "float32_to_bfloat16", 0x4788b800, "0x4789"},  // 70144
    {"70000", "ieee754", "float32_to_float16", 0x4788b800, "0x7c00"},
    {"1e10", "ieee754", "float32_to_bfloat16", 0x501502f9, "0x5015"},
    {"1e10", "ieee754", "float32_to_float16", 0x501502f9, "0x7c00"},
    {"above 65504", "ieee754", "bfloat16_to_float16", 0x4780, "0x7c00"},  // 65536
    {"above 65504", "ieee754", "bfloat16_to_float16", 0x4789, "0x7c00"},
    {"below -65504", "ieee754", "bfloat16_to_float16", 0xc780, "0xfc00"},
    {"above 65504", "tpu", "bfloat16_to_float16", 0x4780, "0x7c00"},

    {"CV01", "ieee754", "float32_to_bfloat16", 0x3e89ccd5, "0x3e8a"},
    {"CV01", "ieee754", "float32_to_bfloat16", 0x7f7fffff, "0x7f80"},
    {"CV02", "ieee754", "float32_to_bfloat16", 0x3f808000, "0x3f80"},
    {"CV04", "ieee754", "float64_to_float16", 0x409ffdffffff0000, "0x67ff"},
    {"CV05", "ieee754", "float64_to_bfloat16", 0x3ff0100000400000, "0x3f81"},
    {"CV07", "ieee754", "float64_to_float16", 0x3ff0020040000000, "0x3c01"},
    {"CV07", "ieee754", "float64_to_float16", 0x3e60000000000001, "0x0001"},
    {"CV07", "ieee754", "float64_to_bfloat16", 0x3ff0100000001000, "0x3f81"},
    {"CV10", "ieee754", "float64_to_float16", 0x3fdffffff583a53c, "0x3800"},
    {"CV10", "ieee754", "float32_to_bfloat16", 0x3effffff, "0x3f00"},
    {"CV11", "ieee754", "float32_to_bfloat16", 0x00000000, "0x0000"},
    {"CV11", "ieee754", "float32_to_bfloat16", 0x80000000, "0x8000"},
    {"CV13", "ieee754", "float32_to_float16", 0x33000001, "0x0001"},
    {"CV14", "ieee754", "float32_to_float16", 0x33000000, "0x0000"},
    {"CV14", "ieee754", "float32_to_float16", 0x44021000, "0x6010"},
    {"CV16", "ieee754", "float32_to_float8_e4m3fn", 0x3f880001, "0x39"},
    {"CV17", "ieee754", "float16_to_float8_e5m2", 0x3c80, "0x3c"},
    {"CV17", "ieee754", "bfloat16_to_float8_e5m2", 0x3f90, "0x3c"},
    {"CV19", "ieee754", "float32_to_float16", 0x3f8013a9, "0x3c01"},
    {"CV20", "ieee754", "float16_to_bfloat16", 0x4c86, "0x4191"},
    {"CV22", "ieee754", "float32_to_bfloat16", 0x3f80c000, "0x3f81"},
    {"CV22", "ieee754", "float32_to_bfloat16", 0xbf804000, "0xbf80"},
    {"AP02", "ieee754", "bfloat16_to_float32", 0x37bf, "0x37bf0000"},
    {"AR07", "ieee754", "float32_to_bfloat16", 0x3eaaaaab, "0x3eab"},
    {"EN04", "ieee754", "float32_to_float16", 0x33c00000, "0x0002"},
    {"EN07", "ieee754", "float32_to_bfloat16", 0x7f800001, "nan"},
    {"LT08", "ieee754", "float32_to_float16", 0x40000000, "0x4000"},
    {"LT10", "ieee754", "bfloat16_to_float32", 0x4000, "0x40000000"},
    {"LT13", "ieee754", "float32_to_float16", 0x3f801000, "0x3c00"},
    {"OV01", "ieee754", "float32_to_float16", 0x47948000, "0x7c00"},
    {"OV02", "ieee754", "float32_to_float16", 0x47800000, "0x7c00"},
    {"OV02", "ieee754", "float32_to_float16", 0x477ff000, "0x7c00"},
    {"OV02", "ieee754", "float32_to_float16", 0x477fefff, "0x7bff"},
    // NaN or, saturating, 448: the profile leaves that open. 464 is the tie and belongs to 448 either way.
    {"OV04", "ieee754", "float32_to_float8_e4m3fn", 0x43fa0000, "0x7e|nan"},
    {"OV04", "ieee754", "float32_to_float8_e4m3fn", 0x43e80000, "0x7e"},
    {"OV04", "ieee754", "float32_to_float8_e4m3fn", 0x43e88000, "0x7e|nan"},
    {"OV05", "ieee754", "float32_to_float8_e5m2", 0x47629000, "0x7b"},
    {"OV05", "ieee754", "float32_to_bfloat16", 0x7f7f7fff, "0x7f7f"},
    {"OV05", "ieee754", "float32_to_bfloat16", 0x7f7f8000, "0x7f80"},
    {"OV07", "ieee754", "float32_to_bfloat16", 0xff7fffff, "0xff80"},
    {"SN01", "ieee754", "float32_to_bfloat16", 0x00400000, "0x0040"},
    {"SN01", "tpu", "float32_to_bfloat16", 0x00400000, "0x0000"},
    {"SN02", "ieee754", "float32_to_bfloat16", 0x007fffff, "0x0080"},
    {"SN02", "tpu", "float32_to_bfloat16", 0x007fffff, "0x0000|0x0080"},
    {"SN04", "ieee754", "float32_to_bfloat16", 0x00010000, "0x0001"},
    {"SN04", "ieee754", "float32_to_bfloat16", 0x007f0000, "0x007f"},
    {"SN04", "ieee754", "float32_to_bfloat16", 0x80010000, "0x8001"},
    {"SN04", "tpu", "float32_to_bfloat16", 0x80010000, "0x0000|0x8000"},
    {"SN04", "ieee754", "bfloat16_to_float32", 0x8001, "0x80010000"},
    {"SN04", "tpu", "bfloat16_to_float32", 0x8001, "0x80010000"},
    {"SN05", "ieee754", "float64_to_bfloat16", 0x37a0000000000000, "0x0001"},
    {"SN07", "ieee754", "float32_to_float16", 0x35800000, "0x0010"},
    {"SN08", "ieee754", "float16_to_float32", 0x03ff, "0x387fc000"},
    {"SN08", "ieee754", "float16_to_float32", 0x0200, "0x38000000"},
    {"SN08", "ieee754", "float16_to_float64", 0x0200, "0x3f00000000000000"},
    {"SP01", "ieee754", "float32_to_bfloat16", 0xff800001, "nan"},
    {"SP01", "ieee754", "float32_to_float16", 0xff800030, "nan"},
    {"SP02", "ieee754", "float32_to_bfloat16", 0x7fff8c22, "nan"},
    {"SP02", "ieee754", "float32_to_bfloat16", 0xffffffff, "nan"},
    {"SP04", "ieee754", "float32_to_bfloat16", 0x7f800000, "0x7f80"},
    {"SP19", "ieee754", "float8_e4m3fnuz_to_bfloat16", 0x80, "nan"},
    {"SP19", "ieee754", "float8_e5m2fnuz_to_bfloat16", 0x80, "nan"},
    {"SP20", "ieee754", "float32_to_float8_e4m3fnuz", 0xb3d6bf95, "0x00"},
    {"SP22", "ieee754", "float32_to_bfloat16", 0x7fd8c09a, "nan"},
    {"SP22", "ieee754", "float32_to_float16", 0x7fa00000, "nan"},
    {"SP23", "ieee754", "bfloat16_to_float32", 0xffc1, "nan"},
};

/// Kills: vectors that lost a value their purpose is, and a truth that changed together with them.
TEST(NamedRows, AreThereAndRight) {
  std::map<std::string, VectorFile> files;
  for (const Right& right : rights) {
    const std::string path =
        std::string(HALLMARK_SOURCE_DIR "/vectors/") + right.profile + "/convert_" + right.conversion + ".csv";
    if (!files.contains(path)) files.emplace(path, read_vector_file(path));
    const VectorFile& file = files.at(path);
    const auto row = std::find_if(file.rows.begin(), file.rows.end(),
                                  [&](const VectorRow& one) { return one.operands.front().front() == right.operand; });
    ASSERT_NE(row, file.rows.end()) << path << " has no row for " << right.name << ", operand 0x" << std::hex
                                    << right.operand;
    EXPECT_EQ(result_text(file.signature.result, row->result), right.result) << file.where(*row) << ", " << right.name;
    EXPECT_NE(row->note.find(right.name), std::string::npos) << file.where(*row) << " does not say " << right.name;
  }
}

/// Kills: a generator that no longer reaches a class of operands, or files that grow past what anybody reviews.
TEST(NamedRows, EveryNarrowingHasEveryClass) {
  for (const char* conversion :
       {"float64_to_float32", "float64_to_float16", "float64_to_bfloat16", "float32_to_float16", "float32_to_bfloat16",
        "float32_to_float8_e5m2", "float32_to_float8_e4m3fn", "float16_to_bfloat16", "bfloat16_to_float8_e4m3fnuz"}) {
    const VectorFile file =
        read_vector_file(std::string(HALLMARK_SOURCE_DIR "/vectors/ieee754/convert_") + conversion + ".csv");
    std::map<std::string, int> classes;
    int even_down = 0, even_up = 0, carries = 0;
    for (const VectorRow& row : file.rows) {
      ++classes[row.result_class];
      even_down += row.note.find("tie to even: down") != std::string::npos ? 1 : 0;
      even_up += row.note.find("tie to even: up") != std::string::npos ? 1 : 0;
      carries += row.note.find("carries into the next binade") != std::string::npos ? 1 : 0;
    }
    // float16's range lies inside bfloat16's: nothing of it overflows or becomes subnormal there but its own
    // subnormals.
    const bool inside = std::string(conversion) == "float16_to_bfloat16";
    for (const char* name : {"special_values", "subnormals", "tie", "exact", "rounding"}) {
      EXPECT_GE(classes[name], 10) << conversion << " " << name;
    }
    if (!inside) {
      EXPECT_GE(classes["overflow"], 10) << conversion;
    }
    EXPECT_GE(even_down, 5) << conversion;
    EXPECT_GE(even_up, 5) << conversion;
    EXPECT_GE(carries, 3) << conversion;
    EXPECT_LE(file.rows.size(), 3000u) << conversion;
  }
}

}  // namespace
}  // namespace hallmark
