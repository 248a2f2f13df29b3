# SPDX-License-Identifier: Apache-2.0
# hallmark_certify_test: certifies a backend of one's own in one's own CTest run. Also installed, for find_package(hallmark).

# hallmark_certify_test(TARGET [PROFILE profile] [LEVEL level] [OPERATION glob] [OPTIONS text] [NAME name] [TIMEOUT s])
#
# Registers a CTest that runs `hallmark certify` on the shared library TARGET and passes when it conforms.
#   PROFILE    a profile's name or file; without it, the one the backend claims
#   LEVEL      quick, standard (the default) or exhaustive
#   OPERATION  a glob over signatures, "convert(*)->bfloat16"; without it, all that the profile speaks of
#   OPTIONS    what follows '?' in the backend's spec, "mode=fast"
#   NAME       the CTest's name; "certify_TARGET" without it
#   TIMEOUT    seconds, for CTest; `hallmark certify` has time limits of its own
# Certificate and reports are left in CMAKE_CURRENT_BINARY_DIR/hallmark-out/NAME/.
function(hallmark_certify_test target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PROFILE;LEVEL;OPERATION;OPTIONS;NAME;TIMEOUT" "")
  set(usage "hallmark_certify_test(TARGET [PROFILE p] [LEVEL l] [OPERATION glob] [OPTIONS text] [NAME n] [TIMEOUT s])")
  if(DEFINED arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "hallmark_certify_test(${target}): unknown argument '${arg_UNPARSED_ARGUMENTS}'; write ${usage}")
  endif()
  if(DEFINED arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "hallmark_certify_test(${target}): ${arg_KEYWORDS_MISSING_VALUES} has no value; write ${usage}")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "hallmark_certify_test: there is no target '${target}'; add_library(${target} MODULE ...) first")
  endif()
  get_target_property(type ${target} TYPE)
  if(NOT type MATCHES "^(MODULE|SHARED)_LIBRARY$")
    message(FATAL_ERROR "hallmark_certify_test: target '${target}' is no shared library (it is ${type}); "
      "make it one with add_library(${target} MODULE ...)")
  endif()
  if(NOT TARGET hallmark::hallmark)
    message(FATAL_ERROR "hallmark_certify_test(${target}): this installation of Hallmark has no binary; "
      "build Hallmark's target 'hallmark' and install again")
  endif()
  if(DEFINED arg_LEVEL AND NOT arg_LEVEL MATCHES "^(quick|standard|exhaustive)$")
    message(FATAL_ERROR "hallmark_certify_test(${target}): there is no level '${arg_LEVEL}'; "
      "write quick, standard or exhaustive")
  endif()
  if(NOT DEFINED arg_NAME)
    set(arg_NAME certify_${target})
  endif()
  set(spec $<TARGET_FILE:${target}>)
  if(DEFINED arg_OPTIONS)
    string(APPEND spec "?${arg_OPTIONS}")
  endif()
  set(arguments --backend "${spec}" --out "${CMAKE_CURRENT_BINARY_DIR}/hallmark-out/${arg_NAME}")
  foreach(option PROFILE LEVEL OPERATION)
    if(DEFINED arg_${option})
      string(TOLOWER ${option} name)
      list(APPEND arguments --${name} "${arg_${option}}")
    endif()
  endforeach()
  add_test(NAME "${arg_NAME}" COMMAND hallmark::hallmark certify ${arguments}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  set_tests_properties("${arg_NAME}" PROPERTIES LABELS hallmark)
  if(DEFINED arg_TIMEOUT)
    set_tests_properties("${arg_NAME}" PROPERTIES TIMEOUT ${arg_TIMEOUT})
  endif()
endfunction()
