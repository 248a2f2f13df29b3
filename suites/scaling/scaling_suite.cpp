// SPDX-License-Identifier: Apache-2.0
#include "scaling/scaling_suite.h"

#include <fmt/format.h>

#include <algorithm>

#include "arithmetic/tuple_parts.h"
#include "caller.h"
#include "case_id.h"
#include "inputs/scaled_tuples.h"
#include "lanes_part.h"

namespace hallmark {
namespace {

constexpr std::uint64_t lanes_scalar = 0x3eaaaaab;  // 1/3: nearly every product and quotient is rounded

/// What a level tries: which scalars, and how many operands of a wide format with each.
struct Extent {
  int exponent_step;  ///< between powers of two; 0: those alone that are listed
  std::uint64_t drawn_scalars, wide_operands, least_tuples;
};

Extent extent_of(Level level) {
  switch (level) {
    case Level::quick:
      return {0, 0, 20000, std::uint64_t{1} << 20};
    case Level::standard:
      return {8, 32, 40000, std::uint64_t{1} << 22};
    case Level::exhaustive:
      break;
  }
  return {1, 1024, 100000, std::uint64_t{1} << 24};
}

struct ScalarShare {
  std::vector<std::uint64_t> scalars;
  std::uint64_t operands = 0;  ///< with each of them
};

/// The level's scalars, a part's worth together.
std::vector<ScalarShare> scalar_shares(const Elementwise& operation, Level level, std::uint64_t seed) {
  constexpr std::uint64_t most_in_a_part = std::uint64_t{1} << 22;
  const Extent extent = extent_of(level);
  const std::uint64_t operands = scaled_operands(operation, extent.wide_operands);
  std::vector<std::uint64_t> scalars = listed_scalars(operation, extent.exponent_step);
  const std::uint64_t wanted =
      std::max<std::uint64_t>(scalars.size() + extent.drawn_scalars, (extent.least_tuples + operands - 1) / operands);
  add_drawn_scalars(scalars, wanted, seed);
  std::vector<ScalarShare> shares;
  const std::uint64_t step = std::max<std::uint64_t>(1, most_in_a_part / operands);
  for (std::size_t first = 0; first < scalars.size(); first += step) {
    const std::size_t last = std::min<std::size_t>(scalars.size(), first + step);
    shares.push_back(
        {{scalars.begin() + static_cast<std::ptrdiff_t>(first), scalars.begin() + static_cast<std::ptrdiff_t>(last)},
         operands});
  }
  return shares;
}

/// A thousand operands, or all where there are fewer, with one scalar.
LanesSample lanes_sample(const Elementwise& operation, std::uint64_t seed) {
  constexpr std::uint64_t most = 1000;
  const auto tuples = scaled_tuples(operation, {lanes_scalar}, most, seed);
  std::vector<std::uint64_t> codes;
  Columns columns;
  while (tuples->next(most, columns) > 0) codes.insert(codes.end(), columns[0].begin(), columns[0].end());
  const std::size_t stride = codes.size() / most + 1;
  LanesSample sample;
  for (std::size_t i = 0; i < codes.size(); i += stride) sample.push_back({codes[i], lanes_scalar});
  return sample;
}

LanesOptions lanes_options(const Elementwise& operation, const OfferedOperation& offered, std::uint64_t seed) {
  return tuple_lanes_options(operation, semantics_of(offered.alternatives),
                             [=] { return lanes_sample(operation, seed); });
}

Part case_part(const OfferedOperation& offered, const Elementwise& operation, const Plan& plan,
               std::size_t block_rows) {
  if (rest_of_case(plan.case_id).starts_with(lanes_case_mark)) {
    return lanes_part(offered, "case", lanes_options(operation, offered, plan.seed), plan.seed, block_rows,
                      lanes_call_of_case(plan.case_id));
  }
  const auto operands = operands_of_case(plan.case_id, offered.signature.operands);
  return tuple_part(
      offered, operation, "case", [=] { return listed_tuples({operands}); }, 1, plan.seed, block_rows);
}

}  // namespace

bool ScalingSuite::covers(const Signature& signature) const { return shared_operand_of(signature).has_value(); }

std::vector<std::pair<std::string, std::string>> ScalingSuite::listing() const {
  return {{"scale(FORMAT,float32)->FORMAT", "any floating formats; x * s, the second operand one element a call"},
          {"unscale(FORMAT,float32)->FORMAT", "the same; x / s, or x times the float32 nearest to 1/s"}};
}

std::vector<Part> ScalingSuite::parts(const OfferedOperation& offered, const Assignment& assignment) const {
  const auto& [backend, profile, plan] = assignment;
  const std::size_t block_rows = KernelCaller::block_rows(backend);
  const Elementwise operation = elementwise_of(offered.signature).value();
  if (!plan.case_id.empty()) return {case_part(offered, operation, plan, block_rows)};
  std::vector<Part> parts;
  for (const ScalarShare& share : scalar_shares(operation, plan.level, plan.seed)) {
    const MakeTuples make = [operation, share, seed = plan.seed] {
      return scaled_tuples(operation, share.scalars, share.operands, seed);
    };
    parts.push_back(tuple_part(offered, operation, fmt::format("part_{:02}", parts.size()), make,
                               share.scalars.size() * share.operands, plan.seed, block_rows));
  }
  parts.push_back(
      lanes_part(offered, "lanes", lanes_options(operation, offered, plan.seed), plan.seed, block_rows, std::nullopt));
  return parts;
}

}  // namespace hallmark
