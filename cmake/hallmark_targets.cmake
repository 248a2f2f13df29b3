# How every target of Hallmark is built: one place for warnings, language level and output folders.
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

add_library(hallmark_warnings INTERFACE)
target_compile_options(hallmark_warnings INTERFACE -Wall -Wextra -Wconversion -Wshadow
  $<$<BOOL:${HALLMARK_WERROR}>:-Werror>
  # Contraction would let a compiler fuse a*b+c behind the author's back; the floating-point environment is sacred.
  -ffp-contract=off -fno-fast-math)
if(HALLMARK_SANITIZE)
  # -O1 -g1 halves the time of a build, over RelWithDebInfo's -O2 -g; a report needs line numbers and no more.
  add_compile_options(-fsanitize=${HALLMARK_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -O1 -g1)
  add_link_options(-fsanitize=${HALLMARK_SANITIZE})
endif()

# hallmark_sanitized(TEST): a sanitizer's report fails the suite, whichever process made it. A worker that ends with one
# is a crash to its supervisor, which is what tests of faulty backends wait for: so reports go to files, and the fixture
# `sanitizer_reports`, which ctest runs when all other tests have ended, prints them and fails. Without effect in other
# builds.
set(hallmark_sanitizer_reports ${PROJECT_BINARY_DIR}/sanitizer-reports)
function(hallmark_sanitized test)
  if(HALLMARK_SANITIZE)
    set(options log_path=${hallmark_sanitizer_reports}/report:log_exe_name=1:print_stacktrace=1)
    # Two frames of an allocation say whose it is; storing thirty of each took two thirds of a test's time.
    set_tests_properties(${test} PROPERTIES FIXTURES_REQUIRED sanitizer_reports
      ENVIRONMENT "ASAN_OPTIONS=${options}:malloc_context_size=2;UBSAN_OPTIONS=${options}")
  endif()
endfunction()
if(HALLMARK_SANITIZE AND HALLMARK_TESTS)
  add_test(NAME sanitizer_reports_cleared
    COMMAND ${CMAKE_COMMAND} -D folder=${hallmark_sanitizer_reports} -D clear=ON
      -P ${CMAKE_CURRENT_LIST_DIR}/sanitizer_reports.cmake)
  add_test(NAME sanitizer_reports
    COMMAND ${CMAKE_COMMAND} -D folder=${hallmark_sanitizer_reports} -P ${CMAKE_CURRENT_LIST_DIR}/sanitizer_reports.cmake)
  set_tests_properties(sanitizer_reports_cleared PROPERTIES FIXTURES_SETUP sanitizer_reports)
  set_tests_properties(sanitizer_reports PROPERTIES FIXTURES_CLEANUP sanitizer_reports)
endif()

# The header target a backend links to: hallmark::backend.
add_library(hallmark_backend INTERFACE)
add_library(hallmark::backend ALIAS hallmark_backend)
target_include_directories(hallmark_backend INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/harness/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

# hallmark_library(NAME SOURCES a.cpp b.cpp LINKS other ...): one room of the harness as a static library.
function(hallmark_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINKS")
  if(arg_SOURCES)
    add_library(${name} STATIC ${arg_SOURCES})
    target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/harness ${PROJECT_SOURCE_DIR})
    target_link_libraries(${name} PUBLIC ${arg_LINKS} PRIVATE hallmark_warnings)
  else()
    add_library(${name} INTERFACE)
    target_include_directories(${name} INTERFACE ${PROJECT_SOURCE_DIR}/harness ${PROJECT_SOURCE_DIR})
    target_link_libraries(${name} INTERFACE ${arg_LINKS})
  endif()
endfunction()

# The program and every backend that ships: what scripts/certify builds.
add_custom_target(built_in)

# hallmark_backend_library(NAME DIRECTORY SOURCES a.cpp LINKS lib OPTIONS -mf16c): a backend as a shared library
# <build>/<DIRECTORY>/<NAME>.so that exports hallmark_open and nothing else.
function(hallmark_backend_library name directory)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES;LINKS;OPTIONS;DEFINITIONS")
  string(MAKE_C_IDENTIFIER "${directory}_${name}" target)
  add_library(${target} MODULE ${arg_SOURCES})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} PREFIX "" SUFFIX ".so"
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${directory}
    CXX_VISIBILITY_PRESET hidden C_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_link_libraries(${target} PRIVATE hallmark::backend hallmark_warnings ${arg_LINKS})
  target_compile_options(${target} PRIVATE ${arg_OPTIONS})
  target_compile_definitions(${target} PRIVATE ${arg_DEFINITIONS})
  if(directory STREQUAL "backends")
    add_dependencies(built_in ${target})
  endif()
endfunction()

# hallmark_test(NAME SOURCES a_test.cpp LINKS lib LABELS slow): one GoogleTest executable of Hallmark's own tests.
function(hallmark_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT" "SOURCES;LINKS;LABELS;DEFINITIONS")
  find_package(GTest REQUIRED)
  add_executable(${name} ${arg_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/harness ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE ${arg_LINKS} hallmark_warnings GTest::gtest GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE HALLMARK_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
    HALLMARK_BINARY_DIR="${PROJECT_BINARY_DIR}" ${arg_DEFINITIONS})
  add_test(NAME ${name} COMMAND ${name})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 900)
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${arg_LABELS}")
  hallmark_sanitized(${name})
endfunction()
