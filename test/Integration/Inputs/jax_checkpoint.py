# Prints jax_checkpoint.loss.mlir and jax_checkpoint.step.mlir (JAX 0.10.2), into this folder:
# two layers, each under jax.checkpoint; the loss, and a step that JAX differentiated.
import os

import jax
import jax.numpy as jnp


@jax.checkpoint
def layer(w, x):
    return jnp.tanh(x @ w["a"]) @ w["b"]


def loss(params, x):
    for w in params:
        x = layer(w, x)
    return jnp.sum(x * x)


def step(params, momentum, x):
    value, gradient = jax.value_and_grad(loss)(params, x)
    momentum = jax.tree.map(lambda m, g: 0.9 * m + g, momentum, gradient)
    return jax.tree.map(lambda p, m: p - 0.1 * m, params, momentum), momentum, value


params = [{"a": jnp.ones((4, 8)), "b": jnp.ones((8, 4))} for _ in range(2)]
x = jnp.ones((3, 4))
folder = os.path.dirname(os.path.abspath(__file__))
os.chdir(folder)
for name, function, arguments in [("loss", loss, (params, x)), ("step", step, (params, params, x))]:
    with open(f"jax_checkpoint.{name}.mlir", "w") as file:
        file.write(jax.jit(function).lower(*arguments).as_text(debug_info=True).replace(folder + "/", ""))
