// SPDX-License-Identifier: Apache-2.0
// A backend inside the test's own process: conversions given as functions of one code.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "backends/backend.h"
#include "conversions/property_part.h"
#include "formats/code_set.h"
#include "inputs/random.h"

namespace hallmark::test {

using CodeFunction = std::function<std::uint64_t(std::uint64_t)>;

class FunctionBackend final : public Backend {
 public:
  const BackendDescription& description() const override { return description_; }
  CallOutcome call(std::size_t operation, const hallmark_arguments& arguments) override;

  void add(const Conversion& conversion, CodeFunction function);
  void set_granularity(std::size_t rows) { description_.granularity = rows; }
  /// Every call then returns this instead of 0.
  void fail_with(int status) { status_ = status; }
  std::uint64_t calls() const { return calls_; }

 private:
  struct Operation {
    Conversion conversion;
    CodeFunction function;
  };
  BackendDescription description_;
  std::vector<Operation> operations_;
  int status_ = 0;
  std::uint64_t calls_ = 0;
};

/// A random member of a set of right codes.
std::uint64_t any_of_set(const Format& format, const CodeSet& codes, Random& random);

/// What follows one semantics, and where several codes are right takes any of them.
CodeFunction following(const Conversion& conversion, const Semantics& semantics, std::uint64_t seed);

/// Options for a backend whose operation 0 is the conversion and whose operation 1, if there are semantics for it,
/// widens.
PropertyOptions options_for(const Conversion& conversion, int cases, std::vector<Semantics> widening = {});

/// The properties of operation 0.
Tally run_properties(Backend& backend, const PropertyOptions& options, const std::vector<Semantics>& alternatives);

}  // namespace hallmark::test
