// SPDX-License-Identifier: Apache-2.0
// RC_PARAMS: what RapidCheck knows is taken, all else is refused with one line that says the mend.
#include <gtest/gtest.h>

#include "conversions/property_parameters.h"
#include "semantics/profile.h"

namespace hallmark::test {
namespace {

std::string refusal(std::string_view text) {
  try {
    parse_property_parameters(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// Kills: a key that is accepted and does nothing.
TEST(Parameters, AreRead) {
  const PropertyParameters none = parse_property_parameters("");
  EXPECT_FALSE(none.seed);
  EXPECT_FALSE(none.cases);
  EXPECT_TRUE(none.shrink);
  const PropertyParameters all = parse_property_parameters(
      " seed=18446744073709551615  max_success=7\tmax_size=50 max_discard_ratio=3 noshrink=1 verbose_progress=1 "
      "verbose_shrinking=1 ");
  EXPECT_EQ(all.seed, 18446744073709551615u);
  EXPECT_EQ(all.cases, 7);
  EXPECT_EQ(all.size, 50);
  EXPECT_EQ(all.discard_ratio, 3);
  EXPECT_FALSE(all.shrink);
  EXPECT_TRUE(all.show_progress);
  EXPECT_TRUE(all.show_shrinking);
}

// Kills: RapidCheck's own reading, which ignores "seeed=42", takes "5x" for 5 and "0x10" for 0, passes on zero cases,
// and skips every other property when one is to be reproduced.
TEST(Parameters, MistakesAreRefused) {
  const struct {
    const char *text, *words;
  } mistakes[] = {
      {"seeed=42", "write seed="},
      {"SEED=42", "\"SEED\" is no parameter"},
      {"colour=red", "it has seed, max_success"},
      {"seed", "seed has no value; write seed=..."},
      {"seed=", "seed takes a number"},
      {"seed=0x10", "not \"0x10\""},
      {"seed=-1", "seed takes a number"},
      {"seed=18446744073709551616", "seed takes a number"},
      {"seed=1,max_success=2", "not \"1,max_success=2\""},
      {"seed='1'", "seed takes a number"},
      {"seed=1 seed=2", "seed stands twice"},
      {"max_success=0", "from 1 to 1000000"},
      {"max_success=5x", "not \"5x\""},
      {"max_success=-5", "max_success takes"},
      {"max_success=2000000", "max_success takes"},
      {"max_size=101", "from 0 to 100"},
      {"max_discard_ratio=1e9", "max_discard_ratio takes"},
      {"noshrink=true", "from 0 to 1"},
      {"noshrink", "noshrink has no value"},
      {"verbose_progress=2", "from 0 to 1"},
      {"reproduce=AA", "--case"},
      {"=1", "\"\" is no parameter"},
  };
  for (const auto& [text, words] : mistakes) {
    const std::string message = refusal(text);
    EXPECT_TRUE(message.starts_with("RC_PARAMS: ")) << text << ": " << message;
    EXPECT_NE(message.find(words), std::string::npos) << text << ": " << message;
    EXPECT_EQ(message.find('\n'), std::string::npos);
  }
}

}  // namespace
}  // namespace hallmark::test
