// SPDX-License-Identifier: Apache-2.0
// Results of an elementary function beside MPFR's values: what limits and rules they meet.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "identifying/observed_calls.h"
#include "inputs/tuples.h"
#include "truth/functions.h"

namespace hallmark {

/// By the exact value of the operands as they are: an ordinary number; one near or below the smallest normal, or of a
/// subnormal operand; one beyond the largest, or an infinite one; a NaN; another special value, such as exp(0).
enum class RowKind : std::uint8_t { ordinary, tiny, beyond, nan, special };
inline constexpr std::array all_row_kinds = {RowKind::ordinary, RowKind::tiny, RowKind::beyond, RowKind::nan,
                                             RowKind::special};

class FunctionRows {
 public:
  /// A limit in tenths of an ulp that stands for none.
  static constexpr int unbounded = 1 << 30;

  explicit FunctionRows(const FunctionOperation& operation) : operation_(operation) {}
  void take(const Columns& columns, std::vector<std::uint64_t> results);

  const std::vector<std::uint64_t>& results() const { return results_; }
  OperandTuple operands(std::size_t row) const;
  const std::vector<std::size_t>& of_kind(RowKind kind) const { return kinds_[static_cast<std::size_t>(kind)]; }

  /// The least limit from `first` on that all results of the kind meet, in tenths of an ulp.
  int least_limit(const Semantics& semantics, RowKind kind, int first);
  /// The same for each of several semantics, from one tenth on and of some of the rows.
  std::vector<int> needed_limits(const std::vector<Semantics>& list, RowKind kind);
  bool all_rounded(const Semantics& semantics, RowKind kind);
  /// How many codes the special rows of that kind accept in all; nothing where one does not accept its result.
  std::optional<std::uint64_t> accepted_codes(const Semantics& semantics, RowKind kind);
  /// The rows whose special value is another.
  std::vector<std::size_t> wrong_rows(const Semantics& semantics, RowKind kind);
  CodeSets special_of(const Semantics& semantics, std::size_t row) const;

  /// Rows with the largest errors.
  std::vector<std::size_t> hardest(const Semantics& semantics, std::size_t count);
  /// Rows that are not correctly rounded, and rows that would be others under another rounding.
  std::vector<std::size_t> not_rounded(const Semantics& semantics, std::size_t count);
  std::vector<std::size_t> telling_rounding(const Semantics& semantics, std::size_t count);
  /// A row whose result is right within the limit under the semantics, and wrong under the variation, or one of more.
  std::optional<std::size_t> telling(const Semantics& semantics, const Semantics& variation, int tenths);

  /// Whether some rows of the kind meet the limit under the semantics.
  bool fits(const Semantics& semantics, RowKind kind, int tenths);

  struct Order {
    bool monotone = true;
    std::vector<std::size_t> witnesses;  ///< neighbours that rise or fall, the wrong way where it is not monotone
  };
  /// Of unary functions of which something is known to rise or fall.
  std::optional<Order> monotone() const;

 private:
  bool meets(const Semantics& semantics, std::size_t row, int tenths);
  /// The least limit from `first` on that the row meets.
  int raise(const Semantics& semantics, std::size_t row, int first);
  RowKind kind_of(std::size_t row);
  bool is_just_tiny(std::size_t row);
  std::vector<std::size_t> some_of(RowKind kind, std::size_t most) const;

  FunctionOperation operation_;
  FunctionTruth truth_;
  Columns columns_;
  std::vector<std::uint64_t> results_;
  std::array<std::vector<std::size_t>, all_row_kinds.size()> kinds_;
};

}  // namespace hallmark
