// SPDX-License-Identifier: Apache-2.0
// Files of this folder as the build embeds them (embed.cmake): a report needs nothing beside the binary.
#pragma once

#include <string_view>

namespace hallmark {

std::string_view embedded_certificate_schema();
std::string_view embedded_html_template();
std::string_view embedded_html_css();
std::string_view embedded_index_template();
/// The d3 modules the pictures use, or empty where they were not there when this was built.
std::string_view embedded_d3();
std::string_view embedded_page_script();

}  // namespace hallmark
