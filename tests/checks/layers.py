#!/usr/bin/env python3
# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The house: who may include whom, and how large a file may be. Usage: layers.py SOURCE_ROOT [BINARY]"""
import pathlib
import re
import sys

# storey: (storeys it may include, Qt modules it may not)
RULES = {
    "models": ({"models"}, r"^(Qt(Widgets|Gui|Network|Charts|HttpServer)\b|QNetwork|QWidget|QApplication|QHttpServer|QTcp|QSsl|QHost)"),
    "views": ({"models", "views"}, r"^(Qt(Network|HttpServer)\b|QNetwork|QHttpServer|QTcp|QSsl|QHost)"),
    "app": ({"models", "views", "app"}, None),
}
LIMITS = {".cpp": 600, ".h": 250}
MAIN_WINDOW, TEST = 400, 500
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
TOP = {"CMakeLists.txt", "CMakePresets.json", "LICENSE", "CHANGELOG.md", "README.md", "app", "models", "views", "resources", "tests", "build"}


def problems(root):
    for entry in sorted(root.iterdir()):
        if entry.name not in TOP and not entry.name.startswith("."):
            yield "%s: not part of the house" % entry.name
    count = 0
    for storey, (below, forbidden) in RULES.items():
        for path in sorted((root / storey).rglob("*")):
            if path.suffix not in LIMITS:
                continue
            count += 1
            name = path.relative_to(root)
            lines = path.read_text(encoding="utf-8").splitlines()
            limit = MAIN_WINDOW if path.name == "mainwindow.cpp" else LIMITS[path.suffix]
            if len(lines) > limit:
                yield "%s: %d lines, limit %d" % (name, len(lines), limit)
            if path.suffix == ".h" and "#pragma once" not in lines:
                yield "%s: no #pragma once" % name
            for number, line in enumerate(lines, 1):
                match = INCLUDE.match(line)
                if not match:
                    continue
                quote, target = match.groups()
                first = target.split("/")[0]
                if quote == '"' and target.startswith("."):
                    yield "%s:%d: relative include %s" % (name, number, target)
                if first in ("app", "views", "models", "tests") and first not in below:
                    yield "%s:%d: %s must not include %s" % (name, number, storey, target)
                if quote == "<" and forbidden and re.match(forbidden, target):
                    yield "%s:%d: %s must not include <%s>" % (name, number, storey, target)
    for path in sorted((root / "tests").rglob("*.cpp")):
        count += 1
        size = len(path.read_text(encoding="utf-8").splitlines())
        if size > TEST:
            yield "%s: %d lines, limit %d" % (path.relative_to(root), size, TEST)
    for path in list((root / "app").rglob("*.cpp")) + list((root / "models").rglob("*.cpp")) + list((root / "views").rglob("*.cpp")):
        if path.name != path.name.lower():
            yield "%s: file names are lower-case" % path.relative_to(root)
    if count < 10:
        yield "only %d files were found: this check looks in the wrong place" % count


def main(arguments):
    found = list(problems(pathlib.Path(arguments[0])))
    print("\n".join(found) or "The house is in order")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
