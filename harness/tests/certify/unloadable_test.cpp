// SPDX-License-Identifier: Apache-2.0
// Every library that cannot be opened is refused: exit 3, one line that names it, nothing written, within seconds.
// Kills: a loader that takes a malformed table, lets hallmark_open take the supervisor down, or waits for it for ever.
#include <gtest/gtest.h>

#include "catalogue.h"
#include "certify_backend.h"

namespace hallmark {
namespace {

class Unloadable : public testing::TestWithParam<UnloadableRow> {};

TEST_P(Unloadable, IsRefusedInOneLine) {
  CertifyRun run;
  certify(run, test_backend(GetParam().library), {"--level", "quick", "--timeout", "5"});
  EXPECT_EQ(run.process.exit_code, 3) << GetParam().reason;
  ASSERT_EQ(run.process.error_lines().size(), 1u) << run.process.err;
  EXPECT_NE(run.process.err.find(test_backend(GetParam().library)), std::string::npos) << run.process.err;
  EXPECT_EQ(run.process.out, "");
  EXPECT_TRUE(files_under(run.folder.path()).empty());
  EXPECT_LT(run.process.seconds, 30);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Unloadable, testing::ValuesIn(unloadable_rows()), [](const auto& one) {
  const std::string& library = one.param.library;
  return test_name_of(library.substr(library.find('?') + 1));
});

// Kills: one message for every defect.
TEST(Unloadable, MessagesSayWhatIsWrong) {
  const std::pair<const char*, const char*> expected[] = {
      {"unloadable.so?wrong_abi", "ABI"},
      {"unloadable.so?duplicate_signature", "convert(float32)->bfloat16"},
      {"unloadable.so?malformed_no_arrow", "convert(float32)bfloat16"},
      {"unloadable.so?crashes", "SIGSEGV"},
      {"unloadable.so?aborts", "SIGABRT"},
      {"unloadable.so?exits", "exit with status 0"},
      {"unloadable.so?hangs", "hung"},
      {"unloadable.so?returns_null", "this machine has no such device"},
      {"no_symbol.so", "hallmark_open"},
      {"not_there.so", "No such file"}};
  for (const auto& [library, words] : expected) {
    CertifyRun run;
    certify(run, test_backend(library), {"--level", "quick", "--timeout", "5"});
    EXPECT_EQ(run.process.exit_code, 3) << library;
    EXPECT_EQ(run.process.error_lines().size(), 1u) << run.process.err;
    EXPECT_NE(run.process.err.find(words), std::string::npos) << run.process.err;
  }
}

// Kills: a loader that asks for more than the ABI does: a table need not name a version or a device.
TEST(Unloadable, ATableWithoutVersionOrDeviceIsTaken) {
  for (const char* option : {"null_version", "null_device"}) {
    CertifyRun run;
    certify(run, test_backend(std::string("unloadable.so?") + option), {"--level", "quick"});
    EXPECT_EQ(run.process.exit_code, 1) << "its kernel writes nothing";
    EXPECT_EQ(run.certificate().at("backend").at(option + 5), "");
  }
}

}  // namespace
}  // namespace hallmark
