// SPDX-License-Identifier: Apache-2.0
#include "hallmark_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <system_error>

extern char** environ;

namespace hallmark {
namespace {

namespace fs = std::filesystem;

/// A file with no name that takes a child's output, however much there is: a pipe would have to be read all the while.
class OutputFile {
 public:
  OutputFile() : fd_(open(fs::temp_directory_path().c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600)) {
    if (fd_ < 0) throw std::system_error(errno, std::generic_category(), "a file for output");
  }
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile() { close(fd_); }
  int fd() const { return fd_; }
  std::string text() const {
    std::string all;
    char block[4096];
    for (ssize_t got; (got = pread(fd_, block, sizeof block, static_cast<off_t>(all.size()))) > 0;) {
      all.append(block, static_cast<std::size_t>(got));
    }
    return all;
  }

 private:
  int fd_;
};

std::vector<std::string> environment_with(const std::map<std::string, std::string>& changes) {
  std::vector<std::string> list;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const std::string name = text.substr(0, text.find('='));
    if (name.starts_with("GTEST_") || name.starts_with("HALLMARK_") || changes.contains(name)) continue;
    list.push_back(text);
  }
  for (const auto& [name, value] : changes) list.push_back(name + "=" + value);
  return list;
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> list;
  for (const std::string& text : texts) list.push_back(const_cast<char*>(text.c_str()));
  list.push_back(nullptr);
  return list;
}

/// Waits for the child to end; false when it did not in time.
bool ends_within(pid_t child, double seconds) {
  const int handle = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  if (handle < 0) throw std::system_error(errno, std::generic_category(), "pidfd_open");
  pollfd descriptor{handle, POLLIN, 0};
  int ready;
  do {
    ready = poll(&descriptor, 1, static_cast<int>(seconds * 1000));
  } while (ready < 0 && errno == EINTR);
  close(handle);
  return ready > 0;
}

}  // namespace

ScratchFolder::ScratchFolder() {
  std::string pattern = (fs::temp_directory_path() / "hallmark_certify_XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::system_error(errno, std::generic_category(), pattern);
  path_ = pattern;
}

ScratchFolder::~ScratchFolder() {
  std::error_code error;
  fs::remove_all(path_, error);
}

fs::path ScratchFolder::write(const std::string& name, const std::string& text) const {
  const fs::path path = path_ / name;
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

std::vector<std::string> Finished::error_lines() const {
  std::vector<std::string> lines;
  std::istringstream stream(err);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

Finished run_process(const std::vector<std::string>& argv, const ProcessOptions& options) {
  const OutputFile out, err;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.fd(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.fd(), STDERR_FILENO);
  if (!options.folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, options.folder.c_str());
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);  // so that its workers can be ended with it
  posix_spawnattr_setpgroup(&attributes, 0);
  const std::vector<std::string> environment = environment_with(options.environment);
  const auto start = std::chrono::steady_clock::now();
  pid_t child = 0;
  const int error = posix_spawn(&child, argv.front().c_str(), &actions, &attributes, pointers(argv).data(),
                                pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) throw std::system_error(error, std::generic_category(), argv.front());
  const bool ended = ends_within(child, options.seconds);
  if (!ended) kill(-child, SIGKILL);
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  Finished finished;
  finished.peak_mebibytes = static_cast<double>(usage.ru_maxrss) / 1024;
  finished.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (ended && WIFEXITED(status)) finished.exit_code = WEXITSTATUS(status);
  if (!ended && !options.killed_is_meant)
    ADD_FAILURE() << argv.front() << " did not end within " << options.seconds << " s";
  finished.out = out.text();
  finished.err = err.text();
  return finished;
}

Finished run_hallmark(std::vector<std::string> arguments, const ProcessOptions& options) {
  arguments.insert(arguments.begin(), HALLMARK_PROGRAM);
  return run_process(arguments, options);
}

Finished run_shell(const std::string& line, const ProcessOptions& options) {
  ProcessOptions with_path = options;
  const char* path = std::getenv("PATH");
  with_path.environment["PATH"] =
      fs::path(HALLMARK_PROGRAM).parent_path().string() + ":" + (path != nullptr ? path : "/usr/bin:/bin");
  return run_process({"/bin/sh", "-c", line}, with_path);
}

std::string test_backend(const std::string& library) {
  return std::string(HALLMARK_BINARY_DIR "/tests/backends/") + library;
}

std::string test_profile(const std::string& profile) {
  return profile.ends_with(".toml") ? HALLMARK_SOURCE_DIR "/harness/tests/faulty/" + profile : profile;
}

}  // namespace hallmark
