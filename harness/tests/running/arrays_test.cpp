// SPDX-License-Identifier: Apache-2.0
// Guarded arrays: faults and canaries catch what a kernel does outside its arrays or to its operands.
#include "backends/arrays.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <utility>

namespace hallmark {
namespace {

/// The signal an access dies from in a process of its own, 0 if it survives.
int signal_of(const std::function<void()>& access) {
  const pid_t child = fork();
  if (child == 0) {
    // A sanitizer's handler would turn the signal into an exit status.
    std::signal(SIGSEGV, SIG_DFL);
    access();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

volatile char* bytes_of(const GuardedArray& array) { return static_cast<volatile char*>(array.view()); }

TEST(GuardedArray, WritingPastTheEndFaults) {
  for (const std::size_t bytes : {1U, 2U, 100U, 4095U, 4096U, 4097U, 8192U}) {
    GuardedArray array(8192, Access::writable);
    array.place(bytes);
    volatile char* data = bytes_of(array);
    EXPECT_EQ(signal_of([&] { data[bytes - 1] = 1; }), 0) << bytes;
    EXPECT_EQ(signal_of([&] { data[bytes] = 1; }), SIGSEGV) << bytes;
    EXPECT_EQ(signal_of([&] { static_cast<void>(data[bytes]); }), SIGSEGV) << bytes;
  }
}

TEST(GuardedArray, WritingBeforeAPageAlignedStartFaults) {
  GuardedArray array(16384, Access::writable);
  for (const std::size_t bytes : {16384U, 4096U, 8192U}) {
    array.place(bytes);
    volatile char* data = bytes_of(array);
    EXPECT_EQ(signal_of([&] { data[0] = 1; }), 0) << bytes;
    EXPECT_EQ(signal_of([&] { data[-1] = 1; }), SIGSEGV) << bytes;
    EXPECT_FALSE(array.damage());
  }
}

TEST(GuardedArray, AnEmptyArrayHasNoBytes) {
  GuardedArray array(4096, Access::writable);
  array.place(0);
  volatile char* data = bytes_of(array);
  EXPECT_EQ(array.size(), 0U);
  EXPECT_EQ(signal_of([&] { data[0] = 1; }), SIGSEGV);
  EXPECT_EQ(signal_of([&] { data[-1] = 1; }), SIGSEGV);
}

TEST(GuardedArray, OperandsCannotBeWrittenButShowWhatTheHarnessFills) {
  GuardedArray array(4096, Access::read_only);
  array.place(100, 4);
  std::memset(array.fill(), 0x5a, 100);
  volatile char* data = bytes_of(array);
  EXPECT_EQ(data[0], 0x5a);
  EXPECT_EQ(data[99], 0x5a);
  // Even the same value is a write.
  EXPECT_EQ(signal_of([&] { data[50] = 0x5a; }), SIGSEGV);
  EXPECT_EQ(signal_of([&] { static_cast<void>(data[100]); }), SIGSEGV);
  std::memset(array.fill(), 0x21, 100);
  EXPECT_EQ(data[99], 0x21);
}

TEST(GuardedArray, AlignmentMovesDownAndGapsEndEarly) {
  GuardedArray array(4096, Access::writable);
  const auto end_of = [&] { return reinterpret_cast<std::uintptr_t>(array.view()) + array.size(); };
  array.place(4096);
  const std::uintptr_t guard = end_of();
  for (const std::size_t alignment : {1U, 2U, 4U, 64U, 256U, 4096U}) {
    for (const std::size_t gap : {0U, 1U, 2U, 6U, 63U, 64U, 100U}) {
      for (const std::size_t bytes : {0U, 2U, 7U, 126U, 4096U}) {
        array.place(bytes, alignment, gap);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(array.view()) % alignment, 0U);
        EXPECT_LE(end_of(), guard - gap);
        EXPECT_GT(end_of() + alignment, guard - gap);
        EXPECT_FALSE(array.damage());
      }
    }
  }
}

TEST(GuardedArray, CanariesCatchSmallOverruns) {
  GuardedArray array(4096, Access::writable);
  for (const std::size_t gap : {2U, 8U, 64U}) {
    for (const int value : {0, 1, 0x5a, 0xff}) {
      array.place(100, 4, gap);
      std::memset(array.view(), value, 102);
      EXPECT_EQ(array.damage(), "wrote 2 bytes past the end of its result") << gap << ' ' << value;
      array.place(100, 4, gap);
      EXPECT_FALSE(array.damage()) << "placing again must renew the canaries";
      std::memset(static_cast<char*>(array.view()) - 4, value, 4);
      EXPECT_EQ(array.damage(), "wrote 4 bytes before the start of its result") << gap << ' ' << value;
      array.place(100, 4, gap);
      std::memset(array.view(), value, 100);
      EXPECT_FALSE(array.damage()) << "the array itself is the kernel's";
    }
  }
}

TEST(GuardedArray, ASmallArrayBeforeTheGuardPageHasCanariesInFrontOnly) {
  GuardedArray array(4096, Access::writable);
  array.place(8);
  bytes_of(array)[-64] = static_cast<char>(~bytes_of(array)[-64]);
  EXPECT_EQ(array.damage(), "wrote 64 bytes before the start of its result");
}

TEST(GuardedArray, RefusesWhatDoesNotFit) {
  GuardedArray array(4096, Access::writable);
  EXPECT_THROW(array.place(1 << 20), std::length_error);
  EXPECT_THROW(array.place(8, 1, std::size_t{1} << 40), std::length_error);
  EXPECT_THROW(array.place(8, 3), std::invalid_argument);
  EXPECT_THROW(array.place(8, 0), std::invalid_argument);
  array.place(4096, 4096, 4096);
  EXPECT_EQ(array.size(), 4096U);
}

TEST(GuardedArray, Moves) {
  GuardedArray first(4096, Access::read_only);
  first.place(16);
  std::memset(first.fill(), 7, 16);
  GuardedArray second = std::move(first);
  EXPECT_EQ(bytes_of(second)[15], 7);
  GuardedArray third(8192, Access::writable);
  third = std::move(second);
  EXPECT_EQ(bytes_of(third)[15], 7);
}

}  // namespace
}  // namespace hallmark
