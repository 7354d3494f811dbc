#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables of docs/AutocastTable.md: casts of the corpus' large training steps, by policy and placement.

    python3 test/benchmark/autocast_table.py [--build=build] [--rounds=3] [--models=gpt2_124m,…] [--torch=torch.jsonl]

Models come from the folder that HALFTONE_CORPUS names. Two forms of each step:

    decomposed  the step as JAX differentiated it, in core ops
    raised      the loss with its composites raised, differentiated and given AdamW by Halftone
    attention   the same where masks may be taken for finite ones (`assume=finite-masks`), so that attention is
                raised, too: what PyTorch's flash attention stands beside

`--torch` names what test/benchmark/torch_autocast.py printed, which counts by the same rules.
Numbers are those of autocast's report; weight copies come later, so every weight's cast is
counted. Pass time is CPU time: the median difference between a run with the pass and one that
only parses and prints, without a report. MLIR's verifier does not run behind the pass, and symbols
of MLIR are bound at the start of both runs, so that neither is counted as the pass.
"""
import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODELS = ["gpt2_124m", "bert_large", "resnet50", "llama7b"]
# Name, options of autocast. What PyTorch does to a step is what differentiating its forward casts gives.
ROWS = [("torch", "policy=torch placement=promote"), ("grappler", "policy=grappler placement=paint"),
        ("halftone, promote", "policy=halftone placement=promote"), ("halftone, paint", "policy=halftone placement=paint"),
        ("halftone, min-cut", "policy=halftone placement=min-cut"),
        ("halftone, min-cut, `prices=kernels`", "policy=halftone placement=min-cut prices=kernels"),
        ("halftone, min-cut, `narrow=bytes`", "policy=halftone placement=min-cut narrow=bytes")]
TIMED = ("torch", "grappler", "halftone, min-cut")
CLEAN = ["--canonicalize", "--cse"]


def cpu_seconds(command):
    process = subprocess.Popen(command, env={**os.environ, "LD_BIND_NOW": "1"})
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(map(str, command))}: exit status {process.returncode}")
    return usage.ru_utime


def opt(build, *arguments):
    done = subprocess.run([build / "bin/halftone-opt", *arguments], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"halftone-opt {' '.join(map(str, arguments))}\n{done.stderr[:2000]}")
    return done


def prepare(build, folder, model, form):
    corpus = pathlib.Path(os.environ["HALFTONE_CORPUS"]) / "models"
    made = folder / f"{model}.{form}.mlir"
    keep = ["--mlir-print-debuginfo", "-o", made]
    if form == "decomposed":
        source = corpus / f"{model}.step.mlir"
        opt(build, source, f"--import-roles=model={source}", "--convert-stablehlo-to-train", "--inline", "--symbol-dce", *CLEAN, *keep)
    else:
        source = corpus / f"{model}.loss.mlir"
        assume = " assume=finite-masks,valid-labels" if form == "attention" else ""
        opt(build, source, f"--halftone-import=model={source}{assume}", "--inline", "--symbol-dce", *keep)
    return made


BUILD_STEP = ["--train-differentiate", "--train-build-step=optimizer=adamw"]


def passes(form, options):
    """PyTorch's placement casts the forward pass, and each gradient has its value's type."""
    cast = f"--autocast=compute=bf16 {options}"
    if form == "decomposed":
        return [], cast, []
    return ([], cast, BUILD_STEP) if "promote" in options else (BUILD_STEP + CLEAN, cast, [])


def measure(build, folder, source, form, options, rounds):
    before, cast, after = passes(form, options)
    report = folder / "report.json"
    ready = folder / f"{source.stem}.{len(before)}.mlir"
    if not ready.exists():
        opt(build, source, *before, "--mlir-print-debuginfo", "-o", ready)
    if after:
        # The step that results is what is counted: a second run adds no casts and sees them all.
        done = folder / "done.mlir"
        opt(build, ready, cast, *after, *CLEAN, "--mlir-print-debuginfo", "-o", done)
        numbers = count_written(build, folder, done)
        numbers.update(cost=None, bound=None)
    else:
        opt(build, ready, f"{cast} report={report}", "-o", os.devnull)
        numbers = read_report(report)
    tool = build / "bin/halftone-opt"
    times = []
    for _ in range(rounds):
        without = cpu_seconds([tool, ready, "-o", os.devnull])
        times.append(cpu_seconds([tool, ready, cast, "--verify-each=0", "-o", os.devnull]) - without)
    numbers["ops"] = len(re.findall(r"^ +(?:%[^=]*= )?\"?[a-z_]+\.[a-z_]+", ready.read_text(), re.M))
    numbers["seconds"] = statistics.median(times) if times else None
    return numbers


def step_of(report):
    return max(report["functions"], key=lambda f: sum(f["totals"][k] for k in ("low", "f32", "widen", "keep")))


def read_report(path):
    report = json.load(open(path, encoding="utf-8"))
    step = step_of(report)
    return {"narrowing": step["narrowing_casts"], "widening": step["widening_casts"],
            "cast_bytes": step["all_casts"]["bytes"], "kept": step["kept_for_backward_bytes"], "traffic": step["traffic"],
            "cost": step.get("cost"), "bound": step.get("bound"), "inexact": step["inexact"]}


CAST = re.compile(r"train\.cast .*: tensor<(?:\d+x)*(f32|bf16)> to tensor<(?:\d+x)*(f32|bf16)>")


def count_written(build, folder, done):
    """Of a step that has its casts: their directions from the text, the rest from a report of a pass that changes nothing."""
    report = folder / "written.json"
    opt(build, done, f"--autocast=compute=f32 policy-file={folder / 'keep.json'} report={report}", "-o", os.devnull)
    numbers = read_report(report)
    text = re.search(r"func\.func @step.*?\n  \}", done.read_text(), re.S).group(0)
    results = [result for source, result in CAST.findall(text) if source != result]
    numbers.update(narrowing=results.count("bf16"), widening=results.count("f32"))
    return numbers


def gigabytes(n):
    return f"{n / 1e9:.2f}" if n else "0"


def cells(numbers):
    bound = numbers.get("bound")
    cost = numbers.get("cost")
    traffic = numbers["traffic"]
    proved = "" if not bound else "equal" if bound == cost else f"{bound['bytes'] / max(1, cost['bytes']):.3f} of the cost"
    return [f"{numbers['narrowing'] + numbers['widening']}", f"{numbers['narrowing']} + {numbers['widening']}", gigabytes(numbers["cast_bytes"]),
            gigabytes(numbers["kept"]), gigabytes(traffic["forward"] + traffic["backward"]), proved]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--forms", default="decomposed,raised,attention")
    parser.add_argument("--torch", help="output of torch_autocast.py")
    args = parser.parse_args()
    torch = [json.loads(line) for line in open(args.torch, encoding="utf-8")] if args.torch else []
    head = ["casts", "down + up", "cast GB", "kept GB", "all ops GB", "bound", "pass ms", "µs an op"]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        # No rule: every op keeps its types, and every cast is one that was written.
        (folder / "keep.json").write_text('{"rules": [{"dialect": "train", "label": "keep"}]}')
        for model in args.models.split(","):
            print(f"\n### {model}\n\n| step | policy, placement | " + " | ".join(head) + " |\n|---|---|" + "---|" * len(head), flush=True)
            for numbers in torch:
                if model.startswith(numbers["model"].split("-")[0]):
                    print("| " + " | ".join([numbers["model"], "torch.autocast", *cells(numbers), "", ""]) + " |", flush=True)
            for form in args.forms.split(","):
                source = prepare(args.build, folder, model, form)
                raised = folder / f"{model}.raised.mlir"
                found = [path.read_text().count("train.attention ") for path in (raised, source) if path.exists()]
                if form == "attention" and len(set(found)) == 1 and len(found) == 2:
                    continue  # attention was raised without assumptions, or there is none
                for label, options in ROWS:
                    numbers = measure(args.build, folder, source, form, options, args.rounds if label in TIMED else 0)
                    seconds = numbers["seconds"]
                    time = ["", ""] if seconds is None else [f"{1e3 * max(0, seconds):.0f}", f"{1e6 * max(0, seconds) / numbers['ops']:.1f}"]
                    print("| " + " | ".join([form, label, *cells(numbers), *time]) + " |", flush=True)


if __name__ == "__main__":
    main()
