// SPDX-License-Identifier: Apache-2.0
// How near the judged sweep of all float32 operands comes to the bare kernel loop, on one core and on two.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <vector>

#include "backends/arrays.h"
#include "backends/backend.h"
#include "benchmarks/matrix_benchmark.h"
#include "benchmarks/pair_benchmark.h"
#include "benchmarks/subject.h"
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

Conversion conversion_of(const Subject& subject) {
  return {subject.signature.operands.front(), subject.signature.result};
}

void judged_sweep(Subject& subject, int share) {
  const Conversion conversion = conversion_of(subject);
  Flight flight;
  PartContext context{*subject.backend, flight, std::nullopt};
  const Share mine = divide(conversion, Level::standard).at(static_cast<std::size_t>(share));
  const SweepOperands what{conversion, subject.operation, operands_of(conversion, mine, Level::standard, 1, ""),
                           mine.codes};
  const Tally tally = sweep(context, what, subject.alternatives(), 1);
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
  state.counters["speedup of 2 jobs"] = median(speedups);
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
  hallmark::register_pairs("cuda_host", "multiply(bfloat16,bfloat16)->bfloat16");
  hallmark::register_pairs("eigen", "add(float16,float16)->float16");
  hallmark::register_matrices();
  benchmark::RegisterBenchmark("MPFR truth, float32 -> bfloat16", hallmark::truth);
  benchmark::RunSpecifiedBenchmarks();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  fmt::print("peak memory of this process: {} MiB\n", usage.ru_maxrss / 1024);
  return 0;
}
