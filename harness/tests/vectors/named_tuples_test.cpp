// SPDX-License-Identifier: Apache-2.0
// The shipped vectors of elementwise operations hold the witnesses of public bug reports, with the answers typed in
// here.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "formats/formats.h"
#include "inputs/vector_file.h"

namespace hallmark {
namespace {

struct Right {
  const char *name, *file;
  std::vector<std::uint64_t> operands;
  const char* result;
};

// What each report agreed on as right.
const Right rights[] = {
    {"AR01", "fma_float16_float16_float16_to_float16", {0x520b, 0x00e9, 0x2ff6}, "0x3001"},
    {"AR02", "fma_bfloat16_bfloat16_bfloat16_to_bfloat16", {0x2a20, 0x51a6, 0x9359}, "0x3c4f"},
    {"AR03", "fma_bfloat16_bfloat16_bfloat16_to_bfloat16", {0x4018, 0x4018, 0x0001}, "0x40b5"},
    {"AR04", "add_float16_float16_to_float16", {0x0001, 0x0801}, "0x0802"},
    {"AR05", "multiply_bfloat16_bfloat16_to_bfloat16", {0xc069, 0x3e99}, "0xbf8b"},
    {"AR08", "add_bfloat16_bfloat16_to_bfloat16", {0x4380, 0x3f80}, "0x4380"},  // 256 + 1, a tie
    {"EN05", "multiply_bfloat16_bfloat16_to_bfloat16", {0xff80, 0x0001}, "0xff80"},
    {"FN04", "remainder_bfloat16_bfloat16_to_bfloat16", {0x4187, 0x0180}, "0x0000"},
    {"FN05", "fmod_bfloat16_bfloat16_to_bfloat16", {0x3f80, 0x3dcd}, "0x3dcb"},
    {"OV07", "add_bfloat16_bfloat16_to_bfloat16", {0xff7f, 0xff7f}, "0xff80"},
    {"SN13", "sqrt_bfloat16_to_bfloat16", {0x0001}, "0x1e35"},
    {"SP05", "minimum_number_bfloat16_bfloat16_to_bfloat16", {0x7fc0, 0x3f80}, "0x3f80"},
    {"SP05", "minimum_number_bfloat16_bfloat16_to_bfloat16", {0x3f80, 0x7fc0}, "0x3f80"},
    {"SP07", "minimum_bfloat16_bfloat16_to_bfloat16", {0x8000, 0x0000}, "0x8000"},
    {"SP08", "less_equal_float16_float16_to_uint8", {0x7e00, 0x3c00}, "0x00"},
    {"SP08", "less_equal_bfloat16_bfloat16_to_uint8", {0x7fc0, 0x3f80}, "0x00"},
    {"SP10", "add_bfloat16_bfloat16_to_bfloat16", {0x7f80, 0xff80}, "nan"},
    {"SP10", "multiply_bfloat16_bfloat16_to_bfloat16", {0x7f80, 0x0000}, "nan"},
    {"SP10", "divide_bfloat16_bfloat16_to_bfloat16", {0x7f80, 0x7f80}, "nan"},
    {"SP11", "divide_bfloat16_bfloat16_to_bfloat16", {0x0000, 0x0000}, "nan"},
    {"SP11", "divide_bfloat16_bfloat16_to_bfloat16", {0x0000, 0xbf80}, "0x8000"},
    {"SP14", "negate_bfloat16_to_bfloat16", {0x7fc0}, "nan"},
    {"SP14", "negate_bfloat16_to_bfloat16", {0xffc1}, "nan"},
    {"SP14", "abs_bfloat16_to_bfloat16", {0x0001}, "0x0001"},
    {"SP17", "sign_bit_bfloat16_to_uint8", {0x8000}, "0x01"},
    {"SP17", "sign_bit_bfloat16_to_uint8", {0xffc0}, "0x01"},
};

// Kills: a witness that is not tried, is filed under another name, or has an answer the report calls wrong.
TEST(NamedTuples, StandInTheShippedVectorsWithTheRightAnswer) {
  for (const Right& right : rights) {
    const std::string path = std::string(HALLMARK_SOURCE_DIR) + "/vectors/ieee754/" + right.file + ".csv";
    const VectorFile file = read_vector_file(path);
    const auto row = std::find_if(file.rows.begin(), file.rows.end(), [&](const VectorRow& one) {
      for (std::size_t i = 0; i < right.operands.size(); ++i) {
        if (one.operands[i].front() != right.operands[i]) return false;
      }
      return true;
    });
    ASSERT_NE(row, file.rows.end()) << right.name << " in " << path;
    EXPECT_TRUE(row->note.starts_with(std::string(right.name) + ": ")) << row->note;
    const std::string result = result_text(file.signature.result, row->result);
    EXPECT_EQ(result.substr(0, 3) == "nan" ? "nan" : result, right.result) << right.name << " in " << path;
  }
}

// Kills: a file without ties, without one side of the subnormal border or of overflow: what reviewers look for.
TEST(NamedTuples, EveryKindOfRoundingIsThere) {
  for (const char* name : {"add", "subtract", "multiply", "divide", "fma"}) {
    for (const std::string format : {"bfloat16", "float16"}) {
      std::string path = std::string(HALLMARK_SOURCE_DIR) + "/vectors/ieee754/" + name;
      for (int i = 0; i < (std::string(name) == "fma" ? 3 : 2); ++i) path += "_" + format;
      path += "_to_" + format + ".csv";
      std::map<std::string, int> count;
      for (const VectorRow& row : read_vector_file(path).rows) ++count[row.result_class];
      const bool has_ties = std::string(name) != "divide";  // a normal quotient of p-bit numbers never is one
      for (const std::string kind : {"special_values", "subnormals", "overflow", "rounding", "exact"}) {
        EXPECT_GE(count[kind], 12) << kind << " in " << path;
      }
      EXPECT_EQ(count["tie"] >= 12, has_ties) << path;
    }
  }
}

struct RightValue {
  const char *name, *file;
  std::uint64_t operand;
  std::uint64_t rounded, wrong;  ///< what the report calls right, correctly rounded, and what it saw
};

const RightValue right_values[] = {
    {"FN02", "gelu_tanh_bfloat16_to_bfloat16", 0x4140, 0x4140, 0x7fc0},
    {"FN08", "gelu_bfloat16_to_bfloat16", 0xb4ab, 0xb42b, 0xb4ab},
    {"FN10", "log1p_bfloat16_to_bfloat16", 0x7f09, 0x42b0, 0x7f80},
    {"FN11", "exp_bfloat16_to_bfloat16", 0xc0e0, 0x3a6f, 0x0000},
    {"LT01", "rsqrt_bfloat16_to_bfloat16", 0x3f08, 0x3fb0, 0x0000},  // 0x3faf, one ulp off, is within the limit
    {"SN13", "log_bfloat16_to_bfloat16", 0x0001, 0xc2b8, 0xff80},
    {"SN13", "rsqrt_bfloat16_to_bfloat16", 0x0001, 0x60b5, 0x7f80},
};

// Kills: a witness that is not tried, a limit that lets the reported result pass, a reference that is not the report's.
TEST(NamedTuples, FunctionsAcceptTheRightValueAndNotTheReportedOne) {
  for (const RightValue& right : right_values) {
    const VectorFile file =
        read_vector_file(std::string(HALLMARK_SOURCE_DIR) + "/vectors/ieee754/" + right.file + ".csv");
    const auto row = std::find_if(file.rows.begin(), file.rows.end(), [&](const VectorRow& one) {
      return one.operands[0].front() == right.operand && one.note.starts_with(right.name);
    });
    ASSERT_NE(row, file.rows.end()) << right.name << " " << right.file;
    const auto accepts = [&](std::uint64_t code) {
      return std::any_of(row->result.begin(), row->result.end(), [&](const ResultTerm& term) {
        if (term.kind == ResultTerm::Kind::nan || bfloat16.is_nan(code)) {
          return term.kind == ResultTerm::Kind::nan && bfloat16.is_nan(code);
        }
        const std::uint64_t key = to_ordered(bfloat16, code);
        return to_ordered(bfloat16, term.low) <= key && key <= to_ordered(bfloat16, term.high);
      });
    };
    EXPECT_TRUE(accepts(right.rounded)) << right.name;
    EXPECT_FALSE(accepts(right.wrong)) << right.name;
    EXPECT_NE(row->note.find(fmt::format("correctly rounded 0x{:04x}", right.rounded)), std::string::npos)
        << right.name << ": " << row->note;
  }
}

}  // namespace
}  // namespace hallmark
