// SPDX-License-Identifier: Apache-2.0
// Backends eigen and eigen_native: the casts of Eigen::half and Eigen::bfloat16 over whole arrays, and the operations,
// functions, products of matrices and sums of these types and float, so that Eigen's packet code runs where it has
// some. Compiled twice, for the baseline instruction set and for the building machine's own.
#include <Eigen/Core>
#include <cstdint>

#include "compiled_extensions.h"
#include "eigen_elementwise.h"
#include "eigen_reductions.h"
#include "kernel_table.h"

namespace hallmark {
namespace {

template <typename Operand, typename Result>
int cast(void*, const hallmark_arguments* arguments) {
  using Source = Eigen::Map<const Eigen::Array<Operand, Eigen::Dynamic, 1>>;
  using Target = Eigen::Map<Eigen::Array<Result, Eigen::Dynamic, 1>>;
  const auto rows = static_cast<Eigen::Index>(arguments->rows);
  Target(static_cast<Result*>(arguments->result), rows) =
      Source(static_cast<const Operand*>(arguments->operand[0]), rows).template cast<Result>();
  return 0;
}

// Floating to integer is not offered: Eigen casts through C++, which leaves out-of-range operands undefined.
constexpr hallmark_operation operations[] = {
    {"convert(float64)->float16", cast<double, Eigen::half>},
    {"convert(float64)->bfloat16", cast<double, Eigen::bfloat16>},
    {"convert(float32)->float16", cast<float, Eigen::half>},
    {"convert(float32)->bfloat16", cast<float, Eigen::bfloat16>},
    {"convert(float16)->float64", cast<Eigen::half, double>},
    {"convert(float16)->float32", cast<Eigen::half, float>},
    {"convert(float16)->bfloat16", cast<Eigen::half, Eigen::bfloat16>},
    {"convert(bfloat16)->float64", cast<Eigen::bfloat16, double>},
    {"convert(bfloat16)->float32", cast<Eigen::bfloat16, float>},
    {"convert(bfloat16)->float16", cast<Eigen::bfloat16, Eigen::half>},
    {"convert(int32)->float16", cast<std::int32_t, Eigen::half>},
    {"convert(int32)->bfloat16", cast<std::int32_t, Eigen::bfloat16>},
    {"convert(int64)->float16", cast<std::int64_t, Eigen::half>},
    {"convert(int64)->bfloat16", cast<std::int64_t, Eigen::bfloat16>},
    HALLMARK_EIGEN_ELEMENTWISE(Eigen::bfloat16, "bfloat16"),
    HALLMARK_EIGEN_ELEMENTWISE(Eigen::half, "float16"),
    HALLMARK_EIGEN_ELEMENTWISE(float, "float32"),
    HALLMARK_EIGEN_SCALING(Eigen::bfloat16, "bfloat16"),
    HALLMARK_EIGEN_SCALING(Eigen::half, "float16"),
    HALLMARK_EIGEN_SCALING(float, "float32"),
    HALLMARK_EIGEN_REDUCTIONS(Eigen::bfloat16, "bfloat16", Eigen::bfloat16, "bfloat16"),
    HALLMARK_EIGEN_REDUCTIONS(Eigen::bfloat16, "bfloat16", float, "float32"),
    HALLMARK_EIGEN_REDUCTIONS(Eigen::half, "float16", Eigen::half, "float16"),
    HALLMARK_EIGEN_REDUCTIONS(Eigen::half, "float16", float, "float32"),
    HALLMARK_EIGEN_REDUCTIONS(float, "float32", float, "float32"),
};

}  // namespace

extern const KernelTable kernel_table = {operations, sizeof operations / sizeof operations[0],
                                         "Eigen " HALLMARK_TEXT(EIGEN_WORLD_VERSION) "." HALLMARK_TEXT(
                                             EIGEN_MAJOR_VERSION) "." HALLMARK_TEXT(EIGEN_MINOR_VERSION),
                                         compiled_extensions};

}  // namespace hallmark
