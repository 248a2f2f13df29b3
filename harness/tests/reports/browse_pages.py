# SPDX-License-Identifier: Apache-2.0
"""Opens pages from file:// in headless Chromium, at three widths, light and dark, with scripts and without.

browse_pages.py [--screenshots DIR] PAGE...: prints what is wrong, a line each, and exits 1; exits 77 without Chromium.
"""
import argparse
import base64
import pathlib
import sys

import chromium

WIDTHS = (360, 800, 1440)

UNFOLD = "document.querySelectorAll('details').forEach(details => { details.open = true; })"

# What a page shows, by its own measure.
LOOK = r"""
(() => {
  const problems = [];
  const wide = innerWidth;
  const root = document.documentElement;
  if (Math.max(root.scrollWidth, document.body.scrollWidth) > wide) {
    problems.push(`the page is ${Math.max(root.scrollWidth, document.body.scrollWidth)} wide, the window ${wide}`);
  }
  const figures = [...document.querySelectorAll("figure.picture")];
  let live = 0;
  figures.forEach((figure, i) => {
    const drawn = [...figure.querySelectorAll("svg.marks path:not(.grid)")].filter(path => {
      const box = path.getBoundingClientRect();
      return box.width >= 1 && (box.height >= 1 || path.classList.contains("edge"));  // an error of zero is a line
    });
    if (drawn.length < 2) problems.push(`picture ${i} has ${drawn.length} marks`);
    const labels = [...figure.querySelectorAll("svg.axis text, svg.scale text")].filter(text => text.getClientRects().length);
    if (labels.length < 5) problems.push(`picture ${i} has ${labels.length} labels`);
    const boxes = labels.filter(text => text.closest(".axis")).map(text => text.getBoundingClientRect());
    boxes.sort((a, b) => a.left - b.left);
    boxes.forEach((box, n) => {
      if (n > 0 && boxes[n - 1].right > box.left) problems.push(`labels below picture ${i} touch`);
    });
    for (const text of labels) {
      const box = text.getBoundingClientRect();
      if (box.left < 0 || box.right > wide + 0.5) problems.push(`'${text.textContent}' at picture ${i} is cut off`);
      if (parseFloat(getComputedStyle(text).fontSize) < 11) problems.push(`'${text.textContent}' is too small to read`);
    }
    for (const svg of figure.querySelectorAll("svg[role=img]")) {
      const names = svg.getAttribute("aria-labelledby").split(" ").map(id => document.getElementById(id));
      if (!svg.getAttribute("aria-label") && !names.some(name => name && name.textContent.trim())) {
        problems.push(`picture ${i} has no name`);
      }
    }
    if (figure.classList.contains("live")) ++live;
  });
  // WCAG 2.1, 1.4.3: text against what lies behind it.
  const canvas = document.createElement("canvas").getContext("2d");
  const rgba = text => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = color => color.slice(0, 3).map(c => c / 255).map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const faint = new Set();
  let texts = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || !element.getClientRects().length) continue;
    if (element.closest("script, title, desc, :disabled, .none")) continue;
    ++texts;
    let behind = element;
    while (behind && rgba(getComputedStyle(behind).backgroundColor)[3] < 255) behind = behind.parentElement;
    const style = getComputedStyle(element);
    const front = rgba(element instanceof SVGElement ? style.fill : style.color);
    const back = behind ? rgba(getComputedStyle(behind).backgroundColor) : rgba("white");
    const [a, b] = [luminance(front), luminance(back)].sort((x, y) => y - x);
    const large = parseFloat(style.fontSize) >= 24;
    if ((a + 0.05) / (b + 0.05) < (large ? 3 : 4.5)) faint.add(`${element.tagName}.${element.className.baseVal ?? element.className}`);
  }
  for (const one of faint) problems.push(`text is too faint: ${one}`);
  if (texts < 20) problems.push(`only ${texts} pieces of text are shown`);
  const still = figures.filter(figure => figure.classList.contains("growth")).length;  // no script belongs to them
  return {problems, figures: figures.length, still, live, scripted: !!document.getElementById("along-data")};
})()
"""

# Pointing at the middle of a picture has to say what is there, and looking closer has to change its axis.
USE = r"""
(async () => {
  const problems = [];
  for (const figure of document.querySelectorAll("figure.live")) {
    const plots = figure.querySelector(".plots"), readout = figure.querySelector(".readout");
    const before = readout.textContent;
    plots.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true, cancelable: true}));
    if (readout.textContent === before || !/ tried, /.test(readout.textContent)) problems.push("the arrow keys read nothing");
    const box = figure.querySelector("svg.axis").getBoundingClientRect();
    plots.dispatchEvent(new MouseEvent("mousemove", {clientX: box.left + box.width / 2, clientY: box.top, bubbles: true, view: window}));
    if (!/ tried, /.test(readout.textContent)) problems.push("pointing reads nothing");
    const seen = figure.querySelector("svg.marks").getAttribute("viewBox");
    figure.querySelector("button").click();
    await new Promise(done => setTimeout(done, 400));
    if (figure.querySelector("svg.marks").getAttribute("viewBox") === seen) problems.push("looking closer changes nothing");
  }
  return problems;
})()
"""


def complaints(events, url):
    """Console errors, policy violations, exceptions and requests among the events of a page."""
    found = []
    for event in events:
        method, body = event.get("method"), event.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = body["exceptionDetails"]
            found.append("exception: " + details.get("exception", {}).get("description", details["text"]))
        elif method == "Log.entryAdded" and body["entry"]["level"] in ("error", "warning"):
            found.append(f"{body['entry']['source']}: {body['entry']['text']}")
        elif method == "Runtime.consoleAPICalled" and body["type"] in ("error", "warning", "assert"):
            found.append("console: " + " ".join(str(argument.get("value")) for argument in body["args"]))
        elif method == "Network.requestWillBeSent":
            wanted = body["request"]["url"]
            if wanted != url and not wanted.startswith("data:"):
                found.append(f"request: {wanted[:200]}")
    return found


def browse(browser, page, screenshots):
    url = page.resolve().as_uri()
    for scripts in (True, False):
        browser.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        for width in WIDTHS:
            for scheme in ("light", "dark") if scripts else ("light",):
                browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
                browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
                where = f"{page.name}, {width} px, {scheme}, {'with' if scripts else 'without'} scripts"
                browser.open(url)
                browser.evaluate(UNFOLD)
                browser.settle()
                found = complaints(browser.pending, url)
                look = browser.evaluate(LOOK)
                found += look["problems"]
                if scripts and look["scripted"]:
                    if look["live"] != look["figures"] - look["still"]:
                        found.append(f"the script made {look['live']} of {look['figures']} pictures live")
                    if scheme == "light":
                        found += browser.evaluate(USE)
                        browser.pending.clear()
                elif look["live"]:
                    found.append("a script ran although scripts are off")
                if screenshots:
                    height = browser.evaluate("document.documentElement.scrollHeight")
                    clip = {"x": 0, "y": 0, "width": width, "height": min(height, 8000), "scale": 1}
                    shot = browser.call("Page.captureScreenshot", clip=clip, captureBeyondViewport=True)
                    name = f"{page.parent.name}-{page.stem}-{width}-{scheme}{'' if scripts else '-noscript'}.png"
                    (screenshots / name).write_bytes(base64.b64decode(shot["data"]))
                yield look, [f"{where}: {problem}" for problem in dict.fromkeys(found)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--screenshots", type=pathlib.Path)
    parser.add_argument("pages", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    program = chromium.find()
    if program is None:
        print("no Chromium here (Debian: chromium); pages were not looked at")
        return 77
    browser = chromium.Chromium(program)
    views = figures = 0
    problems = []
    try:
        for page in arguments.pages:
            for look, found in browse(browser, page, arguments.screenshots):
                views += 1
                figures += look["figures"]
                problems += found
    finally:
        browser.close()
    print("\n".join(problems) if problems else f"{views} views, {figures} pictures, nothing wrong")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
