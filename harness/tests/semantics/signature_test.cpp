// SPDX-License-Identifier: Apache-2.0
// The grammar of signatures: what it accepts, what it refuses and where, and globs over signatures.
#include "semantics/signature.h"

#include "formats/formats.h"
#include "profile_text.h"

namespace hallmark {
namespace {

TEST(Signature, AcceptedTextIsWrittenBackUnchanged) {
  for (const char* text : {"convert(float32)->bfloat16", "convert[rtz](float32)->bfloat16",
                           "convert[rtz,saturate](float32)->float8_e4m3fn", "convert[saturate](float64)->float8_e5m2",
                           "convert[rup,saturate,approximate,fast](float32)->float16",
                           "fma(bfloat16,bfloat16,bfloat16)->bfloat16", "dot(bfloat16,bfloat16,float32)->float32",
                           "convert(int64)->float8_e8m0fnu", "sum_of_squares(float4_e2m1fn)->float32",
                           "exp2(float16)->float16", "select(uint8,float16,float16,float16)->float16"}) {
    EXPECT_EQ(to_string(signature_of(text)), text);
  }
}

TEST(Signature, PartsAreRead) {
  const Signature signature = signature_of("dot[rtz,saturate,wide](bfloat16,float16)->float32");
  EXPECT_EQ(signature.name, "dot");
  EXPECT_EQ(signature.modifiers, (std::vector<std::string>{"rtz", "saturate", "wide"}));
  ASSERT_EQ(signature.operands.size(), 2u);
  EXPECT_EQ(signature.operands[0], bfloat16);
  EXPECT_EQ(signature.operands[1], float16);
  EXPECT_EQ(signature.result, float32);
  EXPECT_TRUE(signature.has_modifier("wide"));
  EXPECT_FALSE(signature.has_modifier("wid"));
  EXPECT_EQ(test_name(signature), "dot_rtz_saturate_wide_bfloat16_float16_to_float32");
  EXPECT_EQ(test_name(signature_of("convert(float32)->bfloat16")), "convert_float32_to_bfloat16");
}

TEST(Signature, RefusalsNameTheColumn) {
  struct Case {
    const char* text;
    std::size_t column;
    const char* part;
  };
  for (const auto& [text, column, part] :
       std::vector<Case>{{"", 1, "the text ends"},
                         {"Convert(float32)->bfloat16", 1, "lower case"},
                         {" convert(float32)->bfloat16", 1, "no spaces"},
                         {"2sum(float32)->float32", 1, "an operation's name"},
                         {"_sum(float32)->float32", 1, "an operation's name"},
                         {"convert", 8, "\"(\""},
                         {"convert-x(float32)->float16", 8, "\"(\""},
                         {"convert()->bfloat16", 9, "a format's name"},
                         {"convert(float32", 16, "\")\""},
                         {"convert(float32,)->bfloat16", 17, "a format's name"},
                         {"convert(float32)-bfloat16", 17, "\"->\""},
                         {"convert(float32)->", 19, "a format's name"},
                         {"convert(float32)->bfloat16 ", 27, "no spaces"},
                         {"convert(float32)->bfloat16,float16", 27, "the end"},
                         {"convert(float32) ->bfloat16", 17, "no spaces"},
                         {"convert(float33)->bfloat16", 9, "did you mean \"float32\""},
                         {"convert(float32)->bf16", 19, "known are float64"},
                         {"convert(float32)->Bfloat16", 19, "lower case"},
                         {"convert[](float32)->bfloat16", 9, "a modifier"},
                         {"convert[rtz(float32)->bfloat16", 12, "\"]\""},
                         {"convert[rtz,](float32)->bfloat16", 13, "a modifier"},
                         {"convert[rtz,rtz](float32)->bfloat16", 13, "twice"},
                         {"convert[rtz,rup](float32)->bfloat16", 13, "two rounding modifiers"},
                         {"convert[saturate,rtz](float32)->bfloat16", 18, "must come before \"saturate\""},
                         {"convert[fast,saturate](float32)->bfloat16", 14, "must come before \"fast\""},
                         {"convert[fast,exact](float32)->bfloat16", 14, "must come before \"fast\""},
                         {"convert[RTZ](float32)->bfloat16", 9, "lower case"},
                         {"f(float16,float16,float16,float16,float16)->float16", 35, "more than 4 operands"}}) {
    const auto parsed = parse_signature(text);
    const auto* error = std::get_if<SignatureError>(&parsed);
    ASSERT_NE(error, nullptr) << text;
    EXPECT_EQ(error->column, column) << text << ": " << error->what;
    EXPECT_NE(error->what.find(part), std::string::npos) << text << ": " << error->what;
  }
}

TEST(Signature, OwnFormatsTakePart) {
  const Profile profile =
      profile_from("name = \"own\"\n[[format]]\nname = \"mychip_e5m3\"\nexponent_bits = 5\nsignificand_bits = 3\n");
  EXPECT_EQ(signature_of("convert(float32)->mychip_e5m3", &profile).result, profile.formats[0]);
  EXPECT_TRUE(std::holds_alternative<SignatureError>(parse_signature("convert(float32)->mychip_e5m3")));
}

TEST(Glob, OnlyStarAndQuestionMarkAreSpecial) {
  struct Case {
    const char* pattern;
    const char* text;
    bool matches;
  };
  for (const auto& [pattern, text, matches] :
       std::vector<Case>{{"*", "", true},
                         {"", "", true},
                         {"", "a", false},
                         {"?", "", false},
                         {"?", "a", true},
                         {"*", "convert(float32)->bfloat16", true},
                         {"convert(float32)->bfloat16", "convert(float32)->bfloat16", true},
                         {"convert(float32)->bfloat1", "convert(float32)->bfloat16", false},
                         {"convert(float32)->bfloat16*", "convert(float32)->bfloat16", true},
                         {"convert(float*)->bfloat16", "convert(float8_e5m2)->bfloat16", true},
                         {"convert(float*)->bfloat16", "convert(bfloat16)->bfloat16", false},
                         {"convert(float?\?)->*", "convert(float32)->float16", true},
                         {"convert(float?\?)->*", "convert(float8_e5m2)->float16", false},
                         {"convert[rtz](*", "convert[rtz](float32)->float16", true},
                         {"convert[rtz](*", "convertr(float32)->float16", false},
                         {"*->float16", "convert(float16)->float16", true},
                         {"*16*16*16", "add(float16,float16)->float16", true},
                         {"*16*16*16*16", "add(float16,float16)->float16", false},
                         {"*a*b", "aab", true},
                         {"*a*b", "aba", false},
                         {"**", "x", true},
                         {"a.c", "abc", false},
                         {"(a|b)", "a", false}}) {
    EXPECT_EQ(glob_match(pattern, text), matches) << pattern << " on " << text;
  }
}

TEST(Glob, ManyStarsEndInBoundedTime) {
  std::string pattern, text(20000, 'a');
  for (int i = 0; i < 200; ++i) pattern += "*a";
  EXPECT_FALSE(glob_match(pattern + "b", text));
  EXPECT_TRUE(glob_match(pattern, text));
}

}  // namespace
}  // namespace hallmark
