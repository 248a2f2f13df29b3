// SPDX-License-Identifier: Apache-2.0
// Backend xnnpack: its convert operators between float32 and float16. XNNPACK reads past its input by design, so the
// operands are first copied into a padded buffer, at the alignment they came with.
#include <xnnpack.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "kernels.h"

namespace hallmark {
namespace {

constexpr std::uintptr_t line = 64;  // the widest vector

struct Library {
  xnn_operator_t narrow = nullptr, widen = nullptr;
  std::vector<unsigned char> buffer;
  std::string error;

  /// A copy of the operands that is as far from a cache line's start and has room behind it.
  const void* padded(const void* operand, std::size_t bytes) {
    if (buffer.size() < bytes + 2 * line + XNN_EXTRA_BYTES) buffer.resize(2 * bytes + 2 * line + XNN_EXTRA_BYTES);
    const auto start = reinterpret_cast<std::uintptr_t>(buffer.data());
    const std::uintptr_t wanted = reinterpret_cast<std::uintptr_t>(operand) % line;
    unsigned char* const copy = buffer.data() + (line + wanted - start % line) % line;
    std::memcpy(copy, operand, bytes);
    return copy;
  }

  int run(xnn_operator_t convert, xnn_status status) {
    if (status == xnn_status_success) status = xnn_run_operator(convert, nullptr);
    if (status == xnn_status_success) return 0;
    error = "XNNPACK answers with status " + std::to_string(status);
    return 1;
  }
};

int narrow(void* state, const hallmark_arguments* arguments) {
  if (arguments->rows == 0) return 0;
  auto& library = *static_cast<Library*>(state);
  const void* const operand = library.padded(arguments->operand[0], arguments->rows * sizeof(float));
  return library.run(library.narrow,
                     xnn_setup_convert_nc_f32_f16(library.narrow, arguments->rows, static_cast<const float*>(operand),
                                                  arguments->result, nullptr));
}

int widen(void* state, const hallmark_arguments* arguments) {
  if (arguments->rows == 0) return 0;
  auto& library = *static_cast<Library*>(state);
  const void* const operand = library.padded(arguments->operand[0], arguments->rows * sizeof(std::uint16_t));
  return library.run(library.widen, xnn_setup_convert_nc_f16_f32(library.widen, arguments->rows, operand,
                                                                 static_cast<float*>(arguments->result), nullptr));
}

}  // namespace
}  // namespace hallmark

const hallmark_backend* hallmark_open(const char* options) {
  using namespace hallmark;
  constexpr const char* name = "xnnpack";
  static Library library;
  static std::vector<hallmark_operation> operations;
  static hallmark_backend backend;
  if (!takes_no_options(name, options)) return nullptr;
  if (xnn_initialize(nullptr) != xnn_status_success) return refuse(name, "XNNPACK does not run on this processor");
  // One channel without gaps: the batch is then one array to XNNPACK.
  if (xnn_create_convert_nc_f32_f16(1, 1, 1, 0, &library.narrow) == xnn_status_success) {
    operations.push_back({"convert(float32)->float16", narrow});
  }
  if (xnn_create_convert_nc_f16_f32(1, 1, 1, 0, &library.widen) == xnn_status_success) {
    operations.push_back({"convert(float16)->float32", widen});
  }
  if (operations.empty()) return refuse(name, "XNNPACK offers no conversion of float16 on this processor");
  // The package states no version; its interface is of 2022-02-16.
  backend = describe(name, "XNNPACK", "ieee754", operations.data(), operations.size());
  backend.flags = 0;  // An operator works on one call's arrays at a time.
  backend.state = &library;
  backend.last_error = [](void* state) { return static_cast<Library*>(state)->error.c_str(); };
  backend.close = [](void*) {
    xnn_delete_operator(library.narrow);
    xnn_delete_operator(library.widen);
    xnn_deinitialize();
  };
  return &backend;
}
