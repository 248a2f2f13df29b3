# SPDX-License-Identifier: Apache-2.0
# Fails when a sanitizer has left a report in `folder`, and prints what it says; with `clear`, empties the folder.
#
#   cmake -D folder=FOLDER [-D clear=ON] -P sanitizer_reports.cmake
if(NOT folder)
  message(FATAL_ERROR "sanitizer_reports.cmake: -D folder=... is missing")
endif()
if(clear)
  file(REMOVE_RECURSE ${folder})
  file(MAKE_DIRECTORY ${folder})
  return()
endif()
# A sanitizer that cannot write its report stays silent.
if(NOT IS_DIRECTORY ${folder})
  message(FATAL_ERROR "${folder} is gone, and reports of sanitizers with it")
endif()
file(GLOB reports ${folder}/*)
foreach(report IN LISTS reports)
  file(READ ${report} text LIMIT 20000)
  message("${report}:\n${text}")
endforeach()
list(LENGTH reports count)
if(count GREATER 0)
  message(FATAL_ERROR "${count} processes ended with a sanitizer's report; above is what each says")
endif()
