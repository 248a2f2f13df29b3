// SPDX-License-Identifier: Apache-2.0
// The hot loops of every instruction set against one-line loops: all lengths, every place of a bad element.
#include "judging/compare.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "inputs/random.h"

namespace hallmark {
namespace baseline {
extern const CompareKernels kernels;
}
#ifdef __x86_64__
namespace avx2 {
extern const CompareKernels kernels;
}
namespace avx512 {
extern const CompareKernels kernels;
}
#endif
}  // namespace hallmark

namespace hallmark::test {
namespace {

std::vector<const CompareKernels*> runnable() {
  std::vector<const CompareKernels*> list{&baseline::kernels};
#ifdef __x86_64__
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2")) list.push_back(&avx2::kernels);
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) list.push_back(&avx512::kernels);
#endif
  return list;
}

constexpr std::size_t longest = 300;

std::uint64_t element_mask(std::size_t bytes) { return ~std::uint64_t{0} >> (64 - 8 * bytes); }

/// Sets of every shape: one code, an interval, a masked one (NaN of either sign), every code but one by wrapping
/// around.
std::vector<CodeSet> sets(std::size_t bytes) {
  const std::uint64_t all = element_mask(bytes), sign = all ^ (all >> 1);
  const std::uint64_t low = all / 3, high = low + all / 7;
  return {CodeSet::single(low),
          CodeSet::single(all),
          CodeSet::single(0),
          CodeSet::interval(low, high),
          CodeSet::interval(low & ~sign, (low & ~sign) + 5, ~sign),
          CodeSet::interval(low, low, ~sign),
          CodeSet::interval(0, all),
          {~std::uint64_t{0}, 1 + low, all + low}};
}

/// What the loops promise for elements of that size: one subtraction modulo the element.
bool in_set(std::uint64_t code, std::size_t bytes, const CodeSet& set) {
  const std::uint64_t all = element_mask(bytes);
  return (((code & set.mask) - set.low) & all) <= ((set.high - set.low) & all);
}

// Kills: a tail, a lane or a group of four vectors that is not looked at; a mask applied after the comparison; an
// unsigned comparison done signed.
TEST(Compare, AllInFindsOneBadElementAnywhere) {
  for (const CompareKernels* kernels : runnable()) {
    for (const std::size_t bytes : {1u, 2u, 4u, 8u}) {
      Random random(bytes);
      for (const CodeSet& set : sets(bytes)) {
        std::vector<std::uint64_t> good, bad;
        for (const std::uint64_t edge :
             {set.low, set.high, set.low - 1, set.high + 1, std::uint64_t{0}, ~std::uint64_t{0},
              set.low ^ (element_mask(bytes) ^ (element_mask(bytes) >> 1))}) {
          (in_set(edge, bytes, set) ? good : bad).push_back(edge & element_mask(bytes));
        }
        for (int n = 0; n < 40; ++n) {
          const std::uint64_t code = random.next() & element_mask(bytes);
          (in_set(code, bytes, set) ? good : bad).push_back(code);
        }
        ASSERT_FALSE(good.empty());
        std::vector<unsigned char> array(longest * bytes + 64);
        for (std::size_t length = 0; length <= longest; ++length) {
          unsigned char* results = array.data() + length % 9;  // at every alignment
          for (std::size_t i = 0; i < length; ++i) store_code(results, bytes, i, good[random.below(good.size())]);
          // What lies behind must not matter.
          if (!bad.empty()) store_code(results, bytes, length, bad[0]);
          ASSERT_TRUE(kernels->all_in(results, bytes, length, set)) << kernels->name << " " << bytes << " " << length;
          if (bad.empty()) continue;
          for (std::size_t at = 0; at < length; ++at) {
            const std::uint64_t kept = load_code(results, bytes, at);
            store_code(results, bytes, at, bad[random.below(bad.size())]);
            ASSERT_FALSE(kernels->all_in(results, bytes, length, set))
                << kernels->name << " " << bytes << " bytes, " << at << " of " << length;
            store_code(results, bytes, at, kept);
          }
        }
      }
    }
  }
}

// Kills: the set "every code but one" that accepts that code, or refuses another, at any element size.
TEST(Compare, EveryCodeButOne) {
  for (const CompareKernels* kernels : runnable()) {
    for (const std::uint64_t poison : {0u, 1u, 0x55u, 0xffu}) {
      const CodeSet set{~std::uint64_t{0}, poison + 1, poison + 0xff};
      for (unsigned code = 0; code < 256; ++code) {
        const std::vector<unsigned char> results(100, static_cast<unsigned char>(code));
        EXPECT_EQ(kernels->all_in(results.data(), 1, results.size(), set), code != poison);
      }
    }
  }
}

// Kills: a last element not written, or one written behind the end.
TEST(Compare, FillAndIota) {
  for (const CompareKernels* kernels : runnable()) {
    for (const std::size_t bytes : {1u, 2u, 4u, 8u}) {
      for (std::size_t length = 0; length <= longest; ++length) {
        std::vector<unsigned char> array((longest + 2) * bytes + 16, 0xee);
        unsigned char* at = array.data() + length % 5;
        const std::uint64_t code = 0x0123456789abcdefu & element_mask(bytes);
        kernels->fill(at, bytes, length, code);
        for (std::size_t i = 0; i < length; ++i) ASSERT_EQ(load_code(at, bytes, i), code);
        ASSERT_EQ(load_code(at, bytes, length), 0xeeeeeeeeeeeeeeeeu & element_mask(bytes));
        const std::uint64_t first = element_mask(bytes) - 100;  // wraps around
        kernels->iota(at, bytes, length, first);
        for (std::size_t i = 0; i < length; ++i) ASSERT_EQ(load_code(at, bytes, i), (first + i) & element_mask(bytes));
        ASSERT_EQ(load_code(at, bytes, length), 0xeeeeeeeeeeeeeeeeu & element_mask(bytes));
      }
    }
  }
}

// Kills: an element of a group or of the tail not compared, an operand not written or written behind the end.
TEST(Compare, AllEqualAndIotaDoesBoth) {
  for (const CompareKernels* kernels : runnable()) {
    for (const std::size_t bytes : {1u, 2u, 4u, 8u}) {
      for (const std::size_t operand_bytes : {2u, 4u, 8u}) {
        for (std::size_t length = 0; length <= longest; length += length < 70 ? 1 : 23) {
          const std::uint64_t code = 0x8123456789abcdefu & element_mask(bytes), first = 0xfffffff0u;
          std::vector<unsigned char> results(longest * bytes + 16);
          unsigned char* at = results.data() + length % 3;
          kernels->fill(at, bytes, length, code);
          for (std::size_t bad = 0; bad <= length; ++bad) {  // the last round: none is bad
            std::vector<unsigned char> operands((longest + 1) * operand_bytes, 0xee);
            if (bad < length) store_code(at, bytes, bad, code ^ (std::uint64_t{1} << (bad % (8 * bytes))));
            ASSERT_EQ(kernels->all_equal_and_iota(at, bytes, length, code, operands.data(), operand_bytes, first),
                      bad == length)
                << kernels->name << " " << bytes << " " << length << " " << bad;
            if (bad < length) store_code(at, bytes, bad, code);
            for (std::size_t i = 0; i < length; ++i) {
              ASSERT_EQ(load_code(operands.data(), operand_bytes, i), (first + i) & element_mask(operand_bytes));
            }
            ASSERT_EQ(load_code(operands.data(), operand_bytes, length),
                      0xeeeeeeeeeeeeeeeeu & element_mask(operand_bytes));
          }
        }
      }
    }
  }
}

// Kills: a lane's significand off by one, a cut that differs from the scalar one, a bad element not seen.
TEST(Compare, OnLineFindsOneBadElementAnywhere) {
  using Cut = Line::Cut;
  for (const CompareKernels* kernels : runnable()) {
    for (const std::size_t bytes : {1u, 2u, 4u, 8u}) {
      for (const Cut cut : {Cut::none, Cut::toward_zero, Cut::away, Cut::nearest_even, Cut::nearest_away, Cut::odd}) {
        for (const int variant : {0, 1, 2, 3}) {
          Line line;
          line.first = 1000;
          line.last = 1000 + longest;
          line.significand = 0x00ffff70;
          line.descending = (variant & 1) != 0;
          line.negative_integer = (variant & 2) != 0;
          line.cut = cut;
          line.offset = 0x4000000000000123u;
          if (cut == Cut::none) {
            line.left = 3;
          } else {
            line.right = 3;
          }
          std::vector<unsigned char> array(longest * bytes + 16);
          for (std::size_t length = 0; length <= longest; length += length < 40 ? 1 : 13) {
            unsigned char* results = array.data() + length % 3;
            for (std::size_t i = 0; i < length; ++i) store_code(results, bytes, i, code_on_line(line, line.first + i));
            ASSERT_TRUE(kernels->on_line(results, bytes, length, line))
                << kernels->name << " " << static_cast<int>(cut);
            for (std::size_t at = 0; at < length; ++at) {
              const std::uint64_t kept = load_code(results, bytes, at);
              for (const std::uint64_t bit : {std::uint64_t{1}, std::uint64_t{1} << (8 * bytes - 1)}) {
                store_code(results, bytes, at, kept ^ bit);
                ASSERT_FALSE(kernels->on_line(results, bytes, length, line)) << kernels->name << " " << at;
              }
              store_code(results, bytes, at, kept);
            }
          }
        }
      }
    }
  }
}

// Kills: a choice of kernels this processor cannot run, or a narrower one than it can.
TEST(Compare, TheWidestIsChosen) { EXPECT_EQ(&compare_kernels(), runnable().back()); }

}  // namespace
}  // namespace hallmark::test
