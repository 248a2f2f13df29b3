// SPDX-License-Identifier: Apache-2.0
// `hallmark identify` on backends of elementwise operations: what is written of a backend it passes.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "tests/certify/certify_backend.h"

namespace hallmark {
namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

struct Named {
  const char* library;
  const char* line;  ///< a line of the profile that is written
};

class ElementwiseCommand : public testing::TestWithParam<Named> {};

// Kills: semantics that truth accepts in probes but the judge does not in millions of operands, a profile that cannot
// be read, a field that is found and not written.
TEST_P(ElementwiseCommand, WritesAProfileThatTheBackendPasses) {
  const ScratchFolder folder;
  const std::string profile = (folder.path() / "found.toml").string();
  const std::string backend = std::string(HALLMARK_BINARY_DIR "/tests/backends/") + GetParam().library;
  const Finished found = run_hallmark({"identify", "--backend", backend, "--write-profile", profile},
                                      {.folder = folder.path(), .environment = {}});
  ASSERT_EQ(found.exit_code, 0) << found.err << found.out;
  EXPECT_NE(text_of(profile).find(GetParam().line), std::string::npos) << text_of(profile);
  const Finished certified = run_hallmark({"certify", "--backend", backend, "--profile", profile, "--level", "quick"},
                                          {.folder = folder.path(), .environment = {}});
  EXPECT_EQ(certified.exit_code, 0) << certified.out << certified.err << text_of(profile);
}

INSTANTIATE_TEST_SUITE_P(
    Backends, ElementwiseCommand,
    testing::Values(Named{"rounding.so?CV01", "rounding = \"rtz\""}, Named{"rounding.so?CV02", "rounding = \"rna\""},
                    Named{"arithmetic.so?AR01", "fma = \"via_float32\""},
                    Named{"arithmetic.so?AR10", "fma = \"unfused\""},
                    Named{"subnormals.so?flushes_after_rounding", "subnormal_results = \"flush_after_rounding\""},
                    Named{"subnormals.so?flushed_sign_lost", "flushed_zero = \"positive\""},
                    Named{"right_nan.so?nan_all_ones", "canonical_nan = { bfloat16 = 0xffff }"},
                    Named{"right_nan.so?nan_by_place", "[semantics]"},
                    Named{"scaling.so?scale_rounded_to_float32_first", "evaluate_in = \"float32\""},
                    Named{"right_scaling.so?flushing_reciprocal", "subnormal_operands = \"flush\""}),
    [](const auto& of) {
      const std::string library = of.param.library;
      return library.substr(library.find('?') + 1);
    });

}  // namespace
}  // namespace hallmark
