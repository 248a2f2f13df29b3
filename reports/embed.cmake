# SPDX-License-Identifier: Apache-2.0
# Turns a file into a C++ source that defines `std::string_view embedded_<NAME>()` with its bytes. Run as a script:
#   cmake -DINPUT=html.css -DOUTPUT=html_css.cpp -DNAME=html_css -P embed.cmake
# Hex digits, because CMake's own text handling changes brackets and semicolons.
file(READ "${INPUT}" bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "((0x[0-9a-f][0-9a-f],)(0x[0-9a-f][0-9a-f],)(0x[0-9a-f][0-9a-f],)(0x[0-9a-f][0-9a-f],))" "\\1\n" bytes
  "${bytes}")
get_filename_component(file_name "${INPUT}" NAME)
file(WRITE "${OUTPUT}" "// The bytes of ${file_name}, written by embed.cmake.
#include \"reports/embedded.h\"
namespace hallmark {
std::string_view embedded_${NAME}() {
  static constexpr unsigned char bytes[] = {
${bytes}0};
  return {reinterpret_cast<const char*>(bytes), sizeof bytes - 1};
}
}  // namespace hallmark
")
