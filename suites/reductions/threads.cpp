// SPDX-License-Identifier: Apache-2.0
#include "reductions/threads.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "backends/thread_limit.h"
#include "inputs/initial_values.h"
#include "judging/judge.h"
#include "judging/reduction_judge.h"
#include "reductions/reduction_caller.h"

namespace hallmark {
namespace {

constexpr char trait[] = "thread_count_independent";
constexpr unsigned limits[] = {1, 2, 3, 7};
// As it is, under each limit, as it is once more.
constexpr std::size_t calls_of_shape = std::size(limits) + 2;
constexpr int spread = 12;
// Nothing is judged, and a kernel's term costs far less than the judge's.
constexpr std::uint64_t terms_of_cost = 16;

struct Shape {
  std::size_t rows, columns, depth;
};

/// One sum deep enough that its depth is what is shared out, and many.
std::vector<Shape> shapes_of(const Reduction& reduction) {
  if (reduction.kind == ReductionKind::matmul) return {{1, 1, 16384}, {48, 40, 256}};
  return {{1, 1, 16384}, {64, 1, 512}};
}

/// Of predicates now one element that is not finite, which a thread may lose, now none.
std::optional<HardDot> draw(const TriedReduction& tried, std::size_t depth, std::size_t index, Random& random) {
  const Reduction& reduction = tried.reduction;
  const auto hard = [&](HardDotKind kind) { return hard_dot(kind, reduction, depth, random, tried.precision()); };
  if (reduction.is_of_exponentials()) return hard(HardDotKind::exponential_spread);
  if (!reduction.is_predicate()) return spread_dot_with_initial(reduction, depth, random, spread);
  auto row = index % 2 == 0 ? hard(HardDotKind::one_not_finite) : std::nullopt;
  return row ? std::move(row) : hard(HardDotKind::finite_extremes);
}

std::vector<HardDot> sample_of(const TriedReduction& tried, const Shape& shape) {
  Random random(tried.seed, fmt::format("{}@threads {}", tried.signature, shape.depth));
  std::vector<HardDot> sample;
  while (sample.size() < std::max(shape.rows, shape.columns)) {
    auto row = draw(tried, shape.depth, sample.size(), random);
    if (!row) return {};
    sample.push_back(std::move(*row));
  }
  return sample;
}

CallOperands operands_of(const TriedReduction& tried, const Shape& shape, std::vector<HardDot> sample) {
  ReductionCall call;
  call.rows = shape.rows;
  call.columns = shape.columns;
  call.depth = shape.depth;
  std::vector<std::size_t> rows(shape.rows), columns(shape.columns);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  return {tried.reduction, call, std::move(sample), std::move(rows), std::move(columns)};
}

/// Of one row.
std::size_t results_of_row(const Reduction& reduction, const Shape& shape) {
  return reduction.has_result_of_each_element() ? shape.depth : shape.columns;
}

std::uint64_t first_of(const Reduction& reduction, const std::vector<Shape>& shapes, std::size_t index) {
  std::uint64_t first = 0;
  for (std::size_t i = 0; i < index; ++i) first += shapes[i].rows * results_of_row(reduction, shapes[i]);
  return first;
}

class Threads {
 public:
  Threads(PartContext& context, const TriedReduction& tried)
      : context_(context), tried_(tried), caller_(context, tried.reduction, tried.operation) {
    tally_.alternatives = tried.alternatives.size();
    is_required_ = std::all_of(tried.alternatives.begin(), tried.alternatives.end(),
                               [](const Semantics& one) { return one.deterministic && one.batch_invariant; });
  }

  Tally run(std::optional<std::uint64_t> single) {
    const std::vector<Shape> shapes = shapes_of(tried_.reduction);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      if (!single || *single == i) try_shape(i, shapes[i], first_of(tried_.reduction, shapes, i));
    }
    if (tally_.calls == 0) return std::move(tally_);
    if (!repeats_) tally_.repeats.clear();  // another part tells it
    std::set<std::vector<std::uint64_t>> failed;
    for (const RepeatFault& fault : tally_.repeats) failed.insert(fault.operands);
    tally_.position_failed = tally_.repeat_failed = failed.size();
    if (!single || contradiction_) tally_.traits[trait] = text();
    return std::move(tally_);
  }

 private:
  void try_shape(std::size_t index, const Shape& shape, std::uint64_t first) {
    std::vector<HardDot> sample = sample_of(tried_, shape);
    if (sample.empty()) return;
    const CallOperands operands = operands_of(tried_, shape, std::move(sample));
    caller_.place(operands);
    const std::uint64_t number = index * calls_of_shape;
    const auto before = call(operands, number, index);
    if (!before && !context_.only) return;
    if (before) tally_.position_tried += before->size();
    // A library may load them when it is called first.
    if (!runtimes_) runtimes_.emplace();
    for (std::size_t i = 0; i < std::size(limits); ++i) {
      if (limits[i] != 1 && !runtimes_->has_openmp() && !runtimes_->has_openblas()) continue;
      const ThreadLimit limit(*runtimes_, limits[i]);
      const auto got = call(operands, number + 1 + i, index);
      if (before && got) compare(operands, *before, *got, index, first, limits[i]);
    }
    const auto again = call(operands, number + calls_of_shape - 1, index);
    repeats_ = repeats_ && (!before || !again || same(*before, *again));
  }

  std::optional<std::vector<std::uint64_t>> call(const CallOperands& operands, std::uint64_t number,
                                                 std::size_t shape) {
    if (context_.only) {
      if (context_.only->call == number) {
        caller_.call_rows(number, static_cast<std::size_t>(context_.only->from),
                          static_cast<std::size_t>(context_.only->rows));
      }
      return {};
    }
    caller_.fill_results(poison_candidates(tried_.reduction.result)[0]);
    ++tally_.calls;
    if (const auto fault = caller_.call(number)) {
      tally_.add_fault(*fault, fmt::format("{}{}", threads_case_mark, shape));
      if (fault->starts_with("returned")) return {};
    }
    context_.flight.operands_done.fetch_add(
        operands.call().rows * operands.call().columns * operands.call().depth / terms_of_cost,
        std::memory_order_relaxed);
    // Every one: nothing is judged, so none of a row's elements costs its depth.
    const std::size_t results = results_of_row(tried_.reduction, shape_of(operands));
    std::vector<std::uint64_t> got;
    for (std::size_t row = 0; row < operands.call().rows; ++row) {
      for (std::size_t i = 0; i < results; ++i) got.push_back(caller_.result({row, i}));
    }
    return got;
  }

  static Shape shape_of(const CallOperands& operands) {
    const ReductionCall& call = operands.call();
    return {call.rows, call.columns, call.depth};
  }

  /// Which NaN comes back is another question.
  bool same(std::uint64_t a, std::uint64_t b) const {
    const Format& to = tried_.reduction.result;
    return a == b || (to.is_nan(a) && to.is_nan(b));
  }
  bool same(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) const {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](std::uint64_t x, std::uint64_t y) { return same(x, y); });
  }

  void compare(const CallOperands& operands, const std::vector<std::uint64_t>& before,
               const std::vector<std::uint64_t>& got, std::size_t index, std::uint64_t first, unsigned threads) {
    for (std::size_t i = 0; i < got.size(); ++i) {
      if (same(before[i], got[i])) continue;
      if (!contradiction_) contradiction_ = {index, threads};
      const std::size_t results = results_of_row(tried_.reduction, shape_of(operands));
      if (!is_required_ && !is_wrong(operands, {i / results, i % results}, got[i])) continue;
      tally_.repeats.push_back({fmt::format("{}{}", threads_case_mark.substr(1), index),
                                operands.call().rows,
                                i / results,
                                {operands.call().depth, threads_witness, first + i},
                                before[i],
                                got[i],
                                threads});
    }
  }

  /// Whether no alternative allows it, however many threads there are. Of the first that differ: each costs its depth.
  bool is_wrong(const CallOperands& operands, const OutputPlace& place, std::uint64_t got) {
    constexpr std::size_t most_judged = 64;
    if (judged_++ >= most_judged) return false;
    if (!judge_) judge_.emplace(tried_.reduction, tried_.alternatives);
    const ReductionRow row = operands.row(place);
    judge_->prepare(row);
    if (judge_->rejected_by(got) != judge_->every_alternative()) return false;
    judge_->confirm(row);
    return true;
  }

  std::string text() const {
    std::vector<std::string> held;
    if (allowed_cpus() > 1) held.emplace_back("one CPU");
    const auto add = [&](bool is_there, const char* name) {
      if (is_there) held.push_back(fmt::format("{} held to {} threads", name, fmt::join(limits, ", ")));
    };
    add(runtimes_ && runtimes_->has_openmp(), "OpenMP");
    add(runtimes_ && runtimes_->has_openblas(), "OpenBLAS");
    if (context_.backend.description().spec.starts_with("exec:")) {
      return "not measured: an external program's threads are its own";
    }
    if (contradiction_ && !repeats_) return "unknown: results change from call to call";
    if (contradiction_) {
      return fmt::format("no: {}{}{}, with {} thread{}", tried_.signature, threads_case_mark, contradiction_->first,
                         contradiction_->second, contradiction_->second == 1 ? "" : "s");
    }
    return held.empty() ? "not measured: there is one CPU, and neither OpenMP nor OpenBLAS is loaded"
                        : fmt::format("yes: {}", fmt::join(held, "; "));
  }

  PartContext& context_;
  const TriedReduction& tried_;
  ReductionCaller caller_;
  std::optional<ThreadRuntimes> runtimes_;
  std::optional<ReductionJudge> judge_;
  std::size_t judged_ = 0;
  bool is_required_ = false, repeats_ = true;
  std::optional<std::pair<std::size_t, unsigned>> contradiction_;  ///< shape, threads
  Tally tally_;
};

}  // namespace

Tally try_threads(PartContext& context, const TriedReduction& tried, std::optional<std::uint64_t> single) {
  return Threads(context, tried).run(single);
}

std::uint64_t threads_shapes(const TriedReduction& tried) { return shapes_of(tried.reduction).size(); }

std::uint64_t cost_of_threads(const TriedReduction& tried) {
  std::uint64_t terms = 0;
  for (const Shape& shape : shapes_of(tried.reduction)) terms += shape.rows * shape.columns * shape.depth;
  return terms * calls_of_shape / terms_of_cost;
}

std::uint64_t shape_of_threads_call(std::uint64_t call) { return call / calls_of_shape; }

std::optional<FoundResult> find_threads_row(const TriedReduction& tried, std::uint64_t number) {
  const std::vector<Shape> shapes = shapes_of(tried.reduction);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const Shape& shape = shapes[i];
    const std::uint64_t first = first_of(tried.reduction, shapes, i), results = results_of_row(tried.reduction, shape);
    if (number >= first + shape.rows * results) continue;
    std::vector<HardDot> sample = sample_of(tried, shape);
    if (sample.empty()) return {};
    const auto row = static_cast<std::size_t>((number - first) / results);
    const auto place = static_cast<std::size_t>((number - first) % results);
    ReductionCall call;
    call.rows = 1;
    call.depth = shape.depth;
    return FoundResult{std::make_shared<const CallOperands>(tried.reduction, call, std::move(sample), std::vector{row},
                                                            std::vector{place}),
                       {0, tried.reduction.has_result_of_each_element() ? place : 0}};
  }
  return {};
}

}  // namespace hallmark
