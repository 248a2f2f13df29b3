// SPDX-License-Identifier: Apache-2.0
#include "reductions/call_vectors.h"

namespace hallmark {

CallVectors::CallVectors(const CallOperands& operands, const ReductionJudge& judge)
    : operands_(operands), judge_(judge), left_(operands.dots().size()), right_(operands.dots().size()) {}

const RowDigest& CallVectors::digest_of(Vector& vector, std::span<const std::uint64_t> codes) {
  if (!vector.digest) {
    RowDigest digest;
    for (const std::uint64_t code : codes) digest.add(code);
    vector.digest = digest;
  }
  return *vector.digest;
}

RowDigest CallVectors::digest(const OutputPlace& place) {
  if (operands_.has_result_of_each_element()) {
    const ReductionRow row = operands_.row(place);
    RowDigest digest;
    for (const std::uint64_t code : row.left) digest.add(code);
    digest.add(row.depth());
    digest.add(row.element);
    return digest;
  }
  const std::size_t left = operands_.left_dot(place), right = operands_.right_dot(place);
  RowDigest digest;
  digest.add(operands_.call().depth);
  for (const RowDigest& part :
       {digest_of(left_[left], operands_.dots()[left].left), digest_of(right_[right], operands_.dots()[right].right)}) {
    digest.add(part.a);
    digest.add(part.b);
  }
  if (const auto initial = operands_.initial_at(place)) digest.add(*initial + 1);
  return digest;
}

const JudgedOperand& CallVectors::left(const OutputPlace& place) {
  if (operands_.has_result_of_each_element()) return prefix_ = judge_.read_left(operands_.row(place).left);
  const std::size_t dot = operands_.left_dot(place);
  auto& operand = left_[dot].operand;
  if (!operand) operand = judge_.read_left(operands_.dots()[dot].left);
  return *operand;
}

const JudgedOperand& CallVectors::right(const OutputPlace& place) {
  const std::size_t dot = operands_.right_dot(place);
  auto& operand = right_[dot].operand;
  if (!operand) operand = judge_.read_right(operands_.dots()[dot].right);
  return *operand;
}

}  // namespace hallmark
