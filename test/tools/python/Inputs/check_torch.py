# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""from_torch: a module with batch norm trains as PyTorch trains it, and comes back."""
import os
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

    def test_no_loss(self):
        with self.assertRaisesRegex(halftone.ExportError, r"the module returns \(16, 10\), expected a loss of rank 0"):
            halftone.from_torch(make(), torch.randn(16, 1, 8, 8), out="bad")
        self.assertFalse(os.path.exists("bad"))


unittest.main(verbosity=0)
