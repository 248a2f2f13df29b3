// SPDX-License-Identifier: Apache-2.0
// A backend for each known accumulator: accumulators.so?NAME computes dot products and products of matrices as that
// unit does.
#include <hallmark/backend.h>

#include <cstdio>
#include <cstring>

#include "units.h"

namespace {
using namespace hallmark::accumulators;
using namespace hallmark::kernels;

template <Format format>
void read(std::vector<Number>& numbers, const void* from, std::size_t at, std::size_t step, bool flushes) {
  const auto* words = static_cast<const Word<format>*>(from);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = number_of<format>(words[at + i * step], flushes);
}

// A dot product is a product of matrices whose rows meet one column each, their own.
template <Format operand, Format to, bool is_matmul>
int reduce(void* state, const hallmark_arguments* arguments) {
  const auto& unit = *static_cast<const Unit*>(state);
  const std::size_t depth = arguments->depth, columns = is_matmul ? arguments->columns : 1;
  auto* result = static_cast<Word<to>*>(arguments->result);
  Row row{std::vector<Number>(depth), std::vector<Number>(depth), {}};
  for (std::size_t i = 0; i < arguments->rows; ++i) {
    read<operand>(row.left, arguments->operand[0], i * depth, 1, unit.flushes_operands);
    for (std::size_t column = 0; column < columns; ++column) {
      read<operand>(row.right, arguments->operand[1], is_matmul ? column : i * depth, columns, unit.flushes_operands);
      const std::size_t at = i * columns + column;
      if (const auto* initial = static_cast<const std::uint32_t*>(arguments->operand[2])) {
        row.initial = number_of<float32>(initial[at], unit.flushes_operands);
      }
      result[at] = word_of<to>(unit.sum(row), unit.canonical_nan);
    }
  }
  return 0;
}

const hallmark_operation operations[] = {
    {"dot(bfloat16,bfloat16)->float32", reduce<bfloat16, float32, false>},
    {"dot(bfloat16,bfloat16,float32)->float32", reduce<bfloat16, float32, false>},
    {"matmul(bfloat16,bfloat16)->float32", reduce<bfloat16, float32, true>},
    {"matmul(bfloat16,bfloat16,float32)->float32", reduce<bfloat16, float32, true>},
    {"dot(float16,float16)->float32", reduce<float16, float32, false>},
    {"dot(float16,float16,float32)->float32", reduce<float16, float32, false>},
    {"matmul(float16,float16)->float32", reduce<float16, float32, true>},
    {"dot(bfloat16,bfloat16)->bfloat16", reduce<bfloat16, bfloat16, false>},
    {"dot(bfloat16,bfloat16,float32)->bfloat16", reduce<bfloat16, bfloat16, false>},
    {"matmul(bfloat16,bfloat16)->bfloat16", reduce<bfloat16, bfloat16, true>},
};

// The first so many.
std::size_t operations_of(Unit::Formats formats) {
  return formats == Unit::Formats::bfloat16 ? 4 : formats == Unit::Formats::float16_too ? 7 : std::size(operations);
}

}  // namespace

const hallmark_backend* hallmark_open(const char* options) {
  static hallmark_backend backend;
  for (const Unit& unit : units()) {
    if (std::strcmp(unit.name, options) != 0) continue;
    backend = {.abi = HALLMARK_ABI,
               .flags = HALLMARK_THREAD_SAFE,
               .name = unit.name,
               .version = "1",
               .device = "CPU",
               .profile = nullptr,
               .alignment = 1,
               .granularity = 1,
               .operations = operations,
               .operation_count = operations_of(unit.formats),
               .state = const_cast<Unit*>(&unit),
               .last_error = nullptr,
               .close = nullptr};
    return &backend;
  }
  std::fprintf(stderr, "no unit is named '%s'; choose with ?NAME one of:", options);
  for (const Unit& unit : units()) std::fprintf(stderr, " %s", unit.name);
  std::fputc('\n', stderr);
  return nullptr;
}
