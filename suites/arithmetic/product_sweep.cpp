// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/product_sweep.h"

#include <algorithm>

#include "arithmetic/block_sweep.h"
#include "judging/describe.h"
#include "judging/triple_judge.h"

namespace hallmark {
namespace {

/// Calls in order: of each group, each block of addends with each pair of factors.
class ProductCalls {
 public:
  ProductCalls(const Elementwise& operation, const ProductPart& part, std::size_t block_rows)
      : groups_(part.pairs, part.share), addends_(operation.operands[2].code_mask() + 1), block_rows_(block_rows) {}

  /// Goes to the next call; false at the end.
  bool next() {
    if (++pair_ < group_.size()) return true;
    pair_ = 0;
    first_addend_ += block_rows_;
    if (first_addend_ < addends_ && !group_.empty()) return true;
    first_addend_ = 0;
    return groups_.next(group_);
  }

  const CodePair& factors() const { return group_[pair_]; }
  std::uint64_t first_addend() const { return first_addend_; }
  std::size_t rows() const {
    return static_cast<std::size_t>(std::min<std::uint64_t>(block_rows_, addends_ - first_addend_));
  }
  bool starts_block() const { return pair_ == 0; }

 private:
  ProductGroups groups_;
  std::vector<CodePair> group_;
  std::size_t pair_ = 0;
  std::uint64_t addends_, first_addend_ = 0, block_rows_;
};

void place(KernelCaller& caller, const ProductCalls& calls, bool with_addends) {
  if (with_addends) {
    caller.place(calls.rows());
    caller.set_consecutive(calls.first_addend(), 2);
  }
  caller.set_constant(calls.factors().first, 0);
  caller.set_constant(calls.factors().second, 1);
}

}  // namespace

bool sweeps_products(const Elementwise& operation, const std::vector<Semantics>& alternatives) {
  return TripleJudge::covers(operation, alternatives);
}

std::vector<ProductPart> product_parts(const Elementwise& operation) {
  constexpr std::size_t parts = 4096;
  const auto pairs = std::make_shared<const ProductPairs>(operation.operands[0], operation.operands[1]);
  std::vector<ProductPart> list;
  for (const ProductShare& share : pairs->shares(parts)) list.push_back({pairs, share});
  return list;
}

Tally sweep_products(PartContext& context, const Elementwise& operation, std::size_t index, const ProductPart& part,
                     const std::vector<Semantics>& alternatives, std::uint64_t seed) {
  const std::size_t block_rows = KernelCaller::block_rows(context.backend.description());
  KernelCaller caller(context, std::span(operation.operands).first(3), operation.result, index, block_rows);
  ProductCalls calls(operation, part, block_rows);
  if (const auto& only = context.only) {
    for (std::uint64_t number = 0; number <= only->call; ++number) {
      if (!calls.next()) return {};
    }
    place(caller, calls, true);
    caller.call_rows(only->call, static_cast<std::size_t>(only->from), static_cast<std::size_t>(only->rows));
    return {};
  }
  TripleJudge judge(operation, alternatives, seed);
  for (std::uint64_t number = 0; calls.next(); ++number) {
    const auto& [a, b] = calls.factors();
    if (calls.starts_block()) {
      judge.prepare_row(a, b, static_cast<std::uint16_t>(calls.first_addend()), calls.rows());
    } else {
      judge.keep_row(a, b);
    }
    place(caller, calls, calls.starts_block());
    sweep_block(context, operation, caller, judge, number);
  }
  return judge.take();
}

std::vector<std::string> swept_product(const Elementwise& operation, const ProductPart& part, std::size_t block_rows,
                                       std::uint64_t call, std::uint64_t row) {
  ProductCalls calls(operation, part, block_rows);
  for (std::uint64_t number = 0; number <= call; ++number) {
    if (!calls.next()) return {};
  }
  const auto& [a, b] = calls.factors();
  return {hex_code(operation.operands[0], a), hex_code(operation.operands[1], b),
          hex_code(operation.operands[2], calls.first_addend() + row)};
}

}  // namespace hallmark
