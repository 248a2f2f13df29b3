// SPDX-License-Identifier: Apache-2.0
#include "judging/function_errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace hallmark {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr int unit_bits = 20;
constexpr std::uint64_t largest_summand = std::uint64_t{1} << 60;

std::size_t bin_of(UlpError error) {
  static const auto bounds = [] {
    std::array<UlpError, FunctionErrors::bounds.size()> list;
    std::transform(FunctionErrors::bounds.begin(), FunctionErrors::bounds.end(), list.begin(), UlpError::from_eighths);
    return list;
  }();
  if (error == UlpError::unbounded()) return FunctionErrors::bins - 1;
  return static_cast<std::size_t>(std::lower_bound(bounds.begin(), bounds.end(), error) - bounds.begin());
}

bool before(const FunctionErrors::Worst& a, const FunctionErrors::Worst& b) {
  if (a.error != b.error) return a.error > b.error;
  return std::tie(a.operands, a.got) < std::tie(b.operands, b.got);
}

}  // namespace

void FunctionErrors::add(std::span<const std::uint64_t> operands, std::uint64_t got, UlpError error,
                         bool is_correctly_rounded) {
  ++measured;
  if (is_correctly_rounded) ++correctly_rounded;
  ++histogram[bin_of(error)];
  if (error != UlpError::unbounded()) {
    const std::uint64_t summand = error.scaled(unit_bits, largest_summand);
    sum_low += summand;
    if (sum_low < summand) ++sum_high;
  }
  if (worst.size() == most_worst && error < worst.back().error) return;
  add_worst(error, operands, got);
}

void FunctionErrors::add_worst(UlpError error, std::span<const std::uint64_t> operands, std::uint64_t got) {
  Worst mine{error, {operands.begin(), operands.end()}, got};
  const auto place = std::lower_bound(worst.begin(), worst.end(), mine, before);
  if (place != worst.end() && *place == mine) return;  // a rerun's
  worst.insert(place, std::move(mine));
  if (worst.size() > most_worst) worst.pop_back();
}

void FunctionErrors::merge(const FunctionErrors& other) {
  measured += other.measured;
  correctly_rounded += other.correctly_rounded;
  for (std::size_t i = 0; i < bins; ++i) histogram[i] += other.histogram[i];
  sum_low += other.sum_low;
  sum_high += other.sum_high + (sum_low < other.sum_low ? 1 : 0);
  for (const Worst& one : other.worst) add_worst(one.error, one.operands, one.got);
}

std::string FunctionErrors::mean_text() const {
  const std::uint64_t numbers = measured - histogram.back();
  if (numbers == 0) return "";
  const Wide sum = (Wide{sum_high} << 64 | sum_low);
  const Wide whole = sum / numbers, rest = sum % numbers;  // in units
  constexpr std::uint64_t million = 1000000;
  const Wide millionths = whole * million + rest * million / numbers;
  const auto scaled = static_cast<std::uint64_t>(millionths >> unit_bits);
  return fmt::format("{}.{:06}", scaled / million, scaled % million);
}

void to_json(nlohmann::json& json, const FunctionErrors& errors) {
  nlohmann::json worst = nlohmann::json::array();
  for (const auto& one : errors.worst) worst.push_back({one.error.bits(), one.operands, one.got});
  json = {{"measured", errors.measured},
          {"correctly_rounded", errors.correctly_rounded},
          {"histogram", errors.histogram},
          {"sum", {errors.sum_low, errors.sum_high}},
          {"worst", std::move(worst)}};
}

void from_json(const nlohmann::json& json, FunctionErrors& errors) {
  json.at("measured").get_to(errors.measured);
  json.at("correctly_rounded").get_to(errors.correctly_rounded);
  json.at("histogram").get_to(errors.histogram);
  json.at("sum").at(0).get_to(errors.sum_low);
  json.at("sum").at(1).get_to(errors.sum_high);
  errors.worst.clear();
  for (const nlohmann::json& one : json.at("worst")) {
    errors.worst.push_back({UlpError::from_bits(one.at(0).get<std::uint32_t>()),
                            one.at(1).get<std::vector<std::uint64_t>>(), one.at(2).get<std::uint64_t>()});
  }
}

}  // namespace hallmark
