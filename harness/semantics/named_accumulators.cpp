// SPDX-License-Identifier: Apache-2.0
#include "semantics/named_accumulators.h"

#include <algorithm>
#include <string>
#include <vector>

#include "formats/internal_error.h"

namespace hallmark {
namespace {

Semantics chain(std::string_view rounding = "rne") {
  Semantics semantics;
  semantics.accumulator.order = "sequential";
  semantics.accumulator.rounding = rounding;
  semantics.accumulator.exact_model = true;
  return semantics;
}

Semantics chain_of(int exponent_bits, int precision) {
  Semantics semantics = chain();
  semantics.accumulator.format.clear();
  semantics.accumulator.exponent_bits = exponent_bits;
  semantics.accumulator.precision = precision;
  return semantics;
}

Semantics ordered(std::string_view order) {
  Semantics semantics = chain();
  semantics.accumulator.order = order;
  return semantics;
}

void flush(Semantics& semantics, std::string_view results) {
  semantics.accumulator.subnormal_operands = "flush";
  semantics.accumulator.subnormal_accumulator = results;
}

/// A block of products and the running value, aligned, cut, summed, rounded toward zero; 2^128 is infinity even so.
Semantics tensor_core(int width, int fraction_bits, int precision, int lowest_exponent) {
  Semantics semantics = chain_of(8, precision);
  Accumulator& accumulator = semantics.accumulator;
  accumulator.order = "any";  // a block has none, and a profile may not say both
  accumulator.rounding = "rtz";
  accumulator.overflow = "infinity";
  accumulator.block_width = width;
  accumulator.block_fraction_bits = fraction_bits;
  accumulator.block_final_rounding = "rtz";
  accumulator.block_initial = "fused";
  accumulator.block_lowest_exponent = lowest_exponent;
  // Every NaN that NVIDIA's units return has this code.
  semantics.nan = Nan::canonical;
  semantics.canonical_nan["float32"] = 0x7fffffff;
  return semantics;
}

Semantics vdpbf16ps() {
  Semantics semantics = ordered("((c,1),0)");
  flush(semantics, "flush_after_rounding");
  semantics.nan = Nan::quiet_payload;
  semantics.nan_sign = NanSign::preserve;
  semantics.nan_operand = NanOperand::first;
  semantics.generated_nan = GeneratedNan::negative;
  return semantics;
}

Semantics tdpbf16ps() {
  Semantics semantics = chain();
  semantics.accumulator.lanes = 2;
  semantics.accumulator.initial = "last";
  flush(semantics, "flush_after_rounding");
  return semantics;
}

Semantics bfdot(bool extended) {
  Semantics semantics = ordered("(c,(0,1))");
  semantics.nan = Nan::canonical;
  if (extended) return semantics;
  semantics.accumulator.rounding = "rto";
  semantics.accumulator.overflow = "infinity";
  semantics.accumulator.products = "rounded";
  semantics.accumulator.subnormal_products = "flush";
  flush(semantics, "flush_before_rounding");
  return semantics;
}

Semantics vfwmaccbf16() {
  Semantics semantics = chain();
  semantics.nan = Nan::canonical;
  return semantics;
}

Semantics cdna1() {
  Semantics semantics = tensor_core(2, 1024, 24, -32768);
  semantics.accumulator.rounding = semantics.accumulator.block_final_rounding = "rne";
  semantics.nan = Nan::any;
  semantics.canonical_nan.clear();
  return semantics;
}

Semantics cdna2() {
  Semantics semantics = ordered("(c,((0,1),(2,3)))");
  semantics.accumulator.products = "rounded";
  semantics.accumulator.subnormal_products = "flush";
  flush(semantics, "flush_after_rounding");
  return semantics;
}

Semantics cdna3() {
  Semantics semantics = tensor_core(8, 24, 24, -32768);
  Accumulator& accumulator = semantics.accumulator;
  accumulator.rounding = accumulator.block_final_rounding = "rne";
  accumulator.block_initial = "last";
  accumulator.block_sum_fraction_bits = 31;
  accumulator.block_initial_fraction_bits = 24;
  accumulator.block_product_overflow = true;
  semantics.nan = Nan::any;
  semantics.canonical_nan.clear();
  return semantics;
}

Semantics split_k() {
  Semantics semantics = ordered("exact");
  semantics.accumulator.partials = "bfloat16";
  semantics.accumulator.partial_count = 2;
  semantics.accumulator.initial = "fused";
  return semantics;
}

Semantics flushed_chain() {
  Semantics semantics = chain();
  flush(semantics, "flush_after_rounding");
  return semantics;
}

Semantics rounded_products() {
  Semantics semantics = chain();
  semantics.accumulator.products = "rounded";
  semantics.accumulator.product_format = "bfloat16";
  return semantics;
}

/// Sources: Intel's Instruction Set Extensions Reference (VDPBF16PS, TDPBF16PS); Arm A64 pages (BFDOT); RISC-V
/// bfloat16.adoc; Fasi et al., PeerJ CS 7:e330, Khattak and Mikaitis, arXiv 2510.15884 and 2512.07004, and MMA-Sim,
/// arXiv 2511.10909 (NVIDIA and AMD units, observed).
std::vector<NamedAccumulator> make_table() {
  return {
      {"fma_chain", "fused multiply-adds in sequence, to nearest even", chain()},
      {"pairwise", "sums of halves, to nearest even", ordered("pairwise")},
      {"exact", "all products and the initial value exactly, rounded once", ordered("exact")},
      {"vdpbf16ps", "x86 VDPBF16PS: two fused multiply-adds, odd element first", vdpbf16ps()},
      {"tdpbf16ps", "x86 TDPBF16PS as its manual has it: even and odd elements apart", tdpbf16ps()},
      {"bfdot", "Arm BFDOT without EBF: every step rounded to odd", bfdot(false), true},
      {"bfdot_extended", "Arm BFDOT with EBF: a pair's sum rounded once", bfdot(true)},
      {"vfwmaccbf16", "RISC-V vfwmaccbf16: fused multiply-adds in sequence", vfwmaccbf16()},
      {"v100", "NVIDIA V100 tensor core: blocks of 4, 23 bits", tensor_core(4, 23, 24, -32768), true},
      {"a100", "NVIDIA A100 tensor core: blocks of 8, 24 bits", tensor_core(8, 24, 24, -132), true},
      {"h100", "NVIDIA H100 tensor core: blocks of 16, 25 bits", tensor_core(16, 25, 24, -133), true},
      {"hopper_fp8", "NVIDIA Hopper FP8: blocks of 32, 13 bits", tensor_core(32, 13, 14, -32768), true},
      {"cdna1", "AMD CDNA1 MFMA: 2 products and the running value exactly", cdna1()},
      {"cdna2", "AMD CDNA2 MFMA: a tree over 4 products, flushed", cdna2()},
      {"cdna3", "AMD CDNA3 MFMA: blocks of 8, aligned sums rounded down", cdna3(), true},
      {"chain_rtz", "float32 in sequence, toward zero", chain("rtz"), true},
      {"chain_rto", "float32 in sequence, to odd", chain("rto"), true},
      {"chain_rna", "float32 in sequence, ties away from zero", chain("rna"), true},
      {"chain_rup", "float32 in sequence, up", chain("rup"), true},
      {"chain_rdn", "float32 in sequence, down", chain("rdn"), true},
      {"precision_22", "22 bits in sequence", chain_of(8, 22), true},
      {"precision_14", "14 bits in sequence", chain_of(8, 14), true},
      {"bfloat16_chain", "bfloat16 in sequence", chain_of(8, 8), true},
      {"float16_chain", "float16 in sequence", chain_of(5, 11), true},
      {"flushed_chain", "float32 in sequence, subnormal operands and sums flushed", flushed_chain(), true},
      {"rounded_products", "products rounded to bfloat16, float32 in sequence", rounded_products(), true},
      {"split_k_bfloat16", "halves of the depth exactly, each rounded to bfloat16, then summed", split_k(), true},
  };
}

}  // namespace

std::span<const NamedAccumulator> named_accumulators() {
  static const std::vector<NamedAccumulator> table = make_table();
  return table;
}

const NamedAccumulator& named_accumulator(std::string_view name) {
  const auto all = named_accumulators();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const NamedAccumulator& one) { return one.name == name; });
  if (found == all.end()) throw InternalError("no accumulator has the name " + std::string(name));
  return *found;
}

}  // namespace hallmark
