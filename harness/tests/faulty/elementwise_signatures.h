// SPDX-License-Identifier: Apache-2.0
// Signatures of elementwise operations on one format, spelt once.
#ifndef HALLMARK_TESTS_FAULTY_ELEMENTWISE_SIGNATURES_H
#define HALLMARK_TESTS_FAULTY_ELEMENTWISE_SIGNATURES_H

#include "../kernels/arithmetic.h"
#include "signatures.h"

#define HALLMARK_ONE(name, format) name "(" format ")->" format
#define HALLMARK_TWO(name, format) name "(" format "," format ")->" format
#define HALLMARK_THREE(name, format) name "(" format "," format "," format ")->" format
#define HALLMARK_PREDICATE(name, format) name "(" format ")->uint8"
#define HALLMARK_RELATION(name, format) name "(" format "," format ")->uint8"

#endif  // HALLMARK_TESTS_FAULTY_ELEMENTWISE_SIGNATURES_H
