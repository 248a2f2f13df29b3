// SPDX-License-Identifier: Apache-2.0
// OpenCL devices: which there are, and one opened with its queue, its program and its two buffers.
#ifndef HALLMARK_ADAPTERS_OPENCL_DEVICE_H
#define HALLMARK_ADAPTERS_OPENCL_DEVICE_H

#include <CL/cl.h>

#include <array>
#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace hallmark {

/// A call of OpenCL failed; what() names the call and the error's number.
class OpenclError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct FoundDevice {
  cl_device_id id;
  std::string name;
};

/// All devices of all platforms, in the order of the loader; throws OpenclError, with the reason, if there is none.
/// PoCL shows its device "basic" unless the variable POCL_DEVICES of the environment names another.
std::vector<FoundDevice> find_opencl_devices();

/// Bytes in the host's memory; null: none.
struct OpenclOperand {
  const void* data;
  std::size_t bytes;
};

struct OpenclSizes {
  std::size_t rows, columns, depth;
};

class OpenclDevice {
 public:
  /// Throws OpenclError.
  OpenclDevice(const FoundDevice& found, bool denorms_are_zero);
  OpenclDevice(const OpenclDevice&) = delete;
  OpenclDevice& operator=(const OpenclDevice&) = delete;
  ~OpenclDevice();

  const std::string& name() const { return name_; }
  std::string version() const;
  bool is_cpu() const { return is_cpu_; }
  bool has_double() const { return has_double_; }

  /// Runs a kernel of opencl_program over `rows` elements. Throws OpenclError.
  void run(const char* kernel, const void* operand, std::size_t operand_bytes, void* result, std::size_t result_bytes,
           std::size_t rows);

  /// Runs a kernel of opencl_reductions_program, one work item a place of rows x columns. Throws OpenclError.
  void reduce(const char* kernel, const std::array<OpenclOperand, 3>& operands, void* result, std::size_t result_bytes,
              const OpenclSizes& sizes);

 private:
  /// A buffer that grows with what it has to hold.
  struct Buffer {
    cl_mem memory = nullptr;
    std::size_t bytes = 0;
  };

  cl_kernel created(const char* name);
  cl_kernel kernel(const char* name);
  cl_mem grown(Buffer& buffer, std::size_t bytes);
  void release();

  cl_device_id device_;
  std::string name_;
  bool is_cpu_ = false, has_double_ = false;
  std::size_t local_size_ = 1;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  cl_program program_ = nullptr;
  cl_mem operands_ = nullptr, results_ = nullptr;
  std::array<Buffer, 3> reduced_;
  Buffer sums_;
  std::map<std::string, cl_kernel, std::less<>> kernels_;
};

}  // namespace hallmark

#endif  // HALLMARK_ADAPTERS_OPENCL_DEVICE_H
