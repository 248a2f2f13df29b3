// SPDX-License-Identifier: Apache-2.0
// Position independence: a sample of operands permuted, at odd offsets, alone and in every tail length 0 to 127; and
// determinism: the same calls once more, in the opposite order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "judging/judge.h"
#include "running/part.h"

namespace hallmark {

struct LanesOptions {
  Conversion conversion;
  std::size_t operation = 0;  ///< index in the backend's table
  std::uint64_t seed = 1;
  std::string stream;                 ///< the signature: with the seed it fixes the sample
  std::optional<std::uint64_t> call;  ///< only this call (a case id), after the baseline
  bool repeats = false;               ///< the profile asks that a call made again gives the same, bit for bit
};

/// The operands that appear at many places: ties of both parities, thresholds, specials, random ones.
std::vector<std::uint64_t> lanes_sample(const LanesOptions& options);

/// A result is at fault where no alternative accepts it together with the same operand's result in a full block.
Tally lanes(PartContext& context, const LanesOptions& options, const std::vector<Semantics>& alternatives);

/// The operand of a row of a call.
std::uint64_t lanes_operand(const LanesOptions& options, std::size_t block_rows, std::uint64_t call, std::uint64_t row);

/// How many calls there are: case ids count them from 0.
std::uint64_t lanes_calls();

/// Operands that all calls together have.
std::uint64_t lanes_cost(bool repeats);

}  // namespace hallmark
