// SPDX-License-Identifier: Apache-2.0
// The vectors that a call's rows and columns are made of: each read and digested once, for all the results it is part
// of.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "inputs/hard_dots.h"
#include "judging/reduction_judge.h"
#include "reductions/calls.h"

namespace hallmark {

/// Two streams of FNV-1a.
struct RowDigest {
  std::uint64_t a = 0xcbf29ce484222325u, b = 0x9e3779b97f4a7c15u;

  void add(std::uint64_t code) {
    a = (a ^ code) * 0x100000001b3u;
    b = (b ^ (code + 0x51)) * 0xff51afd7ed558ccdu;
    b ^= b >> 32;
  }
  friend bool operator==(const RowDigest&, const RowDigest&) = default;
};

struct RowDigestHash {
  std::size_t operator()(const RowDigest& digest) const { return digest.b; }
};

/// Of operands and a judge that outlive it.
class CallVectors {
 public:
  CallVectors(const CallOperands& operands, const ReductionJudge& judge);

  /// Rows that are alike are one reduction, and have one digest.
  RowDigest digest(const OutputPlace& place);
  /// The factors of a place's result.
  const JudgedOperand& left(const OutputPlace& place);
  const JudgedOperand& right(const OutputPlace& place);

 private:
  struct Vector {
    std::optional<RowDigest> digest;
    std::optional<JudgedOperand> operand;
  };
  static const RowDigest& digest_of(Vector& vector, std::span<const std::uint64_t> codes);

  const CallOperands& operands_;
  const ReductionJudge& judge_;
  std::vector<Vector> left_, right_;  ///< as CallOperands::dots() has them
  JudgedOperand prefix_;              ///< of the place asked last, where elements have results of their own
};

}  // namespace hallmark
