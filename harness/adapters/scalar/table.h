// SPDX-License-Identifier: Apache-2.0
// The scalar backend's table while it grows: signatures spelt from the formats, and their kernels.
#ifndef HALLMARK_ADAPTERS_SCALAR_TABLE_H
#define HALLMARK_ADAPTERS_SCALAR_TABLE_H

#include <deque>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hallmark/backend.h"

namespace hallmark::scalar {

struct Table {
  std::deque<std::string> signatures;  // a deque, because operations point into it while it grows
  std::vector<hallmark_operation> operations;

  /// add("fma", {"bfloat16", "bfloat16", "bfloat16"}, "bfloat16", kernel), with modifiers behind the name if any.
  void add(std::string_view name, std::initializer_list<std::string_view> operands, std::string_view result,
           hallmark_kernel kernel) {
    std::string signature(name);
    char before = '(';
    for (const std::string_view operand : operands) {
      signature += before;
      signature += operand;
      before = ',';
    }
    signature += ")->";
    signature += result;
    operations.push_back({signatures.emplace_back(std::move(signature)).c_str(), kernel});
  }
};

/// Adds every elementwise operation of arithmetic, comparison and classification.
void add_elementwise(Table& table);

}  // namespace hallmark::scalar

#endif  // HALLMARK_ADAPTERS_SCALAR_TABLE_H
