// SPDX-License-Identifier: Apache-2.0
#include "conversions/suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>

#include "conversions/caller.h"
#include "conversions/lanes.h"
#include "conversions/operands.h"
#include "conversions/sweep.h"
#include "judging/describe.h"

namespace hallmark {
namespace {

std::vector<Semantics> semantics_of(const std::vector<Alternative>& alternatives) {
  std::vector<Semantics> list;
  for (const Alternative& alternative : alternatives) list.push_back(alternative.semantics);
  return list;
}

/// A part fails when no combination of options agrees with all its results, or something else went wrong.
nlohmann::json result_of(const Tally& tally) {
  nlohmann::json json = tally;
  json["failed"] = tally.consistent() == 0 || !tally.positions.empty() || !tally.environment.empty();
  return json;
}

Part sweep_part(const ConversionOperation& operation, std::string name, SweepOperands base,
                std::function<Intervals()> operands, std::uint64_t cost, std::uint64_t seed) {
  Part part{test_name(operation.signature), std::move(name), to_string(operation.signature), cost, {}, {}};
  auto what = std::make_shared<SweepOperands>(std::move(base));
  part.run = [=](PartContext& context) {
    SweepOperands mine = *what;
    mine.operands = operands();
    const Tally tally = sweep(context, mine, semantics_of(operation.alternatives), seed);
    return result_of(tally);
  };
  part.operands_of = [=](std::uint64_t call, std::uint64_t row) -> std::vector<std::string> {
    return {hex_code(what->conversion.from, sweep_operand(operands(), 4096, call, row))};
  };
  return part;
}

Part lanes_part(const ConversionOperation& operation, std::string name, std::uint64_t seed,
                std::optional<std::uint64_t> call) {
  Part part{test_name(operation.signature), std::move(name), to_string(operation.signature), lanes_cost(), {}, {}};
  const LanesOptions options{operation.conversion, operation.index, seed, to_string(operation.signature), call};
  part.run = [=](PartContext& context) {
    return result_of(lanes(context, options, semantics_of(operation.alternatives)));
  };
  part.operands_of = [=](std::uint64_t number, std::uint64_t row) -> std::vector<std::string> {
    return {hex_code(options.conversion.from, lanes_operand(options, 4096, number, row))};
  };
  return part;
}

/// "convert(float32)->bfloat16#0x3f808000" or "...@lanes/17": where the signature ends.
std::size_t case_mark(const std::string& case_id) { return case_id.find_first_of("#@"); }

std::uint64_t number_in_case(const std::string& case_id, std::string_view text, int base) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) {
    throw InputError(fmt::format("--case {}: '{}' is no {}; write SIGNATURE#0xCODE or SIGNATURE@lanes/NUMBER", case_id,
                                 text, base == 16 ? "hexadecimal code" : "number"));
  }
  return number;
}

Part case_part(const ConversionOperation& operation, const Plan& plan) {
  const std::string rest = plan.case_id.substr(case_mark(plan.case_id));
  const Format& from = operation.conversion.from;
  if (rest.starts_with("@lanes/")) {
    return lanes_part(operation, "case", plan.seed, number_in_case(plan.case_id, std::string_view(rest).substr(7), 10));
  }
  if (!rest.starts_with("#0x")) {
    throw InputError(fmt::format("--case {}: a conversion's case is SIGNATURE#0xCODE or SIGNATURE@lanes/NUMBER",
                                 plan.case_id));
  }
  const std::uint64_t code = number_in_case(plan.case_id, std::string_view(rest).substr(3), 16);
  if ((code & ~from.code_mask()) != 0) {
    throw InputError(fmt::format("--case {}: {} has {} bits, the code has more", plan.case_id, from.name, from.width()));
  }
  const SweepOperands what{operation.conversion, operation.index, {}, {code, code}};
  return sweep_part(operation, "case", what, [=] { return Intervals(code, code); }, 1, plan.seed);
}

}  // namespace

bool is_conversion(const Signature& signature) {
  if (signature.name != "convert" || signature.operands.size() != 1) return false;
  if (signature.operands.front() == signature.result) return false;
  return std::all_of(signature.modifiers.begin(), signature.modifiers.end(), [](const std::string& modifier) {
    constexpr std::string_view known[] = {"rne", "rna", "rtz", "rup", "rdn", "rto", "saturate"};
    return std::find(std::begin(known), std::end(known), modifier) != std::end(known);
  });
}

std::vector<ConversionOperation> conversion_operations(const BackendDescription& backend, const Profile& profile,
                                                       const Plan& plan) {
  const std::string wanted = plan.case_id.empty() ? "" : plan.case_id.substr(0, case_mark(plan.case_id));
  std::vector<ConversionOperation> operations;
  for (std::size_t index = 0; index < backend.operations.size(); ++index) {
    const std::string& text = backend.operations[index];
    if (wanted.empty() ? !glob_match(plan.operation, text) : text != wanted) continue;
    auto parsed = parse_signature(text, [&](std::string_view name) { return profile.find_format(name); });
    Signature* signature = std::get_if<Signature>(&parsed);
    if (signature == nullptr || !is_conversion(*signature)) continue;
    const Conversion conversion{signature->operands.front(), signature->result};
    std::vector<Alternative> alternatives = profile.resolve(*signature);
    operations.push_back({std::move(*signature), conversion, index, std::move(alternatives)});
  }
  return operations;
}

std::vector<Part> conversion_parts(const BackendDescription& backend, const Profile& profile, const Plan& plan) {
  std::vector<Part> parts;
  for (const ConversionOperation& operation : conversion_operations(backend, profile, plan)) {
    if (!plan.case_id.empty()) {
      parts.push_back(case_part(operation, plan));
      continue;
    }
    const std::vector<Share> shares = divide(operation.conversion, plan.level);
    const std::string stream = to_string(operation.signature);
    for (std::size_t i = 0; i < shares.size(); ++i) {
      const Share share = shares[i];
      const Conversion conversion = operation.conversion;
      parts.push_back(sweep_part(
          operation, fmt::format("part_{:02}", i), {conversion, operation.index, {}, share.codes},
          [=, level = plan.level, seed = plan.seed] { return operands_of(conversion, share, level, seed, stream); },
          share.operands, plan.seed));
    }
    parts.push_back(lanes_part(operation, "lanes", plan.seed, std::nullopt));
  }
  return parts;
}

}  // namespace hallmark
