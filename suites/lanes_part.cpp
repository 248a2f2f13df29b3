// SPDX-License-Identifier: Apache-2.0
#include "lanes_part.h"

#include <algorithm>

#include "judging/describe.h"
#include "semantics/operators.h"

namespace hallmark {

Part lanes_part(const OfferedOperation& operation, std::string name, LanesOptions options, std::uint64_t seed,
                std::size_t block_rows, std::optional<std::uint64_t> call) {
  const std::vector<Alternative>& open = operation.alternatives;
  options.operands = operation.signature.operands;
  options.result = operation.signature.result;
  options.shared = shared_operand_of(operation.signature);
  options.operation = operation.index;
  options.alternatives = open.size();
  options.seed = seed;
  options.call = call;
  options.repeats =
      std::all_of(open.begin(), open.end(), [](const Alternative& one) { return one.semantics.deterministic; });
  const Signature& signature = operation.signature;
  Part part{test_name(signature), std::move(name), to_string(signature), lanes_cost(options.repeats), {}, {}};
  part.operand_seconds = 1e-6;
  part.run = [options](PartContext& context) { return result_of(lanes(context, options)); };
  part.operands_of = [options, block_rows](std::uint64_t number, std::uint64_t row) {
    const std::vector<std::uint64_t> operands = lanes_operands(options, block_rows, number, row);
    std::vector<std::string> codes;
    for (std::size_t i = 0; i < operands.size(); ++i) codes.push_back(hex_code(options.operands[i], operands[i]));
    return codes;
  };
  return part;
}

}  // namespace hallmark
