// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/suite.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "arithmetic/domains.h"
#include "conversions/caller.h"
#include "conversions/vector_truth.h"
#include "judging/tally.h"

namespace hallmark {
namespace {

Part tuple_part(const ArithmeticOperation& operation, std::string name, const MakeTuples& make, std::uint64_t cost,
                std::uint64_t seed, std::size_t block_rows) {
  Part part{test_name(operation.signature), std::move(name), to_string(operation.signature), cost, {}, {}};
  part.run = [=](PartContext& context) {
    const Tally tally =
        sweep_tuples(context, operation.operation, operation.index, make, semantics_of(operation.alternatives), seed);
    nlohmann::json json = tally;
    json["failed"] = tally.consistent() == 0 || !tally.environment.empty();
    return json;
  };
  part.operands_of = [=](std::uint64_t call, std::uint64_t row) {
    return swept_tuple(operation.operation, make, block_rows, call, row);
  };
  return part;
}

/// One tuple, the case's.
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

/// "#0x3f80,0x4000", or an InputError that says how it is written.
std::vector<std::uint64_t> operands_of_case(const Elementwise& operation, const std::string& case_id) {
  const auto refuse = [&](const std::string& why) {
    return InputError(fmt::format("--case {}: {}; write SIGNATURE#0xCODE,... with {} code{}", case_id, why,
                                  operation.operand_count, operation.operand_count == 1 ? "" : "s"));
  };
  const std::size_t mark = case_id.find('#');
  if (mark == std::string::npos) throw refuse("no operands");
  std::vector<std::uint64_t> operands;
  std::string_view rest = std::string_view(case_id).substr(mark + 1);
  while (true) {
    const std::size_t comma = rest.find(',');
    const std::string_view text = rest.substr(0, comma);
    std::uint64_t code = 0;
    if (!text.starts_with("0x")) throw refuse(fmt::format("'{}' is no hexadecimal code", text));
    const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), code, 16);
    if (error != std::errc() || end != text.data() + text.size() || text.size() == 2) {
      throw refuse(fmt::format("'{}' is no hexadecimal code", text));
    }
    operands.push_back(code);
    if (operands.size() > operation.operand_count) break;
    const Format& format = operation.operands[operands.size() - 1];
    if ((code & ~format.code_mask()) != 0) {
      throw refuse(fmt::format("{} has {} bits, '{}' has more", format.name, format.width(), text));
    }
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  if (operands.size() != operation.operand_count) throw refuse("another number of operands");
  return operands;
}

}  // namespace

std::vector<ArithmeticOperation> arithmetic_operations(const BackendDescription& backend, const Profile& profile,
                                                       const Plan& plan) {
  const std::string wanted = plan.case_id.substr(0, plan.case_id.find_first_of("#@"));
  std::vector<ArithmeticOperation> operations;
  for (std::size_t index = 0; index < backend.operations.size(); ++index) {
    const std::string& text = backend.operations[index];
    if (wanted.empty() ? !glob_match(plan.operation, text) : text != wanted) continue;
    auto parsed = parse_signature(text, [&](std::string_view name) { return profile.find_format(name); });
    Signature* signature = std::get_if<Signature>(&parsed);
    if (signature == nullptr) continue;
    const auto operation = elementwise_of(*signature);
    if (!operation) continue;
    std::vector<Alternative> alternatives = profile.resolve(*signature);
    operations.push_back({std::move(*signature), *operation, index, std::move(alternatives)});
  }
  return operations;
}

std::vector<Part> arithmetic_parts(const BackendDescription& backend, const Profile& profile, const Plan& plan) {
  std::vector<Part> parts;
  const std::size_t block_rows = KernelCaller::block_rows(backend);
  for (const ArithmeticOperation& operation : arithmetic_operations(backend, profile, plan)) {
    if (!plan.case_id.empty()) {
      const auto operands = operands_of_case(operation.operation, plan.case_id);
      parts.push_back(tuple_part(
          operation, "case", [=] { return std::make_unique<OneTuple>(operands); }, 1, plan.seed, block_rows));
      continue;
    }
    const auto shares = tuple_shares(operation.operation, plan.level, plan.seed, to_string(operation.signature));
    for (std::size_t i = 0; i < shares.size(); ++i) {
      parts.push_back(
          tuple_part(operation, fmt::format("part_{:02}", i), shares[i].make, shares[i].tuples, plan.seed, block_rows));
    }
  }
  return parts;
}

}  // namespace hallmark
