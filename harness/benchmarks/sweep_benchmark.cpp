// SPDX-License-Identifier: Apache-2.0
// How near the judged sweep of all float32 operands comes to the bare kernel loop, on one core and on two.
#include <benchmark/benchmark.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "backends/arrays.h"
#include "backends/backend.h"
#include "conversions/operands.h"
#include "conversions/sweep.h"
#include "formats/formats.h"
#include "judging/compare.h"
#include "running/flight.h"
#include "semantics/profile.h"
#include "truth/truth.h"

namespace hallmark {
namespace {

constexpr std::uint64_t all_float32 = std::uint64_t{1} << 32;
constexpr std::size_t block = 4096;
constexpr int shares = 16;

double wall_seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Processor time of this thread: what the machine's other users take does not count.
double cpu_seconds_of(const std::function<void()>& work) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  const double start = now();
  work();
  return now() - start;
}

/// A backend's kernel for float32 -> a 16-bit format, opened in this process.
struct Subject {
  std::unique_ptr<Backend> backend;
  Profile profile;
  Signature signature;
  Conversion conversion;
  std::size_t operation = 0;
};

Subject open_subject(const std::string& name, const std::string& signature) {
  Subject subject;
  subject.backend = open_backend(parse_spec(name));
  subject.profile = load_profile(*subject.backend->description().profile);
  subject.signature = std::get<Signature>(parse_signature(signature));
  subject.conversion = {subject.signature.operands.front(), subject.signature.result};
  const auto& operations = subject.backend->description().operations;
  const auto at = std::find(operations.begin(), operations.end(), signature);
  if (at == operations.end()) throw BackendError(name + " does not offer " + signature);
  subject.operation = static_cast<std::size_t>(at - operations.begin());
  return subject;
}

/// The kernel itself, without Hallmark's loader around it.
hallmark_operation bare_kernel(const Subject& subject, void*& state) {
  const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  const std::string path = (folder / "backends" / (subject.backend->description().spec + ".so")).string();
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw BackendError(dlerror());
  const auto open = reinterpret_cast<const hallmark_backend* (*)(const char*)>(dlsym(library, "hallmark_open"));
  const hallmark_backend* table = open("");
  state = table->state;
  return table->operations[subject.operation];
}

/// A loop's arrays. Where they lie decides a tenth of its speed: each repetition has others, and the median counts.
struct Arrays {
  alignas(64) std::array<std::uint32_t, block> operands;
  alignas(64) std::array<std::uint16_t, block> results;
};

/// Generate operands, call the kernel, over the same blocks; nothing else.
void bare_loop(const hallmark_operation& operation, void* state, Arrays& arrays, std::uint64_t first,
               std::uint64_t count) {
  hallmark_arguments arguments{};
  arguments.operand[0] = arrays.operands.data();
  arguments.result = arrays.results.data();
  arguments.rows = block;
  arguments.columns = arguments.depth = 1;
  for (std::uint64_t done = 0; done < count; done += block) {
    compare_kernels().iota(arrays.operands.data(), 4, block, first + done);
    operation.kernel(state, &arguments);
    benchmark::ClobberMemory();
  }
}

void judged_sweep(Subject& subject, int share) {
  Flight flight;
  PartContext context{*subject.backend, flight, std::nullopt};
  const Share mine = divide(subject.conversion, Level::standard).at(static_cast<std::size_t>(share));
  const SweepOperands what{subject.conversion, subject.operation,
                           operands_of(subject.conversion, mine, Level::standard, 1, ""), mine.codes};
  std::vector<Semantics> alternatives;
  for (const Alternative& alternative : subject.profile.resolve(subject.signature)) {
    alternatives.push_back(alternative.semantics);
  }
  const Tally tally = sweep(context, what, alternatives, 1);
  if (tally.consistent() == 0) throw BackendError("the benchmark's backend does not conform");
}

void judged_all(Subject& subject) {
  for (int share = 0; share < shares; ++share) judged_sweep(subject, share);
}

/// The shares divided over processes, as over a run's workers.
void judged_by_jobs(const Subject& subject, int processes) {
  std::vector<pid_t> children;
  for (int process = 0; process < processes; ++process) {
    const pid_t child = fork();
    if (child == 0) {
      // A backend tells a fork of its process apart: each opens its own, as workers do.
      Subject own = open_subject(subject.backend->description().spec, to_string(subject.signature));
      for (int share = process; share < shares; share += processes) judged_sweep(own, share);
      _exit(0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    if (status != 0) throw BackendError("a benchmark process failed");
  }
}

/// Bare and judged in turn, so that a drift of the machine's speed touches both; the ratio is the quotient of medians.
void ratio(benchmark::State& state, const std::string& name, const std::string& signature) {
  Subject subject = open_subject(name, signature);
  void* kernel_state = nullptr;
  const hallmark_operation kernel = bare_kernel(subject, kernel_state);
  std::vector<double> ratios, bare_seconds, judged_seconds;
  std::vector<std::unique_ptr<Arrays>> arrays;
  for (auto _ : state) {
    static_cast<void>(_);
    arrays.push_back(std::make_unique<Arrays>());
    const double bare = cpu_seconds_of([&] { bare_loop(kernel, kernel_state, *arrays.back(), 0, all_float32); });
    const double mine = cpu_seconds_of([&] { judged_all(subject); });
    bare_seconds.push_back(bare);
    judged_seconds.push_back(mine);
    ratios.push_back(mine / bare);
    state.SetIterationTime(mine);
  }
  const auto median = [](std::vector<double>& values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
  };
  state.counters["judged/bare"] = median(ratios);
  state.counters["bare G/s"] = static_cast<double>(all_float32) / median(bare_seconds) / 1e9;
  state.counters["judged G/s"] = static_cast<double>(all_float32) / median(judged_seconds) / 1e9;
}

/// One job against two, in turn.
void scaling(benchmark::State& state, const std::string& name, const std::string& signature) {
  Subject subject = open_subject(name, signature);
  std::vector<double> speedups;
  for (auto _ : state) {
    static_cast<void>(_);
    const double one = wall_seconds_of([&] { judged_by_jobs(subject, 1); });
    const double two = wall_seconds_of([&] { judged_by_jobs(subject, 2); });
    speedups.push_back(one / two);
    state.SetIterationTime(two);
  }
  std::sort(speedups.begin(), speedups.end());
  state.counters["speedup of 2 jobs"] = speedups[speedups.size() / 2];
}

/// The authority behind it all, for comparison: MPFR on one operand at a time.
void truth(benchmark::State& state) {
  Truth authority;
  const Conversion conversion{float32, bfloat16};
  const Semantics semantics;
  std::uint64_t operand = 0;
  for (auto _ : state) {
    static_cast<void>(_);
    benchmark::DoNotOptimize(authority.convert(conversion, semantics, operand));
    operand = (operand + 65537) & 0xffffffffu;
  }
  state.SetItemsProcessed(state.iterations());
}

void register_subject(const std::string& name, const std::string& signature) {
  try {
    open_subject(name, signature);
  } catch (const std::exception& error) {
    fmt::print("skipped {} {}: {}\n", name, signature, error.what());
    return;
  }
  const std::string title = name + " " + signature;
  benchmark::RegisterBenchmark(("sweep of 2^32: " + title).c_str(), ratio, name, signature)
      ->UseManualTime()
      ->Iterations(7)
      ->Unit(benchmark::kSecond);
  benchmark::RegisterBenchmark(("one job and two: " + title).c_str(), scaling, name, signature)
      ->UseManualTime()
      ->Iterations(7)
      ->Unit(benchmark::kSecond);
}

}  // namespace
}  // namespace hallmark

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  fmt::print("compare loops: {}\n", hallmark::compare_kernels().name);
  hallmark::register_subject("avx512_bf16", "convert(float32)->bfloat16");
  hallmark::register_subject("scalar", "convert(float32)->bfloat16");
  hallmark::register_subject("f16c", "convert(float32)->float16");
  benchmark::RegisterBenchmark("MPFR truth, float32 -> bfloat16", hallmark::truth);
  benchmark::RunSpecifiedBenchmarks();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  fmt::print("peak memory of this process: {} MiB\n", usage.ru_maxrss / 1024);
  return 0;
}
