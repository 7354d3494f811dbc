# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks what a thousand Adam steps on the constant gradient (0, 1, 2, 3) came to.

check_numbers.py scaled|stalled STATE.npz LOG.jsonl; see failure-numbers.mlir.
"""
import json
import math
import struct
import sys
import zipfile

STEPS, RATE, BETA1, BETA2, EPS = 1000, 1e-3, 0.9, 0.999, 1e-8
GRADIENT = [0.0, 1.0, 2.0, 3.0]
NORM = math.sqrt(sum(g * g for g in GRADIENT))
CLIPPED = [g / (NORM + 1e-6) for g in GRADIENT]
# Each step rounds a value of f32 a few times, to within 2^-24 of itself.
TOLERANCE = STEPS * 4 * 2.0**-24


def read(path, name):
    """A float array of an .npz, as f32."""
    data = zipfile.ZipFile(path).read(name + ".npy")
    length = struct.unpack("<H", data[8:10])[0]
    header, values = data[10 : 10 + length].decode(), data[10 + length :]
    if "f4" not in header:  # bf16: the upper half of an f32
        return [struct.unpack("<f", b"\0\0" + values[i : i + 2])[0] for i in range(0, len(values), 2)]
    return list(struct.unpack(f"<{len(values) // 4}f", values))


def near(what, value, expected, tolerance=TOLERANCE):
    if not abs(value - expected) <= tolerance * max(1.0, abs(expected)):
        sys.exit(f"{what} is {value}, expected {expected} within {tolerance}")


def main():
    kind, state, log = sys.argv[1:]
    weights, second = read(state, "w"), read(state, "w/exp_avg_sq")
    steps = [row for row in map(json.loads, open(log)) if "loss" in row]
    near("the norm", steps[0]["grad_norm"], NORM)
    should_be = [g * g * (1 - BETA2**STEPS) for g in CLIPPED]
    if kind == "scaled":
        near("the scale", steps[0]["scale"], 2.0**16, 0)
        near("skipped steps", sum(row["skipped"] for row in steps), 0, 0)
        near("the untouched weight", weights[0], 1.0, 0)
        for i in range(1, 4):
            near(f"moment {i}", second[i], should_be[i])
            # A constant gradient: each step is the learning rate, but for the epsilon.
            near(f"weight {i}", weights[i], 1 - STEPS * RATE / (1 + EPS / CLIPPED[i]))
        return
    for i in range(4):
        near(f"weight {i}", weights[i], 1.0, 0)
    for i in range(1, 4):
        if not second[i] < 0.5 * should_be[i]:
            sys.exit(f"moment {i} is {second[i]}, expected to stick below half of {should_be[i]}")


main()
