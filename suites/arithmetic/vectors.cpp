// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "arithmetic/vector_witnesses.h"
#include "formats/formats.h"
#include "inputs/tuples.h"
#include "judging/describe.h"
#include "truth/arithmetic.h"
#include "tuple_vectors.h"

namespace hallmark {
namespace {

using Tuple = CuratedTuples::Tuple;

/// The exact result of a numeric operation, cut with a bit to spare; nothing where operands alone decide.
std::optional<Real> exact_result(const Elementwise& operation, const Tuple& operands, MpfrArithmetic& mpfr) {
  if (info_of(operation.code).kind != OperatorKind::numeric) return std::nullopt;
  if (requirement_of(operation, operands, mpfr) == Requirement::special_values) return std::nullopt;
  std::vector<Decoded> values;
  for (std::size_t i = 0; i < operands.size(); ++i) values.push_back(decode(operation.operands[i], operands[i]));
  const Real exact = mpfr.compute(computed_as(operation.code), values, operation.result.precision() + 2);
  return exact.significand == 0 ? std::nullopt : std::optional(exact);
}

/// Exponents of the lowest set bit, and of the last place of the result.
struct Places {
  int lowest = 0, last = 0;
  bool is_tie(const Real& exact) const { return !exact.sticky && lowest == last - 1; }
  bool is_exact(const Real& exact) const { return !exact.sticky && lowest >= last; }
};

Places places_of(const Format& to, const Real& exact) {
  const int leading = exact.exponent + static_cast<int>(std::bit_width(exact.significand)) - 1;
  return {exact.exponent + std::countr_zero(exact.significand),
          std::max(leading, to.min_exponent()) - to.significand_bits};
}

std::string class_of(const Elementwise& operation, const Tuple& operands, MpfrArithmetic& mpfr) {
  const Requirement requirement = requirement_of(operation, operands, mpfr);
  if (requirement != Requirement::rounding) return std::string(requirement_name(requirement));
  const std::optional<Real> exact = exact_result(operation, operands, mpfr);
  if (!exact) return "exact";
  const Places places = places_of(operation.result, *exact);
  return places.is_exact(*exact) ? "exact" : places.is_tie(*exact) ? "tie" : "rounding";
}

/// No comma: it parts the columns.
std::string note_of(const Elementwise& operation, const Tuple& operands, MpfrArithmetic& mpfr) {
  std::vector<std::string> values;
  for (std::size_t i = 0; i < operands.size(); ++i) values.push_back(value_of_code(operation.operands[i], operands[i]));
  std::string text = fmt::format("{}", fmt::join(values, " and "));
  if (const auto exact = exact_result(operation, operands, mpfr)) {
    const Places places = places_of(operation.result, *exact);
    if (places.is_tie(*exact)) text += ": halfway between two results";
  }
  return text;
}

class Curated : public CuratedTuples {
 public:
  explicit Curated(const Elementwise& operation) : operation_(operation) {}

  void add_witnesses() {
    for (const TupleWitness& witness : tuple_witnesses()) {
      if (witness.code != operation_.code || witness.format != operation_.operands[0].name) continue;
      add({witness.operands.begin(), witness.operands.begin() + static_cast<std::ptrdiff_t>(operation_.operand_count)},
          witness.fault);
    }
  }

  void add_corners() {
    if (operation_.operand_count == 1) {
      for (const std::uint64_t code : corner_codes(operation_.operands[0])) add({code});
    } else if (operation_.operand_count == 2) {
      for (const std::uint64_t x : corner_codes(operation_.operands[0])) {
        for (const std::uint64_t y : corner_codes(operation_.operands[1])) add({x, y});
      }
    } else {
      // A product of any two positive corners, and of one negative pair, with addends of every kind.
      const std::vector<std::uint64_t> codes = corner_codes(operation_.operands[0]);
      for (std::size_t i = 0; i < codes.size(); i += 3) {
        for (std::size_t j = 1; j < codes.size(); j += 3) {
          for (std::size_t k = (i + j) % 2; k < codes.size(); k += 2) add({codes[i], codes[j], codes[k]});
        }
      }
    }
  }

  /// Of drawn tuples the first of each kind: ties, inexact results, subnormal and overflowing ones.
  void add_drawn(MpfrArithmetic& mpfr) {
    constexpr std::size_t of_each = 48, most_drawn = 40000;
    const std::unique_ptr<Tuples> source = drawn_tuples(operation_, most_drawn, 0, 1, 2019);
    std::map<std::string, std::size_t> count;
    Columns columns;
    for (std::size_t rows = source->next(4096, columns); rows > 0; rows = source->next(4096, columns)) {
      for (std::size_t row = 0; row < rows; ++row) {
        Tuple operands;
        for (const auto& column : columns) operands.push_back(column[row]);
        const std::string name = class_of(operation_, operands, mpfr);
        if (name != "special_values" && count[name]++ < of_each) add(std::move(operands));
      }
    }
  }

 private:
  Elementwise operation_;
};

/// What the file says of a tuple's results.
std::vector<ResultTerm> terms_of(const Elementwise& operation, const std::vector<Semantics>& alternatives,
                                 const Tuple& operands, MpfrArithmetic& mpfr) {
  std::vector<CodeSet> answers;
  for (const Semantics& semantics : alternatives) {
    const CodeSets right = elementwise_result(operation, semantics, operands, mpfr);
    answers.insert(answers.end(), right.sets.begin(), right.sets.begin() + static_cast<std::ptrdiff_t>(right.count));
  }
  return result_terms(operation.result, answers);
}

}  // namespace

std::vector<VectorSet> arithmetic_vector_sets() {
  VectorSet ieee754{"ieee754", {}};
  const Format& truth_value = *find_format("uint8");
  for (const Format* format : {&bfloat16, &float16}) {
    for (const OperatorInfo& info : all_operators()) {
      if (computed_as(info.code) != info.code) continue;  // scale and unscale have a suite of their own
      const bool decides = info.kind == OperatorKind::relation || info.kind == OperatorKind::predicate;
      const std::vector<Format> operands(static_cast<std::size_t>(info.operands), *format);
      ieee754.signatures.push_back({std::string(info.name), {}, operands, decides ? truth_value : *format});
    }
  }
  ieee754.signatures.push_back({"multiply", {}, {bfloat16, bfloat16}, float32});
  return {ieee754};
}

VectorFile generate_arithmetic_vectors(const Profile& profile, const Signature& signature) {
  const Elementwise operation = elementwise_of(signature).value();
  const std::vector<Semantics> alternatives = semantics_of(profile.resolve(signature));
  MpfrArithmetic mpfr;
  Curated curated(operation);
  curated.add_witnesses();
  curated.add_corners();
  if (operation.operand_count > 1) curated.add_drawn(mpfr);
  return tuple_vectors(profile.name, signature, curated,
                       {[&](const Tuple& operands) { return terms_of(operation, alternatives, operands, mpfr); },
                        [&](const Tuple& operands) { return class_of(operation, operands, mpfr); },
                        [&](const Tuple& operands) { return note_of(operation, operands, mpfr); }});
}

void check_arithmetic_vectors(const VectorFile& file, const Profile& profile) {
  const Elementwise operation = elementwise_of(file.signature).value();
  const std::vector<Semantics> alternatives = semantics_of(profile.resolve(file.signature));
  MpfrArithmetic mpfr;
  check_tuple_vectors(file, [&](const Tuple& operands) { return terms_of(operation, alternatives, operands, mpfr); });
}

}  // namespace hallmark
