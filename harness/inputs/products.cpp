// SPDX-License-Identifier: Apache-2.0
#include "inputs/products.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace hallmark {
namespace {

bool is_number(const Format& format, std::uint64_t code) {
  const Category category = classify(format, code);
  return category == Category::normal || category == Category::subnormal;
}

}  // namespace

ProductPairs::ProductPairs(const Format& a, const Format& b) : formats_{a, b} {
  const auto read = [](const Format& format, std::vector<Factors>& factors, std::vector<std::uint16_t>& specials,
                       std::vector<std::uint16_t>* numbers) {
    factors.resize(std::size_t{1} << format.significand_bits);
    for (std::uint64_t code = 0; code <= format.code_mask(); ++code) {
      const auto narrow = static_cast<std::uint16_t>(code);
      if (!is_number(format, code)) {
        specials.push_back(narrow);
        continue;
      }
      if (numbers != nullptr) numbers->push_back(narrow);
      if (format.is_negative(code)) continue;
      const Decoded value = decode(format, code);
      const int zeros = std::countr_zero(value.significand);
      factors[static_cast<std::size_t>(value.significand >> (zeros + 1))].push_back(
          {value.exponent + zeros, narrow, value.category == Category::subnormal});
    }
  };
  read(a, a_, specials_[0], &numbers_a_);
  read(b, b_, specials_[1], nullptr);
  for (std::size_t i = 0; i < a_.size(); ++i) {
    for (std::size_t j = 0; j < b_.size(); ++j) {
      if (a_[i].empty() || b_[j].empty()) continue;
      odds_.push_back({static_cast<std::uint32_t>((2 * i + 1) * (2 * j + 1)), static_cast<std::uint16_t>(i),
                       static_cast<std::uint16_t>(j)});
    }
  }
  std::sort(odds_.begin(), odds_.end(), [](const OddProduct& x, const OddProduct& y) {
    return std::tie(x.product, x.a) < std::tie(y.product, y.a);
  });
  for (std::size_t i = 0; i < odds_.size(); ++i) {
    if (i == 0 || odds_[i].product != odds_[i - 1].product) starts_.push_back(i);
  }
  starts_.push_back(odds_.size());
}

/// A special first code with every second one, then every other first code with a special second one.
std::uint64_t ProductPairs::special_pairs() const {
  return specials_[0].size() * (formats_[1].code_mask() + 1) + numbers_a_.size() * specials_[1].size();
}

CodePair ProductPairs::special_pair(std::uint64_t index) const {
  const std::uint64_t seconds = formats_[1].code_mask() + 1;
  const std::uint64_t leading = specials_[0].size() * seconds;
  if (index < leading) {
    return {specials_[0][static_cast<std::size_t>(index / seconds)], static_cast<std::uint16_t>(index % seconds)};
  }
  index -= leading;
  return {numbers_a_[static_cast<std::size_t>(index / specials_[1].size())],
          specials_[1][static_cast<std::size_t>(index % specials_[1].size())]};
}

std::vector<ProductShare> ProductPairs::shares(std::size_t parts) const {
  const std::uint64_t all = (formats_[0].code_mask() + 1) * (formats_[1].code_mask() + 1);
  const std::uint64_t wanted = (all + parts - 1) / parts;
  std::vector<ProductShare> shares;
  ProductShare share;
  for (std::size_t place = 0; place + 1 < starts_.size(); ++place) {
    for (std::size_t i = starts_[place]; i < starts_[place + 1]; ++i) share.pairs += pairs_of(odds_[i]);
    if (share.pairs < wanted && place + 2 < starts_.size()) continue;
    share.range.last = place;
    shares.push_back(share);
    share = {false, {place + 1, 0}, 0};
  }
  for (std::uint64_t first = 0; first < special_pairs(); first += wanted) {
    const std::uint64_t last = std::min(first + wanted, special_pairs()) - 1;
    shares.push_back({true, {first, last}, last - first + 1});
  }
  return shares;
}

std::uint64_t ProductPairs::distinct_magnitudes() const {
  std::uint64_t count = 0;
  for (std::size_t place = 0; place + 1 < starts_.size(); ++place) {
    std::vector<int> exponents;
    for (std::size_t i = starts_[place]; i < starts_[place + 1]; ++i) {
      for (const Factor& a : a_[odds_[i].a]) {
        for (const Factor& b : b_[odds_[i].b]) exponents.push_back(a.exponent + b.exponent);
      }
    }
    std::sort(exponents.begin(), exponents.end());
    count += static_cast<std::uint64_t>(std::unique(exponents.begin(), exponents.end()) - exponents.begin());
  }
  return count;
}

ProductGroups::ProductGroups(std::shared_ptr<const ProductPairs> pairs, const ProductShare& share)
    : pairs_(std::move(pairs)), share_(share), at_(share.range.first) {
  if (!share_.is_special) gather();
}

void ProductGroups::gather() {
  entries_.clear();
  first_ = last_ = 0;
  for (std::size_t i = pairs_->starts_[at_]; i < pairs_->starts_[at_ + 1]; ++i) {
    const ProductPairs::OddProduct& odd = pairs_->odds_[i];
    for (const auto& a : pairs_->a_[odd.a]) {
      for (const auto& b : pairs_->b_[odd.b]) {
        entries_.push_back({a.exponent + b.exponent, a.is_subnormal || b.is_subnormal, a.code, b.code});
      }
    }
  }
  std::sort(entries_.begin(), entries_.end(), [](const Entry& x, const Entry& y) {
    return std::tie(x.exponent, x.has_subnormal, x.a, x.b) < std::tie(y.exponent, y.has_subnormal, y.a, y.b);
  });
}

bool ProductGroups::next(std::vector<CodePair>& group) {
  group.clear();
  if (share_.is_special) {
    if (at_ > share_.range.last) return false;
    group.push_back(pairs_->special_pair(at_++));
    return true;
  }
  if (!negative_due_) {
    first_ = last_;
    if (first_ == entries_.size()) {
      if (at_ == share_.range.last) return false;
      ++at_;
      gather();
    }
    last_ = first_;
    const Entry& one = entries_[first_];
    while (last_ < entries_.size() && entries_[last_].exponent == one.exponent &&
           entries_[last_].has_subnormal == one.has_subnormal) {
      ++last_;
    }
  }
  const auto minus_a = static_cast<std::uint16_t>(pairs_->formats_[0].sign_mask());
  const auto minus_b = static_cast<std::uint16_t>(pairs_->formats_[1].sign_mask());
  for (std::size_t i = first_; i < last_; ++i) {
    const auto [a, b] = std::pair(entries_[i].a, entries_[i].b);
    const auto negative_a = static_cast<std::uint16_t>(a | minus_a),
               negative_b = static_cast<std::uint16_t>(b | minus_b);
    if (negative_due_) {
      group.push_back({a, negative_b});
      group.push_back({negative_a, b});
    } else {
      group.push_back({a, b});
      group.push_back({negative_a, negative_b});
    }
  }
  negative_due_ = !negative_due_;
  return true;
}

}  // namespace hallmark
