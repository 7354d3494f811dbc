# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small steps that JAX differentiates, as StableHLO: python3 make_steps.py FOLDER

`halftone-opt --halftone-import` of them (for `weighted` with hyper-param=hyper) are the functions of
loss-scaling-steps.mlir.
"""

import sys

import jax
import jax.numpy as jnp

W, X, Y = jnp.zeros((4, 3)), jnp.zeros((8, 4)), jnp.zeros((8, 3))
B = jnp.zeros((3,))
PARAMS = {"w": W, "b": B}
BATCH = {"x": X, "y": Y}
tree = jax.tree_util.tree_map


def mse(params, batch):
    return jnp.mean((jnp.tanh(batch["x"] @ params["w"] + params["b"]) - batch["y"]) ** 2)


def sgd(params, batch):
    loss, grads = jax.value_and_grad(mse)(params, batch)
    return {"params": tree(lambda p, g: p - 0.1 * g, params, grads), "loss": loss}


def momentum(params, opt_state, batch):
    loss, grads = jax.value_and_grad(mse)(params, batch)
    grads = tree(lambda g, p: g + 0.01 * p, grads, params)
    state = tree(lambda m, g: 0.9 * m + g, opt_state, grads)
    return {"params": tree(lambda p, m: p - 0.1 * m, params, state), "opt_state": state, "loss": loss}


def adamw(loss_function):
    def step(params, opt_state, step, batch):
        loss, grads = jax.value_and_grad(loss_function)(params, batch)
        norm = jnp.sqrt(sum(jnp.sum(g * g) for g in jax.tree_util.tree_leaves(grads)))
        grads = tree(lambda g: jnp.where(norm < 1.0, g, g / norm), grads)
        step = step + 1
        mu = tree(lambda m, g: 0.9 * m + 0.1 * g, opt_state["mu"], grads)
        nu = tree(lambda v, g: 0.999 * v + 0.001 * g * g, opt_state["nu"], grads)
        t = step.astype(jnp.float32)
        update = tree(lambda m, v: (m / (1 - 0.9**t)) / (jnp.sqrt(v / (1 - 0.999**t)) + 1e-8), mu, nu)
        params = tree(lambda p, u: p - 1e-2 * (u + 0.1 * p), params, update)
        return {"params": params, "opt_state": {"mu": mu, "nu": nu}, "step": step, "loss": loss, "norm": norm}
    return step


def two_losses(params, batch):
    h = jnp.tanh(batch["x"] @ params["w"])
    logits = h * params["b"]
    main = -jnp.mean(jnp.sum(batch["y"] * jax.nn.log_softmax(logits), axis=1))
    return main + 0.01 * jnp.mean(h**2) + 0.5 * jnp.sum(params["w"] ** 2)


def two_models(params, batch):
    return (mse({"w": params["w"], "b": params["b"]}, batch)
            + 0.3 * jnp.mean(jnp.abs(batch["x"] @ params["v"] - batch["y"])))


def summed(params, batch):
    """The seed 1 is folded away."""
    return jnp.sum((batch["x"] @ params["w"] + params["b"]) * batch["y"])


def weighted(params, hyper, batch):
    """So is this one: it is an argument."""
    return hyper * mse(params, batch)


def scan(params, batch):
    def layer(h, w):
        return jnp.tanh(h @ w["w"] + w["b"]), None
    h, _ = jax.lax.scan(layer, batch["x"], params["layers"])
    return jnp.mean((h - batch["y"]) ** 2)


def gradients(params, batch):
    loss, grads = jax.value_and_grad(mse)(params, batch)
    return {"params": tree(lambda p, g: p - 0.1 * g, params, grads), "grads": grads, "loss": loss}


def flat(params, batch):
    """A norm over all gradients as one vector."""
    loss, grads = jax.value_and_grad(mse)(params, batch)
    norm = jnp.linalg.norm(jnp.concatenate([g.ravel() for g in jax.tree_util.tree_leaves(grads)]))
    return {"params": tree(lambda p, g: p - 0.1 * g / norm, params, grads), "loss": loss}


def sums(params, batch):
    """The same gradient, summed for each of two parameters."""
    return jnp.mean((batch["x"] + params["bias"] + params["position"][:, None]) ** 2)


def twice(params, batch):
    """Two steps in one."""
    def one(params, _):
        loss, grads = jax.value_and_grad(mse)(params, batch)
        return tree(lambda p, g: p - 0.1 * g, params, grads), loss
    params, losses = jax.lax.scan(one, params, None, length=2)
    return {"params": params, "loss": losses[-1]}


def rivals(params, batch):
    """A second model, trained on what the first one has just become."""
    fake, grads = jax.value_and_grad(lambda v: jnp.mean((batch["x"] @ v) ** 2))(params["v"])
    v = params["v"] - 0.1 * grads
    loss, grads = jax.value_and_grad(lambda w: jnp.mean((batch["x"] @ w - batch["x"] @ v) ** 2))(params["w"])
    return {"params": {"w": params["w"] - 0.1 * grads, "v": v}, "loss": loss}


@jax.custom_vjp
def clip_gradient(x):
    return x


clip_gradient.defvjp(lambda x: (x, None), lambda _, g: (jnp.clip(g, -1.0, 1.0),))


@jax.custom_vjp
def squash_gradient(x):
    return x


squash_gradient.defvjp(lambda x: (x, None), lambda _, g: (jnp.tanh(g),))


@jax.custom_vjp
def noisy_gradient(x, n):
    return x


noisy_gradient.defvjp(lambda x, n: (x, n), lambda n, g: (g + n, jnp.zeros_like(n)))


def with_gradient(change):
    def loss(params, batch):
        h = jnp.tanh(batch["x"] @ params["w"])
        return jnp.mean((change(h, batch["x"][:, :3]) * params["b"] - batch["y"]) ** 2)
    return loss


def micro(params, batch):
    """Gradients of micro-batches, summed by a scan."""
    def add(total, part):
        loss, grads = jax.value_and_grad(mse)(params, part)
        return (total[0] + loss / 4, tree(lambda a, g: a + g / 4, total[1], grads)), None
    start = (jnp.zeros(()), tree(jnp.zeros_like, params))
    parts = tree(lambda a: a.reshape(4, 2, *a.shape[1:]), batch)
    (loss, grads), _ = jax.lax.scan(add, start, parts)
    return {"params": tree(lambda p, g: p - 0.1 * g, params, grads), "loss": loss}


def sign(params, opt_state, batch):
    """Lion."""
    loss, grads = jax.value_and_grad(mse)(params, batch)
    update = tree(lambda m, g: jnp.sign(0.9 * m + 0.1 * g), opt_state, grads)
    state = tree(lambda m, g: 0.99 * m + 0.01 * g, opt_state, grads)
    return {"params": tree(lambda p, u: p - 1e-3 * (u + 0.1 * p), params, update), "opt_state": state, "loss": loss}


def plain(loss_function):
    def step(params, batch):
        loss, grads = jax.value_and_grad(loss_function)(params, batch)
        return {"params": tree(lambda p, g: p - 0.1 * g, params, grads), "loss": loss}
    return step


def plain_hyper(params, hyper, batch):
    loss, grads = jax.value_and_grad(weighted)(params, hyper, batch)
    return {"params": tree(lambda p, g: p - 0.1 * g, params, grads), "loss": loss}


ADAM = {"mu": PARAMS, "nu": PARAMS}
LAYERS = {"layers": {"w": jnp.zeros((3, 4, 4)), "b": jnp.zeros((3, 4))}}
SQUARE = {"x": X, "y": X}
COUNT = jnp.zeros((), jnp.int32)
STEPS = {
    "sgd": (sgd, PARAMS, BATCH),
    "momentum": (momentum, PARAMS, PARAMS, BATCH),
    "adamw": (adamw(mse), PARAMS, ADAM, COUNT, BATCH),
    "adamw_two_losses": (adamw(two_losses), PARAMS, ADAM, COUNT, BATCH),
    "two_losses": (plain(two_losses), PARAMS, BATCH),
    "two_models": (plain(two_models), {**PARAMS, "v": W}, BATCH),
    "adamw_two_models": (adamw(two_models), {**PARAMS, "v": W}, {"mu": {**PARAMS, "v": W}, "nu": {**PARAMS, "v": W}},
                         COUNT, BATCH),
    "summed": (plain(summed), PARAMS, BATCH),
    "weighted": (plain_hyper, PARAMS, jnp.zeros(()), BATCH),
    "scan": (plain(scan), LAYERS, SQUARE),
    "adamw_scan": (adamw(scan), LAYERS, {"mu": LAYERS, "nu": LAYERS}, COUNT, SQUARE),
    "gradients": (gradients, PARAMS, BATCH),
    "clipped": (plain(with_gradient(lambda h, n: clip_gradient(h))), PARAMS, BATCH),
    "squashed": (plain(with_gradient(lambda h, n: squash_gradient(h))), PARAMS, BATCH),
    "noisy": (plain(with_gradient(noisy_gradient)), PARAMS, BATCH),
    "micro": (micro, PARAMS, BATCH),
    "twice": (twice, PARAMS, BATCH),
    "rivals": (rivals, {"w": W, "v": W}, {"x": X}),
    "flat": (flat, PARAMS, BATCH),
    "sums": (plain(sums), {"bias": jnp.zeros(4), "position": jnp.zeros(8)}, {"x": X}),
    "sign": (sign, PARAMS, PARAMS, BATCH),
}

for name, (step, *arguments) in STEPS.items():
    with open(f"{sys.argv[1]}/{name}.mlir", "w") as file:
        file.write(jax.jit(step).lower(*arguments).as_text(debug_info=True))
