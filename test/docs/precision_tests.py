#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the blocks of docs/PrecisionTests.md with the files that they are, and names
files of the example that the page leaves out."""
import os
import re
import sys

page, folder = sys.argv[1:3]
text = open(page, encoding="utf-8").read()
blocks = re.findall(r"^\[`([^`]+)`\]\(\.\./examples/precision-tests/\1\)\n\n```\w+\n(.*?)^```$", text, re.S | re.M)
if len(blocks) != len(re.findall(r"^```\w", text, re.M)):
    sys.exit("the page has a block that is no file")
for name, block in blocks:
    if open(os.path.join(folder, name), encoding="utf-8").read() != block:
        sys.exit(f"the page's {name} is not the file")
missing = {n for n in os.listdir(folder) if os.path.isfile(os.path.join(folder, n))} - {name for name, _ in blocks}
if missing:
    sys.exit(f"the page lacks {sorted(missing)}")
print(f"{len(blocks)} blocks are the files of the example")
