// SPDX-License-Identifier: Apache-2.0
// Broken profiles: each is refused with one line that names the place, the mistake and the mend.
#include <fstream>
#include <iterator>

#include "profile_text.h"

namespace hallmark {
namespace {

struct Refusal {
  std::string text;
  std::string place;  ///< ":line:column: "
  std::string part;   ///< of the message
};

void expect_refusals(const std::vector<Refusal>& cases) {
  ASSERT_FALSE(cases.empty());
  for (const auto& [text, place, part] : cases) {
    const std::string message = refusal_of(text);
    EXPECT_TRUE(message.starts_with(place)) << "expected " << place << " got " << message << "\nfor\n" << text;
    EXPECT_NE(message.find(part), std::string::npos) << "expected " << part << " in " << message;
  }
}

const std::string head = "name = \"p\"\n";

TEST(Refusals, TopLevel) {
  expect_refusals({
      {"title = \"x\"\n", ":1:1: ", "the profile has no name"},
      {"name = 3\n", ":1:8: ", "name is an integer"},
      {"name = \"Bad Name\"\n", ":1:8: ", "lower-case name"},
      {"name = \"\"\n", ":1:8: ", "lower-case name"},
      {head + "titel = \"x\"\n", ":2:1: ", "did you mean title?"},
      {head + "zzzzzz = 1\n", ":2:1: ", "known are name, title"},
      {head + "title = 4\n", ":2:9: ", "title is an integer"},
      {head + "source = []\n", ":2:10: ", "source is an array"},
      {head + "semantics = 1\n", ":2:13: ", "it takes a table headed [semantics]"},
      {head + "[[semantics]]\n", ":2:1: ", "semantics is an array"},
      {head + "[overide]\n", ":2:2: ", "did you mean override?"},
      {head + "[override]\nmatch = \"*\"\n",
       ":2:1: ", "override is a table; it takes tables, each headed [[override]]"},
      {head + "override = [1]\n", ":2:13: ", "an element of override is an integer"},
      {head + "accumulator = \"float32\"\n", ":2:15: ", "accumulator is a string"},
  });
}

TEST(Refusals, NotToml) {
  expect_refusals({
      {"name = \n", ":1:8: ", "not TOML"},
      {head + "[semantics\n", ":2:11: ", "not TOML"},
      {head + "a = 1\na = 2\n", ":3:5: ", "cannot redefine existing integer"},
      {head + "title = \"unfinished\n", ":2:20: ", "not TOML"},
      {head + "[semantics]\n[semantics]\n", ":3:", "not TOML"},
  });
}

TEST(Refusals, FilesThatAreNoProfiles) {
  expect_refusals({
      {"", ":1:1: ", "is empty"},
      {"# only a comment\n", ":1:1: ", "the profile has no name"},
      {head + "title = \"\xff\"\n", ":2:10: ", "not UTF-8"},
      {head + "title = \"\xc3\xa9\xc3\"\n", ":2:11: ", "not UTF-8"},
      {"\xed\xa0\x80", ":1:1: ", "not UTF-8"},
      {"\xc0\x80", ":1:1: ", "not UTF-8"},
      {"\xf4\x90\x80\x80", ":1:1: ", "not UTF-8"},
      {head + "# " + std::string((1 << 20), 'x') + "\n", ":1:1: ", "larger than 1 MiB"},
  });
  EXPECT_EQ(refusal_of(head + "title = \"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"\n"), "");
  EXPECT_EQ(refusal_of(head + "#" + std::string((1 << 20) - head.size() - 1, 'x')), "") << "exactly 1 MiB";

  const auto message = [](const std::string& path) -> std::string {
    try {
      read_profile(path);
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(message("/nowhere/p.toml"),
            "/nowhere/p.toml:1:1: cannot be read: No such file or directory; give a "
            "profile's file");
  EXPECT_TRUE(message("/tmp").starts_with("/tmp:1:1: this is a folder")) << message("/tmp");
}

TEST(Refusals, Fields) {
  const std::string semantics = head + "[semantics]\n";
  expect_refusals({
      {semantics + "roundin = \"rne\"\n", ":3:1: ", "unknown key \"roundin\" in [semantics]; did you mean rounding?"},
      {semantics + "  rounding = \"rnee\"\n", ":3:14: ", "did you mean \"rne\"?"},
      {semantics + "rounding = \"up\"\n",
       ":3:12: ", "accepted: \"rne\", \"rna\", \"rtz\", \"rup\", \"rdn\", \"rto\" or"},
      {semantics + "rounding = true\n", ":3:12: ", "rounding is a boolean"},
      {semantics + "rounding = [\"rne\"]\n", ":3:12: ", "rounding is an array"},
      {semantics + "deterministic = \"true\"\n", ":3:17: ", "it takes true or false, unquoted"},
      {semantics + "nan = 1979-05-27\n", ":3:7: ", "nan is a date"},
      {semantics + "evaluate_in = \"float31\"\n", ":3:15: ", "did you mean \"float32\"?"},
      {semantics + "evaluate_in = \"int32\"\n", ":3:15: ", "is an integer format"},
      {semantics + "nan = \"canonical\"\ncanonical_nan = 0x7fff\n", ":4:17: ", "canonical_nan is an integer"},
      {semantics + "nan = \"canonical\"\ncanonical_nan = {}\n", ":4:17: ", "canonical_nan is empty"},
      {semantics + "nan = \"canonical\"\ncanonical_nan = { bfloat = 0x7fff }\n", ":4:19: ", "did you mean bfloat16?"},
      {semantics + "nan = \"canonical\"\ncanonical_nan = { float4_e2m1fn = 7 }\n", ":4:19: ", "has no NaN"},
      {semantics + "nan = \"canonical\"\ncanonical_nan = { bfloat16 = 0x7f80 }\n",
       ":4:30: ", "0x7f80 is no NaN of bfloat16; its default NaN is 0x7fc0"},
      {semantics + "nan = \"canonical\"\ncanonical_nan = { bfloat16 = \"0x7fff\" }\n", ":4:30: ", "it takes a code"},
      {semantics + "match = \"*\"\n", ":3:1: ", "unknown key \"match\""},
      {semantics + "accumulator = {}\n", ":3:1: ", "unknown key \"accumulator\""},
  });
}

TEST(Refusals, Accumulators) {
  const std::string table = head + "[accumulator]\n";
  expect_refusals({
      {table + "formt = \"float32\"\n", ":3:1: ", "unknown key \"formt\" in accumulator; did you mean format?"},
      {table + "format = \"int8\"\n", ":3:10: ", "is an integer format"},
      {table + "format = { exponent_bits = 8 }\n", ":3:10: ", "accumulator.format has no precision"},
      {table + "format = { exponent_bits = 8, precision = 1 }\n", ":3:43: ", "an integer from 2 to 64"},
      {table + "format = { exponent_bits = 8, precision = 24, bias = 3 }\n", ":3:47: ", "unknown key \"bias\""},
      {table + "rounding = \"stochastic\"\n", ":3:12: ", "\"floor\""},
      {table + "order = \"(0,0)\"\n", ":3:9: ", "is no tree"},
      {table + "order = \"randomly\"\n", ":3:9: ", "accepted: \"any\", \"sequential\", \"pairwise\" or \"exact\""},
      {table + "operand_passes = 2\n", ":3:18: ", "accepted: 1, 3 or 6"},
      {table + "operand_passes = 7\n", ":3:18: ", "an integer from 1 to 6"},
      {table + "exact_model = 1\n", ":3:15: ", "it takes true or false"},
      {table + "block = 8\n", ":3:9: ", "accumulator.block is an integer"},
      {table + "block = {}\n", ":3:9: ", "accumulator.block is empty"},
      {table + "block = { widht = 8 }\n", ":3:11: ", "did you mean width?"},
      {table + "block = { width = 8 }\n", ":3:19: ", "both width and fraction_bits"},
      {table + "block = { fraction_bits = 8 }\n", ":3:27: ", "both width and fraction_bits"},
      {table + "block = { width = 8, fraction_bits = 24 }\norder = \"pairwise\"\n", ":4:9: ", "remove order or block"},
      {table + "block = { width = 8, fraction_bits = 24 }\nproducts = \"rounded\"\n",
       ":4:12: ", "aligns exact products"},
      {table + "block = { width = 8, fraction_bits = 24, initial = \"last\" }\ninitial = \"last\"\n",
       ":4:11: ", "keep one"},
      {table + "exact_model = true\n", ":3:15: ", "gives no single answer"},
      {table + "exact_model = true\norder = \"any\"\n", ":3:15: ", "gives no single answer"},
  });
  EXPECT_EQ(refusal_of(table + "exact_model = true\norder = \"(0,1)\"\n"), "");
  EXPECT_EQ(refusal_of(table + "exact_model = true\norder = \"exact\"\n"), "");
  EXPECT_EQ(refusal_of(table + "exact_model = true\nblock = { width = 8, fraction_bits = 24 }\n"), "");
}

TEST(Refusals, Matches) {
  const std::string require = head + "[[require]]\n";
  expect_refusals({
      {require, ":2:1: ", "[[require]] has no match; add match = \"convert(float32)->*\""},
      {require + "match = \"\"\n", ":3:9: ", "match is empty"},
      {require + "match = 1\n", ":3:9: ", "match is an integer"},
      {require + "macth = \"*\"\n", ":3:1: ", "did you mean match?"},
      {require + "match = \"convert(float33)->bfloat16\"\n", ":3:18: ", "column 9: no format is named \"float33\""},
      {require + "match = \"convert(float32)->bfloat16 \"\n", ":3:36: ", "column 27"},
      {require + "match = \"convert\"\n", ":3:17: ", "has * or ? where anything may stand"},
      {require + "match = \"conv\\u0065rt\"\n", ":3:9: ", "column 8"},
      {require + "match = \"Convert*\"\n", ":3:10: ", "\"C\" stands in no signature"},
      {require + "match = \"convert(float32) -> *\"\n", ":3:26: ", "\" \" stands in no signature"},
      {head + "[[override]]\nmatch = \"convert(float32)->bfloat\"\nnan = \"any\"\n",
       ":3:28: ", "did you mean \"bfloat16\""},
      {head + "[[override]]\nnan = \"any\"\n", ":2:1: ", "[[override]] has no match"},
      {head + "[[override]]\nmatch = \"*\"\n", ":2:1: ", "[[override]] sets no field"},
      {head + "[[override]]\nmatch = \"*\"\nnam = \"any\"\n", ":4:1: ", "unknown key \"nam\" in [[override]]"},
  });
}

TEST(Refusals, Choices) {
  const std::string choice = head + "[[choice]]\n";
  const std::string good = choice + "name = \"a\"\nmatch = \"*\"\n";
  expect_refusals({
      {choice + "match = \"*\"\n", ":2:1: ", "[[choice]] has no name"},
      {choice + "name = \"a\"\n", ":2:1: ", "[[choice]] a has no match"},
      {good, ":2:1: ", "[[choice]] a has no options"},
      {good + "options = \"x\"\n", ":5:11: ", "options is a string"},
      {good + "options = []\n", ":5:11: ", "has no option;"},
      {good + "options = [ { name = \"x\", nan = \"any\" } ]\n", ":5:11: ", "at least two"},
      {good + "options = [ 1, 2 ]\n", ":5:13: ", "an option is an integer"},
      {good + "options = [ { nan = \"any\" }, { name = \"y\" } ]\n",
       ":5:13: ", "an option of [[choice]] a has no name"},
      {good + "options = [ { name = \"x\" }, { name = \"x\" } ]\n", ":5:38: ", "an option named \"x\" exists already"},
      {good + "options = [ { name = \"x\", nam = \"any\" }, { name = \"y\" } ]\n", ":5:27: ", "did you mean name?"},
      {good + "options = [ { name = \"x\", nan = \"an\" }, { name = \"y\" } ]\n", ":5:33: ", "did you mean \"any\"?"},
      {good + "option = []\n", ":5:1: ", "did you mean options?"},
      {good + "options = [ { name = \"x\" }, { name = \"y\" } ]\n[[choice]]\nname = \"a\"\n",
       ":7:8: ", "exists already at"},
  });
}

TEST(Refusals, Limits) {
  const std::string limit = head + "[[limit]]\nmatch = \"*\"\n";
  expect_refusals({
      {limit, ":2:1: ", "[[limit]] demands nothing"},
      {head + "[[limit]]\nmax_ulp = 1.0\n", ":2:1: ", "[[limit]] has no match"},
      {limit + "max_ulps = 1\n", ":4:1: ", "did you mean max_ulp?"},
      {limit + "max_ulp = 0\n", ":4:11: ", "above 0"},
      {limit + "max_ulp = -1.0\n", ":4:11: ", "above 0"},
      {limit + "max_ulp = nan\n", ":4:11: ", "above 0"},
      {limit + "max_ulp = inf\n", ":4:11: ", "above 0"},
      {limit + "max_ulp = \"1\"\n", ":4:11: ", "max_ulp is a string"},
      {limit + "monotone = 1\n", ":4:12: ", "it takes true or false"},
      {limit + "range = 1\n", ":4:9: ", "two numbers"},
      {limit + "range = [1.0]\n", ":4:9: ", "an array of 1"},
      {limit + "range = [1.0, -1.0]\n", ":4:9: ", "range is empty"},
      {limit + "range = [nan, 1.0]\n", ":4:9: ", "range is empty"},
      {limit + "range = [-1, \"1\"]\n", ":4:14: ", "range is a string"},
  });
}

TEST(Refusals, Contradictions) {
  const std::string semantics = head + "[semantics]\n";
  const std::string match = head + "[[override]]\nmatch = ";
  expect_refusals({
      {semantics + "rto_overflow = \"infinity\"\n", ":3:16: ", "nothing is rounded to odd"},
      {semantics + "rounding = \"rto\"\nrto_overflow = \"infinity\"\noverflow = \"saturate\"\n",
       ":4:16: ", "never gives infinity"},
      {semantics + "nan_operand = \"first\"\n", ":3:15: ", "set nan = \"quiet_payload\""},
      {semantics + "nan = \"quiet\"\nnan_operand = \"second\"\n", ":4:15: ", "set nan = \"quiet_payload\""},
      {semantics + "canonical_nan = { bfloat16 = 0x7fff }\n", ":3:17: ", "set nan = \"canonical\""},
      {semantics + "nan = \"infinity\"\nnan_sign = \"preserve\"\n", ":4:12: ", "remove nan_sign"},
      {semantics + "nan = \"infinity\"\ngenerated_nan = \"negative\"\n", ":4:17: ", "remove generated_nan"},
      {semantics + "flushed_zero = \"positive\"\n", ":3:16: ", "nothing is flushed"},
      {semantics + "fma = \"via_float32\"\nevaluate_in = \"float64\"\n", ":3:7: ", "contradicts evaluate_in"},
      {match + "\"convert(*)->float8_e8m0fnu\"\nsubnormal_results = \"flush_delivered\"\n",
       ":4:21: ", "has no subnormals"},
      {match + "\"convert(*)->bfloat16\"\ne8m0_zero = \"nan\"\n", ":4:13: ", "has a zero"},
      {match + "\"convert(*)->bfloat16\"\ninfinity_operand = \"nan\"\n", ":4:20: ", "without infinities"},
      {match + "\"convert(*)->float8_e4m3fn\"\ninfinity_to_infinity = \"saturate\"\n", ":4:24: ", "has no infinities"},
      {match + "\"convert(*)->bfloat16\"\ninteger_overflow = \"wrap\"\n", ":4:20: ", "is no integer format"},
      {match + "\"convert(*)->bfloat16\"\nnan_without_nan = \"max\"\n", ":4:19: ", "without NaN"},
      {match + "\"*\"\nnan = \"quiet\"\nnan_operand = \"first\"\n", ":5:15: ", "set nan = \"quiet_payload\""},
      {semantics + "nan = \"quiet_payload\"\n[[override]]\nmatch = \"*\"\nnan = \"any\"\nnan_operand = \"first\"\n",
       ":7:15: ", "set nan = \"quiet_payload\""},
  });
  for (const std::string& fine : {
           semantics + "nan_operand = \"either\"\nnan_sign = \"any\"\nflushed_zero = \"signed\"\n",
           match + "\"convert[rto](*\"\nrto_overflow = \"infinity\"\n",
           semantics + "nan = \"quiet_payload\"\n[[override]]\nmatch = \"*\"\nnan_operand = \"first\"\n",
           match + "\"*\"\nnan = \"canonical\"\n[[override]]\nmatch = \"*\"\ncanonical_nan = { bfloat16 = 0x7fff }\n",
           match + "\"convert(*)->float*\"\ne8m0_zero = \"nan\"\n",
           head + "[accumulator]\nsubnormal_operands = \"flush\"\n[semantics]\nflushed_zero = \"positive\"\n",
           semantics + "fma = \"via_float32\"\nevaluate_in = \"float32\"\n",
       }) {
    EXPECT_EQ(refusal_of(fine), "") << fine;
  }
}

TEST(Refusals, TheFirstUnknownKeyInTheFileIsNamed) {
  EXPECT_TRUE(refusal_of(head + "zeta = 1\nalpha = 1\n").starts_with(":2:1: unknown key \"zeta\""));
}

TEST(Refusals, MutilatedProfilesNeverGetPastInputError) {
  // refusal_of lets every other exception through, and checks that the message is one line.
  int refused = 0, accepted = 0;
  for (const std::string& name : shipped_profiles()) {
    std::ifstream stream(load_profile(name).path, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    for (std::size_t at = 0; at < text.size(); at += 11) {
      for (const std::string& broken :
           {text.substr(0, at), text.substr(0, at) + text.substr(at + 1), text.substr(0, at) + "\x80" + text.substr(at),
            text.substr(0, at) + "\"" + text.substr(at), text.substr(0, at) + "[[" + text.substr(at)}) {
        ++(refusal_of(broken).empty() ? accepted : refused);
      }
    }
  }
  EXPECT_GT(refused, 1000);
  EXPECT_GT(accepted, 100) << "mutations in comments and strings do no harm";
}

TEST(Refusals, ControlCharactersDoNotReachTheMessage) {
  const std::string message = refusal_of(head + "[semantics]\nnan = \"a\\nb\\u001b[31m\"\n");
  EXPECT_NE(message.find("nan = \"a\\x0ab\\x1b[31m\""), std::string::npos) << message;
  EXPECT_NE(refusal_of(head + "\"a\\nb\" = 1\n").find("unknown key \"a\\x0ab\""), std::string::npos);
}

TEST(Refusals, UnknownProfilesAreListed) {
  try {
    load_profile("tpuu");
    FAIL() << "accepted";
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("did you mean \"tpu\"?"), std::string::npos) << message;
    for (const std::string& name : shipped_profiles()) EXPECT_NE(message.find(name), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace hallmark
