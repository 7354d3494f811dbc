#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the documentation's examples parse and verify.

Takes the ```mlir blocks of every description in the .td files under a folder, as
TableGen resolves them, so that descriptions put together from parts count too. A block
with functions is taken as a module. Any other one is put into a function, in which
every value that the block uses but does not define is the result of an unregistered op.
The types of such values come from the parser itself: they start as `none`, and as long
as it says "expects different type than prior uses", they become what it expected.

Every op must have an example. Passes are left out: they show IR before and after with …
in it, and have tests of their own. Prints the number of examples, or what is wrong, and then
exits with 1.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys

FENCE = re.compile(r"^[ \t]*```mlir\n(.*?)^[ \t]*```", re.S | re.M)
NAME = re.compile(r"%[A-Za-z0-9_$.-]+")
# Where a block defines values: results, carried values, induction variables, blocks'
# arguments, and the body's names of `train.while`.
DEFINITIONS = [
    re.compile(r"^\s*((?:%[\w$.-]+(?::\d+)?\s*,?\s*)+)=\s", re.M),
    re.compile(r"[(,]\s*(%[\w$.-]+)\s*=\s"),
    re.compile(r"train\.for\s+(%[\w$.-]+)"),
    re.compile(r"\^\w+\(([^)]*)\)\s*:"),
    re.compile(r"\bdo\s*\(([^)]*)\)"),
]
RETYPE = re.compile(
    r"^.*?:(\d+):\d+: error: use of value '(%[\w$.-]+)' expects different type than prior uses:"
    r" '(.*)' vs 'none'", re.M)
ERROR = re.compile(r"^.*?:(\d+):\d+: (error: .*)$", re.M)
SEPARATOR = "// -----\n"


class Example:
    def __init__(self, owner, text):
        self.owner = owner
        self.text = text
        self.is_module = "func.func" in text or "module" in text.split()
        self.free = {} if self.is_module else dict.fromkeys(self.find_free(), "none")

    def find_free(self):
        """The values that the block uses and does not define, in order."""
        defined = set()
        for pattern in DEFINITIONS:
            for match in pattern.finditer(self.text):
                defined.update(name.split(":")[0] for name in NAME.findall(match.group(1)))
        free = [name for name in NAME.findall(self.text) if name not in defined]
        return list(dict.fromkeys(free))

    def render(self):
        if self.is_module:
            return self.text
        values = [f'  {name} = "docs.value"() : () -> {type_}\n' for name, type_ in self.free.items()]
        return "func.func @example() {\n" + "".join(values) + self.text + "  return\n}\n"


def read_records(td_file, args):
    """What TableGen makes of a file, as name to record; none where it stands alone for nothing."""
    command = [args.tblgen, "-dump-json", td_file]
    for folder in args.include:
        command += ["-I", folder]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{td_file}: TableGen failed:\n{done.stderr}")
    return json.loads(done.stdout)


def find_files(folder):
    return sorted(os.path.join(root, name) for root, _, names in os.walk(folder)
                  for name in names if name.endswith(".td"))


def collect(args):
    """All examples, and the ops that have none."""
    examples, bare, seen = [], [], set()
    files = find_files(args.folder)
    ours = {os.path.basename(name) for name in files}  # as records' locations say it
    for td_file in files:
        for name, record in read_records(td_file, args).items():
            if name.startswith("!") or name in seen or not isinstance(record, dict):
                continue
            description = record.get("description")
            places = {place.rsplit(":", 1)[0] for place in record.get("!locs", [])}
            classes = record.get("!superclasses", [])
            if not isinstance(description, str) or not places & ours or "PassBase" in classes:
                continue
            seen.add(name)
            blocks = FENCE.findall(description)
            if "Op" in classes and not blocks:
                bare.append(name)
            examples += [Example(name, block) for block in blocks]
    return examples, bare


def run(examples, args):
    """Parses all examples at once; returns each one's diagnostics."""
    text, starts = "", []
    for example in examples:
        starts.append(text.count("\n") + 1)
        text += example.render() + SEPARATOR
    command = [args.opt, "-", "--split-input-file", "--allow-unregistered-dialect", "-o", os.devnull]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    lines = done.stderr.splitlines(keepends=True)
    diagnostics = [[] for _ in examples]
    for line in lines:
        match = ERROR.match(line)
        if match:
            where = max(i for i, start in enumerate(starts) if start <= int(match.group(1)))
            diagnostics[where].append(line)
    if done.returncode != 0 and not any(diagnostics):
        sys.exit(f"{args.opt} failed:\n{done.stderr}")
    return diagnostics


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", help="where the .td files are")
    parser.add_argument("--opt", default="halftone-opt")
    parser.add_argument("--tblgen", default="llvm-tblgen")
    parser.add_argument("-I", dest="include", action="append", default=[], help="TableGen includes")
    args = parser.parse_args()
    tblgen = shutil.which(args.tblgen)
    if tblgen is None:
        sys.exit(f"{args.tblgen} not found")
    args.include += [args.folder, os.path.join(os.path.dirname(os.path.realpath(tblgen)), "../include")]

    examples, bare = collect(args)
    pending, failed = examples, []
    while pending:
        again = []
        for example, lines in zip(pending, run(pending, args)):
            retyped = False
            for line in lines:
                match = RETYPE.match(line)
                if match and example.free.get(match.group(2)) == "none":
                    example.free[match.group(2)] = match.group(3)
                    retyped = True
            if retyped:
                again.append(example)
            elif lines:
                failed.append((example, lines))
        pending = again

    for name in bare:
        print(f"{name} has no example")
    for example, lines in failed:
        print(f"example of {example.owner}:\n{example.render()}{''.join(lines)}")
    print(f"{len(examples) - len(failed)} of {len(examples)} examples parse, {len(bare)} ops have none")
    sys.exit(1 if failed or bare or not examples else 0)


if __name__ == "__main__":
    main()
