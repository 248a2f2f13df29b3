// SPDX-License-Identifier: Apache-2.0
// Backend onednn: oneDNN's reorder primitive between float32, bfloat16 and float16. Option isa=NAME caps the
// instruction set it may choose, for that choice changes which code converts.
#include <array>
#include <cstdint>
#include <exception>
#include <memory>
#include <oneapi/dnnl/dnnl.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "kernels.h"

// From the OpenMP runtime that oneDNN brings; weak, because a build of oneDNN on another runtime brings none.
extern "C" __attribute__((weak)) void omp_set_num_threads(int count);

namespace hallmark {
namespace {

using dnnl::memory;

struct Pair {
  const char* signature;
  memory::data_type operand, result;
};
constexpr std::array<Pair, 6> pairs = {{
    {"convert(float32)->bfloat16", memory::data_type::f32, memory::data_type::bf16},
    {"convert(float32)->float16", memory::data_type::f32, memory::data_type::f16},
    {"convert(bfloat16)->float32", memory::data_type::bf16, memory::data_type::f32},
    {"convert(float16)->float32", memory::data_type::f16, memory::data_type::f32},
    {"convert(bfloat16)->float16", memory::data_type::bf16, memory::data_type::f16},
    {"convert(float16)->bfloat16", memory::data_type::f16, memory::data_type::bf16},
}};

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
  /// A reorder of one length, and the two memory objects it works on, which are pointed at each call's arrays.
  struct Reorder {
    memory operand, result;
    dnnl::reorder primitive;
  };

  dnnl::engine engine{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream{engine};
  std::array<std::unordered_map<std::size_t, Reorder>, pairs.size()> reorders;

  /// Throws dnnl::error if the library cannot do it.
  Reorder& reorder(std::size_t pair, std::size_t rows) {
    auto& cache = reorders[pair];
    if (const auto found = cache.find(rows); found != cache.end()) return found->second;
    if (cache.size() >= 512) cache.clear();  // Lengths are few in a sweep; generated code for all of them is not small.
    const memory::dims dims = {static_cast<memory::dim>(rows)};
    memory operand({dims, pairs[pair].operand, memory::format_tag::a}, engine, nullptr);
    memory result({dims, pairs[pair].result, memory::format_tag::a}, engine, nullptr);
    dnnl::reorder primitive(operand, result);
    return cache.emplace(rows, Reorder{std::move(operand), std::move(result), std::move(primitive)}).first->second;
  }
};

template <std::size_t pair>
int convert(void* state, const hallmark_arguments* arguments) {
  if (arguments->rows == 0) return 0;
  try {
    auto& library = *static_cast<Library*>(state);
    Library::Reorder& reorder = library.reorder(pair, arguments->rows);
    // oneDNN's memory takes no const pointer; a reorder only reads its source.
    reorder.operand.set_data_handle(const_cast<void*>(arguments->operand[0]), library.stream);
    reorder.result.set_data_handle(arguments->result, library.stream);
    reorder.primitive.execute(library.stream, reorder.operand, reorder.result);
    library.stream.wait();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "onednn: %s: %s\n", pairs[pair].signature, error.what());
    return 1;
  }
}

template <std::size_t... pair>
constexpr auto kernels(std::index_sequence<pair...>) {
  return std::array<hallmark_kernel, sizeof...(pair)>{convert<pair>...};
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
  constexpr auto table = kernels(std::make_index_sequence<pairs.size()>());
  for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
    try {  // What the library can reorder depends on the processor and on isa; list only what it can.
      library->reorder(pair, 16);
      operations.push_back({pairs[pair].signature, table[pair]});
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
