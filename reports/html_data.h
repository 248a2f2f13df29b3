// SPDX-License-Identifier: Apache-2.0
// What the HTML pages have in common: how data is put into a template, and words and tones of outcomes.
#pragma once

#include <kainjow/mustache.hpp>
#include <string>
#include <string_view>

#include "reports/certificate.h"

namespace hallmark {

using HtmlData = kainjow::mustache::data;

/// Sets a name always, because a missing one would be looked up in the surrounding sections. Empty text is false.
void put(HtmlData& data, const std::string& name, const std::string& value);
void put(HtmlData& data, const std::string& name, bool value);
void put(HtmlData&, const std::string&, const char*) = delete;  // would become a bool

HtmlData html_list();
/// {first_name: first, second_name: second}
HtmlData html_pair(const std::string& first_name, const std::string& first, const std::string& second_name,
                   const std::string& second);
/// A list's element {name: value}.
HtmlData html_item(const std::string& name, const std::string& value);

/// The style class of an outcome: good, bad, warn, quiet.
std::string tone_of(Outcome outcome);
std::string tone_of(const Certificate& certificate);
/// Path of the mark within the stamp.
std::string stamp_of(const std::string& tone);
/// Words of a requirement's or trait's name.
std::string words_of(std::string name);
/// "2026-03-01T12:00:00Z" -> "2026-03-01 12:00 UTC"; anything else as it is.
std::string moment(const std::string& iso);

/// Renders with the shared style; every plain value is escaped once. Throws std::logic_error for a broken template.
std::string render_html(std::string_view page_template, HtmlData& page);

}  // namespace hallmark
