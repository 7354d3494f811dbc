# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compare_logs.py A.jsonl B.jsonl BOUND: the numbers of two runs' steps agree within BOUND,
relatively; times aside. Counts and flags agree exactly.

Between f32 runs the bound is that of sums in another order: the square root of the
longest sum's length (64) times 2^-24, twice over. 16-bit runs may round a value to the
other neighbour: 2^-9 of one value of the thousands that a loss is the mean of.
"""
import json
import sys

runs = [[json.loads(line) for line in open(path)] for path in sys.argv[1:3]]
bound = float(sys.argv[3])
problems = []
steps = [[row for row in run if "step" in row] for run in runs]
if not steps[0] or len(steps[0]) != len(steps[1]):
    problems.append(f"expected {len(steps[0])} rows, got {len(steps[1])}")
for a, b in zip(*steps):
    for name in sorted(set(a) | set(b)):
        if name == "time_ms":
            continue
        x, y = a.get(name), b.get(name)
        if isinstance(x, float) and isinstance(y, float):
            if abs(x - y) > bound * max(abs(x), abs(y)):
                problems.append(f"step {a['step']}: {name} {x} and {y}")
        elif x != y:
            problems.append(f"step {a['step']}: {name} {x} and {y}")
print("\n".join(problems) or f"{len(steps[0])} rows agree")
sys.exit(bool(problems))
