// SPDX-License-Identifier: Apache-2.0
// Runs a Python script of this folder: a reader of our files that shares no code with their writer.
#include "python.h"

#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace hallmark::test {

namespace {

std::string python() {
  if (const char* chosen = std::getenv("HALLMARK_PYTHON"); chosen != nullptr && *chosen != '\0') return chosen;
  const std::string built = HALLMARK_SOURCE_DIR "/build/venv/bin/python";
  return std::filesystem::exists(built) ? built : "python3";
}

}  // namespace

Ended run_python(const std::string& script, const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {python(), HALLMARK_SOURCE_DIR "/harness/tests/reports/" + script};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::string command;
  for (const std::string& word : words) command.append("'").append(word).append("' ");
  command += "2>&1";
  Ended ended;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return ended;
  char buffer[4096];
  while (const std::size_t read = std::fread(buffer, 1, sizeof buffer, pipe)) ended.output.append(buffer, read);
  const int status = pclose(pipe);
  if (WIFEXITED(status)) ended.status = WEXITSTATUS(status);
  return ended;
}

}  // namespace hallmark::test
