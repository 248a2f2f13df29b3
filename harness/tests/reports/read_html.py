# SPDX-License-Identifier: Apache-2.0
"""Reads a page strictly: tags balance, nothing is loaded, style and scripts are exactly those that the policy allows."""
import base64
import hashlib
import json
import re
import sys
from html.parser import HTMLParser

EMPTY = {"meta", "link", "br", "hr", "img", "input", "path"}
ALLOWED = {"html", "head", "meta", "link", "title", "style", "body", "header", "main", "footer", "section", "nav", "p",
           "span", "i", "svg", "path", "h1", "h2", "dl", "dt", "dd", "div", "ul", "li", "a", "code", "small", "strong", "b",
           "details", "summary", "table", "thead", "tbody", "tr", "th", "td", "pre", "figure", "title", "desc", "text",
           "script"}


def digest(text):
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


class Page(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.problems, self.text, self.ids, self.links = [], [], [], set(), []
        self.style = self.policy = self.lang = self.viewport = None
        self.scripts, self.data = [], []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag not in ALLOWED:
            self.problems.append(f"<{tag}> is not an element of the template")
        if tag not in EMPTY:
            self.open.append(tag)
        if tag == "script":
            (self.data if values.get("type") == "application/json" else self.scripts).append("")
            self.script = self.data if values.get("type") == "application/json" else self.scripts
        if "id" in values:
            if values["id"] in self.ids:
                self.problems.append(f"id {values['id']} twice")
            self.ids.add(values["id"])
        for name, value in attributes:
            if name.startswith("on") or name == "style":
                self.problems.append(f"<{tag} {name}> runs or styles inline")
            if name in ("src", "href", "data", "action", "srcset", "poster", "xlink:href"):
                if value.startswith("#"):
                    self.links.append(value[1:])
                elif tag == "a" and re.fullmatch(r"[A-Za-z0-9._-]+/index\.html", value):
                    pass  # the page of a backend, which opens when a reader wants it
                elif value != "data:,":
                    self.problems.append(f"<{tag} {name}={value}> loads something")
        if tag == "html":
            self.lang = values.get("lang")
        if tag == "meta" and values.get("name") == "viewport":
            self.viewport = values["content"]
        if tag == "meta" and values.get("http-equiv") == "Content-Security-Policy":
            self.policy = values["content"]

    def handle_startendtag(self, tag, attributes):
        if tag not in EMPTY:
            self.problems.append(f"<{tag}/> closes itself")
        self.handle_starttag(tag, attributes)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> does not close what is open")

    def handle_data(self, data):
        if self.open and self.open[-1] == "style":
            self.style = (self.style or "") + data
        elif self.open and self.open[-1] == "script":
            self.script[-1] += data
        else:
            self.text.append(data)


with open(sys.argv[1], encoding="utf-8") as file:
    source = file.read()
page = Page()
page.feed(source)
page.close()
problems = page.problems
if page.open:
    problems.append(f"left open: {page.open}")
if not page.lang or not page.viewport:
    problems.append("lang or viewport is missing")
rules = dict(rule.strip().split(" ", 1) for rule in (page.policy or "").split(";") if rule.strip())
allowed = {"default-src": "'none'", "style-src": digest(page.style or ""), "img-src": "data:", "base-uri": "'none'",
           "form-action": "'none'"}
if page.scripts:
    allowed["script-src"] = " ".join(map(digest, page.scripts))
if rules != allowed:
    problems.append(f"the policy is {rules}, and should be {allowed}")
if len(page.data) != min(1, len(page.scripts)) or not all(json.loads(data) for data in page.data):
    problems.append("a script's data is missing")
if re.search(r"url\(|@import|expression\(", page.style or ""):
    problems.append("the style loads something")
if re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", source):
    problems.append("control characters in the page")
problems += [f"no element has the id {link}" for link in page.links if link not in page.ids]
if problems:
    sys.exit("\n".join(problems))
# What a reader sees, white space folded.
print(re.sub(r"\s+", " ", "".join(page.text)))
