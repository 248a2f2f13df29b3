// SPDX-License-Identifier: Apache-2.0
#include "identifying/named_probes.h"

#include <fmt/format.h>

#include "formats/formats.h"
#include "formats/internal_error.h"
#include "semantics/named_accumulators.h"
#include "truth/accumulators.h"

namespace hallmark {
namespace {

Term p(int exponent, std::uint64_t significand = 1) { return {false, significand, exponent}; }
Term m(int exponent, std::uint64_t significand = 1) { return {true, significand, exponent}; }
Term zero() { return {false, 0, 0}; }
std::vector<Term> times(std::size_t count, const Term& term) { return std::vector<Term>(count, term); }

const Reduction& operation() {
  static const Reduction dot{ReductionKind::dot, bfloat16, bfloat16, float32, float32};
  return dot;
}

constexpr std::uint64_t ones = (1u << 24) - 1;  // every bit of a float32 significand

std::vector<NamedProbe> make_probes() {
  return {
      {"P1", "a tie at an even sum", p(0), {p(-24)}},
      {"P2", "a tie at an odd sum", p(-23, (1u << 23) + 1), {p(-24)}},
      {"P3", "three quarters of the last bit", p(0), {p(-25, 3)}},
      {"P4", "a sum just above -1: truncated, or its terms are", m(0), {p(-60)}},
      {"P5", "a sum just below 1: truncated, or cut downward", m(-60), {p(0)}},
      {"P6", "2 products that make one last bit", p(0), times(2, p(-24))},
      {"P7", "4 products that make one last bit", p(0), times(4, p(-25))},
      {"P8", "8 products that make one last bit", p(0), times(8, p(-26))},
      {"P9", "16 products that make one last bit", p(0), times(16, p(-27))},
      {"P10", "two halves of the last bit beside a product", zero(), {p(0), p(-24), p(-24)}},
      {"P11", "products that meet before the initial value", p(24), {p(0), p(0)}},
      {"P12", "which of two products comes first", p(0), {m(24), p(24)}},
      {"P13", "which of two products comes first, other signs", p(0), {p(24), m(24)}},
      {"P14", "order and width at once", zero(), {p(24), p(0), m(24), p(0)}},
      {"P15", "whether the initial value comes last", p(-30), {p(0), m(0)}},
      {"P16", "whether the initial value comes first", p(0), {m(0), p(-30)}},
      {"P17", "whether a product of 16 bits is kept", zero(), {}},
      {"P18", "a subnormal product", zero(), {p(-127)}},
      {"P19", "a subnormal product in a normal sum", p(-126), {p(-127)}},
      {"P20", "a subnormal initial value", p(-127), {p(-126)}},
      {"P21", "a subnormal factor", zero(), {}},
      {"P22", "subnormal products with a normal sum", zero(), times(2, p(-127))},
      {"P23", "products beyond the range that cancel", zero(), {}},
      {"P24", "a product beyond the range, a sum within", m(127), {}},
      {"P25", "half a unit above the largest value", p(104, ones), {p(103)}},
      {"P26", "sums that leave the range and come back", zero(), {p(127), p(127), m(127), m(127)}},
      {"P27a", "6 quarters beside just below 1", p(-24, ones), times(6, p(-25))},
      {"P27b", "6 quarters beside 1: less than P27a is not monotone", p(0), times(6, p(-25))},
      {"P28a", "12 eighths beside just below 1", p(-24, ones), times(12, p(-26))},
      {"P28b", "12 eighths beside 1: less than P28a is not monotone", p(0), times(12, p(-26))},
      {"P29", "halves of the depth in bfloat16", zero(), {p(8), p(0), m(8), zero()}},
  };
}

}  // namespace

std::span<const NamedProbe> named_probes() {
  static const std::vector<NamedProbe> probes = make_probes();
  return probes;
}

HardDot row_of(const NamedProbe& probe) {
  const ReductionProber prober(operation(), [](const auto&) { return std::nullopt; });
  auto row = prober.row(probe.products, probe.initial);
  if (!row) throw InternalError(fmt::format("probe {} is no row of bfloat16", probe.name));
  // Factors that are no powers of two, or lie where a product's own exponents would not put them.
  const auto put = [&](std::vector<std::uint64_t> left, std::vector<std::uint64_t> right) {
    row->left = std::move(left);
    row->right = std::move(right);
  };
  if (probe.name == "P17") put({0x3f7f}, {0x3f7f});                  // (255/256)^2
  if (probe.name == "P21") put({0x0001}, {0x7180});                  // 2^-133 * 2^100
  if (probe.name == "P23") put({0xdf80, 0x5f80}, {0x5f80, 0x5f80});  // -2^128 + 2^128
  if (probe.name == "P24") put({0x7f00}, {0x4000});                  // 2^127 * 2
  return *row;
}

std::string probe_table() {
  std::string text = "| probe | what it asks | sum |";
  std::string rule = "|---|---|---|";
  for (const NamedAccumulator& one : named_accumulators()) {
    text += fmt::format(" {} |", one.name);
    rule += "---|";
  }
  text += '\n' + rule + '\n';
  for (const NamedProbe& probe : named_probes()) {
    const HardDot row = row_of(probe);
    text += fmt::format("| {} | {} | {} |", probe.name, probe.question, evidence_of(operation(), {row, 0}).operands);
    for (const NamedAccumulator& one : named_accumulators()) {
      const CodeSet result = AccumulatorSimulation(operation(), one.semantics).result(row);
      text += float32.is_nan(result.low) ? " nan |" : fmt::format(" {:08x} |", result.low);
    }
    text += '\n';
  }
  return text;
}

}  // namespace hallmark
