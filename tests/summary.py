# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a verbose CTest log, shows what failed, and prints the closing line. Exit status 1 where a test failed or none ran."""
import collections
import re
import sys

END = re.compile(r"^\s*\d+/\d+ Test\s+#(\d+): (\S+) \.*\s*(.*?)\s+([\d.]+) sec")
TOTALS = re.compile(r"Totals: (\d+) passed, (\d+) failed, (\d+) skipped, (\d+) blacklisted")


def main(path):
    output = collections.defaultdict(list)
    passed = failed = 0
    for line in open(path, encoding="utf-8", errors="replace"):
        line = line.rstrip("\n")
        tagged = re.match(r"^(\d+): (.*)$", line)
        if tagged:
            output[tagged[1]].append(tagged[2])
            continue
        end = END.match(line)
        if not end:
            continue
        number, name, result, seconds = end.groups()
        totals = [TOTALS.search(text) for text in output[number]]
        totals = [tuple(map(int, match.groups())) for match in totals if match]
        good, bad = sum(t[0] for t in totals), sum(t[1] for t in totals)
        ok = result.endswith("Passed")
        if not totals:
            good, bad = (1, 0) if ok else (0, 1)
        elif not ok and bad == 0:
            bad = 1  # it crashed, hung or leaked after its last test
        passed, failed = passed + good, failed + bad
        print("%-9s %-40s %4d passed  %s s" % ("ok" if ok else "FAILED", name, good, seconds))
        if not ok:
            interesting = [text for text in output[number] if not text.startswith("PASS   :") and "propagateSizeHints" not in text]
            print("\n".join("    " + text for text in interesting[-200:]))
        for text in output[number]:
            if text.startswith("SKIP   :"):
                print("    " + text)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
