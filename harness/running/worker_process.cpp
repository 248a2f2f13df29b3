// SPDX-License-Identifier: Apache-2.0
// Watching a worker from outside, by its pipe, its flight page, waitid and /proc.
#include "running/worker_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <new>
#include <sstream>
#include <system_error>
#include <thread>

#include "running/spawn.h"

namespace hallmark {

namespace {

// A dying process closes its files a moment before it can be waited for.
constexpr double closing_grace_seconds = 0.5;
constexpr double memory_interval_seconds = 0.01;
// A process in an uninterruptible system call (a device driver, say) is left to itself after that.
constexpr double reaping_seconds = 5.0;

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

/// Closes what it holds unless released.
struct Descriptor {
  int number = -1;
  Descriptor() = default;
  explicit Descriptor(int fd) : number(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number >= 0) close(number);
  }
  int release() {
    const int fd = number;
    number = -1;
    return fd;
  }
};

struct Channels {
  Descriptor commands_here, commands_there, events_here, events_there, flight;
};

void open_channels(Channels& channels) {
  std::array<int, 2> pair{};
  // A socket, not a pipe: writing to a worker that died must give an error and not SIGPIPE.
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) != 0) fail("cannot talk to a worker");
  channels.commands_here.number = pair[0];
  channels.commands_there.number = pair[1];
  if (pipe2(pair.data(), O_CLOEXEC) != 0) fail("cannot listen to a worker");
  channels.events_here.number = pair[0];
  channels.events_there.number = pair[1];
  if (fcntl(pair[0], F_SETFL, O_NONBLOCK) != 0) fail("cannot listen to a worker");
  channels.flight.number = memfd_create("hallmark flight", MFD_CLOEXEC);
  if (channels.flight.number < 0 || ftruncate(channels.flight.number, sizeof(Flight)) != 0) fail("cannot share memory");
}

}  // namespace

WorkerProcess::WorkerProcess(const std::vector<std::string>& command, int log_fd) : events_(-1) {
  Channels channels;
  open_channels(channels);
  void* page = mmap(nullptr, sizeof(Flight), PROT_READ | PROT_WRITE, MAP_SHARED, channels.flight.number, 0);
  if (page == MAP_FAILED) fail("cannot share memory");
  flight_ = new (page) Flight;
  try {
    pid_ = spawn_worker(command,
                        {channels.commands_there.number, channels.events_there.number, channels.flight.number, log_fd});
  } catch (...) {
    munmap(flight_, sizeof(Flight));
    throw;
  }
  command_fd_ = channels.commands_here.release();
  event_fd_ = channels.events_here.release();
  events_ = JsonLineReader(event_fd_);
  // Opened now: after the worker's death the number might belong to another process.
  statm_fd_ = open(fmt::format("/proc/{}/statm", pid_).c_str(), O_RDONLY | O_CLOEXEC);
  expect_progress();
}

WorkerProcess::~WorkerProcess() {
  if (!reaped_) {
    kill_group();
    const auto start = Clock::now();
    while (waitpid(pid_, nullptr, WNOHANG) == 0 && seconds_since(start) < reaping_seconds) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  close(command_fd_);
  close(event_fd_);
  if (statm_fd_ >= 0) close(statm_fd_);
  munmap(flight_, sizeof(Flight));
}

void WorkerProcess::kill_group() const {
  kill(-pid_, SIGKILL);
  kill(pid_, SIGKILL);
}

void WorkerProcess::send(const nlohmann::json& command) {
  const std::string line = json_line(command);
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t count = ::send(command_fd_, line.data() + done, line.size() - done, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) break;
    done += static_cast<std::size_t>(count);
  }
  expect_progress();
}

void WorkerProcess::receive() {
  while (!channel_closed_) {
    pollfd ready{event_fd_, POLLIN, 0};
    if (poll(&ready, 1, 0) <= 0) return;
    const auto state = events_.read_once();
    if (state == JsonLineReader::State::open) continue;
    channel_closed_ = true;
    channel_closed_at_ = Clock::now();
    if (state == JsonLineReader::State::garbage) channel_fault_ = channel_fault("text in the pipe it reports through");
  }
}

void WorkerProcess::expect_progress() {
  last_movement_ = movement();
  last_movement_at_ = Clock::now();
  silent_from_.reset();
}

/// Outside a kernel call the harness itself is at work, and a worker that waits for a processor has not hung: there
/// silence is also measured in the worker's own time.
bool WorkerProcess::is_silent(const WorkerLimits& limits) {
  constexpr double settled_seconds = 0.5, most_waiting = 20;
  const double silence = seconds_since(last_movement_at_);
  if (in_call()) return silence > limits.silence_seconds;
  if (!silent_from_ && silence > settled_seconds) silent_from_ = work().seconds;
  if (silence <= limits.idle_silence_seconds) return false;
  const Work now = work();
  const bool had_its_time = now.seconds - silent_from_.value_or(0) > limits.idle_silence_seconds / 2;
  return !now.is_runnable || had_its_time || silence > most_waiting * limits.idle_silence_seconds;
}

/// From /proc/PID/stat (proc(5)): behind the name in parentheses the state, then user and system time as 12th and 13th.
WorkerProcess::Work WorkerProcess::work() const {
  std::ifstream file(fmt::format("/proc/{}/stat", pid_));
  std::string text;
  std::getline(file, text);
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) return {};
  std::istringstream fields(text.substr(name_end + 1));
  std::string field;
  Work work;
  double ticks = 0;
  for (int number = 1; number <= 13 && fields >> field; ++number) {
    if (number == 1) work.is_runnable = field == "R";
    if (number >= 12) ticks += std::strtod(field.c_str(), nullptr);
  }
  work.seconds = ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
  return work;
}

std::uint64_t WorkerProcess::movement() const {
  return flight_->calls_started.load(std::memory_order_relaxed) +
         flight_->calls_returned.load(std::memory_order_relaxed) +
         flight_->operands_done.load(std::memory_order_relaxed) + flight_->heartbeat.load(std::memory_order_relaxed);
}

bool WorkerProcess::in_call() const {
  return flight_->calls_started.load(std::memory_order_acquire) !=
         flight_->calls_returned.load(std::memory_order_acquire);
}

std::uint64_t WorkerProcess::resident_bytes() const {
  std::array<char, 128> text{};
  if (statm_fd_ < 0 || pread(statm_fd_, text.data(), text.size() - 1, 0) <= 0) return 0;
  char* second = nullptr;
  std::strtoull(text.data(), &second, 10);
  return std::strtoull(second, nullptr, 10) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::optional<Fault> WorkerProcess::ended() {
  siginfo_t info{};
  // WNOWAIT keeps the process id taken, so that killing its group cannot hit another.
  if (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WSTOPPED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) {
    return std::nullopt;
  }
  if (info.si_code == CLD_STOPPED || info.si_code == CLD_TRAPPED) return stop_fault(info.si_status);
  kill_group();
  waitpid(pid_, nullptr, 0);
  reaped_ = true;
  return info.si_code == CLD_EXITED ? exit_fault(info.si_status) : signal_fault(info.si_status);
}

std::optional<Fault> WorkerProcess::watch(const WorkerLimits& limits) {
  if (reaped_) return channel_fault("a worker watched after its end");
  if (auto fault = ended()) return fault;
  if (channel_fault_) return channel_fault_;
  if (channel_closed_ && seconds_since(channel_closed_at_) > closing_grace_seconds) {
    return channel_fault("closing of the pipe it reports through");
  }
  if (movement() != last_movement_) {
    expect_progress();
  } else if (is_silent(limits)) {
    return hang_fault(in_call() ? limits.silence_seconds : limits.idle_silence_seconds, in_call());
  }
  if (seconds_since(memory_read_at_) > memory_interval_seconds) {
    memory_read_at_ = Clock::now();
    if (const std::uint64_t resident = resident_bytes(); resident > limits.memory_bytes) {
      return memory_fault(resident, limits.memory_bytes);
    }
  }
  return std::nullopt;
}

}  // namespace hallmark
