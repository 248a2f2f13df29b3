#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts what really ran, from the reports that scripts/test leaves in build/PRESET/test-results/.

usage: count_tests.py [--also NAME=OUTCOME]... RESULTS...

Each RESULTS folder holds tests.json (ctest --show-only=json-v1), ctest.xml (ctest --output-junit) and gtest/*.xml
(GTEST_OUTPUT). A CTest test that is a GoogleTest program counts as the tests within it, any other as one test. Over
several folders a test counts once: failed if it failed in one, else passed if it passed in one, else skipped.
--also adds something that is in no report, a stage that was cut short, say: OUTCOME is failed or skipped.
Prints `N passed, N failed, N skipped`; exits 1 when a test failed or none ran.
"""

import json
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

RANK = {"skipped": 0, "passed": 1, "failed": 2}

# Hallmark's workers are GoogleTest programs too. Their tests are of a backend, often of a faulty one: not to be counted.
PROGRAM_UNDER_TEST = "hallmark"

# CTest's words for a test that chose not to run; any other reason for not running is a failure.
CHOSE_TO_SKIP = ("SKIP_RETURN_CODE", "SKIP_REGULAR_EXPRESSION", "Disabled")


def gtest_outcome(case):
    if case.find("failure") is not None:
        return "failed"
    if case.get("status") == "notrun" or case.get("result") in ("skipped", "suppressed"):
        return "skipped"
    return "passed"


def ctest_outcome(case):
    if case.get("status") == "run" and case.find("failure") is None:
        return "passed"
    skipped = case.find("skipped")
    if case.get("status") == "disabled":
        return "skipped"
    if skipped is not None and any(word in skipped.get("message", "") for word in CHOSE_TO_SKIP):
        return "skipped"
    return "failed"


def gtest_reports(folder):
    """Program name -> its test cases. GoogleTest writes program.xml, then program_1.xml and so on."""
    reports = {}
    for path in sorted((folder / "gtest").glob("*.xml")):
        try:
            cases = list(ElementTree.parse(path).iter("testcase"))
        except ElementTree.ParseError:
            continue  # a program that died while it wrote: CTest says that it failed
        reports.setdefault(path.stem, []).extend(cases)
    return reports


def program_of(test):
    command = test.get("command") or [""]
    name = pathlib.PurePath(command[0]).name
    return None if name == PROGRAM_UNDER_TEST else name


def outcomes(folder):
    """(program or CTest name, test name) -> outcome, for one folder."""
    tests = json.loads((folder / "tests.json").read_text())["tests"]
    programs = {test["name"]: program_of(test) for test in tests}
    reports = gtest_reports(folder)
    results = {}

    def add(key, outcome):
        if key not in results or RANK[outcome] > RANK[results[key]]:
            results[key] = outcome

    gtests = {}
    for program in filter(None, set(programs.values())):
        for stem, cases in reports.items():
            if re.fullmatch(re.escape(program) + r"(_\d+)?", stem) and (stem == program or stem not in programs.values()):
                gtests.setdefault(program, []).extend(cases)
    for program, cases in gtests.items():
        for case in cases:
            add((program, f"{case.get('classname')}.{case.get('name')}"), gtest_outcome(case))

    failed_programs = {program for (program, _), outcome in results.items() if outcome == "failed"}
    for case in ElementTree.parse(folder / "ctest.xml").iter("testcase"):
        name = case.get("name")
        program = programs.get(name)
        outcome = ctest_outcome(case)
        if program not in gtests:
            add((name, ""), outcome)
        elif outcome == "failed" and program not in failed_programs:
            add((name, "the program failed although its report names no failed test"), "failed")
    return results


def main(folders, also):
    merged = {(name, ""): outcome for name, outcome in also}
    for folder in map(pathlib.Path, folders):
        try:
            results = outcomes(folder)
        except (OSError, ElementTree.ParseError, ValueError) as error:
            print(f"count_tests: {folder}: {error}; run scripts/test again", file=sys.stderr)
            results = {(str(folder), "has no readable report"): "failed"}
        for key, outcome in results.items():
            if key not in merged or RANK[outcome] > RANK[merged[key]]:
                merged[key] = outcome
    for (program, name), outcome in sorted(merged.items()):
        if outcome == "failed":
            print(f"failed: {program}{': ' + name if name else ''}", file=sys.stderr)
    counts = {word: list(merged.values()).count(word) for word in RANK}
    if counts["passed"] + counts["failed"] == 0:
        print("count_tests: no test ran", file=sys.stderr)
    sys.stderr.flush()
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped", flush=True)
    return 1 if counts["failed"] > 0 or counts["passed"] == 0 else 0


def parse(arguments):
    folders, also = [], []
    rest = iter(arguments)
    for argument in rest:
        if argument == "--also":
            name, _, outcome = next(rest, "").rpartition("=")
            if not name or outcome not in ("failed", "skipped"):
                sys.exit("count_tests.py: --also takes NAME=failed or NAME=skipped")
            also.append((name, outcome))
        else:
            folders.append(argument)
    if not folders and not also:
        sys.exit(__doc__.strip())
    return folders, also


if __name__ == "__main__":
    sys.exit(main(*parse(sys.argv[1:])))
