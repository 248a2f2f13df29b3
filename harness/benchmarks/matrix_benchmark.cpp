// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/matrix_benchmark.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <atomic>
#include <bit>
#include <cmath>
#include <thread>
#include <vector>

#include "benchmarks/subject.h"
#include "inputs/hard_dots.h"
#include "judging/reduction_judge.h"

namespace hallmark {
namespace {

constexpr std::size_t size = 512;

float bfloat16_value(std::uint64_t code) { return std::bit_cast<float>(static_cast<std::uint32_t>(code) << 16); }

/// A product of two matrices of `size`, of hard rows of one kind, and its results by fused multiply-adds in sequence.
struct Product {
  Reduction reduction;
  std::vector<HardDot> rows, columns;
  std::vector<std::uint64_t> results;

  explicit Product(HardDotKind kind)
      : reduction(reduction_of(std::get<Signature>(parse_signature("matmul(bfloat16,bfloat16)->float32"))).value()) {
    Random random(1, "matrix benchmark");
    while (rows.size() < size) rows.push_back(hard_dot(kind, reduction, size, random).value());
    while (columns.size() < size) columns.push_back(hard_dot(kind, reduction, size, random).value());
    std::vector<float> left(size * size), right(size * size), sums(size);
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t k = 0; k < size; ++k) {
        left[i * size + k] = bfloat16_value(rows[i].left[k]);
        right[k * size + i] = bfloat16_value(columns[i].right[k]);
      }
    }
    for (std::size_t row = 0; row < size; ++row) {
      std::fill(sums.begin(), sums.end(), 0.0f);
      for (std::size_t k = 0; k < size; ++k) {
        const float factor = left[row * size + k];
        for (std::size_t column = 0; column < size; ++column) {
          sums[column] = std::fma(factor, right[k * size + column], sums[column]);
        }
      }
      for (const float sum : sums) results.push_back(std::bit_cast<std::uint32_t>(sum));
    }
  }

  ReductionRow row(std::size_t row, std::size_t column) const {
    return {rows[row].left, columns[column].right, std::nullopt};
  }
};

const Product& product_of(HardDotKind kind) {
  static const Product walk(HardDotKind::random_walk), spread(HardDotKind::exponent_spread);
  return kind == HardDotKind::random_walk ? walk : spread;
}

/// Every result of some rows: how many are wrong.
std::size_t wrong_results(const Product& product, std::size_t first, std::size_t last) {
  ReductionJudge judge(product.reduction, {Semantics{}});
  std::vector<JudgedOperand> columns;
  for (const HardDot& column : product.columns) columns.push_back(judge.read_right(column.right));
  std::size_t wrong = 0;
  for (std::size_t row = first; row < last; ++row) {
    const JudgedOperand left = judge.read_left(product.rows[row].left);
    for (std::size_t column = 0; column < size; ++column) {
      judge.prepare(product.row(row, column), left, columns[column]);
      wrong += judge.rejected_by(product.results[row * size + column]) != 0;
    }
  }
  return wrong;
}

void judged(benchmark::State& state, HardDotKind kind, std::size_t threads) {
  const Product& product = product_of(kind);
  std::atomic<double> processor_seconds = 0;
  for (auto _ : state) {
    static_cast<void>(_);
    std::atomic<std::size_t> wrong = 0;
    const auto judge_share = [&](std::size_t share) {
      processor_seconds += cpu_seconds_of(
          [&] { wrong += wrong_results(product, share * size / threads, (share + 1) * size / threads); });
    };
    state.SetIterationTime(wall_seconds_of([&] {
      std::vector<std::jthread> workers;
      for (std::size_t share = 0; share < threads; ++share) workers.emplace_back(judge_share, share);
    }));
    if (wrong != 0) state.SkipWithError("a right result was rejected");
  }
  // What the machine's other users take does not count here.
  state.counters["processor s"] = benchmark::Counter(processor_seconds, benchmark::Counter::kAvgIterations);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(size * size));
}

/// One result of the same product at a time.
void truth(benchmark::State& state, HardDotKind kind) {
  const Product& product = product_of(kind);
  ReductionBound bound(product.reduction, {});
  std::size_t at = 0;
  for (auto _ : state) {
    static_cast<void>(_);
    const ReductionRow row = product.row(at / size, at % size);
    if (!bound.accept(row).accepted.contains(product.reduction.result, product.results[at])) {
      state.SkipWithError("a right result was rejected");
    }
    at = (at + 4099) % (size * size);
  }
  state.SetItemsProcessed(state.iterations());
}

}  // namespace

void register_matrices() {
  for (const HardDotKind kind : {HardDotKind::random_walk, HardDotKind::exponent_spread}) {
    for (const std::size_t threads : {1u, 2u}) {
      benchmark::RegisterBenchmark(
          fmt::format("512^3 bfloat16 results judged, {}, {} thread(s)", info_of(kind).name, threads).c_str(), judged,
          kind, threads)
          ->UseManualTime()
          ->Unit(benchmark::kMillisecond);
    }
    benchmark::RegisterBenchmark(fmt::format("MPFR truth, a result 512 deep, {}", info_of(kind).name).c_str(), truth,
                                 kind);
  }
}

}  // namespace hallmark
