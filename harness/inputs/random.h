// SPDX-License-Identifier: Apache-2.0
// Seeded random bits that are the same on every machine: splitmix64 (Steele, Lea and Flood, OOPSLA 2014).
#pragma once

#include <cstdint>
#include <string_view>

namespace hallmark {

class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}
  /// A stream of its own for every purpose, so that adding one never shifts another.
  constexpr Random(std::uint64_t seed, std::string_view purpose) : state_(seed ^ 0xcbf29ce484222325u) {
    for (const char c : purpose) state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x100000001b3u;  // FNV-1a
  }

  constexpr std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// Uniform in 0..limit-1 (limit > 0), by the high half of a product.
  constexpr std::uint64_t below(std::uint64_t limit) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(next()) * limit) >> 64);
  }
  constexpr std::uint64_t between(std::uint64_t first, std::uint64_t last) {
    const std::uint64_t span = last - first + 1;
    return span == 0 ? next() : first + below(span);
  }

 private:
  std::uint64_t state_;
};

}  // namespace hallmark
