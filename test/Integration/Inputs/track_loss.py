# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""track_loss.py A.jsonl B.jsonl MARGIN [COUNT]: the losses of two runs, as means over the last
COUNT (10) steps, differ by at most MARGIN, relatively; and both have fallen below 0.9 of the
first."""
import json
import sys


def losses(path):
    return [row["loss"] for row in map(json.loads, open(path)) if "loss" in row]


a, b = losses(sys.argv[1]), losses(sys.argv[2])
margin, count = float(sys.argv[3]), int(sys.argv[4]) if len(sys.argv) > 4 else 10
assert len(a) == len(b) > count, f"{len(a)} and {len(b)} steps"
last = [sum(run[-count:]) / count for run in (a, b)]
print(f"losses {last[0]:.4f} and {last[1]:.4f}, after {a[0]:.4f} and {b[0]:.4f}")
fell = all(end < 0.9 * run[0] for end, run in zip(last, (a, b)))
sys.exit(not (fell and abs(last[0] - last[1]) <= margin * last[1]))
