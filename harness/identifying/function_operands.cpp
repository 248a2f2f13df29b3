// SPDX-License-Identifier: Apache-2.0
#include "identifying/function_operands.h"

#include "formats/formats.h"
#include "identifying/probe_tuples.h"
#include "inputs/boundaries.h"
#include "inputs/hard_operands.h"
#include "inputs/hardest_operands.h"
#include "inputs/random.h"

namespace hallmark {
namespace {

constexpr std::uint64_t seed = 29;
constexpr std::uint64_t drawn = 16384;

/// Where functions of any kind have their numbers: from 2^-30 to 2^10 of both signs.
void add_middle(Intervals& operands, const Format& from, std::uint64_t count, Random& random) {
  const auto first = encode(from, false, 1, -30), last = encode(from, false, 1, 10);
  if (!first || !last) return;
  for (const std::uint64_t sign : {std::uint64_t{0}, from.sign_mask()}) {
    add_random(operands, count, *first | sign, *last | sign, random);
  }
}

}  // namespace

ChosenOperands function_operands(const FunctionOperation& operation) {
  ChosenOperands chosen;
  const Format& from = operation.operands[0];
  Random random(seed, "functions");
  if (operation.operand_count == 2) {
    const Elementwise formats{Operator::multiply, {from, operation.operands[1]}, 2, operation.result};
    drawn_tuples(formats, drawn, 0, 1, seed)->next(2 * drawn, chosen.columns);
    for (const std::uint64_t x : corner_operands(from)) {
      for (const std::uint64_t y : corner_operands(operation.operands[1])) {
        chosen.columns[0].push_back(x);
        chosen.columns[1].push_back(y);
      }
    }
    chosen.whole_domain = from.width() + operation.operands[1].width() <= 14;
    return chosen;
  }
  Intervals operands;
  chosen.whole_domain = from.width() <= 16;
  if (chosen.whole_domain) {
    operands.add(0, from.code_mask());
  } else {
    add_special_values(operands, from, 4);
    add_target_ends(operands, {from, operation.result}, 4);
    if (from.exponent_bits <= 8) add_binades(operands, from, 2);
    add_crossings(operands, operation, 2);
    add_near_multiples_of_half_pi(operands, from, 1);
    if (from == float32 && operation.result == float32) {
      for (const std::uint64_t code : hardest_operands(operation.code)) {
        operands.add(code, code);
        operands.add(code ^ from.sign_mask(), code ^ from.sign_mask());
      }
    }
    add_middle(operands, from, drawn / 2, random);
    add_random(operands, drawn / 4, 0, from.code_mask(), random);
  }
  operands.normalise();
  chosen.columns.resize(1);
  for (const Interval& interval : operands.intervals()) {
    for (std::uint64_t code = interval.first;; ++code) {
      chosen.columns[0].push_back(code);
      if (code == interval.last) break;
    }
  }
  return chosen;
}

}  // namespace hallmark
