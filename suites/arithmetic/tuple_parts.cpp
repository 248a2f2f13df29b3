// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/tuple_parts.h"

#include <memory>

#include "oracles/arithmetic.h"
#include "semantics/elementwise.h"

namespace hallmark {

Part tuple_part(const OfferedOperation& offered, const Elementwise& operation, std::string name, const MakeTuples& make,
                std::uint64_t cost, std::uint64_t seed, std::size_t block_rows) {
  const Signature& signature = offered.signature;
  Part part{test_name(signature), std::move(name), to_string(signature), cost, {}, {}};
  part.operand_seconds = judges_by_vectors(operation, semantics_of(offered.alternatives)) ? 2e-8 : 1.5e-7;
  part.run = [=](PartContext& context) {
    return result_of(sweep_tuples(context, operation, offered.index, make, semantics_of(offered.alternatives), seed));
  };
  part.operands_of = [=](std::uint64_t call, std::uint64_t row) {
    return swept_tuple(operation, make, block_rows, call, row);
  };
  return part;
}

LanesOptions tuple_lanes_options(const Elementwise& operation, const std::vector<Semantics>& alternatives,
                                 std::function<LanesSample()> sample) {
  LanesOptions options;
  options.sample = std::move(sample);
  options.judge = [=]() -> RejectedBy {
    return [=, arithmetic = std::make_shared<IntegerArithmetic>()](std::span<const std::uint64_t> operands,
                                                                   std::uint64_t got) {
      std::uint64_t rejected = 0;
      for (std::size_t a = 0; a < alternatives.size(); ++a) {
        if (!elementwise_result(operation, alternatives[a], operands, *arithmetic).contains(got)) {
          rejected |= std::uint64_t{1} << a;
        }
      }
      return rejected;
    };
  };
  return options;
}

}  // namespace hallmark
