// SPDX-License-Identifier: Apache-2.0
// How far a function's results lie from the exact values: counts and sums that merge over parts in any order.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "judging/ulp_error.h"

namespace hallmark {

/// Errors are in ulp of the result format at the exact value, before that is rounded: 0.5 at most where a result is
/// correctly rounded to nearest. Only operands whose exact result was computed and lies within the format's range.
struct FunctionErrors {
  struct Worst {
    UlpError error;
    std::vector<std::uint64_t> operands;
    std::uint64_t got = 0;
    friend bool operator==(const Worst&, const Worst&) = default;
  };

  /// Upper bounds of the histogram's bins, in eighths of an ulp; one bin more has all larger errors, and one what is no
  /// number.
  static constexpr std::array<std::uint64_t, 18> bounds{
      0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 32, 128, 512, 2048, std::uint64_t{1} << 19, std::uint64_t{1} << 35};
  static constexpr std::size_t bins = bounds.size() + 2;
  static constexpr std::size_t most_worst = 8;

  std::uint64_t measured = 0, correctly_rounded = 0;
  std::array<std::uint64_t, bins> histogram{};
  /// Of the errors of numbers, in units of 2^-20 ulp, none counted as more than 2^40 ulp: 128 bits, low and high half.
  std::uint64_t sum_low = 0, sum_high = 0;
  std::vector<Worst> worst;  ///< the largest errors, the largest first, of equal ones the smaller operands

  void add(std::span<const std::uint64_t> operands, std::uint64_t got, UlpError error, bool is_correctly_rounded);
  void merge(const FunctionErrors& other);

  /// "none" where nothing was measured.
  UlpError maximum() const { return worst.empty() ? UlpError() : worst.front().error; }
  /// Of the results that are numbers, six decimals rounded down; empty where there are none.
  std::string mean_text() const;

  friend bool operator==(const FunctionErrors&, const FunctionErrors&) = default;

 private:
  void add_worst(UlpError error, std::span<const std::uint64_t> operands, std::uint64_t got);
};

void to_json(nlohmann::json& json, const FunctionErrors& errors);
void from_json(const nlohmann::json& json, FunctionErrors& errors);

}  // namespace hallmark
