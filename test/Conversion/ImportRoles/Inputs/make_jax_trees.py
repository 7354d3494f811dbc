# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes jax_*.mlir: losses and steps over the trees that flax, equinox and optax pass around,
as JAX prints them, with the locations of arguments only.

    make_jax_trees.py FOLDER      (jax 0.10.2, flax 0.12.8, equinox 0.13.8, optax 0.2.8)
"""
import pathlib
import re
import sys

import equinox as eqx
import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax import nnx
from flax.training import train_state

X = jax.ShapeDtypeStruct((4, 3), jnp.float32)
Y = jax.ShapeDtypeStruct((4, 2), jnp.float32)


def error(out, y):
    return jnp.mean((out - y) ** 2)


class Dense(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(2)(x)


class Normalized(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.BatchNorm(use_running_average=False)(x)
        return nn.Dense(2)(x)


def equinox_model():
    model = eqx.nn.MLP(3, 2, 4, 1, key=jax.random.key(0))
    params, static = eqx.partition(model, eqx.is_array)
    return lambda model, x, y: error(jax.vmap(eqx.combine(model, static))(x), y), (params, X, Y)


def nnx_state():
    graph, state = nnx.split(nnx.Linear(3, 2, rngs=nnx.Rngs(0)))
    return lambda params, batch: error(nnx.merge(graph, params)(batch[0]), batch[1]), (state, (X, Y))


def flax_variables():
    model = Normalized()
    variables = model.init(jax.random.key(0), jnp.zeros(X.shape))

    def loss(variables, x, y, rng):
        out, changed = model.apply(variables, x, mutable=["batch_stats"])
        return error(out, y), (changed, {"largest": out.max()})
    return loss, (variables, X, Y, jax.random.key(0))


def flax_train_state():
    model = Dense()
    params = model.init(jax.random.key(0), jnp.zeros(X.shape))["params"]
    state = train_state.TrainState.create(apply_fn=model.apply, params=params, tx=optax.sgd(0.1, momentum=0.9))

    def step(state, batch):
        def loss(params):
            return error(state.apply_fn({"params": params}, batch["x"]), batch["y"])
        value, grads = jax.value_and_grad(loss)(state.params)
        return state.apply_gradients(grads=grads), {"loss": value, "norm": optax.tree.norm(grads)}
    return step, (state, {"x": X, "y": Y})


def optax_step(optimizer, params):
    def step(params, opt_state, x, y):
        value, grads = jax.value_and_grad(lambda p: error(x @ p["w"] + p["b"], y))(params)
        updates, opt_state = optimizer.update(grads, opt_state, params)
        return optax.apply_updates(params, updates), opt_state, value
    return step, (params, optimizer.init(params), X, Y)


def optax_inject():
    return optax_step(optax.inject_hyperparams(optax.sgd)(learning_rate=0.1),
                      {"w": jnp.ones((3, 2)), "b": jnp.zeros(2)})


def optax_multi():
    groups = {"a": optax.chain(optax.clip_by_global_norm(1.0), optax.lion(1e-3)), "b": optax.set_to_zero()}
    return optax_step(optax.multi_transform(groups, {"w": "a", "b": "b"}), {"w": jnp.ones((3, 2)), "b": jnp.zeros(2)})


for make in (equinox_model, nnx_state, flax_variables, flax_train_state, optax_inject, optax_multi):
    function, args = make()
    text = jax.jit(function, keep_unused=True).lower(*args).as_text(debug_info=True)
    text = re.sub(r" loc\((#\w+|unknown)\)", "", re.sub(r"(?m)^#loc.*\n", "", text))
    head = f"// {make.__name__} of make_jax_trees.py\n"
    pathlib.Path(sys.argv[1], f"jax_{make.__name__}.mlir").write_text(head + text)
