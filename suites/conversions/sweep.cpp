// SPDX-License-Identifier: Apache-2.0
#include "conversions/sweep.h"

#include <fmt/format.h>

#include <algorithm>

#include "conversions/caller.h"
#include "judging/describe.h"

namespace hallmark {
namespace {

std::uint64_t size_of(const Interval& piece) { return piece.last - piece.first + 1; }

/// Every code but one, for elements of that many bytes: all_in() subtracts modulo the element's size.
CodeSet all_but(std::uint64_t code, std::size_t bytes) {
  const std::uint64_t element = ~std::uint64_t{0} >> (64 - 8 * bytes);
  return {~std::uint64_t{0}, code + 1, code + element};
}

/// Calls block by block and judges. Slow paths are functions of their own: the loop must stay near the bare kernel's speed.
class Sweeper {
 public:
  Sweeper(PartContext& context, const SweepOperands& what, const std::vector<Semantics>& alternatives,
          std::uint64_t seed)
      : context_(context),
        what_(what),
        rows_(ConversionCaller::block_rows(context.backend.description())),
        caller_(context, what.conversion, what.operation, rows_),
        judge_(what.conversion, alternatives, seed) {}

  Tally run() {
    judge_.prepare(what_.span.first, what_.span.last);
    Blocks blocks(what_.operands, rows_);
    std::vector<Interval> pieces;
    for (std::uint64_t number = 0; blocks.next(pieces); ++number) run_block(number, pieces);
    return judge_.take();
  }

  void repeat(const CallRange& only) {
    Blocks blocks(what_.operands, rows_);
    std::vector<Interval> pieces;
    for (std::uint64_t number = 0; blocks.next(pieces); ++number) {
      if (number != only.call) continue;
      start(pieces);
      caller_.set_operands(pieces);
      caller_.call_rows(number, static_cast<std::size_t>(only.from), static_cast<std::size_t>(only.rows));
      return;
    }
  }

 private:
  void start(const std::vector<Interval>& pieces) {
    std::uint64_t rows = 0;
    for (const Interval& piece : pieces) rows += size_of(piece);
    if (rows != caller_.rows()) caller_.place(static_cast<std::size_t>(rows));
  }

  void run_block(std::uint64_t number, const std::vector<Interval>& pieces) {
    start(pieces);
    const std::optional<std::uint64_t> safe = judge_.poison(pieces);
    poison_ = safe.value_or(poison_candidates(what_.conversion.to)[0]);
    caller_.poison(poison_);
    caller_.set_operands(pieces);
    const std::optional<std::string> fault = caller_.call(number);
    Tally& tally = judge_.tally();
    ++tally.calls;
    if (fault) {
      tally.add_fault(*fault, fmt::format("#{}", hex_code(what_.conversion.from, pieces.front().first)));
      if (fault->starts_with("returned")) return;  // a failed call has no results
    }
    for (const Interval& piece : pieces) judge_.count_tried(piece.first, piece.last);
    if (!(matches(pieces) && (safe || all_written()))) settle(number, pieces);
    context_.flight.operands_done.fetch_add(caller_.rows(), std::memory_order_relaxed);
  }

  bool matches(const std::vector<Interval>& pieces) {
    const auto* at = static_cast<const std::byte*>(caller_.results());
    bool good = true;
    for (const Interval& piece : pieces) {
      const auto count = static_cast<std::size_t>(size_of(piece));
      good &= judge_.matches(piece.first, count, at);
      at += count * what_.conversion.to.bytes();
    }
    return good;
  }

  /// No element still holds the poison.
  bool all_written() const {
    const std::size_t bytes = what_.conversion.to.bytes();
    return compare_kernels().all_in(caller_.results(), bytes, caller_.rows(), all_but(poison_, bytes));
  }

  /// A block with something to look at: find out what was not written, by a second call, and record the rest.
  void settle(std::uint64_t number, const std::vector<Interval>& pieces) {
    const std::size_t bytes = what_.conversion.to.bytes();
    const auto* at = static_cast<const std::byte*>(caller_.results());
    results_.assign(at, at + caller_.rows() * bytes);
    std::vector<bool> unwritten;
    if (!all_written()) {
      unwritten.resize(caller_.rows());
      const std::uint64_t second = poison_candidates(what_.conversion.to)[poison_ == 1 ? 0 : 2];
      caller_.poison(second);
      caller_.call(number);
      std::size_t first_row = caller_.rows();
      for (std::size_t row = caller_.rows(); row-- > 0;) {
        unwritten[row] = load_code(results_.data(), bytes, row) == poison_ &&
                         load_code(caller_.results(), bytes, row) == second;
        if (unwritten[row]) first_row = row;
      }
      if (first_row < caller_.rows()) {
        judge_.tally().add_fault("left results unwritten",
                                 fmt::format("#{}", hex_code(what_.conversion.from, operand_of(pieces, first_row))));
      } else {
        unwritten.clear();
      }
    }
    std::size_t row = 0;
    std::vector<bool> of_piece;
    for (const Interval& piece : pieces) {
      const auto count = static_cast<std::size_t>(size_of(piece));
      if (!unwritten.empty()) {
        of_piece.assign(unwritten.begin() + static_cast<std::ptrdiff_t>(row),
                        unwritten.begin() + static_cast<std::ptrdiff_t>(row + count));
      }
      judge_.record(piece.first, count, results_.data() + row * bytes, unwritten.empty() ? nullptr : &of_piece);
      row += count;
    }
  }

  static std::uint64_t operand_of(const std::vector<Interval>& pieces, std::uint64_t row) {
    for (const Interval& piece : pieces) {
      if (row < size_of(piece)) return piece.first + row;
      row -= size_of(piece);
    }
    return 0;
  }

  PartContext& context_;
  const SweepOperands& what_;
  std::size_t rows_;
  ConversionCaller caller_;
  ConversionJudge judge_;
  std::uint64_t poison_ = 0;
  std::vector<std::byte> results_;
};

}  // namespace

bool Blocks::next(std::vector<Interval>& pieces) {
  pieces.clear();
  std::uint64_t left = rows_;
  while (left > 0 && interval_ < intervals_.size()) {
    const Interval& interval = intervals_[interval_];
    const std::uint64_t first = interval.first + consumed_;
    const std::uint64_t count = std::min(left, interval.last - first + 1);
    pieces.push_back({first, first + count - 1});
    left -= count;
    consumed_ += count;
    if (first + count - 1 == interval.last) {
      ++interval_;
      consumed_ = 0;
    }
  }
  return !pieces.empty();
}

Tally sweep(PartContext& context, const SweepOperands& what, const std::vector<Semantics>& alternatives,
            std::uint64_t seed) {
  Sweeper sweeper(context, what, alternatives, seed);
  if (context.only) {
    sweeper.repeat(*context.only);
    return {};
  }
  return sweeper.run();
}

std::uint64_t sweep_operand(const Intervals& operands, std::size_t block_rows, std::uint64_t call, std::uint64_t row) {
  std::uint64_t index = call * block_rows + row;
  for (const Interval& interval : operands.intervals()) {
    if (index < size_of(interval)) return interval.first + index;
    index -= size_of(interval);
  }
  return 0;
}

}  // namespace hallmark
