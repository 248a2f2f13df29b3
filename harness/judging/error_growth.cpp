// SPDX-License-Identifier: Apache-2.0
#include "judging/error_growth.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

namespace hallmark {
namespace {

bool before(const ErrorGrowth::Point& a, const ErrorGrowth::Point& b) {
  return std::tie(a.rows, a.depth) < std::tie(b.rows, b.depth);
}

}  // namespace

void ErrorGrowth::merge(const ErrorGrowth& other) {
  unit_exponent = other.unit_exponent;
  for (const Point& point : other.points) {
    const auto place = std::lower_bound(points.begin(), points.end(), point, before);
    if (place == points.end() || before(point, *place)) points.insert(place, point);
  }
}

void to_json(nlohmann::json& json, const ErrorGrowth& growth) {
  nlohmann::json points = nlohmann::json::array();
  for (const ErrorGrowth::Point& point : growth.points) {
    points.push_back({point.rows, point.depth, point.results, point.maximum, point.mean, point.bound});
  }
  json = {{"unit_exponent", growth.unit_exponent}, {"points", std::move(points)}};
}

void from_json(const nlohmann::json& json, ErrorGrowth& growth) {
  json.at("unit_exponent").get_to(growth.unit_exponent);
  growth.points.clear();
  for (const nlohmann::json& point : json.at("points")) {
    growth.points.push_back({point.at(0), point.at(1), point.at(2), point.at(3), point.at(4), point.at(5)});
  }
}

}  // namespace hallmark
