// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/domains.h"

#include <algorithm>
#include <memory>
#include <set>

#include "inputs/random.h"

namespace hallmark {
namespace {

constexpr std::uint64_t parts_of_pairs = 16;
constexpr std::uint64_t stratified_seconds = 1200;

bool all_narrow(const Elementwise& operation) {
  return std::all_of(operation.operands.begin(),
                     operation.operands.begin() + static_cast<std::ptrdiff_t>(operation.operand_count),
                     [](const Format& format) { return format.width() <= 16; });
}

std::vector<TupleShare> exhaust(const Elementwise& operation, std::uint64_t parts) {
  std::vector<TupleShare> shares;
  const std::uint64_t firsts = operation.operands[0].code_mask() + 1;
  const std::uint64_t step = firsts / std::min(parts, firsts);
  const int rest = domain_bits(operation) - operation.operands[0].width();
  for (std::uint64_t first = 0; first < firsts; first += step) {
    const Interval mine{first, first + step - 1};
    shares.push_back({[=] { return all_tuples(operation, mine); }, step << rest, mine});
  }
  return shares;
}

/// At quick every 64th first operand, from a place that the seed gives, and the special ones.
std::vector<std::uint64_t> quick_firsts(const Format& format, Random random) {
  constexpr std::uint64_t distance = 64;
  std::vector<std::uint64_t> firsts = special_codes(format);
  for (std::uint64_t code = random.below(distance); code <= format.code_mask(); code += distance)
    firsts.push_back(code);
  std::sort(firsts.begin(), firsts.end());
  firsts.erase(std::unique(firsts.begin(), firsts.end()), firsts.end());
  return firsts;
}

std::vector<TupleShare> stratify(const Elementwise& operation, Level level, std::uint64_t seed,
                                 const std::string& stream) {
  const Random random(seed, stream);
  const std::uint64_t mixed = Random(random).next();
  const Format& first_format = operation.operands[0];
  if (level == Level::quick) {
    const std::vector<std::uint64_t> firsts = quick_firsts(first_format, random);
    return {
        {[=] { return stratified_pairs(operation, firsts, false, mixed); }, firsts.size() * stratified_seconds, {}}};
  }
  std::vector<TupleShare> shares;
  const std::uint64_t step = (first_format.code_mask() + 1) / parts_of_pairs;
  for (std::uint64_t part = 0; part < parts_of_pairs; ++part) {
    std::vector<std::uint64_t> firsts(step);
    for (std::uint64_t i = 0; i < step; ++i) firsts[i] = part * step + i;
    shares.push_back({[=] { return stratified_pairs(operation, firsts, true, mixed); }, step * stratified_seconds, {}});
  }
  return shares;
}

std::vector<TupleShare> draw(const Elementwise& operation, std::uint64_t total, std::uint64_t seed,
                             const std::string& stream) {
  constexpr std::uint64_t most_in_a_part = std::uint64_t{1} << 22;
  const std::uint64_t parts = std::max<std::uint64_t>(1, total / most_in_a_part);
  const std::uint64_t mixed = Random(seed, stream).next();
  std::vector<TupleShare> shares;
  for (std::uint64_t part = 0; part < parts; ++part) {
    shares.push_back({[=] { return drawn_tuples(operation, total / parts, part, parts, mixed); }, total / parts, {}});
  }
  return shares;
}

}  // namespace

int domain_bits(const Elementwise& operation) {
  int bits = 0;
  for (std::size_t i = 0; i < operation.operand_count; ++i) bits += operation.operands[i].width();
  return bits;
}

std::vector<TupleShare> tuple_shares(const Elementwise& operation, Level level, std::uint64_t seed,
                                     const std::string& stream) {
  const int bits = domain_bits(operation);
  if (bits <= 16) return exhaust(operation, 1);
  if (bits <= 24) return exhaust(operation, 4);
  const bool pairs = operation.operand_count == 2 && all_narrow(operation);
  if (pairs && level == Level::exhaustive) return exhaust(operation, 64);
  if (pairs) return stratify(operation, level, seed, stream);
  const bool narrow_triples = all_narrow(operation);
  const int log2_tuples = level == Level::quick ? 20 : narrow_triples ? 26 : level == Level::standard ? 22 : 25;
  return draw(operation, std::uint64_t{1} << log2_tuples, seed, stream);
}

std::vector<std::vector<std::uint64_t>> tuple_sample(const Elementwise& operation, std::uint64_t seed) {
  constexpr std::size_t most = 1000;
  const bool has_few = domain_bits(operation) <= 10;
  const std::unique_ptr<Tuples> tuples = has_few ? all_tuples(operation, {0, operation.operands[0].code_mask()})
                                                 : drawn_tuples(operation, most, 0, 1, Random(seed, "lanes").next());
  std::set<std::vector<std::uint64_t>> distinct;
  Columns columns;
  for (std::size_t rows = tuples->next(most, columns); rows > 0; rows = tuples->next(most, columns)) {
    for (std::size_t row = 0; row < rows && (has_few || distinct.size() < most); ++row) {
      std::vector<std::uint64_t> tuple;
      for (const auto& column : columns) tuple.push_back(column[row]);
      distinct.insert(std::move(tuple));
    }
  }
  return {distinct.begin(), distinct.end()};
}

}  // namespace hallmark
