// SPDX-License-Identifier: Apache-2.0
// Backend scalar: correctly rounded conversions between all formats, elementwise arithmetic, and reductions (option
// order=sequential, pairwise or kahan), in integer code of its own, with no floating-point unit. A second
// implementation of what the harness judges, so it includes nothing of the harness but the ABI.
#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>

#include "../kernels.h"
#include "../key_values.h"
#include "exact.h"
#include "float32_source.h"
#include "formats.h"
#include "int32_source.h"
#include "reductions.h"
#include "table.h"

namespace hallmark::scalar {
namespace {

template <typename... Types>
struct List {};
using Floats = List<float64, float32, float16, bfloat16, float8_e4m3fn, float8_e5m2, float8_e4m3fnuz, float8_e5m2fnuz,
                    float8_e8m0fnu, float6_e2m3fn, float6_e3m2fn, float4_e2m1fn>;
using Integers = List<int8, uint8, int16, uint16, int32, uint32, int64, uint64>;

struct Conversions {
  Table& table;

  template <typename Source, typename Target, Rounding rounding = Rounding::rne, bool saturate = false>
  void add(std::string_view modifiers = "") {
    table.add("convert" + std::string(modifiers), {Source::name}, Target::name,
              kernel<Source, Target, rounding, saturate>());
  }

  template <typename Source, typename... Targets>
  void add_each(List<Targets...>) {
    (add_unless_same<Source, Targets>(), ...);
  }

  template <typename... Sources, typename Targets>
  void add_all(List<Sources...>, Targets targets) {
    (add_each<Sources>(targets), ...);
  }

 private:
  template <typename Source, typename Target>
  void add_unless_same() {
    if constexpr (!std::is_same_v<Source, Target>) add<Source, Target>();
  }

  template <typename Source, typename Target, Rounding rounding, bool saturate>
  static constexpr hallmark_kernel kernel() {
    if constexpr (std::is_same_v<Source, float32>) {
      return convert_from_float32<Target, rounding, saturate>;
    } else if constexpr (std::is_same_v<Source, int32> && sizeof(typename Target::Word) <= 4) {
      return convert_from_int32<Target>;
    } else {
      return elementwise<convert_one<Source, Target, rounding, saturate>>;
    }
  }
};

Table build() {
  Table table;
  Conversions conversions{table};
  conversions.add_all(Floats{}, Floats{});
  conversions.add_all(List<float64, float16, bfloat16>{}, Integers{});
  conversions.add<float32, int32>();
  conversions.add_all(List<int8, uint8, int16, uint16, int64, uint64>{}, List<float64, float32, float16, bfloat16>{});
  conversions.add_all(List<int32>{}, List<float32, float16, bfloat16>{});
  conversions.add<float32, bfloat16, Rounding::rna>("[rna]");
  conversions.add<float32, bfloat16, Rounding::rtz>("[rtz]");
  conversions.add<float32, bfloat16, Rounding::rup>("[rup]");
  conversions.add<float32, bfloat16, Rounding::rdn>("[rdn]");
  conversions.add<float32, bfloat16, Rounding::rto>("[rto]");
  conversions.add<float32, float16, Rounding::rna>("[rna]");
  conversions.add<float32, float16, Rounding::rtz>("[rtz]");
  conversions.add<float32, float16, Rounding::rup>("[rup]");
  conversions.add<float32, float16, Rounding::rdn>("[rdn]");
  conversions.add<float32, float16, Rounding::rto>("[rto]");
  conversions.add<float32, float8_e4m3fn, Rounding::rne, true>("[saturate]");
  conversions.add<float32, float8_e5m2, Rounding::rne, true>("[saturate]");
  add_elementwise(table);
  add_reductions(table);
  return table;
}

}  // namespace
}  // namespace hallmark::scalar

const hallmark_backend* hallmark_open(const char* options) {
  constexpr const char* name = "scalar";
  const auto values = hallmark::parse_key_values(name, options, {"order"});
  if (!values) return nullptr;
  static hallmark::scalar::Order order = hallmark::scalar::Order::sequential;
  if (const auto chosen = values->find("order"); chosen != values->end()) {
    const auto known =
        std::find(std::begin(hallmark::scalar::orders), std::end(hallmark::scalar::orders), chosen->second);
    if (known == std::end(hallmark::scalar::orders)) {
      return hallmark::refuse(name, "unknown order '" + chosen->second + "'; take sequential, pairwise or kahan");
    }
    order = static_cast<hallmark::scalar::Order>(known - std::begin(hallmark::scalar::orders));
  }
  static const hallmark::scalar::Table table = hallmark::scalar::build();
  static hallmark_backend backend =
      hallmark::describe(name, "1", "ieee754", table.operations.data(), table.operations.size());
  backend.state = &order;
  return &backend;
}
