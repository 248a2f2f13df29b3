// SPDX-License-Identifier: Apache-2.0
#include "judging/tally.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace hallmark {
namespace {

// A few shapes tell where a fault lies; thousands would only fill the certificate.
constexpr std::size_t most_positions = 512;

/// By code: of a signed floating format the positive operands come first, the small ones first among them.
bool smaller(const Witness& a, const Witness& b) { return a.operands < b.operands; }

}  // namespace

void to_json(nlohmann::json& json, const Witness& witness) {
  json = nlohmann::json::array({witness.operands, witness.got});
}
void from_json(const nlohmann::json& json, Witness& witness) {
  json.at(0).get_to(witness.operands);
  json.at(1).get_to(witness.got);
}

void to_json(nlohmann::json& json, const MismatchGroup& group) {
  json = {{"rejected_by", group.rejected_by},   {"requirement", group.requirement},
          {"explained_by", group.explained_by}, {"count", group.count},
          {"smallest", group.smallest},         {"last", group.last}};
}
void from_json(const nlohmann::json& json, MismatchGroup& group) {
  json.at("rejected_by").get_to(group.rejected_by);
  json.at("requirement").get_to(group.requirement);
  json.at("explained_by").get_to(group.explained_by);
  json.at("count").get_to(group.count);
  json.at("smallest").get_to(group.smallest);
  json.at("last").get_to(group.last);
}

void to_json(nlohmann::json& json, const PositionFault& fault) {
  json = {{"call", fault.call},
          {"rows", fault.rows},
          {"row", fault.row},
          {"misalignment", fault.misalignment},
          {"right_rows", fault.right_rows},
          {"right_row", fault.right_row},
          {"repeats", fault.repeats},
          {"both_right", fault.both_right},
          {"witness", fault.witness}};
}
void from_json(const nlohmann::json& json, PositionFault& fault) {
  json.at("call").get_to(fault.call);
  json.at("rows").get_to(fault.rows);
  json.at("row").get_to(fault.row);
  json.at("misalignment").get_to(fault.misalignment);
  json.at("right_rows").get_to(fault.right_rows);
  json.at("right_row").get_to(fault.right_row);
  json.at("repeats").get_to(fault.repeats);
  json.at("both_right").get_to(fault.both_right);
  json.at("witness").get_to(fault.witness);
}

void to_json(nlohmann::json& json, const RepeatFault& fault) {
  json = nlohmann::json::array(
      {fault.call, fault.rows, fault.row, fault.operands, fault.first, fault.again, fault.threads});
}
void from_json(const nlohmann::json& json, RepeatFault& fault) {
  json.at(0).get_to(fault.call);
  json.at(1).get_to(fault.rows);
  json.at(2).get_to(fault.row);
  json.at(3).get_to(fault.operands);
  json.at(4).get_to(fault.first);
  json.at(5).get_to(fault.again);
  json.at(6).get_to(fault.threads);
}

void to_json(nlohmann::json& json, const EnvironmentFault& fault) {
  json = {{"what", fault.what}, {"calls", fault.calls}, {"call", fault.call}};
}
void from_json(const nlohmann::json& json, EnvironmentFault& fault) {
  json.at("what").get_to(fault.what);
  json.at("calls").get_to(fault.calls);
  json.at("call").get_to(fault.call);
}

void to_json(nlohmann::json& json, const PropertyFault& fault) {
  json = {{"property", fault.property},
          {"rejected_by", fault.rejected_by},
          {"requirement", fault.requirement},
          {"count", fault.count},
          {"what", fault.what},
          {"witnesses", fault.witnesses},
          {"call", fault.call},
          {"blames", fault.blames}};
}
void from_json(const nlohmann::json& json, PropertyFault& fault) {
  json.at("property").get_to(fault.property);
  json.at("rejected_by").get_to(fault.rejected_by);
  json.at("requirement").get_to(fault.requirement);
  json.at("count").get_to(fault.count);
  json.at("what").get_to(fault.what);
  json.at("witnesses").get_to(fault.witnesses);
  json.at("call").get_to(fault.call);
  json.at("blames").get_to(fault.blames);
}

void Tally::add(const MismatchGroup& group) {
  const auto same =
      std::find_if(groups.begin(), groups.end(), [&](const MismatchGroup& known) { return known.same_kind(group); });
  if (same == groups.end()) {
    groups.push_back(group);
    return;
  }
  same->count += group.count;
  if (smaller(group.smallest, same->smallest)) same->smallest = group.smallest;
  if (smaller(same->last, group.last)) same->last = group.last;
}

void Tally::add_fault(const std::string& what, const std::string& call) {
  EnvironmentFault& fault = environment.try_emplace(what, EnvironmentFault{what, 0, call}).first->second;
  ++fault.calls;
}

void Tally::merge(const Tally& other) {
  for (std::size_t i = 0; i < tried.size(); ++i) tried[i] += other.tried[i];
  alternatives = std::max(alternatives, other.alternatives);
  for (const MismatchGroup& group : other.groups) add(group);
  unexamined += other.unexamined;
  calls += other.calls;
  truth_checks += other.truth_checks;
  position_tried += other.position_tried;
  position_failed += other.position_failed;
  along.merge(other.along);
  for (const PositionFault& fault : other.positions) {
    if (positions.size() < most_positions) positions.push_back(fault);
  }
  repeat_failed += other.repeat_failed;
  for (const RepeatFault& fault : other.repeats) {
    if (repeats.size() < most_positions) repeats.push_back(fault);
  }
  for (const auto& [what, fault] : other.environment) {
    EnvironmentFault& known = environment.try_emplace(what, EnvironmentFault{what, 0, fault.call}).first->second;
    known.calls += fault.calls;
    // A call of its own ("@lanes/17") shows the fault again, a block's first operand ("#0x...") need not.
    const auto rank = [](const std::string& call) { return std::pair(!call.starts_with('@'), call); };
    known.call = std::min(known.call, fault.call, [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  }
  for (const auto& [property, cases] : other.property_cases) property_cases[property] += cases;
  property_faults.insert(property_faults.end(), other.property_faults.begin(), other.property_faults.end());
  for (const auto& [test, caught] : other.weaker_caught) weaker_caught[test] |= caught;
  if (other.errors) {
    if (!errors) errors.emplace();
    errors->merge(*other.errors);
  }
  if (other.growth) {
    if (!growth) growth.emplace();
    growth->merge(*other.growth);
  }
  traits.insert(other.traits.begin(), other.traits.end());
  warnings.insert(other.warnings.begin(), other.warnings.end());
}

void Tally::merge_rerun(const Tally& rerun) {
  Tally rest = rerun;
  for (std::size_t i = 0; i < tried.size(); ++i) tried[i] = std::max(tried[i], rerun.tried[i]);
  rest.tried = {};
  rest.groups.clear();
  for (const MismatchGroup& group : rerun.groups) {
    auto known =
        std::find_if(groups.begin(), groups.end(), [&](const MismatchGroup& mine) { return mine.same_kind(group); });
    if (known == groups.end()) {
      // Mismatches past a limit are counted without their explanation: they may be the same ones.
      known = std::find_if(groups.begin(), groups.end(), [&](const MismatchGroup& mine) {
        return mine.rejected_by == group.rejected_by && mine.requirement == group.requirement &&
               mine.explained_by == unexamined_mismatch;
      });
    }
    if (known == groups.end()) {
      rest.groups.push_back(group);
      continue;
    }
    known->count = std::max(known->count, group.count);
    if (smaller(group.smallest, known->smallest)) known->smallest = group.smallest;
    if (smaller(known->last, group.last)) known->last = group.last;
  }
  rest.unexamined = 0;
  along.merge_rerun(rerun.along);
  rest.along = {};
  if (errors) rest.errors.reset();
  merge(rest);
}

std::array<std::uint64_t, all_requirements.size()> Tally::failed(std::size_t alternative) const {
  std::array<std::uint64_t, all_requirements.size()> counts{};
  for (const MismatchGroup& group : groups) {
    if ((group.rejected_by >> alternative & 1) != 0) counts[static_cast<std::size_t>(group.requirement)] += group.count;
  }
  return counts;
}

std::uint64_t Tally::consistent() const {
  std::uint64_t mask = alternatives >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << alternatives) - 1;
  for (const MismatchGroup& group : groups) mask &= ~group.rejected_by;
  for (const PropertyFault& fault : property_faults) mask &= ~fault.rejected_by;
  return mask;
}

bool Tally::lacks_cases() const {
  return std::any_of(property_cases.begin(), property_cases.end(), [](const auto& entry) { return entry.second == 0; });
}

void to_json(nlohmann::json& json, const Tally& tally) {
  json = {{"tried", tally.tried},
          {"alternatives", tally.alternatives},
          {"groups", tally.groups},
          {"unexamined", tally.unexamined},
          {"calls", tally.calls},
          {"truth_checks", tally.truth_checks},
          {"position_tried", tally.position_tried},
          {"position_failed", tally.position_failed},
          {"positions", tally.positions},
          {"repeat_failed", tally.repeat_failed},
          {"repeats", tally.repeats},
          {"environment", tally.environment},
          {"along", tally.along},
          {"property_cases", tally.property_cases},
          {"property_faults", tally.property_faults}};
  if (tally.errors) json["errors"] = *tally.errors;
  if (tally.growth) json["growth"] = *tally.growth;
  if (!tally.traits.empty()) json["traits"] = tally.traits;
  if (!tally.warnings.empty()) json["warnings"] = tally.warnings;
  if (!tally.weaker_caught.empty()) json["weaker_caught"] = tally.weaker_caught;
}

void from_json(const nlohmann::json& json, Tally& tally) {
  json.at("tried").get_to(tally.tried);
  json.at("alternatives").get_to(tally.alternatives);
  json.at("groups").get_to(tally.groups);
  json.at("unexamined").get_to(tally.unexamined);
  json.at("calls").get_to(tally.calls);
  json.at("truth_checks").get_to(tally.truth_checks);
  json.at("position_tried").get_to(tally.position_tried);
  json.at("position_failed").get_to(tally.position_failed);
  json.at("positions").get_to(tally.positions);
  json.at("repeat_failed").get_to(tally.repeat_failed);
  json.at("repeats").get_to(tally.repeats);
  json.at("environment").get_to(tally.environment);
  json.at("along").get_to(tally.along);
  json.at("property_cases").get_to(tally.property_cases);
  json.at("property_faults").get_to(tally.property_faults);
  tally.errors.reset();
  if (const auto errors = json.find("errors"); errors != json.end()) tally.errors = errors->get<FunctionErrors>();
  tally.growth.reset();
  if (const auto growth = json.find("growth"); growth != json.end()) tally.growth = growth->get<ErrorGrowth>();
  tally.traits = json.value("traits", std::map<std::string, std::string>());
  tally.warnings = json.value("warnings", std::set<std::string>());
  tally.weaker_caught.clear();
  if (const auto caught = json.find("weaker_caught"); caught != json.end()) caught->get_to(tally.weaker_caught);
}

}  // namespace hallmark
