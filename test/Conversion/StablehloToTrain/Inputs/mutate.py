# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Converts mutants of modules: usage: mutate.py TOOL FOLDER SEED COUNT.

Numbers, element types, names of ops and lines of the modules in FOLDER are changed at
random, the same way for the same seed. Every mutant has to convert, or get a diagnostic;
one that ends the tool otherwise is printed.
"""
import glob
import random
import re
import subprocess
import sys

tool, folder, seed, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
rng = random.Random(seed)
texts = [open(name).read() for name in sorted(glob.glob(folder + "/*.mlir"))]
texts = [text for text in texts if len(text) < 12000]
names = sorted(set(re.findall(r'"(?:stablehlo|chlo)\.[a-z_0-9]+"', "\n".join(texts))))
numbers = ["0", "1", "2", "-1", "3", "7", "100", "-2", "4294967296", "9223372036854775807"]
types = ["f32", "i32", "i1", "ui64", "f64", "bf16", "i4", "complex<f32>", "index"]


def replace(text, pattern, choices, group=0):
    found = list(re.finditer(pattern, text))
    if not found:
        return text
    start, end = rng.choice(found).span(group)
    return text[:start] + rng.choice(choices) + text[end:]


def mutate(text):
    for _ in range(rng.randint(1, 3)):
        kind = rng.random()
        if kind < 0.45:
            text = replace(text, r"(?<![\w%#.])-?\d+(?![\w.])", numbers)
        elif kind < 0.65:
            text = replace(text, r"x(f32|i32|i1|ui32|f64|bf16)>", types, group=1)
        elif kind < 0.85:
            text = replace(text, r'"(?:stablehlo|chlo)\.[a-z_0-9]+"', names)
        else:
            lines = text.split("\n")
            i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
            if rng.random() < 0.5:
                del lines[i]
            else:
                lines[i], lines[j] = lines[j], lines[i]
            text = "\n".join(lines)
    return text


def run(text):
    command = [tool, "--convert-stablehlo-to-train", "--split-input-file", "-o", "/dev/null"]
    try:
        result = subprocess.run(command, input=text, capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        return "no end"
    if result.returncode not in (0, 1) or "LLVM ERROR" in result.stderr:
        return result.stderr[-4000:]
    if result.returncode == 1 and "error:" not in result.stderr:
        return "a failure without a diagnostic"
    return None


failures = 0
for _ in range(0, count, 60):
    batch = [mutate(rng.choice(texts)) for _ in range(60)]
    if run("\n// -----\n".join(batch)) is None:
        continue
    for text in batch:
        problem = run(text)
        if problem is not None:
            print(text, problem, sep="\n")
            failures += 1
sys.exit(1 if failures else 0)
