// SPDX-License-Identifier: Apache-2.0
// The loops of compare.h as GCC vectors of HALLMARK_VECTOR_BYTES, in namespace HALLMARK_COMPARE_TARGET. Included once by
// each compare_<target>.cpp, which is compiled for that instruction set alone.

#include <cstring>

#include "judging/compare.h"

namespace hallmark::HALLMARK_COMPARE_TARGET {
namespace {

template <class T>
using Vector __attribute__((vector_size(HALLMARK_VECTOR_BYTES), aligned(1), may_alias)) = T;
template <class T>
inline constexpr std::size_t lanes = HALLMARK_VECTOR_BYTES / sizeof(T);

template <class T>
bool all_in(const T* results, std::size_t count, const CodeSet& set) {
  const T mask = static_cast<T>(set.mask);
  const T low = static_cast<T>(set.low);
  const T span = static_cast<T>(set.high - set.low);
  std::size_t i = 0;
  // (code & mask) - low lies in 0..span, unsigned: one subtraction decides both ends. For a single code span is 0.
  if (count >= 4 * lanes<T>) {
    Vector<T> bad0{}, bad1{}, bad2{}, bad3{};
    const auto* at = reinterpret_cast<const Vector<T>*>(results);
    const std::size_t groups = count / (4 * lanes<T>);
    if (span == 0) {
      for (std::size_t g = 0; g < groups; ++g, at += 4) {
        bad0 |= (at[0] & mask) ^ low;
        bad1 |= (at[1] & mask) ^ low;
        bad2 |= (at[2] & mask) ^ low;
        bad3 |= (at[3] & mask) ^ low;
      }
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
    T any = 0;
    for (std::size_t lane = 0; lane < lanes<T>; ++lane) any = static_cast<T>(any | bad0[lane]);
    if (any != 0) return false;
    i = groups * 4 * lanes<T>;
  }
  bool good = true;
  for (; i < count; ++i) good &= static_cast<T>(static_cast<T>(results[i] & mask) - low) <= span;
  return good;
}

template <class T>
void fill(T* results, std::size_t count, std::uint64_t code) {
  const T value = static_cast<T>(code);
  const Vector<T> wide = Vector<T>{} + value;
  std::size_t i = 0;
  auto* at = reinterpret_cast<Vector<T>*>(results);
  for (; i + 4 * lanes<T> <= count; i += 4 * lanes<T>, at += 4) at[0] = at[1] = at[2] = at[3] = wide;
  for (; i < count; ++i) results[i] = value;
}

template <class T>
void iota(T* operands, std::size_t count, std::uint64_t first) {
  Vector<T> wide{};
  for (std::size_t lane = 0; lane < lanes<T>; ++lane) wide[lane] = static_cast<T>(first + lane);
  const T step = static_cast<T>(lanes<T>);
  std::size_t i = 0;
  auto* at = reinterpret_cast<Vector<T>*>(operands);
  for (; i + lanes<T> <= count; i += lanes<T>) {
    *at++ = wide;
    wide += step;
  }
  for (; i < count; ++i) operands[i] = static_cast<T>(first + i);
}

bool all_in_bytes(const void* results, std::size_t bytes, std::size_t count, const CodeSet& set) {
  switch (bytes) {
    case 1: return all_in(static_cast<const std::uint8_t*>(results), count, set);
    case 2: return all_in(static_cast<const std::uint16_t*>(results), count, set);
    case 4: return all_in(static_cast<const std::uint32_t*>(results), count, set);
    default: return all_in(static_cast<const std::uint64_t*>(results), count, set);
  }
}

void fill_bytes(void* results, std::size_t bytes, std::size_t count, std::uint64_t code) {
  switch (bytes) {
    case 1: std::memset(results, static_cast<int>(code), count); break;
    case 2: fill(static_cast<std::uint16_t*>(results), count, code); break;
    case 4: fill(static_cast<std::uint32_t*>(results), count, code); break;
    default: fill(static_cast<std::uint64_t*>(results), count, code); break;
  }
}

void iota_bytes(void* operands, std::size_t bytes, std::size_t count, std::uint64_t first) {
  switch (bytes) {
    case 1: iota(static_cast<std::uint8_t*>(operands), count, first); break;
    case 2: iota(static_cast<std::uint16_t*>(operands), count, first); break;
    case 4: iota(static_cast<std::uint32_t*>(operands), count, first); break;
    default: iota(static_cast<std::uint64_t*>(operands), count, first); break;
  }
}

}  // namespace

extern const CompareKernels kernels;
const CompareKernels kernels{HALLMARK_COMPARE_NAME, all_in_bytes, fill_bytes, iota_bytes};

}  // namespace hallmark::HALLMARK_COMPARE_TARGET
