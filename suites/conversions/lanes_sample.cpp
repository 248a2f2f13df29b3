// SPDX-License-Identifier: Apache-2.0
#include "conversions/lanes_sample.h"

#include "inputs/boundaries.h"
#include "inputs/random.h"

namespace hallmark {

LanesSample lanes_sample(const Conversion& conversion, std::uint64_t seed, const std::string& stream) {
  constexpr std::size_t sample_size = 1000, most = 4096;
  const Format& from = conversion.from;
  const std::uint64_t last = from.code_mask();
  Random random(seed, "lanes " + stream);
  Intervals chosen;
  if (last < sample_size) {
    chosen.add(0, last);
  } else {
    add_special_values(chosen, from, 1);
    for (const bool negative : {false, true}) {
      if (negative && !from.is_signed) break;
      const Interval range = target_range(conversion, negative);
      add_seeded_thresholds(chosen, conversion, sample_size / 8, range.first, range.last, random);
      add_random(chosen, sample_size / 8, range.first, range.last, random);
    }
    add_random(chosen, sample_size / 8, 0, last, random);
  }
  chosen.normalise();
  LanesSample sample;
  for (const Interval& interval : chosen.intervals()) {
    for (std::uint64_t code = interval.first;; ++code) {
      sample.push_back({code});
      if (code == interval.last) break;
    }
  }
  while (sample.size() > most) {
    sample[static_cast<std::size_t>(random.below(sample.size()))] = std::move(sample.back());
    sample.pop_back();
  }
  return sample;
}

}  // namespace hallmark
