// SPDX-License-Identifier: Apache-2.0
#include "truth/accumulators.h"

#include <string>

#include "formats/internal_error.h"

namespace hallmark {
namespace {

AccumulationModel known_model(const Semantics& semantics) {
  auto model = accumulation_model(semantics);
  if (const auto* reason = std::get_if<std::string>(&model))
    throw InternalError("no accumulator to simulate: " + *reason);
  auto& known = std::get<AccumulationModel>(model);
  if (!known.is_determined()) throw InternalError("an accumulator of any order has no one result");
  return known;
}

ExactTerm zero(bool negative) { return {.category = Category::zero, .negative = negative}; }
ExactTerm infinity(bool negative) { return {.category = Category::infinity, .negative = negative}; }
ExactTerm nan(std::int64_t origin) { return {.category = Category::nan, .origin = origin}; }

int leading_exponent(const Format& format) {
  const Decoded top = decode(format, format.largest_finite());
  return top.exponent + bit_length(top.significand) - 1;
}

int leading_exponent(const ExactTerm& term) { return term.exponent + bit_length(term.magnitude) - 1; }

Real real_of(const ExactTerm& term) { return real_of(CutSum{term.negative, term.magnitude, term.exponent, false}); }

/// Of a step's sum that is exactly zero though its terms are not, or are zeros of both signs.
bool cancels_to_negative(const RoundingStep& step) {
  return step.semantics.rounding == Rounding::rdn && !step.adds_twos_complement;
}

}  // namespace

ExactTerm rounded(const RoundingStep& step, const Real& x) {
  if (step.always_overflows_to_infinity && x.exponent + bit_length(x.significand) - 1 > leading_exponent(step.format)) {
    return infinity(x.negative);
  }
  const Decoded value = decode(step.format, round_real(step.format, step.semantics, x).low);
  if (value.significand == 0) {
    return value.category == Category::zero ? zero(value.negative) : infinity(value.negative);
  }
  return {.category = Category::normal,
          .negative = value.negative,
          .magnitude = value.significand,
          .exponent = value.exponent,
          .unit_exponent = value.exponent + step.format.significand_bits};
}

AccumulatorSimulation::AccumulatorSimulation(const Reduction& reduction, const Semantics& semantics)
    : reduction_(reduction), semantics_(semantics), model_(known_model(semantics)) {
  mpz_inits(total_, part_, static_cast<mpz_ptr>(nullptr));
}

AccumulatorSimulation::~AccumulatorSimulation() { mpz_clears(total_, part_, static_cast<mpz_ptr>(nullptr)); }

CodeSet AccumulatorSimulation::result(const ReductionRow& row) {
  std::optional<ExactTerm> start;
  if (row.initial && model_.initial != InitialPlace::last) start = initial(row);
  // A block takes the value so far last in every block, the initial one too.
  if (row.initial && model_.order == SummationOrder::block) start = initial(row);
  ExactTerm total = model_.partial_count > 0 ? partial_sums(row, start) : sum(row, 0, row.depth(), start);
  if (row.initial && !start) total = add(total, initial(row));
  return deliver(row, total);
}

ExactTerm AccumulatorSimulation::sum(const ReductionRow& row, std::size_t begin, std::size_t end,
                                     const std::optional<ExactTerm>& start) {
  switch (model_.order) {
    case SummationOrder::sequential:
      return model_.lanes > 1 ? lanes(row, begin, end, start) : chain(row, begin, end, 1, start);
    case SummationOrder::pairwise: {
      const ExactTerm total = begin == end ? zero(false) : pairwise(row, begin, end);
      return start ? add(total, *start) : total;
    }
    case SummationOrder::tree:
      return tree(row, begin, end, start);
    case SummationOrder::block:
      return blocks(row, begin, end, start);
    case SummationOrder::exact:
      return exact(row, begin, end, start);
    case SummationOrder::any:
      break;
  }
  throw InternalError("an accumulator of any order has no one result");
}

ExactTerm AccumulatorSimulation::partial_sums(const ReductionRow& row, const std::optional<ExactTerm>& start) {
  std::vector<ExactTerm> partials;
  for (std::size_t part = 0; part < model_.partial_count; ++part) {
    const std::size_t begin = row.depth() * part / model_.partial_count;
    const std::size_t end = row.depth() * (part + 1) / model_.partial_count;
    partials.push_back(sum(row, begin, end, std::nullopt));
    ExactTerm& value = partials.back();
    if (value.category == Category::normal) value = rounded(model_.partial, real_of(value));
  }
  if (model_.order == SummationOrder::exact) {
    terms_ = partials;
    if (start) terms_.push_back(*start);
    return exact();
  }
  std::optional<ExactTerm> total = start;
  for (const ExactTerm& value : partials) total = total ? add(*total, value) : value;
  return *total;
}

ExactTerm AccumulatorSimulation::added(const std::optional<ExactTerm>& running, const ExactTerm& product) const {
  if (running) return add(product, *running);
  return product.category == Category::normal ? rounded(model_.accumulator, real_of(product)) : product;
}

ExactTerm AccumulatorSimulation::chain(const ReductionRow& row, std::size_t begin, std::size_t end, std::size_t stride,
                                       std::optional<ExactTerm> running) const {
  if (!running && model_.starts_from_zero) running = zero(false);
  for (std::size_t i = begin; i < end; i += stride) running = added(running, product(row, i));
  return running.value_or(zero(false));
}

ExactTerm AccumulatorSimulation::lanes(const ReductionRow& row, std::size_t begin, std::size_t end,
                                       const std::optional<ExactTerm>& start) {
  values_.clear();
  for (std::size_t lane = 0; lane < model_.lanes; ++lane) {
    values_.push_back(chain(row, begin + lane, end, model_.lanes, lane == 0 ? start : std::optional<ExactTerm>()));
  }
  return pairwise(values_);
}

ExactTerm AccumulatorSimulation::pairwise(std::span<const ExactTerm> terms) const {
  if (terms.size() == 1) return terms[0];
  return add(pairwise(terms.first(terms.size() / 2)), pairwise(terms.subspan(terms.size() / 2)));
}

ExactTerm AccumulatorSimulation::pairwise(const ReductionRow& row, std::size_t begin, std::size_t end) const {
  if (end - begin == 1) return added(std::nullopt, product(row, begin));
  const std::size_t middle = begin + (end - begin) / 2;
  const auto half = [&](std::size_t first, std::size_t last) {
    // A product reaches its first sum unrounded.
    return last - first == 1 ? product(row, first) : pairwise(row, first, last);
  };
  return add(half(begin, middle), half(middle, end));
}

ExactTerm AccumulatorSimulation::tree(const ReductionRow& row, std::size_t begin, std::size_t end,
                                      const std::optional<ExactTerm>& start) {
  ExactTerm running = start.value_or(zero(false));
  for (; begin < end; begin += model_.group) {
    values_.clear();
    for (const OrderNode& node : model_.nodes) {
      switch (node.kind) {
        case OrderNode::Kind::product:
          values_.push_back(begin + node.product < end ? product(row, begin + node.product) : zero(false));
          break;
        case OrderNode::Kind::running:
          values_.push_back(running);
          break;
        case OrderNode::Kind::sum: {
          // A fused operation's NaN rule looks at the product before the addend.
          const bool swap = model_.nodes[node.left].kind != OrderNode::Kind::product &&
                            model_.nodes[node.right].kind == OrderNode::Kind::product;
          values_.push_back(add(values_[swap ? node.right : node.left], values_[swap ? node.left : node.right]));
          break;
        }
      }
    }
    running = model_.tree_has_running ? values_.back() : add(values_.back(), running);
  }
  return running;
}

ExactTerm AccumulatorSimulation::product(const ReductionRow& row, std::size_t i) const {
  const Factors factors = factors_of(reduction_, semantics_, row, i);
  const auto& [x, y] = factors;
  const bool negative = product_is_negative(factors);
  const auto index = static_cast<std::int64_t>(2 * i);
  switch (product_category(factors)) {
    case Category::nan:
      if (is_nan(x) && is_nan(y)) return nan(chosen_nan(nan(index), nan(index + 1)));
      return nan(is_nan(x) ? index : is_nan(y) ? index + 1 : ExactTerm::generated);
    case Category::infinity:
      return infinity(negative);
    case Category::zero:
      return zero(negative);
    default:
      break;
  }
  // The factor 1 of a sum has no format: its exponent is 0.
  const int right_bits = reduction_.kind == ReductionKind::sum || reduction_.kind == ReductionKind::cumulative_sum
                             ? 0
                             : reduction_.right.significand_bits;
  ExactTerm term{.category = Category::normal,
                 .negative = negative,
                 .magnitude = static_cast<Wide>(x.value.significand) * y.value.significand,
                 .exponent = x.value.exponent + y.value.exponent};
  term.unit_exponent = term.exponent + reduction_.left.significand_bits + right_bits;
  if (model_.rounds_products) return rounded(model_.product, real_of(term));
  if (model_.flushes_products && leading_exponent(term) < model_.accumulator.format.min_exponent()) {
    return zero(negative && semantics_.flushed_zero == FlushedZero::keep_sign);
  }
  if (model_.product_overflows && leading_exponent(term) > leading_exponent(model_.accumulator.format)) {
    return infinity(negative);
  }
  return term;
}

ExactTerm AccumulatorSimulation::initial(const ReductionRow& row) const {
  const Decoded value = initial_of(reduction_, semantics_, row).value;
  switch (value.category) {
    case Category::nan:
      return nan(ExactTerm::initial);
    case Category::infinity:
      return infinity(value.negative);
    case Category::zero:
      return zero(value.negative);
    default:
      return {.category = Category::normal,
              .negative = value.negative,
              .magnitude = value.significand,
              .exponent = value.exponent,
              .unit_exponent = value.exponent + reduction_.initial->significand_bits};
  }
}

std::int64_t AccumulatorSimulation::chosen_nan(const ExactTerm& x, const ExactTerm& y) const {
  // An operand's NaN comes before the one that an invalid product would generate.
  if (x.origin == y.origin || y.origin == ExactTerm::generated) return x.origin;
  if (x.origin == ExactTerm::generated) return y.origin;
  switch (semantics_.nan_operand) {
    case NanOperand::first:
      return x.origin;
    case NanOperand::second:
      return y.origin;
    case NanOperand::either:
      break;
  }
  return ExactTerm::several;
}

ExactTerm AccumulatorSimulation::add(const ExactTerm& x, const ExactTerm& y) const {
  const auto is = [](const ExactTerm& term, Category category) { return term.category == category; };
  if (is(x, Category::nan)) return is(y, Category::nan) ? nan(chosen_nan(x, y)) : x;
  if (is(y, Category::nan)) return y;
  if (is(x, Category::infinity)) {
    return is(y, Category::infinity) && x.negative != y.negative ? nan(ExactTerm::generated) : x;
  }
  if (is(y, Category::infinity)) return y;
  if (is(x, Category::zero) && is(y, Category::zero)) {
    return zero(x.negative == y.negative ? x.negative : cancels_to_negative(model_.accumulator));
  }
  if (is(x, Category::zero)) return rounded(model_.accumulator, real_of(y));
  if (is(y, Category::zero)) return rounded(model_.accumulator, real_of(x));
  const CutSum sum = sum_of(x, y);
  if (sum.magnitude == 0) return zero(cancels_to_negative(model_.accumulator));
  return rounded(model_.accumulator, real_of(sum));
}

CodeSet AccumulatorSimulation::deliver(const ReductionRow& row, const ExactTerm& term) const {
  const Format& result = reduction_.result;
  switch (term.category) {
    case Category::infinity:
      return infinity_result(result, semantics_, term.negative);
    case Category::zero:
      return zero_result(result, semantics_, term.negative);
    case Category::nan:
      break;
    default:
      return round_real(result, semantics_, real_of(term));
  }
  if (term.origin == ExactTerm::generated) return generated_nan(result, semantics_);
  if (term.origin == ExactTerm::several) {
    const bool any = semantics_.nan == Nan::any || semantics_.nan == Nan::canonical;
    return any ? generated_nan(result, semantics_) : any_quiet_nan(result, semantics_);
  }
  if (term.origin == ExactTerm::initial) {
    return nan_of(*reduction_.initial, initial_of(reduction_, semantics_, row), result, semantics_);
  }
  const Factors factors = factors_of(reduction_, semantics_, row, static_cast<std::size_t>(term.origin / 2));
  return term.origin % 2 == 0 ? nan_of(reduction_.left, factors.left, result, semantics_)
                              : nan_of(reduction_.right, factors.right, result, semantics_);
}

}  // namespace hallmark
