// SPDX-License-Identifier: Apache-2.0
// The reductions there are, and what NaN, infinities and zeros decide about a row before anything is summed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "formats/format.h"
#include "semantics/operands.h"
#include "semantics/requirement.h"
#include "semantics/semantics.h"
#include "semantics/signature.h"

namespace hallmark {

/// Named as signatures name them. Each result is a sum of products: of one operand's elements and 1 (`sum`,
/// `cumulative_sum`, and `mean`, which divides it by the depth), of its elements and themselves (`sum_of_squares`), or
/// of two operands' elements; or it is made of a sum of exponentials (`logsumexp`, `softmax`), or tells whether no
/// element is NaN or infinite (`all_finite`, 1 or 0).
enum class ReductionKind : std::uint8_t {
  sum,
  sum_of_squares,
  cumulative_sum,
  dot,
  matmul,
  mean,
  all_finite,
  logsumexp,
  softmax
};

/// A reduction on formats; nothing here depends on a semantics.
struct Reduction {
  ReductionKind kind = ReductionKind::dot;
  Format left, right;             ///< of the factors; the same where there is one operand
  std::optional<Format> initial;  ///< of the value that dot and matmul may add
  Format result;
  /// What the profile allows exp and log to err at the accumulator's format, in ulp; of `logsumexp` and `softmax`.
  double exponential_ulp = 1.0, logarithm_ulp = 1.0;

  bool has_two_factors() const { return kind == ReductionKind::dot || kind == ReductionKind::matmul; }
  /// Whether each element of a row has a result, and not each row.
  bool has_result_of_each_element() const {
    return kind == ReductionKind::cumulative_sum || kind == ReductionKind::softmax;
  }
  bool is_of_exponentials() const { return kind == ReductionKind::logsumexp || kind == ReductionKind::softmax; }
  /// Whether a row's one result is a sum of products and nothing more.
  bool is_sum_of_products() const { return kind <= ReductionKind::matmul && kind != ReductionKind::cumulative_sum; }
  /// Whether each result is a sum of products, or one divided by the depth: what an accumulator does shows in it.
  bool is_of_sums() const { return kind <= ReductionKind::mean; }
  bool is_predicate() const { return kind == ReductionKind::all_finite; }
};

/// The reduction of a signature, or nothing where the name is none, the number of operands is another, a format is an
/// integer or has no sign (but for `all_finite`, whose result is uint8 and which has no modifiers), or a modifier is
/// unknown.
std::optional<Reduction> reduction_of(const Signature& signature);

/// What its rows count under (design section 2): accumulation, or special_values for a predicate.
inline Requirement requirement_of(const Reduction& reduction) {
  return reduction.is_predicate() ? Requirement::special_values : Requirement::accumulation;
}

/// What one result is made of. `right` is empty where the reduction has one operand, else as long as `left`. Of a
/// cumulative sum it is the elements up to the result's own.
struct ReductionRow {
  std::span<const std::uint64_t> left, right;
  std::optional<std::uint64_t> initial;
  std::size_t element = 0;  ///< of softmax: which of the row's results

  std::size_t depth() const { return left.size(); }
};

/// 1 where every element of the row is a number, else 0, as codes of `all_finite`'s result.
CodeSet all_finite_result(const Reduction& reduction, const ReductionRow& row);

/// The two factors of a product; of `sum` the second is 1.
struct Factors {
  Operand left, right;
};

/// Whether subnormal operands are read as zeros: the operation's own rule, or its accumulator's.
bool flushes_operands(const Semantics& semantics);

/// The factors of product i, flushed where the semantics say so.
Factors factors_of(const Reduction& reduction, const Semantics& semantics, const ReductionRow& row, std::size_t i);

/// The initial value, flushed likewise. There must be one.
Operand initial_of(const Reduction& reduction, const Semantics& semantics, const ReductionRow& row);

/// What a product of factors that are not both finite and nonzero is, as IEEE 754-2019 7.2 says: NaN (operand or
/// invalid), infinity or zero, with its sign. `normal` for all others.
Category product_category(const Factors& factors);
inline bool product_is_negative(const Factors& factors) {
  return factors.left.value.negative != factors.right.value.negative;
}

/// What the terms of a row, its products and the initial value, are. No term at all is a sum of nothing: +0.
struct RowSpecials {
  bool nan_operand = false;
  bool invalid = false;  ///< infinity times zero, or infinities of both signs
  bool positive_infinity = false, negative_infinity = false;
  bool positive_zero = false, negative_zero = false;
  bool positive = false, negative = false;  ///< finite nonzero terms of that sign
};
RowSpecials specials_of(const Reduction& reduction, const Semantics& semantics, const ReductionRow& row);

/// The NaNs that are right where an operand is one: those of each NaN operand, and the generated one if `invalid`.
CodeSets nans_of_row(const Reduction& reduction, const Semantics& semantics, const ReductionRow& row, bool invalid);

/// Every quiet NaN of the format: what is right where it is open which of several NaNs comes back.
CodeSet any_quiet_nan(const Format& result, const Semantics& semantics);

/// Steps 2 to 4 of design section 4 as far as no sum is computed: NaN, infinities, and sums of zeros alone. A sum of
/// zeros all negative is -0 or, for whoever starts from +0, +0. Nothing where a finite nonzero term is.
std::optional<CodeSets> reduction_special(const Reduction& reduction, const Semantics& semantics,
                                          const ReductionRow& row, const RowSpecials& specials);

}  // namespace hallmark
