// SPDX-License-Identifier: Apache-2.0
// Misbehaving backends: what kernels may do to the process they run in. Results are right wherever they come back.
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <thread>

#include "../faulty/signatures.h"
#include "chosen.h"

namespace {
using namespace hallmark::kernels;

constexpr auto right = elementwise<convert<float32, bfloat16>>;
constexpr auto also_right = elementwise<convert<float16, bfloat16>>;

// `act` before the block that holds the chosen operand is computed, and nothing otherwise.
template <auto act>
int on_one(void* state, const hallmark_arguments* arguments) {
  if (has_chosen(arguments)) act();
  return right(state, arguments);
}

// `act` once a process, in the first call.
template <auto act>
int once(void* state, const hallmark_arguments* arguments) {
  static bool done = false;
  if (!done) {
    done = true;
    act();
  }
  return right(state, arguments);
}

// `act` in every call.
template <auto act>
int always(void* state, const hallmark_arguments* arguments) {
  act();
  return right(state, arguments);
}

void fault() {
  volatile std::uintptr_t nowhere = 8;  // volatile, so that no compiler knows better
  *reinterpret_cast<volatile int*>(nowhere) = 0;
}
void illegal_instruction() { __builtin_trap(); }
void raise_segv() { std::raise(SIGSEGV); }
void raise_ill() { std::raise(SIGILL); }
void stop() { std::raise(SIGSTOP); }
void abort_now() { std::abort(); }
void leave() { _exit(0); }
void leave_by_exit() { std::exit(0); }
void throw_error() { throw std::runtime_error("this operand is not for me"); }
void throw_number() { throw 42; }
void end_thread() { pthread_exit(nullptr); }
void loop() {
  for (volatile bool on = true; on;) {
  }
}

// Resident memory, a little faster than a watcher may look.
void take_memory() {
  for (;;) {
    constexpr std::size_t piece = std::size_t{8} << 20;
    void* memory = std::malloc(piece);
    if (memory != nullptr) std::memset(memory, 1, piece);
  }
}

// Addresses without memory behind them, as long as there are any: nothing grows that a limit on resident memory would
// see.
void take_addresses() {
  for (std::size_t piece = std::size_t{1} << 44; piece >= std::size_t{1} << 16; piece /= 2) {
    while (mmap(nullptr, piece, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) != MAP_FAILED) {
    }
  }
  throw std::bad_alloc();
}

// Handlers that a library may well have.
void ignore_signal(int) {}
void install_handlers() {
  for (const int number : {SIGUSR1, SIGUSR2, SIGALRM, SIGTERM, SIGINT, SIGCHLD, SIGFPE}) {
    struct sigaction action {};
    action.sa_handler = ignore_signal;
    sigaction(number, &action, nullptr);
  }
}

// System calls of the harness are interrupted all the time, and not restarted.
void start_timer() {
  struct sigaction action {};
  action.sa_handler = ignore_signal;
  sigaction(SIGALRM, &action, nullptr);
  const itimerval every_millisecond{{0, 1000}, {0, 1000}};
  setitimer(ITIMER_REAL, &every_millisecond, nullptr);
}

void set_alarm() { alarm(1); }

void block_signals() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, nullptr);
}
void block_signals_and_hang() {
  block_signals();
  loop();
}

// A write outside is caught by a handler of the kernel's own, which goes on as if it had not happened.
sigjmp_buf before_the_write;
void jump_back(int) { siglongjmp(before_the_write, 1); }
int hides_a_write_past_the_end(void* state, const hallmark_arguments* arguments) {
  struct sigaction action {};
  action.sa_handler = jump_back;
  sigaction(SIGSEGV, &action, nullptr);
  if (sigsetjmp(before_the_write, 1) == 0) static_cast<volatile uint16_t*>(arguments->result)[arguments->rows] = 0x3f80;
  return right(state, arguments);
}

void close_descriptors() {
  for (int fd = 0; fd < 1024; ++fd) close(fd);
}

// To a folder in which no relative path of the command line leads anywhere.
void change_folder() { [[maybe_unused]] const int ignored = chdir("/"); }
void lock_files_out() { umask(0777); }

// Its processes must end with the run.
void fork_a_sleeper() {
  if (fork() != 0) return;
  for (;;) pause();
}
// Both come back out of the kernel: the harness would go on twice.
void fork_and_return() {
  const pid_t child = fork();
  if (child > 0) waitpid(child, nullptr, 0);
}
void leave_a_thread() {
  std::thread([] {
    for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
  }).detach();
}

void crash_at_exit() { std::atexit(fault); }
void loop_at_exit() { std::atexit(loop); }
void crash_while_closing(void*) { fault(); }
void loop_while_closing(void*) { loop(); }
void exit_while_closing(void*) { _exit(3); }

constexpr TestBackend beside(const char* name, hallmark_kernel kernel) {
  return {name, "ieee754", {{float32_bfloat16, kernel}, {float16_bfloat16, also_right}}};
}

const TestBackend backends[] = {
    beside("segv", on_one<fault>),
    beside("segv_raised", on_one<raise_segv>),
    beside("ill", on_one<illegal_instruction>),
    beside("ill_raised", on_one<raise_ill>),
    beside("loop", on_one<loop>),
    beside("stop", on_one<stop>),
    beside("leave", on_one<leave>),
    beside("leave_always", always<leave>),
    beside("leave_by_exit", on_one<leave_by_exit>),
    beside("abort", on_one<abort_now>),
    beside("throw_error", on_one<throw_error>),
    beside("throw_number", on_one<throw_number>),
    beside("end_thread", on_one<end_thread>),
    beside("take_memory", on_one<take_memory>),
    beside("take_addresses", on_one<take_addresses>),
    beside("install_handlers", once<install_handlers>),
    beside("start_timer", once<start_timer>),
    beside("set_alarm", once<set_alarm>),
    beside("block_signals", always<block_signals>),
    beside("block_signals_and_hang", on_one<block_signals_and_hang>),
    beside("hides_a_write_past_the_end", hides_a_write_past_the_end),
    beside("close_descriptors", once<close_descriptors>),
    beside("change_folder", always<change_folder>),
    beside("lock_files_out", once<lock_files_out>),
    beside("fork_a_sleeper", once<fork_a_sleeper>),
    beside("fork_and_return", once<fork_and_return>),
    beside("leave_a_thread", once<leave_a_thread>),
    beside("crash_at_exit", once<crash_at_exit>),
    beside("loop_at_exit", once<loop_at_exit>),
    beside("crash_at_close", right),
    beside("loop_at_close", right),
    beside("leave_at_close", right),
};

}  // namespace

const hallmark_backend* hallmark_open(const char* options) {
  static hallmark_backend backend;
  const hallmark_backend* chosen_one = choose(backends, options);
  if (chosen_one == nullptr) return nullptr;
  backend = *chosen_one;
  if (std::strcmp(options, "crash_at_close") == 0) backend.close = crash_while_closing;
  if (std::strcmp(options, "loop_at_close") == 0) backend.close = loop_while_closing;
  if (std::strcmp(options, "leave_at_close") == 0) backend.close = exit_while_closing;
  return &backend;
}
