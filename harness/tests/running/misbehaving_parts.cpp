// SPDX-License-Identifier: Apache-2.0
// What a backend's kernel may do to the process it runs in.
#include "misbehaving_parts.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <stdexcept>
#include <thread>

#include "formats/internal_error.h"

namespace hallmark::tests {

namespace {

[[noreturn]] void sleep_for_ever() {
  for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}

// Its pid is written so that a test can see whether it outlives the run.
void fork_a_sleeper(const std::string& file) {
  const pid_t child = fork();
  if (child == 0) sleep_for_ever();
  std::ofstream(file) << child;
}

void grow_without_end() {
  for (;;) {
    constexpr std::size_t piece = std::size_t{4} << 20;
    void* memory = std::malloc(piece);
    if (memory == nullptr) sleep_for_ever();
    std::memset(memory, 1, piece);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

void close_everything() {
  for (int fd = 0; fd < 1024; ++fd) close(fd);
}

// And stays in its call: when the supervisor reads it, the culprit is to be seen.
[[noreturn]] void write_everywhere(const std::string& text) {
  for (int fd = 3; fd < 1024; ++fd) {
    // Only pipes' writing ends: the flight page and the command socket are not what this is about.
    if ((fcntl(fd, F_GETFL) & O_ACCMODE) != O_WRONLY) continue;
    [[maybe_unused]] const ssize_t ignored = write(fd, text.data(), text.size());
  }
  sleep_for_ever();
}

void misbehave(const std::string& does, const std::string& file) {
  if (does == "segv") std::raise(SIGSEGV);
  if (does == "ill") std::raise(SIGILL);
  if (does == "abort") std::abort();
  if (does == "sigpipe") std::raise(SIGPIPE);
  if (does == "sleep") std::this_thread::sleep_for(std::chrono::milliseconds(500));
  if (does == "hang") sleep_for_ever();
  if (does == "exit") _exit(0);
  if (does == "exit_handlers") std::exit(5);
  if (does == "stop") std::raise(SIGSTOP);
  if (does == "grow") grow_without_end();
  if (does == "close_all") close_everything();
  if (does == "garbage_event") write_everywhere("[  PASSED  ] 1 test.\n");
  if (does == "forged_event")
    write_everywhere(R"({"event":"finished","part":"x.y","result":{},"seconds":0})"
                     "\n");
  if (does == "print") {
    std::puts("[  PASSED  ] 1 test.\n{\"event\":\"finished\",\"part\":\"x\",\"result\":{\"failed\":false}}");
    std::fputs("noise on stderr\n", stderr);
  }
  if (does == "fork_and_hang") {
    fork_a_sleeper(file);
    sleep_for_ever();
  }
  if (does == "fork") fork_a_sleeper(file);
  if (does == "block_signals_and_hang") {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, nullptr);
    sleep_for_ever();
  }
  if (does == "throw") throw std::runtime_error("out of\nluck");
  if (does == "internal") throw InternalError("oracle says 0x3f80, truth 0x3f81");
}

/// Shown only by the first worker that comes by.
bool first_time(const std::string& file) {
  const int fd = open(file.c_str(), O_CREAT | O_EXCL | O_WRONLY, 0600);
  if (fd >= 0) close(fd);
  return fd >= 0;
}

bool triggered(const nlohmann::json& step, std::uint64_t call, std::uint64_t from, std::uint64_t rows) {
  if (call != step.value("call", std::uint64_t{0})) return false;
  const auto has = [&](std::uint64_t row) { return row >= from && row < from + rows; };
  if (step.contains("rows")) {
    for (const auto& row : step.at("rows")) {
      if (!has(row.get<std::uint64_t>())) return false;
    }
    return true;
  }
  return has(step.value("row", std::uint64_t{0}));
}

/// The same clock in every process of this machine.
double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

nlohmann::json run(const nlohmann::json& step, PartContext& context) {
  const double begun = now();
  const std::string does = step.at("does");
  if (does == "hang_outside") sleep_for_ever();
  if (does == "die_outside") std::raise(SIGSEGV);
  for (std::uint64_t call = 0; call < calls_of_a_part; ++call) {
    if (context.only && context.only->call != call) continue;
    const CallRange range = context.only.value_or(CallRange{call, 0, rows_of_a_call});
    context.flight.begin(call, range.rows);
    if (triggered(step, call, range.from, range.rows)) {
      const std::string file = step.value("file", "");
      if (!step.value("once", false) || first_time(file)) misbehave(does, file);
    }
    context.flight.end();
    context.flight.operands_done.fetch_add(range.rows, std::memory_order_relaxed);
  }
  return {{"failed", does == "fail"}, {"tried", calls_of_a_part * rows_of_a_call}, {"begun", begun}, {"ended", now()}};
}

}  // namespace

std::vector<Part> build_parts(const BackendDescription& description, const nlohmann::json& plan) {
  if (plan.is_string()) throw std::runtime_error(plan.get<std::string>());
  std::vector<Part> parts;
  std::map<std::string, int> number;
  for (const auto& step : plan) {
    Part part;
    part.signature = step.at("signature");
    part.suite = part.signature.substr(0, part.signature.find('('));
    part.name = fmt::format("part_{:02}", number[part.signature]++);
    part.cost = step.value("cost", std::uint64_t{400});
    part.run = [step](PartContext& context) { return run(step, context); };
    part.operands_of = [](std::uint64_t call, std::uint64_t row) {
      return std::vector<std::string>{fmt::format("0x{:04x}", call * rows_of_a_call + row)};
    };
    // A worker whose parts differ from the supervisor's: the supervisor's own process sets no such variable.
    if (std::getenv("HALLMARK_TEST_DROP_PARTS") != nullptr && description.spec == "different") continue;
    parts.push_back(std::move(part));
  }
  return parts;
}

}  // namespace hallmark::tests
