// SPDX-License-Identifier: Apache-2.0
// Opening an OpenCL device and moving blocks of operands through it.
#include "device.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "program.h"
#include "reductions_program.h"

namespace hallmark {
namespace {

// Rows that the buffers on the device hold; longer calls go through in pieces.
constexpr std::size_t buffer_rows = 65536;
constexpr std::size_t widest_element = 8;

void check(cl_int status, const char* call) {
  if (status != CL_SUCCESS)
    throw OpenclError(std::string(call) + " failed with OpenCL error " + std::to_string(status));
}

std::string text(cl_device_id device, cl_device_info what) {
  std::size_t length = 0;
  check(clGetDeviceInfo(device, what, 0, nullptr, &length), "clGetDeviceInfo");
  std::string value(length, '\0');
  check(clGetDeviceInfo(device, what, length, value.data(), nullptr), "clGetDeviceInfo");
  value.resize(std::min(value.find('\0'), value.size()));
  return value;
}

std::string platform_name(cl_platform_id platform) {
  char name[256] = {};
  const cl_int status = clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof(name) - 1, name, nullptr);
  return status == CL_SUCCESS ? name : "an unnamed platform";
}

template <typename Value>
Value number(cl_device_id device, cl_device_info what) {
  Value value{};
  check(clGetDeviceInfo(device, what, sizeof(value), &value, nullptr), "clGetDeviceInfo");
  return value;
}

/// The first line of the compiler's log that says error, else the first.
std::string build_error(cl_program program, cl_device_id device) {
  std::size_t length = 0;
  if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &length) != CL_SUCCESS) return {};
  std::string log(length, '\0');
  if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, length, log.data(), nullptr) != CL_SUCCESS)
    return {};
  const std::size_t error = std::min(log.find("error"), log.size() - std::min<std::size_t>(log.size(), 1));
  const std::size_t start = log.rfind('\n', error);
  const std::size_t from = start == std::string::npos ? 0 : start + 1;
  const std::size_t end = log.find_first_of(std::string("\n\0", 2), from);
  return log.substr(from, end == std::string::npos ? end : end - from);
}

}  // namespace

std::vector<FoundDevice> find_opencl_devices() {
  // PoCL's default device wakes a pool of threads for every kernel: a block of 4,096 rows then takes 40 microseconds
  // where the same code on the calling thread, its device "basic", takes 6.
  setenv("POCL_DEVICES", "basic", 0);
  cl_uint count = 0;
  const cl_int none = clGetPlatformIDs(0, nullptr, &count);
  if (none != CL_SUCCESS || count == 0) {
    throw OpenclError("no OpenCL device: the loader finds no platform (error " + std::to_string(none) +
                      "); pocl-opencl-icd makes a device of the CPU");
  }
  std::vector<cl_platform_id> platforms(count);
  check(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
  std::vector<FoundDevice> found;
  std::string refusals;
  for (const cl_platform_id platform : platforms) {
    cl_uint devices = 0;
    const cl_int refused = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &devices);
    if (refused != CL_SUCCESS || devices == 0) {
      refusals += (refusals.empty() ? "" : ", ") + platform_name(platform) + " (error " + std::to_string(refused) + ")";
      continue;
    }
    std::vector<cl_device_id> ids(devices);
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, devices, ids.data(), nullptr), "clGetDeviceIDs");
    for (const cl_device_id id : ids) found.push_back({id, text(id, CL_DEVICE_NAME)});
  }
  if (found.empty()) throw OpenclError("no OpenCL device: none is offered by " + refusals);
  return found;
}

OpenclDevice::OpenclDevice(const FoundDevice& found, bool denorms_are_zero) : device_(found.id), name_(found.name) {
  if (number<cl_bool>(device_, CL_DEVICE_AVAILABLE) == CL_FALSE)
    throw OpenclError("device " + name_ + " is not available");
  if (number<cl_bool>(device_, CL_DEVICE_COMPILER_AVAILABLE) == CL_FALSE) {
    throw OpenclError("device " + name_ + " has no compiler for OpenCL C");
  }
  if (number<cl_bool>(device_, CL_DEVICE_ENDIAN_LITTLE) == CL_FALSE) {
    throw OpenclError("device " + name_ + " is big-endian; Hallmark's arrays are little-endian");
  }
  is_cpu_ = (number<cl_device_type>(device_, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU) != 0;
  has_double_ = number<cl_device_fp_config>(device_, CL_DEVICE_DOUBLE_FP_CONFIG) != 0;
  // One size for every call: PoCL compiles a kernel anew for each. 256 fills a GPU's wavefronts and a CPU's vectors.
  local_size_ = std::min<std::size_t>(256, number<std::size_t>(device_, CL_DEVICE_MAX_WORK_GROUP_SIZE));
  try {
    cl_int status = CL_SUCCESS;
    context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &status);
    check(status, "clCreateContext");
    queue_ = clCreateCommandQueue(context_, device_, 0, &status);
    check(status, "clCreateCommandQueue");
    const std::array<const char*, 2> sources = {opencl_program, opencl_reductions_program};
    program_ =
        clCreateProgramWithSource(context_, sources.size(), const_cast<const char**>(sources.data()), nullptr, &status);
    check(status, "clCreateProgramWithSource");
    std::string flags;
    if (has_double_) flags += " -D HALLMARK_FP64";
    if (denorms_are_zero) flags += " -cl-denorms-are-zero";
    status = clBuildProgram(program_, 1, &device_, flags.c_str(), nullptr, nullptr);
    if (status == CL_BUILD_PROGRAM_FAILURE) {
      throw OpenclError("the device's compiler refuses the program: " + build_error(program_, device_));
    }
    check(status, "clBuildProgram");
    operands_ = clCreateBuffer(context_, CL_MEM_READ_ONLY, buffer_rows * widest_element, nullptr, &status);
    check(status, "clCreateBuffer");
    results_ = clCreateBuffer(context_, CL_MEM_WRITE_ONLY, buffer_rows * widest_element, nullptr, &status);
    check(status, "clCreateBuffer");
  } catch (...) {
    release();
    throw;
  }
}

OpenclDevice::~OpenclDevice() { release(); }

void OpenclDevice::release() {
  for (const auto& [name, kernel] : kernels_) clReleaseKernel(kernel);
  for (const Buffer& buffer : reduced_) {
    if (buffer.memory != nullptr) clReleaseMemObject(buffer.memory);
  }
  if (sums_.memory != nullptr) clReleaseMemObject(sums_.memory);
  if (results_ != nullptr) clReleaseMemObject(results_);
  if (operands_ != nullptr) clReleaseMemObject(operands_);
  if (program_ != nullptr) clReleaseProgram(program_);
  if (queue_ != nullptr) clReleaseCommandQueue(queue_);
  if (context_ != nullptr) clReleaseContext(context_);
}

std::string OpenclDevice::version() const {
  return text(device_, CL_DEVICE_VERSION) + ", driver " + text(device_, CL_DRIVER_VERSION);
}

cl_kernel OpenclDevice::created(const char* name) {
  cl_int status = CL_SUCCESS;
  cl_kernel kernel = clCreateKernel(program_, name, &status);
  check(status, "clCreateKernel");
  kernels_.emplace(name, kernel);
  return kernel;
}

cl_kernel OpenclDevice::kernel(const char* name) {
  if (const auto found = kernels_.find(name); found != kernels_.end()) return found->second;
  cl_kernel kernel = created(name);
  check(clSetKernelArg(kernel, 0, sizeof(operands_), &operands_), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof(results_), &results_), "clSetKernelArg");
  return kernel;
}

void OpenclDevice::run(const char* name, const void* operand, std::size_t operand_bytes, void* result,
                       std::size_t result_bytes, std::size_t rows) {
  const cl_kernel kernel = this->kernel(name);
  // Explicit copies, not CL_MEM_USE_HOST_PTR: a kernel may be compiled for aligned buffers, and Hallmark's arrays have
  // their element's alignment only.
  for (std::size_t first = 0; first < rows; first += buffer_rows) {
    const std::size_t count = std::min(buffer_rows, rows - first);
    const auto count_argument = static_cast<cl_uint>(count);
    const std::size_t items = (count + local_size_ - 1) / local_size_ * local_size_;
    check(clSetKernelArg(kernel, 2, sizeof(count_argument), &count_argument), "clSetKernelArg");
    check(clEnqueueWriteBuffer(queue_, operands_, CL_FALSE, 0, count * operand_bytes,
                               static_cast<const std::byte*>(operand) + first * operand_bytes, 0, nullptr, nullptr),
          "clEnqueueWriteBuffer");
    check(clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, &local_size_, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    check(clEnqueueReadBuffer(queue_, results_, CL_TRUE, 0, count * result_bytes,
                              static_cast<std::byte*>(result) + first * result_bytes, 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
  }
}

cl_mem OpenclDevice::grown(Buffer& buffer, std::size_t bytes) {
  if (bytes <= buffer.bytes && buffer.memory != nullptr) return buffer.memory;
  if (buffer.memory != nullptr) clReleaseMemObject(buffer.memory);
  buffer = {};
  cl_int status = CL_SUCCESS;
  const std::size_t size = std::max<std::size_t>(bytes, 1);  // OpenCL has no empty buffers
  buffer.memory = clCreateBuffer(context_, CL_MEM_READ_WRITE, size, nullptr, &status);
  check(status, "clCreateBuffer");
  buffer.bytes = size;
  return buffer.memory;
}

void OpenclDevice::reduce(const char* name, const std::array<OpenclOperand, 3>& operands, void* result,
                          std::size_t result_bytes, const OpenclSizes& sizes) {
  const auto found = kernels_.find(name);
  const cl_kernel kernel = found != kernels_.end() ? found->second : created(name);
  cl_uint argument = 0;
  const auto set = [&](std::size_t bytes, const void* value) {
    check(clSetKernelArg(kernel, argument++, bytes, value), "clSetKernelArg");
  };
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const cl_mem memory = operands[i].data == nullptr ? nullptr : grown(reduced_[i], operands[i].bytes);
    set(sizeof(memory), &memory);
    if (operands[i].bytes == 0) continue;
    check(clEnqueueWriteBuffer(queue_, memory, CL_FALSE, 0, operands[i].bytes, operands[i].data, 0, nullptr, nullptr),
          "clEnqueueWriteBuffer");
  }
  const cl_mem sums = grown(sums_, result_bytes);
  set(sizeof(sums), &sums);
  for (const std::size_t size : {sizes.rows, sizes.columns, sizes.depth}) {
    const auto value = static_cast<cl_uint>(size);
    set(sizeof(value), &value);
  }
  const std::size_t items = (sizes.rows * sizes.columns + local_size_ - 1) / local_size_ * local_size_;
  check(clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, &local_size_, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  check(clEnqueueReadBuffer(queue_, sums, CL_TRUE, 0, result_bytes, result, 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
}

}  // namespace hallmark
