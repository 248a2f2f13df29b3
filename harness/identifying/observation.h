// SPDX-License-Identifier: Apache-2.0
// The sums that show one trait, and what they come to.
#pragma once

#include <fmt/format.h>

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "identifying/reduction_prober.h"

namespace hallmark {

inline constexpr Term unit{false, 1, 0};
inline constexpr Term nothing{false, 0, 0};

/// The probes of one trait, asked one by one.
class Observation {
 public:
  Observation(ReductionProber& prober, std::vector<Trait>& traits, std::string name)
      : prober_(prober), traits_(traits), name_(std::move(name)) {}

  std::optional<std::uint64_t> ask(std::span<const Term> products, std::optional<Term> initial = std::nullopt) {
    const auto probe = prober_.ask(products, initial);
    if (!probe) return std::nullopt;
    evidence_.push_back(evidence_of(prober_.reduction(), *probe));
    return probe->got;
  }
  std::optional<std::uint64_t> ask(std::initializer_list<Term> products, std::optional<Term> initial = std::nullopt) {
    return ask(std::span<const Term>(products.begin(), products.size()), initial);
  }
  void show(const Probe& probe) { evidence_.push_back(evidence_of(prober_.reduction(), probe)); }

  void conclude(std::string observed) { traits_.push_back({name_, std::move(observed), std::move(evidence_)}); }

 private:
  ReductionProber& prober_;
  std::vector<Trait>& traits_;
  std::string name_;
  std::vector<Evidence> evidence_;
};

inline const Format& result_of(const ReductionProber& prober) { return prober.reduction().result; }
inline bool has_initial(const ReductionProber& prober) { return prober.reduction().initial.has_value(); }
inline bool is_zero(const ReductionProber& prober, std::uint64_t code) {
  return classify(result_of(prober), code) == Category::zero;
}
inline std::string hex_text(const Format& format, std::uint64_t code) {
  return fmt::format("0x{:0{}x}", code, (format.width() + 3) / 4);
}

}  // namespace hallmark
