// SPDX-License-Identifier: Apache-2.0
#include "conversions/conversion_suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "caller.h"
#include "case_id.h"
#include "conversions/lanes_sample.h"
#include "conversions/operands.h"
#include "conversions/property_part.h"
#include "conversions/sweep.h"
#include "conversions/vector_part.h"
#include "conversions/vector_truth.h"
#include "conversions/vectors.h"
#include "inputs/vector_search.h"
#include "judging/describe.h"
#include "judging/judge.h"
#include "lanes_part.h"
#include "semantics/nearest.h"

namespace hallmark {
namespace {

Conversion conversion_of(const Signature& signature) { return {signature.operands.front(), signature.result}; }

Part sweep_part(const OfferedOperation& operation, std::string name, SweepOperands base,
                std::function<Intervals()> operands, std::uint64_t cost, std::uint64_t seed, std::size_t block_rows) {
  Part part{test_name(operation.signature), std::move(name), to_string(operation.signature), cost, {}, {}};
  auto what = std::make_shared<SweepOperands>(std::move(base));
  part.run = [=](PartContext& context) {
    SweepOperands mine = *what;
    mine.operands = operands();
    const Tally tally = sweep(context, mine, semantics_of(operation.alternatives), seed);
    return result_of(tally);
  };
  part.operands_of = [=](std::uint64_t call, std::uint64_t row) -> std::vector<std::string> {
    return {hex_code(what->conversion.from, sweep_operand(operands(), block_rows, call, row))};
  };
  return part;
}

LanesOptions lanes_options(const OfferedOperation& operation, std::uint64_t seed) {
  const Conversion conversion = conversion_of(operation.signature);
  const std::vector<Semantics> alternatives = semantics_of(operation.alternatives);
  LanesOptions options;
  options.sample = [=, stream = to_string(operation.signature)] { return lanes_sample(conversion, seed, stream); };
  options.judge = [=]() -> RejectedBy {
    const auto judge = std::make_shared<ConversionJudge>(conversion, alternatives, seed);
    judge->prepare(0, conversion.from.code_mask());
    return [judge](std::span<const std::uint64_t> operands, std::uint64_t got) {
      return judge->rejected_by(operands.front(), got);
    };
  };
  return options;
}

Part vectors_part(const OfferedOperation& operation, const VectorsOptions& options,
                  const std::shared_ptr<const Profile>& profile, std::size_t block_rows) {
  constexpr std::uint64_t usual_rows = 1000;
  const Signature& signature = operation.signature;
  Part part{test_name(signature), "vectors", to_string(signature), usual_rows, {}, {}};
  part.rerun = true;
  part.operand_seconds = 1e-6;
  part.run = [=](PartContext& context) {
    return result_of(vectors(context, options, *profile, semantics_of(operation.alternatives)));
  };
  part.operands_of = [=](std::uint64_t call, std::uint64_t row) -> std::vector<std::string> {
    const std::vector<std::uint64_t> operands = vector_operands(options, *profile);
    const std::uint64_t index = call * block_rows + row;
    return {hex_code(options.conversion.from, index < operands.size() ? operands[index] : 0)};
  };
  return part;
}

/// The backend's conversion in the other direction, where that widens: the plain one, if there are several.
std::optional<Widening> find_widening(const BackendDescription& backend, const Profile& profile,
                                      const Conversion& conversion) {
  std::optional<Widening> found;
  if (!widens(conversion.to, conversion.from)) return found;
  for (std::size_t index = 0; index < backend.operations.size(); ++index) {
    const auto parsed =
        parse_signature(backend.operations[index], [&](std::string_view name) { return profile.find_format(name); });
    const Signature* signature = std::get_if<Signature>(&parsed);
    if (signature == nullptr || !is_conversion(*signature)) continue;
    if (signature->operands.front() != conversion.to || signature->result != conversion.from) continue;
    if (found && !signature->modifiers.empty()) continue;
    found = Widening{index, backend.operations[index], semantics_of(profile.resolve(*signature))};
  }
  return found;
}

PropertyOptions property_options(const OfferedOperation& operation, const BackendDescription& backend,
                                 const Profile& profile, const Plan& plan) {
  PropertyOptions options;
  options.conversion = conversion_of(operation.signature);
  options.operation = operation.index;
  options.signature = to_string(operation.signature);
  options.seed = plan.seed;
  options.parameters = parse_property_parameters(plan.rc_params);
  options.cases = number_of_cases(options.parameters, plan.level);
  options.widening = find_widening(backend, profile, conversion_of(operation.signature));
  return options;
}

std::vector<Property> properties_of(const OfferedOperation& operation, const PropertyOptions& options) {
  return promised_properties(property_promises(options, semantics_of(operation.alternatives)));
}

Part properties_part(const OfferedOperation& operation, std::string name, const PropertyOptions& options,
                     std::size_t block_rows) {
  constexpr std::uint64_t operands_of_a_case = 8;  // of all properties together
  const auto cost = static_cast<std::uint64_t>(options.cases) * operands_of_a_case;
  Part part{test_name(operation.signature), std::move(name), options.signature, cost, {}, {}};
  part.rerun = true;
  part.operand_seconds = 1e-5;
  part.run = [=](PartContext& context) {
    return result_of(properties(context, options, semantics_of(operation.alternatives)));
  };
  part.operands_of = [=](std::uint64_t call, std::uint64_t row) -> std::vector<std::string> {
    const auto operand = property_operand(options, semantics_of(operation.alternatives), block_rows, call, row);
    if (!operand) return {};
    return {hex_code(options.conversion.from, *operand)};
  };
  return part;
}

/// The operands of a share; where they are chosen and not all, with the golden vectors, so that those are counted.
Intervals operands_with_vectors(Intervals operands, const Share& share, const VectorsOptions& vectors,
                                const Profile& profile) {
  for (const std::uint64_t code : vector_operands(vectors, profile)) {
    if (code >= share.codes.front().first && code <= share.codes.front().last) operands.add(code, code);
  }
  operands.normalise();
  return operands;
}

/// "properties/monotone/17"
SingleCase property_case(const OfferedOperation& operation, const PropertyOptions& options, const std::string& case_id,
                         std::string_view rest) {
  const std::size_t slash = rest.find('/');
  const std::vector<Property> promised = properties_of(operation, options);
  const auto property = find_property(rest.substr(0, slash));
  if (!property || std::find(promised.begin(), promised.end(), *property) == promised.end()) {
    std::vector<std::string_view> names;
    for (const Property one : promised) names.push_back(property_name(one));
    throw InputError(fmt::format("--case {}: {} is promised no property {}; {}", case_id, options.signature,
                                 in_quotes(rest.substr(0, slash)),
                                 names.empty() ? "it has none" : "it has " + alternatives(names)));
  }
  const std::string_view number = slash == std::string_view::npos ? "" : rest.substr(slash + 1);
  return {*property, number_of_case(case_id, number)};
}

Part case_part(const OfferedOperation& operation, const Assignment& assignment, std::size_t block_rows) {
  const auto& [backend, profile, plan] = assignment;
  const std::string_view rest = rest_of_case(plan.case_id);
  if (rest.starts_with(lanes_case_mark)) {
    return lanes_part(operation, "case", lanes_options(operation, plan.seed), plan.seed, block_rows,
                      lanes_call_of_case(plan.case_id));
  }
  if (constexpr std::string_view mine = "@properties/"; rest.starts_with(mine)) {
    PropertyOptions options = property_options(operation, backend, profile, plan);
    options.single = property_case(operation, options, plan.case_id, rest.substr(mine.size()));
    return properties_part(operation, "case", options, block_rows);
  }
  if (!rest.starts_with("#0x")) {
    throw InputError(
        fmt::format("--case {}: a conversion's case is SIGNATURE#0xCODE, SIGNATURE@lanes/NUMBER or "
                    "SIGNATURE@properties/PROPERTY/NUMBER",
                    plan.case_id));
  }
  const std::uint64_t code = operands_of_case(plan.case_id, operation.signature.operands).front();
  const SweepOperands what{conversion_of(operation.signature), operation.index, {}, {{code, code}}};
  return sweep_part(
      operation, "case", what, [=] { return Intervals(code, code); }, 1, plan.seed, block_rows);
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

bool ConversionSuite::covers(const Signature& signature) const { return is_conversion(signature); }

OperationContext ConversionSuite::context(const OfferedOperation& operation, const Profile&) const {
  return conversion_context(operation.signature, operation.alternatives);
}

Tally ConversionSuite::judge(const OfferedOperation& operation, const Profile&,
                             const std::vector<std::vector<std::uint64_t>>& columns,
                             const std::vector<std::uint64_t>& results) const {
  const Conversion conversion = conversion_of(operation.signature);
  ConversionJudge judge(conversion, semantics_of(operation.alternatives), 1);
  judge.prepare(0, conversion.from.code_mask());
  for (std::size_t row = 0; row < results.size(); ++row) {
    const std::uint64_t operand = columns.front()[row];
    std::uint64_t result = 0;
    store_code(&result, conversion.to.bytes(), 0, results[row]);
    judge.count_tried(operand, operand);
    judge.record(operand, 1, &result, nullptr);
  }
  return judge.take();
}

std::vector<std::pair<std::string, std::string>> ConversionSuite::listing() const {
  return {{"convert(FROM)->TO", "any two formats; modifiers rne rna rtz rup rdn rto, saturate"}};
}

std::vector<Part> ConversionSuite::parts(const OfferedOperation& operation, const Assignment& assignment) const {
  const auto& [backend, profile, plan] = assignment;
  const std::size_t block_rows = KernelCaller::block_rows(backend);
  if (!plan.case_id.empty()) return {case_part(operation, assignment, block_rows)};
  std::vector<Part> parts;
  const Conversion conversion = conversion_of(operation.signature);
  const std::vector<Share> shares = divide(conversion, plan.level);
  const std::string stream = to_string(operation.signature);
  const auto file = VectorSearch(profile).find(operation.signature);
  const VectorsOptions vectors{operation.signature, conversion, operation.index, plan.seed,
                               file.value_or(std::filesystem::path())};
  const auto kept_profile = std::make_shared<const Profile>(profile);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const Share share = shares[i];
    parts.push_back(sweep_part(
        operation, fmt::format("part_{:02}", i), {conversion, operation.index, {}, share.codes},
        [=, level = plan.level, seed = plan.seed] {
          Intervals operands = operands_of(conversion, share, level, seed, stream);
          if (share.exhaustive || vectors.file.empty()) return operands;
          return operands_with_vectors(std::move(operands), share, vectors, *kept_profile);
        },
        share.operands, plan.seed, block_rows));
  }
  parts.push_back(
      lanes_part(operation, "lanes", lanes_options(operation, plan.seed), plan.seed, block_rows, std::nullopt));
  if (file) parts.push_back(vectors_part(operation, vectors, kept_profile, block_rows));
  const PropertyOptions options = property_options(operation, backend, profile, plan);
  if (!properties_of(operation, options).empty()) {
    parts.push_back(properties_part(operation, "properties", options, block_rows));
  }
  return parts;
}

std::vector<VectorSet> ConversionSuite::vector_sets() const { return conversion_vector_sets(); }

VectorFile ConversionSuite::generate_vectors(const Profile& profile, const Signature& signature) const {
  return generate_conversion_vectors(profile, signature);
}

void ConversionSuite::check_vectors(const VectorFile& file, const Profile& profile) const {
  VectorTruth(conversion_of(file.signature), semantics_of(profile.resolve(file.signature))).check(file);
}

}  // namespace hallmark
