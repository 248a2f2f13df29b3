// SPDX-License-Identifier: Apache-2.0
// Position independence: a sample of operands permuted, at odd offsets, alone and in every tail length 0 to 127; and
// determinism: the same calls once more, in the opposite order.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "formats/format.h"
#include "judging/tally.h"
#include "running/part.h"

namespace hallmark {

/// Operand tuples, distinct, at most 4,096: a full block must hold them all.
using LanesSample = std::vector<std::vector<std::uint64_t>>;

/// The alternatives (bit i) under which a result is wrong.
using RejectedBy = std::function<std::uint64_t(std::span<const std::uint64_t> operands, std::uint64_t got)>;

struct LanesOptions {
  std::vector<Format> operands;
  Format result;
  std::optional<std::size_t> shared;  ///< the operand that has one element a call: one code in the whole sample
  std::size_t operation = 0;          ///< index in the backend's table
  std::size_t alternatives = 1;
  std::uint64_t seed = 1;
  bool repeats = false;               ///< the profile asks that a call made again gives the same, bit for bit
  std::optional<std::uint64_t> call;  ///< only this call (a case id), after the baseline
  std::function<LanesSample()> sample;
  std::function<RejectedBy()> judge;  ///< made once a part: it may be costly
};

/// A result is at fault where no alternative accepts it together with the same operands' result in a full block.
Tally lanes(PartContext& context, const LanesOptions& options);

/// The operands of a row of a call.
std::vector<std::uint64_t> lanes_operands(const LanesOptions& options, std::size_t block_rows, std::uint64_t call,
                                          std::uint64_t row);

/// How many calls there are: case ids count them from 0.
std::uint64_t lanes_calls();

/// Rows that all calls together have.
std::uint64_t lanes_cost(bool repeats);

}  // namespace hallmark
