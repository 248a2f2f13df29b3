// SPDX-License-Identifier: Apache-2.0
#include "judging/diagnose.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "judging/accuracy.h"
#include "judging/findings.h"
#include "judging/hypotheses.h"

namespace hallmark {
namespace {

/// "all 12 mismatches agree with ..." / "3 of 12 mismatches ..." / "the only mismatch agrees with ..."
std::string sentence(std::uint64_t count, std::uint64_t all, const std::string& text) {
  if (all > 1) {
    return count == all ? fmt::format("all {} mismatches {}", grouped_digits(all), text)
                        : fmt::format("{} of {} mismatches {}", grouped_digits(count), grouped_digits(all), text);
  }
  const std::size_t space = text.find(' ');
  const std::string verb = text.substr(0, space);
  return fmt::format("the only mismatch {}{}",
                     verb == "are"    ? "is"
                     : verb == "have" ? "has"
                                      : verb + "s",
                     text.substr(space));
}

/// What a hypothesis explains of the groups not covered yet, and whether that is at least half of what some requirement
/// has left: less is coincidence.
struct Coverage {
  std::uint64_t count = 0;
  bool substantial = false;
};

Coverage coverage_of(std::size_t hypothesis, const std::vector<MismatchGroup>& groups,
                     const std::vector<bool>& covered) {
  std::array<std::uint64_t, all_requirements.size()> left{}, explained{};
  for (std::size_t g = 0; g < groups.size(); ++g) {
    // What was not examined speaks neither for nor against a hypothesis.
    if (covered[g] || groups[g].explained_by == unexamined_mismatch) continue;
    const auto r = static_cast<std::size_t>(groups[g].requirement);
    left[r] += groups[g].count;
    if ((groups[g].explained_by >> hypothesis & 1) != 0) explained[r] += groups[g].count;
  }
  Coverage coverage;
  for (std::size_t r = 0; r < left.size(); ++r) {
    coverage.count += explained[r];
    coverage.substantial |= explained[r] > 0 && 2 * explained[r] >= left[r];
  }
  return coverage;
}

/// Fewest explanations for all mismatches: greedily the one that covers most. A description says less than semantics or
/// a model, so it comes first only where it covers half as many again.
std::vector<std::size_t> choose_explanations(const std::vector<MismatchGroup>& groups,
                                             const std::vector<Hypothesis>& hypotheses) {
  std::vector<std::size_t> chosen;
  std::vector<bool> covered(groups.size(), false);
  while (true) {
    std::size_t cause = hypotheses.size(), description = hypotheses.size();
    std::uint64_t cause_count = 0, description_count = 0;
    for (std::size_t h = 0; h < hypotheses.size(); ++h) {
      const Coverage coverage = coverage_of(h, groups, covered);
      if (hypotheses[h].kind == Hypothesis::Kind::description) {
        if (coverage.count > description_count) {
          description = h;
          description_count = coverage.count;
        }
      } else if (coverage.substantial && coverage.count > cause_count) {
        cause = h;
        cause_count = coverage.count;
      }
    }
    const bool describe = description_count > 0 && 2 * description_count >= 3 * cause_count;
    const std::size_t best = describe ? description : cause;
    if (best == hypotheses.size()) return chosen;
    chosen.push_back(best);
    for (std::size_t g = 0; g < groups.size(); ++g) {
      if ((groups[g].explained_by >> best & 1) != 0) covered[g] = true;
    }
  }
}

void add_mismatch_findings(const OperationContext& context, const Tally& tally, std::size_t alternative,
                           OperationRecord& record) {
  std::vector<MismatchGroup> groups;
  std::uint64_t all = 0;
  for (const MismatchGroup& group : tally.groups) {
    if ((group.rejected_by >> alternative & 1) == 0) continue;
    groups.push_back(group);
    all += group.count;
  }
  const std::vector<Hypothesis>& hypotheses = context.hypotheses;
  std::vector<std::size_t> chosen = choose_explanations(groups, hypotheses);
  const std::size_t unexplained = hypotheses.size(), unexamined = hypotheses.size() + 1;
  const std::size_t follows_option = hypotheses.size() + 2;
  chosen.push_back(follows_option);
  chosen.push_back(unexplained);
  chosen.push_back(unexamined);
  struct Found {
    std::uint64_t count = 0, rejected_by = 0;
    Witness smallest;
  };
  // Where results depend on place or time, one operand alone may come out right; a case makes the call it stood in.
  const bool shows_alone = (tally.positions.empty() || context.describe_case) && tally.repeats.empty();
  const std::uint64_t every_alternative = ~std::uint64_t{0} >> (64 - context.alternatives.size());
  std::vector<bool> done(groups.size(), false);
  for (const std::size_t h : chosen) {
    std::map<Requirement, Found> by_requirement;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const std::uint64_t explained_by = groups[g].explained_by;
      const bool mine = h == unexamined       ? true
                        : h == unexplained    ? (explained_by & unexamined_mismatch) == 0
                        : h == follows_option ? explained_by == other_option
                                              : (explained_by >> h & 1) != 0;
      if (done[g] || !mine) continue;
      done[g] = true;
      const Found alone{0, groups[g].rejected_by, groups[g].smallest};
      Found& found = by_requirement.try_emplace(groups[g].requirement, alone).first->second;
      found.count += groups[g].count;
      if (groups[g].smallest.operands < found.smallest.operands) {
        found.smallest = groups[g].smallest;
        found.rejected_by = groups[g].rejected_by;
      }
    }
    const std::string text =
        h == unexamined       ? "come after so many others that they were counted without asking what they agree with"
        : h == follows_option ? "follow another option of a choice than the other results do"
        : h == unexplained    ? "agree with no semantics and no faulty routine Hallmark knows"
                              : hypotheses[h].text;
    for (const auto& [requirement, found] : by_requirement) {
      Finding finding;
      finding.requirement = requirement_text(context, requirement);
      finding.count = found.count;
      finding.explanation = sentence(found.count, all, text);
      fill_counterexample(context, found.smallest, finding);
      finding.reproduce = shows_alone && found.rejected_by == every_alternative
                              ? witness_command(context, found.smallest)
                              : operation_command(context);
      record.findings.push_back(std::move(finding));
    }
  }
}

/// Every list as long as the axis; nothing where no operand of its own was tried.
std::optional<AlongOperands> along_operands(const AxisScale& axis, const Tally& tally, std::size_t alternative) {
  AlongOperands along{axis, tally.along.tried, tally.along.failed(alternative), {}};
  if (std::all_of(along.tried.begin(), along.tried.end(), [](std::uint64_t count) { return count == 0; })) return {};
  along.tried.resize(along.axis.bins());
  if (std::all_of(along.failed.begin(), along.failed.end(), [](std::uint64_t count) { return count == 0; })) {
    along.failed.clear();
  } else {
    along.failed.resize(along.axis.bins());
  }
  for (const UlpError& error : tally.along.error) along.error.push_back(error.text());
  along.error.resize(along.axis.bins());
  return along;
}

RequirementRecord requirement_record(std::string name, std::optional<Count> domain, std::uint64_t tried,
                                     std::uint64_t failed) {
  const Outcome outcome = failed > 0 ? Outcome::fail : tried > 0 ? Outcome::pass : Outcome::not_run;
  return {std::move(name), domain, tried, failed, outcome};
}

using RequirementCounts = std::array<std::uint64_t, all_requirements.size()>;

/// Operands that only properties showed to be wrong join their requirement's count. Where a sweep found others of the
/// requirement wrong they may be among those, and are left out.
void count_property_operands(const Tally& tally, std::size_t alternative, RequirementCounts& tried,
                             RequirementCounts& failed) {
  std::map<std::size_t, std::set<std::vector<std::uint64_t>>> operands;
  for (const PropertyFault& fault : tally.property_faults) {
    if ((fault.rejected_by >> alternative & 1) == 0 || fault.requirement == Requirement::consistency) continue;
    for (const Witness& witness : fault.witnesses) {
      operands[static_cast<std::size_t>(fault.requirement)].insert(witness.operands);
    }
  }
  for (const auto& [requirement, wrong] : operands) {
    if (failed[requirement] > 0) continue;
    failed[requirement] = wrong.size();
    tried[requirement] = std::max<std::uint64_t>(tried[requirement], wrong.size());
  }
}

/// A pass on inputs that would have caught none of the weaker models they are there for proves little.
void mark_weak_tests(const Tally& tally, OperationRecord& record) {
  std::vector<std::string> weak;
  for (const auto& [test, caught] : tally.weaker_caught) {
    if ((caught & tally.consistent()) == 0) weak.push_back(test);
  }
  if (weak.empty() || record.outcome != Outcome::pass) return;
  record.outcome = Outcome::weak;
  record.note = fmt::format("weak evidence: the inputs of {} would catch none of the weaker models they are for",
                            fmt::join(weak, ", "));
  for (RequirementRecord& requirement : record.requirements) {
    const bool concerned = requirement.name == requirement_name(Requirement::accumulation) ||
                           requirement.name == requirement_name(Requirement::special_values);
    if (concerned && requirement.outcome == Outcome::pass) requirement.outcome = Outcome::weak;
  }
}

/// Contradictions that no one result is to blame for.
std::uint64_t contradictions(const Tally& tally, std::size_t alternative) {
  return static_cast<std::uint64_t>(
      std::count_if(tally.property_faults.begin(), tally.property_faults.end(), [&](const PropertyFault& fault) {
        return fault.requirement == Requirement::consistency && (fault.rejected_by >> alternative & 1) != 0;
      }));
}

}  // namespace

OperationRecord diagnose(const OperationContext& context, const Tally& tally) {
  OperationRecord record;
  record.signature = to_string(context.signature);
  std::size_t best = 0;
  std::uint64_t fewest = ~std::uint64_t{0};
  for (std::size_t a = 0; a < context.alternatives.size(); ++a) {
    std::uint64_t failed = 0;
    for (const std::uint64_t count : tally.failed(a)) failed += count;
    for (const PropertyFault& fault : tally.property_faults) failed += fault.rejected_by >> a & 1;
    if (failed < fewest) {
      best = a;
      fewest = failed;
    }
  }
  RequirementCounts tried = tally.tried, failed = tally.failed(best);
  const bool mismatches = std::any_of(failed.begin(), failed.end(), [](std::uint64_t count) { return count > 0; });
  count_property_operands(tally, best, tried, failed);
  record.domain = context.domain;
  for (const std::uint64_t count : tried) record.tried += count;
  for (const std::uint64_t count : failed) record.failed += count;
  for (const Requirement requirement : all_requirements) {
    const auto r = static_cast<std::size_t>(requirement);
    std::optional<Count> domain;
    if (context.requirement_domain) {
      domain = (*context.requirement_domain)[r];
    } else if (record.tried == record.domain) {
      domain = tried[r];  // everything was tried, so this is all there is
    }
    if (domain ? *domain == 0 : tried[r] == 0) continue;
    record.requirements.push_back(
        requirement_record(requirement_text(context, requirement), domain, tried[r], failed[r]));
  }
  const std::uint64_t contradicting = contradictions(tally, best);
  if (const std::uint64_t compared = tally.position_tried + contradicting; compared > 0) {
    record.requirements.push_back(requirement_record(requirement_text(context, Requirement::consistency), compared,
                                                     compared, tally.position_failed + contradicting));
  }
  std::uint64_t faulty_calls = 0;
  for (const auto& [what, fault] : tally.environment) faulty_calls += fault.calls;
  record.requirements.push_back(requirement_record(requirement_text(context, Requirement::environment), tally.calls,
                                                   tally.calls, std::min(faulty_calls, tally.calls)));

  const std::uint64_t consistent = tally.consistent();
  for (std::size_t a = 0; a < context.alternatives.size(); ++a) {
    if ((consistent >> a & 1) != 0 && !context.alternatives[a].options.empty()) {
      record.consistent.push_back(context.alternatives[a].options);
    }
  }
  if (context.axis) record.along = along_operands(*context.axis, tally, best);
  if (tally.errors) record.accuracy = accuracy_record(context.signature, *tally.errors);
  record.growth = tally.growth;
  if (mismatches) add_mismatch_findings(context, tally, best, record);
  add_property_findings(context, tally, best, record);
  add_position_finding(context, tally, record);
  add_repeat_finding(context, tally, record);
  add_environment_findings(context, tally, record);
  for (std::size_t i = 0; i < record.findings.size(); ++i) {
    record.findings[i].id =
        fmt::format("{}/{}/{}", test_name(context.signature), record.findings[i].requirement, i + 1);
  }
  // A case of a place tries no operand of its own but compares places. Nothing tried at all is no pass.
  const bool nothing_tried = record.tried == 0 && tally.position_tried == 0;
  record.outcome = record.failed > 0 || !record.findings.empty() || nothing_tried ? Outcome::fail : Outcome::pass;
  mark_weak_tests(tally, record);
  if (record.note.empty()) record.note = fmt::format("{}", fmt::join(tally.warnings, "; "));
  return record;
}

void reconcile_choices(const std::vector<const OperationContext*>& contexts,
                       const std::vector<OperationRecord*>& records) {
  std::set<std::string> names;
  for (const OperationContext* context : contexts) {
    for (const auto& [choice, option] : context->alternatives.front().options) names.insert(choice);
  }
  for (const std::string& name : names) {
    std::vector<std::size_t> concerned;
    std::vector<std::set<std::string>> left;
    for (std::size_t i = 0; i < records.size(); ++i) {
      std::set<std::string> options;
      for (const auto& combination : records[i]->consistent) {
        for (const auto& [choice, option] : combination) {
          if (choice == name) options.insert(option);
        }
      }
      if (options.empty()) continue;  // not concerned, or failed already
      concerned.push_back(i);
      left.push_back(std::move(options));
    }
    if (concerned.size() < 2) continue;
    std::set<std::string> common = left.front();
    for (const std::set<std::string>& options : left) {
      std::erase_if(common, [&](const std::string& option) { return !options.contains(option); });
    }
    if (!common.empty()) continue;
    std::vector<std::string> followed;
    for (std::size_t i = 0; i < concerned.size(); ++i) {
      followed.push_back(fmt::format("{} follows {}", records[concerned[i]]->signature, fmt::join(left[i], " or ")));
    }
    for (const std::size_t i : concerned) {
      Finding finding;
      finding.id = fmt::format("{}/consistency/{}", test_name(contexts[i]->signature), name);
      finding.requirement = "consistency";
      finding.count = 1;
      finding.explanation = fmt::format("a backend must follow one option of the choice '{}' on every operation: {}",
                                        name, fmt::join(followed, "; "));
      finding.reproduce = contexts[i]->certify_command + contexts[i]->level_option + contexts[i]->seed_option;
      records[i]->findings.push_back(std::move(finding));
      if (records[i]->outcome == Outcome::pass) records[i]->outcome = Outcome::fail;
    }
  }
}

}  // namespace hallmark
