# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""from_jax: a loss with running statistics trains as JAX trains it; a whole step does, and
starts from the optimizer state that it is given; mistakes have messages."""
import importlib.util
import json
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

    def test_statistics_without_their_collection(self):
        def collections(variables, x, y):
            value, stats = loss(variables["params"], variables["batch_stats"]["norm"], x, y)
            return value, {"norm": stats}

        variables = {"params": PARAMS, "batch_stats": {"norm": STATS}}
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            halftone.from_jax(collections, variables, X, Y, out="collections")
        with open("collections/roles.json", encoding="utf-8") as file:
            results = json.load(file)["functions"]["loss"]["results"]
        self.assertIn(("variables/batch_stats/norm/mean", "model_state"), [(r["name"], r["role"]) for r in results])
        with self.assertWarnsRegex(UserWarning, "'variables/batch_stats/norm/mean' of role model_state never changes"):
            halftone.from_jax(lambda variables, x, y: collections(variables, x, y)[0], variables, X, Y, out="still")

    def test_whole_step_from_given_state(self):
        velocity = jax.tree.map(lambda p: np.full_like(p, 0.01), PARAMS)
        batch = {"x": X, "y": Y}
        halftone.from_jax(sgd, PARAMS, velocity, jnp.int32(0), batch, out="whole", opt_state="velocity", step="count")
        data = {f"batch/{name}": value for name, value in DATA.items()}
        ours = run_steps("whole", {**data, "test_index": np.arange(ROWS)}, ORDER, [])
        params, count, theirs = PARAMS, 0, []
        for rows in ORDER:
            params, velocity, count, value = sgd(params, velocity, count,
                                                 {name: value[rows] for name, value in DATA.items()})
            theirs.append(float(value))
        np.testing.assert_allclose(ours, theirs, rtol=1e-5)
        # Evaluation is the part of the step that its loss is computed from.
        with open("log.jsonl", encoding="utf-8") as log:
            line = [json.loads(line) for line in log if "eval_" in line][-1]
        want = loss(params, STATS, DATA["x"][:ROWS], DATA["y"][:ROWS])[0]
        np.testing.assert_allclose(line["eval_loss"], want, rtol=1e-5)

    def test_bfloat16_parameters(self):
        params = {"w": jnp.asarray(rng.standard_normal((5, 3)), jnp.bfloat16)}

        def low(params, x, y):
            return ((x.astype(jnp.bfloat16) @ params["w"] - y.astype(jnp.bfloat16)) ** 2).mean()

        halftone.from_jax(low, params, X, Y, out="low")
        kept = halftone.read_arrays("low/params.npz")["params/w"]
        self.assertEqual(kept.dtype, jnp.bfloat16)
        self.assertTrue((kept == np.asarray(params["w"])).all())
        ours = run_steps("low", DATA, ORDER, ["--optimizer=sgd", "--lr=0.125"])
        # With f32 masters, as mixed precision is done by hand in JAX.
        master, theirs = {"w": params["w"].astype(jnp.float32)}, []
        for rows in ORDER:
            copy = jax.tree.map(lambda leaf: leaf.astype(jnp.bfloat16), master)
            value, grads = jax.value_and_grad(low)(copy, DATA["x"][rows], DATA["y"][rows])
            master = jax.tree.map(lambda p, g: p - 0.125 * g.astype(jnp.float32), master, grads)
            theirs.append(float(value))
        # Products may be summed in any order before they are rounded to 8 bits: 2^-8 each way,
        # and what that does to the masters.
        np.testing.assert_allclose(ours, theirs, rtol=4 * 2**-8)
        trained = halftone.read_arrays("trained.npz")["params/w"]
        self.assertEqual(trained.dtype, np.float32)
        np.testing.assert_allclose(trained, master["w"], atol=2**-6)
        self.assertTrue((trained != trained.astype(jnp.bfloat16)).any(), "masters are not f32")
        back = halftone.load("trained.npz", like=params)["w"]
        self.assertEqual(back.dtype, jnp.bfloat16)
        halftone.narrow("trained.npz", "low/roles.json", "narrow.npz")
        self.assertTrue((halftone.read_arrays("narrow.npz")["params/w"] == np.asarray(back)).all())

    def gradients(self, function, params, *args):
        """Ours, by the change that one step of gradient descent makes."""
        halftone.from_jax(function, params, *args, out="own")
        rows = np.arange(ROWS)[None]
        run_steps("own", DATA, rows, ["--optimizer=sgd", "--lr=1", "--weight-decay=0"])
        os.remove("log.jsonl")
        after = halftone.load("trained.npz", like=params)
        return jax.tree.map(lambda a, b: np.asarray(a) - np.asarray(b), params, after)

    def test_own_gradients(self):
        round8 = jax.custom_vjp(lambda x: jnp.round(x * 8) / 8)
        round8.defvjp(lambda x: (round8(x), None), lambda _, g: (g,))

        # Residuals, an integer operand, a result that is not used.
        power = jax.custom_vjp(lambda x, n: (x**n, x))
        power.defvjp(lambda x, n: (power(x, n), (x, n)), lambda kept, g: (3 * kept[0] * g[0], None))
        sign = jax.custom_jvp(jnp.sign)
        sign.defjvp(lambda x, t: (sign(*x), t[0] / (1 + x[0]**2)))

        def scanned(h):
            return jax.lax.scan(lambda c, _: (round8(jax.lax.stop_gradient(c) * c + 0.1), None), h, None, length=3)[0]

        params = {"w": rng.standard_normal((5, 3)).astype(np.float32)}
        for name, body in (
                ("custom_vjp", round8), ("twice", lambda h: round8(h) * round8(2 * h)),
                ("custom_jvp", sign), ("residuals", lambda h: power(h, 2)[0]), ("vmap", jax.vmap(round8)),
                ("jit", jax.jit(lambda h: round8(h) + round8(jax.jit(round8)(h)))), ("scan", scanned),
                ("cond", lambda h: jax.lax.cond(h.sum() > 0, round8, lambda h: -round8(h), h)),
                ("stop_gradient", lambda h: h / jax.lax.stop_gradient(jnp.abs(h).max())),
                ("relu at 0", lambda h: jax.nn.relu(jnp.round(h)) + jax.nn.relu6(jnp.round(h)) * h)):
            def function(params, x, y, body=body):
                return jnp.sum((body(x @ params["w"]) - y) ** 2)
            with self.subTest(name), warnings.catch_warnings():
                warnings.simplefilter("error")
                ours = self.gradients(function, params, X, Y)["w"]
                theirs = jax.grad(function)(params, DATA["x"][:ROWS], DATA["y"][:ROWS])["w"]
                # Sums of 16 · 3 products in another order, and w − (w − g).
                np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-4)
                self.assertGreater(np.abs(theirs).max(), 0.1)

    def test_softmax_stays_a_softmax(self):
        """Its maximum is stopped, which must not hide it."""
        for op, function in (("softmax", jax.nn.softmax), ("log_softmax", jax.nn.log_softmax),
                             ("logsumexp", lambda z: jax.scipy.special.logsumexp(z, axis=1))):
            halftone.from_jax(lambda w, x, function=function: (function(x @ w) ** 2).sum(), PARAMS["layers"][1]["w"], X,
                              out="rows")
            subprocess.run(["halftone-opt", "rows/model.mlir", "--halftone-import=model=rows/model.mlir", "-o",
                            "rows.mlir"], check=True)
            with open("rows.mlir", encoding="utf-8") as file:
                text = file.read()
            self.assertIn(f"train.{op} ", text)
            self.assertNotIn("stop_gradient", text)

    def test_unknown_jax(self):
        from jax._src.interpreters import mlir
        rules, mlir._lowerings = mlir._lowerings, {}
        try:
            with self.assertRaises(Exception), self.assertWarnsRegex(UserWarning, "stop_gradient is lost with this"):
                halftone.from_jax(lambda w, x: jax.lax.stop_gradient(x @ w).sum(), PARAMS["layers"][1]["w"], X, out="x")
        finally:
            mlir._lowerings = rules

    def test_evaluation(self):
        def train(params, x, y, key):
            return loss(params, STATS, x * jax.random.bernoulli(key, 0.5, x.shape), y)[0]

        def evaluate(y, params, x):
            error = jnp.abs(loss(params, STATS, x, y)[0])
            return {"error": error, "rows": jnp.abs(y).mean(1)}

        halftone.from_jax(train, PARAMS, X, Y, jax.random.key(0), eval=evaluate, out="eval")
        subprocess.run(["halftone-compile", "eval/model.mlir", "--eval=eval/eval.mlir", "--lr=0", "--quiet",
                        "-o", "eval.so"], check=True)
        np.savez("held.npz", **DATA, test_index=np.arange(ROWS))
        subprocess.run(["halftone-run", "eval.so", "--init=eval/params.npz", "--data=held.npz", "--steps=1", "--quiet",
                        "--log=log.jsonl"], check=True)
        with open("log.jsonl", encoding="utf-8") as log:
            line = [json.loads(line) for line in log if "eval_" in line][-1]
        want = evaluate(DATA["y"][:ROWS], PARAMS, DATA["x"][:ROWS])
        np.testing.assert_allclose(line["eval_loss"], want["error"], rtol=1e-5)
        np.testing.assert_allclose(line["eval_rows"], want["rows"].mean(), rtol=1e-5)
        with self.assertRaisesRegex(halftone.ExportError, "eval takes 'z', but the model's parameters are params, x, y"):
            halftone.from_jax(lambda params, x, y: loss(params, STATS, x, y)[0], PARAMS, X, Y, eval=lambda z: z, out="bad")

    def test_roles_by_name(self):
        """What flax's train state is, without flax: one tree of everything."""
        state = {"params": PARAMS, "opt_state": (jax.tree.map(np.zeros_like, PARAMS), ()), "step": 0}

        def step(state, batch):
            params, velocity, count, value = sgd(state["params"], state["opt_state"][0], state["step"], batch)
            return {"params": params, "opt_state": (velocity, ()), "step": count}, {"loss": value, "count": count}

        halftone.from_jax(step, state, {"x": X, "y": Y}, out="state")
        data = {f"batch/{name}": value for name, value in DATA.items()}
        theirs = run_steps("state", data, ORDER, [])
        os.remove("log.jsonl")
        halftone.from_jax(sgd, PARAMS, jax.tree.map(np.zeros_like, PARAMS), 0, {"x": X, "y": Y}, out="parts",
                          opt_state="velocity", step="count")
        self.assertEqual(run_steps("parts", data, ORDER, []), theirs)
        back = halftone.load("trained.npz", like=PARAMS)
        self.assertEqual(jax.tree.structure(back), jax.tree.structure(PARAMS))

    def test_plain_descent_and_scalars(self):
        def step(params, x, y, rate):
            value, grads = jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(params)
            return params - rate * grads, value
        w = PARAMS["layers"][1]["w"]
        halftone.from_jax(step, w, X, Y, 0.1, opt_state=(), out="plain")
        ours = run_steps("plain", {**DATA, "rate": np.float32(0.1)}, ORDER, [])
        theirs = []
        for rows in ORDER:
            w, value = step(w, DATA["x"][rows], DATA["y"][rows], 0.1)
            theirs.append(float(value))
        np.testing.assert_allclose(ours, theirs, rtol=1e-5)

    @unittest.skipUnless(importlib.util.find_spec("flax") and importlib.util.find_spec("optax"), "no flax")
    def test_flax(self):
        import flax.linen as nn
        import optax

        class Model(nn.Module):
            @nn.compact
            def __call__(self, x, train):
                x = nn.Conv(4, (3, 3), use_bias=False)(x)
                x = nn.relu(nn.BatchNorm(use_running_average=not train, momentum=0.9)(x))
                return nn.Dense(10)(nn.avg_pool(x, (2, 2), (2, 2)).reshape(x.shape[0], -1))

        model = Model()
        variables = model.init(jax.random.key(0), jnp.zeros((1, 8, 8, 1)), train=False)
        data = {"images": rng.standard_normal((64, 8, 8, 1)).astype(np.float32),
                "labels": rng.integers(0, 10, 64).astype(np.int32)}

        def fit(variables, images, labels):
            logits, changed = model.apply(variables, images, train=True, mutable=["batch_stats"])
            return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean(), changed

        def evaluate(variables, images, labels):
            logits = model.apply(variables, images, train=False)
            return {"loss": optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean(),
                    "accuracy": (logits.argmax(-1) == labels).mean()}

        batch = [jax.ShapeDtypeStruct((ROWS, *value.shape[1:]), value.dtype) for value in data.values()]
        halftone.from_jax(fit, variables, *batch, eval=evaluate, out="flax")
        held = {"test_index": np.arange(ROWS)}
        ours = run_steps("flax", {**data, **held}, ORDER[:3],
                         ["--eval=flax/eval.mlir", "--convention=optax", "--lr=1e-2", "--weight-decay=0.1"])
        optimizer = optax.adamw(1e-2, weight_decay=0.1)
        params, stats, theirs = variables["params"], variables["batch_stats"], []
        state = optimizer.init(params)
        for rows in ORDER[:3]:
            (value, changed), grads = jax.value_and_grad(
                lambda p: fit({"params": p, "batch_stats": stats}, data["images"][rows], data["labels"][rows]),
                has_aux=True)(params)
            updates, state = optimizer.update(grads, state, params)
            params, stats = optax.apply_updates(params, updates), changed["batch_stats"]
            theirs.append(float(value))
        np.testing.assert_allclose(ours, theirs, rtol=1e-4)
        # All of it comes back into the model, by the names that it has there.
        back = halftone.load("trained.npz", like=variables, name="variables")
        self.assertEqual(jax.tree.structure(back), jax.tree.structure(variables))
        for a, b in zip(jax.tree.leaves(back), jax.tree.leaves({"batch_stats": stats, "params": params})):
            np.testing.assert_allclose(a, b, rtol=1e-3, atol=1e-3)
        want = evaluate(back, data["images"][:ROWS], data["labels"][:ROWS])
        with open("log.jsonl", encoding="utf-8") as log:
            line = [json.loads(line) for line in log if "eval_" in line][-1]
        np.testing.assert_allclose(line["eval_loss"], want["loss"], rtol=1e-5)
        np.testing.assert_allclose(line["eval_accuracy"], want["accuracy"], rtol=1e-6)

    def test_mistakes(self):
        grad = jax.value_and_grad(lambda w, x: (x @ w).sum())
        w = np.ones((5, 3), np.float32)
        with self.assertRaisesRegex(halftone.ExportError, "result 1 has the tree of '.*': export the loss function"):
            halftone.from_jax(grad, w, X, out="bad")
        with self.assertRaisesRegex(halftone.ExportError, "no result is a float of rank 0, so none is the loss"):
            halftone.from_jax(lambda w, x: x @ w, w, X, out="bad")
        with self.assertRaisesRegex(halftone.ExportError, "'model/0' is of type function, expected an array"):
            halftone.from_jax(lambda model, x: (x @ w).sum(), [lambda: 0], X, out="bad")
        with self.assertRaisesRegex(halftone.ExportError, "none of images, labels is a parameter to train; say it"):
            halftone.from_jax(lambda images, labels: images.sum(), X, Y, out="bad", batch=("images", "labels"))
        with self.assertRaisesRegex(halftone.ExportError, "batch='z': the function takes w, x"):
            halftone.from_jax(lambda w, x: (x @ w).sum(), w, X, out="bad", batch="z")
        self.assertFalse(os.path.exists("bad"))


unittest.main(verbosity=0)
