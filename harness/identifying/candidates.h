// SPDX-License-Identifier: Apache-2.0
// The semantics that a search tries, by groups of fields that act on the same results.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/format.h"
#include "semantics/operators.h"
#include "semantics/semantics.h"
#include "semantics/signature.h"

namespace hallmark {

/// In the order in which they are settled: each group's results depend on that group and on earlier ones.
enum class FieldGroup : std::uint8_t {
  nan,        ///< what NaN comes back
  rounding,   ///< rounding, the format it is evaluated in, how an fma is fused
  subnormal,  ///< subnormal operands and results, flushed zeros; of a scale what has no value in it
  overflow,   ///< results and operands out of range
};
inline constexpr std::array all_field_groups = {FieldGroup::nan, FieldGroup::rounding, FieldGroup::subnormal,
                                                FieldGroup::overflow};

/// What of a signature decides which fields can matter.
struct OperationShape {
  std::vector<Format> operands;
  Format result;
  std::optional<Operator> code;  ///< nothing for conversions and elementary functions
  bool is_conversion = false;

  explicit OperationShape(const Signature& signature);
  bool delivers_truth() const;     ///< 0 or 1
  bool rounds_one_result() const;  ///< conversions and arithmetic: what may be evaluated in another format first
  bool is_fma() const { return code == Operator::fma; }
};

/// What the search needs to know of results to propose candidates.
struct CandidateHints {
  std::vector<std::uint64_t> nan_codes;  ///< NaNs that came back, the most frequent first
  bool varies = false;                   ///< some operands gave several results: rounding may be stochastic
};

/// Every setting of the group's fields on top of `base`, the plainest first. No two fields contradict each other as
/// contradictions.cpp has it, and fields that cannot matter to the operation keep their defaults.
std::vector<Semantics> candidates(FieldGroup group, const Semantics& base, const OperationShape& operation,
                                  const CandidateHints& hints);

/// A few settings of a group that differ wherever any two of its settings do: for finding what a result depends on.
std::vector<Semantics> telling_settings(FieldGroup group, const Semantics& base, const OperationShape& operation);

/// Semantics under which telling_settings() are tried.
std::vector<Semantics> telling_bases();

/// The semantics with one field changed, and how a profile spells the value.
struct FieldVariation {
  std::string key, value;
  Semantics semantics;
};

/// Every other value of every field, one at a time; what needs the old value goes back to its default.
std::vector<FieldVariation> variations(const Semantics& semantics, const OperationShape& operation,
                                       const CandidateHints& hints);

/// Whether a profile may say all of it at once: what contradictions.cpp has of these fields.
bool is_consistent(const Semantics& semantics);

/// How a profile spells a field's value: "rne"; "directly" where nothing is evaluated in another format; a code in hex.
std::string spelled(std::string_view key, const Semantics& semantics, const Format& result);

/// How many fields differ from their defaults.
int settings_made(const Semantics& semantics);

/// The fields of semantics.h that elementwise operations obey, in its order.
const std::vector<std::string>& elementwise_keys();

}  // namespace hallmark
