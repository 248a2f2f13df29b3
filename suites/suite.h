// SPDX-License-Identifier: Apache-2.0
// A suite: which operations it tests, the parts that test one, and what diagnosing their tallies takes.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "backends/backend.h"
#include "inputs/vector_file.h"
#include "judging/operation_context.h"
#include "judging/tally.h"
#include "plan.h"
#include "running/part.h"
#include "semantics/profile.h"
#include "vector_set.h"

namespace hallmark {

/// What tests are made for.
struct Assignment {
  const BackendDescription& backend;
  const Profile& profile;
  const Plan& plan;
};

/// One operation of the backend that is to be tested.
struct OfferedOperation {
  Signature signature;
  std::size_t index = 0;  ///< in the backend's table
  std::vector<Alternative> alternatives;
};

class Suite {
 public:
  virtual ~Suite() = default;

  /// Whether it tests this signature.
  virtual bool covers(const Signature& signature) const = 0;

  /// The parts of an operation, each of which leaves a Tally; or the one that the plan's case names. Throws InputError
  /// for a case that does not exist.
  virtual std::vector<Part> parts(const OfferedOperation& operation, const Assignment& assignment) const = 0;

  /// What findings of the operation are made from; the commands are left to the caller.
  virtual OperationContext context(const OfferedOperation& operation, const Profile& profile) const = 0;

  /// Judges results that come from a file: column i has operand i of each row.
  virtual Tally judge(const OfferedOperation& operation, const Profile& profile,
                      const std::vector<std::vector<std::uint64_t>>& columns,
                      const std::vector<std::uint64_t>& results) const = 0;

  /// The golden vectors that shipped profiles have, and one file of them, computed by MPFR.
  virtual std::vector<VectorSet> vector_sets() const = 0;
  virtual VectorFile generate_vectors(const Profile& profile, const Signature& signature) const = 0;
  /// Throws InputError `file:line: ...` for the first row whose result is not what MPFR says.
  virtual void check_vectors(const VectorFile& file, const Profile& profile) const = 0;

  /// What `hallmark list operations` says: "convert(FROM)->TO", "any two formats; ...".
  virtual std::vector<std::pair<std::string, std::string>> listing() const = 0;
};

/// The suite that tests the signature; null: none does.
const Suite* suite_of(const Signature& signature);
std::span<const Suite* const> all_suites();

/// The operations that match the plan's glob (or its case) and that a suite tests, in the backend's order.
std::vector<OfferedOperation> offered_operations(const Assignment& assignment);

/// The parts of all of them; of a plan that identifies those of identity.h.
std::vector<Part> offered_parts(const Assignment& assignment);

/// Under which alternatives a part's tally fails it: none is left, or something else went wrong.
nlohmann::json result_of(const Tally& tally);

}  // namespace hallmark
