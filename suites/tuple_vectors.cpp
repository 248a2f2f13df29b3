// SPDX-License-Identifier: Apache-2.0
#include "tuple_vectors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "judging/describe.h"

namespace hallmark {

VectorFile tuple_vectors(const std::string& profile, const Signature& signature, const CuratedTuples& curated,
                         const TupleTruth& truth) {
  VectorFile file{{}, signature, profile, {}};
  for (const auto& [operands, name] : curated.tuples()) {
    VectorRow row;
    for (const std::uint64_t code : operands) row.operands.push_back({code});
    row.result = truth.terms(operands);
    row.result_class = truth.class_of(operands);
    row.note = (name.empty() ? "" : name + ": ") + truth.note_of(operands);
    file.rows.push_back(std::move(row));
  }
  return file;
}

void check_tuple_vectors(const VectorFile& file,
                         const std::function<std::vector<ResultTerm>(const CuratedTuples::Tuple&)>& terms) {
  const Signature& signature = file.signature;
  for (const VectorRow& row : file.rows) {
    CuratedTuples::Tuple operands;
    for (const auto& codes : row.operands) operands.push_back(codes.front());
    const std::vector<ResultTerm> right = terms(operands);
    if (row.result == right) continue;
    std::vector<std::string> codes;
    for (std::size_t i = 0; i < operands.size(); ++i) codes.push_back(hex_code(signature.operands[i], operands[i]));
    throw InputError(fmt::format("{}: {} of {} gives {} under {}, the file says {}; correct the row", file.where(row),
                                 to_string(signature), fmt::join(codes, " "), result_text(signature.result, right),
                                 file.profile, result_text(signature.result, row.result)));
  }
}

std::vector<std::uint64_t> corner_codes(const Format& format) {
  const std::uint64_t one = static_cast<std::uint64_t>(format.bias) << format.significand_bits;
  const std::uint64_t three = one + (std::uint64_t{1} << format.significand_bits) * 3 / 2;
  std::vector<std::uint64_t> codes;
  for (const std::uint64_t magnitude :
       {std::uint64_t{0}, format.smallest_magnitude(), format.smallest_normal() - 1, format.smallest_normal(), one - 1,
        one, one + 1, three, format.largest_finite(), format.infinity_magnitude(),
        format.infinity_magnitude() | format.quiet_bit(), format.infinity_magnitude() | 1}) {
    codes.push_back(magnitude);
    codes.push_back(magnitude | format.sign_mask());
  }
  return codes;
}

}  // namespace hallmark
