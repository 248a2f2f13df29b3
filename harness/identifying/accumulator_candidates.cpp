// SPDX-License-Identifier: Apache-2.0
#include "identifying/accumulator_candidates.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "formats/formats.h"

namespace hallmark {
namespace {

/// The width of sums: a named format, or exponent bits and precision.
struct Width {
  std::string format;
  int exponent_bits = 0, precision = 0;
};

std::vector<Width> widths(std::span<const int> precisions) {
  std::vector<Width> list{{"float32"}, {"bfloat16"}, {"float16"}, {"float64"}};
  std::vector<int> others(precisions.begin(), precisions.end());
  others.insert(others.end(), {22, 14});
  for (const int precision : others) {
    const bool is_named = precision == 24 || precision == 8 || precision == 53;
    if (is_named || precision < 2 || precision > 53) continue;
    const bool is_listed = std::any_of(list.begin(), list.end(), [&](const Width& width) {
      return width.format.empty() && width.precision == precision;
    });
    if (!is_listed) list.push_back({"", precision > 24 ? 11 : 8, precision});
  }
  return list;
}

constexpr std::string_view roundings[] = {"rne", "rtz", "rna", "rto", "rup", "rdn", "floor"};

/// Groups of products summed as trees, the value so far first or last, as matrix units do.
constexpr std::string_view trees[] = {"((c,1),0)",
                                      "(c,(0,1))",
                                      "(c,((0,1),(2,3)))",
                                      "((c,(0,1)),(2,3))",
                                      "(c,((0,2),(1,3)))",
                                      "(((c,3),2),(1,0))",
                                      "(c,(((0,1),(2,3)),((4,5),(6,7))))",
                                      "(c,(((0,4),(2,6)),((1,5),(3,7))))"};

class Enumeration {
 public:
  Enumeration(const Reduction& reduction, std::span<const int> precisions, const TakeCandidate& take)
      : reduction_(reduction), widths_(widths(precisions)), take_(take) {}

  void run() {
    for (const Width& width : widths_) {
      for (const std::string_view rounding : roundings) {
        if (!each_order(width, rounding)) return;
      }
    }
    for (const Width& width : widths_) {
      if (!each_block(width)) return;
    }
  }

 private:
  Semantics base(const Width& width, std::string_view rounding) const {
    Semantics semantics;
    Accumulator& accumulator = semantics.accumulator;
    accumulator.format = width.format;
    accumulator.exponent_bits = width.exponent_bits;
    accumulator.precision = width.precision;
    accumulator.rounding = rounding;
    accumulator.exact_model = true;
    return semantics;
  }

  /// The candidate, and where sums are wider than results every way to round these.
  bool give(Semantics semantics) {
    const Accumulator& accumulator = semantics.accumulator;
    const Format* named = accumulator.format.empty() ? nullptr : find_format(accumulator.format);
    const int precision = named != nullptr ? named->precision() : accumulator.precision;
    const bool narrows = precision > reduction_.result.precision() || accumulator.order == "exact";
    for (const Rounding rounding :
         {Rounding::rne, Rounding::rtz, Rounding::rna, Rounding::rto, Rounding::rup, Rounding::rdn}) {
      semantics.rounding = rounding;
      if (!take_(semantics)) return false;
      if (!narrows) break;
    }
    return true;
  }

  bool each_place(Semantics semantics) {
    if (!give(semantics)) return false;
    if (!reduction_.initial) return true;
    semantics.accumulator.initial = "last";
    return give(semantics);
  }

  bool each_order(const Width& width, std::string_view rounding) {
    for (const std::string_view product : {"", "rounded", "bfloat16", "float16"}) {
      Semantics semantics = base(width, rounding);
      Accumulator& accumulator = semantics.accumulator;
      if (!product.empty()) accumulator.products = "rounded";
      if (product != "rounded") accumulator.product_format = product;
      accumulator.order = "sequential";
      for (const int lanes : {1, 2, 4, 8, 16, 32, 64}) {
        accumulator.lanes = lanes;
        if (!each_place(semantics)) return false;
      }
      accumulator.lanes = 1;
      accumulator.order = "pairwise";
      if (!each_place(semantics)) return false;
      for (const std::string_view tree : trees) {
        accumulator.order = tree;
        if (!give(semantics)) return false;
      }
      accumulator.order = "exact";
      accumulator.initial = "fused";
      if (!give(semantics)) return false;
      for (const std::string_view order : {"exact", "sequential"}) {
        for (const std::string_view partials : {"bfloat16", "float16"}) {
          for (const int count : {2, 4, 8, 16}) {
            Semantics split = semantics;
            split.accumulator.order = order;
            split.accumulator.initial = order == "exact" ? "fused" : "first";
            split.accumulator.partials = partials;
            split.accumulator.partial_count = count;
            if (!give(split)) return false;
          }
        }
      }
    }
    return true;
  }

  /// Units that align the products of a block and the value so far, cut them and sum.
  bool each_block(const Width& width) {
    if (width.format == "float64") return true;
    for (const int products : {4, 8, 16, 32, 2, 64}) {
      // 1024 bits keep every product of 16-bit formats: such a block is exact.
      for (int bits = 10; bits <= 40; ++bits) {
        for (const std::string_view final : {"rtz", "rne"}) {
          Semantics semantics = base(width, final);
          Accumulator& accumulator = semantics.accumulator;
          accumulator.block_width = products;
          accumulator.block_fraction_bits = bits == 40 ? 1024 : bits;
          accumulator.block_final_rounding = final;
          accumulator.block_initial = "fused";
          if (!give(semantics)) return false;
          accumulator.block_initial = "last";
          if (!give(semantics)) return false;
          accumulator.block_sum_fraction_bits = 31;  // AMD CDNA3, as Khattak and Mikaitis observed it
          accumulator.block_initial_fraction_bits = 24;
          if (!give(semantics)) return false;
        }
      }
    }
    return true;
  }

  const Reduction& reduction_;
  std::vector<Width> widths_;
  const TakeCandidate& take_;
};

/// Whether results round anew what sums are, so that they may flush of their own.
bool result_has_own_range(const Reduction& reduction, const Accumulator& accumulator) {
  return accumulator.format != reduction.result.name;
}

}  // namespace

void each_summation(const Reduction& reduction, std::span<const int> precisions, const TakeCandidate& take) {
  Enumeration(reduction, precisions, take).run();
}

void each_range(const Reduction& reduction, const Semantics& of, const TakeCandidate& take) {
  const bool is_block = of.accumulator.block_width > 0;
  const std::vector<int> lowest = is_block ? std::vector<int>{-32768, -132, -133} : std::vector<int>{-32768};
  const std::vector<bool> product_overflow = is_block ? std::vector<bool>{false, true} : std::vector<bool>{false};
  std::vector<SubnormalResults> results{SubnormalResults::keep};
  if (result_has_own_range(reduction, of.accumulator)) {
    results.insert(results.end(), {SubnormalResults::flush_after_rounding, SubnormalResults::flush_before_rounding,
                                   SubnormalResults::flush_delivered});
  }
  Semantics one = of;
  Accumulator& accumulator = one.accumulator;
  for (const std::string_view operands : {"keep", "flush"}) {
    for (const std::string_view sums : {"keep", "flush_after_rounding", "flush_before_rounding", "flush_delivered"}) {
      for (const std::string_view products : {"keep", "flush"}) {
        for (const SubnormalResults delivered : results) {
          for (const FlushedZero zero : {FlushedZero::keep_sign, FlushedZero::positive}) {
            for (const std::string_view overflow : {"directed", "infinity"}) {
              for (const int exponent : lowest) {
                for (const bool infinite : product_overflow) {
                  accumulator.subnormal_operands = operands;
                  accumulator.subnormal_accumulator = sums;
                  accumulator.subnormal_products = products;
                  one.subnormal_results = delivered;
                  one.flushed_zero = zero;
                  accumulator.overflow = overflow;
                  accumulator.block_lowest_exponent = exponent;
                  accumulator.block_product_overflow = infinite;
                  if (!take(one)) return;
                }
              }
            }
          }
        }
      }
    }
  }
}

void each_nan_rule(const Reduction& reduction, const Semantics& of, std::uint64_t seen_nan, const TakeCandidate& take) {
  for (const std::string_view start : {"zero", "first_product"}) {
    for (const Nan nan : {Nan::canonical, Nan::quiet_payload, Nan::quiet, Nan::any}) {
      for (const NanSign sign : {NanSign::preserve, NanSign::positive, NanSign::any}) {
        for (const NanOperand operand : {NanOperand::first, NanOperand::second, NanOperand::either}) {
          for (const GeneratedNan generated : {GeneratedNan::positive, GeneratedNan::negative, GeneratedNan::any}) {
            Semantics one = of;
            one.accumulator.start = start;
            one.nan = nan;
            one.nan_sign = sign;
            one.nan_operand = operand;
            one.generated_nan = generated;
            if (nan == Nan::canonical && seen_nan != reduction.result.default_nan()) {
              one.canonical_nan[std::string(reduction.result.name)] = seen_nan;
            }
            // The one code of a canonical NaN has its own sign; only a payload shows whose it is.
            const bool is_repeated =
                (nan != Nan::quiet_payload && operand != NanOperand::either) ||
                (nan == Nan::canonical && (sign != NanSign::any || generated != GeneratedNan::any));
            if (!is_repeated && !take(one)) return;
          }
        }
      }
    }
  }
}

}  // namespace hallmark
