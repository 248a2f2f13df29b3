// SPDX-License-Identifier: Apache-2.0
// Faulty backends of dot products and products of matrices: weaker accumulators, terms lost or taken twice, special
// values passed over, orders that change.
#include "../kernels/reductions.h"

#include <utility>

namespace {
using namespace hallmark::kernels;

constexpr Format bits_22{8, 21, 127}, bits_14{8, 13, 127};
constexpr Policy truncating{.rounding = Rounding::rtz};

double right_chain(const Factors& factors, double start) { return chain<float32>(factors, start); }
double last_first(const Factors& factors, double start) {
  double sum = start;
  for (std::size_t i = factors.depth; i-- > 0;) sum = step<float32>(sum, factors.product(i));
  return sum;
}
double bfloat16_accumulator(const Factors& factors, double start) { return chain<bfloat16>(factors, start); }
double float16_accumulator(const Factors& factors, double start) { return chain<float16>(factors, start); }
double accumulator_of_22_bits(const Factors& factors, double start) { return chain<bits_22>(factors, start); }
double accumulator_of_14_bits(const Factors& factors, double start) { return chain<bits_14>(factors, start); }
double truncating_accumulator(const Factors& factors, double start) {
  return chain<float32, truncating>(factors, start);
}

double rounded_products(const Factors& factors, double start) {
  double sum = start;
  for (std::size_t i = 0; i < factors.depth; ++i) {
    sum = step<float32>(sum, value<bfloat16>(rounded<bfloat16>(factors.product(i))));
  }
  return sum;
}
// Halves of the depth summed apart, each left in bfloat16.
double split_in_bfloat16(const Factors& factors, double start) {
  const std::size_t half = factors.depth / 2;
  const double first = value<bfloat16>(rounded<bfloat16>(chain<float32>(factors, 0.0, 0, half)));
  const double second = value<bfloat16>(rounded<bfloat16>(chain<float32>(factors, 0.0, half, factors.depth)));
  return step<float32>(step<float32>(start, first), second);
}

double dropped_last(const Factors& factors, double start) {
  return chain<float32>(factors, start, 0, factors.depth - (factors.depth == 0 ? 0 : 1));
}
// A vector loop without its tail, and one that takes the tail's first full vector once more.
double dropped_tail(const Factors& factors, double start) {
  return chain<float32>(factors, start, 0, factors.depth - factors.depth % 8);
}
double doubled_tail(const Factors& factors, double start) {
  return chain<float32>(factors, chain<float32>(factors, start), factors.depth - factors.depth % 8, factors.depth);
}

double nan_skipped(const Factors& factors, double start) {
  double sum = start;
  for (std::size_t i = 0; i < factors.depth; ++i) {
    if (!std::isnan(factors.x(i)) && !std::isnan(factors.y(i))) sum = step<float32>(sum, factors.product(i));
  }
  return sum;
}
// What is special about the second factor alone is seen too.
double nan_of_right_skipped(const Factors& factors, double start) {
  double sum = start;
  for (std::size_t i = 0; i < factors.depth; ++i) {
    if (!std::isnan(factors.y(i))) sum = step<float32>(sum, factors.product(i));
  }
  return sum;
}
double right_flushed(const Factors& factors, double start) {
  double sum = start;
  for (std::size_t i = 0; i < factors.depth; ++i) {
    const double y = std::fabs(factors.y(i)) < 0x1p-126 ? std::copysign(0.0, factors.y(i)) : factors.y(i);
    sum = step<float32>(sum, factors.x(i) * y);
  }
  return sum;
}
// A test of the exponent alone, with the quiet bit for a NaN's only mark.
double signalling_nan_is_infinity(const Factors& factors, double start) {
  double sum = start;
  for (std::size_t i = 0; i < factors.depth; ++i) {
    const std::uint16_t word = factors.left[i];
    const bool signalling = (word & 0x7f80) == 0x7f80 && (word & 0x7f) != 0 && (word & 0x40) == 0;
    sum = step<float32>(sum, signalling ? std::copysign(INFINITY, (word & 0x8000) != 0 ? -1.0 : 1.0) * factors.y(i)
                                        : factors.product(i));
  }
  return sum;
}
// Where one thread's share begins, a NaN or an infinity is taken for zero.
double special_lost_at_a_border(const Factors& factors, double start) {
  double sum = start;
  for (std::size_t i = 0; i < factors.depth; ++i) {
    if (i == 203 && !std::isfinite(factors.product(i))) continue;
    sum = step<float32>(sum, factors.product(i));
  }
  return sum;
}
// One lane of sixteen takes a NaN for zero.
double nan_lost_in_a_lane(const Factors& factors, double start) {
  double sum = start;
  for (std::size_t i = 0; i < factors.depth; ++i) {
    if (i % 16 == 11 && std::isnan(factors.product(i))) continue;
    sum = step<float32>(sum, factors.product(i));
  }
  return sum;
}
// A loop unrolled four times whose tail of two loses one.
double dropped_of_two(const Factors& factors, double start) {
  const bool drops = factors.depth > 4 && factors.depth % 4 == 2;
  return chain<float32>(factors, start, 0, factors.depth - (drops ? 1 : 0));
}
double clamped(double x) { return std::isinf(x) ? std::copysign(0x1.fep127, x) : x; }
double infinity_clamped(const Factors& factors, double start) {
  double sum = start;
  for (std::size_t i = 0; i < factors.depth; ++i)
    sum = step<float32>(sum, clamped(factors.x(i)) * clamped(factors.y(i)));
  return sum;
}
// A zero times anything is taken for zero, and a NaN or an infinity that a sparse kernel never reads is lost.
double zeros_skipped(const Factors& factors, double start) {
  double sum = start;
  for (std::size_t i = 0; i < factors.depth; ++i) {
    if (factors.x(i) != 0 && factors.y(i) != 0) sum = step<float32>(sum, factors.product(i));
  }
  return sum;
}
double flushed_products(const Factors& factors, double start) {
  double sum = start;
  for (std::size_t i = 0; i < factors.depth; ++i) {
    const double product = factors.product(i);
    sum = step<float32>(sum, std::abs(product) < 0x1p-126 ? 0.0 : product);
  }
  return sum;
}
double flushed_operands(const Factors& factors, double start) {
  const auto flush = [](double x) { return std::abs(x) < 0x1p-126 ? 0.0 : x; };
  double sum = start;
  for (std::size_t i = 0; i < factors.depth; ++i) sum = step<float32>(sum, flush(factors.x(i)) * flush(factors.y(i)));
  return sum;
}

double ignored_initial(const Factors& factors, double) { return chain<float32>(factors, 0.0); }
double doubled_initial(const Factors& factors, double start) {
  return step<float32>(chain<float32>(factors, start), start);
}
double initial_in_bfloat16(const Factors& factors, double start) {
  return chain<float32>(factors, value<bfloat16>(rounded<bfloat16>(start)));
}

// Each sum is right, in an order that another call does not keep: threads that add as they come.
double random_order(const Factors& factors, double start) {
  thread_local std::size_t turn = 0;
  if (factors.depth == 0) return start;
  const std::size_t first = ++turn * 7919 % factors.depth;
  return chain<float32>(factors, chain<float32>(factors, start, first, factors.depth), 0, first);
}

// Few rows take one kernel, many another: both are right, and what a row gives depends on how many there are.
int order_by_rows(void* state, const hallmark_arguments* arguments) {
  return arguments->rows < 8 ? dot<right_chain>(state, arguments) : dot<last_first>(state, arguments);
}

// The last row of an odd number of them goes through a kernel with a bfloat16 accumulator.
int weak_last_row(void* state, const hallmark_arguments* arguments) {
  dot<right_chain>(state, arguments);
  if (arguments->rows % 2 == 0) return 0;
  const std::size_t row = arguments->rows - 1, at = row * arguments->depth;
  const Factors factors{static_cast<const std::uint16_t*>(arguments->operand[0]) + at,
                        static_cast<const std::uint16_t*>(arguments->operand[1]) + at, arguments->depth, 1};
  static_cast<std::uint32_t*>(arguments->result)[row] = rounded<float32>(chain<bfloat16>(factors, 0.0));
  return 0;
}
// The last column of a tile's first row goes through a kernel with a bfloat16 accumulator: one result of 4,096, and
// none of the diagonal.
int weak_corner(void* state, const hallmark_arguments* arguments) {
  matmul<right_chain>(state, arguments);
  const std::size_t columns = arguments->columns;
  if (columns < 64 || arguments->rows == 0) return 0;
  const Factors factors{static_cast<const std::uint16_t*>(arguments->operand[0]),
                        static_cast<const std::uint16_t*>(arguments->operand[1]) + 63, arguments->depth, columns};
  static_cast<std::uint32_t*>(arguments->result)[63] = rounded<float32>(chain<bfloat16>(factors, 0.0));
  return 0;
}
// A grid of 64 columns, and no more of them.
int columns_past_64_zero(void* state, const hallmark_arguments* arguments) {
  matmul<right_chain>(state, arguments);
  auto* result = static_cast<std::uint32_t*>(arguments->result);
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    for (std::size_t column = 64; column < arguments->columns; ++column) result[row * arguments->columns + column] = 0;
  }
  return 0;
}
// Blocks of eight rows, and a tail of six whose last two change places.
int swapped_tail(void* state, const hallmark_arguments* arguments) {
  dot<right_chain>(state, arguments);
  auto* result = static_cast<std::uint32_t*>(arguments->result);
  const std::size_t rows = arguments->rows;
  if (rows > 8 && rows % 8 == 6) std::swap(result[rows - 1], result[rows - 2]);
  return 0;
}
// Past a tile of sixteen columns the last one reads its neighbour's initial value.
int initial_of_neighbour(void* state, const hallmark_arguments* arguments) {
  matmul<right_chain>(state, arguments);
  const std::size_t columns = arguments->columns;
  if (columns <= 16) return 0;
  const auto* left = static_cast<const std::uint16_t*>(arguments->operand[0]);
  const auto* right = static_cast<const std::uint16_t*>(arguments->operand[1]);
  const auto* initial = static_cast<const std::uint32_t*>(arguments->operand[2]);
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    const std::size_t at = row * columns + columns - 1;
    const Factors factors{left + row * arguments->depth, right + columns - 1, arguments->depth, columns};
    static_cast<std::uint32_t*>(arguments->result)[at] =
        rounded<float32>(right_chain(factors, value<float32>(initial[at - 1])));
  }
  return 0;
}
// A loop that never starts leaves what was there.
int empty_sum_unwritten(void* state, const hallmark_arguments* arguments) {
  return arguments->depth == 0 ? 0 : dot<right_chain>(state, arguments);
}
// The second matrix is read as if it were transposed: right where it is square and symmetric only.
int transposed(void*, const hallmark_arguments* arguments) {
  const auto* left = static_cast<const std::uint16_t*>(arguments->operand[0]);
  const auto* right = static_cast<const std::uint16_t*>(arguments->operand[1]);
  auto* result = static_cast<std::uint32_t*>(arguments->result);
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    for (std::size_t column = 0; column < arguments->columns; ++column) {
      const Factors factors{left + row * arguments->depth, right + column * arguments->depth, arguments->depth, 1};
      result[row * arguments->columns + column] = rounded<float32>(chain<float32>(factors, 0.0));
    }
  }
  return 0;
}

#define DOT(name)                 \
  {                               \
#name, "ieee754", {           \
      { dot_bfloat16, dot<name> } \
    }                             \
  }
#define BOTH(name)                                                 \
  {                                                                \
#name, "ieee754", {                                            \
      {dot_bfloat16, dot<name>}, { matmul_bfloat16, matmul<name> } \
    }                                                              \
  }
#define WITH_INITIAL(name)                                                         \
  {                                                                                \
#name, "ieee754", {                                                            \
      {dot_bfloat16_initial, dot<name>}, { matmul_bfloat16_initial, matmul<name> } \
    }                                                                              \
  }

const TestBackend faults[] = {
    BOTH(bfloat16_accumulator),
    DOT(float16_accumulator),
    DOT(accumulator_of_22_bits),
    DOT(accumulator_of_14_bits),
    BOTH(truncating_accumulator),
    DOT(rounded_products),
    BOTH(split_in_bfloat16),
    DOT(dropped_last),
    BOTH(dropped_tail),
    DOT(doubled_tail),
    DOT(nan_skipped),
    BOTH(nan_of_right_skipped),
    BOTH(right_flushed),
    DOT(signalling_nan_is_infinity),
    BOTH(special_lost_at_a_border),
    DOT(nan_lost_in_a_lane),
    DOT(dropped_of_two),
    DOT(infinity_clamped),
    DOT(zeros_skipped),
    DOT(flushed_products),
    DOT(flushed_operands),
    WITH_INITIAL(ignored_initial),
    WITH_INITIAL(doubled_initial),
    WITH_INITIAL(initial_in_bfloat16),
    BOTH(random_order),
    {"order_by_rows", "ieee754", {{dot_bfloat16, order_by_rows}}},
    {"weak_last_row", "ieee754", {{dot_bfloat16, weak_last_row}}},
    {"empty_sum_unwritten", "ieee754", {{dot_bfloat16, empty_sum_unwritten}}},
    {"transposed", "ieee754", {{matmul_bfloat16, transposed}}},
    {"weak_corner", "ieee754", {{matmul_bfloat16, weak_corner}}},
    {"columns_past_64_zero", "ieee754", {{matmul_bfloat16, columns_past_64_zero}}},
    {"swapped_tail", "ieee754", {{dot_bfloat16, swapped_tail}}},
    {"initial_of_neighbour", "ieee754", {{matmul_bfloat16_initial, initial_of_neighbour}}},
};

}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(faults, options); }
