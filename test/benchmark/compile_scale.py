#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""CPU time and memory of compiling the large models of the corpus, and models of any depth.

    python3 test/benchmark/compile_scale.py [--build=build] [--rounds=3] [--layers=4,16,64] [--so]

The models are read from the folder that HALFTONE_CORPUS names; without it, only the
generated ones are measured. Each row is the median of the rounds' user CPU seconds, each
run a process of its own:

    total         halftone-compile --amp=bf16 --emit=mlir (with --so also --emit=so)
    import        halftone-opt: parsing, roles, conversion, raising, clean-up
    differentiate halftone-opt on what was imported: derivative and optimizer
    precision     halftone-opt on that: autocast, clean-up, weight copies, verification

The stages read and print text, which the whole does once: they sum to more than it.
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
INPUTS = ROOT / "test/Integration/Inputs"
sys.path.insert(0, str(INPUTS))
from check_scale import CORPUS, measure, op_names  # noqa: E402

DIFFERENTIATE = ["--inline", "--train-differentiate", "--train-build-step=optimizer=adamw"]
PRECISION = ["--inline", "--symbol-dce", "--autocast=compute=bf16", "--canonicalize", "--cse", "--train-weight-copies",
             "--verify-precision"]


def median_of(rounds, command):
    runs = [measure(command) for _ in range(rounds)]
    return statistics.median(seconds for seconds, _ in runs), max(memory for _, memory in runs)


def row(options, folder, name, source):
    opt, tool = (options.build / "bin" / name for name in ("halftone-opt", "halftone-compile"))
    imported, built, step = folder / "imported.mlir", folder / "built.mlir", folder / "step.mlir"
    quiet = ["--quiet", "--amp=bf16"]
    total, memory = median_of(options.rounds, [tool, source, *quiet, "--emit=mlir", "-o", step])
    times = [median_of(options.rounds, [opt, source, f"--halftone-import=model={source}", "-o", imported])[0]]
    if "@step" in imported.read_text():
        times.append(None)
        built = imported
    else:
        times.append(median_of(options.rounds, [opt, imported, *DIFFERENTIATE, "-o", built])[0])
    times.append(median_of(options.rounds, [opt, built, *PRECISION, "-o", os.devnull])[0])
    cells = [name, f"{len(op_names(step.read_text()))}", *("–" if t is None else f"{t:.2f}" for t in times), f"{total:.2f}",
             f"{memory >> 20}"]
    if options.so:
        seconds, memory = median_of(1, [tool, source, *quiet, "--emit=so", "-o", folder / "step.so"])
        cells += [f"{seconds:.1f}", f"{memory >> 20}"]
    print("| " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--layers", default="4,16,64")
    parser.add_argument("--so", action="store_true", help="compile to a shared library for the CPU as well")
    options = parser.parse_args()
    titles = ["model", "ops of the step", "import, s", "differentiate, s", "precision, s", "total, s", "memory, MiB"]
    titles += ["to .so, s", "memory, MiB"] if options.so else []
    print("| " + " | ".join(titles) + " |\n" + "|---" * len(titles) + "|")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if corpus := os.environ.get("HALFTONE_CORPUS"):
            for model in CORPUS:
                for kind in ("loss", "step"):
                    row(options, folder, f"{model}.{kind}", pathlib.Path(corpus) / "models" / f"{model}.{kind}.mlir")
        for kind in ("transformer", "step"):
            for layers in map(int, options.layers.split(",")):
                source = folder / "source.mlir"
                source.write_text(subprocess.run([sys.executable, INPUTS / "layers.py", kind, str(layers)], check=True,
                                                 capture_output=True, text=True).stdout)
                row(options, folder, f"{kind}, {layers} layers", source)


if __name__ == "__main__":
    main()
