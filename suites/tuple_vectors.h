// SPDX-License-Identifier: Apache-2.0
// Golden vectors of operations on one code an operand: chosen tuples, and the rows that truth makes of them.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "inputs/vector_file.h"

namespace hallmark {

/// Distinct tuples in the order they were added, each with what people should know of it.
class CuratedTuples {
 public:
  using Tuple = std::vector<std::uint64_t>;

  void add(Tuple operands, std::string_view name = "") {
    if (seen_.insert(operands).second) tuples_.emplace_back(std::move(operands), std::string(name));
  }
  const std::vector<std::pair<Tuple, std::string>>& tuples() const { return tuples_; }

 private:
  std::vector<std::pair<Tuple, std::string>> tuples_;
  std::set<Tuple> seen_;
};

/// What a row says of a tuple.
struct TupleTruth {
  using Tuple = CuratedTuples::Tuple;
  std::function<std::vector<ResultTerm>(const Tuple&)> terms;
  std::function<std::string(const Tuple&)> class_of;
  std::function<std::string(const Tuple&)> note_of;  ///< no comma: it parts the columns
};

VectorFile tuple_vectors(const std::string& profile, const Signature& signature, const CuratedTuples& curated,
                         const TupleTruth& truth);

/// Throws InputError `file:line: ...` for the first row whose result is not what truth says.
void check_tuple_vectors(const VectorFile& file,
                         const std::function<std::vector<ResultTerm>(const CuratedTuples::Tuple&)>& terms);

/// Both signs of the codes where formats begin and end: zero, the least and the largest subnormal, normal and finite
/// numbers, one with its neighbours, three, infinity, a quiet NaN and a signalling one.
std::vector<std::uint64_t> corner_codes(const Format& format);

}  // namespace hallmark
