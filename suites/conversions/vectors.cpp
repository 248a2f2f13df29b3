// SPDX-License-Identifier: Apache-2.0
#include "conversions/vectors.h"

#include <algorithm>

#include "conversions/vector_notes.h"
#include "conversions/vector_operands.h"
#include "conversions/vector_truth.h"
#include "formats/formats.h"

namespace hallmark {

std::vector<VectorSet> conversion_vector_sets() {
  constexpr Format formats[] = {float64,       float32,         float16,         bfloat16,      float8_e5m2,
                                float8_e4m3fn, float8_e4m3fnuz, float8_e5m2fnuz, float8_e8m0fnu};
  VectorSet ieee754{"ieee754", {}}, tpu{"tpu", {}};
  for (const Format& from : formats) {
    for (const Format& to : formats) {
      if (from == to) continue;
      const Signature signature{"convert", {}, {from}, to};
      ieee754.signatures.push_back(signature);
      if (from == bfloat16 || to == bfloat16) tpu.signatures.push_back(signature);
    }
  }
  return {ieee754, tpu};
}

VectorFile generate_conversion_vectors(const Profile& profile, const Signature& signature) {
  const Conversion conversion{signature.operands.front(), signature.result};
  const std::vector<Semantics> alternatives = semantics_of(profile.resolve(signature));
  const bool subnormals = std::all_of(alternatives.begin(), alternatives.end(), [](const Semantics& semantics) {
    return semantics.subnormal_operands == SubnormalOperands::keep &&
           semantics.subnormal_results == SubnormalResults::keep;
  });
  VectorTruth truth(conversion, alternatives);
  VectorFile file{{}, signature, profile.name, {}};
  for (const CuratedOperand& operand : curated_operands(conversion)) {
    VectorRow row;
    row.operands = {{operand.code}};
    row.result = truth.terms(operand.code);
    row.result_class = vector_class(conversion, operand.code);
    row.note = vector_note(conversion, operand.code, subnormals);
    if (!operand.name.empty()) row.note = operand.name + ": " + row.note;
    file.rows.push_back(std::move(row));
  }
  return file;
}

}  // namespace hallmark
