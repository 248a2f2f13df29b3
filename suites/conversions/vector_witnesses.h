// SPDX-License-Identifier: Apache-2.0
// Operands with a history: values that documentation names, and operands on which public libraries went wrong.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace hallmark {

/// A value as a float64 code, under the name people know it by.
struct NamedValue {
  std::string_view name;
  std::uint64_t float64_code;
};
std::span<const NamedValue> named_values();

/// An operand of the catalogue of public faults.
struct FaultWitness {
  std::string_view fault;  ///< its id in the catalogue
  std::string_view from, to;
  std::uint64_t operand;
};
std::span<const FaultWitness> fault_witnesses();

}  // namespace hallmark
