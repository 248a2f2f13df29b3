// SPDX-License-Identifier: Apache-2.0
#include "semantics/accumulation_model.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "formats/formats.h"
#include "formats/internal_error.h"
#include "semantics/fields.h"

namespace hallmark {
namespace {

/// Round toward minus infinity is what cutting a two's complement number does; profiles call that floor.
Rounding rounding_of(std::string_view word) {
  if (word == "floor") return Rounding::rdn;
  if (const auto rounding = rounding_of_modifier(word)) return *rounding;
  throw InternalError("an accumulator's rounding has no meaning: " + std::string(word));
}

InitialPlace place_of(std::string_view word) {
  return word == "last" ? InitialPlace::last : word == "fused" ? InitialPlace::fused : InitialPlace::first;
}

SubnormalResults flush_of(std::string_view word) {
  if (word == "flush_before_rounding") return SubnormalResults::flush_before_rounding;
  if (word == "flush_after_rounding") return SubnormalResults::flush_after_rounding;
  if (word == "flush_delivered") return SubnormalResults::flush_delivered;
  return SubnormalResults::keep;
}

RoundingStep step(const Semantics& semantics, const Format& format, std::string_view rounding) {
  RoundingStep made{format, semantics, semantics.accumulator.overflow == "infinity", rounding == "floor"};
  made.semantics.rounding = rounding_of(rounding);
  made.semantics.overflow = Overflow::infinity;
  made.semantics.subnormal_results = flush_of(semantics.accumulator.subnormal_accumulator);
  made.semantics.evaluate_in.clear();
  return made;
}

/// Appends the node that the text begins with and returns its index; fields.cpp has checked the text.
std::size_t append_tree(std::string_view& text, AccumulationModel& model) {
  const auto append = [&](const OrderNode& node) {
    model.nodes.push_back(node);
    return model.nodes.size() - 1;
  };
  if (text.front() == '(') {
    text.remove_prefix(1);
    const std::size_t left = append_tree(text, model);
    text.remove_prefix(1);  // the comma
    const std::size_t right = append_tree(text, model);
    text.remove_prefix(1);  // the closing parenthesis
    return append({OrderNode::Kind::sum, 0, left, right});
  }
  if (text.front() == 'c') {
    text.remove_prefix(1);
    model.tree_has_running = true;
    return append({OrderNode::Kind::running, 0, 0, 0});
  }
  std::size_t product = 0;
  while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
    product = product * 10 + static_cast<std::size_t>(text.front() - '0');
    text.remove_prefix(1);
  }
  model.group = std::max(model.group, product + 1);
  return append({OrderNode::Kind::product, product, 0, 0});
}

/// What the summation can round to: IEEE 754's kind of format, whose infinities carry an overflow on.
std::optional<Format> summable(const std::string& name) {
  const Format* format = find_format(name);
  if (format == nullptr || format->is_integer() || !format->infinities) return {};
  return *format;
}

}  // namespace

std::variant<AccumulationModel, std::string> accumulation_model(const Semantics& semantics) {
  const Accumulator& stated = semantics.accumulator;
  AccumulationModel model;
  Format format;
  if (stated.format.empty()) {
    if (stated.exponent_bits + stated.precision > 64 || stated.exponent_bits < 2 || stated.precision < 2) {
      return "an accumulator of " + std::to_string(stated.exponent_bits) + " exponent bits and precision " +
             std::to_string(stated.precision) + " does not fit 64 bits";
    }
    format = detail::ieee("accumulator", stated.exponent_bits, stated.precision - 1);
  } else if (const auto named = summable(stated.format)) {
    format = *named;
  } else {
    return "an accumulator of format " + stated.format + " has no infinities, which its sums need";
  }
  model.accumulator = step(semantics, format, stated.rounding);
  model.rounds_products = stated.products == "rounded";
  model.product = model.accumulator;
  model.flushes_products = stated.subnormal_products == "flush";
  if (model.rounds_products && !stated.product_format.empty()) {
    const auto named = summable(stated.product_format);
    if (!named) return "products of format " + stated.product_format + " have no infinities, which sums need";
    model.product.format = *named;
  }
  if (model.flushes_products) model.product.semantics.subnormal_results = SubnormalResults::flush_before_rounding;
  if (!stated.partials.empty()) {
    const auto named = summable(stated.partials);
    if (!named) return "partial sums of format " + stated.partials + " have no infinities, which sums need";
    model.partial = step(semantics, *named, "rne");
    model.partial_count = stated.partial_count == 0 ? 2 : static_cast<std::size_t>(stated.partial_count);
  }
  model.starts_from_zero = stated.start == "zero";
  model.initial = place_of(stated.initial);
  model.lanes = static_cast<std::size_t>(stated.lanes);
  model.operand_passes = stated.operand_passes;
  if (stated.block_width > 0) {
    if (stated.block_fraction_bits == 0) return "a block needs its fraction bits";
    model.order = SummationOrder::block;
    model.group = static_cast<std::size_t>(stated.block_width);
    model.fraction_bits = stated.block_fraction_bits;
    model.sum_fraction_bits = stated.block_sum_fraction_bits;
    model.initial_fraction_bits = stated.block_initial_fraction_bits;
    model.lowest_exponent = stated.block_lowest_exponent;
    model.product_overflows = stated.block_product_overflow;
    model.block_final =
        step(semantics, format, stated.block_final_rounding.empty() ? stated.rounding : stated.block_final_rounding);
    if (stated.block_initial == "first") return "a block's running value enters it fused or last";
    model.initial = stated.block_initial == "last" ? InitialPlace::last : InitialPlace::fused;
  } else if (stated.order == "sequential") {
    model.order = SummationOrder::sequential;
  } else if (stated.order == "pairwise") {
    model.order = SummationOrder::pairwise;
  } else if (stated.order == "exact") {
    model.order = SummationOrder::exact;
  } else if (stated.order != "any") {
    model.order = SummationOrder::tree;
    std::string_view text = stated.order;
    append_tree(text, model);
  }
  if (model.lanes > 1 && model.order != SummationOrder::sequential && model.order != SummationOrder::any) {
    return "lanes are sums in sequence; order = \"" + stated.order + "\" has none";
  }
  if (model.initial == InitialPlace::fused && model.order != SummationOrder::block &&
      model.order != SummationOrder::exact && model.order != SummationOrder::any) {
    return "an initial value is fused with a block or an exact sum, not with order = \"" + stated.order + "\"";
  }
  return model;
}

}  // namespace hallmark
