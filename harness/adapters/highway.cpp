// SPDX-License-Identifier: Apache-2.0
// Backends highway_<target>: Highway's DemoteTo and PromoteTo between float32 and its 16-bit types, whole vectors, then
// one lane at a time, as its documentation proposes for a remainder. Compiled once a target, which -m flags choose.
#include <hwy/highway.h>

#include "compiled_extensions.h"
#include "kernel_table.h"

static_assert(HWY_TARGET == HALLMARK_HIGHWAY_TARGET, "the compiler's flags chose another of Highway's targets");

HWY_BEFORE_NAMESPACE();
namespace hallmark {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Wide = hn::ScalableTag<float>;
using OneWide = hn::CappedTag<float, 1>;

template <typename Narrow>
int demote(void*, const hallmark_arguments* arguments) {
  const auto* operand = static_cast<const float*>(arguments->operand[0]);
  auto* result = static_cast<Narrow*>(arguments->result);
  const std::size_t rows = arguments->rows;
  const Wide wide;
  const hn::Rebind<Narrow, Wide> narrow;
  std::size_t row = 0;
  for (; row + hn::Lanes(wide) <= rows; row += hn::Lanes(wide)) {
    hn::StoreU(hn::DemoteTo(narrow, hn::LoadU(wide, operand + row)), narrow, result + row);
  }
  const OneWide one_wide;
  const hn::Rebind<Narrow, OneWide> one_narrow;
  for (; row < rows; ++row) {
    hn::StoreU(hn::DemoteTo(one_narrow, hn::LoadU(one_wide, operand + row)), one_narrow, result + row);
  }
  return 0;
}

template <typename Narrow>
int promote(void*, const hallmark_arguments* arguments) {
  const auto* operand = static_cast<const Narrow*>(arguments->operand[0]);
  auto* result = static_cast<float*>(arguments->result);
  const std::size_t rows = arguments->rows;
  const Wide wide;
  const hn::Rebind<Narrow, Wide> narrow;
  std::size_t row = 0;
  for (; row + hn::Lanes(wide) <= rows; row += hn::Lanes(wide)) {
    hn::StoreU(hn::PromoteTo(wide, hn::LoadU(narrow, operand + row)), wide, result + row);
  }
  const OneWide one_wide;
  const hn::Rebind<Narrow, OneWide> one_narrow;
  for (; row < rows; ++row) {
    hn::StoreU(hn::PromoteTo(one_wide, hn::LoadU(one_narrow, operand + row)), one_wide, result + row);
  }
  return 0;
}

constexpr hallmark_operation operations[] = {
    {"convert(float32)->bfloat16", demote<hwy::bfloat16_t>},
    {"convert(float32)->float16", demote<hwy::float16_t>},
    {"convert(bfloat16)->float32", promote<hwy::bfloat16_t>},
    {"convert(float16)->float32", promote<hwy::float16_t>},
};

}  // namespace

extern const KernelTable kernel_table = {
    operations, sizeof operations / sizeof operations[0],
    "Highway " HALLMARK_TEXT(HWY_MAJOR) "." HALLMARK_TEXT(HWY_MINOR) "." HALLMARK_TEXT(HWY_PATCH), compiled_extensions};

}  // namespace hallmark
HWY_AFTER_NAMESPACE();
