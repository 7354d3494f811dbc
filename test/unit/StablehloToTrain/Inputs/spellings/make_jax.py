# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes jax.mlir and jax.npz: what JAX prints for the spellings of composites that jax.nn, flax, optax and
hand-written models use. Needs jax, flax and optax; run in this folder.
"""
import functools
import math

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import lax

from spellings import Writer

rng = np.random.default_rng(11)
F32, I32 = np.float32, np.int32


def normal(*shape, scale=1.0, mean=0.0):
    return (rng.standard_normal(shape) * scale + mean).astype(F32)


def ints(low, high, *shape):
    return rng.integers(low, high, shape).astype(I32)


def bools(*shape):
    """With rows that block everything."""
    mask = rng.random(shape) < 0.7
    mask[..., 0, :] = False
    return mask


def seen(*shape):
    """A key is seen in each row."""
    mask = rng.random(shape) < 0.6
    mask[..., 1] = True
    return mask


def lengths(b, s):
    """Padding masks: ones, then zeros."""
    return (np.arange(s)[None, :] < np.array([s, s - 2])[:b, None]).astype(I32)


writer = Writer("jax")


def spelling(name, function, *args):
    """`function` of `args`; what isn't a scalar is weighed and summed to a loss."""
    value = np.asarray(jax.eval_shape(function, *args).shape, int)
    if value.size == 0:
        loss, inputs = (lambda *xs: (function(*xs),)), args
    else:
        def loss(*xs):
            y = function(*xs[:-1])
            return jnp.sum(y * xs[-1]), y
        inputs = (*args, normal(*value))
    floats = [i for i, x in enumerate(args) if x.dtype == F32]
    results, gradients = jax.jit(lambda *xs: (loss(*xs), jax.grad(lambda *xs: loss(*xs)[0], floats)(*xs)))(*inputs)
    writer.add(name, jax.jit(loss, keep_unused=True).lower(*inputs).as_text(), inputs, results, dict(zip(floats, gradients)))


# Attention -----------------------------------------------------------------------------------

B, T, S, N, K, D = 2, 5, 5, 4, 2, 6


def qkv(t=T, s=S, kv=N):
    return normal(B, t, N, D), normal(B, s, kv, D), normal(B, s, kv, D)


sdpa = jax.nn.dot_product_attention
spelling("sdpa", sdpa, *qkv(s=7))
spelling("sdpa_causal", functools.partial(sdpa, is_causal=True), *qkv())
spelling("sdpa_causal_longer_keys", functools.partial(sdpa, is_causal=True), *qkv(s=7))
spelling("sdpa_mask", lambda q, k, v, m: sdpa(q, k, v, mask=m), *qkv(), bools(B, 1, T, S))
spelling("sdpa_mask_heads", lambda q, k, v, m: sdpa(q, k, v, mask=m), *qkv(), bools(B, N, T, S))
spelling("sdpa_bias", sdpa, *qkv(), normal(1, N, T, S))
spelling("sdpa_bias_mask_causal", lambda q, k, v, b, m: sdpa(q, k, v, b, m, is_causal=True), *qkv(),
         normal(B, N, T, S), seen(B, 1, 1, S) | (np.arange(S) == 0))
spelling("sdpa_gqa", sdpa, *qkv(kv=K))
spelling("sdpa_gqa_causal", functools.partial(sdpa, is_causal=True), *qkv(kv=K))
spelling("sdpa_gqa_mask_bias", lambda q, k, v, b, m: sdpa(q, k, v, b, m), *qkv(kv=K), normal(B, N, T, S),
         seen(B, 1, T, S))
spelling("sdpa_mqa", sdpa, *qkv(kv=1))
spelling("sdpa_window", functools.partial(sdpa, local_window_size=(2, 1)), *qkv(s=5))
spelling("sdpa_lengths", lambda q, k, v: sdpa(q, k, v, key_value_seq_lengths=jnp.array([3, 5])), *qkv())
spelling("flax_attention", nn.dot_product_attention, *qkv(s=7))
spelling("flax_attention_mask", lambda q, k, v, m: nn.dot_product_attention(q, k, v, mask=m), *qkv(),
         bools(B, 1, T, S))
spelling("flax_attention_causal",
         lambda q, k, v: nn.dot_product_attention(q, k, v, mask=nn.make_causal_mask(jnp.ones((B, T)), dtype=bool)),
         *qkv())
spelling("flax_attention_causal_padding", lambda q, k, v, m: nn.dot_product_attention(
    q, k, v, mask=nn.combine_masks(nn.make_causal_mask(m), nn.make_attention_mask(m > 0, m > 0))), *qkv(),
    lengths(B, T))
spelling("flax_attention_bias", lambda q, k, v, b: nn.dot_product_attention(q, k, v, bias=b), *qkv(),
         normal(1, N, T, S))


def flax_self_attention():
    module = nn.MultiHeadDotProductAttention(num_heads=2, qkv_features=8)
    x = normal(2, 5, 8)
    params = jax.tree.map(lambda p: normal(*p.shape, scale=0.4), module.init(jax.random.key(0), x)["params"])
    leaves, tree = jax.tree.flatten(params)
    return (lambda x, *w: module.apply({"params": jax.tree.unflatten(tree, w)}, x)), x, *leaves


spelling("flax_self_attention", *flax_self_attention())


def rope(x, base=10000.0):
    half = x.shape[-1] // 2
    freqs = base ** (-jnp.arange(half) / half)
    angles = jnp.arange(x.shape[1])[:, None] * freqs[None, :]
    cos, sin = jnp.cos(angles)[None, :, None, :], jnp.sin(angles)[None, :, None, :]
    a, b = x[..., :half], x[..., half:]
    return jnp.concatenate([a * cos - b * sin, b * cos + a * sin], -1)


def causal(t=T, s=S):
    return jnp.arange(t)[:, None] >= jnp.arange(s)[None, :]


def attend(scores, v, equation="bhqk,bkhd->bqhd"):
    return jnp.einsum(equation, jax.nn.softmax(scores, -1), v)


def llama_repeat(q, k, v):
    q, k = rope(q), rope(k)
    k, v = jnp.repeat(k, N // K, axis=2), jnp.repeat(v, N // K, axis=2)
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / math.sqrt(D)
    return attend(jnp.where(causal(), scores, jnp.finfo(F32).min), v)


def llama_repeat_bhtd(q, k, v):
    q, k, v = (x.transpose(0, 2, 1, 3) for x in (rope(q), rope(k), v))
    k, v = (jnp.broadcast_to(x[:, :, None], (B, K, N // K, S, D)).reshape(B, N, S, D) for x in (k, v))
    scores = (q @ k.swapaxes(-1, -2)) * D ** -0.5
    scores = scores + jnp.where(causal(), 0.0, -jnp.inf)
    return (jax.nn.softmax(scores, -1) @ v).transpose(0, 2, 1, 3).reshape(B, T, N * D)


def gqa_einsum(q, k, v):
    q = q.reshape(B, T, K, N // K, D)
    scores = jnp.einsum("btkgd,bskd->bkgts", q, k) * D ** -0.5
    scores = jnp.where(causal()[None, None, None], scores, jnp.finfo(F32).min)
    return attend(scores, v, "bkgts,bskd->btkgd").reshape(B, T, N, D)


def gqa_einsum_group_last(q, k, v):
    """Scores as [batch, queries, kv heads, groups, keys]."""
    q = q.reshape(B, T, K, N // K, D)
    scores = jnp.einsum("btkgd,bskd->btkgs", q, k) * D ** -0.5
    scores = jnp.where(causal()[None, :, None, None, :], scores, -jnp.inf)
    return attend(scores, v, "btkgs,bskd->btkgd").reshape(B, T, N, D)


spelling("llama_repeat", llama_repeat, *qkv(kv=K))
spelling("llama_repeat_bhtd", llama_repeat_bhtd, *qkv(kv=K))
spelling("gqa_einsum", gqa_einsum, *qkv(kv=K))
spelling("gqa_einsum_group_last", gqa_einsum_group_last, *qkv(kv=K))


def scores_of(q, k):
    return jnp.einsum("bqhd,bkhd->bhqk", q, k) / math.sqrt(D)


spelling("tril_1e9", lambda q, k, v: attend(
    jnp.where(jnp.tril(jnp.ones((T, S), bool)), scores_of(q, k), -1e9), v), *qkv())
spelling("tril_1e30", lambda q, k, v: attend(
    jnp.where(jnp.tril(jnp.ones((T, S))) == 0, -1e30, scores_of(q, k)), v), *qkv())
spelling("tril_inf", lambda q, k, v: attend(
    jnp.where(jnp.tril(jnp.ones((T, S))) == 0, -jnp.inf, scores_of(q, k)), v), *qkv())
spelling("tril_float", lambda q, k, v: attend(
    scores_of(q, k) + (1.0 - jnp.tril(jnp.ones((T, S)))) * -1e9, v), *qkv())
spelling("added_padding", lambda q, k, v, m: attend(
    scores_of(q, k) + (1.0 - m[:, None, None, :].astype(F32)) * -10000.0, v), *qkv(), lengths(B, S))
spelling("added_padding_min", lambda q, k, v, m: attend(
    scores_of(q, k) + (1.0 - m[:, None, None, :].astype(F32)) * jnp.finfo(F32).min, v), *qkv(), lengths(B, S))
spelling("added_selected", lambda q, k, v, m: attend(
    scores_of(q, k) + jnp.where(m, 0.0, jnp.finfo(F32).min), v), *qkv(), seen(B, 1, T, S))
spelling("added_any", lambda q, k, v, m: attend(scores_of(q, k) + m, v), *qkv(), normal(B, 1, T, S))
spelling("where_padding_min", lambda q, k, v, m: attend(
    jnp.where(m[:, None, None, :] > 0, scores_of(q, k), jnp.finfo(F32).min), v), *qkv(), lengths(B, S))
spelling("where_padding_1e9", lambda q, k, v, m: attend(
    jnp.where(m[:, None, None, :] > 0, scores_of(q, k), -1e9), v), *qkv(), lengths(B, S))
spelling("where_inf", lambda q, k, v, m: attend(jnp.where(m, scores_of(q, k), -jnp.inf), v), *qkv(),
         seen(B, 1, T, S))
spelling("causal_and_padding_1e9", lambda q, k, v, m: attend(
    jnp.where(causal() & (m[:, None, None, :] > 0), scores_of(q, k), -1e9), v), *qkv(), lengths(B, S))
spelling("window", lambda q, k, v: attend(
    jnp.where(causal() & (jnp.arange(T)[:, None] - jnp.arange(S)[None] < 3), scores_of(q, k), -jnp.inf), v), *qkv())
spelling("alibi", lambda q, k, v: attend(jnp.where(
    causal(), scores_of(q, k) + 2.0 ** -jnp.arange(1, N + 1)[:, None, None] * (
        jnp.arange(S)[None, None] - jnp.arange(T)[None, :, None]), -jnp.inf), v), *qkv())
spelling("learned_bias", lambda q, k, v, table: attend(
    scores_of(q, k) + table[(jnp.arange(T)[:, None] - jnp.arange(S)[None]).clip(-3, 3) + 3].transpose(2, 0, 1)[None],
    v), *qkv(), normal(7, N))
spelling("one_head", lambda q, k, v: jax.nn.softmax(jnp.where(causal(), q @ k.T / math.sqrt(D), -jnp.inf), -1) @ v,
         normal(T, D), normal(S, D), normal(S, D))
spelling("heads_only", lambda q, k, v: jnp.einsum("hts,shd->thd", jax.nn.softmax(
    jnp.einsum("thd,shd->hts", q, k) * 0.25, -1), v), normal(T, N, D), normal(S, N, D), normal(S, N, D))
spelling("vmapped", lambda q, k, v: jax.vmap(jax.vmap(lambda q, k, v: jax.nn.softmax(q @ k.T / 2.0) @ v, 1, 1))(
    q, k, v), *qkv())
spelling("queries_last", lambda q, k, v: jnp.einsum("bhkq,bkhd->bqhd", jax.nn.softmax(
    jnp.einsum("bkhd,bqhd->bhkq", k, q) * 0.5, axis=2), v), *qkv(s=7))
# Not attention: probabilities that others use, or that dropout has thinned; scores that are capped; keys that are
# blocked after the softmax; a mask that starts one key too late.
spelling("probabilities_used", lambda q, k, v: (lambda p: jnp.einsum("bhqk,bkhd->bqhd", p, v) + p.sum())(
    jax.nn.softmax(scores_of(q, k), -1)), *qkv())
spelling("attention_dropout", lambda q, k, v: jnp.einsum("bhqk,bkhd->bqhd", (lambda p: jnp.where(
    jax.random.bernoulli(jax.random.key(3), 0.9, p.shape), p / 0.9, 0.0))(jax.nn.softmax(scores_of(q, k), -1)), v),
    *qkv())
spelling("capped", lambda q, k, v: attend(50.0 * jnp.tanh(scores_of(q, k) / 50.0), v), *qkv())
spelling("softmax_over_queries", lambda q, k, v: jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(
    scores_of(q, k), axis=2), v), *qkv())
spelling("blocked_after_softmax", lambda q, k, v: jnp.einsum("bhqk,bkhd->bqhd", jnp.where(
    causal(), jax.nn.softmax(scores_of(q, k), -1), 0.0), v), *qkv())
spelling("strictly_before_min", lambda q, k, v: attend(jnp.where(
    jnp.arange(T)[:, None] > jnp.arange(S)[None], scores_of(q, k), jnp.finfo(F32).min), v), *qkv())
spelling("strictly_before_1e9", lambda q, k, v: attend(jnp.where(
    jnp.arange(T)[:, None] > jnp.arange(S)[None], scores_of(q, k), -1e9), v), *qkv())

# Norms ---------------------------------------------------------------------------------------


def ln(x, axis=-1, eps=1e-5):
    mean = x.mean(axis, keepdims=True)
    return (x - mean) * lax.rsqrt(((x - mean) ** 2).mean(axis, keepdims=True) + eps)


spelling("layer_norm", lambda x, w, b: ln(x) * w + b, normal(2, 3, 8), normal(8), normal(8))
spelling("layer_norm_plain", lambda x: ln(x), normal(2, 3, 8))
spelling("layer_norm_var", lambda x, w, b: (x - x.mean(-1, keepdims=True)) / jnp.sqrt(
    x.var(-1, keepdims=True) + 1e-5) * w + b, normal(2, 3, 8), normal(8), normal(8))
spelling("layer_norm_standardize", lambda x: jax.nn.standardize(x, epsilon=1e-5), normal(2, 3, 8))
spelling("layer_norm_two_dims", lambda x, w, b: ln(x, (1, 2)) * w + b, normal(2, 3, 8), normal(3, 8), normal(3, 8))
spelling("layer_norm_gain_one_plus", lambda x, w, b: ln(x) * (1 + w) + b, normal(2, 3, 8), normal(8), normal(8))
spelling("layer_norm_bias_only", lambda x, b: ln(x) + b, normal(2, 3, 8), normal(8))


def flax(module, x, *stats):
    variables = module.init(jax.random.key(0), x)
    leaves, tree = jax.tree.flatten(variables["params"])
    weights = [normal(*w.shape, mean=0.5) for w in leaves]
    if "batch_stats" not in variables:
        return (lambda x, *w: module.apply({"params": jax.tree.unflatten(tree, w)}, x)), x, *weights
    moving, shape = jax.tree.flatten(variables["batch_stats"])
    moving = [abs(normal(*w.shape)) for w in moving]

    def run(x, *values):
        held = {"params": jax.tree.unflatten(tree, values[:len(weights)]),
                "batch_stats": jax.tree.unflatten(shape, values[len(weights):])}
        if module.use_running_average:
            return module.apply(held, x)
        return module.apply(held, x, mutable=["batch_stats"])[0]
    return run, x, *weights, *moving


spelling("flax_layer_norm", *flax(nn.LayerNorm(use_fast_variance=False), normal(2, 3, 8)))
spelling("flax_layer_norm_fast", *flax(nn.LayerNorm(), normal(2, 3, 8)))
spelling("flax_rms_norm", *flax(nn.RMSNorm(), normal(2, 3, 8)))
spelling("flax_group_norm", *flax(nn.GroupNorm(num_groups=2, use_fast_variance=False), normal(2, 3, 3, 8)))
spelling("flax_group_norm_fast", *flax(nn.GroupNorm(num_groups=2), normal(2, 3, 3, 8)))
spelling("flax_instance_norm", *flax(nn.InstanceNorm(use_fast_variance=False), normal(2, 3, 3, 4)))
spelling("flax_batch_norm_eval", *flax(nn.BatchNorm(use_running_average=True), normal(4, 3, 3, 2)))
spelling("flax_batch_norm", *flax(nn.BatchNorm(use_running_average=False, use_fast_variance=False),
                                  normal(4, 3, 3, 2)))
spelling("flax_batch_norm_fast", *flax(nn.BatchNorm(use_running_average=False), normal(4, 3, 3, 2)))


def rms(x, eps=1e-6):
    return x * lax.rsqrt((x * x).mean(-1, keepdims=True) + eps)


spelling("rms_norm", lambda x, w: rms(x) * w, normal(2, 3, 8), normal(8))
spelling("rms_norm_plain", rms, normal(2, 3, 8))
spelling("rms_norm_weight_first", lambda x, w: w * rms(x), normal(2, 3, 8), normal(8))
spelling("rms_norm_one_plus", lambda x, w: rms(x) * (1.0 + w), normal(2, 3, 8), normal(8))
spelling("rms_norm_sqrt", lambda x, w: w * (x / jnp.sqrt(jnp.mean(x ** 2, -1, keepdims=True) + 1e-6)),
         normal(2, 3, 8), normal(8))
spelling("rms_norm_power", lambda x, w: w * x * jnp.power(jnp.mean(jnp.square(x), -1, keepdims=True) + 1e-6, -0.5),
         normal(2, 3, 8), normal(8))
spelling("rms_norm_linalg", lambda x, w: x / jnp.sqrt(jnp.sum(x * x, -1, keepdims=True) / 8 + 1e-6) * w,
         normal(2, 3, 8), normal(8))
spelling("group_norm", lambda x, w, b: ln(x.reshape(2, 9, 2, 4), (1, 3)).reshape(2, 3, 3, 8) * w + b,
         normal(2, 3, 3, 8), normal(8), normal(8))
spelling("group_norm_features_first", lambda x, w, b: ln(x.reshape(2, 2, -1)).reshape(2, 4, 3, 3) * w[:, None, None]
         + b[:, None, None], normal(2, 4, 3, 3), normal(4), normal(4))
spelling("group_norm_plain", lambda x: ln(x.reshape(2, 3, 3, 2, 4), (1, 2, 4)).reshape(2, 3, 3, 8), normal(2, 3, 3, 8))
# Not these: epsilon outside of the root; another epsilon's place; a mean over other dimensions than the variance's;
# the unbiased variance; x without its mean; no epsilon under the maximum; a clamp.
spelling("epsilon_outside", lambda x: (x - x.mean(-1, keepdims=True)) / (x.std(-1, keepdims=True) + 1e-3),
         normal(2, 3, 8))
spelling("other_dims", lambda x: (x - x.mean(-1, keepdims=True)) * lax.rsqrt(
    ((x - x.mean(-1, keepdims=True)) ** 2).mean((1, 2), keepdims=True) + 1e-5), normal(2, 3, 8))
spelling("other_mean", lambda x: (x - x.mean((1, 2), keepdims=True)) * lax.rsqrt(
    x.var(-1, keepdims=True) + 1e-5), normal(2, 3, 8))
spelling("unbiased", lambda x: (x - x.mean(-1, keepdims=True)) * lax.rsqrt(
    x.var(-1, keepdims=True, ddof=1) + 1e-5), normal(2, 3, 8))
spelling("not_centred", lambda x: x * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5), normal(2, 3, 8))
spelling("l2_norm", lambda x: x / jnp.maximum(jnp.sqrt((x * x).sum(-1, keepdims=True)), 1e-6), normal(2, 3, 8))
spelling("variance_about_another_mean", lambda x: (x - x.mean((1, 2), keepdims=True)) * lax.rsqrt(
    ((x - x.mean(1, keepdims=True)) ** 2).mean((1, 2), keepdims=True) + 1e-5), normal(2, 3, 3, 4))
spelling("groups_of_another_size", lambda x: (lambda g: (g - g.mean((1, 3), keepdims=True)) * lax.rsqrt(
    x.var((1, 2), keepdims=True).reshape(2, 1, 2, 4) + 1e-5))(x.reshape(2, 9, 2, 4)).reshape(2, 3, 3, 8),
    normal(2, 3, 3, 8))
spelling("weight_in_rows", lambda x, w: rms(x) * w[:, None], normal(2, 3, 8), normal(3))

# Losses --------------------------------------------------------------------------------------

X, Y = normal(6, 5, scale=2.0), ints(0, 5, 6)
W = np.array([1, 0, 1, 1, 0, 1], F32)
integer = optax.softmax_cross_entropy_with_integer_labels


def picked(x, y):
    return -jnp.take_along_axis(jax.nn.log_softmax(x), y[..., None], -1)[..., 0]


spelling("optax_integer", lambda x, y: integer(x, y).mean(), X, Y)
spelling("optax_integer_rows", integer, X, Y)
spelling("optax_integer_3d", lambda x, y: integer(x, y).mean(), normal(2, 3, 5), ints(0, 5, 2, 3))
spelling("optax_one_hot", lambda x, y: optax.softmax_cross_entropy(x, jax.nn.one_hot(y, 5)).mean(), X, Y)
spelling("optax_smooth", lambda x, y: optax.softmax_cross_entropy(
    x, optax.smooth_labels(jax.nn.one_hot(y, 5), 0.1)).mean(), X, Y)
spelling("optax_masked", lambda x, y, w: (integer(x, y) * w).sum() / w.sum(), X, Y, W)
spelling("optax_where", lambda x, y: jnp.where(y != 3, integer(x, y), 0.0).sum() / (y != 3).sum(), X, Y)
spelling("take_along_axis", lambda x, y: picked(x, y).mean(), X, Y)
spelling("take_along_axis_clip", lambda x, y: -jnp.take_along_axis(
    jax.nn.log_softmax(x), y[:, None], -1, mode="clip").mean(), X, Y)
spelling("indexed", lambda x, y: -jax.nn.log_softmax(x)[jnp.arange(6), y].mean(), X, Y)
spelling("indexed_3d", lambda x, y: -jax.nn.log_softmax(x.reshape(-1, 5))[jnp.arange(6), y.reshape(-1)].mean(),
         normal(2, 3, 5), ints(0, 5, 2, 3))
spelling("one_hot_sum", lambda x, y: -(jax.nn.one_hot(y, 5) * jax.nn.log_softmax(x)).sum(-1).mean(), X, Y)
spelling("one_hot_mean", lambda x, y: -jnp.mean(jnp.sum(jax.nn.log_softmax(x) * jax.nn.one_hot(y, 5), -1)), X, Y)
spelling("one_hot_all_at_once", lambda x, y: -jnp.sum(jax.nn.log_softmax(x) * jax.nn.one_hot(y, 5)) / 6, X, Y)
spelling("one_hot_eye", lambda x, y: -(jnp.eye(5)[y] * jax.nn.log_softmax(x)).sum(-1).mean(), X, Y)
spelling("one_hot_einsum", lambda x, y: -jnp.einsum("nc,nc->", jax.nn.one_hot(y, 5), jax.nn.log_softmax(x)) / 6, X, Y)
spelling("select_iota", lambda x, y: -jnp.where(jnp.arange(5) == y[:, None], jax.nn.log_softmax(x), 0.0).sum(-1).mean(),
         X, Y)
spelling("logsumexp_minus_picked", lambda x, y: (jax.nn.logsumexp(x, -1) - jnp.take_along_axis(
    x, y[:, None], -1)[:, 0]).mean(), X, Y)
spelling("logsumexp_minus_one_hot", lambda x, y: (jax.nn.logsumexp(x, -1) - (x * jax.nn.one_hot(y, 5)).sum(-1)).mean(),
         X, Y)
spelling("log_of_softmax", lambda x, y: -jnp.log(jax.nn.softmax(x))[jnp.arange(6), y].mean(), X, Y)
spelling("masked_mean", lambda x, y, w: (picked(x, y) * w).sum() / jnp.maximum(w.sum(), 1), X, Y, W)
spelling("z_loss", lambda x, y: (integer(x, y) + 1e-4 * jax.nn.logsumexp(x, -1) ** 2).mean(), X, Y)
spelling("soft_targets", lambda x, p: optax.softmax_cross_entropy(x, p).mean(), X,
         np.asarray(jax.nn.softmax(normal(6, 5))))
spelling("smooth_by_hand", lambda x, y: (0.9 * picked(x, y) - 0.1 * jax.nn.log_softmax(x).mean(-1)).mean(), X, Y)
spelling("binary", lambda x, y: optax.sigmoid_binary_cross_entropy(x, y).mean(), X,
         (rng.random((6, 5)) < 0.5).astype(F32))
spelling("softmax", lambda x: jax.nn.softmax(x), X)
spelling("softmax_axis", lambda x: jax.nn.softmax(x, axis=0), X)
spelling("log_softmax", lambda x: jax.nn.log_softmax(x), X)
spelling("logsumexp", lambda x: jax.nn.logsumexp(x, -1), X)
spelling("logsumexp_keepdims", lambda x: jax.nn.logsumexp(x, -1, keepdims=True), X)
spelling("softmax_where", lambda x, m: jax.nn.softmax(x, where=m), X, seen(6, 5))
# Not these: the classes are another axis than the softmax's; a softmax without its maximum.
spelling("classes_inside", lambda x, y: -jnp.take_along_axis(jax.nn.log_softmax(x, 1), y[:, None], 1).mean(),
         normal(2, 5, 3), ints(0, 5, 2, 3))
spelling("classes_first", lambda x, y: -jnp.take_along_axis(jax.nn.log_softmax(x, 0), y[:, None], -1).mean(), X, Y)
spelling("plain_exponentials", lambda x: jnp.exp(x) / jnp.exp(x).sum(-1, keepdims=True), X)

# Activations ---------------------------------------------------------------------------------

A = normal(4, 6, scale=1.5)
spelling("gelu_tanh", jax.nn.gelu, A)
spelling("gelu_erfc", functools.partial(jax.nn.gelu, approximate=False), A)
spelling("gelu_erf", lambda x: 0.5 * x * (1 + lax.erf(x / math.sqrt(2))), A)
spelling("gelu_tanh_power", lambda x: 0.5 * x * (1 + jnp.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * jnp.power(x, 3)))),
         A)
spelling("gelu_tanh_factored", lambda x: x * 0.5 * (1.0 + jnp.tanh(x * 0.7978845608 * (1.0 + 0.044715 * x * x))), A)
spelling("gelu_cdf", lambda x: x * jax.scipy.stats.norm.cdf(x), A)
spelling("gelu_quick", lambda x: x * jax.nn.sigmoid(1.702 * x), A)
spelling("silu", jax.nn.silu, A)
spelling("swish", lambda x: x * jax.nn.sigmoid(x), A)
spelling("silu_division", lambda x: x / (1 + jnp.exp(-x)), A)
spelling("silu_tanh", lambda x: x * (0.5 * (1 + jnp.tanh(x / 2))), A)
spelling("swiglu", lambda x, g: jax.nn.silu(g) * x, A, normal(4, 6))
spelling("sigmoid", lambda x: 1 / (1 + jnp.exp(-x)), A)
spelling("relu", jax.nn.relu, A)
spelling("relu_maximum", lambda x: jnp.maximum(x, 0), A)
spelling("relu_where", lambda x: jnp.where(x > 0, x, 0), A)
spelling("relu_where_not", lambda x: jnp.where(x <= 0, 0, x), A)
spelling("relu_product", lambda x: x * (x > 0), A)
spelling("leaky_relu", jax.nn.leaky_relu, A)

# Indices, dropout ----------------------------------------------------------------------------

TABLE, IDS = normal(7, 4), ints(0, 7, 2, 3)
spelling("embed_index", lambda t, i: t[i], TABLE, IDS)
spelling("embed_take", lambda t, i: jnp.take(t, i, axis=0), TABLE, IDS)
spelling("embed_take_clip", lambda t, i: jnp.take(t, i, axis=0, mode="clip"), TABLE, IDS)
spelling("embed_take_fill", lambda t, i: jnp.take(t, i, axis=0, mode="fill", fill_value=0), TABLE, IDS)
spelling("embed_at_get", lambda t, i: t.at[i].get(mode="promise_in_bounds"), TABLE, IDS)
spelling("embed_one_hot", lambda t, i: jax.nn.one_hot(i, 7) @ t, TABLE, IDS)
spelling("embed_one_hot_einsum", lambda t, i: jnp.einsum("bsv,vd->bsd", jax.nn.one_hot(i, 7), t), TABLE, IDS)
spelling("embed_flax", lambda t, i: nn.Embed(7, 4).apply({"params": {"embedding": t}}, i), TABLE, IDS)
spelling("embed_columns", lambda t, i: jnp.take(t, i, axis=1), TABLE, ints(0, 4, 3))
spelling("dropout", lambda x: jnp.where(jax.random.bernoulli(jax.random.key(5), 0.8, x.shape), x / 0.8, 0.0), A)
spelling("dropout_flax", lambda x: nn.Dropout(0.2, deterministic=False).apply(
    {}, x, rngs={"dropout": jax.random.key(5)}), A)

writer.write()
