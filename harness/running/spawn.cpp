// SPDX-License-Identifier: Apache-2.0
// Between fork and exec only async-signal-safe calls are made: everything else is prepared before.
#include "running/spawn.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <system_error>

#include "running/json_lines.h"
#include "running/worker.h"

namespace hallmark {

namespace {

/// The environment without GoogleTest's variables: they speak to the command line, and the supervisor hands out tests.
std::vector<char*> worker_environment() {
  std::vector<char*> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (!std::string_view(*variable).starts_with("GTEST_")) variables.push_back(*variable);
  }
  variables.push_back(nullptr);
  return variables;
}

/// Moves descriptors out of the way of the numbers they are to get, then onto them.
bool install(const WorkerEnds& ends) {
  const std::array<int, 6> wanted = {
      open("/dev/null", O_RDONLY), ends.log, ends.log, ends.commands, ends.events, ends.flight};
  static_assert(worker_command_fd == 3 && worker_event_fd == 4 && worker_flight_fd == 5);
  std::array<int, 6> moved{};
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    moved[i] = fcntl(wanted[i], F_DUPFD, 16);
    if (moved[i] < 0) return false;
  }
  for (std::size_t i = 0; i < moved.size(); ++i) {
    if (dup2(moved[i], static_cast<int>(i)) < 0) return false;
  }
  close_range(static_cast<unsigned>(wanted.size()), ~0U, 0);
  return true;
}

[[noreturn]] void become(char* const* arguments, char* const* environment, const WorkerEnds& ends, pid_t parent,
                         std::string_view cannot_execute) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
  // Writing gigabytes of core file would look like a hang.
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  signal(SIGPIPE, SIG_DFL);
  sigset_t empty;
  sigemptyset(&empty);
  sigprocmask(SIG_SETMASK, &empty, nullptr);
  if (install(ends)) execve(arguments[0], arguments, environment);
  [[maybe_unused]] const ssize_t ignored = write(worker_event_fd, cannot_execute.data(), cannot_execute.size());
  _exit(127);
}

}  // namespace

pid_t spawn_worker(const std::vector<std::string>& command, const WorkerEnds& ends) {
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  const std::vector<char*> environment = worker_environment();
  const std::string cannot_execute =
      json_line({{"event", "refused"}, {"why", "the worker process " + command.at(0) + " cannot be executed"}});
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "cannot start a worker process");
  if (child == 0) become(arguments.data(), environment.data(), ends, parent, cannot_execute);
  // Both sides set the group, so that it exists whichever runs first.
  setpgid(child, child);
  return child;
}

}  // namespace hallmark
