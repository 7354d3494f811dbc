#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Time of a training step on the CPU: Halftone, and PyTorch (eager and compiled) and JAX
where they are installed.

    python3 test/benchmark/steps.py [--build=build] [--rounds=3] [--steps=100]

Models: the digits MLP (batch 64), the character transformer (8 x 64 tokens) and an MLP
of width 512 with batch 512; AdamW; f32, bf16 and f16. Every run is a process of its
own. Runs are interleaved: all of a round before the next, so that a machine that gets
slower slows all of them. The number is the median of the rounds' medians, with their
range; a ratio is a peer's median over Halftone's.
"""
import argparse
import importlib.util
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PEERS = pathlib.Path(__file__).with_name("step_peers.py")
MODELS, TYPES = ("mlp", "gpt", "mlp512"), ("f32", "bf16", "f16")


def wide_mlp():
    """The digits MLP's text with 512 rows, inputs and hidden units."""
    text = (ROOT / "examples/mlp/mlp.mlir").read_text()
    body = text[text.index("func.func"):]
    for old, new in (("64x128x", "512x512x"), ("128x128x", "512x512x"), ("64x64x", "512x512x"), ("128x10x", "512x10x"),
                     ("64x10x", "512x10x"), ("<128x", "<512x"), ("<64x", "<512x")):
        body = body.replace(old, new)
    return body


def wide_arrays(folder):
    """Initial weights and one batch for it; needs numpy."""
    import numpy as np
    rng = np.random.default_rng(0)
    shapes = {"l0/w": (512, 512), "l0/b": 512, "n0/w": 512, "n0/b": 512, "l1/w": (512, 512), "l1/b": 512, "n1/w": 512,
              "n1/b": 512, "l2/w": (512, 10), "l2/b": 10}
    init = {name: (rng.standard_normal(shape) / 23 + name.startswith("n") * name.endswith("w")).astype(np.float32)
            for name, shape in shapes.items()}
    np.savez(folder / "mlp512-init.npz", **init)
    np.savez(folder / "mlp512-data.npz", images=rng.random((1024, 512), np.float32),
             labels=rng.integers(0, 10, 1024).astype(np.int32))


class Halftone:
    name = "Halftone"

    def __init__(self, build, folder, steps):
        self.bin, self.folder, self.steps = pathlib.Path(build).resolve() / "bin", folder, steps

    def prepare(self, model, kind):
        source = ROOT / f"examples/{model}/{model}.mlir"
        if model == "mlp512":
            source = self.folder / "mlp512.mlir"
            source.write_text(wide_mlp())
        command = [self.bin / "halftone-compile", source, f"--amp={'off' if kind == 'f32' else kind}", "--emit=so", "--quiet",
                   "-o", self.folder / f"{model}-{kind}.so"]
        subprocess.run(command + (["--clip-norm=1.0"] if model == "gpt" else []), check=True)

    def run(self, model, kind):
        data = {"mlp": ROOT / "examples/digits.npz", "gpt": ROOT / "examples/text.npz"}.get(model, self.folder / f"{model}-data.npz")
        init = self.folder / "mlp512-init.npz" if model == "mlp512" else ROOT / f"examples/{model}/init.npz"
        log = self.folder / "log.jsonl"
        subprocess.run([self.bin / "halftone-run", self.folder / f"{model}-{kind}.so", f"--init={init}", f"--data={data}",
                        f"--steps={self.steps + 10}", "--seed=1", f"--log={log}", "--quiet"], check=True, stdout=subprocess.DEVNULL)
        times = [row["time_ms"] for row in map(json.loads, log.open()) if "time_ms" in row]
        return statistics.median(times[10:])


class Peer:
    def __init__(self, name, mode, steps):
        self.name, self.mode, self.steps = name, mode, steps

    def prepare(self, model, kind):
        pass

    def run(self, model, kind):
        done = subprocess.run([sys.executable, PEERS, self.mode, model, kind, str(self.steps)], capture_output=True, text=True)
        if done.returncode:
            print(f"steps: {self.name} {model} {kind}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
            return None
        return float(done.stdout)


def measure(runners, rounds, models, types):
    """(model, type, runner) -> a median for each round."""
    medians = {}
    for model in models:
        for kind in types:
            for runner in runners:
                runner.prepare(model, kind)
    for _ in range(rounds):
        for model in models:
            for kind in types:
                for runner in runners:
                    time = runner.run(model, kind)
                    if time is not None:
                        medians.setdefault((model, kind, runner.name), []).append(time)
    return medians


def table(medians, runners, models, types):
    yield ["model", "type"] + [f"{r.name}, ms (range)" for r in runners] + [f"{r.name} / Halftone" for r in runners[1:]]
    for model in models:
        for kind in types:
            values = [medians.get((model, kind, r.name)) for r in runners]
            cells = [f"{statistics.median(v):.3f} ({min(v):.3f}–{max(v):.3f})" if v else "–" for v in values]
            ours = values[0] and statistics.median(values[0])
            ratios = [f"{statistics.median(v) / ours:.2f}" if v and ours else "–" for v in values[1:]]
            yield [model, kind] + cells + ratios


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=ROOT / "build", help="Halftone's build folder")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=100, help="timed steps of a run, after 10 untimed ones")
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--types", default=",".join(TYPES))
    options = parser.parse_args()
    models, types = options.models.split(","), options.types.split(",")
    has = lambda module: importlib.util.find_spec(module) is not None
    if "mlp512" in models and not has("numpy"):
        print("steps: without mlp512, whose arrays need numpy", file=sys.stderr)
        models.remove("mlp512")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if "mlp512" in models:
            wide_arrays(folder)
        runners = [Halftone(options.build, folder, options.steps)]
        for module, peers in (("torch", (("PyTorch", "torch"), ("torch.compile", "torch-compile"))), ("jax", (("JAX", "jax"),))):
            if has(module):
                runners += [Peer(*peer, options.steps) for peer in peers]
            else:
                print(f"steps: without {module}, which is not installed", file=sys.stderr)
        rows = list(table(measure(runners, options.rounds, models, types), runners, models, types))
    for i, row in enumerate(rows):
        print("| " + " | ".join(row) + " |")
        if i == 0:
            print("|---" * len(row) + "|")


if __name__ == "__main__":
    main()
