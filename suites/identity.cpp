// SPDX-License-Identifier: Apache-2.0
#include "identity.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <numeric>

#include "caller.h"
#include "identifying/elementwise_identity.h"
#include "identifying/reduction_identity.h"
#include "judging/compare.h"
#include "judging/judge.h"
#include "judging/reduction_judge.h"
#include "reductions/reduction_caller.h"
#include "semantics/profile_writer.h"

namespace hallmark {
namespace {

/// The backend's reduction for whoever has rows. Of a product of matrices the rows stand on the diagonal.
class RowsCaller {
 public:
  RowsCaller(PartContext& context, const Reduction& reduction, std::size_t operation)
      : reduction_(reduction), caller_(context, reduction, operation) {}

  std::optional<std::vector<std::uint64_t>> operator()(const std::vector<HardDot>& rows) {
    const std::size_t most = reduction_.kind == ReductionKind::matmul ? 32 : 512;
    std::vector<std::uint64_t> results;
    for (std::size_t first = 0; first < rows.size(); first += most) {
      const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(first);
      const std::size_t count = std::min(most, rows.size() - first);
      if (!call({begin, begin + static_cast<std::ptrdiff_t>(count)}, results)) return std::nullopt;
    }
    return results;
  }

 private:
  bool call(std::vector<HardDot> rows, std::vector<std::uint64_t>& results) {
    const bool is_matmul = reduction_.kind == ReductionKind::matmul;
    ReductionCall shape;
    shape.rows = rows.size();
    shape.columns = is_matmul ? rows.size() : 1;
    shape.depth = rows.front().left.size();
    std::vector<std::size_t> all(rows.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const CallOperands operands(reduction_, shape, std::move(rows), all, is_matmul ? all : std::vector<std::size_t>{0});
    caller_.place(operands);
    caller_.fill_results(poison_candidates(reduction_.result)[0]);
    if (caller_.call(calls_++)) return false;
    for (std::size_t row = 0; row < shape.rows; ++row) results.push_back(caller_.result({row, is_matmul ? row : 0}));
    return true;
  }

  Reduction reduction_;
  ReductionCaller caller_;
  std::uint64_t calls_ = 0;
};

/// The backend's elementwise operation, a block of rows a call.
class TuplesCaller {
 public:
  TuplesCaller(PartContext& context, const Signature& signature, std::size_t operation)
      : result_(signature.result),
        block_(KernelCaller::block_rows(context.backend.description())),
        caller_(context, signature.operands, signature.result, operation, block_) {}

  std::optional<std::vector<std::uint64_t>> operator()(const std::vector<std::vector<std::uint64_t>>& columns) {
    const std::size_t rows = columns.front().size();
    std::vector<std::uint64_t> results;
    results.reserve(rows);
    for (std::size_t first = 0; first < rows; first += block_) {
      const std::size_t count = std::min(block_, rows - first);
      caller_.place(count);
      for (std::size_t i = 0; i < columns.size(); ++i) {
        caller_.set_operands(std::span(columns[i]).subspan(first, count), i);
      }
      caller_.poison(poison_candidates(result_)[0]);
      if (caller_.call(calls_++)) return std::nullopt;
      for (std::size_t row = 0; row < count; ++row) {
        results.push_back(load_code(caller_.results(), result_.bytes(), row));
      }
    }
    return results;
  }

 private:
  Format result_;
  std::size_t block_;
  KernelCaller caller_;
  std::uint64_t calls_ = 0;
};

IdentifiedOperation identified(const OfferedOperation& offered, PartContext& context) {
  IdentifiedOperation operation;
  operation.signature = to_string(offered.signature);
  Identity identity;
  if (const auto reduction = reduction_of(offered.signature)) {
    RowsCaller caller(context, *reduction, offered.index);
    identity = identify_reduction(operation.signature, *reduction, std::ref(caller));
  } else {
    TuplesCaller caller(context, offered.signature, offered.index);
    identity = identify_elementwise(offered.signature, std::ref(caller));
  }
  operation.traits = std::move(identity.traits);
  operation.is_explained = identity.semantics.has_value();
  if (identity.semantics) operation.profile_text = override_text(offered.signature, *identity.semantics);
  if (identity.max_ulp) operation.profile_text += limit_text(operation.signature, *identity.max_ulp);
  return operation;
}

/// Every "0x..." in the text, in order.
std::vector<std::uint64_t> codes_in(const std::string& text) {
  std::vector<std::uint64_t> codes;
  for (std::size_t at = text.find("0x"); at != std::string::npos; at = text.find("0x", at)) {
    at += 2;
    std::uint64_t code = 0;
    std::from_chars(text.data() + at, text.data() + text.size(), code, 16);
    codes.push_back(code);
  }
  return codes;
}

/// Whether some alternative of the profile allows all of a trait's evidence.
bool allows(const OfferedOperation& operation, const Profile& profile, const Trait& trait) {
  if (const auto reduction = reduction_of(operation.signature)) {
    ReductionJudge judge(*reduction, semantics_of(operation.alternatives));
    std::uint64_t rejected = 0;
    for (const Evidence& one : trait.evidence) {
      ReductionRow row{one.codes[0], one.codes[1], std::nullopt};
      if (!one.codes[2].empty()) row.initial = one.codes[2].front();
      judge.prepare(row);
      rejected |= judge.rejected_by(one.got);
    }
    return rejected != judge.every_alternative();
  }
  std::vector<std::vector<std::uint64_t>> columns(operation.signature.operands.size());
  std::vector<std::uint64_t> results;
  for (const Evidence& one : trait.evidence) {
    const std::vector<std::uint64_t> codes = codes_in(one.operands), got = codes_in(one.result);
    if (codes.size() != columns.size() || got.size() != 1) continue;
    for (std::size_t i = 0; i < columns.size(); ++i) columns[i].push_back(codes[i]);
    results.push_back(got.front());
  }
  if (results.empty()) return true;
  return suite_of(operation.signature)->judge(operation, profile, columns, results).consistent() != 0;
}

}  // namespace

void to_json(nlohmann::json& json, const IdentifiedOperation& operation) {
  json = {{"signature", operation.signature},
          {"profile", operation.profile_text},
          {"explained", operation.is_explained},
          {"traits", nlohmann::json::array()}};
  for (const Trait& trait : operation.traits) {
    nlohmann::json one = {{"name", trait.name}, {"observed", trait.observed}, {"evidence", nlohmann::json::array()}};
    for (const Evidence& evidence : trait.evidence) {
      one["evidence"].push_back({{"operands", evidence.operands},
                                 {"result", evidence.result},
                                 {"codes", evidence.codes},
                                 {"got", evidence.got}});
    }
    json["traits"].push_back(std::move(one));
  }
}

void from_json(const nlohmann::json& json, IdentifiedOperation& operation) {
  json.at("signature").get_to(operation.signature);
  json.at("profile").get_to(operation.profile_text);
  json.at("explained").get_to(operation.is_explained);
  for (const nlohmann::json& one : json.at("traits")) {
    Trait trait{one.at("name"), one.at("observed"), {}};
    for (const nlohmann::json& evidence : one.at("evidence")) {
      trait.evidence.push_back({evidence.at("operands"), evidence.at("result"),
                                evidence.at("codes").get<std::vector<std::vector<std::uint64_t>>>(),
                                evidence.at("got").get<std::uint64_t>()});
    }
    operation.traits.push_back(std::move(trait));
  }
}

bool can_identify(const Signature& signature) {
  if (const auto reduction = reduction_of(signature)) return reduction->kind != ReductionKind::cumulative_sum;
  return suite_of(signature) != nullptr;
}

std::vector<Part> identity_parts(const Assignment& assignment) {
  std::vector<Part> parts;
  for (const OfferedOperation& offered : offered_operations(assignment)) {
    if (!can_identify(offered.signature)) continue;
    // About as many operands as are asked.
    Part part{test_name(offered.signature), "traits", to_string(offered.signature), 1 << 16, {}, {}};
    part.operand_seconds = 1e-5;
    part.run = [offered](PartContext& context) -> nlohmann::json {
      if (context.only) return nullptr;  // probes depend on results: a call cannot be made alone
      return identified(offered, context);
    };
    part.operands_of = [](std::uint64_t, std::uint64_t) { return std::vector<std::string>{}; };
    parts.push_back(std::move(part));
  }
  return parts;
}

std::vector<std::string> differing_traits(const IdentifiedOperation& operation, const Profile& profile) {
  const auto parsed =
      parse_signature(operation.signature, [&](std::string_view name) { return profile.find_format(name); });
  const auto* signature = std::get_if<Signature>(&parsed);
  if (signature == nullptr) return {"signature"};
  const OfferedOperation offered{*signature, 0, profile.resolve(*signature)};
  std::vector<std::string> differing;
  for (const Trait& trait : operation.traits) {
    if (!allows(offered, profile, trait)) differing.push_back(trait.name);
  }
  return differing;
}

}  // namespace hallmark
