#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the tests that did not run, by reason; HALFTONE_REQUIRE makes reasons errors.

Reads ctest's log for GoogleTest's skips and lit's JSON for unsupported tests.
"""
import collections
import json
import os
import re
import sys


def main():
    log, lit = sys.argv[1:3]
    reasons = collections.Counter()
    if os.path.exists(log):
        text = open(log, errors="replace").read()
        reasons.update(match.strip() for match in re.findall(r": Skipped\n(.*)\n", text))
    if os.path.exists(lit):
        for test in json.load(open(lit))["tests"]:
            if test["code"] == "UNSUPPORTED":
                missing = re.search(r"required features: (.*)", test.get("output", ""))
                reasons[missing.group(1).strip() if missing else "unsupported"] += 1
    print(f"check: {sum(reasons.values())} tests did not run" +
          "".join(f"; {count}: {reason}" for reason, count in sorted(reasons.items())))
    required = [r for r in os.environ.get("HALFTONE_REQUIRE", "").split(",") if r]
    lacking = [r for r in required if any(r.lower() in reason.lower() for reason in reasons)]
    if lacking:
        print(f"check: HALFTONE_REQUIRE asks for {', '.join(lacking)}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
