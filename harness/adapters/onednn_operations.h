// SPDX-License-Identifier: Apache-2.0
// What backend onednn asks of oneDNN: which primitive, algorithm and data types each signature is.
#ifndef HALLMARK_ADAPTERS_ONEDNN_OPERATIONS_H
#define HALLMARK_ADAPTERS_ONEDNN_OPERATIONS_H

#include <array>
#include <cstddef>
#include <oneapi/dnnl/dnnl.hpp>
#include <string>
#include <vector>

namespace hallmark::onednn {

using DataType = dnnl::memory::data_type;

enum class Primitive { reorder, eltwise, binary };

struct Operation {
  std::string signature;
  Primitive primitive;
  DataType operand, result;
  dnnl::algorithm algorithm = dnnl::algorithm::undef;
  float alpha = 0;
};

struct Format {
  const char* name;
  DataType type;
};
constexpr std::array<Format, 3> formats = {
    {{"bfloat16", DataType::bf16}, {"float16", DataType::f16}, {"float32", DataType::f32}}};

struct Function {
  const char* name;
  dnnl::algorithm algorithm;
  float alpha = 0;
};
// min and max are not here: the documentation says neither what a NaN nor what two zeros give.
constexpr std::array<Function, 12> functions = {{
    {"abs", dnnl::algorithm::eltwise_abs},
    {"sqrt", dnnl::algorithm::eltwise_sqrt},
    {"round_even", dnnl::algorithm::eltwise_round},
    {"exp", dnnl::algorithm::eltwise_exp},
    {"log", dnnl::algorithm::eltwise_log},
    {"tanh", dnnl::algorithm::eltwise_tanh},
    {"logistic", dnnl::algorithm::eltwise_logistic},
    {"softplus", dnnl::algorithm::eltwise_soft_relu},
    {"silu", dnnl::algorithm::eltwise_swish, 1},
    {"gelu", dnnl::algorithm::eltwise_gelu_erf},
    {"gelu_tanh", dnnl::algorithm::eltwise_gelu_tanh},
    {"reciprocal", dnnl::algorithm::eltwise_pow, 1},
}};
constexpr float reciprocal_exponent = -1;

struct Relation {
  const char* name;
  dnnl::algorithm algorithm;
  bool delivers_truth;
};
constexpr std::array<Relation, 10> relations = {{
    {"add", dnnl::algorithm::binary_add, false},
    {"subtract", dnnl::algorithm::binary_sub, false},
    {"multiply", dnnl::algorithm::binary_mul, false},
    {"divide", dnnl::algorithm::binary_div, false},
    {"equal", dnnl::algorithm::binary_eq, true},
    {"not_equal", dnnl::algorithm::binary_ne, true},
    {"less", dnnl::algorithm::binary_lt, true},
    {"less_equal", dnnl::algorithm::binary_le, true},
    {"greater", dnnl::algorithm::binary_gt, true},
    {"greater_equal", dnnl::algorithm::binary_ge, true},
}};

constexpr std::size_t operation_count =
    formats.size() * (formats.size() - 1) + formats.size() * (functions.size() + relations.size());

/// All of them, `operation_count` in number, whether this machine's library can do them or not.
inline std::vector<Operation> all_operations() {
  std::vector<Operation> all;
  for (const Format& from : formats) {
    for (const Format& to : formats) {
      if (from.type == to.type) continue;
      all.push_back({std::string("convert(") + from.name + ")->" + to.name, Primitive::reorder, from.type, to.type});
    }
  }
  for (const Format& format : formats) {
    const std::string name = format.name;
    for (const Function& function : functions) {
      all.push_back({function.name + ("(" + name) + ")->" + name, Primitive::eltwise, format.type, format.type,
                     function.algorithm, function.alpha});
    }
    for (const Relation& relation : relations) {
      all.push_back({relation.name + ("(" + name) + "," + name + ")->" + (relation.delivers_truth ? "uint8" : name),
                     Primitive::binary, format.type, relation.delivers_truth ? DataType::u8 : format.type,
                     relation.algorithm});
    }
  }
  return all;
}

}  // namespace hallmark::onednn

#endif  // HALLMARK_ADAPTERS_ONEDNN_OPERATIONS_H
