// SPDX-License-Identifier: Apache-2.0
// The text of vector files: what is written is read back, and every mistake is named with its place and the mend.
#include "inputs/vector_file.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace hallmark {
namespace {

std::string error_of(const std::string& bytes) {
  try {
    parse_vector_file("bad.csv", bytes);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

const std::string header =
    "# hallmark vectors 1\n# operation: convert(float32)->bfloat16\n# profile: ieee754\n# rows: 1\n"
    "operand0,result,class,note\n";
const std::string row = "0x3f808000,0x3f80,tie,tie to even: down\n";

/// header with one of its texts replaced.
std::string with(const std::string& part, const std::string& other, const std::string& rows = row) {
  std::string text = header + rows;
  const std::size_t at = text.find(part);
  if (at == std::string::npos) ADD_FAILURE() << "the test replaces what is not there: " << part;
  return text.replace(at, part.size(), other);
}

/// Kills: a reader that loses rows, terms, lists or notes, and a writer whose text depends on anything but the content.
TEST(VectorFile, IsReadBackAsWritten) {
  const std::string texts[] = {
      header + row,
      with("# rows: 1", "# rows: 5",
           "0x00000001,0x0000|0x0080,subnormals,\n0x7f800001,nan,special_values,signalling\n"
           "0x7fc00000,0x7f80|nan,special_values,two kinds\n0x3f800000,0x3f80..0x3f82,bound,a bound\n"
           "0x3f800001,any,special_values,nothing demanded\n"),
      "# hallmark vectors 1\n# operation: fma(bfloat16,bfloat16,bfloat16)->bfloat16\n# profile: ieee754\n# rows: 1\n"
      "operand0,operand1,operand2,result,class,note\n0x4018,0x4018,0x0001,0x40b5,rounding,AR03\n",
      "# hallmark vectors 1\n# operation: dot(bfloat16,bfloat16)->float32\n# profile: ieee754\n# rows: 2\n"
      "operand0,operand1,result,class,note\n0x3f80 0x4000,0x3f80 0x4000,0x40a00000,accumulation,1 + 4\n"
      ",,0x00000000,accumulation,nothing\n",
      "# hallmark vectors 1\n# operation: convert(float32)->float4_e2m1fn\n# profile: ieee754\n# rows: 1\n"
      "operand0,result,class,note\n0x3f800000,0x2,exact,\n"};
  for (const std::string& text : texts) EXPECT_EQ(vector_file_text(parse_vector_file("good.csv", text)), text);
}

/// Kills: a field put into another's place.
TEST(VectorFile, FieldsAreWhereTheyBelong) {
  const VectorFile file = parse_vector_file("good.csv", header + "0x7f800001,nan|0x7f80,special_values,a note\n");
  ASSERT_EQ(file.rows.size(), 1u);
  EXPECT_EQ(to_string(file.signature), "convert(float32)->bfloat16");
  EXPECT_EQ(file.profile, "ieee754");
  const VectorRow& only = file.rows.front();
  EXPECT_EQ(only.operands, (std::vector<std::vector<std::uint64_t>>{{0x7f800001}}));
  ASSERT_EQ(only.result.size(), 2u);
  EXPECT_EQ(only.result[0], (ResultTerm{ResultTerm::Kind::code, 0x7f80, 0x7f80}));
  EXPECT_EQ(only.result[1].kind, ResultTerm::Kind::nan);
  EXPECT_EQ(only.result_class, "special_values");
  EXPECT_EQ(only.note, "a note");
  EXPECT_EQ(file.where(only), "good.csv:6");
}

struct Mistake {
  const char* name;
  std::string bytes, message;
};

class Malformed : public testing::TestWithParam<Mistake> {};

/// Kills: a reader that accepts, skips or repairs a damaged file, and a message without the place or the mend.
TEST_P(Malformed, IsNamedWithPlaceAndMend) { EXPECT_EQ(error_of(GetParam().bytes), GetParam().message); }

std::vector<Mistake> mistakes() {
  const std::string columns = "operand0,result,class,note";
  const auto with_row = [](const std::string& text) { return header + text + "\n"; };
  return {
      {"empty", "", "bad.csv:1:1: the file is empty; it begins with the line \"# hallmark vectors 1\""},
      {"byte_order_mark", "\xef\xbb\xbf" + header + row,
       "bad.csv:1:1: a byte order mark; save the file as plain ASCII without one"},
      {"crlf", with("vectors 1\n", "vectors 1\r\n"),
       "bad.csv:1:21: a carriage return; lines end with LF alone: save the file with Unix line ends"},
      {"nul", with_row(std::string("0x3f808000,0x3f80,tie,a\0b", 25)),
       "bad.csv:6:24: a NUL byte; the file is damaged or UTF-16: save it as ASCII text"},
      {"tab", with_row("0x3f808000,0x3f80,tie,a\tb"),
       "bad.csv:6:24: control character 0x09; write a space or nothing there"},
      {"not_ascii", with_row("0x3f808000,0x3f80,tie,na\xc3\xafve"),
       "bad.csv:6:25: byte 0xc3 is not ASCII; write letters without accents and plain signs"},
      {"long_line", with_row("0x3f808000,0x3f80,tie," + std::string(std::size_t{20} << 20, 'x')),
       "bad.csv:6: a line of more than 1000000 bytes; one row takes one line"},
      {"truncated_in_a_row", (header + row).substr(0, header.size() + 12),
       "bad.csv:6:13: the last line does not end: the file is truncated; fetch it again"},
      {"truncated_between_rows", with("# rows: 1", "# rows: 2"),
       "bad.csv:4: says 2 rows, the file has 1: it is truncated or was edited; fetch it again or correct the number"},
      {"too_many_rows", header + row + row,
       "bad.csv:4: says 1 rows, the file has 2: it is truncated or was edited; fetch it again or correct the number"},
      {"truncated_in_the_header", "# hallmark vectors 1\n# operation: convert(float32)->bfloat16\n",
       "bad.csv:3: the file ends where line \"# profile: ieee754\" must stand; fetch it again"},
      {"no_header", row,
       "bad.csv:1: \"0x3f808000,0x3f80,tie,tie to even: down\" stands where line \"# hallmark vectors 1\" must; "
       "add that line"},
      {"no_columns", with(columns + "\n", ""),
       "bad.csv:5: \"0x3f808000,0x3f80,tie,tie to even: down\" stands where line \"" + columns +
           "\" must; add that line"},
      {"columns_of_another_operation", with(columns, "operand0,operand1,result,class,note"),
       "bad.csv:5: \"operand0,operand1,result,class,note\" stands where line \"" + columns + "\" must; add that line"},
      {"one_more_column", with(columns, columns + ",ulp"),
       "bad.csv:5:27: \",ulp\" follows the last column; the columns are " + columns},
      {"newer", with("vectors 1", "vectors 2"),
       "bad.csv:1: version \"2\" of vector files; this program reads version 1: take a newer one"},
      {"no_profile", with("profile: ieee754", "profile: "),
       "bad.csv:3: names no profile; write \"# profile: ieee754\""},
      {"rows_no_number", with("rows: 1", "rows: many"),
       "bad.csv:4: \"many\" is no number of rows; write \"# rows: 100\""},
      {"rows_negative", with("rows: 1", "rows: -1"), "bad.csv:4: \"-1\" is no number of rows; write \"# rows: 100\""},
      {"no_rows", with("rows: 1", "rows: 0", ""),
       "bad.csv:4: no rows: a file without rows shows nothing; add rows or remove the file"},
      {"few_columns", with_row("0x3f808000,0x3f80,tie"), "bad.csv:6: fewer than 4 columns; they are " + columns},
      {"empty_line", with("# rows: 1", "# rows: 2", row + "\n"),
       "bad.csv:7: fewer than 4 columns; they are " + columns},
      {"many_columns", with_row("0x3f808000,0x3f80,tie,down, not up"),
       "bad.csv:6: more than 4 columns; they are " + columns + ": a note has no comma"},
      {"bad_digit", with_row("0x3f80g000,0x3f80,tie,"),
       "bad.csv:6:1: \"0x3f80g000\" is no code of float32; write 0x and 8 hexadecimal digits"},
      {"no_prefix", with_row("3f808000,0x3f80,tie,"),
       "bad.csv:6:1: \"3f808000\" is no code of float32; write 0x and 8 hexadecimal digits"},
      {"nothing_after_prefix", with_row("0x,0x3f80,tie,"),
       "bad.csv:6:1: \"0x\" is no code of float32; write 0x and 8 hexadecimal digits"},
      {"leading_space", with_row(" 0x3f808000,0x3f80,tie,"),
       "bad.csv:6:1: \" 0x3f808000\" is no code of float32; write 0x and 8 hexadecimal digits"},
      {"decimal", with_row("1.00390625,0x3f80,tie,"),
       "bad.csv:6:1: \"1.00390625\" is no code of float32; write 0x and 8 hexadecimal digits"},
      {"too_many_digits", with_row("0x3f8080000,0x3f80,tie,"),
       "bad.csv:6:1: \"0x3f8080000\" has 9 hexadecimal digits; a code of float32 has 8"},
      {"far_too_many_digits", with_row("0x11112222333344445555,0x3f80,tie,"),
       "bad.csv:6:1: \"0x11112222333344445555\" has 20 hexadecimal digits; a code of float32 has 8"},
      {"too_few_digits_in_the_result", with_row("0x3f808000,0x3f8,tie,"),
       "bad.csv:6:12: \"0x3f8\" has 3 hexadecimal digits; a code of bfloat16 has 4"},
      {"too_many_bits",
       "# hallmark vectors 1\n# operation: convert(float32)->float6_e2m3fn\n# profile: ieee754\n# rows: 1\n" + columns +
           "\n0x3f800000,0x48,exact,\n",
       "bad.csv:6:12: \"0x48\" has more than the 6 bits of float6_e2m3fn; write 0x3f at most"},
      {"unknown_result", with_row("0x3f808000,1.0,tie,"),
       "bad.csv:6:12: \"1.0\" is no result; write a code, nan, any, LOW..HIGH, or several with | between"},
      {"no_result", with_row("0x3f808000,,tie,"),
       "bad.csv:6:12: \"\" is no result; write a code, nan, any, LOW..HIGH, or several with | between"},
      {"open_alternative", with_row("0x3f808000,0x3f80|,tie,"),
       "bad.csv:6:19: \"\" is no result; write a code, nan, any, LOW..HIGH, or several with | between"},
      {"second_alternative", with_row("0x3f808000,0x3f80|0x3fx1,tie,"),
       "bad.csv:6:19: \"0x3fx1\" is no code of bfloat16; write 0x and 4 hexadecimal digits"},
      {"one_result_twice", with_row("0x3f808000,0x3f80|0x3f80,tie,"),
       "bad.csv:6:12: \"0x3f80|0x3f80\" names one result twice; name each once"},
      {"range_upside_down", with_row("0x3f808000,0x3f81..0x3f80,tie,"),
       "bad.csv:6:12: \"0x3f81..0x3f80\" is no range: the first value must be less than the second"},
      {"no_such_nan",
       "# hallmark vectors 1\n# operation: convert(float32)->float4_e2m1fn\n# profile: ieee754\n# rows: 1\n" + columns +
           "\n0x7fc00000,nan,special_values,\n",
       "bad.csv:6:12: float4_e2m1fn has no NaN; write a code"},
      {"no_class", with_row("0x3f808000,0x3f80,,"),
       "bad.csv:6:19: \"\" is no class; write a word like tie, rounding, overflow, subnormals or special_values"},
      {"quote", with_row("0x3f808000,0x3f80,tie,\"down\""),
       "bad.csv:6:23: a quote in a note; write the note without one"},
  };
}

std::string name_of_mistake(const testing::TestParamInfo<Mistake>& mistake) { return mistake.param.name; }

INSTANTIATE_TEST_SUITE_P(Files, Malformed, testing::ValuesIn(mistakes()), name_of_mistake);

/// Kills: a signature error that loses its place in the file.
TEST(VectorFile, SignatureErrorsHaveAColumn) {
  const std::string message = error_of(with("convert(float32)->bfloat16", "convert(float23)->bfloat16"));
  EXPECT_TRUE(message.starts_with("bad.csv:2:22: ")) << message;
  EXPECT_NE(message.find("float23"), std::string::npos) << message;
}

}  // namespace
}  // namespace hallmark
