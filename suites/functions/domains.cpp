// SPDX-License-Identifier: Apache-2.0
#include "functions/domains.h"

#include <algorithm>

#include "formats/formats.h"
#include "inputs/boundaries.h"
#include "inputs/hard_operands.h"
#include "inputs/hardest_operands.h"
#include "inputs/random.h"

namespace hallmark {
namespace {

constexpr std::uint64_t exhaustive_parts = 64, listed_parts = 4;

/// The codes of intervals, one an operand.
class CodeTuples : public Tuples {
 public:
  explicit CodeTuples(Intervals codes) : codes_(std::move(codes)) {
    if (!codes_.empty()) next_ = codes_.intervals().front().first;
  }

  std::size_t next(std::size_t rows, Columns& columns) override {
    columns.resize(1);
    std::vector<std::uint64_t>& column = columns.front();
    column.clear();
    const std::span<const Interval> intervals = codes_.intervals();
    while (column.size() < rows && at_ < intervals.size()) {
      const std::uint64_t left = intervals[at_].last - next_;
      const std::uint64_t count = std::min<std::uint64_t>(rows - column.size() - 1, left) + 1;
      for (std::uint64_t i = 0; i < count; ++i) column.push_back(next_ + i);
      if (count > left) {
        if (++at_ < intervals.size()) next_ = intervals[at_].first;
      } else {
        next_ += count;
      }
    }
    return column.size();
  }

 private:
  Intervals codes_;
  std::size_t at_ = 0;
  std::uint64_t next_ = 0;
};

MakeTuples codes_of(const Interval& codes) {
  return [=] { return std::make_unique<CodeTuples>(Intervals(codes.first, codes.last)); };
}

/// The listed operands between first and last.
Intervals list(const FunctionOperation& operation, const Interval& codes, std::uint64_t random_codes, Random random) {
  constexpr std::uint64_t radius = 16;
  const Format& from = operation.operands[0];
  Intervals operands;
  add_special_values(operands, from, 64);
  add_binades(operands, from, radius);
  add_crossings(operands, operation, 64);
  add_near_multiples_of_half_pi(operands, from, 1);
  if (from == float32 && operation.result == float32) {
    for (const std::uint32_t code : hardest_operands(operation.code)) {
      operands.add(code, code);
      operands.add(code ^ from.sign_mask(), code ^ from.sign_mask());
    }
  }
  operands.normalise();
  operands.restrict_to(codes.first, codes.last);
  add_random(operands, random_codes, codes.first, codes.last, random);
  operands.normalise();
  return operands;
}

std::vector<Interval> cut(const Format& format, std::uint64_t parts) {
  std::vector<Interval> pieces;
  const std::uint64_t step = format.code_mask() / parts + 1;
  for (std::uint64_t part = 0; part < parts; ++part) {
    pieces.push_back({part * step, part + 1 == parts ? format.code_mask() : (part + 1) * step - 1});
  }
  return pieces;
}

}  // namespace

Elementwise formats_of(const FunctionOperation& operation) {
  const Operator code = operation.operand_count == 1 ? Operator::abs : Operator::copysign;
  return {code, {operation.operands[0], operation.operands[1]}, operation.operand_count, operation.result};
}

std::vector<TupleShare> function_shares(const FunctionOperation& operation, Level level, std::uint64_t seed,
                                        const std::string& stream) {
  if (operation.operand_count == 2) return tuple_shares(formats_of(operation), level, seed, stream);
  const Format& from = operation.operands[0];
  std::vector<TupleShare> shares;
  if (from.width() <= 16) {
    shares.push_back({codes_of({0, from.code_mask()}), from.code_mask() + 1, {}});
  } else if (from.width() <= 32 && level == Level::exhaustive) {
    for (const Interval& codes : cut(from, exhaustive_parts)) {
      shares.push_back({codes_of(codes), codes.last - codes.first + 1, {}});
    }
  } else {
    const std::uint64_t total = std::uint64_t{1} << (level == Level::quick ? 20 : level == Level::standard ? 22 : 24);
    for (const Interval& codes : cut(from, listed_parts)) {
      const Random random(seed ^ codes.first, stream);
      const std::uint64_t count = total / listed_parts;
      shares.push_back(
          {[=] { return std::make_unique<CodeTuples>(list(operation, codes, count, random)); }, count, {}});
    }
  }
  return shares;
}

}  // namespace hallmark
