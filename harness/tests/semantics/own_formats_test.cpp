// SPDX-License-Identifier: Apache-2.0
// Formats of the user's own: described as the built-in ones they equal them, and impossible ones are refused.
#include "formats/formats.h"
#include "profile_text.h"

namespace hallmark {
namespace {

const std::string head = "name = \"p\"\n[[format]]\nname = \"own\"\n";

Format own(const std::string& fields) {
  const Profile profile = profile_from(head + fields);
  EXPECT_EQ(profile.formats.size(), 1u);
  return profile.formats.at(0);
}

TEST(OwnFormats, EqualTheBuiltInOnesTheyDescribe) {
  struct Case {
    const char* fields;
    Format built_in;
  };
  for (const auto& [fields, built_in] : std::vector<Case>{
           {"exponent_bits = 8\nsignificand_bits = 7\n", bfloat16},
           {"exponent_bits = 8\nsignificand_bits = 7\nnan_codes = \"ieee\"\ninfinities = true\n", bfloat16},
           {"exponent_bits = 11\nsignificand_bits = 52\nstorage_bits = 64\nbias = 1023\nsigned = true\n", float64},
           {"exponent_bits = 5\nsignificand_bits = 2\nnan_codes = [0x7d, 0x7e, 0x7f, 0xfd, 0xfe, 0xff]\n", float8_e5m2},
           {"exponent_bits = 4\nsignificand_bits = 3\ninfinities = false\nnan_codes = [0xff, 0x7f]\n", float8_e4m3fn},
           {"exponent_bits = 4\nsignificand_bits = 3\nbias = 8\ninfinities = false\nnan_codes = [0x80]\n",
            float8_e4m3fnuz},
           {"exponent_bits = 2\nsignificand_bits = 1\ninfinities = false\nnan_codes = []\n", float4_e2m1fn},
           {"exponent_bits = 3\nsignificand_bits = 2\nbias = 3\ninfinities = false\nnan_codes = []\n", float6_e3m2fn},
           {"exponent_bits = 8\nsignificand_bits = 0\nsigned = false\nsubnormals = false\ninfinities = false\n"
            "nan_codes = [0xff]\n",
            float8_e8m0fnu}}) {
    Format expected = built_in;
    expected.name = "own";
    const Format found = own(fields);
    EXPECT_EQ(found, expected) << fields << "bias " << found.bias << " storage " << found.storage_bits << " low "
                               << found.nan_codes.low << " mask " << found.nan_codes.mask;
  }
}

TEST(OwnFormats, TakePartInTheProfile) {
  const Profile profile = profile_from(
      head +
      "exponent_bits = 5\nsignificand_bits = 3\n[semantics]\nnan = \"canonical\"\ncanonical_nan = { own = 0xff }\n"
      "[[require]]\nmatch = \"convert(float32)->own\"\n");
  EXPECT_EQ(profile.find_format("own")->width(), 9);
  EXPECT_EQ(profile.find_format("float32"), find_format("float32"));
  EXPECT_EQ(profile.find_format("other"), nullptr);
  EXPECT_EQ(profile.required, std::vector<std::string>{"convert(float32)->own"});
  EXPECT_EQ(profile.resolve(signature_of("convert(float32)->own", &profile))[0].semantics.canonical_nan.at("own"),
            0xffu);
}

TEST(OwnFormats, ImpossibleOnesAreRefused) {
  struct Case {
    std::string fields, place, part;
  };
  for (const auto& [fields, place, part] : std::vector<Case>{
           {"significand_bits = 3\n", ":2:1: ", "has no exponent_bits"},
           {"exponent_bits = 5\n", ":2:1: ", "has no significand_bits"},
           {"exponent_bits = 0\nsignificand_bits = 3\n", ":4:17: ", "from 1 to 15"},
           {"exponent_bits = 16\nsignificand_bits = 3\n", ":4:17: ", "from 1 to 15"},
           {"exponent_bits = 5.0\nsignificand_bits = 3\n", ":4:17: ", "is a float"},
           {"exponent_bits = 5\nsignificand_bits = 61\n", ":5:20: ", "from 0 to 60"},
           {"exponent_bits = 15\nsignificand_bits = 52\n", ":2:1: ", "is 68 bits wide"},
           {"exponent_bits = 1\nsignificand_bits = 0\nsigned = false\n", ":2:1: ", "is 1 bits wide"},
           {"exponent_bits = 5\nsignificand_bits = 3\nstorage_bits = 8\n", ":6:16: ", "from 9 to 64"},
           {"exponent_bits = 5\nsignificand_bits = 3\nbias = 100000\n", ":6:8: ", "out of range"},
           {"exponent_bits = 5\nsignificand_bits = 3\nmantissa = 3\n", ":6:1: ", "known are name"},
           {"exponent_bits = 5\nsignificand_bits = 3\nsigned = 1\n", ":6:10: ", "true or false"},
           {"exponent_bits = 5\nsignificand_bits = 2\ninfinities = false\n", ":2:1: ", "has no nan_codes"},
           {"exponent_bits = 5\nsignificand_bits = 2\nnan_codes = \"none\"\n", ":6:13: ", "\"ieee\" or a list"},
           {"exponent_bits = 5\nsignificand_bits = 2\nnan_codes = 3\n", ":6:13: ", "nan_codes is an integer"},
           {"exponent_bits = 5\nsignificand_bits = 2\nnan_codes = [\"a\"]\n", ":6:14: ", "takes integers"},
           {"exponent_bits = 5\nsignificand_bits = 2\nnan_codes = [256]\n", ":6:14: ", "outside the 8 bits"},
           {"exponent_bits = 5\nsignificand_bits = 2\nnan_codes = [-1]\n", ":6:14: ", "outside the 8 bits"},
           {"exponent_bits = 5\nsignificand_bits = 2\nnan_codes = [255, 255]\n", ":6:13: ", "listed twice"},
           {"exponent_bits = 5\nsignificand_bits = 2\ninfinities = false\nnan_codes = [0x7d, 0x7f, 0xfd, 0xff]\n",
            ":7:13: ", "neither one interval nor"},
           {"exponent_bits = 5\nsignificand_bits = 2\ninfinities = false\nnan_codes = [0x7e, 0x7f, 0xff]\n",
            ":7:13: ", "neither one interval nor"},
           {"exponent_bits = 5\nsignificand_bits = 2\ninfinities = false\nnan_codes = [0x7f]\n",
            ":7:13: ", "greatest magnitudes"},
           {"exponent_bits = 5\nsignificand_bits = 2\ninfinities = false\nnan_codes = [0x10, 0x90]\n",
            ":7:13: ", "greatest magnitudes"},
           {"exponent_bits = 5\nsignificand_bits = 2\ninfinities = false\nnan_codes = [0]\n",
            ":7:13: ", "greatest magnitudes"},
           {"exponent_bits = 5\nsignificand_bits = 2\ninfinities = false\nnan_codes = \"ieee\"\n",
            ":7:13: ", "contradicts infinities = false"},
           {"exponent_bits = 5\nsignificand_bits = 2\nnan_codes = [0x7f, 0xff]\n",
            ":6:13: ", "contradict infinities = true"},
           {"exponent_bits = 5\nsignificand_bits = 2\nnan_codes = []\n", ":6:13: ", "contradict infinities = true"},
           {"exponent_bits = 5\nsignificand_bits = 2\ninfinities = false\nnan_codes = [0x80]\nnegative_zero = true\n",
            ":8:17: ", "contradicts nan_codes"},
           {"exponent_bits = 5\nsignificand_bits = 2\nsigned = false\nnegative_zero = true\n",
            ":7:17: ", "contradicts signed = false"},
           {"exponent_bits = 1\nsignificand_bits = 0\n", ":2:1: ", "no finite value but zero"}}) {
    const std::string message = refusal_of(head + fields);
    EXPECT_TRUE(message.starts_with(place)) << "expected " << place << " got " << message << "\nfor\n" << fields;
    EXPECT_NE(message.find(part), std::string::npos) << message;
  }
  for (const char* taken : {"float32", "int8", "bfloat16"}) {
    const std::string message = refusal_of("name = \"p\"\n[[format]]\nname = \"" + std::string(taken) +
                                           "\"\nexponent_bits = 5\nsignificand_bits = 3\n");
    EXPECT_TRUE(message.starts_with(":3:8: a format named")) << message;
  }
  const std::string twice = refusal_of(head + "exponent_bits = 5\nsignificand_bits = 3\n[[format]]\nname = \"own\"\n");
  EXPECT_TRUE(twice.starts_with(":7:8: a format named \"own\" exists already")) << twice;
}

}  // namespace
}  // namespace hallmark
