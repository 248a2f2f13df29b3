// SPDX-License-Identifier: Apache-2.0
// Every pair of codes of two narrow formats, pairs with the same product together: what a fused multiply-add adds to is
// computed once for all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "formats/format.h"
#include "formats/interval.h"

namespace hallmark {

/// A share of all pairs: of finite nonzero ones those whose products have certain odd parts, or pairs with a special
/// code (zero, infinity, NaN) in a fixed order. Shares have no pair in common.
struct ProductShare {
  bool is_special = false;
  Interval range;           ///< of odd parts by their place in ascending order; of special pairs by theirs
  std::uint64_t pairs = 0;  ///< how many it has
};

using CodePair = std::pair<std::uint16_t, std::uint16_t>;

class ProductPairs {
 public:
  /// Formats of 16 bits or fewer with infinities and zeros of both signs.
  ProductPairs(const Format& a, const Format& b);

  /// All pairs, in `parts` shares or some more, of like numbers of pairs.
  std::vector<ProductShare> shares(std::size_t parts) const;

  /// Different exact products of two nonzero finite magnitudes.
  std::uint64_t distinct_magnitudes() const;

 private:
  friend class ProductGroups;

  /// A positive finite value: an odd number times a power of two.
  struct Factor {
    int exponent = 0;
    std::uint16_t code = 0;
    bool is_subnormal = false;
  };
  /// Factors of one odd part by descending and ascending code alike: their exponents are distinct.
  using Factors = std::vector<Factor>;
  struct OddProduct {
    std::uint32_t product = 0;
    std::uint16_t a = 0, b = 0;  ///< odd factors, each by (odd - 1) / 2
  };

  std::uint64_t pairs_of(const OddProduct& odd) const { return 4 * a_[odd.a].size() * b_[odd.b].size(); }
  std::uint64_t special_pairs() const;
  CodePair special_pair(std::uint64_t index) const;

  Format formats_[2];
  std::vector<Factors> a_, b_;                          ///< by (odd - 1) / 2
  std::vector<OddProduct> odds_;                        ///< by product
  std::vector<std::size_t> starts_;                     ///< of each distinct product in odds_, and the end
  std::vector<std::uint16_t> specials_[2], numbers_a_;  ///< special codes of each format; the other codes of the first
};

/// The pairs of a share, group after group, always in the same order.
class ProductGroups {
 public:
  ProductGroups(std::shared_ptr<const ProductPairs> pairs, const ProductShare& share);

  /// Replaces `group` by the next pairs: one signed product, and a subnormal factor in all of them or in none. False at
  /// the end.
  bool next(std::vector<CodePair>& group);

 private:
  struct Entry {
    int exponent = 0;  ///< of the product's odd part
    bool has_subnormal = false;
    std::uint16_t a = 0, b = 0;
  };

  void gather();

  std::shared_ptr<const ProductPairs> pairs_;
  ProductShare share_;
  std::uint64_t at_;
  std::vector<Entry> entries_;  ///< of the odd part at at_, one exponent after the other
  std::size_t first_ = 0, last_ = 0;
  bool negative_due_ = false;  ///< whether first_..last_ have been given with a positive product
};

}  // namespace hallmark
