// SPDX-License-Identifier: Apache-2.0
#include "oracles/orders.h"

#include <numeric>

namespace hallmark {
namespace {

bool decides(Operator code) {
  const OperatorKind kind = info_of(code).kind;
  return kind == OperatorKind::relation || kind == OperatorKind::predicate;
}

}  // namespace

bool OrderOracle::covers(const Elementwise& operation, const Semantics& semantics) {
  if (operation.operand_count != 2 || info_of(operation.code).kind == OperatorKind::numeric) return false;
  if (!is_plain_nearest(semantics) || semantics.subnormal_operands != SubnormalOperands::keep) return false;
  const Format& format = operation.operands[0];
  if (!is_small_ieee(format) || operation.operands[1] != format) return false;
  return decides(operation.code) ? operation.result.bytes() == 1 : operation.result == format;
}

OrderOracle::OrderOracle(const Elementwise& operation, const OrderKernels& kernels)
    : codes_(operation.operands[1].code_mask() + 1), decides_(decides(operation.code)), kernels_(kernels) {
  std::iota(codes_.begin(), codes_.end(), std::uint16_t{0});
  const Format& format = operation.operands[0];
  loop_.code = operation.code;
  loop_.sign = static_cast<std::uint32_t>(format.sign_mask());
  loop_.infinity = static_cast<std::uint32_t>(format.largest_finite() + 1);
  loop_.quiet_nan = loop_.infinity | static_cast<std::uint32_t>(format.quiet_bit());
  loop_.smallest_normal = static_cast<std::uint32_t>(format.smallest_normal());
}

}  // namespace hallmark
