# SPDX-License-Identifier: Apache-2.0
# Tests of backends opencl and cuda. What of cuda runs on the host is tested on every machine with CUDA's headers, over a
# pretended runtime; its device kernels only where there is a device.
set(hallmark_gpu_tests ${CMAKE_CURRENT_LIST_DIR}/gpu)
set(hallmark_cuda_adapter ${PROJECT_SOURCE_DIR}/harness/adapters/cuda)

if(TARGET backends_opencl)
  hallmark_test(gpu_opencl_test SOURCES ${hallmark_gpu_tests}/opencl_test.cpp LINKS hallmark_certify_steps)
  add_dependencies(gpu_opencl_test hallmark backends_opencl)
endif()

if(TARGET backends_cuda_host)  # CUDA's headers are there
  hallmark_test(gpu_pipeline_test
    SOURCES ${hallmark_gpu_tests}/pipeline_test.cpp ${hallmark_gpu_tests}/fake_cuda_runtime.cpp
      ${hallmark_cuda_adapter}/pipeline.cpp
    LINKS hallmark_cuda_headers TIMEOUT 120)

  hallmark_backend_library(cuda_on_host tests/backends
    SOURCES ${hallmark_gpu_tests}/table_on_host.cpp ${hallmark_gpu_tests}/fake_cuda_runtime.cpp
      ${hallmark_cuda_adapter}/pipeline.cpp ${hallmark_cuda_adapter}/cuda.cpp
    LINKS hallmark_cuda_headers DEFINITIONS HALLMARK_CUDA_PIECE_ROWS=512)
  target_include_directories(tests_backends_cuda_on_host PRIVATE ${PROJECT_SOURCE_DIR}/harness)

  hallmark_test(gpu_cuda_test SOURCES ${hallmark_gpu_tests}/cuda_test.cpp LINKS hallmark_certify_steps)
  add_dependencies(gpu_cuda_test hallmark tests_backends_cuda_on_host backends_cuda_host)
  if(TARGET backends_cuda)
    target_compile_definitions(gpu_cuda_test PRIVATE HALLMARK_CUDA_BUILT)
    add_dependencies(gpu_cuda_test backends_cuda)
  endif()

  hallmark_backend_library(cuda_reductions_on_host tests/backends
    SOURCES ${hallmark_gpu_tests}/reductions_on_host.cpp ${hallmark_gpu_tests}/fake_cuda_runtime.cpp
      ${hallmark_cuda_adapter}/reduction_runner.cpp ${hallmark_cuda_adapter}/reductions.cpp
    LINKS hallmark_cuda_headers)
  target_include_directories(tests_backends_cuda_reductions_on_host PRIVATE ${PROJECT_SOURCE_DIR}/harness)
  hallmark_test(gpu_cuda_reductions_test
    SOURCES ${hallmark_gpu_tests}/cuda_reductions_test.cpp LINKS hallmark_certify_steps)
  add_dependencies(gpu_cuda_reductions_test hallmark tests_backends_cuda_reductions_on_host)
  if(TARGET backends_cuda_reductions)
    target_compile_definitions(gpu_cuda_reductions_test PRIVATE HALLMARK_CUDA_BUILT)
    add_dependencies(gpu_cuda_reductions_test backends_cuda_reductions)
  endif()
  if(TARGET backends_cublas)  # its header is there
    hallmark_backend_library(cublas_on_host tests/backends
      SOURCES ${hallmark_gpu_tests}/fake_cublas.cpp ${hallmark_gpu_tests}/fake_cuda_runtime.cpp
        ${hallmark_cuda_adapter}/reduction_runner.cpp ${hallmark_cuda_adapter}/cublas.cpp
      LINKS hallmark_cuda_headers)
    target_include_directories(tests_backends_cublas_on_host PRIVATE ${PROJECT_SOURCE_DIR}/harness)
    target_compile_definitions(gpu_cuda_reductions_test PRIVATE HALLMARK_CUBLAS_BUILT)
    add_dependencies(gpu_cuda_reductions_test tests_backends_cublas_on_host backends_cublas)
  endif()
endif()
