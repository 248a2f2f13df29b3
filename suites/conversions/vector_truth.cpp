// SPDX-License-Identifier: Apache-2.0
#include "conversions/vector_truth.h"

#include <fmt/format.h>

#include "judging/describe.h"

namespace hallmark {

VectorTruth::VectorTruth(const Conversion& conversion, std::vector<Semantics> alternatives)
    : conversion_(conversion), alternatives_(std::move(alternatives)), answers_(alternatives_.size()) {}

std::span<const CodeSet> VectorTruth::answers(std::uint64_t operand) {
  truth_.convert(conversion_, alternatives_, operand, answers_);
  return answers_;
}

std::vector<ResultTerm> VectorTruth::terms(std::uint64_t operand) {
  return result_terms(conversion_.to, answers(operand));
}

void VectorTruth::check(const VectorFile& file) {
  for (const VectorRow& row : file.rows) {
    const std::uint64_t operand = row.operands.front().front();
    const std::vector<ResultTerm> right = terms(operand);
    if (row.result == right) continue;
    throw InputError(fmt::format("{}: {} of {} gives {} under {}, the file says {}; correct the row", file.where(row),
                                 to_string(file.signature), hex_code(conversion_.from, operand),
                                 result_text(conversion_.to, right), file.profile,
                                 result_text(conversion_.to, row.result)));
  }
}

VectorFile load_conversion_vectors(const std::string& path, const Profile& profile, const Signature& signature) {
  const auto formats_of = [&](const std::string&) -> FormatLookup {
    return [&](std::string_view name) { return profile.find_format(name); };
  };
  VectorFile file = read_vector_file(path, formats_of);
  if (file.signature != signature) {
    throw InputError(fmt::format("{}:2: is of {}, its name says {}; rename the file or correct the line", path,
                                 to_string(file.signature), to_string(signature)));
  }
  if (file.profile != profile.name) {
    throw InputError(fmt::format("{}:3: is for profile {}, its folder is {}'s; move the file or correct the line", path,
                                 file.profile, profile.name));
  }
  VectorTruth({signature.operands.front(), signature.result}, semantics_of(profile.resolve(signature))).check(file);
  return file;
}

}  // namespace hallmark
