// SPDX-License-Identifier: Apache-2.0
#include "reports/html_data.h"

#include <algorithm>
#include <stdexcept>

#include "reports/embedded.h"
#include "reports/text.h"

namespace hallmark {

void put(HtmlData& data, const std::string& name, const std::string& value) {
  if (value.empty()) {
    data.set(name, HtmlData::type::bool_false);
  } else {
    data.set(name, value);
  }
}

void put(HtmlData& data, const std::string& name, bool value) {
  data.set(name, value ? HtmlData::type::bool_true : HtmlData::type::bool_false);
}

HtmlData html_list() { return HtmlData(HtmlData::type::list); }

HtmlData html_pair(const std::string& first_name, const std::string& first, const std::string& second_name,
                   const std::string& second) {
  HtmlData data;
  put(data, first_name, first);
  put(data, second_name, second);
  return data;
}

HtmlData html_item(const std::string& name, const std::string& value) {
  HtmlData data;
  put(data, name, value);
  return data;
}

std::string tone_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::pass:
      return "good";
    case Outcome::fail:
    case Outcome::crashed:
      return "bad";
    case Outcome::unsupported:
    case Outcome::weak:
    case Outcome::not_run:
    case Outcome::waived:
      return "warn";
    case Outcome::unknown:
    case Outcome::not_applicable:
      return "quiet";
  }
  return "bad";
}

std::string tone_of(const Certificate& certificate) {
  return certificate.failed() ? "bad" : certificate.verdict() == Verdict::conforms ? "good" : "warn";
}

std::string stamp_of(const std::string& tone) {
  return tone == "bad" ? "M11.5 11.5l9 9m0-9-9 9" : "M10 15.6l4.3 4.3 7.9-8.4";
}

std::string words_of(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string moment(const std::string& iso) {
  if (iso.size() < 17 || iso[10] != 'T' || !iso.ends_with('Z')) return iso;
  return iso.substr(0, 10) + " " + iso.substr(11, 5) + " UTC";
}

std::string render_html(std::string_view page_template, HtmlData& page) {
  kainjow::mustache::mustache rendering{std::string(page_template)};
  if (!rendering.is_valid()) throw std::logic_error("page template: " + rendering.error_message());
  rendering.set_custom_escape([](const std::string& text) { return escape_markup(text); });
  const std::string style(embedded_html_css());
  put(page, "style", style);
  put(page, "style_digest", sha256_base64(style));
  return rendering.render(page);
}

}  // namespace hallmark
