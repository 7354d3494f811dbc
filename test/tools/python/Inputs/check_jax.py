# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""from_jax: a loss with running statistics trains as JAX trains it; a whole step does, and
starts from the optimizer state that it is given; mistakes have messages."""
import os
import subprocess
import sys
import unittest
import warnings

sys.path.insert(0, sys.argv.pop(1))
import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402

import halftone  # noqa: E402
from run_steps import run_steps  # noqa: E402

ROWS, STEPS = 16, 12
rng = np.random.default_rng(0)
DATA = {"x": rng.standard_normal((64, 5)).astype(np.float32), "y": rng.standard_normal((64, 3)).astype(np.float32)}
ORDER = np.stack([rng.permutation(64)[:ROWS] for _ in range(STEPS)])
X, Y = jax.ShapeDtypeStruct((ROWS, 5), jnp.float32), jax.ShapeDtypeStruct((ROWS, 3), jnp.float32)
PARAMS = {"layers": [{"w": rng.standard_normal((5, 5)).astype(np.float32)}, {"w": np.ones((5, 3), np.float32)}],
          "bias": np.zeros(3, np.float32)}
STATS = {"mean": np.zeros(5, np.float32)}


def loss(params, stats, x, y):
    hidden = jnp.tanh(x @ params["layers"][0]["w"])
    stats = {"mean": 0.9 * stats["mean"] + 0.1 * hidden.mean(0)}
    out = (hidden - stats["mean"]) @ params["layers"][1]["w"] + params["bias"]
    return ((out - y) ** 2).mean(), stats


def sgd(params, velocity, count, batch):
    (value, _), grads = jax.value_and_grad(loss, has_aux=True)(params, STATS, batch["x"], batch["y"])
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    return jax.tree.map(lambda p, v: p - 0.1 * v, params, velocity), velocity, count + 1, value


class FromJax(unittest.TestCase):
    def tearDown(self):
        if os.path.exists("log.jsonl"):
            os.remove("log.jsonl")

    def test_loss_with_statistics(self):
        halftone.from_jax(loss, PARAMS, STATS, X, Y, out="stats", model_state="stats")
        ours = run_steps("stats", DATA, ORDER, ["--optimizer=sgd", "--lr=0.1"])
        params, stats, theirs = PARAMS, STATS, []
        for rows in ORDER:
            (value, stats), grads = jax.value_and_grad(loss, has_aux=True)(
                params, stats, DATA["x"][rows], DATA["y"][rows])
            params = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)
            theirs.append(float(value))
        np.testing.assert_allclose(ours, theirs, rtol=1e-5)
        back = halftone.load("trained.npz", like=PARAMS)
        self.assertEqual(jax.tree.structure(back), jax.tree.structure(PARAMS))
        for a, b in zip(jax.tree.leaves(back), jax.tree.leaves(params)):
            np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)
        mean = halftone.load("trained.npz", like=STATS, name="stats")["mean"]
        np.testing.assert_allclose(mean, stats["mean"], rtol=1e-4, atol=1e-5)

    def test_whole_step_from_given_state(self):
        velocity = jax.tree.map(lambda p: np.full_like(p, 0.01), PARAMS)
        batch = {"x": X, "y": Y}
        halftone.from_jax(sgd, PARAMS, velocity, jnp.int32(0), batch, out="whole", opt_state="velocity", step="count")
        ours = run_steps("whole", {f"batch/{name}": value for name, value in DATA.items()}, ORDER, [])
        params, count, theirs = PARAMS, 0, []
        for rows in ORDER:
            params, velocity, count, value = sgd(params, velocity, count,
                                                 {name: value[rows] for name, value in DATA.items()})
            theirs.append(float(value))
        np.testing.assert_allclose(ours, theirs, rtol=1e-5)

    def test_bfloat16_parameters(self):
        params = {"w": jnp.asarray(rng.standard_normal((5, 3)), jnp.bfloat16)}
        halftone.from_jax(lambda params, x, y: ((x @ params["w"] - y) ** 2).mean(), params, X, Y, out="low")
        kept = halftone.read_arrays("low/params.npz")["params/w"]
        self.assertEqual(kept.dtype, jnp.bfloat16)
        self.assertTrue((kept == np.asarray(params["w"])).all())
        subprocess.run(["halftone-opt", "low/model.mlir", "--halftone-import=model=low/model.mlir", "-o", "low.mlir"],
                       check=True)
        with open("low.mlir", encoding="utf-8") as file:
            self.assertIn('tensor<5x3xbf16> {train.name = "params/w", train.role = #train.role<param>}', file.read())

    def test_lost_gradients_are_said(self):
        quantize = jax.custom_vjp(lambda x: jnp.round(x * 8) / 8)
        quantize.defvjp(lambda x: (quantize(x), None), lambda _, g: (g,))
        w = np.ones((5, 3), np.float32)
        stop = jax.jit(lambda y: jax.lax.stop_gradient(y) * y)
        for what, function in (("custom_vjp", quantize), ("stop_gradient", stop)):
            with self.assertWarnsRegex(UserWarning, f"a jax.*{what} is lost: the export holds what the function"):
                halftone.from_jax(lambda w, x: function(x @ w).sum(), w, X, out="lost")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            halftone.from_jax(lambda w, x: (jax.nn.log_softmax(jax.nn.relu(x @ w)) * jax.nn.softmax(x @ w)
                                            + jax.scipy.special.logsumexp(x @ w)).sum(), w, X, out="kept")

    def test_mistakes(self):
        grad = jax.value_and_grad(lambda w, x: (x @ w).sum())
        w = np.ones((5, 3), np.float32)
        with self.assertRaisesRegex(halftone.ExportError, "result 1 has the tree of '.*': export the loss function"):
            halftone.from_jax(grad, w, X, out="bad")
        with self.assertRaisesRegex(halftone.ExportError, "no result is a float of rank 0, so none is the loss"):
            halftone.from_jax(lambda w, x: x @ w, w, X, out="bad")
        with self.assertRaisesRegex(halftone.ExportError, "batch='z': the function takes w, x"):
            halftone.from_jax(lambda w, x: (x @ w).sum(), w, X, out="bad", batch="z")
        self.assertFalse(os.path.exists("bad"))


unittest.main(verbosity=0)
