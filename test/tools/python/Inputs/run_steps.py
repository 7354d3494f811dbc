# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles an exported model and trains it; for the checks beside this file."""
import json
import subprocess

import numpy as np


def run_steps(folder, data, order, flags, save="trained.npz"):
    """The loss of each step; `order` holds the rows of each."""
    np.savez("data.npz", **data)
    np.savez("order.npz", order=order)
    subprocess.run(["halftone-compile", f"{folder}/model.mlir", "--quiet", "-o", "step.so", *flags], check=True)
    subprocess.run(["halftone-run", "step.so", f"--init={folder}/params.npz", "--data=data.npz",
                    "--order=order.npz:order", f"--steps={len(order)}", "--quiet", "--log=log.jsonl",
                    f"--save={save}"], check=True)
    with open("log.jsonl", encoding="utf-8") as log:
        lines = [json.loads(line) for line in log]
    return [line["loss"] for line in lines if "loss" in line]
