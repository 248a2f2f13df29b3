// SPDX-License-Identifier: Apache-2.0
// Writes the value of every code of every small format and has Python compare them with numpy and ml_dtypes.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "formats/formats.h"

namespace hallmark::test {
namespace {

std::string python() {
  if (const char* chosen = std::getenv("HALLMARK_PYTHON"); chosen != nullptr && *chosen != '\0') return chosen;
  const std::string built = HALLMARK_SOURCE_DIR "/build/venv/bin/python";
  return std::filesystem::exists(built) ? built : "python3";
}

void write_table(std::ofstream& out) {
  const auto write = [&](const Format& format) {
    if (format.width() > 16) return;
    for (std::uint64_t code = 0; code <= format.code_mask(); ++code) {
      const Decoded decoded = decode(format, code);
      char value[64] = "nan";
      if (decoded.category == Category::infinity)
        std::snprintf(value, sizeof value, "%sinf", decoded.negative ? "-" : "");
      if (decoded.category != Category::infinity && decoded.category != Category::nan) {
        const double magnitude = std::ldexp(static_cast<double>(decoded.significand), decoded.exponent);
        std::snprintf(value, sizeof value, "%a", decoded.negative ? -magnitude : magnitude);
      }
      out << format.name << ',' << code << ',' << value << '\n';
    }
  };
  for (const Format& format : floating_formats) write(format);
  for (const Format& format : integer_formats) write(format);
}

struct Ended {
  int status = -1;
  std::string output;
};

Ended run(const std::string& command) {
  Ended ended;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return ended;
  char text[512];
  while (std::fgets(text, sizeof text, pipe) != nullptr) ended.output += text;
  const int status = pclose(pipe);
  if (WIFEXITED(status)) ended.status = WEXITSTATUS(status);
  return ended;
}

TEST(MlDtypes, sees_the_same_values_in_the_same_bytes) {
  const std::filesystem::path table = testing::TempDir() + "hallmark_formats_" + std::to_string(getpid()) + ".csv";
  {
    std::ofstream out(table);
    write_table(out);
    ASSERT_TRUE(out.good()) << "cannot write " << table;
  }
  std::string command;
  for (const std::string& word :
       {python(), std::string(HALLMARK_SOURCE_DIR "/harness/tests/formats/compare_ml_dtypes.py"), table.string()}) {
    command.append("'").append(word).append("' ");
  }
  const Ended ended = run(command + "2>&1");
  std::filesystem::remove(table);
  constexpr int modules_missing = 77, no_such_command = 127;  // 77 is the script's; 127 the shell's
  if (ended.status == no_such_command) GTEST_SKIP() << "no Python to compare with numpy and ml_dtypes: " << python();
  if (ended.status == modules_missing) GTEST_SKIP() << ended.output;
  EXPECT_EQ(ended.status, 0) << ended.output;
  std::printf("%s", ended.output.c_str());
}

}  // namespace
}  // namespace hallmark::test
