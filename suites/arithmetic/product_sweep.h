// SPDX-License-Identifier: Apache-2.0
// Every triple of a fused multiply-add on 16-bit formats, product by product: what is right is computed once for all
// factors of a product.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "inputs/products.h"
#include "judging/tally.h"
#include "running/part.h"
#include "semantics/elementwise.h"

namespace hallmark {

/// A part: its pairs of factors, with every addend.
struct ProductPart {
  std::shared_ptr<const ProductPairs> pairs;
  ProductShare share;
};

/// Whether all 2^48 triples of the operation can be swept so.
bool sweeps_products(const Elementwise& operation, const std::vector<Semantics>& alternatives);

/// Parts of some 2^36 triples each; none has a triple in common with another.
std::vector<ProductPart> product_parts(const Elementwise& operation);

Tally sweep_products(PartContext& context, const Elementwise& operation, std::size_t index, const ProductPart& part,
                     const std::vector<Semantics>& alternatives, std::uint64_t seed);

/// The operands of a row of a call, as hex codes.
std::vector<std::string> swept_product(const Elementwise& operation, const ProductPart& part, std::size_t block_rows,
                                       std::uint64_t call, std::uint64_t row);

}  // namespace hallmark
