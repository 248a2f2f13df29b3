// SPDX-License-Identifier: Apache-2.0
#include "conversions/suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>

#include "conversions/caller.h"
#include "conversions/lanes.h"
#include "conversions/operands.h"
#include "conversions/property_part.h"
#include "conversions/sweep.h"
#include "conversions/vector_part.h"
#include "conversions/vector_truth.h"
#include "inputs/vector_search.h"
#include "judging/describe.h"
#include "semantics/nearest.h"

namespace hallmark {
namespace {

/// A part fails when no combination of options agrees with all its results, something else went wrong, or a property
/// had nothing to go by.
nlohmann::json result_of(const Tally& tally) {
  nlohmann::json json = tally;
  json["failed"] =
      tally.consistent() == 0 || !tally.positions.empty() || !tally.environment.empty() || tally.lacks_cases();
  return json;
}

Part sweep_part(const ConversionOperation& operation, std::string name, SweepOperands base,
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

Part lanes_part(const ConversionOperation& operation, std::string name, std::uint64_t seed, std::size_t block_rows,
                std::optional<std::uint64_t> call) {
  const std::vector<Alternative>& open = operation.alternatives;
  const bool repeats =
      std::all_of(open.begin(), open.end(), [](const Alternative& one) { return one.semantics.deterministic; });
  Part part{
      test_name(operation.signature), std::move(name), to_string(operation.signature), lanes_cost(repeats), {}, {}};
  const LanesOptions options{
      operation.conversion, operation.index, seed, to_string(operation.signature), call, repeats};
  part.run = [=](PartContext& context) {
    return result_of(lanes(context, options, semantics_of(operation.alternatives)));
  };
  part.operands_of = [=](std::uint64_t number, std::uint64_t row) -> std::vector<std::string> {
    return {hex_code(options.conversion.from, lanes_operand(options, block_rows, number, row))};
  };
  return part;
}

constexpr std::string_view vectors_name = "vectors";

Part vectors_part(const ConversionOperation& operation, const VectorsOptions& options,
                  const std::shared_ptr<const Profile>& profile, std::size_t block_rows) {
  constexpr std::uint64_t usual_rows = 1000;
  const Signature& signature = operation.signature;
  Part part{test_name(signature), std::string(vectors_name), to_string(signature), usual_rows, {}, {}};
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

constexpr std::string_view properties_name = "properties";

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

PropertyOptions property_options(const ConversionOperation& operation, const BackendDescription& backend,
                                 const Profile& profile, const Plan& plan) {
  PropertyOptions options;
  options.conversion = operation.conversion;
  options.operation = operation.index;
  options.signature = to_string(operation.signature);
  options.seed = plan.seed;
  options.parameters = parse_property_parameters(plan.rc_params);
  constexpr int quick = 1000, standard = 4000, exhaustive = 20000;
  options.cases = options.parameters.cases.value_or(plan.level == Level::quick      ? quick
                                                    : plan.level == Level::standard ? standard
                                                                                    : exhaustive);
  options.widening = find_widening(backend, profile, operation.conversion);
  return options;
}

std::vector<Property> properties_of(const ConversionOperation& operation, const PropertyOptions& options) {
  return promised_properties(property_promises(options, semantics_of(operation.alternatives)));
}

Part properties_part(const ConversionOperation& operation, std::string name, const PropertyOptions& options,
                     std::size_t block_rows) {
  constexpr std::uint64_t operands_of_a_case = 8;  // of all properties together
  const auto cost = static_cast<std::uint64_t>(options.cases) * operands_of_a_case;
  Part part{test_name(operation.signature), std::move(name), options.signature, cost, {}, {}};
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

/// "convert(float32)->bfloat16#0x3f808000" or "...@lanes/17": where the signature ends.
std::size_t case_mark(const std::string& case_id) { return case_id.find_first_of("#@"); }

std::uint64_t number_in_case(const std::string& case_id, std::string_view text, int base) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) {
    throw InputError(
        fmt::format("--case {}: '{}' is no {}; write SIGNATURE#0xCODE, SIGNATURE@lanes/NUMBER or "
                    "SIGNATURE@properties/PROPERTY/NUMBER",
                    case_id, text, base == 16 ? "hexadecimal code" : "number"));
  }
  return number;
}

/// "properties/monotone/17"
SingleCase property_case(const ConversionOperation& operation, const PropertyOptions& options,
                         const std::string& case_id, std::string_view rest) {
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
  return {*property, number_in_case(case_id, number, 10)};
}

Part case_part(const ConversionOperation& operation, const BackendDescription& backend, const Profile& profile,
               const Plan& plan, std::size_t block_rows) {
  const std::size_t mark = case_mark(plan.case_id);
  const std::string rest = mark == std::string::npos ? "" : plan.case_id.substr(mark);
  const Format& from = operation.conversion.from;
  if (rest.starts_with("@lanes/")) {
    const std::uint64_t number = number_in_case(plan.case_id, std::string_view(rest).substr(7), 10);
    if (number >= lanes_calls()) {
      throw InputError(fmt::format("--case {}: there are {} such calls, counted from 0", plan.case_id, lanes_calls()));
    }
    return lanes_part(operation, "case", plan.seed, block_rows, number);
  }
  if (constexpr std::string_view mine = "@properties/"; rest.starts_with(mine)) {
    PropertyOptions options = property_options(operation, backend, profile, plan);
    options.single = property_case(operation, options, plan.case_id, std::string_view(rest).substr(mine.size()));
    return properties_part(operation, "case", options, block_rows);
  }
  if (!rest.starts_with("#0x")) {
    throw InputError(
        fmt::format("--case {}: a conversion's case is SIGNATURE#0xCODE, SIGNATURE@lanes/NUMBER or "
                    "SIGNATURE@properties/PROPERTY/NUMBER",
                    plan.case_id));
  }
  const std::uint64_t code = number_in_case(plan.case_id, std::string_view(rest).substr(3), 16);
  if ((code & ~from.code_mask()) != 0) {
    throw InputError(
        fmt::format("--case {}: {} has {} bits, the code has more", plan.case_id, from.name, from.width()));
  }
  const SweepOperands what{operation.conversion, operation.index, {}, {{code, code}}};
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
  const std::size_t block_rows = ConversionCaller::block_rows(backend);
  const VectorSearch search(profile);
  const auto kept_profile = std::make_shared<const Profile>(profile);
  for (const ConversionOperation& operation : conversion_operations(backend, profile, plan)) {
    if (!plan.case_id.empty()) {
      parts.push_back(case_part(operation, backend, profile, plan, block_rows));
      continue;
    }
    const std::vector<Share> shares = divide(operation.conversion, plan.level);
    const std::string stream = to_string(operation.signature);
    const auto file = search.find(operation.signature);
    const VectorsOptions vectors{operation.signature, operation.conversion, operation.index, plan.seed,
                                 file.value_or(std::filesystem::path())};
    for (std::size_t i = 0; i < shares.size(); ++i) {
      const Share share = shares[i];
      const Conversion conversion = operation.conversion;
      parts.push_back(sweep_part(
          operation, fmt::format("part_{:02}", i), {conversion, operation.index, {}, share.codes},
          [=, level = plan.level, seed = plan.seed] {
            Intervals operands = operands_of(conversion, share, level, seed, stream);
            if (share.exhaustive || vectors.file.empty()) return operands;
            return operands_with_vectors(std::move(operands), share, vectors, *kept_profile);
          },
          share.operands, plan.seed, block_rows));
    }
    parts.push_back(lanes_part(operation, "lanes", plan.seed, block_rows, std::nullopt));
    if (file) parts.push_back(vectors_part(operation, vectors, kept_profile, block_rows));
    const PropertyOptions options = property_options(operation, backend, profile, plan);
    if (!properties_of(operation, options).empty()) {
      parts.push_back(properties_part(operation, std::string(properties_name), options, block_rows));
    }
  }
  return parts;
}

bool is_rerun(const Part& part) { return part.name == vectors_name || part.name == properties_name; }

void check_vectors(const Profile& profile, const std::vector<Part>& parts) {
  const VectorSearch search(profile);
  std::string checked;
  for (const Part& part : parts) {
    if (part.signature == checked) continue;
    checked = part.signature;
    const auto parsed = parse_signature(checked, [&](std::string_view name) { return profile.find_format(name); });
    const auto* signature = std::get_if<Signature>(&parsed);
    if (signature == nullptr || !is_conversion(*signature)) continue;
    if (const auto file = search.find(*signature)) load_conversion_vectors(*file, profile, *signature);
  }
}

}  // namespace hallmark
