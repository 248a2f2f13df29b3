// SPDX-License-Identifier: Apache-2.0
// The x86-64 extensions the including file is compiled with, as /proc/cpuinfo spells them, each followed by a space.
#ifndef HALLMARK_ADAPTERS_COMPILED_EXTENSIONS_H
#define HALLMARK_ADAPTERS_COMPILED_EXTENSIONS_H

namespace hallmark {

// Not inline: files compiled for different instruction sets must each have their own.
constexpr char compiled_extensions[] =
#ifdef __SSE3__
    "pni "
#endif
#ifdef __SSSE3__
    "ssse3 "
#endif
#ifdef __SSE4_1__
    "sse4_1 "
#endif
#ifdef __SSE4_2__
    "sse4_2 "
#endif
#ifdef __PCLMUL__
    "pclmulqdq "
#endif
#ifdef __AES__
    "aes "
#endif
#ifdef __POPCNT__
    "popcnt "
#endif
#ifdef __MOVBE__
    "movbe "
#endif
#ifdef __LZCNT__
    "abm "
#endif
#ifdef __BMI__
    "bmi1 "
#endif
#ifdef __BMI2__
    "bmi2 "
#endif
#ifdef __F16C__
    "f16c "
#endif
#ifdef __FMA__
    "fma "
#endif
#ifdef __AVX__
    "avx "
#endif
#ifdef __AVX2__
    "avx2 "
#endif
#ifdef __AVX512F__
    "avx512f "
#endif
#ifdef __AVX512CD__
    "avx512cd "
#endif
#ifdef __AVX512DQ__
    "avx512dq "
#endif
#ifdef __AVX512BW__
    "avx512bw "
#endif
#ifdef __AVX512VL__
    "avx512vl "
#endif
#ifdef __AVX512VBMI__
    "avx512vbmi "
#endif
#ifdef __AVX512VBMI2__
    "avx512_vbmi2 "
#endif
#ifdef __AVX512BF16__
    "avx512_bf16 "
#endif
#ifdef __AVX512FP16__
    "avx512_fp16 "
#endif
    "";

}  // namespace hallmark

#endif  // HALLMARK_ADAPTERS_COMPILED_EXTENSIONS_H
