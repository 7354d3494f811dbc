#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the launches of a function that do nothing but cast.

    count_cast_launches.py DUMP.mlir FUNCTION

Reads what `schedule-launches` made and prints "FUNCTION: N launches, K do nothing but cast, C casts". The
bodies of such a launch's loops have no op but extensions and truncations between floats.
"""
import re
import sys

CASTS = {"arith.extf", "arith.truncf"}


def launches(lines, function):
    """For each launch of the function, the op names in the bodies of its loops."""
    inside, names, end = False, None, ""
    for line in lines:
        if found := re.search(r"func\.func.*? @(\w+)\(", line):
            inside = found[1] == function
        if inside and (found := re.match(r"( *)kernel\.launch", line)):
            names, end = [], found[1] + "}"
        elif names is not None and line == end:
            yield names
            names = None
        elif names is not None:
            names += re.findall(r"= ([a-z_]+\.[a-z_]+) %", line)


def main():
    with open(sys.argv[1]) as file:
        found = list(launches(file.read().splitlines(), sys.argv[2]))
    if not found:
        sys.exit(f"no launch in @{sys.argv[2]}")
    only = sum(bool(names) and set(names) <= CASTS for names in found)
    casts = sum(name in CASTS for names in found for name in names)
    print(f"{sys.argv[2]}: {len(found)} launches, {only} do nothing but cast, {casts} casts")


main()
