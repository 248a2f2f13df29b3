// SPDX-License-Identifier: Apache-2.0
// How accurate functions are, in the few words of a table.
#pragma once

#include <string>
#include <vector>

#include "reports/certificate.h"

namespace hallmark {

struct AccuracyRow {
  std::string signature;
  std::string measured;           ///< results, "65,024"
  std::string correctly_rounded;  ///< "99.87 %", rounded down: "100 %" means all
  std::string mean, maximum;      ///< in ulp
  std::string worst;              ///< operands of the largest error and what came, "0x4140 gives 0x7fc0"
};

/// One row for each operation that has errors measured.
std::vector<AccuracyRow> accuracy_rows(const Certificate& certificate);

}  // namespace hallmark
