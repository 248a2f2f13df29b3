# SPDX-License-Identifier: Apache-2.0
# Backends of vendor libraries that scripts/setup --all installs: each is built where its library is found.

# hallmark_find_vendor(NAME HEADER header.h LIBRARIES a b): sets HALLMARK_HAS_<NAME> and defines the interface target
# hallmark_vendor_<name> where the header and all libraries are found. For packages whose CMake files are missing, or
# find more than they should.
function(hallmark_find_vendor name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADER" "LIBRARIES")
  string(TOUPPER ${name} upper)
  find_path(HALLMARK_${upper}_INCLUDE ${arg_HEADER})
  mark_as_advanced(HALLMARK_${upper}_INCLUDE)
  set(found ${HALLMARK_${upper}_INCLUDE})
  set(libraries "")
  foreach(library IN LISTS arg_LIBRARIES)
    find_library(HALLMARK_${upper}_LIBRARY_${library} ${library})
    mark_as_advanced(HALLMARK_${upper}_LIBRARY_${library})
    list(APPEND libraries ${HALLMARK_${upper}_LIBRARY_${library}})
    if(NOT HALLMARK_${upper}_LIBRARY_${library})
      set(found FALSE)
    endif()
  endforeach()
  if(found)
    add_library(hallmark_vendor_${name} INTERFACE)
    target_include_directories(hallmark_vendor_${name} SYSTEM INTERFACE ${HALLMARK_${upper}_INCLUDE})
    target_link_libraries(hallmark_vendor_${name} INTERFACE ${libraries})
    set(HALLMARK_HAS_${upper} TRUE PARENT_SCOPE)
  endif()
endfunction()

hallmark_find_vendor(fp16 HEADER fp16/fp16.h)
hallmark_adapter(fp16 IF HALLMARK_HAS_FP16 MISSING "the FP16 header (libfp16-dev) is not installed"
  LINKS hallmark_vendor_fp16)

# Imath: a table, integer code or F16C, as the header is compiled. Not find_package(Imath): Debian's configuration file
# complains of Python bindings that are another package.
hallmark_find_vendor(imath HEADER Imath/half.h LIBRARIES Imath)
set(imath_missing MISSING "Imath 3 (libimath-dev) is not installed, or this is not x86-64")
if(HALLMARK_HAS_IMATH AND HALLMARK_HAS_X86_64)
  set(HALLMARK_HAS_IMATH_F16C TRUE)
endif()
hallmark_adapter(imath IF HALLMARK_HAS_IMATH ${imath_missing}
  KERNELS imath.cpp LINKS hallmark_vendor_imath PROFILE ieee754)
hallmark_adapter(imath_no_table IF HALLMARK_HAS_IMATH ${imath_missing}
  KERNELS imath.cpp LINKS hallmark_vendor_imath PROFILE ieee754 DEFINITIONS IMATH_HALF_NO_LOOKUP_TABLE)
hallmark_adapter(imath_f16c IF HALLMARK_HAS_IMATH_F16C ${imath_missing}
  KERNELS imath.cpp KERNEL_OPTIONS -mavx -mf16c LINKS hallmark_vendor_imath PROFILE ieee754)

# Highway: one backend a target. The flags make it the best the compiler may use, and so the one that is compiled.
find_package(hwy CONFIG QUIET)
if(hwy_FOUND AND HALLMARK_HAS_X86_64)
  set(HALLMARK_HAS_HIGHWAY TRUE)
endif()
set(ssse3 -mssse3)
set(sse4 ${ssse3} -msse4.2 -mpclmul -maes)
set(avx2 ${sse4} -mavx2 -mbmi -mbmi2 -mfma -mf16c)
set(avx3 ${avx2} -mavx512f -mavx512vl -mavx512dq -mavx512bw -mavx512cd)
function(hallmark_highway target policy)
  string(TOUPPER HWY_${target} constant)
  hallmark_adapter(highway_${target} IF HALLMARK_HAS_HIGHWAY
    MISSING "Highway (libhwy-dev) is not installed, or this is not x86-64"
    KERNELS highway.cpp KERNEL_OPTIONS ${ARGN} ${avx512_warnings} LINKS hwy::hwy PROFILE highway
    DEFINITIONS HWY_COMPILE_ONLY_${policy} HALLMARK_HIGHWAY_TARGET=${constant})
endfunction()
hallmark_highway(scalar SCALAR)
hallmark_highway(ssse3 STATIC ${ssse3})
hallmark_highway(sse4 STATIC ${sse4})
hallmark_highway(avx2 STATIC ${avx2})
hallmark_highway(avx3 STATIC ${avx3})

hallmark_find_vendor(simde HEADER simde/x86/f16c.h)
set(simde_missing MISSING "SIMDe (libsimde-dev) is not installed")
if(HALLMARK_HAS_SIMDE AND HALLMARK_HAS_X86_64)
  set(HALLMARK_HAS_SIMDE_NATIVE TRUE)
endif()
hallmark_adapter(simde IF HALLMARK_HAS_SIMDE ${simde_missing} KERNELS simde.cpp LINKS hallmark_vendor_simde
  KERNEL_OPTIONS -Wno-psabi DEFINITIONS SIMDE_NO_NATIVE PROFILE f16c)
hallmark_adapter(simde_native IF HALLMARK_HAS_SIMDE_NATIVE ${simde_missing} KERNELS simde.cpp
  KERNEL_OPTIONS -mavx -mf16c LINKS hallmark_vendor_simde PROFILE f16c)

hallmark_adapter(simde_dpbf16 IF HALLMARK_HAS_SIMDE ${simde_missing} KERNELS simde_dpbf16.cpp
  LINKS hallmark_vendor_simde KERNEL_OPTIONS -Wno-psabi DEFINITIONS SIMDE_NO_NATIVE PROFILE avx512_bf16)

# Static archives: libxsmmnoblas defines the BLAS functions that libxsmm names and a conversion never calls.
hallmark_find_vendor(libxsmm HEADER libxsmm.h LIBRARIES xsmm xsmmnoblas rt m)
set(libxsmm_missing MISSING "libxsmm (libxsmm-dev) is not installed")
hallmark_adapter(libxsmm IF HALLMARK_HAS_LIBXSMM ${libxsmm_missing}
  LINKS hallmark_vendor_libxsmm Threads::Threads ${CMAKE_DL_LIBS})
hallmark_adapter(libxsmm_jit IF HALLMARK_HAS_LIBXSMM ${libxsmm_missing}
  LINKS hallmark_vendor_libxsmm Threads::Threads ${CMAKE_DL_LIBS})

hallmark_find_vendor(xnnpack HEADER xnnpack.h LIBRARIES XNNPACK pthreadpool)
hallmark_adapter(xnnpack IF HALLMARK_HAS_XNNPACK
  MISSING "XNNPACK (libxnnpack-dev and libpthreadpool-dev) is not installed" LINKS hallmark_vendor_xnnpack)

# Debian's name for the header, of whichever of its OpenBLAS packages is installed.
hallmark_find_vendor(openblas HEADER cblas-openblas.h LIBRARIES openblas)
hallmark_adapter(openblas IF HALLMARK_HAS_OPENBLAS MISSING "OpenBLAS (libopenblas-serial-dev) is not installed"
  LINKS hallmark_vendor_openblas)

# clang 19's types, compiled by it whatever compiles the rest: what it leaves is an object file.
find_program(HALLMARK_CLANG19 clang++-19)
mark_as_advanced(HALLMARK_CLANG19)
if(HALLMARK_CLANG19)
  execute_process(COMMAND ${HALLMARK_CLANG19} --rtlib=compiler-rt --print-libgcc-file-name
    OUTPUT_VARIABLE clang19_runtime OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(EXISTS "${clang19_runtime}")
    set(HALLMARK_HAS_CLANG19 TRUE)
  endif()
endif()
function(hallmark_clang19 name)
  if(HALLMARK_HAS_CLANG19)
    add_custom_command(OUTPUT ${name}.o
      COMMAND ${HALLMARK_CLANG19} -std=c++20 -O3 -DNDEBUG -fPIC -fvisibility=hidden -fvisibility-inlines-hidden
        -Wall -Wextra -Wconversion -Wshadow -ffp-contract=off -fno-fast-math ${ARGN}
        -I${PROJECT_SOURCE_DIR}/harness/include -I${CMAKE_CURRENT_SOURCE_DIR}
        -MD -MF ${name}.d -MT ${name}.o -c ${CMAKE_CURRENT_SOURCE_DIR}/clang19.cpp -o ${name}.o
      DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/clang19.cpp
      DEPFILE ${CMAKE_CURRENT_BINARY_DIR}/${name}.d
      WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}
      COMMENT "Building ${name}.o with clang 19" VERBATIM)
  endif()
  hallmark_adapter(${name} IF HALLMARK_HAS_CLANG19
    MISSING "clang 19 with compiler-rt (clang-19 and libclang-rt-19-dev) is not installed"
    SOURCES ${CMAKE_CURRENT_BINARY_DIR}/${name}.o LINKS ${clang19_runtime} PROFILE ieee754)
endfunction()
hallmark_clang19(clang19)
hallmark_clang19(clang19_native -march=native)

# Not find_package(Torch): its configuration file demands what a conversion does not need.
hallmark_find_vendor(libtorch HEADER ATen/ATen.h LIBRARIES torch_cpu c10)
hallmark_adapter(libtorch IF HALLMARK_HAS_LIBTORCH MISSING "libtorch (libtorch-dev) is not installed"
  LINKS hallmark_vendor_libtorch)
if(TARGET backends_libtorch)  # under C++20 clang 14 rejects libtorch 1.13's headers
  set_target_properties(backends_libtorch PROPERTIES CXX_STANDARD 17)
endif()
