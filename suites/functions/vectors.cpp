// SPDX-License-Identifier: Apache-2.0
#include "functions/vectors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>

#include "formats/formats.h"
#include "functions/domains.h"
#include "inputs/hard_operands.h"
#include "inputs/tuples.h"
#include "judging/describe.h"
#include "oracles/function_estimate.h"
#include "semantics/nearest.h"
#include "truth/functions.h"
#include "tuple_vectors.h"

namespace hallmark {
namespace {

using Tuple = CuratedTuples::Tuple;

/// Operands of the catalogue of public faults. Results are not written here: truth computes them.
struct Witness {
  std::string_view fault;
  ElementaryFunction code;
  std::uint64_t operand;  ///< of bfloat16
};
constexpr Witness witnesses[] = {
    {"FN02", ElementaryFunction::gelu_tanh, 0x4140}, {"FN08", ElementaryFunction::gelu, 0xb4ab},
    {"FN10", ElementaryFunction::log1p, 0x7f09},     {"FN11", ElementaryFunction::exp, 0xc0e0},
    {"LT01", ElementaryFunction::rsqrt, 0x3f08},     {"SN13", ElementaryFunction::log, 0x0001},
    {"SN13", ElementaryFunction::rsqrt, 0x0001},
};

class FunctionVectors {
 public:
  FunctionVectors(const Profile& profile, const Signature& signature)
      : operation_(function_of(signature).value()),
        alternatives_(semantics_of(profile.resolve(signature))),
        limits_(profile.limits_of(signature)) {}

  CuratedTuples curated() {
    CuratedTuples tuples;
    if (operation_.operand_count == 1) {
      add_chosen(tuples);
    } else {
      for (const std::uint64_t x : corner_codes(operation_.operands[0])) {
        for (const std::uint64_t y : corner_codes(operation_.operands[1])) tuples.add({x, y});
      }
    }
    add_hardest(tuples);
    return tuples;
  }

  std::vector<ResultTerm> terms(const Tuple& operands) {
    const Format& to = operation_.result;
    std::vector<ResultTerm> all;
    for (const Semantics& semantics : alternatives_) {
      const Acceptance accepted = truth_.answer(operation_, semantics, limits_, operands).accepted;
      if (accepted.low <= accepted.high) {
        const std::uint64_t low = from_ordered(to, accepted.low), high = from_ordered(to, accepted.high);
        all.push_back({low == high ? ResultTerm::Kind::code : ResultTerm::Kind::range, low, high});
      }
      const auto others = result_terms(to, std::span(accepted.others.sets).first(accepted.others.count));
      all.insert(all.end(), others.begin(), others.end());
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  std::string class_of(const Tuple& operands) {
    const Requirement requirement = requirement_of(operation_, operands);
    if (requirement == Requirement::special_values) return std::string(requirement_name(requirement));
    const FunctionAnswer answer = rounded(operands);
    if (!answer.has_value) return "exact";
    return distance_from_tie(answer.value) < near ? "near_tie" : "rounding";
  }

  std::string note_of(const Tuple& operands) {
    std::vector<std::string> values;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      values.push_back(value_of_code(operation_.operands[i], operands[i]));
    }
    const FunctionAnswer answer = rounded(operands);
    std::string text = fmt::format("{}", fmt::join(values, " and "));
    if (answer.has_value) {
      text += fmt::format("; correctly rounded {}: {}", hex_code(operation_.result, answer.rounded.low),
                          value_of_code(operation_.result, answer.rounded.low));
    }
    return text;
  }

 private:
  /// Distances are parts of a unit in the last place, in units of 2^-64.
  static constexpr std::uint64_t near = std::uint64_t{1} << (64 - 9), far = ~std::uint64_t{0};

  FunctionAnswer rounded(const Tuple& operands) {
    return truth_.answer(operation_, alternatives_.front(), limits_, operands);
  }

  std::uint64_t distance_from_tie(const Real& value) const {
    if (value.significand == 0) return far;
    const Format& to = operation_.result;
    const int leading = value.exponent + bit_length(value.significand) - 1;
    const int cut = std::max(leading, to.min_exponent()) - to.significand_bits - value.exponent;
    if (compare_magnitude(value, decode(to, to.largest_finite())) > 0 || cut < 1 || cut > 63) return far;
    const std::uint64_t rest = value.significand & ((std::uint64_t{1} << cut) - 1);
    const std::uint64_t half = std::uint64_t{1} << (cut - 1);
    return (rest > half ? rest - half : half - rest) << (64 - cut);
  }

  void add_chosen(CuratedTuples& tuples) {
    const Format& from = operation_.operands[0];
    for (const Witness& witness : witnesses) {
      if (witness.code == operation_.code && from == bfloat16) tuples.add({witness.operand}, witness.fault);
    }
    for (const std::uint64_t code : corner_codes(from)) tuples.add({code});
    constexpr std::array small{2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 20, 32, 50, 64, 88, 100, 128};
    for (const int quarters : small) {
      for (const bool negative : {false, true}) {
        if (const auto code = encode(from, negative, static_cast<std::uint64_t>(quarters), -2)) tuples.add({*code});
        if (const auto code = encode(from, negative, static_cast<std::uint64_t>(quarters), 0)) tuples.add({*code});
      }
    }
    Intervals crossings;
    // The values of the circle's functions cross zero and one without end.
    if (is_one_of_circle()) {
      add_near_multiples_of_half_pi(crossings, from, 0);
    } else {
      add_crossings(crossings, operation_, 1);
    }
    crossings.normalise();
    for (const Interval& codes : crossings.intervals()) {
      for (std::uint64_t code = codes.first; code <= codes.last; ++code) tuples.add({code});
    }
  }

  bool is_one_of_circle() const {
    return operation_.code == ElementaryFunction::sin || operation_.code == ElementaryFunction::cos ||
           operation_.code == ElementaryFunction::tan;
  }

  /// The operands whose values lie within a 64th of a unit of a tie: estimates are nearer than that, and spare MPFR the
  /// others.
  std::vector<std::uint64_t> codes_near_ties() const {
    constexpr std::uint64_t a_64th = std::uint64_t{1} << (64 - 6);
    const FloatingPointMode mode;
    const FunctionEstimate estimate(operation_, alternatives_, limits_);
    std::vector<std::uint64_t> codes;
    for (std::uint64_t code = 0; code <= operation_.operands[0].code_mask(); ++code) {
      const FunctionOperands read = read_operands(operation_, alternatives_.front(), {&code, 1});
      if (function_special(operation_, alternatives_.front(), read)) continue;
      const std::optional<double> value = estimate.value({&read[0].value, 1});
      if (!value) {
        codes.push_back(code);
        continue;
      }
      const Decoded near_value = decode(float64, std::bit_cast<std::uint64_t>(*value));
      if (near_value.category != Category::normal) continue;  // far below the least result, or overflow
      const Real real{near_value.negative, near_value.significand, near_value.exponent, true};
      if (distance_from_tie(real) < a_64th) codes.push_back(code);
    }
    return codes;
  }

  /// Of all operands of a narrow format, or of drawn pairs, those whose exact values lie nearest to a tie.
  void add_hardest(CuratedTuples& tuples) {
    constexpr std::size_t wanted = 24, drawn = 8192;
    std::vector<std::pair<std::uint64_t, Tuple>> all;
    const auto consider = [&](Tuple operands) {
      const FunctionAnswer answer = rounded(operands);
      if (answer.has_value) all.emplace_back(distance_from_tie(answer.value), std::move(operands));
    };
    if (operation_.operand_count == 1) {
      const std::vector<std::uint64_t> near_ones = codes_near_ties();
      for (const std::uint64_t code : near_ones) consider({code});
      for (std::uint64_t code = 0; all.size() < wanted && code <= operation_.operands[0].code_mask(); ++code) {
        if (!std::binary_search(near_ones.begin(), near_ones.end(), code)) consider({code});
      }
    } else {
      const std::unique_ptr<Tuples> source = drawn_tuples(formats_of(operation_), drawn, 0, 1, 2019);
      Columns columns;
      for (std::size_t rows = source->next(4096, columns); rows > 0; rows = source->next(4096, columns)) {
        for (std::size_t row = 0; row < rows; ++row) consider({columns[0][row], columns[1][row]});
      }
    }
    const std::size_t count = std::min(wanted, all.size());
    std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), all.end());
    for (std::size_t i = 0; i < count; ++i) tuples.add(std::move(all[i].second));
  }

  FunctionOperation operation_;
  std::vector<Semantics> alternatives_;
  Limits limits_;
  FunctionTruth truth_;
};

}  // namespace

std::vector<VectorSet> function_vector_sets() {
  VectorSet ieee754{"ieee754", {}};
  for (const Format* format : {&bfloat16, &float16}) {
    for (const FunctionInfo& info : all_functions()) {
      const std::vector<Format> operands(static_cast<std::size_t>(info.operands), *format);
      ieee754.signatures.push_back({std::string(info.name), {}, operands, *format});
    }
  }
  return {ieee754};
}

VectorFile generate_function_vectors(const Profile& profile, const Signature& signature) {
  FunctionVectors vectors(profile, signature);
  return tuple_vectors(profile.name, signature, vectors.curated(),
                       {[&](const Tuple& operands) { return vectors.terms(operands); },
                        [&](const Tuple& operands) { return vectors.class_of(operands); },
                        [&](const Tuple& operands) { return vectors.note_of(operands); }});
}

void check_function_vectors(const VectorFile& file, const Profile& profile) {
  FunctionVectors vectors(profile, file.signature);
  check_tuple_vectors(file, [&](const Tuple& operands) { return vectors.terms(operands); });
}

}  // namespace hallmark
