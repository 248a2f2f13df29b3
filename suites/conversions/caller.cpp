// SPDX-License-Identifier: Apache-2.0
#include "conversions/caller.h"

#include <fmt/format.h>

#include <algorithm>

namespace hallmark {
namespace {

std::size_t round_up(std::size_t rows, std::size_t granularity) {
  return (rows + granularity - 1) / granularity * granularity;
}

}  // namespace

std::size_t ConversionCaller::block_rows(const BackendDescription& description) {
  constexpr std::size_t first_level_cache_rows = 4096;
  return round_up(first_level_cache_rows, std::max<std::size_t>(1, description.granularity));
}

ConversionCaller::ConversionCaller(PartContext& context, const Conversion& conversion, std::size_t operation,
                                   std::size_t rows)
    : context_(context),
      conversion_(conversion),
      operation_(operation),
      alignment_(std::max<std::size_t>(1, context.backend.description().alignment)),
      granularity_(std::max<std::size_t>(1, context.backend.description().granularity)),
      kernels_(compare_kernels()),
      operands_(round_up(rows, granularity_) * conversion.from.bytes(), Access::read_only),
      results_(round_up(rows, granularity_) * conversion.to.bytes(), Access::writable),
      operand_bytes_(conversion.from.bytes()) {}

void ConversionCaller::place(std::size_t rows, std::size_t gap) {
  rows_ = rows;
  padded_ = round_up(rows, granularity_);
  const auto element = [this](const Format& format) { return std::max(alignment_, format.bytes()); };
  operands_.place(padded_ * conversion_.from.bytes(), element(conversion_.from), gap * conversion_.from.bytes());
  results_.place(padded_ * conversion_.to.bytes(), element(conversion_.to), gap * conversion_.to.bytes());
  operand_fill_ = operands_.fill();
  arguments_.operand[0] = operands_.view();
  arguments_.result = results_.view();
  arguments_.rows = padded_;
  arguments_.columns = arguments_.depth = 1;
}

void ConversionCaller::set_operands(std::span<const Interval> pieces) {
  const std::size_t bytes = conversion_.from.bytes();
  std::byte* at = operands_.fill();
  for (const Interval& piece : pieces) {
    const auto count = static_cast<std::size_t>(piece.last - piece.first + 1);
    kernels_.iota(at, bytes, count, piece.first);
    at += count * bytes;
  }
  pad();
}

void ConversionCaller::set_operands(std::span<const std::uint64_t> codes) {
  for (std::size_t row = 0; row < codes.size(); ++row) {
    store_code(operands_.fill(), conversion_.from.bytes(), row, codes[row]);
  }
  pad();
}

void ConversionCaller::pad() {
  const std::size_t bytes = conversion_.from.bytes();
  for (std::size_t row = rows_; row < padded_; ++row) {
    store_code(operands_.fill(), bytes, row, load_code(operands_.fill(), bytes, row % std::max<std::size_t>(rows_, 1)));
  }
}

void ConversionCaller::poison(std::uint64_t code) {
  kernels_.fill(results_.fill(), conversion_.to.bytes(), padded_, code);
}

void ConversionCaller::set_result(std::size_t row, std::uint64_t code) {
  store_code(results_.fill(), conversion_.to.bytes(), row, code);
}

std::optional<std::string> ConversionCaller::call(std::uint64_t number) {
  context_.flight.begin(number, rows_);
  const CallOutcome outcome = context_.backend.call(operation_, arguments_);
  context_.flight.end();
  if (outcome.status != 0) {
    return fmt::format("returned {} instead of 0{}{}{}{}", outcome.status, outcome.message.empty() ? "" : ": ",
                       outcome.message, outcome.fault.empty() ? "" : "; ", outcome.fault);
  }
  if (!outcome.fault.empty()) return outcome.fault;
  if (auto damage = results_.damage()) return damage;
  return operands_.damage();
}

void ConversionCaller::call_rows(std::uint64_t number, std::size_t from, std::size_t rows) {
  // Operands and results start where they stood in the whole call; rows after the range are not part of it.
  hallmark_arguments arguments{};
  arguments.operand[0] = static_cast<const std::byte*>(operands_.view()) + from * conversion_.from.bytes();
  arguments.result = static_cast<std::byte*>(results_.view()) + from * conversion_.to.bytes();
  arguments.rows = std::min(round_up(rows, granularity_), padded_ - from);
  arguments.columns = arguments.depth = 1;
  context_.flight.begin(number, rows);
  context_.backend.call(operation_, arguments);
  context_.flight.end();
}

std::size_t ConversionCaller::misalignment() const { return reinterpret_cast<std::uintptr_t>(operands_.view()) % 64; }

}  // namespace hallmark
