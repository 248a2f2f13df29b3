// SPDX-License-Identifier: Apache-2.0
#include "judging/distribution.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace hallmark {
namespace {

/// one[i] becomes combine(one[i], other[i]); what a list does not reach is zero, or none.
template <class Value, class Combine>
void join(std::vector<Value>& one, const std::vector<Value>& other, Combine combine) {
  if (one.size() < other.size()) one.resize(other.size());
  for (std::size_t i = 0; i < other.size(); ++i) one[i] = combine(one[i], other[i]);
}

constexpr auto sum = [](std::uint64_t a, std::uint64_t b) { return a + b; };
constexpr auto larger = [](auto a, auto b) { return std::max(a, b); };

}  // namespace

void Distribution::merge(const Distribution& other) {
  join(tried, other.tried, sum);
  for (const auto& [by, counts] : other.rejected) join(rejected[by], counts, sum);
  join(error, other.error, larger);
}

void Distribution::merge_rerun(const Distribution& rerun) {
  join(tried, rerun.tried, larger);
  for (const auto& [by, counts] : rerun.rejected) join(rejected[by], counts, larger);
  join(error, rerun.error, larger);
}

std::vector<std::uint64_t> Distribution::failed(std::size_t alternative) const {
  std::vector<std::uint64_t> counts;
  for (const auto& [by, results] : rejected) {
    if ((by >> alternative & 1) != 0) join(counts, results, sum);
  }
  return counts;
}

void to_json(nlohmann::json& json, const Distribution& distribution) {
  std::vector<std::uint32_t> error;
  for (const UlpError& one : distribution.error) error.push_back(one.bits());
  json = {{"tried", distribution.tried}, {"rejected", distribution.rejected}, {"error", error}};
}

void from_json(const nlohmann::json& json, Distribution& distribution) {
  json.at("tried").get_to(distribution.tried);
  json.at("rejected").get_to(distribution.rejected);
  distribution.error.clear();
  for (const std::uint32_t bits : json.at("error").get<std::vector<std::uint32_t>>()) {
    distribution.error.push_back(UlpError::from_bits(bits));
  }
}

}  // namespace hallmark
