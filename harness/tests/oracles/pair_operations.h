// SPDX-License-Identifier: Apache-2.0
// The operations that tests of the pair oracle go through.
#pragma once

#include <string>
#include <vector>

#include "semantics/elementwise.h"
#include "semantics/signature.h"

namespace hallmark::test {

inline Elementwise elementwise(const std::string& signature) {
  return elementwise_of(std::get<Signature>(parse_signature(signature))).value();
}

/// add, subtract, multiply and divide of bfloat16 and of float16, and of one with a result of the other.
inline std::vector<std::string> pair_signatures() {
  std::vector<std::string> signatures;
  for (const char* name : {"add", "subtract", "multiply", "divide"}) {
    for (const char* formats : {"(bfloat16,bfloat16)->bfloat16", "(float16,float16)->float16"}) {
      signatures.push_back(std::string(name) + formats);
    }
  }
  signatures.push_back("multiply(bfloat16,bfloat16)->float16");
  signatures.push_back("divide(bfloat16,bfloat16)->float16");
  return signatures;
}

}  // namespace hallmark::test
