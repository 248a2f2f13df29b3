# SPDX-License-Identifier: Apache-2.0
"""Parses JUnit XML, checks that its counts agree, prints `tests failures errors skipped`, then a line per test case."""
import sys
import xml.etree.ElementTree as ElementTree

root = ElementTree.parse(sys.argv[1]).getroot()
if root.tag != "testsuites":
    sys.exit(f"the root is {root.tag}")
totals = {"tests": 0, "failure": 0, "error": 0, "skipped": 0}
lines = []
for suite in root.findall("testsuite"):
    found = {"tests": len(suite.findall("testcase")), "failure": 0, "error": 0, "skipped": 0}
    for case in suite.findall("testcase"):
        verdicts = [child for child in case if child.tag in ("failure", "error", "skipped")]
        if len(verdicts) > 1:
            sys.exit(f"{case.get('name')} has {len(verdicts)} verdicts")
        for verdict in verdicts:
            found[verdict.tag] += 1
        tag = verdicts[0].tag if verdicts else "passed"
        detail = (verdicts[0].get("message", "") + " " + (verdicts[0].text or "")) if verdicts else ""
        lines.append(f"{suite.get('name')}|{case.get('name')}|{tag}|{detail!r}")
    for tag, attribute in (("tests", "tests"), ("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
        if int(suite.get(attribute)) != found[tag]:
            sys.exit(f"{suite.get('name')}: {attribute}={suite.get(attribute)}, but there are {found[tag]}")
        totals[tag] += found[tag]
for tag, attribute in (("tests", "tests"), ("failure", "failures"), ("error", "errors")):
    if int(root.get(attribute)) != totals[tag]:
        sys.exit(f"{attribute}={root.get(attribute)}, but there are {totals[tag]}")
print(*totals.values())
print("\n".join(lines))
