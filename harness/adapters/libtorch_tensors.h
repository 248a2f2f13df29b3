// SPDX-License-Identifier: Apache-2.0
// What every kernel of backend libtorch does: tensors of a call's operands, and the result back into its array.
#ifndef HALLMARK_ADAPTERS_LIBTORCH_TENSORS_H
#define HALLMARK_ADAPTERS_LIBTORCH_TENSORS_H

#include <ATen/ATen.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

#include "hallmark/backend.h"

namespace hallmark::libtorch {

struct Library {
  bool strided = false;
  std::string error;
};

constexpr at::ScalarType types[] = {at::kBFloat16, at::kHalf, at::kFloat};
constexpr const char* type_names[] = {"bfloat16", "float16", "float32"};

/// Operand i as a tensor of that shape, row-major; each second element of a longer one where the library is `strided`.
inline at::Tensor tensor_of(const Library& library, const hallmark_arguments* arguments, std::size_t i,
                            at::ScalarType type, std::vector<std::int64_t> shape) {
  // from_blob takes no const pointer; nothing here writes to an operand.
  const at::Tensor operand = at::from_blob(const_cast<void*>(arguments->operand[i]), shape, at::dtype(type));
  if (!library.strided) return operand;
  const auto last = static_cast<std::int64_t>(shape.size());
  shape.push_back(2);
  at::Tensor gapped = at::empty(shape, at::dtype(type)).select(last, 1);
  gapped.copy_(operand);
  return gapped;
}

/// Runs `compute` and hands its result over, a tensor of that many elements; what it throws is the kernel's error.
template <typename Compute>
int deliver(Library& library, const hallmark_arguments* arguments, at::ScalarType type, std::size_t elements,
            const Compute& compute) {
  if (elements == 0) return 0;
  try {
    at::Tensor result = compute();
    if (result.scalar_type() != type || result.numel() != static_cast<std::int64_t>(elements)) {
      library.error = "the result is a tensor of another type or shape";
      return 1;
    }
    result = result.contiguous();
    std::memcpy(arguments->result, result.data_ptr(), result.nbytes());
    return 0;
  } catch (const std::exception& error) {
    library.error = error.what();
    return 1;
  }
}

}  // namespace hallmark::libtorch

#endif  // HALLMARK_ADAPTERS_LIBTORCH_TENSORS_H
