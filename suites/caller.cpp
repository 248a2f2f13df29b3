// SPDX-License-Identifier: Apache-2.0
#include "caller.h"

#include <fmt/format.h>

#include <algorithm>

#include "formats/internal_error.h"

namespace hallmark {
namespace {

std::size_t round_up(std::size_t rows, std::size_t granularity) {
  return (rows + granularity - 1) / granularity * granularity;
}

}  // namespace

std::size_t KernelCaller::block_rows(const BackendDescription& description) {
  constexpr std::size_t first_level_cache_rows = 4096;
  return round_up(first_level_cache_rows, std::max<std::size_t>(1, description.granularity));
}

KernelCaller::KernelCaller(PartContext& context, std::span<const Format> operands, const Format& result,
                           std::size_t operation, std::size_t rows, std::optional<std::size_t> shared)
    : context_(context),
      result_bytes_(result.bytes()),
      operation_(operation),
      shared_(shared),
      alignment_(std::max<std::size_t>(1, context.backend.description().alignment)),
      granularity_(std::max<std::size_t>(1, context.backend.description().granularity)),
      kernels_(compare_kernels()),
      results_(round_up(rows, granularity_) * result.bytes(), Access::writable),
      operand_bytes_(operands.front().bytes()) {
  for (const Format& operand : operands) {
    bytes_.push_back(operand.bytes());
    operands_.emplace_back(round_up(rows, granularity_) * operand.bytes(), Access::read_only);
  }
}

void KernelCaller::place(std::size_t rows, std::size_t gap) {
  rows_ = rows;
  padded_ = round_up(rows, granularity_);
  for (std::size_t i = 0; i < operands_.size(); ++i) {
    if (is_shared(i)) {
      operands_[i].place(bytes_[i], std::max(alignment_, bytes_[i]));
    } else {
      operands_[i].place(padded_ * bytes_[i], std::max(alignment_, bytes_[i]), gap * bytes_[i]);
    }
    arguments_.operand[i] = operands_[i].view();
  }
  results_.place(padded_ * result_bytes_, std::max(alignment_, result_bytes_), gap * result_bytes_);
  operand_fill_ = operands_.front().fill();
  arguments_.result = results_.view();
  arguments_.rows = padded_;
  arguments_.columns = arguments_.depth = 1;
}

void KernelCaller::set_operands(std::span<const Interval> pieces) {
  std::byte* at = operand_fill_;
  for (const Interval& piece : pieces) {
    const auto count = static_cast<std::size_t>(piece.last - piece.first + 1);
    kernels_.iota(at, operand_bytes_, count, piece.first);
    at += count * operand_bytes_;
  }
  pad(0);
}

void KernelCaller::set_operands(std::span<const std::uint64_t> codes, std::size_t operand) {
  if (is_shared(operand)) {
    if (codes.empty()) throw InternalError("a shared operand has no code");
    const bool is_one = std::all_of(codes.begin(), codes.end(), [&](std::uint64_t code) { return code == codes[0]; });
    if (!is_one) throw InternalError("rows of one call have different shared operands");
    store_code(operands_[operand].fill(), bytes_[operand], 0, codes[0]);
    return;
  }
  for (std::size_t row = 0; row < codes.size(); ++row) {
    store_code(operands_[operand].fill(), bytes_[operand], row, codes[row]);
  }
  pad(operand);
}

void KernelCaller::set_consecutive(std::uint64_t first, std::size_t operand) {
  kernels_.iota(operands_[operand].fill(), bytes_[operand], rows_, first);
  pad(operand);
}

void KernelCaller::set_constant(std::uint64_t code, std::size_t operand) {
  kernels_.fill(operands_[operand].fill(), bytes_[operand], is_shared(operand) ? 1 : padded_, code);
}

void KernelCaller::pad(std::size_t operand) {
  std::byte* fill = operands_[operand].fill();
  const std::size_t bytes = bytes_[operand];
  for (std::size_t row = rows_; row < padded_; ++row) {
    store_code(fill, bytes, row, load_code(fill, bytes, row % std::max<std::size_t>(rows_, 1)));
  }
}

void KernelCaller::poison(std::uint64_t code) { kernels_.fill(results_.fill(), result_bytes_, padded_, code); }

void KernelCaller::set_result(std::size_t row, std::uint64_t code) {
  store_code(results_.fill(), result_bytes_, row, code);
}

std::optional<std::string> call_kernel(PartContext& context, std::size_t operation, const hallmark_arguments& arguments,
                                       const GuardedArray& results, std::uint64_t number, std::size_t rows) {
  context.flight.begin(number, rows);
  const CallOutcome outcome = context.backend.call(operation, arguments);
  context.flight.end();
  if (outcome.status != 0) {
    return fmt::format("returned {} instead of 0{}{}{}{}", outcome.status, outcome.message.empty() ? "" : ": ",
                       outcome.message, outcome.fault.empty() ? "" : "; ", outcome.fault);
  }
  if (!outcome.fault.empty()) return outcome.fault;
  return results.damage();  // operands are read-only: writing them faults
}

std::optional<std::string> KernelCaller::call(std::uint64_t number) {
  return call_kernel(context_, operation_, arguments_, results_, number, rows_);
}

void KernelCaller::call_rows(std::uint64_t number, std::size_t from, std::size_t rows) {
  // Operands and results start where they stood in the whole call; rows after the range are not part of it.
  hallmark_arguments arguments{};
  for (std::size_t i = 0; i < operands_.size(); ++i) {
    const std::size_t first = is_shared(i) ? 0 : from;
    arguments.operand[i] = static_cast<const std::byte*>(operands_[i].view()) + first * bytes_[i];
  }
  arguments.result = static_cast<std::byte*>(results_.view()) + from * result_bytes_;
  arguments.rows = std::min(round_up(rows, granularity_), padded_ - from);
  arguments.columns = arguments.depth = 1;
  context_.flight.begin(number, rows);
  context_.backend.call(operation_, arguments);
  context_.flight.end();
}

std::size_t KernelCaller::misalignment() const {
  return reinterpret_cast<std::uintptr_t>(operands_.front().view()) % 64;
}

}  // namespace hallmark
