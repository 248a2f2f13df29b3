// SPDX-License-Identifier: Apache-2.0
#include "conversions/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "caller.h"
#include "judging/describe.h"

namespace hallmark {
namespace {

std::uint64_t size_of(const Interval& piece) { return piece.last - piece.first + 1; }

/// Every code but one, for elements of that many bytes: all_in() subtracts modulo the element's size.
CodeSet all_but(std::uint64_t code, std::size_t bytes) {
  const std::uint64_t element = ~std::uint64_t{0} >> (64 - 8 * bytes);
  return {~std::uint64_t{0}, code + 1, code + element};
}

/// Operands tried, gathered while they are consecutive: the judge divides a long stretch by requirement at once.
class Coverage {
 public:
  void add(ConversionJudge& judge, std::uint64_t first, std::uint64_t last) {
    if (open_ && first == last_ + 1) {
      last_ = last;
      return;
    }
    flush(judge);
    first_ = first;
    last_ = last;
    open_ = true;
  }
  void flush(ConversionJudge& judge) {
    if (open_) judge.count_tried(first_, last_);
    open_ = false;
  }

 private:
  std::uint64_t first_ = 0, last_ = 0;
  bool open_ = false;
};

/// Calls block by block and judges. Slow paths are functions of their own: the loop must stay near the bare kernel's
/// speed.
class Sweeper {
 public:
  Sweeper(PartContext& context, const SweepOperands& what, const std::vector<Semantics>& alternatives,
          std::uint64_t seed)
      : context_(context),
        what_(what),
        rows_(KernelCaller::block_rows(context.backend.description())),
        order_(what.operands, rows_),
        caller_(context, what.conversion, what.operation, rows_),
        judge_(what.conversion, alternatives, seed) {}

  Tally run() {
    judge_.prepare(what_.spans);
    if (order_.two_walks()) {
      caller_.place(rows_);
      for (std::uint64_t number = 0; number < order_.blocks(); ++number) {
        run_full_block(number, order_.first_of(number), order_.first_of(number + 1));
        judge_.change_walk();
      }
    } else {
      Blocks blocks(what_.operands, rows_);
      std::vector<Interval> pieces;
      for (std::uint64_t number = 0; blocks.next(pieces); ++number) {
        start(pieces);
        run_block(number, pieces);
      }
    }
    for (Coverage& coverage : coverage_) coverage.flush(judge_);
    return judge_.take();
  }

  void repeat(const CallRange& only) {
    std::vector<Interval> pieces;
    if (order_.two_walks()) {
      if (only.call >= order_.blocks()) return;
      pieces.push_back({order_.first_of(only.call), order_.first_of(only.call) + rows_ - 1});
    } else {
      Blocks blocks(what_.operands, rows_);
      for (std::uint64_t number = 0; number <= only.call; ++number) {
        if (!blocks.next(pieces)) return;
      }
    }
    start(pieces);
    caller_.set_operands(pieces);
    caller_.call_rows(only.call, static_cast<std::size_t>(only.from), static_cast<std::size_t>(only.rows));
  }

 private:
  void start(const std::vector<Interval>& pieces) {
    std::uint64_t rows = 0;
    for (const Interval& piece : pieces) rows += size_of(piece);
    if (rows != caller_.rows()) caller_.place(static_cast<std::size_t>(rows));
  }

  /// A block of consecutive operands. Where the results of the block before, all of one code or of two, still stand in
  /// the array and are right nowhere in this block, they are the poison: nothing need be written. Comparing writes the
  /// operands from `next` on by the way.
  void run_full_block(std::uint64_t number, std::uint64_t first, std::uint64_t next) {
    const std::uint64_t last = first + rows_ - 1;
    const std::uint64_t code = judge_.only_code(first, last);
    if (code == no_code || !stands_apart_from(code)) [[unlikely]] {
      run_uneven_block(number, first, last, code);
      return;
    }
    const std::optional<std::string> fault = call_on_standing(number, first);
    if (!fault) [[likely]] {
      written_from_ = next;
      if (judge_.matches_code(first, rows_, caller_.results(), code, caller_.operands(), next)) [[likely]] {
        passed(number, first, last, {code, code});
        return;
      }
    }
    finish_full(number, first, last, fault);
  }

  /// The same for a block with a step in its right results, or one whose poison must be written.
  void run_uneven_block(std::uint64_t number, std::uint64_t first, std::uint64_t last, std::uint64_t code) {
    std::optional<Step> step;
    if (code != no_code) {
      step = Step{last + 1, code, code};
    } else {
      step = judge_.step_within(first, last);
    }
    std::optional<std::string> fault;
    if (step && stands_apart_from(step->before) && stands_apart_from(step->from)) {
      fault = call_on_standing(number, first);
    } else {
      full_block_.assign(1, {first, last});
      poison(full_block_);
      write_operands(first);
      fault = caller_.call(number);
    }
    if (step && !fault && poison_is_wrong_everywhere_ && judge_.matches_step(first, rows_, caller_.results(), *step)) {
      passed(number, first, last, {step->before, step->from});
    } else {
      finish_full(number, first, last, fault);
    }
  }

  bool stands_apart_from(std::uint64_t code) const {
    return standing_[0] != no_code && standing_[0] != code && standing_[1] != code;
  }

  std::optional<std::string> call_on_standing(std::uint64_t number, std::uint64_t first) {
    poison_ = standing_;
    poison_is_wrong_everywhere_ = true;
    write_operands(first);
    return caller_.call(number);
  }

  void write_operands(std::uint64_t first) {
    if (written_from_ != first) caller_.set_consecutive(first);
    written_from_ = first;
  }

  void passed(std::uint64_t number, std::uint64_t first, std::uint64_t last, const std::array<std::uint64_t, 2>& left) {
    standing_ = left;
    ++judge_.tally().calls;
    coverage_[number & 1].add(judge_, first, last);
    count_done();
  }

  void finish_full(std::uint64_t number, std::uint64_t first, std::uint64_t last,
                   const std::optional<std::string>& fault) {
    standing_.fill(no_code);
    full_block_.assign(1, {first, last});
    finish(number, full_block_, fault);
  }

  void run_block(std::uint64_t number, const std::vector<Interval>& pieces) {
    poison(pieces);
    caller_.set_operands(pieces);
    finish(number, pieces, caller_.call(number));
  }

  void poison(const std::vector<Interval>& pieces) {
    const std::optional<std::uint64_t> safe = judge_.poison(pieces);
    poison_is_wrong_everywhere_ = safe.has_value();
    poison_.fill(safe.value_or(poison_candidates(what_.conversion.to)[0]));
    caller_.poison(poison_[0]);
  }

  /// Looks at what a call left.
  void finish(std::uint64_t number, const std::vector<Interval>& pieces, const std::optional<std::string>& fault) {
    ++judge_.tally().calls;
    count_done();
    if (fault) {
      judge_.tally().add_fault(*fault, fmt::format("#{}", hex_code(what_.conversion.from, pieces.front().first)));
      if (fault->starts_with("returned")) return;  // a failed call has no results
    }
    for (const Interval& piece : pieces) coverage_[number & 1].add(judge_, piece.first, piece.last);
    if (!matches(pieces) || !(poison_is_wrong_everywhere_ || all_written())) settle(number, pieces);
  }

  void count_done() {
    std::atomic<std::uint64_t>& done = context_.flight.operands_done;
    done.store(done.load(std::memory_order_relaxed) + caller_.rows(), std::memory_order_relaxed);
  }

  bool matches(const std::vector<Interval>& pieces) {
    const auto* at = static_cast<const std::byte*>(caller_.results());
    bool good = true;
    piece_matches_.clear();
    for (const Interval& piece : pieces) {
      const auto count = static_cast<std::size_t>(size_of(piece));
      piece_matches_.push_back(judge_.matches(piece.first, count, at));
      good &= piece_matches_.back();
      at += count * what_.conversion.to.bytes();
    }
    return good;
  }

  /// No element still holds the poison.
  bool all_written() const {
    const std::size_t bytes = what_.conversion.to.bytes();
    return std::all_of(poison_.begin(), poison_.end(), [&](std::uint64_t code) {
      return compare_kernels().all_in(caller_.results(), bytes, caller_.rows(), all_but(code, bytes));
    });
  }

  /// A block with something to look at: find out what was not written, by a second call, and record the rest.
  void settle(std::uint64_t number, const std::vector<Interval>& pieces) {
    const std::size_t bytes = what_.conversion.to.bytes();
    const auto* at = static_cast<const std::byte*>(caller_.results());
    results_.assign(at, at + caller_.rows() * bytes);
    std::vector<bool> unwritten;
    if (!all_written()) {
      unwritten.resize(caller_.rows());
      const std::uint64_t second = other_poison();
      caller_.poison(second);
      caller_.set_operands(pieces);
      written_from_ = no_code;
      caller_.call(number);
      std::size_t first_row = caller_.rows();
      for (std::size_t row = caller_.rows(); row-- > 0;) {
        unwritten[row] =
            is_poison(load_code(results_.data(), bytes, row)) && load_code(caller_.results(), bytes, row) == second;
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
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const Interval& piece = pieces[i];
      const auto count = static_cast<std::size_t>(size_of(piece));
      if (piece_matches_[i]) {  // matches() has recorded which options its results follow
        row += count;
        continue;
      }
      if (!unwritten.empty()) {
        of_piece.assign(unwritten.begin() + static_cast<std::ptrdiff_t>(row),
                        unwritten.begin() + static_cast<std::ptrdiff_t>(row + count));
      }
      judge_.record(piece.first, count, results_.data() + row * bytes, unwritten.empty() ? nullptr : &of_piece);
      row += count;
    }
  }

  /// A poison for the second call: another one than the first call's.
  std::uint64_t other_poison() const {
    for (const std::uint64_t candidate : poison_candidates(what_.conversion.to)) {
      if (!is_poison(candidate)) return candidate;
    }
    return ~poison_[0];
  }

  bool is_poison(std::uint64_t code) const { return code == poison_[0] || code == poison_[1]; }

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
  BlockOrder order_;
  KernelCaller caller_;
  ConversionJudge judge_;
  Coverage coverage_[2];  ///< of each walk
  std::array<std::uint64_t, 2>
      poison_{};  ///< what the result array held before the call: one code, or one and then another
  bool poison_is_wrong_everywhere_ = false;
  std::array<std::uint64_t, 2> standing_{no_code,
                                         no_code};  ///< the codes the result array has now, where that is known
  std::uint64_t written_from_ = no_code;  ///< the first of the consecutive operands in the array, where that is known
  std::vector<Interval> full_block_;
  std::vector<std::byte> results_;
  std::vector<bool> piece_matches_;  ///< of the block that matches() looked at last
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

BlockOrder::BlockOrder(const Intervals& operands, std::size_t rows) : rows_(rows) {
  const std::span<const Interval> stretches = operands.intervals();
  if (stretches.size() != 2) return;
  const std::uint64_t size = size_of(stretches[0]);
  if (size != size_of(stretches[1]) || size % rows != 0) return;
  first_[0] = stretches[0].first;
  first_[1] = stretches[1].first;
  blocks_ = 2 * (size / rows);
}

std::uint64_t sweep_operand(const Intervals& operands, std::size_t block_rows, std::uint64_t call, std::uint64_t row) {
  const BlockOrder order(operands, block_rows);
  if (order.two_walks()) return order.first_of(call) + row;
  std::uint64_t index = call * block_rows + row;
  for (const Interval& interval : operands.intervals()) {
    if (index < size_of(interval)) return interval.first + index;
    index -= size_of(interval);
  }
  return 0;
}

}  // namespace hallmark
