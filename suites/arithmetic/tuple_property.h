// SPDX-License-Identifier: Apache-2.0
// Properties of arithmetic: relations between results that hold whatever the right results are.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "semantics/elementwise.h"

namespace hallmark {

enum class TupleProperty : std::uint8_t {
  commutative,      ///< the first two operands may change places
  zero_difference,  ///< x - x is +0, under round toward negative -0
  identity_one,     ///< x * 1 and x / 1 are x
  odd,              ///< a negative first operand makes the result negative
  even,             ///< abs: a negative operand has the same result
  power_of_two,     ///< times a power of two is exact where the result is a normal number
  sterbenz,         ///< y/2 <= x <= 2y: x - y is exact (Sterbenz 1974)
  monotone,         ///< a larger first operand has no smaller result
};

inline constexpr TupleProperty all_tuple_properties[] = {
    TupleProperty::commutative, TupleProperty::zero_difference, TupleProperty::identity_one, TupleProperty::odd,
    TupleProperty::even,        TupleProperty::power_of_two,    TupleProperty::sterbenz,     TupleProperty::monotone};

std::string_view tuple_property_name(TupleProperty property);
std::optional<TupleProperty> find_tuple_property(std::string_view name);

/// What a case is made from, so that it can be made simpler: each property turns any codes into operands it speaks of.
struct TupleSeed {
  std::vector<std::uint64_t> codes;  ///< one an operand, and one more for monotone
};

/// The tuples that a property relates; `second` is empty where it speaks of one result alone.
struct TupleCase {
  std::vector<std::uint64_t> first, second;
};

/// What one semantics promises of an operation, from its fields alone, never from a right answer.
class PropertyRules {
 public:
  virtual ~PropertyRules() = default;

  virtual bool promises(TupleProperty property) const = 0;
  /// The case that a seed makes; nothing where the property says nothing of it.
  virtual std::optional<TupleCase> make(TupleProperty property, const TupleSeed& seed) const = 0;
  /// Whether results of a case break the property.
  virtual bool breaks(TupleProperty property, const TupleCase& one, std::uint64_t first,
                      std::uint64_t second) const = 0;
};

/// Rounding that treats both signs alike.
bool is_symmetric(Rounding rounding);

/// Operands and result of one signed format that has zeros of both signs and a NaN; or a result that decides.
bool has_one_format(const Elementwise& formats);

/// Of a property that relates two results, x being the first tuple: the second, by another order of the first two
/// operands, by the first operand's other sign, or by another first operand that is not less than x's (then the tuples
/// may change places). Nothing for a NaN that has no order.
std::optional<TupleCase> related_tuples(TupleProperty property, const Elementwise& formats, const TupleSeed& seed);

/// Whether two such results break commutative, odd, even or monotone. NaNs are alike and have no order, zeros are equal
/// in order.
bool results_differ(TupleProperty property, const Format& result, std::uint64_t first, std::uint64_t second);

class TupleRules : public PropertyRules {
 public:
  TupleRules(const Elementwise& operation, const Semantics& semantics) : operation_(operation), semantics_(semantics) {}

  bool promises(TupleProperty property) const override;
  std::optional<TupleCase> make(TupleProperty property, const TupleSeed& seed) const override;
  bool breaks(TupleProperty property, const TupleCase& one, std::uint64_t first, std::uint64_t second) const override;

 private:
  bool keeps_subnormals() const {
    return semantics_.subnormal_operands == SubnormalOperands::keep &&
           semantics_.subnormal_results == SubnormalResults::keep;
  }
  std::optional<std::uint64_t> exact_result(TupleProperty property, const TupleCase& one) const;

  Elementwise operation_;
  Semantics semantics_;
};

}  // namespace hallmark
