// SPDX-License-Identifier: Apache-2.0
// The kernels of the test backends as calls that identification makes, and what it says of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "identifying/trait.h"
#include "inputs/tuples.h"

namespace hallmark::test {

template <class Result, class... Operands, std::size_t... i>
std::uint64_t result_of(Result (*kernel)(Operands...), const Columns& columns, std::size_t row,
                        std::index_sequence<i...>) {
  return static_cast<std::make_unsigned_t<Result>>(kernel(static_cast<Operands>(columns[i][row])...));
}

/// The kernel on words as a call on columns.
template <class Result, class... Operands>
ElementwiseCall call_of(Result (*kernel)(Operands...)) {
  return [kernel](const Columns& columns) {
    std::vector<std::uint64_t> results;
    for (std::size_t row = 0; row < columns.front().size(); ++row) {
      results.push_back(result_of(kernel, columns, row, std::index_sequence_for<Operands...>()));
    }
    return std::optional(results);
  };
}

inline std::string observed(const Identity& identity, const std::string& name) {
  for (const Trait& trait : identity.traits) {
    if (trait.name == name) return trait.observed;
  }
  return "";
}

inline std::string traits_of(const Identity& identity) {
  std::string text;
  for (const Trait& trait : identity.traits) text += "\n  " + trait.name + ": " + trait.observed;
  return text;
}

}  // namespace hallmark::test
