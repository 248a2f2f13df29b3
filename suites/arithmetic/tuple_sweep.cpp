// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/tuple_sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "caller.h"
#include "case_id.h"
#include "judging/compare.h"
#include "judging/describe.h"

namespace hallmark {
namespace {

class TupleSweep {
 public:
  TupleSweep(PartContext& context, std::span<const Format> operands, const Format& result, std::size_t index)
      : context_(context),
        operands_(operands),
        result_bytes_(result.bytes()),
        rows_(KernelCaller::block_rows(context.backend.description())),
        caller_(context, operands, result, index, rows_) {}

  Tally run(Tuples& tuples, TupleJudge& judge) {
    judge_ = &judge;
    Columns columns;
    for (std::uint64_t number = 0;; ++number) {
      const std::size_t rows = tuples.next(rows_, columns);
      if (rows == 0) return judge_->take();
      judge_->prepare(columns, rows);
      place(columns, rows);
      run_block(number, columns, rows);
    }
  }

  void repeat(Tuples& tuples, const CallRange& only) {
    Columns columns;
    for (std::uint64_t number = 0; number <= only.call; ++number) {
      const std::size_t rows = tuples.next(rows_, columns);
      if (rows == 0) return;
      if (number == only.call) place(columns, rows);
    }
    caller_.call_rows(only.call, static_cast<std::size_t>(only.from), static_cast<std::size_t>(only.rows));
  }

 private:
  void place(const Columns& columns, std::size_t rows) {
    if (rows != caller_.rows()) caller_.place(rows);
    for (std::size_t i = 0; i < columns.size(); ++i) caller_.set_operands(columns[i], i);
  }

  void poison(std::size_t rows, int turn) {
    for (std::size_t row = 0; row < rows; ++row) caller_.set_result(row, judge_->poison(row, turn));
  }

  void run_block(std::uint64_t number, const Columns& columns, std::size_t rows) {
    poison(rows, 0);
    const std::optional<std::string> fault = caller_.call(number);
    ++judge_->tally().calls;
    context_.flight.operands_done.fetch_add(rows, std::memory_order_relaxed);
    if (fault) {
      judge_->tally().add_fault(*fault, mark_of(columns, 0));
      if (fault->starts_with("returned")) return;  // a failed call has no results
    }
    const std::size_t bytes = result_bytes_;
    bool suspect = false;
    for (std::size_t row = 0; row < rows && !suspect; ++row) {
      suspect = load_code(caller_.results(), bytes, row) == judge_->poison(row, 0);
    }
    if (!suspect) {
      judge_->judge(caller_.results(), nullptr);
      return;
    }
    const auto* at = static_cast<const std::byte*>(caller_.results());
    const std::vector<std::byte> results(at, at + rows * bytes);
    const std::vector<bool> unwritten = find_unwritten(number, columns, rows, results);
    judge_->judge(results.data(), &unwritten);
  }

  /// Where both of two different poisons stay, nothing was written.
  std::vector<bool> find_unwritten(std::uint64_t number, const Columns& columns, std::size_t rows,
                                   const std::vector<std::byte>& results) {
    const std::size_t bytes = result_bytes_;
    poison(rows, 1);
    caller_.call(number);
    std::vector<bool> unwritten(rows);
    bool named = false;
    for (std::size_t row = 0; row < rows; ++row) {
      unwritten[row] = load_code(results.data(), bytes, row) == judge_->poison(row, 0) &&
                       load_code(caller_.results(), bytes, row) == judge_->poison(row, 1);
      if (unwritten[row] && !named) {
        judge_->tally().add_fault("left results unwritten", mark_of(columns, row));
        named = true;
      }
    }
    return unwritten;
  }

  std::string mark_of(const Columns& columns, std::size_t row) const {
    std::vector<std::uint64_t> operands;
    for (const auto& column : columns) operands.push_back(column[row]);
    return mark_of_operands(operands_, operands);
  }

  PartContext& context_;
  std::span<const Format> operands_;
  std::size_t result_bytes_;
  std::size_t rows_;
  KernelCaller caller_;
  TupleJudge* judge_ = nullptr;
};

class OneTuple : public Tuples {
 public:
  explicit OneTuple(std::vector<std::uint64_t> operands) : operands_(std::move(operands)) {}
  std::size_t next(std::size_t, Columns& columns) override {
    columns.assign(operands_.size(), std::vector<std::uint64_t>(given_ ? 0 : 1));
    for (std::size_t i = 0; i < operands_.size() && !given_; ++i) columns[i][0] = operands_[i];
    return std::exchange(given_, true) ? 0 : 1;
  }

 private:
  std::vector<std::uint64_t> operands_;
  bool given_ = false;
};

}  // namespace

Tally sweep_tuples(PartContext& context, std::span<const Format> operands, const Format& result, std::size_t index,
                   const MakeTuples& make, const MakeJudge& make_judge) {
  TupleSweep sweep(context, operands, result, index);
  const std::unique_ptr<Tuples> tuples = make();
  if (context.only) {
    sweep.repeat(*tuples, *context.only);
    return {};
  }
  return sweep.run(*tuples, *make_judge());
}

std::vector<std::string> swept_tuple(std::span<const Format> operands, const MakeTuples& make, std::size_t block_rows,
                                     std::uint64_t call, std::uint64_t row) {
  const std::unique_ptr<Tuples> tuples = make();
  Columns columns;
  std::size_t rows = 0;
  for (std::uint64_t number = 0; number <= call; ++number) rows = tuples->next(block_rows, columns);
  std::vector<std::string> codes;
  if (row >= rows) return codes;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    codes.push_back(hex_code(operands[i], columns[i][static_cast<std::size_t>(row)]));
  }
  return codes;
}

MakeTuples one_tuple(std::vector<std::uint64_t> operands) {
  return [operands = std::move(operands)] { return std::make_unique<OneTuple>(operands); };
}

std::vector<std::vector<std::uint64_t>> sample_of(Tuples& tuples, std::size_t most) {
  std::set<std::vector<std::uint64_t>> distinct;
  Columns columns;
  for (std::size_t rows = tuples.next(most, columns); rows > 0; rows = tuples.next(most, columns)) {
    for (std::size_t row = 0; row < rows && distinct.size() < most; ++row) {
      std::vector<std::uint64_t> tuple;
      for (const auto& column : columns) tuple.push_back(column[row]);
      distinct.insert(std::move(tuple));
    }
  }
  return {distinct.begin(), distinct.end()};
}

}  // namespace hallmark
