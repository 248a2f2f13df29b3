// SPDX-License-Identifier: Apache-2.0
// A profile's accumulator as numbers: what each step of a sum rounds to, and in which order the steps come.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "formats/format.h"
#include "semantics/semantics.h"

namespace hallmark {

/// A place where a value is rounded.
struct RoundingStep {
  Format format;
  Semantics semantics;  ///< rounding, overflow, subnormal results, flushed zero
  /// Beyond the format's exponents lies infinity even for a rounding that IEEE 754 stops at the largest value.
  bool always_overflows_to_infinity = false;
  bool adds_twos_complement = false;  ///< rounds down as such an adder does, whose x - x is +0

  bool is_nearest() const { return semantics.rounding == Rounding::rne || semantics.rounding == Rounding::rna; }
};

/// A node of an order of summation: a product of the group, the value so far, or the rounded sum of two nodes.
struct OrderNode {
  enum class Kind : std::uint8_t { product, running, sum } kind = Kind::product;
  std::size_t product = 0;          ///< index in the group
  std::size_t left = 0, right = 0;  ///< indices of nodes, lower than the sum's own
};

enum class SummationOrder : std::uint8_t { any, sequential, pairwise, tree, block, exact };
enum class InitialPlace : std::uint8_t { first, last, fused };

/// How one result comes about. Sequential: r = R(r + p), product by product. Pairwise: R of the sums of both halves,
/// the first the shorter. Tree: the depth in groups of `group` products (the last filled with +0), each summed by
/// `nodes`. Block: `group` products and the running value r aligned to the largest exponent of the block, cut to
/// `fraction_bits` below it, summed, rounded once. Exact: all at once, rounded once. With partial sums: each part of
/// the depth so, rounded to `partial`; then the parts in sequence, or exactly where the order is exact.
struct AccumulationModel {
  SummationOrder order = SummationOrder::any;
  RoundingStep accumulator;  ///< of sums
  RoundingStep product;      ///< of products where `rounds_products`
  RoundingStep partial;      ///< of partial sums where `partial_count` is not zero
  bool rounds_products = false, flushes_products = false;
  bool starts_from_zero = true;  ///< or from the first product
  InitialPlace initial = InitialPlace::first;
  std::size_t lanes = 1, partial_count = 0;
  std::size_t group = 1;
  std::vector<OrderNode> nodes;  ///< the last is the root
  bool tree_has_running = false;
  int fraction_bits = 0, sum_fraction_bits = 0, initial_fraction_bits = 0, lowest_exponent = 0;
  bool product_overflows = false;
  RoundingStep block_final;
  int operand_passes = 0;

  /// Whether every step is known, so that the model gives the result bit for bit.
  bool is_determined() const { return order != SummationOrder::any && operand_passes == 0; }
};

/// The model that the semantics' accumulator states, or what keeps it from being one, as a sentence.
std::variant<AccumulationModel, std::string> accumulation_model(const Semantics& semantics);

}  // namespace hallmark
