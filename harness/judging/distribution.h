// SPDX-License-Identifier: Apache-2.0
// Counts and errors along the operand axis (semantics/operand_axis.h), kept so that parts and shards merge.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "judging/ulp_error.h"

namespace hallmark {

/// By bin; bins that a list does not reach have nothing.
struct Distribution {
  std::vector<std::uint64_t> tried;
  /// Results that the same alternatives (a mask) reject.
  std::map<std::uint64_t, std::vector<std::uint64_t>> rejected;
  /// The largest error of the mismatches, of what MPFR judged again, and of some results more.
  std::vector<UlpError> error;

  void add_tried(std::size_t bin, std::uint64_t operands) { at(tried, bin) += operands; }
  void add_error(std::size_t bin, UlpError measured) {
    UlpError& largest = at(error, bin);
    if (largest < measured) largest = measured;
  }

  void merge(const Distribution& other);
  /// As Tally::merge_rerun(): operands that are counted already.
  void merge_rerun(const Distribution& rerun);

  /// Mismatches under one alternative.
  std::vector<std::uint64_t> failed(std::size_t alternative) const;

  friend bool operator==(const Distribution&, const Distribution&) = default;

 private:
  template <class Value>
  static Value& at(std::vector<Value>& list, std::size_t bin) {
    if (list.size() <= bin) list.resize(bin + 1);
    return list[bin];
  }
};

void to_json(nlohmann::json& json, const Distribution& distribution);
void from_json(const nlohmann::json& json, Distribution& distribution);

}  // namespace hallmark
