// SPDX-License-Identifier: Apache-2.0
// How the errors of a reduction's sums grow with their depth: what a plot of it shows.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace hallmark {

/// Errors are |result - exact| / S, S the sum of the terms' magnitudes: what every bound of a sum is stated in.
struct ErrorGrowth {
  struct Point {
    std::string rows;           ///< the kind of rows, "exponent_spread"
    std::uint64_t depth = 0;    ///< products in each
    std::uint64_t results = 0;  ///< measured
    /// In decimal, "5.961e-8"; the mean to nearest, the others rounded up to four digits. The bound is the largest of
    /// the rows' own.
    std::string maximum, mean, bound;

    friend bool operator==(const Point&, const Point&) = default;
  };

  int unit_exponent = 0;      ///< log2 of u, the relative error of one of the accumulator's roundings
  std::vector<Point> points;  ///< by kind of rows, then by depth

  /// Points of other parts join, in order; a point that is there stays.
  void merge(const ErrorGrowth& other);

  friend bool operator==(const ErrorGrowth&, const ErrorGrowth&) = default;
};

void to_json(nlohmann::json& json, const ErrorGrowth& growth);
void from_json(const nlohmann::json& json, ErrorGrowth& growth);

}  // namespace hallmark
