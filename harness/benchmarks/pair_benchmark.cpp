// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/pair_benchmark.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <array>

#include "arithmetic/pair_sweep.h"
#include "benchmarks/subject.h"
#include "judging/compare.h"
#include "oracles/pairs.h"
#include "running/flight.h"
#include "truth/arithmetic.h"

namespace hallmark {
namespace {

constexpr std::uint64_t codes = 65536;
constexpr std::size_t block = 4096;
// A part of a run at exhaustive: 1,024 first operands, one of them in 64, with all second ones.
constexpr Interval firsts{0x3c00, 0x3fff};
constexpr double pairs = (firsts.last - firsts.first + 1) * static_cast<double>(codes);

/// A loop's arrays; where they lie decides a tenth of its speed, so each repetition has others.
struct Arrays {
  alignas(64) std::array<std::uint16_t, block> a, b, results;
};

/// Fill the operands, call the kernel, over the same blocks; nothing else.
void bare_loop(const hallmark_operation& operation, void* state, Arrays& arrays) {
  hallmark_arguments arguments{};
  arguments.operand[0] = arrays.a.data();
  arguments.operand[1] = arrays.b.data();
  arguments.result = arrays.results.data();
  arguments.rows = block;
  arguments.columns = arguments.depth = 1;
  for (std::uint64_t second = 0; second < codes; second += block) {
    compare_kernels().iota(arrays.b.data(), 2, block, second);
    for (std::uint64_t first = firsts.first; first <= firsts.last; ++first) {
      compare_kernels().fill(arrays.a.data(), 2, block, first);
      operation.kernel(state, &arguments);
      benchmark::ClobberMemory();
    }
  }
}

void judged(Subject& subject, const Elementwise& operation) {
  Flight flight;
  PartContext context{*subject.backend, flight, std::nullopt};
  const Tally tally = sweep_pairs(context, operation, subject.operation, firsts, subject.alternatives(), 1);
  if (tally.consistent() == 0) throw BackendError("the benchmark's backend does not conform");
}

void sweep_ratio(benchmark::State& state, const std::string& name, const std::string& signature) {
  Subject subject = open_subject(name, signature);
  const Elementwise operation = elementwise_of(subject.signature).value();
  void* kernel_state = nullptr;
  const hallmark_operation kernel = bare_kernel(subject, kernel_state);
  std::vector<double> ratios, bare_seconds, judged_seconds;
  std::vector<std::unique_ptr<Arrays>> arrays;
  for (auto _ : state) {
    static_cast<void>(_);
    arrays.push_back(std::make_unique<Arrays>());
    bare_seconds.push_back(cpu_seconds_of([&] { bare_loop(kernel, kernel_state, *arrays.back()); }));
    judged_seconds.push_back(cpu_seconds_of([&] { judged(subject, operation); }));
    ratios.push_back(judged_seconds.back() / bare_seconds.back());
    state.SetIterationTime(judged_seconds.back());
  }
  state.counters["judged/bare"] = median(ratios);
  state.counters["bare G/s"] = pairs / median(bare_seconds) / 1e9;
  state.counters["judged G/s"] = pairs / median(judged_seconds) / 1e9;
}

/// Right results, their requirements, and the comparison with an array of results.
void oracle_alone(benchmark::State& state, const std::string& signature) {
  const Elementwise operation = elementwise_of(std::get<Signature>(parse_signature(signature))).value();
  const PairOracle oracle(operation, {});
  const RightCodes codes_of(operation.result, *all_pair_kernels().back());
  std::vector<std::uint16_t> right(block);
  std::uint64_t first = firsts.first, second = 0;
  for (auto _ : state) {
    static_cast<void>(_);
    benchmark::DoNotOptimize(
        oracle.row(static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(second), block, right.data()));
    benchmark::DoNotOptimize(codes_of.all_match(right.data(), right.data(), block));
    second = (second + block) % codes;
    first = first == firsts.last ? firsts.first : first + 1;
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(block));
}

void truth(benchmark::State& state, const std::string& signature) {
  const Elementwise operation = elementwise_of(std::get<Signature>(parse_signature(signature))).value();
  MpfrArithmetic mpfr;
  const Semantics semantics;
  std::array<std::uint64_t, 2> operands{firsts.first, 0};
  for (auto _ : state) {
    static_cast<void>(_);
    benchmark::DoNotOptimize(elementwise_result(operation, semantics, operands, mpfr));
    operands[1] = (operands[1] + 257) % codes;
  }
  state.SetItemsProcessed(state.iterations());
}

}  // namespace

void register_pairs(const std::string& backend, const std::string& signature) {
  try {
    open_subject(backend, signature);
    benchmark::RegisterBenchmark(fmt::format("sweep of 2^26 pairs: {} {}", backend, signature).c_str(), sweep_ratio,
                                 backend, signature)
        ->UseManualTime()
        ->Iterations(15)
        ->Unit(benchmark::kMillisecond);
  } catch (const std::exception& error) {
    fmt::print("skipped {} {}: {}\n", backend, signature, error.what());
  }
  benchmark::RegisterBenchmark(fmt::format("oracle alone, a block: {}", signature).c_str(), oracle_alone, signature);
  benchmark::RegisterBenchmark(fmt::format("MPFR truth, a pair: {}", signature).c_str(), truth, signature);
}

}  // namespace hallmark
