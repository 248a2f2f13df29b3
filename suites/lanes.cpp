// SPDX-License-Identifier: Apache-2.0
#include "lanes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>

#include "caller.h"
#include "inputs/random.h"
#include "judging/judge.h"

namespace hallmark {
namespace {

constexpr std::size_t tails = 128;
// A body that any vector kernel unrolls over, a multiple of every power-of-two step up to 256.
constexpr std::size_t body = 256;
constexpr std::size_t gaps[] = {0, 1, 3, 32};  // elements between the array's end and a guard page: every alignment
constexpr std::size_t permutations = 16;
constexpr std::size_t uniform_rows = 71;
constexpr std::size_t uniform_calls = 64;

/// One call: how many rows, how far from the guard page, and which of the sample stands in each row.
struct Shape {
  std::string name;
  std::size_t rows = 0, gap = 0;
  std::uint64_t order = 0;  ///< seeds the permutation; 0 for uniform: the sample's `uniform` in every row
  std::size_t uniform = 0;
};

std::vector<Shape> shapes(std::size_t block_rows) {
  std::vector<Shape> list;
  std::uint64_t order = 1;
  list.push_back({"block", block_rows, 0, order++, 0});  // call 0 is the baseline
  for (std::size_t permutation = 0; permutation < permutations; ++permutation) {
    list.push_back({"permuted", block_rows, 0, order++, 0});
  }
  for (std::size_t tail = 0; tail < tails; ++tail) {
    for (const std::size_t gap : gaps) {
      list.push_back({"tail", tail, gap, order++, 0});
      list.push_back({"body and tail", body + tail, gap, order++, 0});
    }
  }
  for (std::size_t i = 0; i < uniform_calls; ++i) list.push_back({"uniform", uniform_rows, i % 2, 0, i});
  return list;
}

/// Which of the sample's `size` tuples stands in each row.
std::vector<std::size_t> rows_of(const Shape& shape, std::size_t size, std::uint64_t seed) {
  std::vector<std::size_t> rows(shape.rows);
  if (shape.order == 0) {
    std::fill(rows.begin(), rows.end(), shape.uniform * 13 % size);
    return rows;
  }
  // Every row its own draw: neighbours differ from call to call, and each tuple visits every lane in time.
  Random random(seed ^ shape.order * 0x9e3779b97f4a7c15u);
  std::vector<std::size_t> deck;
  for (std::size_t& row : rows) {
    if (deck.empty()) {
      deck.resize(size);
      std::iota(deck.begin(), deck.end(), std::size_t{0});
    }
    const auto at = static_cast<std::size_t>(random.below(deck.size()));
    row = deck[at];
    deck[at] = deck.back();
    deck.pop_back();
  }
  return rows;
}

/// A tuple's first result in the full block, where it stood, and what to poison other places with.
struct Baseline {
  std::uint64_t got = 0;
  std::size_t row = 0;
  std::array<std::uint64_t, 2> poisons{};
};

class Lanes {
 public:
  Lanes(PartContext& context, const LanesOptions& options)
      : context_(context),
        options_(options),
        sample_(options.sample()),
        rejected_by_(options.judge()),
        rows_(std::max(KernelCaller::block_rows(context.backend.description()), body + tails)),
        shapes_(shapes(KernelCaller::block_rows(context.backend.description()))),
        caller_(context, options.operands, options.result, options.operation, rows_ + 64, options.shared),
        all_alternatives_(options.alternatives >= 64 ? ~std::uint64_t{0}
                                                     : (std::uint64_t{1} << options.alternatives) - 1),
        expected_(sample_.size()) {
    tally_.alternatives = options.alternatives;
  }

  Tally run() {
    const bool have_baseline = baseline();
    for (std::uint64_t number = 1; have_baseline && number < shapes_.size(); ++number) {
      if (!options_.call || *options_.call == number) check(number);
    }
    if (options_.repeats) repeat_all();
    // Only positions are judged here: the sweep counts these operands.
    tally_.position_tried = sample_.size();
    tally_.position_failed = failed_.size();
    tally_.repeat_failed = unrepeated_.size();
    return std::move(tally_);
  }

  void repeat(const CallRange& only) {
    place(only.call);
    caller_.call_rows(only.call, static_cast<std::size_t>(only.from), static_cast<std::size_t>(only.rows));
  }

 private:
  std::vector<std::size_t> place(std::uint64_t number) {
    const Shape& shape = shapes_[number];
    std::vector<std::size_t> rows = rows_of(shape, sample_.size(), options_.seed);
    caller_.place(shape.rows, shape.gap);
    std::vector<std::uint64_t> codes(rows.size());
    for (std::size_t operand = 0; operand < options_.operands.size(); ++operand) {
      for (std::size_t row = 0; row < rows.size(); ++row) codes[row] = sample_[rows[row]][operand];
      if (options_.shared == operand) {
        caller_.set_constant(sample_.front()[operand], operand);  // no row may be placed
      } else {
        caller_.set_operands(codes, operand);
      }
    }
    return rows;
  }

  std::string case_of(std::uint64_t number) const { return fmt::format("lanes/{}", number); }

  /// Whether the call could be judged.
  bool call(std::uint64_t number) {
    ++tally_.calls;
    const std::optional<std::string> fault = caller_.call(number);
    if (fault) tally_.add_fault(*fault, fmt::format("@{}", case_of(number)));
    return !fault || !fault->starts_with("returned");
  }

  std::uint64_t result(std::size_t row) const { return load_code(caller_.results(), options_.result.bytes(), row); }

  bool baseline() {
    const std::vector<std::size_t> rows = place(0);
    caller_.poison(poison_candidates(options_.result)[0]);
    if (!call(0)) return false;
    baseline_misalignment_ = caller_.misalignment();
    for (std::size_t row = 0; row < rows.size(); ++row) {
      std::optional<Baseline>& first = expected_[rows[row]];
      if (first) continue;
      first = Baseline{result(row), row, {}};
      choose_poisons(rows[row]);
    }
    if (options_.repeats) {
      for (std::size_t row = 0; row < rows.size(); ++row) kept_[0].push_back(result(row));
    }
    return true;
  }

  /// Every call again, the last first: each comes after other calls than before. A single one, which is to show what
  /// the whole part has shown, as often as a part has calls.
  void repeat_all() {
    for (std::size_t calls = 0; calls < shapes_.size() && !kept_.empty(); calls += kept_.size()) {
      for (auto call = kept_.rbegin(); call != kept_.rend(); ++call) call_again(call->first, call->second);
    }
  }

  void call_again(std::uint64_t number, const std::vector<std::uint64_t>& kept) {
    const std::vector<std::size_t> rows = place(number);
    // What is not written is told by the first call, so it must not look like another result here.
    for (std::size_t row = 0; row < kept.size(); ++row) caller_.set_result(row, kept[row]);
    if (!call(number)) return;
    for (std::size_t row = 0; row < kept.size(); ++row) {
      const std::uint64_t again = result(row);
      if (again == kept[row]) continue;
      failed_.insert(rows[row]);
      if (unrepeated_.insert(rows[row]).second) {
        tally_.repeats.push_back({case_of(number), kept.size(), row, sample_[rows[row]], kept[row], again});
      }
    }
    context_.flight.operands_done.fetch_add(rows.size(), std::memory_order_relaxed);
  }

  /// Two codes one bit off the result that are wrong under every alternative: a kernel may return any NaN, so that
  /// another NaN would tell nothing.
  void choose_poisons(std::size_t tuple) {
    Baseline& baseline = *expected_[tuple];
    std::size_t found = 0;
    for (int bit = 0; bit < options_.result.width() && found < baseline.poisons.size(); ++bit) {
      const std::uint64_t code = baseline.got ^ std::uint64_t{1} << bit;
      if (rejected_by_(sample_[tuple], code) == all_alternatives_) baseline.poisons[found++] = code;
    }
    // Where all but one code is right, what stands there is right, written or not.
    if (found < baseline.poisons.size()) baseline.poisons.fill(baseline.got);
  }

  void check(std::uint64_t number) {
    const std::vector<std::size_t> rows = place(number);
    const auto poison_with = [&](std::size_t which) {
      for (std::size_t row = 0; row < rows.size(); ++row) caller_.set_result(row, expected_[rows[row]]->poisons[which]);
    };
    const auto holds = [&](std::uint64_t word, std::size_t row, std::size_t which) {
      const Baseline& expected = *expected_[rows[row]];
      return word == expected.poisons[which] && word != expected.got;
    };
    poison_with(0);
    if (!call(number)) return;
    std::vector<std::uint64_t> got(rows.size());
    bool looks_unwritten = false;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      got[row] = result(row);
      looks_unwritten |= holds(got[row], row, 0);
    }
    std::vector<bool> unwritten(rows.size(), false);
    if (looks_unwritten) {
      poison_with(1);
      caller_.call(number);
      bool any = false;
      for (std::size_t row = 0; row < rows.size(); ++row) {
        unwritten[row] = holds(got[row], row, 0) && holds(result(row), row, 1);
        any |= unwritten[row];
      }
      if (any) tally_.add_fault("left results unwritten", fmt::format("@{}", case_of(number)));
    }
    std::vector<std::size_t> rows_at_fault;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (unwritten[row] || got[row] == expected_[rows[row]]->got) continue;
      if (differs(number, row, rows[row], got[row])) rows_at_fault.push_back(row);
    }
    if (!rows_at_fault.empty()) {
      // Is it the place? The same call once more tells.
      poison_with(0);
      caller_.call(number);
      PositionFault* fault = &tally_.positions[tally_.positions.size() - rows_at_fault.size()];
      for (const std::size_t row : rows_at_fault) fault++->repeats = result(row) == got[row];
    }
    if (options_.repeats) kept_[number] = std::move(got);
    context_.flight.operands_done.fetch_add(rows.size(), std::memory_order_relaxed);
  }

  /// Another result than in the full block. Two right answers may differ (NaN payloads, open choices one by one); an
  /// answer that is wrong, or right only under other alternatives, depends on position.
  bool differs(std::uint64_t number, std::size_t row, std::size_t tuple, std::uint64_t got) {
    const Baseline& first = *expected_[tuple];
    const std::uint64_t here = all_alternatives_ & ~rejected_by_(sample_[tuple], got);
    const std::uint64_t there = all_alternatives_ & ~rejected_by_(sample_[tuple], first.got);
    if ((here & there) != 0) return false;
    failed_.insert(tuple);
    PositionFault fault{case_of(number),       caller_.rows(),  row,      caller_.misalignment(),
                        {sample_[tuple], got}, shapes_[0].rows, first.row};
    if (here != 0 && there == 0) {
      // It is the full block that was wrong, at this operand's row of it.
      std::swap(fault.rows, fault.right_rows);
      std::swap(fault.row, fault.right_row);
      fault.misalignment = baseline_misalignment_;
      fault.witness.got = first.got;
    }
    tally_.positions.push_back(std::move(fault));
    return true;
  }

  PartContext& context_;
  const LanesOptions& options_;
  LanesSample sample_;
  RejectedBy rejected_by_;
  std::size_t rows_;
  std::vector<Shape> shapes_;
  KernelCaller caller_;
  std::uint64_t all_alternatives_;
  // Tuples are named by their place in the sample from here on.
  std::vector<std::optional<Baseline>> expected_;
  std::size_t baseline_misalignment_ = 0;
  std::map<std::uint64_t, std::vector<std::uint64_t>>
      kept_;  ///< results of each call, to compare with the call made again
  std::set<std::size_t> failed_, unrepeated_;
  Tally tally_;
};

}  // namespace

Tally lanes(PartContext& context, const LanesOptions& options) {
  Lanes lanes(context, options);
  if (context.only) {
    lanes.repeat(*context.only);
    return {};
  }
  return lanes.run();
}

std::vector<std::uint64_t> lanes_operands(const LanesOptions& options, std::size_t block_rows, std::uint64_t call,
                                          std::uint64_t row) {
  const std::vector<Shape> list = shapes(block_rows);
  if (call >= list.size()) return {};
  const LanesSample sample = options.sample();
  const std::vector<std::size_t> rows = rows_of(list[call], sample.size(), options.seed);
  return row < rows.size() ? sample[rows[row]] : std::vector<std::uint64_t>();
}

std::uint64_t lanes_calls() { return shapes(4096).size(); }

std::uint64_t lanes_cost(bool repeats) {
  std::uint64_t rows = 0;
  for (const Shape& shape : shapes(4096)) rows += shape.rows;
  return repeats ? 2 * rows : rows;
}

}  // namespace hallmark
