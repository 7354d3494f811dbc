#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the tests that did not run, by reason; HALFTONE_REQUIRE makes reasons errors."""
import collections
import json
import os
import re
import sys


def main():
    log, lit = sys.argv[1:3]
    reasons = collections.Counter()
    for line in open(log):
        if re.search(r"\*\*\*Skipped|\(Skipped\)$", line):
            reasons["corpus"] += 1
    if os.path.exists(lit):
        for test in json.load(open(lit))["tests"]:
            if test["code"] == "UNSUPPORTED":
                missing = re.search(r"required features?:?[^:]*: (.*)", test.get("output", ""))
                reasons[missing.group(1).strip() if missing else "unsupported"] += 1
    total = sum(reasons.values())
    print(f"check: {total} tests did not run" + "".join(f"; {n} for want of '{r}'" for r, n in sorted(reasons.items())))
    required = [r for r in os.environ.get("HALFTONE_REQUIRE", "").split(",") if r]
    lacking = [r for r in required if any(r in reason for reason in reasons)]
    if lacking:
        print(f"check: HALFTONE_REQUIRE asks for {', '.join(lacking)}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
