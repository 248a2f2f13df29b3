// SPDX-License-Identifier: Apache-2.0
// Every accumulator known by name against every other's profile: each passes its own, and no other's but where two
// accumulators are one function of numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "backends/backend.h"
#include "inputs/hard_dots.h"
#include "judging/reduction_judge.h"
#include "semantics/named_accumulators.h"
#include "semantics/profile.h"
#include "suites/reductions/hard_rows.h"
#include "tests/accumulators/unit_profiles.h"
#include "tests/reductions/rows.h"
#include "tests/semantics/profile_text.h"

namespace hallmark::test {
namespace {

/// A backend's operation on matrices laid out as a kernel reads them.
class UnitBackend {
 public:
  UnitBackend(std::string_view name, const std::string& signature)
      : backend_(open_backend(parse_spec(HALLMARK_BINARY_DIR "/tests/backends/accumulators.so?" + std::string(name)))) {
    const auto& offered = backend_->description().operations;
    const auto found = std::find(offered.begin(), offered.end(), signature);
    if (found == offered.end()) throw std::runtime_error(std::string(name) + " has no " + signature);
    operation_ = static_cast<std::size_t>(found - offered.begin());
  }

  std::vector<std::uint32_t> results(const ReductionCall& call, const std::vector<std::uint16_t>& left,
                                     const std::vector<std::uint16_t>& right,
                                     const std::vector<std::uint32_t>& initial) const {
    std::vector<std::uint32_t> results(call.rows * call.columns, 0xdeadbeef);
    hallmark_arguments arguments{{left.data(), right.data(), initial.empty() ? nullptr : initial.data(), nullptr},
                                 results.data(),
                                 call.rows,
                                 call.columns,
                                 call.depth};
    const CallOutcome outcome = backend_->call(operation_, arguments);
    EXPECT_TRUE(outcome.ok()) << outcome.fault;
    return results;
  }

 private:
  std::unique_ptr<Backend> backend_;
  std::size_t operation_ = 0;
};

template <class Word>
std::vector<Word> narrowed(const std::vector<std::uint64_t>& codes) {
  return {codes.begin(), codes.end()};
}

using Names = std::pair<std::string, std::string>;  ///< a backend's and a profile's

/// How many results of every backend are wrong under every profile, of all rows that certify tries at quick.
class PairTable {
 public:
  explicit PairTable(const std::string& signature) : signature_(signature), operation_(reduction(signature)) {
    for (const NamedAccumulator& named : named_accumulators()) {
      backends_.emplace_back(named.name, UnitBackend(named.name, signature));
      const TriedReduction tried = tried_under(named);
      profiles_[tried.precision()].push_back(
          {named.name, std::make_unique<ReductionJudge>(operation_, tried.alternatives)});
    }
    for (auto& [precision, judged] : profiles_) try_rows(precision, judged);
  }

  const std::map<Names, std::uint64_t>& wrong() const { return wrong_; }
  std::uint64_t rows() const { return rows_; }

 private:
  struct Judged {
    std::string_view profile;
    std::unique_ptr<ReductionJudge> judge;
  };

  TriedReduction tried_under(const NamedAccumulator& named) const {
    const Profile profile = profile_from(profile_of(named, {signature_}));
    TriedReduction tried{operation_,   signature_, 0, semantics_of(profile.resolve(signature_of(signature_))),
                         Level::quick, 1};
    EXPECT_EQ(tried.alternatives, std::vector{named.semantics}) << named.name;
    return tried;
  }

  void try_rows(int precision, std::vector<Judged>& judged) {
    for (const HardDotInfo& info : hard_dot_kinds()) {
      for (const ReductionCall& call : calls_of(operation_, info.kind, Level::quick)) {
        const CallOperands operands(operation_, signature_, call, 1, precision);
        if (!operands.is_empty()) try_call(operands, judged);
      }
    }
  }

  void try_call(const CallOperands& operands, std::vector<Judged>& judged) {
    const auto left = narrowed<std::uint16_t>(operands.left()), right = narrowed<std::uint16_t>(operands.right());
    const auto initial =
        narrowed<std::uint32_t>(operation_.initial ? operands.initial() : std::vector<std::uint64_t>{});
    std::vector<std::vector<std::uint32_t>> results;
    for (const auto& [name, backend] : backends_) {
      results.push_back(backend.results(operands.call(), left, right, initial));
    }
    // The planted ones: what else a product of matrices has is no kind's row.
    const std::span results_there(operands.results());
    for (const OutputPlace& place : results_there.first(std::min(operands.call().numbered, results_there.size()))) {
      const std::size_t at = place.row * operands.call().columns + place.column;
      ++rows_;
      for (auto& [profile, judge] : judged) {
        judge->prepare(operands.row(place));
        for (std::size_t b = 0; b < backends_.size(); ++b) {
          wrong_[{backends_[b].first, std::string(profile)}] += judge->rejected_by(results[b][at]);
        }
      }
    }
  }

  std::string signature_;
  Reduction operation_;
  std::vector<std::pair<std::string, UnitBackend>> backends_;
  std::map<int, std::vector<Judged>> profiles_;  ///< by the precision that rows are made for
  std::map<Names, std::uint64_t> wrong_;
  std::uint64_t rows_ = 0;
};

class AccumulatorPairs : public testing::TestWithParam<const char*> {};

// Kills: a model that steps otherwise than its unit does; hard rows by which two accumulators cannot be told apart, so
// that a backend conforms to a profile that is not its own.
TEST_P(AccumulatorPairs, PassTheirOwnProfileAndNoOther) {
  const PairTable table(GetParam());
  std::set<Names> alike;
  std::size_t pairs = 0;
  for (const auto& [names, wrong] : table.wrong()) {
    ++pairs;
    if (names.first == names.second) {
      EXPECT_EQ(wrong, 0u) << names.first << " under its own profile";
    } else if (wrong == 0) {
      alike.insert(names);
    }
  }
  EXPECT_EQ(pairs, named_accumulators().size() * named_accumulators().size());
  EXPECT_GT(table.rows(), 20'000u);
  // Of numbers the two are one function; the profile of the first takes any NaN, so the second's as well. The other way
  // round the NaN tells.
  EXPECT_EQ(alike, (std::set<Names>{{"vfwmaccbf16", "fma_chain"}}));
}

INSTANTIATE_TEST_SUITE_P(Signatures, AccumulatorPairs,
                         testing::Values("dot(bfloat16,bfloat16)->float32", "dot(bfloat16,bfloat16,float32)->float32"),
                         [](const auto& one) { return one.index == 0 ? "Dot" : "DotWithInitial"; });

}  // namespace
}  // namespace hallmark::test
