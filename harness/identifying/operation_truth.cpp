// SPDX-License-Identifier: Apache-2.0
#include "identifying/operation_truth.h"

#include <bit>

namespace hallmark {

bool OperationTruth::suits(const Signature& signature) {
  return (signature.name == "convert" && signature.operands.size() == 1) || elementwise_of(signature).has_value();
}

OperationTruth::OperationTruth(const Signature& signature)
    : shape_(signature), elementwise_(elementwise_of(signature)) {}

Elementwise OperationTruth::elementwise() const {
  if (elementwise_) return *elementwise_;
  return {Operator::abs, {shape_.operands.front()}, 1, shape_.result};
}

CodeSets OperationTruth::right(const Semantics& semantics, std::span<const std::uint64_t> operands) {
  if (elementwise_) return elementwise_result(*elementwise_, semantics, operands, mpfr_);
  return truth_.convert(conversion(), semantics, operands.front());
}

CodeSets OperationTruth::planned(const Semantics& semantics, std::span<const std::uint64_t> operands) {
  if (elementwise_) return elementwise_result(*elementwise_, semantics, operands, integers_);
  const Conversion formats = conversion();
  if (const auto special = convert_special(formats, semantics, operands.front())) return *special;
  return round_conversion(formats, semantics, exact_value(formats.from, operands.front()));
}

std::uint64_t size_of(const CodeSets& sets, const Format& format) {
  __extension__ using Wide = unsigned __int128;
  Wide size = 0;
  for (std::size_t i = 0; i < sets.count; ++i) {
    const CodeSet& set = sets.sets[i];
    if (set.empty()) continue;
    const int free_bits = std::popcount(~set.mask & format.code_mask());
    size += (Wide{set.high - set.low} + 1) << free_bits;
  }
  constexpr Wide counted = Wide{1} << 32;
  return static_cast<std::uint64_t>(size <= counted ? size : counted + (size >> 20));
}

}  // namespace hallmark
