// SPDX-License-Identifier: Apache-2.0
#include "conversions/vector_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "caller.h"
#include "conversions/vector_truth.h"
#include "judging/describe.h"
#include "vector_loading.h"

namespace hallmark {
namespace {

std::vector<std::uint64_t> codes_of(const VectorFile& file) {
  std::vector<std::uint64_t> codes;
  for (const VectorRow& row : file.rows) codes.push_back(row.operands.front().front());
  return codes;
}

class VectorsPart {
 public:
  VectorsPart(PartContext& context, const VectorsOptions& options, const std::vector<Semantics>& alternatives,
              std::vector<std::uint64_t> codes)
      : context_(context),
        options_(options),
        bytes_(options.conversion.to.bytes()),
        codes_(std::move(codes)),
        rows_(KernelCaller::block_rows(context.backend.description())),
        caller_(context, options.conversion, options.operation, rows_),
        truth_(options.conversion, alternatives),
        judge_(options.conversion, alternatives, options.seed) {
    tally_.alternatives = alternatives.size();
  }

  Tally run() {
    for (std::uint64_t number = 0; number * rows_ < codes_.size(); ++number) judge_block(number);
    return std::move(tally_);
  }

  void repeat(const CallRange& only) {
    if (only.call * rows_ >= codes_.size()) return;
    place(only.call);
    caller_.call_rows(only.call, static_cast<std::size_t>(only.from), static_cast<std::size_t>(only.rows));
  }

 private:
  std::span<const std::uint64_t> place(std::uint64_t number) {
    const auto first = static_cast<std::size_t>(number * rows_);
    const auto codes = std::span(codes_).subspan(first, std::min(rows_, codes_.size() - first));
    if (caller_.rows() != codes.size()) caller_.place(codes.size());
    caller_.set_operands(codes);
    return codes;
  }

  /// Two codes that are wrong for the row, as far as it has wrong ones: two calls then tell what was not written.
  std::array<std::uint64_t, 2> poisons(std::uint64_t operand) {
    const std::span<const CodeSet> answers = truth_.answers(operand);
    std::array<std::uint64_t, 2> found{};
    std::size_t count = 0;
    for (const std::uint64_t candidate :
         {std::uint64_t{0x55}, std::uint64_t{0x2a}, std::uint64_t{0x11}, std::uint64_t{0x08}, std::uint64_t{0x33},
          std::uint64_t{0x26}, std::uint64_t{0x1d}, std::uint64_t{0x0b}}) {
      const bool right = std::any_of(answers.begin(), answers.end(),
                                     [&](const CodeSet& answer) { return answer.contains(candidate); });
      if (!right && count < found.size()) found[count++] = candidate;
    }
    return found;
  }

  std::uint64_t result(std::size_t row) const { return load_code(caller_.results(), bytes_, row); }

  /// Whether there are results to judge.
  bool call(std::uint64_t number, std::uint64_t first_operand) {
    ++tally_.calls;
    const std::optional<std::string> fault = caller_.call(number);
    if (fault) tally_.add_fault(*fault, fmt::format("#{}", hex_code(options_.conversion.from, first_operand)));
    return !fault || !fault->starts_with("returned");
  }

  void judge_block(std::uint64_t number) {
    const std::span<const std::uint64_t> codes = place(number);
    std::vector<std::array<std::uint64_t, 2>> poison;
    for (const std::uint64_t code : codes) poison.push_back(poisons(code));
    for (std::size_t row = 0; row < codes.size(); ++row) caller_.set_result(row, poison[row][0]);
    if (!call(number, codes.front())) return;
    std::vector<std::uint64_t> got(codes.size());
    for (std::size_t row = 0; row < codes.size(); ++row) got[row] = result(row);
    const std::vector<bool> unwritten = find_unwritten(number, codes, poison, got);
    for (std::size_t row = 0; row < codes.size(); ++row) {
      if (!judged_.insert(codes[row]).second) continue;
      ++tally_.tried[static_cast<std::size_t>(requirement_of(options_.conversion, codes[row]))];
      tally_.along.add_tried(judge_.axis().stretch_of(codes[row]).bin, 1);
      ++tally_.truth_checks;
      if (!unwritten[row]) judge_row(codes[row], got[row]);
    }
    context_.flight.operands_done.fetch_add(codes.size(), std::memory_order_relaxed);
  }

  std::vector<bool> find_unwritten(std::uint64_t number, std::span<const std::uint64_t> codes,
                                   const std::vector<std::array<std::uint64_t, 2>>& poison,
                                   const std::vector<std::uint64_t>& got) {
    std::vector<bool> unwritten(codes.size(), false);
    bool suspicious = false;
    for (std::size_t row = 0; row < codes.size(); ++row) suspicious |= got[row] == poison[row][0];
    if (!suspicious) return unwritten;
    for (std::size_t row = 0; row < codes.size(); ++row) caller_.set_result(row, poison[row][1]);
    caller_.call(number);
    std::size_t first = codes.size();
    for (std::size_t row = codes.size(); row-- > 0;) {
      unwritten[row] = poison[row][0] != poison[row][1] && got[row] == poison[row][0] && result(row) == poison[row][1];
      if (unwritten[row]) first = row;
    }
    if (first < codes.size()) {
      tally_.add_fault("left results unwritten", fmt::format("#{}", hex_code(options_.conversion.from, codes[first])));
    }
    return unwritten;
  }

  void judge_row(std::uint64_t operand, std::uint64_t got) {
    const std::span<const CodeSet> answers = truth_.answers(operand);
    if (std::all_of(answers.begin(), answers.end(), [&](const CodeSet& answer) { return answer.contains(got); }))
      return;
    // The judge explains it. It holds the runs of this operand alone: a run table of all would cost more than the part.
    std::array<std::byte, 8> element{};
    store_code(element.data(), bytes_, 0, got);
    judge_.prepare(operand, operand);
    judge_.record(operand, 1, element.data(), nullptr);
    tally_.merge(judge_.take());
  }

  PartContext& context_;
  const VectorsOptions& options_;
  std::size_t bytes_;
  std::vector<std::uint64_t> codes_;
  std::size_t rows_;
  KernelCaller caller_;
  VectorTruth truth_;
  ConversionJudge judge_;
  std::set<std::uint64_t> judged_;
  Tally tally_;
};

}  // namespace

std::vector<std::uint64_t> vector_operands(const VectorsOptions& options, const Profile& profile) {
  std::vector<std::uint64_t> codes;
  for (const auto& tuple : vector_tuples(options.file, profile)) codes.push_back(tuple.front());
  return codes;
}

Tally vectors(PartContext& context, const VectorsOptions& options, const Profile& profile,
              const std::vector<Semantics>& alternatives) {
  const VectorFile file = load_vectors(options.file, profile, options.signature);
  VectorsPart part(context, options, alternatives, codes_of(file));
  if (context.only) {
    part.repeat(*context.only);
    return {};
  }
  return part.run();
}

}  // namespace hallmark
