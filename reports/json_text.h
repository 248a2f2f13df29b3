// SPDX-License-Identifier: Apache-2.0
// JSON as bytes: the one layout a certificate is written in. The canonical form is in certificate.h.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace hallmark {

/// The one text of a document: two spaces a level, containers of scalars on one line where they fit, numbers as in the
/// canonical form, a final newline. A certificate file whose bytes differ from it was not written by Hallmark.
std::string certificate_text(const nlohmann::ordered_json& document);

/// Whether brackets in a JSON text nest deeper than `limit`: such a document is refused before it is parsed.
bool nests_deeper(std::string_view text, int limit);

}  // namespace hallmark
