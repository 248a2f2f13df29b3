// SPDX-License-Identifier: Apache-2.0
// Operand tuples on which public libraries went wrong.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "semantics/elementwise.h"

namespace hallmark {

/// Tuples of the catalogue of public faults.
struct TupleWitness {
  std::string_view fault;  ///< its id in the catalogue
  Operator code;
  std::string_view format;  ///< of the operands
  std::array<std::uint64_t, most_operands> operands;
};
std::span<const TupleWitness> tuple_witnesses();

}  // namespace hallmark
