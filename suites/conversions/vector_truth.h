// SPDX-License-Identifier: Apache-2.0
// What MPFR says of a conversion's vectors: the one source of right answers for files and for judging.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "formats/code_set.h"
#include "inputs/vector_file.h"
#include "semantics/conversion.h"
#include "semantics/profile.h"
#include "truth/truth.h"

namespace hallmark {

class VectorTruth {
 public:
  VectorTruth(const Conversion& conversion, std::vector<Semantics> alternatives);

  /// The right codes of an operand under each alternative; valid until the next call.
  std::span<const CodeSet> answers(std::uint64_t operand);
  /// As a file states them.
  std::vector<ResultTerm> terms(std::uint64_t operand);
  /// Throws InputError `file:line: ...` for the first row whose result is not what truth says.
  void check(const VectorFile& file);

 private:
  Conversion conversion_;
  std::vector<Semantics> alternatives_;
  std::vector<CodeSet> answers_;
  Truth truth_;
};

}  // namespace hallmark
