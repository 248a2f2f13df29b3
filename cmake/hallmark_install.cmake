# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` puts where, and what find_package(hallmark) finds there.
#
#   bin/hallmark                        the binary, which finds everything below from its own place: ../lib, ../share
#   include/hallmark/backend.h          the backend ABI
#   lib/hallmark/backends/<name>.so     the built-in backends
#   lib/cmake/hallmark/                 hallmark::backend, hallmark::hallmark, hallmark_certify_test()
#   share/hallmark/profiles/*.toml      profiles
#   share/hallmark/vectors/             golden vectors and their manifest
#   share/hallmark/*.schema.json        the certificate's schema
#
# No path is absolute and none depends on a distribution's library folder: an installed tree may be moved as a whole.
include(CMakePackageConfigHelpers)
include(hallmark_certify_test)

set(hallmark_install_backends lib/hallmark/backends)
set(hallmark_install_package lib/cmake/hallmark)
set(hallmark_install_data share/hallmark)

# hallmark_module_targets(RESULT DIRECTORY OUTPUT): the module libraries of DIRECTORY and below that are built into OUTPUT.
function(hallmark_module_targets result directory output)
  set(found)
  get_property(targets DIRECTORY ${directory} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "MODULE_LIBRARY")
      get_target_property(folder ${target} LIBRARY_OUTPUT_DIRECTORY)
      if(folder STREQUAL output)
        list(APPEND found ${target})
      endif()
    endif()
  endforeach()
  get_property(children DIRECTORY ${directory} PROPERTY SUBDIRECTORIES)
  foreach(child IN LISTS children)
    hallmark_module_targets(more ${child} ${output})
    list(APPEND found ${more})
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

set_target_properties(hallmark_backend PROPERTIES EXPORT_NAME backend)
install(TARGETS hallmark_backend EXPORT hallmark_targets INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${PROJECT_SOURCE_DIR}/harness/include/hallmark/backend.h
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/hallmark)

if(TARGET hallmark)
  install(TARGETS hallmark EXPORT hallmark_targets RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  if(NOT TARGET hallmark::hallmark)
    add_executable(hallmark::hallmark ALIAS hallmark)
  endif()
endif()

hallmark_module_targets(hallmark_shipped_backends ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/backends)
if(hallmark_shipped_backends)
  install(TARGETS ${hallmark_shipped_backends} LIBRARY DESTINATION ${hallmark_install_backends})
endif()

file(GLOB profiles CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/suites/profiles/*.toml)
install(FILES ${profiles} DESTINATION ${hallmark_install_data}/profiles)
file(GLOB schemas CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/reports/*.schema.json)
install(FILES ${schemas} DESTINATION ${hallmark_install_data})
file(GLOB_RECURSE vectors CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/vectors/*.csv ${PROJECT_SOURCE_DIR}/vectors/*.json)
if(vectors)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/vectors/ DESTINATION ${hallmark_install_data}/vectors
    FILES_MATCHING PATTERN "*.csv" PATTERN "*.json")
endif()

install(EXPORT hallmark_targets FILE hallmarkTargets.cmake NAMESPACE hallmark::
  DESTINATION ${hallmark_install_package})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/hallmarkConfig.cmake.in
  ${PROJECT_BINARY_DIR}/package/hallmarkConfig.cmake
  INSTALL_DESTINATION ${hallmark_install_package} PATH_VARS hallmark_install_data)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/hallmarkConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/hallmarkConfig.cmake
  ${PROJECT_BINARY_DIR}/package/hallmarkConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/hallmark_certify_test.cmake
  DESTINATION ${hallmark_install_package})
