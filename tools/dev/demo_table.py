#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the demo's table from the logs of its runs."""
import json
import statistics
import sys

HEAD = ("run", "final loss", "eval loss", "accuracy", "skipped", "final scale", "ms/step", "casts")


def row(path):
    lines = [json.loads(line) for line in open(path)]
    facts = lines[0]
    steps = [line for line in lines if "loss" in line]
    evals = [line for line in lines if "eval_loss" in line]
    last = steps[-1]
    scale = last.get("scale")
    return (facts["name"], f"{last['loss']:.4f}", f"{evals[-1]['eval_loss']:.4f}" if evals else "–",
            f"{100 * evals[-1]['eval_accuracy']:.1f} %" if evals else "–", str(sum(bool(s.get("skipped")) for s in steps)),
            f"{scale:g}" if scale is not None else "–", f"{statistics.median(s['time_ms'] for s in steps):.3f}", facts.get("casts", "–"))


def main():
    rows = [HEAD] + [row(path) for path in sys.argv[1:]]
    widths = [max(len(r[i]) for r in rows) for i in range(len(HEAD))]
    for r in rows:
        print("  ".join(cell.ljust(w) if i == 0 else cell.rjust(w) for i, (cell, w) in enumerate(zip(r, widths))))


if __name__ == "__main__":
    main()
