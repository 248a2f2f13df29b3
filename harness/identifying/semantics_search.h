// SPDX-License-Identifier: Apache-2.0
// Finds the semantics that explain what an operation gave, group of fields by group of fields.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "identifying/candidates.h"
#include "identifying/observed_calls.h"
#include "identifying/operation_truth.h"

namespace hallmark {

/// What the search knows of an observation: the groups that its right results depend on, as bits.
struct SearchProbe {
  ObservedCall observation;
  unsigned depends = 0;
};

/// A semantics, and the probes that contradict it; none where it explains all.
struct Explanation {
  Semantics semantics;
  std::vector<const SearchProbe*> contradictions;

  bool is_complete() const { return contradictions.empty(); }
};

class SemanticsSearch {
 public:
  explicit SemanticsSearch(OperationTruth& truth) : truth_(truth) {}

  /// Takes more observations into account; pointers to probes then end.
  void add(std::vector<ObservedCall> observations);

  /// Of the semantics that accept every result the one that accepts least beside them, then the one with the fewest
  /// settings. Where there is none, the one that each group of fields comes nearest with.
  Explanation find();

  bool accepts(const Semantics& semantics, const ObservedCall& observation);
  /// Whether every probe's results are right under the semantics.
  bool accepts_all(const Semantics& semantics);
  const std::vector<SearchProbe>& probes() const { return probes_; }
  const CandidateHints& hints() const { return hints_; }

 private:
  static constexpr std::size_t groups = all_field_groups.size();
  /// A candidate that no probe of its group contradicts.
  struct Survivor {
    Semantics semantics;
    std::uint64_t accepted = 0;  ///< codes, over the group's probes
    int settings = 0;
  };
  /// Results accepted in all, or nothing where one is not; `rejecting` then has what the first such probe depends on.
  std::optional<std::uint64_t> accepted_codes(const Semantics& semantics, std::vector<const SearchProbe*>& probes,
                                              unsigned& rejecting);
  void assign();
  std::vector<Semantics> candidates_of(std::size_t level, const Semantics& base) const;
  std::optional<unsigned> descend(std::size_t level, const Semantics& base);
  void improve(Semantics& semantics);
  Semantics nearest();

  OperationTruth& truth_;
  std::vector<SearchProbe> probes_;
  CandidateHints hints_;
  std::array<std::vector<const SearchProbe*>, groups> of_group_;  ///< the probes that the group is the last to decide
  std::vector<const SearchProbe*> decided_;                       ///< those that no field changes
  unsigned all_depends_ = 0;
  std::uint64_t tried_ = 0;
  Semantics found_;
};

}  // namespace hallmark
