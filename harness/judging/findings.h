// SPDX-License-Identifier: Apache-2.0
// One finding written down: its counterexample, its words and the command that shows it again.
#pragma once

#include <string>

#include "judging/diagnose.h"

namespace hallmark {

std::string requirement_text(const OperationContext& context, Requirement requirement);

/// "16,711,678"
std::string grouped_digits(std::uint64_t count);

/// Operand, expected and got of a finding, from a mismatch as it was seen.
void fill_counterexample(const OperationContext& context, const Witness& witness, Finding& finding);

/// The command for one case; rest: "#0x3f80" or "@lanes/17".
std::string case_command(const OperationContext& context, const std::string& rest);
/// The command for the operands, or the case, of a witness.
std::string witness_command(const OperationContext& context, const Witness& witness);
/// For what no single case shows: results that are right one by one and follow no one option together, faults of a
/// block.
std::string operation_command(const OperationContext& context);

void add_position_finding(const OperationContext& context, const Tally& tally, OperationRecord& record);
/// Operands whose results changed when a call was made again.
void add_repeat_finding(const OperationContext& context, const Tally& tally, OperationRecord& record);
void add_environment_findings(const OperationContext& context, const Tally& tally, OperationRecord& record);
/// Faults of properties that speak against an alternative. Where a finding already has mismatches of the requirement,
/// it names the property too: the same fault is not told twice.
void add_property_findings(const OperationContext& context, const Tally& tally, std::size_t alternative,
                           OperationRecord& record);

}  // namespace hallmark
