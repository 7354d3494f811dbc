#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One run of a peer for steps.py: `step_peers.py torch|torch-compile|jax MODEL TYPE STEPS`.

Prints the median time of a step in ms, after 10 untimed ones. The same shapes,
optimizer (AdamW) and precision (autocast, or casts at products in JAX) as Halftone's
step; f16 with a loss scale of 2^16 and an unscale. Batches are arguments, not constants.
"""
import math
import statistics
import sys
import time

import numpy as np

SIZES = {"mlp": (64, (64, 128, 128, 10)), "mlp512": (512, (512, 512, 512, 10))}
BATCH, LENGTH, WIDTH, HEADS, LAYERS, VOCABULARY = 8, 64, 64, 4, 2, 62


def weights(model):
    rng = np.random.default_rng(0)
    normal = lambda *shape: (rng.standard_normal(shape) * 0.05).astype(np.float32)
    if model in SIZES:
        w = {}
        widths = SIZES[model][1]
        for i, (a, b) in enumerate(zip(widths, widths[1:])):
            w |= {f"l{i}w": normal(a, b), f"l{i}b": normal(b), f"n{i}w": 1 + normal(b), f"n{i}b": normal(b)}
        return {k: v for k, v in w.items() if not k.startswith(f"n{len(widths) - 2}")}
    w = {"tok": normal(VOCABULARY, WIDTH), "pos": normal(LENGTH, WIDTH), "lnw": 1 + normal(WIDTH), "lnb": normal(WIDTH)}
    for i in range(LAYERS):
        for n in (1, 2):
            w |= {f"{i}ln{n}w": 1 + normal(WIDTH), f"{i}ln{n}b": normal(WIDTH)}
        for n, a, b in (("qkv", WIDTH, 3 * WIDTH), ("o", WIDTH, WIDTH), ("up", WIDTH, 4 * WIDTH), ("down", 4 * WIDTH, WIDTH)):
            w |= {f"{i}{n}w": normal(a, b), f"{i}{n}b": normal(b)}
    return w


def batches(model, count=8):
    rng = np.random.default_rng(1)
    for _ in range(count):
        if model in SIZES:
            rows, widths = SIZES[model]
            yield rng.random((rows, widths[0]), np.float32), rng.integers(0, 10, rows).astype(np.int64)
        else:
            tokens = rng.integers(0, VOCABULARY, (BATCH, LENGTH + 1))
            yield tokens[:, :-1].copy(), tokens[:, 1:].reshape(-1).copy()


def timed(step, data, steps):
    times = []
    for i in range(steps + 10):
        start = time.perf_counter()
        step(*data[i % len(data)])
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times[10:])


def run_torch(model, kind, steps, compiled):
    import torch
    import torch.nn.functional as F
    w = {k: torch.from_numpy(v).requires_grad_() for k, v in weights(model).items()}
    data = [(torch.from_numpy(x), torch.from_numpy(y)) for x, y in batches(model)]
    norm = lambda x, n: F.layer_norm(x, x.shape[-1:], w[n + "w"], w[n + "b"])
    linear = lambda x, n: F.linear(x, w[n + "w"].t(), w[n + "b"])
    gelu = lambda x: F.gelu(x, approximate="tanh")

    def mlp(x):
        depth = len(SIZES[model][1]) - 1
        for i in range(depth):
            x = linear(x, f"l{i}")
            if i < depth - 1:
                x = gelu(norm(x, f"n{i}"))
        return x

    def gpt(tokens):
        x = F.embedding(tokens, w["tok"]) + w["pos"]
        for i in range(LAYERS):
            split = lambda t: t.reshape(BATCH, LENGTH, HEADS, -1).transpose(1, 2)
            q, k, v = map(split, linear(norm(x, f"{i}ln1"), f"{i}qkv").chunk(3, -1))
            a = F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).reshape(BATCH, LENGTH, -1)
            x = x + linear(a, f"{i}o")
            x = x + linear(gelu(linear(norm(x, f"{i}ln2"), f"{i}up")), f"{i}down")
        return F.linear(norm(x, "ln"), w["tok"]).reshape(BATCH * LENGTH, -1)

    forward = gpt if model == "gpt" else mlp
    low = {"bf16": torch.bfloat16, "f16": torch.float16}.get(kind)

    def loss_of(x, y):
        with torch.autocast("cpu", low, enabled=low is not None):
            return F.cross_entropy(forward(x).float(), y)

    if compiled:
        loss_of = torch.compile(loss_of)
    optimizer = torch.optim.AdamW(list(w.values()), lr=1e-3, fused=True)
    scaler = torch.amp.GradScaler("cpu", enabled=kind == "f16")

    def step(x, y):
        optimizer.zero_grad()
        scaler.scale(loss_of(x, y)).backward()
        if model == "gpt":
            scaler.unscale_(optimizer)
            torch.nn.utils.clip_grad_norm_(list(w.values()), 1.0)
        scaler.step(optimizer)
        scaler.update()

    return timed(step, data, steps)


def run_jax(model, kind, steps):
    import jax
    import jax.numpy as jnp
    low = {"bf16": jnp.bfloat16, "f16": jnp.float16}.get(kind, jnp.float32)
    scale = 65536.0 if kind == "f16" else 1.0

    def norm(w, x, n):
        x = x.astype(jnp.float32)
        mean = x.mean(-1, keepdims=True)
        return (x - mean) * jax.lax.rsqrt(((x - mean) ** 2).mean(-1, keepdims=True) + 1e-5) * w[n + "w"] + w[n + "b"]

    linear = lambda w, x, n: x.astype(low) @ w[n + "w"].astype(low) + w[n + "b"].astype(low)

    def mlp(w, x):
        depth = len(SIZES[model][1]) - 1
        for i in range(depth):
            x = linear(w, x, f"l{i}")
            if i < depth - 1:
                x = jax.nn.gelu(norm(w, x, f"n{i}"))
        return x

    def gpt(w, tokens):
        x = w["tok"][tokens] + w["pos"]
        mask = jnp.tril(jnp.ones((LENGTH, LENGTH), bool))
        for i in range(LAYERS):
            split = lambda t: t.reshape(BATCH, LENGTH, HEADS, -1).transpose(0, 2, 1, 3)
            q, k, v = map(split, jnp.split(linear(w, norm(w, x, f"{i}ln1"), f"{i}qkv"), 3, -1))
            s = (q @ k.swapaxes(-1, -2)).astype(jnp.float32) / math.sqrt(WIDTH // HEADS)
            p = jax.nn.softmax(jnp.where(mask, s, -jnp.inf)).astype(low)
            a = (p @ v).transpose(0, 2, 1, 3).reshape(BATCH, LENGTH, -1)
            x = x + linear(w, a, f"{i}o")
            x = x + linear(w, jax.nn.gelu(linear(w, norm(w, x, f"{i}ln2"), f"{i}up")), f"{i}down")
        return (norm(w, x, "ln").astype(low) @ w["tok"].astype(low).T).reshape(BATCH * LENGTH, -1)

    forward = gpt if model == "gpt" else mlp

    def loss_of(w, x, y):
        logits = jax.nn.log_softmax(forward(w, x).astype(jnp.float32))
        return -jnp.take_along_axis(logits, y[:, None], 1).mean() * scale

    def adamw(p, m, v, g, t):
        m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
        return p * (1 - 1e-5) - 1e-3 * (m / (1 - 0.9 ** t)) / (jnp.sqrt(v / (1 - 0.999 ** t)) + 1e-8), m, v

    def update(state, x, y):
        w, m, v, t = state
        loss, g = jax.value_and_grad(loss_of)(w, x, y)
        g = {k: a / scale for k, a in g.items()}
        size = jnp.sqrt(sum((a * a).sum() for a in g.values()))
        if model == "gpt":
            g = {k: a * jnp.minimum(1, 1 / (size + 1e-6)) for k, a in g.items()}
        new = {k: adamw(w[k], m[k], v[k], g[k], t + 1) for k in w}
        keep = jnp.isfinite(size) if kind == "f16" else True
        pick = lambda i, old: {k: jnp.where(keep, n[i], old[k]) for k, n in new.items()}
        return (pick(0, w), pick(1, m), pick(2, v), t + jnp.where(keep, 1.0, 0.0)), loss, size

    jitted = jax.jit(update, donate_argnums=0)
    w = {k: jnp.asarray(a) for k, a in weights(model).items()}
    holder = [(w, {k: jnp.zeros_like(a) for k, a in w.items()}, {k: jnp.zeros_like(a) for k, a in w.items()}, jnp.float32(0))]
    data = [(jnp.asarray(x), jnp.asarray(y)) for x, y in batches(model)]

    def step(x, y):
        holder[0], loss, _ = jitted(holder[0], x, y)
        loss.block_until_ready()
        jax.block_until_ready(holder[0])

    return timed(step, data, steps)


def main():
    mode, model, kind, steps = sys.argv[1:]
    if mode == "jax":
        print(run_jax(model, kind, int(steps)))
    else:
        print(run_torch(model, kind, int(steps), mode == "torch-compile"))


if __name__ == "__main__":
    main()
