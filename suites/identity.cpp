// SPDX-License-Identifier: Apache-2.0
#include "identity.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "caller.h"
#include "identifying/elementwise_identity.h"
#include "identifying/operation_truth.h"
#include "identifying/reduction_identity.h"
#include "identifying/row_identity.h"
#include "judging/compare.h"
#include "judging/judge.h"
#include "judging/reduction_judge.h"
#include "reductions/reduction_caller.h"
#include "semantics/profile_writer.h"
#include "truth/functions.h"

namespace hallmark {
namespace {

/// The backend's reduction for whoever has rows, every element's result where each has one. Of a product of matrices
/// the rows stand on the diagonal.
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
    const std::size_t of_row = reduction_.has_result_of_each_element() ? shape.depth : 1;
    for (std::size_t row = 0; row < shape.rows; ++row) {
      for (std::size_t i = 0; i < of_row; ++i) results.push_back(caller_.result({row, is_matmul ? row : i}));
    }
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
        shared_(shared_operand_of(signature)),
        caller_(context, signature.operands, signature.result, operation, block_, shared_) {}

  std::optional<std::vector<std::uint64_t>> operator()(const std::vector<std::vector<std::uint64_t>>& columns) {
    std::vector<std::size_t> rows(columns.front().size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    if (shared_) {
      std::stable_sort(rows.begin(), rows.end(),
                       [&](std::size_t a, std::size_t b) { return columns[*shared_][a] < columns[*shared_][b]; });
    }
    std::vector<std::uint64_t> results(rows.size()), codes;
    for (std::size_t first = 0, count = 0; first < rows.size(); first += count) {
      count = call_rows(columns, rows, first);
      caller_.place(count);
      codes.resize(count);
      for (std::size_t i = 0; i < columns.size(); ++i) {
        for (std::size_t row = 0; row < count; ++row) codes[row] = columns[i][rows[first + row]];
        caller_.set_operands(codes, i);
      }
      caller_.poison(poison_candidates(result_)[0]);
      if (caller_.call(calls_++)) return std::nullopt;
      for (std::size_t row = 0; row < count; ++row) {
        results[rows[first + row]] = load_code(caller_.results(), result_.bytes(), row);
      }
    }
    return results;
  }

 private:
  /// How many of the rows from `first` make a call: a block, or those of it that have the first one's shared operand.
  std::size_t call_rows(const std::vector<std::vector<std::uint64_t>>& columns, const std::vector<std::size_t>& rows,
                        std::size_t first) const {
    const std::size_t most = std::min(block_, rows.size() - first);
    std::size_t count = shared_ ? 1 : most;
    while (count < most && columns[*shared_][rows[first + count]] == columns[*shared_][rows[first]]) ++count;
    return count;
  }

  Format result_;
  std::size_t block_;
  std::optional<std::size_t> shared_;
  KernelCaller caller_;
  std::uint64_t calls_ = 0;
};

/// What a profile may ask. Operands that were not sampled may be worse than those that were: a sample's limit is
/// doubled, and at least one ulp.
double limit_of(const Identity& identity) {
  const bool is_sample = std::any_of(identity.traits.begin(), identity.traits.end(), [](const Trait& trait) {
    return trait.name == "max_ulp" && trait.observed.find("sampled") != std::string::npos;
  });
  return is_sample ? std::max(1.0, std::ceil(2 * *identity.max_ulp)) : *identity.max_ulp;
}

IdentifiedOperation identified(const OfferedOperation& offered, PartContext& context) {
  IdentifiedOperation operation;
  operation.signature = to_string(offered.signature);
  Identity identity;
  if (const auto reduction = reduction_of(offered.signature)) {
    RowsCaller caller(context, *reduction, offered.index);
    const auto identify = reduction->is_predicate()         ? identify_predicate
                          : reduction->is_of_exponentials() ? identify_exponentials
                                                            : identify_reduction;
    identity = identify(operation.signature, *reduction, std::ref(caller));
  } else {
    TuplesCaller caller(context, offered.signature, offered.index);
    identity = identify_elementwise(offered.signature, std::ref(caller));
  }
  operation.traits = std::move(identity.traits);
  operation.is_explained = identity.semantics.has_value();
  if (identity.semantics) operation.profile_text = override_text(offered.signature, *identity.semantics);
  if (identity.max_ulp) operation.profile_text += limit_text(operation.signature, limit_of(identity));
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

/// Which of a profile's alternatives (bit i) reject one call's result.
class EvidenceJudge {
 public:
  EvidenceJudge(const Signature& signature, const Profile& profile)
      : semantics_(semantics_of(profile.resolve(signature))),
        limits_(profile.limits_of(signature)),
        result_(signature.result),
        function_(function_of(signature)) {
    if (const auto reduction = reduction_of(signature)) {
      reductions_.emplace(*reduction, semantics_);
    } else if (OperationTruth::suits(signature)) {
      operation_.emplace(signature);
    }
  }

  bool allows(const Trait& trait) {
    std::uint64_t rejected = 0;
    for (const Evidence& one : trait.evidence) rejected |= rejected_by(one);
    return rejected != ~std::uint64_t{0} >> (64 - semantics_.size());
  }

 private:
  std::uint64_t rejected_by(const Evidence& one) {
    if (reductions_) {
      ReductionRow row{one.codes[0], one.codes[1], std::nullopt};
      if (!one.codes[2].empty()) row.initial = one.codes[2].front();
      if (one.codes.size() > 3) row.element = static_cast<std::size_t>(one.codes[3].front());
      reductions_->prepare(row);
      return reductions_->rejected_by(one.got);
    }
    const std::vector<std::uint64_t> codes = codes_in(one.operands), got = codes_in(one.result);
    if (got.size() != 1) return 0;
    std::uint64_t rejected = 0;
    for (std::size_t i = 0; i < semantics_.size(); ++i) {
      if (!accepts(semantics_[i], codes, got.front())) rejected |= std::uint64_t{1} << i;
    }
    return rejected;
  }

  bool accepts(const Semantics& semantics, std::span<const std::uint64_t> operands, std::uint64_t got) {
    if (operation_) {
      if (operands.size() != operation_->operands().size()) return true;
      return operation_->right(semantics, operands).contains(got);
    }
    if (!function_ || operands.size() != function_->operand_count) return true;
    return functions_.answer(*function_, semantics, limits_, operands).accepted.contains(result_, got);
  }

  std::vector<Semantics> semantics_;
  Limits limits_;
  Format result_;
  std::optional<ReductionJudge> reductions_;
  std::optional<OperationTruth> operation_;
  std::optional<FunctionOperation> function_;
  FunctionTruth functions_;
};

Part bare_part(const OfferedOperation& offered) {
  // About as many operands as are asked.
  Part part{test_name(offered.signature), "traits", to_string(offered.signature), 1 << 16, {}, {}};
  part.operand_seconds = 1e-5;
  part.operands_of = [](std::uint64_t, std::uint64_t) { return std::vector<std::string>{}; };
  return part;
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

bool can_identify(const Signature& signature) { return suite_of(signature) != nullptr; }

std::vector<Part> identity_parts(const Assignment& assignment) {
  std::vector<Part> parts;
  for (const OfferedOperation& offered : offered_operations(assignment)) {
    if (!can_identify(offered.signature)) continue;
    Part part = bare_part(offered);
    part.run = [offered](PartContext& context) -> nlohmann::json {
      if (context.only) return nullptr;  // probes depend on results: a call cannot be made alone
      return identified(offered, context);
    };
    parts.push_back(std::move(part));
  }
  return parts;
}

std::optional<Part> traits_part(const OfferedOperation& offered) {
  if (!can_identify(offered.signature)) return std::nullopt;
  Part part = bare_part(offered);
  part.run = [offered](PartContext& context) -> nlohmann::json {
    Tally tally;
    tally.alternatives = offered.alternatives.size();
    if (context.only) return result_of(tally);
    for (const Trait& trait : identified(offered, context).traits) {
      tally.traits[trait.name] = trait.evidence.empty()
                                     ? trait.observed
                                     : fmt::format("{}; {} -> {}", trait.observed, trait.evidence.front().operands,
                                                   trait.evidence.front().result);
    }
    return result_of(tally);
  };
  return part;
}

std::vector<std::string> differing_traits(const IdentifiedOperation& operation, const Profile& profile) {
  const auto parsed =
      parse_signature(operation.signature, [&](std::string_view name) { return profile.find_format(name); });
  const auto* signature = std::get_if<Signature>(&parsed);
  if (signature == nullptr) return {"signature"};
  EvidenceJudge judge(*signature, profile);
  std::vector<std::string> differing;
  for (const Trait& trait : operation.traits) {
    if (!judge.allows(trait)) differing.push_back(trait.name);
  }
  return differing;
}

}  // namespace hallmark
