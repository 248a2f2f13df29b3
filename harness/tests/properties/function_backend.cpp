// SPDX-License-Identifier: Apache-2.0
#include "tests/properties/function_backend.h"

#include <memory>

#include "judging/compare.h"
#include "oracles/convert.h"
#include "semantics/signature.h"

namespace hallmark::test {

CallOutcome FunctionBackend::call(std::size_t operation, const hallmark_arguments& arguments) {
  ++calls_;
  CallOutcome outcome;
  outcome.status = status_;
  if (status_ != 0) return outcome;
  const auto& [conversion, function] = operations_[operation];
  for (std::size_t row = 0; row < arguments.rows; ++row) {
    const std::uint64_t operand = load_code(arguments.operand[0], conversion.from.bytes(), row);
    store_code(arguments.result, conversion.to.bytes(), row, function(operand));
  }
  return outcome;
}

void FunctionBackend::add(const Conversion& conversion, CodeFunction function) {
  description_.operations.push_back(to_string(Signature{"convert", {}, {conversion.from}, conversion.to}));
  operations_.push_back({conversion, std::move(function)});
}

std::uint64_t any_of_set(const Format& format, const CodeSet& codes, Random& random) {
  const std::uint64_t free = random.next() & ~codes.mask & format.code_mask();
  const std::uint64_t code = (random.between(codes.low, codes.high) & codes.mask) | free;
  return codes.contains(code) && (code & ~format.code_mask()) == 0 ? code : codes.low;
}

CodeFunction following(const Conversion& conversion, const Semantics& semantics, std::uint64_t seed) {
  auto random = std::make_shared<Random>(seed);
  return [=](std::uint64_t operand) {
    return any_of_set(conversion.to, oracle_convert(conversion, semantics, operand), *random);
  };
}

PropertyOptions options_for(const Conversion& conversion, int cases, std::vector<Semantics> widening) {
  PropertyOptions options;
  options.conversion = conversion;
  options.signature = to_string(Signature{"convert", {}, {conversion.from}, conversion.to});
  options.cases = cases;
  if (widening.empty()) return options;
  options.widening =
      Widening{1, to_string(Signature{"convert", {}, {conversion.to}, conversion.from}), std::move(widening)};
  return options;
}

Tally run_properties(Backend& backend, const PropertyOptions& options, const std::vector<Semantics>& alternatives) {
  Flight flight;
  PartContext context{backend, flight, std::nullopt};
  return properties(context, options, alternatives);
}

}  // namespace hallmark::test
