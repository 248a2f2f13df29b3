// SPDX-License-Identifier: Apache-2.0
// The loops of compare.h as GCC vectors of HALLMARK_VECTOR_BYTES, in namespace HALLMARK_COMPARE_TARGET. Included once
// by each compare_<target>.cpp, which is compiled for that instruction set alone.

#include <cstring>

#include "judging/compare.h"

namespace hallmark::HALLMARK_COMPARE_TARGET {
namespace {

// A member typedef: of an alias template clang 14 drops aligned(1), and arrays end at a page, aligned to an element
// only.
template <class T>
struct VectorOf {
  typedef T Type __attribute__((vector_size(HALLMARK_VECTOR_BYTES), aligned(1), may_alias));
};
template <class T>
using Vector = typename VectorOf<T>::Type;
template <class T>
inline constexpr std::size_t lanes = HALLMARK_VECTOR_BYTES / sizeof(T);

// Arrays may lie at any address: an element alone is read and written by memcpy, several by vectors aligned to a byte.
template <class T>
T load(const void* array, std::size_t index) {
  T code;
  std::memcpy(&code, static_cast<const unsigned char*>(array) + index * sizeof(T), sizeof(T));
  return code;
}

template <class T>
void store(void* array, std::size_t index, T code) {
  std::memcpy(static_cast<unsigned char*>(array) + index * sizeof(T), &code, sizeof(T));
}

template <class T>
bool all_in(const void* results, std::size_t count, const CodeSet& set) {
  const T mask = static_cast<T>(set.mask);
  const T low = static_cast<T>(set.low);
  const T span = static_cast<T>(set.high - set.low);
  std::size_t i = 0;
  // (code & mask) - low lies in 0..span, unsigned: one subtraction decides both ends. For a single code span is 0.
  if (count >= 4 * lanes<T>) {
    Vector<T> bad0{}, bad1{}, bad2{}, bad3{};
    const auto* at = static_cast<const Vector<T>*>(results);
    const std::size_t groups = count / (4 * lanes<T>);
    if (span == 0) {
      for (std::size_t g = 0; g < groups; ++g, at += 4) {
        bad0 |= at[0] ^ low;
        bad1 |= at[1] ^ low;
        bad2 |= at[2] ^ low;
        bad3 |= at[3] ^ low;
      }
      bad0 &= mask;
      bad1 &= mask;
      bad2 &= mask;
      bad3 &= mask;
    } else {
      for (std::size_t g = 0; g < groups; ++g, at += 4) {
        bad0 |= reinterpret_cast<Vector<T>>(((at[0] & mask) - low) > span);
        bad1 |= reinterpret_cast<Vector<T>>(((at[1] & mask) - low) > span);
        bad2 |= reinterpret_cast<Vector<T>>(((at[2] & mask) - low) > span);
        bad3 |= reinterpret_cast<Vector<T>>(((at[3] & mask) - low) > span);
      }
    }
    bad0 |= bad1;
    bad2 |= bad3;
    bad0 |= bad2;
    const auto words = reinterpret_cast<Vector<std::uint64_t>>(bad0);
    std::uint64_t any = 0;
    for (std::size_t lane = 0; lane < lanes<std::uint64_t>; ++lane) any |= words[lane];
    if (any != 0) return false;
    i = groups * 4 * lanes<T>;
  }
  bool good = true;
  for (; i < count; ++i) good &= static_cast<T>(static_cast<T>(load<T>(results, i) & mask) - low) <= span;
  return good;
}

/// As many operands at a time as 64-bit lanes fit.
using Wide __attribute__((vector_size(HALLMARK_VECTOR_BYTES))) = std::uint64_t;
inline constexpr std::size_t wide_lanes = HALLMARK_VECTOR_BYTES / 8;

template <class T, class Units>
bool on_line(const void* results, std::size_t count, const Line& line, Units units) {
  typedef T Codes __attribute__((vector_size(wide_lanes * sizeof(T)), aligned(1), may_alias));
  const std::uint64_t step = line.descending ? ~std::uint64_t{0} : 1;
  Wide significand{};
  for (std::uint64_t lane = 0; lane < wide_lanes; ++lane) significand[lane] = line.significand + lane * step;
  const std::uint64_t sign = line.negative_integer ? ~std::uint64_t{0} : 0;  // -x is (x ^ ~0) + 1
  const std::uint64_t offset = line.offset + (line.negative_integer ? 1 : 0);
  const auto* at = static_cast<const Codes*>(results);
  Wide bad{};
  std::size_t i = 0;
  for (; i + wide_lanes <= count; i += wide_lanes, ++at) {
    const Wide expected = (units(significand) ^ sign) + offset;
    if constexpr (sizeof(T) == 8) {
      bad |= *at ^ expected;
    } else {
      bad |= __builtin_convertvector(*at ^ __builtin_convertvector(expected, Codes), Wide);
    }
    significand += wide_lanes * step;
  }
  std::uint64_t any = 0;
  for (std::size_t lane = 0; lane < wide_lanes; ++lane) any |= bad[lane];
  for (; i < count; ++i) any |= load<T>(results, i) ^ static_cast<T>(code_on_line(line, line.first + i));
  return any == 0;
}

template <class T>
bool on_line(const void* results, std::size_t count, const Line& line) {
  const int left = line.left, right = line.right;
  const std::uint64_t mask = (std::uint64_t{1} << right) - 1;
  const std::uint64_t half = (mask + 1) >> 1;
  switch (line.cut) {
    case Line::Cut::none:
      return on_line<T>(results, count, line, [=](Wide x) { return x << left; });
    case Line::Cut::toward_zero:
      return on_line<T>(results, count, line, [=](Wide x) { return x >> right; });
    case Line::Cut::away:
      return on_line<T>(results, count, line, [=](Wide x) { return (x + mask) >> right; });
    case Line::Cut::nearest_even:
      return on_line<T>(results, count, line, [=](Wide x) { return (x + (half - 1) + ((x >> right) & 1)) >> right; });
    case Line::Cut::nearest_away:
      return on_line<T>(results, count, line, [=](Wide x) { return (x + half) >> right; });
    case Line::Cut::odd:
      // (cut + mask) >> right is 1 exactly where something is cut off.
      return on_line<T>(results, count, line, [=](Wide x) { return (x >> right) | (((x & mask) + mask) >> right); });
  }
  return false;
}

template <class T>
void fill(void* results, std::size_t count, std::uint64_t code) {
  const T value = static_cast<T>(code);
  const Vector<T> wide = Vector<T>{} + value;
  std::size_t i = 0;
  auto* at = static_cast<Vector<T>*>(results);
  for (; i + 4 * lanes<T> <= count; i += 4 * lanes<T>, at += 4) at[0] = at[1] = at[2] = at[3] = wide;
  for (; i < count; ++i) store(results, i, value);
}

template <class T>
void iota(void* operands, std::size_t count, std::uint64_t first) {
  Vector<T> wide{};
  for (std::size_t lane = 0; lane < lanes<T>; ++lane) wide[lane] = static_cast<T>(first + lane);
  const T step = static_cast<T>(lanes<T>);
  std::size_t i = 0;
  auto* at = static_cast<Vector<T>*>(operands);
  for (; i + lanes<T> <= count; i += lanes<T>) {
    *at++ = wide;
    wide += step;
  }
  for (; i < count; ++i) store(operands, i, static_cast<T>(first + i));
}

/// Four vectors of operands go with sizeof(T) vectors of results.
template <class T>
bool all_equal_and_iota(const void* results, std::size_t count, std::uint64_t code, void* operands,
                        std::uint32_t first) {
  constexpr std::size_t group = 4 * lanes<std::uint32_t>;
  const T low = static_cast<T>(code);
  Vector<std::uint32_t> wide{};
  for (std::uint32_t lane = 0; lane < lanes<std::uint32_t>; ++lane) wide[lane] = first + lane;
  constexpr auto step = static_cast<std::uint32_t>(lanes<std::uint32_t>);
  Vector<T> bad[sizeof(T)]{};
  const auto* result = static_cast<const Vector<T>*>(results);
  auto* operand = static_cast<Vector<std::uint32_t>*>(operands);
  for (std::size_t g = 0; g < count / group; ++g, operand += 4, result += sizeof(T)) {
    for (std::size_t k = 0; k < sizeof(T); ++k) bad[k] |= result[k] ^ low;
    for (std::size_t k = 0; k < 4; ++k) {
      operand[k] = wide;
      wide += step;
    }
  }
  for (std::size_t k = 1; k < sizeof(T); ++k) bad[0] |= bad[k];
  const auto words = reinterpret_cast<Vector<std::uint64_t>>(bad[0]);
  std::uint64_t any = 0;
  for (std::size_t lane = 0; lane < lanes<std::uint64_t>; ++lane) any |= words[lane];
  for (std::size_t i = count / group * group; i < count; ++i) {
    any |= static_cast<T>(load<T>(results, i) ^ low);
    store(operands, i, first + static_cast<std::uint32_t>(i));
  }
  return any == 0;
}

bool all_in_bytes(const void* results, std::size_t bytes, std::size_t count, const CodeSet& set) {
  switch (bytes) {
    case 1:
      return all_in<std::uint8_t>(results, count, set);
    case 2:
      return all_in<std::uint16_t>(results, count, set);
    case 4:
      return all_in<std::uint32_t>(results, count, set);
    default:
      return all_in<std::uint64_t>(results, count, set);
  }
}

bool on_line_bytes(const void* results, std::size_t bytes, std::size_t count, const Line& line) {
  switch (bytes) {
    case 1:
      return on_line<std::uint8_t>(results, count, line);
    case 2:
      return on_line<std::uint16_t>(results, count, line);
    case 4:
      return on_line<std::uint32_t>(results, count, line);
    default:
      return on_line<std::uint64_t>(results, count, line);
  }
}

void fill_bytes(void* results, std::size_t bytes, std::size_t count, std::uint64_t code) {
  switch (bytes) {
    case 1:
      std::memset(results, static_cast<int>(code), count);
      break;
    case 2:
      fill<std::uint16_t>(results, count, code);
      break;
    case 4:
      fill<std::uint32_t>(results, count, code);
      break;
    default:
      fill<std::uint64_t>(results, count, code);
      break;
  }
}

void iota_bytes(void* operands, std::size_t bytes, std::size_t count, std::uint64_t first) {
  switch (bytes) {
    case 1:
      iota<std::uint8_t>(operands, count, first);
      break;
    case 2:
      iota<std::uint16_t>(operands, count, first);
      break;
    case 4:
      iota<std::uint32_t>(operands, count, first);
      break;
    default:
      iota<std::uint64_t>(operands, count, first);
      break;
  }
}

bool all_equal_and_iota_bytes(const void* results, std::size_t bytes, std::size_t count, std::uint64_t code,
                              void* operands, std::size_t operand_bytes, std::uint64_t first) {
  if (operand_bytes == 4) {
    const auto start = static_cast<std::uint32_t>(first);
    if (bytes == 1) return all_equal_and_iota<std::uint8_t>(results, count, code, operands, start);
    if (bytes == 2) return all_equal_and_iota<std::uint16_t>(results, count, code, operands, start);
  }
  iota_bytes(operands, operand_bytes, count, first);
  return all_in_bytes(results, bytes, count, CodeSet::single(code));
}

}  // namespace

extern const CompareKernels kernels;
const CompareKernels kernels{HALLMARK_COMPARE_NAME,   all_in_bytes, on_line_bytes, fill_bytes, iota_bytes,
                             all_equal_and_iota_bytes};

}  // namespace hallmark::HALLMARK_COMPARE_TARGET
