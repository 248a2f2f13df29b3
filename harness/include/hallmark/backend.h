/* SPDX-License-Identifier: Apache-2.0
 *
 * Hallmark backend ABI, version 1. The one file a backend author needs.
 *
 * A backend is a shared library that exports hallmark_open and returns a table of kernels. Each kernel is named by
 * the signature of the operation it computes, for example "convert(float32)->bfloat16":
 *
 *   signature := name [ "[" modifier { "," modifier } "]" ] "(" format { "," format } ")->" format
 *
 * in lower case, without spaces; modifiers in the order rounding (rne rna rtz rup rdn rto), saturate, then the others
 * alphabetically. Nothing else is needed: compile, then `hallmark certify --backend ./mine.so --profile ieee754`.
 *
 * Rules every kernel keeps:
 *  - hallmark_open is called once a process; kernels and close run on that thread unless HALLMARK_THREAD_SAFE is set;
 *    the table and its strings live until close.
 *  - arrays have at least their element's natural alignment and are little-endian and contiguous; formats narrower than
 *    8 bits take one byte an element, value in the low bits, high bits zero. Unused operand pointers are NULL.
 *  - operands may be the same array; the result overlaps none of them. rows and depth may be 0.
 *  - rows is padded to a multiple of `granularity` with repeated operands, whose results are ignored.
 *  - a kernel reads and writes nothing outside its arrays, and leaves the floating-point environment as it found it. An
 *    access outside ends the process, whatever handler for SIGSEGV or SIGBUS the backend has installed.
 */
#ifndef HALLMARK_BACKEND_H
#define HALLMARK_BACKEND_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HALLMARK_ABI 1u
#define HALLMARK_THREAD_SAFE 1u /* kernels may run on several threads at once */
#define HALLMARK_EXCLUSIVE 2u   /* one worker at a time: the backend owns a device */

/* What one call works on. All arrays are row-major.
 *
 *   operations                                    operands                                           result
 *   elementwise (convert, add, fma, exp, less)    each: rows                                         rows
 *   sum, mean, sum_of_squares, logsumexp, ...     rows x depth                                       rows
 *   softmax, cumulative_sum                       rows x depth                                       rows x depth
 *   dot                                           rows x depth, rows x depth [, initial: rows]       rows
 *   matmul                                        rows x depth, depth x columns [, rows x columns]   rows x columns
 *   scale, unscale                                rows, one float32                                  rows
 *
 * An elementwise call has columns = depth = 1, and so has scale or unscale, whose one float32 is never padded. */
typedef struct hallmark_arguments {
  const void* operand[4]; /* contiguous arrays, elements naturally packed, little-endian */
  void* result;
  size_t rows, columns, depth; /* element counts, not bytes */
} hallmark_arguments;

/* Computes result from operand. Returns 0, or nonzero if it could not: that call then counts as failed. */
typedef int (*hallmark_kernel)(void* state, const hallmark_arguments* arguments);

typedef struct hallmark_operation {
  const char* signature; /* "convert(float32)->bfloat16" */
  hallmark_kernel kernel;
} hallmark_operation;

typedef struct hallmark_backend {
  uint32_t abi;                        /* HALLMARK_ABI */
  uint32_t flags;                      /* HALLMARK_THREAD_SAFE | HALLMARK_EXCLUSIVE */
  const char *name, *version, *device; /* version and device may be NULL: nothing to say */
  const char* profile;                 /* the profile this backend claims, e.g. "tpu"; NULL: none */
  size_t alignment;                    /* bytes every array must be aligned to; 0 or 1: any */
  size_t granularity;                  /* rows must be a multiple of this; 0 or 1: any */
  const hallmark_operation* operations;
  size_t operation_count;
  void* state;                            /* passed to every kernel */
  const char* (*last_error)(void* state); /* why the last kernel returned nonzero; may be NULL */
  void (*close)(void* state);             /* may be NULL */
} hallmark_backend;

/* The one symbol a backend exports. options: the text after '?' in the backend's spec, "" if none.
 * Returns NULL if the backend cannot run here; what it last printed on stderr is shown as the reason. */
#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
const hallmark_backend*
hallmark_open(const char* options);

#ifdef __cplusplus
}
#endif

#endif /* HALLMARK_BACKEND_H */
