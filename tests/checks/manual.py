#!/usr/bin/env python3
# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""README and man page name every option that the program has, and none that it has not.

usage: manual.py SOURCE_ROOT BINARY
"""
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree

OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
OF_SCRIPTS = {"--build-only", "--sanitize", "--yes", "--keep", "--binary", "--only", "--minutes"}  # app/run, tests/run, tests/cloud/run


def main():
    root, binary = pathlib.Path(sys.argv[1]), sys.argv[2]
    shown = subprocess.run([binary, "--help"], capture_output=True, text=True, check=True).stdout
    has = {match.group() for line in shown.split("\n") if line.startswith("  -") for match in OPTION.finditer(line[:24])}
    problems = [] if len(has) > 10 else ["--help shows only " + " ".join(sorted(has))]
    if not shown.startswith("Usage: flotsam "):
        problems.append("--help does not tell the program's name: " + shown.split("\n")[0])
    manual = (root / "resources/flotsam.1").read_text(encoding="utf-8").replace("\\-", "-").replace("\\fR", "")
    for name, text in (("README.md", (root / "README.md").read_text(encoding="utf-8")), ("resources/flotsam.1", manual)):
        told = {match.group() for match in OPTION.finditer(text)}
        quiet = {"--help", "--version"} if name == "README.md" else set()
        problems += [f"{name} does not tell of {option}" for option in sorted(has - told - quiet)]
        problems += [f"{name} tells of {option}, which there is not" for option in sorted(told - has - OF_SCRIPTS)]
    desktop = (root / "resources/org.flotsam.Flotsam.desktop").read_text(encoding="utf-8")
    problems += [f"the desktop file calls {match.group()}, which there is not"
                 for match in OPTION.finditer(desktop) if match.group() not in has]
    for file in ("org.flotsam.Flotsam.metainfo.xml", "flotsam.svg"):
        xml.etree.ElementTree.parse(root / "resources" / file)
    print("\n".join(problems) or f"{len(has)} options are told everywhere")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
