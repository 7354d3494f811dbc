# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What min-cut says of its casts on real steps.

    check_min_cut.py examples FOLDER   cost and bound of the examples' steps
    check_min_cut.py corpus            cost and bound of the corpus's small steps, beside other placements
    check_min_cut.py bound             the corpus's large steps by the rules of its bound.py, which finds the same
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

STEP = ["--inline", "--train-differentiate", "--train-build-step", "--train-loss-scaling"]

# bound.py's rules: products low, sensitive ops f32, all else free; every cast is a kernel, made once.
SENSITIVE = ["exponential", "exponential_minus_one", "log", "log_plus_one", "rsqrt", "sqrt", "power", "divide", "reduce",
             "reduce_window", "cosine", "sine"]
PRODUCTS = ["train.dot_general", "train.conv"]
# Casts and GB that it finds with a product's result low, and free.
BOUNDS = {"mlp": ((17, 0.001), (9, 0.0)), "gpt_tiny": ((54, 0.014), (31, 0.008)), "gpt2_124m": ((294, 21.884), (171, 11.735)),
          "resnet50": ((315, 8.024), (158, 4.026)), "bert_large": ((828, 37.477), (486, 20.852))}


def report(folder, source, passes, options):
    path = folder / "report.json"
    command = ["halftone-opt", source, *passes, f"--autocast=report={path} {options}", "-o", os.devnull]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, f"{command}: {run.stderr[:2000]}"
    return [entry for entry in json.loads(path.read_text())["functions"]]


def cost_of(entry, key="cost"):
    return entry[key]["bytes"], entry[key]["casts"]


def check_exact(name, functions):
    for entry in functions:
        assert not entry["inexact"], f"{name} {entry['function']}: {entry['inexact']}"
        assert cost_of(entry) == cost_of(entry, "bound"), f"{name} {entry['function']}: {entry['cost']} of {entry['bound']}"


def check_placements(folder, name, source, passes):
    cut = report(folder, source, passes, "placement=min-cut")
    check_exact(name, cut)
    for other in ("paint", "promote"):
        for ours, theirs in zip(cut, report(folder, source, passes, f"placement={other}")):
            # The others may take a way that accuracy forbids the cut; with `narrow=bytes` it is free to.
            if cost_of(ours) > cost_of(theirs):
                free = report(folder, source, passes, "placement=min-cut narrow=bytes")
                match = next(entry for entry in free if entry["function"] == ours["function"])
                assert cost_of(match) <= cost_of(theirs), f"{name} {ours['function']}: {match['cost']}, {other}: {theirs['cost']}"
    entry = max(cut, key=cost_of)
    print(f"{name}: {entry['cost']['casts']} casts, cost and bound {entry['cost']['bytes']}")


def check_examples(folder, root):
    for name in ("mlp", "gpt", "cnn"):
        for compute in ("bf16", "f16"):
            check_exact(name, report(folder, f"{root}/examples/{name}/{name}.mlir", STEP, f"compute={compute}"))
        check_placements(folder, name, f"{root}/examples/{name}/{name}.mlir", STEP)


def check_corpus(folder, models):
    for name in ("mlp", "cnn", "gpt_tiny", "llama_tiny", "gpt2_124m_scan", "llama7b"):
        source = models / f"{name}.step.mlir"
        imported = folder / "imported.mlir"
        subprocess.run(["halftone-opt", source, f"--halftone-import=model={source}", "--inline", "--symbol-dce",
                        "--mlir-print-debuginfo", "-o", imported], check=True)
        check_placements(folder, name, imported, [])


def write_rules(path, free_result):
    products = [{"op": PRODUCTS, "label": "low"}]
    if free_result:
        products.append({"op": PRODUCTS, "group": "result", "label": "follow"})
    rules = products + [{"op": [f"train.{op}" for op in SENSITIVE], "label": "f32"}]
    path.write_text(json.dumps({"complete": True, "islands": False, "ranges": False, "narrow": "bytes", "rules": rules,
                                "defaults": [{"dialect": "train", "label": "follow"}]}))


def check_bounds(folder, models):
    for name, bounds in BOUNDS.items():
        converted, step, rules = folder / "converted.mlir", folder / "step.mlir", folder / "rules.json"
        subprocess.run(["halftone-opt", models / f"{name}.step.mlir", "--convert-stablehlo-to-train", "-o", converted], check=True)
        # `chlo.erfc` is one free op there, and a function of exponentials and divisions here.
        text = re.sub(r"train\.custom_gradient @erfc\w*, @\w+\((%\w+)\) : \((.*)\) -> .*", r"train.erf \1 : \2", converted.read_text())
        converted.write_text(text)
        subprocess.run(["halftone-opt", converted, "--inline", "--symbol-dce", "--cse", "-o", step], check=True)
        for free_result, (casts, gigabytes) in enumerate(bounds):
            write_rules(rules, free_result)
            functions = report(folder, step, [], f"policy-file={rules} placement=min-cut prices=kernels narrow=bytes")
            check_exact(name, functions)
            cost = max(map(cost_of, functions))
            assert cost[1] == casts, f"{name}: {cost[1]} casts, expected {casts}"
            assert abs(cost[0] / 1e9 - gigabytes) <= 0.0005001, f"{name}: {cost[0] / 1e9} GB, expected {gigabytes}"
            print(f"{name}: {casts} casts, {gigabytes} GB")


def main():
    what = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        if what == "examples":
            check_examples(folder, sys.argv[2])
        else:
            models = pathlib.Path(os.environ["HALFTONE_CORPUS"]) / "models"
            {"corpus": check_corpus, "bound": check_bounds}[what](folder, models)


if __name__ == "__main__":
    main()
