# SPDX-License-Identifier: Apache-2.0
# Installs Hallmark, moves the installation, and has a stranger's project find, link and certify with it.
#
#   cmake -D build=BUILD -D consumer=SOURCE -D work=SCRATCH [-D config=CONFIG] [-D compiler=CC] -P consumer_test.cmake
#
# Kills: a target, file or function left out of the package; an absolute path in it; a binary that finds profiles only in
# the build tree; a hallmark_certify_test that passes whatever the backend computes.
foreach(argument build consumer work)
  if(NOT DEFINED ${argument})
    message(FATAL_ERROR "consumer_test.cmake: -D ${argument}=... is missing")
  endif()
endforeach()
# Would redirect the installation.
unset(ENV{DESTDIR})
# The consumer's hallmark must find its own files, and its GoogleTest reports are not this run's.
foreach(variable hallmark_DIR hallmark_ROOT CMAKE_PREFIX_PATH GTEST_OUTPUT GTEST_FILTER GTEST_TOTAL_SHARDS)
  unset(ENV{${variable}})
endforeach()

# run(EXPECTED-STATUS COMMAND...): fails with all that the command printed when its exit status is another.
function(run expected)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output
    WORKING_DIRECTORY ${work})
  if(NOT status STREQUAL expected)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "exit status ${status} where ${expected} was due: ${command}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${work})
file(MAKE_DIRECTORY ${work})
if(config)
  set(install_config --config ${config})
endif()
run(0 ${CMAKE_COMMAND} --install ${build} --prefix ${work}/installed ${install_config})

set(prefix ${work}/elsewhere/moved)
file(MAKE_DIRECTORY ${work}/elsewhere)
file(RENAME ${work}/installed ${prefix})

foreach(file bin/hallmark include/hallmark/backend.h share/hallmark/profiles/ieee754.toml)
  if(NOT EXISTS ${prefix}/${file})
    message(FATAL_ERROR "the installation lacks ${file}")
  endif()
endforeach()
file(GLOB backends ${prefix}/lib/hallmark/backends/*.so)
file(GLOB built_backends ${build}/backends/*.so)
list(LENGTH backends installed_count)
list(LENGTH built_backends built_count)
if(installed_count EQUAL 0 OR installed_count LESS built_count)
  message(FATAL_ERROR "${installed_count} of ${built_count} built-in backends were installed")
endif()

if(compiler)
  set(use_compiler -D CMAKE_C_COMPILER=${compiler})
endif()
run(0 ${CMAKE_COMMAND} -S ${consumer} -B ${work}/build -G Ninja -D CMAKE_BUILD_TYPE=Release
  -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_FIND_USE_PACKAGE_REGISTRY=OFF ${use_compiler})
# Another Hallmark of this machine's would prove nothing.
file(STRINGS ${work}/build/CMakeCache.txt found REGEX "^hallmark_DIR:")
if(NOT found STREQUAL "hallmark_DIR:PATH=${prefix}/lib/cmake/hallmark")
  message(FATAL_ERROR "the consumer found another package: ${found}")
endif()
run(0 ${CMAKE_COMMAND} --build ${work}/build)
run(0 ${CMAKE_CTEST_COMMAND} --test-dir ${work}/build --output-on-failure --no-tests=error)
if(NOT output MATCHES "100% tests passed, 0 tests failed out of 2")
  message(FATAL_ERROR "the consumer has two tests, but ctest says:\n${output}")
endif()
file(GLOB certificates ${work}/build/hallmark-out/certify_my_backend/*/certificate.json)
list(LENGTH certificates certificate_count)
if(NOT certificate_count EQUAL 1)
  message(FATAL_ERROR "${certificate_count} certificates in ${work}/build/hallmark-out/certify_my_backend, 1 was due")
endif()

# Exit status 1, a wrong result, and not 2 or 3, a mistake on the way there.
run(1 ${prefix}/bin/hallmark certify --backend ${work}/build/libmy_truncating_backend.so --profile ieee754
  --level quick --operation "convert(float32)->bfloat16" --out ${work}/refused)

# The installed binary reaches the installed built-in backends.
run(0 ${prefix}/bin/hallmark list backends)
if(NOT output MATCHES "scalar")
  message(FATAL_ERROR "the moved binary does not list the built-in backend scalar:\n${output}")
endif()
