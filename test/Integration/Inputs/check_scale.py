#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that compiling takes what its input takes.

    check_scale.py size COMPILE    IR grows by the same with each layer
    check_scale.py time COMPILE    CPU time grows less than its layers to the power 1.5
    check_scale.py corpus COMPILE  memory of the corpus' large models, and no weights among the constants

COMPILE is `halftone-compile`; HALFTONE_CORPUS names the folder of the corpus.

Why CPU time: what is to be found are walks within walks. They show in no count that the
compiler keeps (ops, patterns, casts are all as many as they should be), and counting
instructions needs hardware counters, which virtual machines often lack. Other processes
don't count in CPU time, but slow it by their use of caches: hence a ratio within one run,
over a factor 4 of layers. What is linear has a ratio of 4 at most, what is quadratic 16,
and the bound is 8. A run above it is repeated twice, and the median counts.
"""
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

LAYERS = pathlib.Path(__file__).with_name("layers.py")
KINDS = {"transformer": "--amp=f16 --optimizer=adamw --clip-norm=1 --ema-decay=0.999", "step": "--amp=bf16"}
CORPUS = ("gpt2_124m", "gpt2_124m_scan", "bert_large", "resnet50", "llama7b", "llama7b_block")


def measure(command):
    """CPU seconds and the largest memory, in bytes, of a process that has to succeed."""
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(map(str, command))}: exit status {process.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def op_names(text):
    """The name of each op of `train` in a module, in order."""
    return re.findall(r"^ *(?:%[^=]*= )?(train\.[a-z_]+)", text, re.M)


def compiled(tool, folder, kind, layers):
    """What a model of so many layers takes, and what is made of it."""
    source, output = folder / f"{kind}{layers}.mlir", folder / f"{kind}{layers}.out.mlir"
    if not source.exists():
        source.write_text(subprocess.run([sys.executable, LAYERS, kind, str(layers)], check=True, capture_output=True,
                                         text=True).stdout)
    seconds, memory = measure([tool, source, *KINDS[kind].split(), "--emit=mlir", "--quiet", "-o", output])
    return seconds, memory, output.read_text()


def check_size(tool, folder):
    for kind in KINDS:
        counts = []
        for layers in (2, 4, 6, 8):
            names = op_names(compiled(tool, folder, kind, layers)[2])
            counts.append((len(names), names.count("train.cast")))
        for what, column in zip(("ops", "casts"), zip(*counts)):
            steps = {b - a for a, b in zip(column, column[1:])}
            print(f"{kind}: {what} of 2, 4, 6, 8 layers: {column}")
            if len(steps) != 1 or steps == {0}:
                sys.exit(f"{kind}: {what} grow by {sorted(steps)} with two more layers, expected one number above 0")


def check_time(tool, folder, small=16, factor=4, power=1.5):
    for kind in KINDS:
        ratios = []
        while not ratios or (len(ratios) < 3 and ratios[0] > factor ** power):
            times = [compiled(tool, folder, kind, layers)[0] for layers in (small, factor * small)]
            ratios.append(times[1] / times[0])
            print(f"{kind}: {small} layers {times[0]:.2f} s, {factor * small} layers {times[1]:.2f} s")
        if statistics.median(ratios) > factor ** power:
            sys.exit(f"{kind}: {factor} times the layers take {statistics.median(ratios):.1f} times the CPU time, "
                     f"expected at most {factor ** power:g}")


def constant_bytes(line):
    """Bytes of a constant that is no splat; a splat is one element."""
    match = re.search(r"constant dense(_resource)?<(.*)> : tensor<((?:\d+x)*)(?:bf|f|ui|si|i)(\d+)", line)
    if not match or (not match[1] and match[2][0] not in '["'):
        return 0
    return math.prod(map(int, match[3].split("x")[:-1])) * max(int(match[4]), 8) // 8


def check_corpus(tool, folder):
    models, output = pathlib.Path(os.environ["HALFTONE_CORPUS"]) / "models", folder / "out.mlir"
    for model in CORPUS:
        for kind in ("loss", "step"):
            seconds, memory = measure([tool, models / f"{model}.{kind}.mlir", "--amp=bf16", "--emit=mlir", "--quiet", "-o",
                                       output])
            text = output.read_text()
            largest = max(map(constant_bytes, text.splitlines()))
            print(f"{model}.{kind}: {seconds:.2f} s, {memory >> 20} MiB, largest constant {largest} bytes")
            if memory > 1 << 30:
                sys.exit(f"{model}.{kind}: {memory >> 20} MiB of memory, expected at most 1024")
            if largest > 1 << 20:
                sys.exit(f"{model}.{kind}: a constant of {largest} bytes, expected at most {1 << 20}")


def main():
    checks = {"size": check_size, "time": check_time, "corpus": check_corpus}
    if len(sys.argv) != 3 or sys.argv[1] not in checks:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        checks[sys.argv[1]](sys.argv[2], pathlib.Path(folder))


if __name__ == "__main__":
    main()
