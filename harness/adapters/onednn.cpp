// SPDX-License-Identifier: Apache-2.0
// Backend onednn: oneDNN's reorder primitive between float32, bfloat16 and float16, and its eltwise and binary
// primitives on them, and its matmul primitive on bfloat16 and float32. Option isa=NAME caps the instruction set it may
// choose, for that choice changes which code runs.
#include <array>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <oneapi/dnnl/dnnl.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "kernels.h"
#include "onednn_operations.h"

// From the OpenMP runtime that oneDNN brings; weak, because a build of oneDNN on another runtime brings none.
extern "C" __attribute__((weak)) void omp_set_num_threads(int count);

namespace hallmark {
namespace {

using dnnl::memory;

struct Isa {
  std::string_view name;
  dnnl::cpu_isa isa;
};
constexpr std::array<Isa, 9> isas = {{
    {"all", dnnl::cpu_isa::all},
    {"sse41", dnnl::cpu_isa::sse41},
    {"avx", dnnl::cpu_isa::avx},
    {"avx2", dnnl::cpu_isa::avx2},
    {"avx2_vnni", dnnl::cpu_isa::avx2_vnni},
    {"avx512_core", dnnl::cpu_isa::avx512_core},
    {"avx512_core_vnni", dnnl::cpu_isa::avx512_core_vnni},
    {"avx512_core_bf16", dnnl::cpu_isa::avx512_core_bf16},
    {"avx512_core_amx", dnnl::cpu_isa::avx512_core_amx},
}};

struct Library {
  /// An operation on arrays of one length, and the memory objects it works on, which are pointed at each call's arrays.
  struct Execution {
    std::array<memory, 2> operands;
    memory result;
    dnnl::primitive primitive;
  };

  dnnl::engine engine{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream{engine};
  std::vector<onednn::Operation> operations = onednn::all_operations();
  std::vector<std::unordered_map<std::size_t, Execution>> executions{operations.size()};

  /// Throws dnnl::error if the library cannot do it.
  Execution& execution(std::size_t index, std::size_t rows) {
    auto& cache = executions[index];
    if (const auto found = cache.find(rows); found != cache.end()) return found->second;
    if (cache.size() >= 512) cache.clear();  // Lengths are few in a sweep; generated code for all of them is not small.
    const onednn::Operation& operation = operations[index];
    const memory::dims dims = {static_cast<memory::dim>(rows)};
    const memory::desc operand(dims, operation.operand, memory::format_tag::a);
    const memory::desc result(dims, operation.result, memory::format_tag::a);
    Execution made{
        {memory(operand, engine, nullptr), memory(operand, engine, nullptr)}, memory(result, engine, nullptr), {}};
    made.primitive = primitive(operation, operand, result, made);
    return cache.emplace(rows, std::move(made)).first->second;
  }

  void run(std::size_t index, const hallmark_arguments& arguments) {
    Execution& running = execution(index, arguments.rows);
    // oneDNN's memory takes no const pointer; none of these primitives writes to its sources.
    running.operands[0].set_data_handle(const_cast<void*>(arguments.operand[0]), stream);
    running.result.set_data_handle(arguments.result, stream);
    std::unordered_map<int, memory> bound{{DNNL_ARG_SRC, running.operands[0]}, {DNNL_ARG_DST, running.result}};
    if (operations[index].primitive == onednn::Primitive::binary) {
      running.operands[1].set_data_handle(const_cast<void*>(arguments.operand[1]), stream);
      bound.emplace(DNNL_ARG_SRC_1, running.operands[1]);
    }
    running.primitive.execute(stream, bound);
    stream.wait();
  }

  /// Row-major matrices. Throws dnnl::error if the library cannot do it.
  dnnl::matmul::primitive_desc product(memory::data_type operand, memory::data_type result,
                                       const hallmark_arguments& arguments) const {
    const auto rows = static_cast<memory::dim>(arguments.rows), columns = static_cast<memory::dim>(arguments.columns);
    const auto depth = static_cast<memory::dim>(arguments.depth);
    const memory::desc left({rows, depth}, operand, memory::format_tag::ab);
    const memory::desc right({depth, columns}, operand, memory::format_tag::ab);
    const memory::desc target({rows, columns}, result, memory::format_tag::ab);
#if DNNL_VERSION_MAJOR == 2
    return {{left, right, target}, engine};
#else
    return {engine, left, right, target};
#endif
  }

  void multiply(memory::data_type operand, memory::data_type result, const hallmark_arguments& arguments) {
    const std::size_t elements = arguments.rows * arguments.columns;
    if (elements == 0) return;
    if (arguments.depth == 0) {  // the library computes nothing of empty operands
      std::memset(arguments.result, 0, elements * memory::data_type_size(result));
      return;
    }
    const auto description = product(operand, result, arguments);
    memory left(description.src_desc(), engine, const_cast<void*>(arguments.operand[0]));
    memory right(description.weights_desc(), engine, const_cast<void*>(arguments.operand[1]));
    memory target(description.dst_desc(), engine, arguments.result);
    dnnl::matmul(description)
        .execute(stream, {{DNNL_ARG_SRC, left}, {DNNL_ARG_WEIGHTS, right}, {DNNL_ARG_DST, target}});
    stream.wait();
  }

 private:
  dnnl::primitive primitive(const onednn::Operation& operation, const memory::desc& operand, const memory::desc& result,
                            const Execution& made) const {
    if (operation.primitive == onednn::Primitive::reorder) return dnnl::reorder(made.operands[0], made.result);
#if DNNL_VERSION_MAJOR == 2  // version 3 builds its descriptors otherwise
    if (operation.primitive == onednn::Primitive::binary) {
      return dnnl::binary({{operation.algorithm, operand, operand, result}, engine});
    }
    const float beta = operation.algorithm == dnnl::algorithm::eltwise_pow ? onednn::reciprocal_exponent : 0;
    return dnnl::eltwise_forward(
        {{dnnl::prop_kind::forward_inference, operation.algorithm, operand, operation.alpha, beta}, engine});
#else
    throw dnnl::error(dnnl_unimplemented, "this adapter knows the eltwise and binary primitives of version 2");
#endif
  }
};

template <std::size_t index>
int run(void* state, const hallmark_arguments* arguments) {
  if (arguments->rows == 0) return 0;
  auto& library = *static_cast<Library*>(state);
  try {
    library.run(index, *arguments);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "onednn: %s: %s\n", library.operations[index].signature.c_str(), error.what());
    return 1;
  }
}

template <memory::data_type operand, memory::data_type result>
int multiply(void* state, const hallmark_arguments* arguments) {
  try {
    static_cast<Library*>(state)->multiply(operand, result, *arguments);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "onednn: matmul: %s\n", error.what());
    return 1;
  }
}

struct Product {
  hallmark_operation operation;
  memory::data_type operand, result;
};
constexpr Product products[] = {
    {{"matmul(bfloat16,bfloat16)->float32", multiply<memory::data_type::bf16, memory::data_type::f32>},
     memory::data_type::bf16,
     memory::data_type::f32},
    {{"matmul(bfloat16,bfloat16)->bfloat16", multiply<memory::data_type::bf16, memory::data_type::bf16>},
     memory::data_type::bf16,
     memory::data_type::bf16},
    {{"matmul(float32,float32)->float32", multiply<memory::data_type::f32, memory::data_type::f32>},
     memory::data_type::f32,
     memory::data_type::f32},
};

template <std::size_t... index>
constexpr auto kernels(std::index_sequence<index...>) {
  return std::array<hallmark_kernel, sizeof...(index)>{run<index>...};
}

/// Handles "isa=NAME"; false, with the reason on stderr, if there is anything else or the library refuses.
bool apply(const std::string& options) {
  if (options.empty()) return true;
  std::string names;
  for (const Isa& isa : isas) {
    names += (names.empty() ? "" : ", ") + std::string(isa.name);
    if (options == "isa=" + std::string(isa.name)) {
      if (dnnl::set_max_cpu_isa(isa.isa) == dnnl::status::success) return true;
      refuse("onednn",
             "the library does not accept " + options + " (its instruction set can be chosen once a process)");
      return false;
    }
  }
  refuse("onednn", "unknown option '" + options + "'; the accepted one is isa=NAME with NAME one of " + names);
  return false;
}

}  // namespace
}  // namespace hallmark

const hallmark_backend* hallmark_open(const char* options) {
  using namespace hallmark;
  static std::vector<hallmark_operation> operations;
  static std::string version;
  static hallmark_backend backend;
  static std::unique_ptr<Library> library;
  if (!apply(options == nullptr ? "" : options)) return nullptr;
  // Hallmark runs one process a core; a thread pool in each would only make them wait for one another.
  if (omp_set_num_threads != nullptr) omp_set_num_threads(1);
  try {
    library = std::make_unique<Library>();
  } catch (const std::exception& error) {
    return refuse("onednn", std::string("no CPU engine: ") + error.what());
  }
  constexpr auto table = kernels(std::make_index_sequence<onednn::operation_count>());
  for (std::size_t index = 0; index < table.size(); ++index) {
    try {  // What the library can do depends on the processor and on isa; list only what it can.
      library->execution(index, 16);
      operations.push_back({library->operations[index].signature.c_str(), table[index]});
    } catch (const dnnl::error&) {
    }
  }
  for (const Product& product : products) {
    try {
      hallmark_arguments sizes{};
      sizes.rows = sizes.columns = sizes.depth = 16;
      library->product(product.operand, product.result, sizes);
      operations.push_back(product.operation);
    } catch (const dnnl::error&) {
    }
  }
  if (operations.empty())
    return refuse("onednn", "the library offers no reorder between float32, bfloat16 and float16 here");
  const dnnl_version_t* const built = dnnl_version();
  version = "oneDNN " + std::to_string(built->major) + "." + std::to_string(built->minor) + "." +
            std::to_string(built->patch);
  backend = describe("onednn", version.c_str(), "ieee754", operations.data(), operations.size());
  backend.flags = 0;  // The primitives point at one call's arrays at a time.
  backend.state = library.get();
  backend.close = [](void*) { library.reset(); };
  return &backend;
}
