# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""from_torch: a module with batch norm trains as PyTorch trains it, and comes back."""
import json
import os
import subprocess
import sys
import unittest

sys.path.insert(0, sys.argv.pop(1))
import numpy as np  # noqa: E402
import torch  # noqa: E402
import torch.nn as nn  # noqa: E402
import torch.nn.functional as F  # noqa: E402

import halftone  # noqa: E402
from run_steps import run_steps  # noqa: E402

rng = np.random.default_rng(0)
DATA = {"images": rng.standard_normal((64, 1, 8, 8)).astype(np.float32), "labels": rng.integers(0, 10, 64)}
ORDER = np.stack([rng.permutation(64)[:16] for _ in range(20)])


def make():
    torch.manual_seed(0)
    return nn.Sequential(nn.Conv2d(1, 4, 3, padding=1, bias=False), nn.BatchNorm2d(4), nn.ReLU(), nn.Flatten(),
                         nn.Linear(256, 10))


def loss(model, images, labels):
    return F.cross_entropy(model(images), labels)


class FromTorch(unittest.TestCase):
    def test_trains_as_torch(self):
        model, twin = make(), make()
        halftone.from_torch(model, torch.randn(16, 1, 8, 8), torch.randint(0, 10, (16,)), loss=loss, out="bn")
        for name, value in twin.state_dict().items():
            self.assertTrue(torch.equal(value, model.state_dict()[name]), f"{name} was changed by the export")
        ours = run_steps("bn", DATA, ORDER, ["--lr=1e-2"], save="trained.safetensors")
        optimizer = torch.optim.AdamW(twin.parameters(), lr=1e-2, weight_decay=0.01)
        theirs = []
        for rows in ORDER:
            value = loss(twin, torch.tensor(DATA["images"][rows]), torch.tensor(DATA["labels"][rows]))
            optimizer.zero_grad()
            value.backward()
            optimizer.step()
            theirs.append(value.item())
        np.testing.assert_allclose(ours, theirs, rtol=1e-4)
        halftone.load_torch("trained.safetensors", model)
        self.assertEqual(int(model.state_dict()["1.num_batches_tracked"]), len(ORDER))
        for name, value in twin.state_dict().items():
            np.testing.assert_allclose(model.state_dict()[name].numpy(), value.numpy(), rtol=1e-3, atol=1e-4)
        os.remove("log.jsonl")

    def test_frozen_and_own_loss(self):
        class Model(nn.Module):
            def __init__(self):
                super().__init__()
                self.linear = nn.Linear(4, 3)
                self.linear.bias.requires_grad_(False)
                self.register_buffer("scale", torch.tensor(2.0))

            def forward(self, x, target):
                return ((self.linear(x) * self.scale - target) ** 2).mean()

        model = Model()
        data = {"x": rng.standard_normal((64, 4)).astype(np.float32), "target": np.zeros((64, 3), np.float32)}
        halftone.from_torch(model, torch.zeros(16, 4), torch.zeros(16, 3), out="frozen")
        ours = run_steps("frozen", data, ORDER[:1], ["--optimizer=sgd", "--lr=0.1"])
        rows = ORDER[0]
        value = model(torch.tensor(data["x"][rows]), torch.tensor(data["target"][rows]))
        np.testing.assert_allclose(ours[0], value.item(), rtol=1e-6)
        trained = halftone.read_arrays("trained.npz")
        self.assertTrue((trained["linear.bias"] == model.linear.bias.numpy()).all())
        self.assertFalse((trained["linear.weight"] == model.linear.weight.detach().numpy()).all())
        os.remove("log.jsonl")

    def evaluate(self, folder, data, flags=()):
        """What `@eval` says of the first 16 rows, with the initial weights."""
        np.savez("held.npz", **data, test_index=np.arange(16))
        subprocess.run(["halftone-compile", f"{folder}/model.mlir", f"--eval={folder}/eval.mlir", "--lr=0", "--quiet",
                        "-o", "eval.so", *flags], check=True)
        subprocess.run(["halftone-run", "eval.so", f"--init={folder}/params.npz", "--data=held.npz", "--steps=1",
                        "--quiet", "--log=log.jsonl"], check=True)
        with open("log.jsonl", encoding="utf-8") as log:
            line = [json.loads(line) for line in log if "eval_" in line][-1]
        os.remove("log.jsonl")
        return {name.removeprefix("eval_"): value for name, value in line.items() if name.startswith("eval_")}

    def test_evaluation_by_running_statistics(self):
        model = make()
        model[1].momentum = 0.0  # the step before the evaluation leaves them as they are
        model[1].running_mean.normal_(generator=torch.Generator().manual_seed(1))

        def with_metrics(model, images, labels):
            logits = model(images)
            return F.cross_entropy(logits, labels), {"accuracy": (logits.argmax(1) == labels).float().mean()}

        images, labels = torch.tensor(DATA["images"][:16]), torch.tensor(DATA["labels"][:16])
        halftone.from_torch(model, images, labels, loss=with_metrics, eval=True, out="mode")
        self.assertTrue(model.training and model[1].training)
        ours = self.evaluate("mode", DATA)
        with torch.no_grad():
            theirs, metrics = with_metrics(model.eval(), images, labels)
        np.testing.assert_allclose(ours["loss"], theirs.item(), rtol=1e-5)
        np.testing.assert_allclose(ours["accuracy"], metrics["accuracy"].item())
        # Metrics alone, of one input.
        halftone.from_torch(model.train(), images, labels, loss=loss, out="one",
                            eval=lambda model, images: {"largest": model(images).max()})
        largest = self.evaluate("one", DATA)["largest"]
        np.testing.assert_allclose(largest, model.eval()(images).max().item(), rtol=1e-5)
        with self.assertRaisesRegex(halftone.ExportError, "eval takes 'x', but the inputs are images, labels"):
            halftone.from_torch(model, images, labels, loss=loss, eval=lambda model, x: x, out="bad")

    def test_bfloat16_parameters(self):
        torch.manual_seed(0)
        model = nn.Linear(4, 3).bfloat16()
        x, target = rng.standard_normal((64, 4)), np.zeros((64, 3))
        halftone.from_torch(model, torch.zeros(16, 4).bfloat16(), torch.zeros(16, 3).bfloat16(), out="low",
                            loss=lambda model, x, target: F.mse_loss(model(x), target))
        run_steps("low", {"x": x.astype(np.float32), "target": target.astype(np.float32)}, ORDER,
                  ["--optimizer=sgd", "--lr=0.01"])
        os.remove("log.jsonl")
        trained = halftone.read_arrays("trained.npz")
        self.assertEqual(trained["weight"].dtype, np.float32)
        before = model.weight.detach().clone()
        halftone.load_torch("trained.npz", model)
        self.assertEqual(model.weight.dtype, torch.bfloat16)
        self.assertTrue(torch.equal(model.weight, torch.tensor(trained["weight"]).bfloat16()))
        self.assertFalse(torch.equal(model.weight, before))

    def test_trees_and_constants(self):
        class Model(nn.Module):
            def __init__(self):
                super().__init__()
                self.linear = nn.Linear(4, 3)

            def forward(self, batch, power, scale):
                return ((self.linear(batch["x"]) * scale - batch["y"][0]) ** power).mean()

        model = Model()
        batch = {"x": torch.zeros(16, 4), "y": (torch.zeros(16, 3),)}
        halftone.from_torch(model, batch, 2, torch.tensor(0.5), out="tree")
        data = {"batch/x": rng.standard_normal((64, 4)).astype(np.float32), "batch/y/0": np.ones((64, 3), np.float32),
                "scale": np.float32(0.25)}
        ours = run_steps("tree", data, ORDER[:1], ["--optimizer=sgd"])
        os.remove("log.jsonl")
        rows = ORDER[0]
        value = model({"x": torch.tensor(data["batch/x"][rows]), "y": (torch.ones(16, 3),)}, 2, torch.tensor(0.25))
        np.testing.assert_allclose(ours[0], value.item(), rtol=1e-5)

    def test_lost_gradients_are_said(self):
        class Round(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                return torch.round(x)

            @staticmethod
            def backward(ctx, g):
                return g

        model, x = nn.Linear(4, 3), torch.zeros(16, 4)
        for what, call in (("the backward of Round", Round.apply), ("a detach", lambda y: y * y.detach())):
            with self.assertWarnsRegex(UserWarning, f"{what} is lost: the export holds what the function computes"):
                halftone.from_torch(model, x, loss=lambda model, x, call=call: call(model(x)).mean(), out="lost")

    def test_no_loss(self):
        with self.assertRaisesRegex(halftone.ExportError, r"the module returns \(16, 10\), expected a loss of rank 0"):
            halftone.from_torch(make(), torch.randn(16, 1, 8, 8), out="bad")
        self.assertFalse(os.path.exists("bad"))


unittest.main(verbosity=0)
