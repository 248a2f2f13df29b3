// SPDX-License-Identifier: Apache-2.0
// Sums by which accumulators are told apart, with names, and what each known accumulator makes of them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "identifying/reduction_prober.h"

namespace hallmark {

/// Of bfloat16 factors and a float32 initial value, with a float32 result.
struct NamedProbe {
  std::string_view name;      ///< "P1"
  std::string_view question;  ///< what the result tells
  Term initial;
  std::vector<Term> products;
};

/// After Fasi et al., PeerJ CS 7:e330; Khattak and Mikaitis, arXiv 2512.07004; Mikaitis, arXiv 2304.01407.
std::span<const NamedProbe> named_probes();

/// The probe's row.
HardDot row_of(const NamedProbe& probe);

/// Markdown: a row a probe, a column an accumulator known by name, results in hex; `nan` for any NaN.
std::string probe_table();

}  // namespace hallmark
