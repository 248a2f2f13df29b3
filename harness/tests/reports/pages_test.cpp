// SPDX-License-Identifier: Apache-2.0
// The HTML pages in a browser: no error, no request, nothing cut off, pictures drawn; and that a broken page is
// noticed.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>

#include "python.h"
#include "reports/embedded.h"
#include "reports/html.h"
#include "reports/index.h"
#include "sample.h"

namespace hallmark::test {
namespace {

namespace fs = std::filesystem;

const std::string hostile = "</script><script>alert(1)</script><!-- \"quoted\" 'single' & \u2028 \u202e {{&style}}";

/// A backend and signatures that try to leave the page's text, its SVG and its script's data.
Certificate hostile_certificate() {
  Certificate certificate = realistic();
  certificate.backend.name = certificate.backend.version = certificate.backend.device = hostile;
  certificate.operations[0].signature = "convert(" + hostile + ")->x";
  certificate.operations[1].signature = std::string(300, 'w') + "(float32)->bfloat16";
  certificate.operations[0].note = hostile;
  certificate.operations[0].along->error[5] = hostile;
  return certificate;
}

/// More operations than a page has pictures.
Certificate long_certificate() {
  Certificate certificate = realistic();
  for (int i = 0; i < 50; ++i) certificate.operations.push_back(certificate.operations[1]);
  return certificate;
}

std::string sample_index() {
  const std::vector<Certificate> certificates = {realistic(), small(), hostile_certificate(), every_outcome()};
  const std::vector<std::string> folders = {"realistic", "small", "hostile", "every_outcome"};
  const std::vector<SkippedBackend> without = {{"cuda", "no CUDA device: no driver is installed"}, {hostile, hostile}};
  return index_page(certificates, folders, without);
}

/// Left in the build folder, to look at.
fs::path write_page(const std::string& name, const std::string& text) {
  const fs::path folder = fs::path(HALLMARK_BINARY_DIR) / "tests" / "pages";
  fs::create_directories(folder);
  std::ofstream(folder / name, std::ios::binary) << text;
  return folder / name;
}

/// The script's verdict on pages; skips the test where there is no browser.
Ended browse(const std::vector<fs::path>& pages) {
  std::vector<std::string> arguments(pages.begin(), pages.end());
  return run_python("browse_pages.py", arguments);
}

std::string why_not(const Ended& ended) {
  return ended.status == module_missing ? ended.output : "no Python to drive a browser with";
}

bool cannot_browse(const Ended& ended) { return ended.status == module_missing || ended.status == program_missing; }

std::string with(std::string page, const std::string& part, const std::string& instead) {
  const std::size_t at = page.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return at == std::string::npos ? page : page.replace(at, part.size(), instead);
}

// Kills: a page with an error on its console, a blocked style or script, anything loaded, an overflow or a cut label at
// one of three widths, faint text in either colour scheme, a picture that a script or its absence leaves empty, a name
// that leaves its place.
TEST(Pages, AreSoundInABrowser) {
  const std::vector<fs::path> pages = {write_page("realistic.html", html_page(realistic())),
                                       write_page("hostile.html", html_page(hostile_certificate())),
                                       write_page("every_outcome.html", html_page(every_outcome())),
                                       write_page("small.html", html_page(small())),
                                       write_page("index.html", sample_index())};
  const Ended ended = browse(pages);
  if (cannot_browse(ended)) GTEST_SKIP() << why_not(ended);
  EXPECT_EQ(ended.status, 0) << ended.output;
  EXPECT_EQ(ended.output.find("45 views, "), 0u) << ended.output;
}

// Kills: a browser test that sees nothing.
TEST(Pages, BrokenOnesAreNoticed) {
  const std::string page = html_page(realistic());
  struct Broken {
    std::string name, text, complaint;
  };
  std::vector<Broken> broken = {
      {"loads.html", with(page, "</main>", "<img src=\"http://127.0.0.1:9/x.png\" alt=\"\"></main>"), "security: "},
      {"allowed_to_load.html",
       with(with(page, "</main>", "<img src=\"http://127.0.0.1:9/x.png\" alt=\"\"></main>"),
            "img-src data:", "img-src *"),
       "request: http://127.0.0.1:9/x.png"},
      {"overflows.html", with(page, "</main>", "<pre>" + std::string(60, 'x') + "</pre></main>"),
       "wide, the window 360"},
      {"empty_picture.html", std::regex_replace(page, std::regex("<path class=\"[a-z ]*\" d=\"[^\"]{1,6000}\"/>"), ""),
       "picture 0 has 0 marks"},
      {"restyled.html", with(page, "<style>", "<style>p { color: #bbb; }"), "security: "},
      {"inline_style.html", with(page, "<p class=\"evidence\">", "<p class=\"evidence\" style=\"color: red\">"),
       "security: "}};
  if (!embedded_d3().empty()) {
    broken.push_back(
        {"blocked.html",
         with(page, "\"use strict\";\n\n  const superscripts", "\"use strict\";\n\n\n  const superscripts"),
         "the script made 0 of"});
    broken.push_back({"unlike_data.html", with(page, "id=\"along-data\">[{", "id=\"along-data\">[{{"), "exception: "});
  }
  std::vector<fs::path> pages;
  for (const Broken& one : broken) pages.push_back(write_page("broken_" + one.name, one.text));
  const Ended ended = browse(pages);
  if (cannot_browse(ended)) GTEST_SKIP() << why_not(ended);
  EXPECT_EQ(ended.status, 1) << ended.output;
  for (const Broken& one : broken) {
    const std::regex line("(^|\n)broken_" + one.name + ", [^\n]*" + one.complaint);
    EXPECT_TRUE(std::regex_search(ended.output, line)) << one.name << " is not blamed for: " << one.complaint;
  }
  EXPECT_EQ(ended.output.find("broken_overflows.html, 1440"), std::string::npos) << "60 letters fit there";
}

// Kills: a page without end for a backend with hundreds of operations; one that does not say what it left out.
TEST(Pages, StaySmall) {
  const std::string page = html_page(long_certificate());
  EXPECT_LT(page.size(), 600u << 10);
  EXPECT_NE(page.find("The pictures of 13 more operations are left out"), std::string::npos);
  EXPECT_LT(html_page(small()).size(), 40u << 10) << "no picture, no script";
}

// Kills: an index that leaves a backend or a reason out, links elsewhere, or calls a failure a pass.
TEST(Index, SaysWhoConforms) {
  const std::string path = write_page("index.html", sample_index()).string();
  const Ended ended = run_python("read_html.py", {path});
  if (cannot_browse(ended)) GTEST_SKIP() << "no Python to read the page with";
  ASSERT_EQ(ended.status, 0) << ended.output;
  for (const char* part :
       {"1 of 4 backends conforms to ieee754; 3 do not.", "2 more backends have no certificate", "avx512_bf16",
        "does not conform", "16,711,678 wrong", "in 1 of 4", "no CUDA device", "alert(1)"}) {
    EXPECT_NE(ended.output.find(part), std::string::npos) << part << "\n" << ended.output;
  }
  const std::string page = sample_index();
  EXPECT_NE(page.find("<a href=\"realistic/index.html\">avx512_bf16</a>"), std::string::npos);
  EXPECT_EQ(page.find("<script"), std::string::npos);
}

}  // namespace
}  // namespace hallmark::test
