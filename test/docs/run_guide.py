#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a page of the guide in the current folder: ```python blocks in one namespace, and
indented `halftone-…` lines as commands, in order. A block "```python data" runs before the
commands that stand above it, right behind the first block."""
import re
import subprocess
import sys
import traceback


def read(path):
    """(kind, text) in the order of the page, data blocks moved."""
    parts, data, fence = [], [], None
    for line in open(path, encoding="utf-8"):
        if fence is not None:
            if line.startswith("```"):
                (data if fence[0] == "python data" else parts).append((fence[0].split()[0], "".join(fence[1])))
                fence = None
            else:
                fence[1].append(line)
        elif match := re.match(r"```(.*)$", line):
            fence = (match.group(1).strip(), [])
        elif line.startswith("    halftone-"):
            parts.append(("command", line.strip()))
    first = next(i for i, (kind, _) in enumerate(parts) if kind == "python") + 1
    return parts[:first] + data + parts[first:]


def main():
    page, module_folder = sys.argv[1:3]
    sys.path.insert(0, module_folder)
    namespace, counts = {}, {}
    for kind, text in read(page):
        counts[kind] = counts.get(kind, 0) + 1
        if kind == "python":
            try:
                exec(compile(text, page, "exec"), namespace)
            except Exception:  # noqa: BLE001  any failure of the page's code
                traceback.print_exc()
                sys.exit(f"this block fails:\n{text}")
        elif kind == "command" and subprocess.run(text, shell=True, stderr=subprocess.STDOUT).returncode:
            sys.exit(f"this command fails: {text}")
        sys.stdout.flush()
    print(f"ran {counts.get('python', 0)} blocks and {counts.get('command', 0)} commands")


if __name__ == "__main__":
    main()
