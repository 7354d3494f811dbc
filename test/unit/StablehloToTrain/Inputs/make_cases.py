# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the cases of ValueTest: NAME.mlir as JAX prints it in the generic form, or as it
is written here; NAME.npz with arguments a0, a1, ... and what JAX, or numpy, computes from
them on a CPU, r0, r1, ...; and cases.json with a bound for each. Needs jax; run in this
folder.
"""
import glob
import json
import os

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

CASES = []
rng = np.random.default_rng(7)
F32, F64, I32, I64, U32 = np.float32, np.float64, np.int32, np.int64, np.uint32


def case(name, function, *args, bound=1e-6, x64=False, expected=None):
    CASES.append((name, function, args, bound, x64, expected))


def written(name, text, expected, *args, bound=1e-6):
    """A module that JAX doesn't print, with numpy's results."""
    CASES.append((name, text, args, bound, False, expected))


def window(a, init, f, size, strides, padding):
    """`reduce_window` as the specification says it: padding is the initial value."""
    a = np.pad(a, padding, constant_values=init)
    shape = [(n - w) // s + 1 for n, w, s in zip(a.shape, size, strides)]
    out = np.empty(shape, a.dtype)
    for at in np.ndindex(*shape):
        out[at] = init
        for place in np.ndindex(*size):
            out[at] = f(out[at], a[tuple(i * s + p for i, s, p in zip(at, strides, place))])
    return out


def normal(*shape, dtype=F32):
    return rng.standard_normal(shape).astype(dtype)


def ints(low, high, shape, dtype=I32):
    return rng.integers(low, high, shape).astype(dtype)


SPECIAL = np.array([0.0, -0.0, 1.0, -1.0, 0.5, 2.5, -2.5, 1e-30, 1e30, np.inf, -np.inf, np.nan], F32)


def outputs(*functions):
    return lambda *args: tuple(f(*args) for f in functions)


# Elementwise
case("unary_floats", outputs(jnp.abs, jnp.negative, jnp.sign, lax.exp, lax.expm1, lax.log, lax.log1p, lax.sqrt,
                             lax.rsqrt, lax.cbrt, lax.sin, lax.cos, lax.tanh, lax.logistic, lax.erf, lax.floor,
                             lax.ceil, lax.round, jnp.round, lax.is_finite, lax.square), normal(4, 5), bound=1e-6)
case("unary_special", outputs(jnp.abs, jnp.negative, jnp.sign, lax.exp, lax.expm1, lax.sqrt, lax.tanh, lax.floor,
                              lax.ceil, jnp.round, lax.is_finite, jnp.isinf, jnp.isposinf, jnp.isneginf), SPECIAL)
case("binary_floats", outputs(lax.add, lax.sub, lax.mul, lax.div, lax.rem, lax.max, lax.min, lax.atan2,
                              lambda a, b: lax.pow(jnp.abs(a), b)), normal(3, 4), normal(3, 4), bound=2e-6)
case("binary_special", outputs(lax.max, lax.min, lax.eq, lax.ne, lax.lt, lax.le, lax.gt, lax.ge),
     np.repeat(SPECIAL, SPECIAL.size), np.tile(SPECIAL, SPECIAL.size))
case("integers", outputs(lax.add, lax.sub, lax.mul, lax.div, lax.rem, lax.max, lax.min, lax.bitwise_and,
                         lax.bitwise_or, lax.bitwise_xor, lax.lt, lax.ge),
     ints(-99, 99, 20), np.where((x := ints(-9, 9, 20)) == 0, 3, x).astype(I32))
case("unsigned", outputs(lax.add, lax.sub, lax.mul, lax.div, lax.rem, lax.max, lax.min, lax.lt, lax.shift_left,
                         lax.shift_right_logical, lax.shift_right_arithmetic),
     ints(0, 2**32, 20, U32), ints(1, 40, 20, U32))
case("shifts", outputs(lax.shift_left, lax.shift_right_logical, lax.shift_right_arithmetic),
     ints(-2**31, 2**31, 20), ints(0, 40, 20))
case("bits", outputs(lax.population_count, lax.clz, lax.bitwise_not, jnp.abs, jnp.sign), ints(-2**31, 2**31, 20))
case("bools", outputs(jnp.logical_and, jnp.logical_or, jnp.logical_xor, lambda a, b: ~a, lambda a, b: a == b,
                      lambda a, b: a.astype(I32) + b, lambda a, b: a.astype(F32) * b),
     ints(0, 2, 9, bool), ints(0, 2, 9, bool))
case("converts", lambda f, i, b: (f.astype(I32), f.astype(jnp.bfloat16).astype(F32), f.astype(np.float16).astype(F32),
                                  i.astype(F32), i.astype(np.int8), i.astype(U32), i.astype(bool), b.astype(F32),
                                  b.astype(I32), f.astype(bool), f.astype(np.uint8)),
     (normal(12) * 40), ints(-1000, 1000, 12), ints(0, 2, 12, bool))
case("wide", lambda f, i: (f.astype(F32), i.astype(I32), f * 3, i * 3, f.astype(I64), i.astype(F64), jnp.sum(f),
                           jnp.sum(i), jnp.exp(f)), normal(9, dtype=F64), ints(-2**40, 2**40, 9, I64), x64=True, bound=1e-7)
case("bitcasts", lambda f, h, u: (lax.bitcast_convert_type(f, I32), lax.bitcast_convert_type(f, np.uint16),
                                  lax.bitcast_convert_type(h, F32), lax.bitcast_convert_type(u, np.uint8),
                                  lax.bitcast_convert_type(lax.bitcast_convert_type(u, np.uint8), U32)),
     normal(3, 2), ints(0, 2**16, (3, 2), np.uint16), ints(0, 2**32, 4, U32))
case("reduce_precision", lambda x: (lax.reduce_precision(x, 8, 7), lax.reduce_precision(x, 5, 10),
                                    lax.reduce_precision(x, 4, 3), lax.reduce_precision(x, 5, 2)),
     np.concatenate([normal(20) * F32(10) ** ints(-9, 9, 20).astype(F32), SPECIAL]).astype(F32), bound=0)
case("clamp", lambda x: (lax.clamp(F32(-0.5), x, F32(0.5)), lax.clamp(jnp.full_like(x, -1), x, jnp.abs(x) - 1)), normal(3, 4))
case("nextafter", jnp.nextafter, np.repeat(SPECIAL, SPECIAL.size), np.tile(SPECIAL, SPECIAL.size), bound=0)
case("integer_pow", lambda x, n: (lax.integer_pow(x, 5), lax.integer_pow(x, -2), lax.integer_pow(n, 3)),
     normal(5), ints(-4, 5, 5), bound=1e-5)

# Functions
SMALL = np.concatenate([np.linspace(-0.999, 0.999, 41), [0.0, 1.0, -1.0]]).astype(F32)
LARGE = np.concatenate([np.linspace(-9, 9, 61), [1e-20, 1e10, 1e25, -1e25, 0.0, np.inf, -np.inf, np.nan]]).astype(F32)
case("inverse_trigonometry", outputs(lax.acos, lax.asin, lax.atan, lax.atanh, lax.erf_inv), SMALL, bound=2e-6)
case("hyperbolic", outputs(lax.sinh, lax.cosh, lax.asinh, lax.atan, lax.tan),
     np.concatenate([np.linspace(-8, 8, 41), [88.5, -88.9, 1e-10]]).astype(F32), bound=4e-6)
case("asinh_acosh", lambda x: (lax.asinh(x), lax.acosh(jnp.abs(x) + 1)), LARGE, bound=1e-6)
case("erfc", outputs(lax.erfc, lambda x: jax.grad(lambda y: jnp.sum(lax.erfc(y)))(x)), LARGE, bound=1e-6)
GAMMA = np.concatenate([np.linspace(-4.7, 30, 60), [0.0, -1.0, 1e-10, 1e6, np.inf, -np.inf, np.nan]]).astype(F32)
case("gamma", outputs(lax.lgamma, lax.digamma), GAMMA, bound=1e-5)
case("erfc_f64", lax.erfc, LARGE.astype(F64), x64=True, bound=1e-14)

# Shapes
case("broadcasts", lambda a, b: (lax.broadcast_in_dim(a, (2, 3, 4), (1,)), lax.broadcast_in_dim(b, (3, 2, 4), (0, 2)),
                                 lax.broadcast(a, (2, 5)), b + jnp.ones((2, 3, 4), F32)), normal(3), normal(3, 1))
case("reshapes", lambda a: (a.reshape(4, 6), a.T, jnp.transpose(a, (2, 0, 1)), jnp.flip(a, 1), jnp.flip(a, (0, 2)),
                            a[1:, ::2, 1:3], jnp.concatenate([a, a[:, :1]], 1), jnp.squeeze(a[:1], 0)), normal(2, 3, 4))
case("pads", lambda a: (lax.pad(a, F32(7), ((1, 2, 0), (0, -1, 2))), lax.pad(a, F32(7), ((-1, -1, 0), (3, 0, 1))),
                        lax.pad(a, F32(7), ((0, 0, 0), (-2, 1, 3)))), normal(3, 4))
case("iotas", lambda: (lax.iota(F32, 7), lax.broadcasted_iota(I32, (3, 4), 1), lax.broadcasted_iota(U32, (2, 3, 2), 0),
                       jnp.arange(3, 20, 4)))
case("constants", lambda a: (a + np.arange(6, dtype=F32).reshape(2, 3), a * jnp.float32(np.inf), jnp.where(a > 0, np.nan, a)),
     normal(2, 3))

# Places
TABLE, IDS = normal(7, 3), ints(-9, 12, (4, 2))
for mode in ("clip", "fill", "wrap"):
    case(f"gather_{mode}", lambda t, i, mode=mode: jnp.take(t, i, 0, mode=mode), TABLE, IDS)
case("gather_along", lambda t, i: jnp.take_along_axis(t, i, 1), normal(4, 5), ints(0, 5, (4, 3)))
case("gather_windows", lambda t, i: lax.gather(
    t, i, lax.GatherDimensionNumbers(offset_dims=(1, 2), collapsed_slice_dims=(), start_index_map=(1, 0)),
    slice_sizes=(2, 3), mode="clip"), normal(5, 6), ints(-2, 9, (4, 2)))
case("gather_indices", lambda t, i, j: (t[i, j], t[i], t[:, j], t[i[:, None], j[None]]), normal(5, 6), ints(0, 5, 3), ints(0, 6, 3))
UPDATES = normal(4, 2, 3)
for name in ("add", "mul", "min", "max", "set"):
    case(f"scatter_{name}", lambda t, i, u, name=name: getattr(t.at[i], name)(u), TABLE,
         ints(-3, 9, (4, 2)) if name != "set" else np.array([[0, 9], [2, 5], [-1, 3], [4, 1]], I32), UPDATES)
case("scatter_windows", lambda t, i, u: lax.scatter_add(
    t, i, u, lax.ScatterDimensionNumbers(update_window_dims=(1, 2), inserted_window_dims=(),
                                         scatter_dims_to_operand_dims=(0, 1)), mode="drop"),
     normal(5, 6), ints(-1, 6, (4, 2)), normal(4, 2, 3))
case("scatter_apply", lambda t, i: t.at[i].apply(jnp.sin, unique_indices=True), normal(7, 3), np.array([5, 2, 9], I32))
case("scatter_batched", lambda t, i, u: jax.vmap(lambda a, b, c: a.at[b].add(c))(t, i, u), normal(3, 5), ints(0, 5, (3, 4)), normal(3, 4))
case("scatter_integers", lambda t, i, u: t.at[i].add(u), ints(0, 9, 6), ints(0, 6, 5), ints(0, 9, 5))
case("dynamic_slices", lambda t, i, u: (lax.dynamic_slice(t, (i, 2 * i), (2, 3)), lax.dynamic_update_slice(t, u, (i, i)),
                                        lax.dynamic_index_in_dim(t, i)), normal(5, 6), np.array(4, I32), normal(2, 2))
case("dynamic_slices_negative", lambda t, i: lax.dynamic_slice(t, (i, i), (2, 3)), normal(5, 6), np.array(-3, I32))

# Products
case("products", lambda a, b, v: (a @ b, a.T @ a, jnp.dot(v, a), jnp.einsum("ij,kj->ik", a, a), jnp.outer(v, v), jnp.dot(v, v)),
     normal(4, 5), normal(5, 3), normal(4), bound=4e-6)
case("product_general", lambda a, b: lax.dot_general(a, b, (((1, 4), (3, 0)), ((0, 2), (1, 4)))),
     normal(2, 3, 4, 5, 6), normal(6, 2, 7, 3, 4), bound=1e-5)
case("product_highest", lambda a, b: jnp.matmul(a, b, precision="highest"), normal(4, 5), normal(5, 3), bound=4e-6)
case("product_bf16", lambda a, b: jnp.matmul(a.astype(jnp.bfloat16), b.astype(jnp.bfloat16), preferred_element_type=F32),
     normal(4, 5), normal(5, 3), bound=4e-6)
case("product_integers", lambda a, b: (lax.dot_general(a, b, (((2,), (1,)), ((0,), (0,))), preferred_element_type=I32), a @ b),
     ints(-9, 9, (2, 3, 4), np.int8), ints(-9, 9, (2, 4, 5), np.int8))
case("einsums", lambda a, b: (jnp.einsum("bij,bjk->ikb", a, b), jnp.einsum("bij->ji", a)), normal(2, 3, 4), normal(2, 4, 5), bound=4e-6)


def conv(**keywords):
    return lambda x, w: lax.conv_general_dilated(x, w, **keywords)


NHWC = ("NHWC", "HWIO", "NHWC")
IMAGE, KERNEL = normal(2, 7, 6, 4), normal(3, 2, 4, 6)
case("conv_plain", conv(window_strides=(1, 1), padding="SAME", dimension_numbers=NHWC), IMAGE, KERNEL, bound=1e-5)
case("conv_strides", conv(window_strides=(2, 3), padding=((1, 2), (0, 1)), dimension_numbers=NHWC), IMAGE, KERNEL, bound=1e-5)
case("conv_dilations", conv(window_strides=(1, 2), padding=((2, -1), (-1, 3)), lhs_dilation=(2, 3), rhs_dilation=(2, 1),
                            dimension_numbers=NHWC), IMAGE, KERNEL, bound=1e-5)
case("conv_groups", conv(window_strides=(1, 1), padding="VALID", dimension_numbers=NHWC, feature_group_count=2),
     IMAGE, normal(3, 2, 2, 6), bound=1e-5)
case("conv_batch_groups", conv(window_strides=(1, 1), padding="VALID", dimension_numbers=NHWC, batch_group_count=2),
     IMAGE, KERNEL, bound=1e-5)
case("conv_nchw", conv(window_strides=(1, 1), padding=((1, 1), (1, 1)), dimension_numbers=("NCHW", "OIHW", "NCHW")),
     normal(2, 3, 5, 6), normal(4, 3, 3, 3), bound=1e-5)
case("conv_one", conv(window_strides=(2,), padding=((1, 0),), dimension_numbers=("NCW", "OIW", "NWC")), normal(2, 3, 8), normal(4, 3, 3), bound=1e-5)
case("conv_gradients", lambda x, w: jax.grad(lambda x, w: jnp.sum(jnp.sin(lax.conv_general_dilated(
    x, w, (2, 1), ((1, 2), (0, 1)), rhs_dilation=(1, 2), dimension_numbers=NHWC, feature_group_count=2))), (0, 1))(x, w),
     IMAGE, normal(3, 2, 2, 6), bound=2e-5)

# Reductions
A = normal(3, 4, 5)
case("reductions", lambda a: (jnp.sum(a, 1), jnp.max(a, (0, 2)), jnp.min(a), jnp.prod(a, 2), jnp.mean(a, 0), jnp.any(a > 1, 1),
                              jnp.all(a > -1, (0, 1)), jnp.sum(a.astype(I32), 0)), A, bound=4e-6)
case("reduction_inits", lambda a: (lax.reduce(a, F32(3), lax.add, (1,)), lax.reduce(a, F32(0.5), lax.max, (0,)),
                                   lax.reduce(a, F32(2), lax.mul, (2,)), lax.reduce(a, F32(-0.5), lax.min, (1, 2))), A, bound=4e-6)
case("reduction_integers", lambda a: (lax.reduce(a, I32(0), lax.bitwise_or, (0,)), lax.reduce(a, I32(-1), lax.bitwise_and, (1,)),
                                      jnp.max(a, 0), jnp.min(a, 1)), ints(-99, 99, (4, 5)))
case("reduction_xor", lambda a: lax.reduce(a, I32(0), lax.bitwise_xor, (0,)), ints(-99, 99, (4, 5)))
case("reduction_body", lambda a: lax.reduce(a, F32(1), lambda x, y: x * 0.5 + y * x, (2, 0)), np.abs(A) * F32(0.5), bound=1e-5)
case("reduction_pair", lambda a, b: lax.reduce((a, b), (F32(0), F32(1)), lambda x, y: (x[0] + y[0], x[1] * y[1] + y[0] * 0), (1,)),
     A, A, bound=1e-5)
TIES = ints(0, 3, (4, 6)).astype(F32)
TIES[1, 3] = np.nan
case("arg_reductions", lambda a, b: (jnp.argmax(a, 1), jnp.argmin(a, 0), jnp.argmax(b, 0), jnp.argmin(b, 1), jnp.argmax(b)), TIES, ints(0, 3, (4, 6)))
case("cumulative", lambda a: (jnp.cumsum(a, 1), lax.cummax(a, 0), lax.cumprod(a, 2, reverse=True), lax.cummin(a, 1)), A, bound=4e-6)
POOL = normal(2, 7, 6, 3)
case("windows", lambda a: (lax.reduce_window(a, -jnp.inf, lax.max, (1, 2, 3, 1), (1, 2, 2, 1), "VALID"),
                           lax.reduce_window(a, F32(0), lax.add, (1, 3, 2, 1), (1, 1, 2, 1), "SAME"),
                           lax.reduce_window(a, jnp.inf, lax.min, (1, 2, 2, 1), (1, 1, 1, 1), ((0, 0), (1, 0), (0, 2), (0, 0)),
                                             window_dilation=(1, 2, 1, 1)),
                           lax.reduce_window(a, F32(0), lax.add, (1, 2, 2, 1), (1, 2, 1, 1), ((0, 0), (0, 1), (1, 0), (0, 0)),
                                             base_dilation=(1, 2, 1, 1))), POOL, bound=4e-6)
case("window_inits", lambda a: (lax.reduce_window(a, F32(2), lax.add, (2, 3), (1, 2), ((1, 0), (0, 2))),
                                lax.reduce_window(a, F32(0.25), lax.max, (2, 2), (1, 1), ((0, 1), (0, 1)))), normal(5, 6), bound=4e-6,
     expected=lambda a: (window(a, F32(2), np.add, (2, 3), (1, 2), ((1, 0), (0, 2))), window(a, F32(0.25), np.maximum, (2, 2), (1, 1), ((0, 1), (0, 1)))))
case("window_body", lambda a: lax.reduce_window(a, F32(1), lambda x, y: x * y + 0.25, (2, 3), (2, 1), ((1, 0), (0, 1))), normal(5, 6), bound=4e-6,
     expected=lambda a: window(a, F32(1), lambda x, y: x * y + F32(0.25), (2, 3), (2, 1), ((1, 0), (0, 1))))
case("window_sum_running", lambda a: lax.reduce_window(a, F32(0), lax.add, (1, 6), (1, 1), ((0, 0), (5, 0))), normal(3, 6), bound=4e-6)
case("max_pool_gradient", lambda a: jax.grad(lambda a: jnp.sum(jnp.sin(lax.reduce_window(
    a, -jnp.inf, lax.max, (1, 3, 2, 1), (1, 2, 2, 1), "SAME"))))(a), POOL, bound=2e-6)

# Orders
KEYS = np.concatenate([ints(0, 5, 12).astype(F32), [np.nan, 0.0, -0.0, np.inf]]).astype(F32)
case("sorts", lambda k: (jnp.sort(k), jnp.argsort(k), jnp.argsort(k, descending=True), jnp.sort(k, descending=True)), KEYS, bound=0)
case("sort_keys", lambda a, b, v: lax.sort((a, b, v), dimension=1, num_keys=2), ints(0, 3, (3, 8)), ints(0, 3, (3, 8)), normal(3, 8), bound=0)
case("sort_values", lambda a, v: lax.sort((a, v), dimension=0, is_stable=True, num_keys=1), ints(0, 4, (8, 3)), normal(8, 3), bound=0)
case("top_k", lambda a: lax.top_k(a, 3), normal(4, 7), bound=0)
case("unique_counts", lambda a: (jnp.median(a), jnp.searchsorted(jnp.sort(a), a)), normal(9), bound=1e-6)

# Control
case("scan", lambda c, x: lax.scan(lambda c, x: (jnp.sin(c) + x, c * x), c, x), normal(3), normal(5, 3), bound=2e-6)
case("fori", lambda x: lax.fori_loop(2, 9, lambda i, c: c * 0.5 + i, x), normal(3))
case("fori_down", lambda x: lax.while_loop(lambda s: s[0] > 1, lambda s: (s[0] - 3, s[1] + s[0]), (I32(17), x)), normal(3))
case("while_value", lambda x: lax.while_loop(lambda s: jnp.sum(s) < 50, lambda s: s * 1.5 + 1, x), np.abs(normal(3)), bound=4e-6)
case("nested_loops", lambda x: lax.fori_loop(0, 3, lambda i, c: lax.fori_loop(0, 4, lambda j, d: jnp.cos(d) + i * j, c), x), normal(3), bound=4e-6)
case("cond", lambda p, x: (lax.cond(p, jnp.sin, jnp.cos, x), lax.cond(~p, lambda a: a + 1, lambda a: a * 2, x)), np.array(True), normal(3))
for index in (-1, 0, 1, 2, 7):
    case(f"switch_{'m' if index < 0 else ''}{abs(index)}", lambda i, x: lax.switch(i, [jnp.sin, jnp.cos, jnp.tanh], x), np.array(index, I32), normal(3))
case("checkpoint", lambda x: jax.grad(lambda x: jnp.sum(jax.checkpoint(lambda y: jnp.sin(jnp.cos(y)))(x)))(x), normal(4), bound=2e-6)
case("associative_scan", lambda x: lax.associative_scan(lambda a, b: a * b + b, x), normal(7), bound=1e-5)
case("map_lax", lambda x: lax.map(lambda y: jnp.sin(y) * y, x), normal(4, 2))

# Random numbers
KEY = np.array([3, 12345], U32)
case("random", lambda k: (jax.random.uniform(k, (3, 5)), jax.random.bits(k, (7,)), jax.random.bernoulli(k, 0.3, (4, 4)),
                          jax.random.split(k, 3), jax.random.fold_in(k, 5), jax.random.randint(k, (6,), 0, 100),
                          jax.random.permutation(k, 8)), KEY)
case("random_normal", lambda k: (jax.random.normal(k, (3, 5)), jax.random.truncated_normal(k, -2, 2, (9,)),
                                 jax.random.categorical(k, jnp.zeros((5, 4)))), KEY, bound=4e-6)
case("dropout", lambda k, x: jnp.where(jax.random.bernoulli(k, 0.9, x.shape), x / 0.9, 0), KEY, normal(4, 6))
for shape in ((4, 7), (7, 4), (3, 7, 5), (), (2, 3, 2)):
    case("rng_bits_shape_" + "_".join(map(str, shape)), lambda k, s=shape: tuple(
        lax.rng_bit_generator(k, s, algorithm=a)[1] for a in (lax.RandomAlgorithm.RNG_PHILOX, lax.RandomAlgorithm.RNG_THREE_FRY)),
         np.array([1, 2, 3, 4], U32))
KEY4 = np.array([7, 8, 0xFFFFFFFE, 0xFFFFFFFF], U32)
for name, algorithm in (("philox", lax.RandomAlgorithm.RNG_PHILOX), ("threefry", lax.RandomAlgorithm.RNG_THREE_FRY)):
    for dtype in (U32, np.uint64, np.uint16, np.uint8):
        case(f"rng_bits_{name}_{np.dtype(dtype).name}",
             lambda k, a=algorithm, d=dtype: lax.rng_bit_generator(k, (3, 7), dtype=d, algorithm=a), KEY4, x64=True)
        case(f"rng_bits_{name}_{np.dtype(dtype).name}_line",
             lambda k, a=algorithm, d=dtype: lax.rng_bit_generator(k, (9,), dtype=d, algorithm=a), KEY4, x64=True)

# Models' pieces
case("softmax_loss", lambda x, y: (jax.nn.softmax(x), jax.nn.log_softmax(x), jax.nn.logsumexp(x, 1), jax.nn.one_hot(y, 5),
                                   -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(x), y[:, None], 1))), normal(4, 5), ints(0, 5, 4), bound=2e-6)
case("activations", lambda x: (jax.nn.gelu(x), jax.nn.gelu(x, approximate=False), jax.nn.silu(x), jax.nn.relu(x), jax.nn.elu(x),
                               jax.nn.softplus(x), jax.nn.sigmoid(x), jax.nn.leaky_relu(x)), normal(4, 6), bound=4e-6)


# What JAX doesn't print
def last_selected(a, source, init):
    """The last smallest element of each window of 3, stride 2, gets the source."""
    out = np.full_like(a, init)
    for i, s in enumerate(source):
        part = a[2 * i:2 * i + 3]
        out[2 * i + len(part) - 1 - np.argmin(part[::-1])] += s
    return out


written("select_last", """func.func @main(%a: tensor<8xf32>, %g: tensor<3xf32>, %s: tensor<f32>) -> tensor<8xf32> {
  %0 = "stablehlo.select_and_scatter"(%a, %g, %s) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare LT, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<8xf32>, tensor<3xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}""", last_selected, np.array([1, 1, 2, 2, 0, 0, 0, 3], F32), np.array([10, 20, 30], F32), np.array(0.5, F32))

written("sort_total_order", """func.func @main(%a: tensor<9xf32>) -> tensor<9xi32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<9xf32>) -> tensor<9xf32>
  %2 = stablehlo.bitcast_convert %0 : (tensor<9xf32>) -> tensor<9xi32>
  return %2 : tensor<9xi32>
}""", lambda a: a.view(I32)[np.argsort(np.where(a.view(I32) < 0, a.view(I32) ^ 0x7FFFFFFF, a.view(I32)), kind="stable")],
        np.array([0xFFC00000, 0x7FC00000, 0x80000000, 0, 0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000, 1], U32).view(F32))

written("scatter_subtract", """func.func @main(%t: tensor<7xf32>, %i: tensor<4x1xi32>, %u: tensor<4xf32>) -> tensor<7xf32> {
  %0 = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<7xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}""", lambda t, i, u: t - np.array([sum(u[k] for k in range(4) if i[k, 0] == j) for j in range(7)], F32),
        normal(7), np.array([[2], [2], [9], [0]], I32), normal(4))


def batch_norm(x, s, b, g):
    mean, variance = x.mean(0), x.var(0)
    r = 1 / np.sqrt(variance + F32(1e-3))
    xhat = (x - mean) * r
    h = g * s
    dx = r * (h - h.mean(0) - xhat * (h * xhat).mean(0))
    return xhat * s + b, mean, variance, xhat * s + b, dx, (g * xhat).sum(0), g.sum(0)


written("batch_norms", """func.func @main(%x: tensor<6x3xf32>, %s: tensor<3xf32>, %b: tensor<3xf32>, %g: tensor<6x3xf32>) -> (tensor<6x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<6x3xf32>, tensor<6x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %b) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<6x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<6x3xf32>, tensor<3xf32>, tensor<3xf32>)
  %1 = "stablehlo.batch_norm_inference"(%x, %s, %b, %0#1, %0#2) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<6x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<6x3xf32>
  %2:3 = "stablehlo.batch_norm_grad"(%x, %s, %0#1, %0#2, %g) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<6x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<6x3xf32>) -> (tensor<6x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2, %1, %2#0, %2#1, %2#2 : tensor<6x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<6x3xf32>, tensor<6x3xf32>, tensor<3xf32>, tensor<3xf32>
}""", batch_norm, normal(6, 3), normal(3), normal(3), normal(6, 3), bound=1e-5)

written("index_select", """func.func @main(%t: tensor<2x5x3xf32>, %i: tensor<2x4xi64>) -> (tensor<2x4x3xf32>, tensor<2x2x4x3xf32>) {
  %0 = "stablehlo.torch_index_select"(%t, %i) <{dim = 1 : i64, batch_dims = 1 : i64}> : (tensor<2x5x3xf32>, tensor<2x4xi64>) -> tensor<2x4x3xf32>
  %1 = "stablehlo.torch_index_select"(%t, %i) <{dim = 1 : i64, batch_dims = 0 : i64}> : (tensor<2x5x3xf32>, tensor<2x4xi64>) -> tensor<2x2x4x3xf32>
  return %0, %1 : tensor<2x4x3xf32>, tensor<2x2x4x3xf32>
}""", lambda t, i: (np.stack([t[b, i[b]] for b in range(2)]), t[:, i]), normal(2, 5, 3), ints(0, 5, (2, 4), I64))

written("einsum_op", """func.func @main(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) -> tensor<5x2x3xf32> {
  %0 = stablehlo.einsum %a, %b, config = "bij,bjk->kbi" : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<5x2x3xf32>
  return %0 : tensor<5x2x3xf32>
}""", lambda a, b: np.einsum("bij,bjk->kbi", a, b), normal(2, 3, 4), normal(2, 4, 5), bound=4e-6)

written("torch_argmin", """func.func @main(%a: tensor<3x8xf32>) -> (tensor<3xf32>, tensor<3xi64>) {
  %high = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %i = stablehlo.iota dim = 0 : tensor<8xi64>
  %j = stablehlo.broadcast_in_dim %i, dims = [1] : (tensor<8xi64>) -> tensor<3x8xi64>
  %0:2 = stablehlo.reduce(%a init: %high), (%j init: %zero) across dimensions = [1] : (tensor<3x8xf32>, tensor<3x8xi64>, tensor<f32>, tensor<i64>) -> (tensor<3xf32>, tensor<3xi64>)
   reducer(%x: tensor<f32>, %y: tensor<f32>) (%m: tensor<i64>, %n: tensor<i64>) {
    %1 = stablehlo.compare LE, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %x, %y : tensor<i1>, tensor<f32>
    %3 = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.minimum %m, %n : tensor<i64>
    %5 = stablehlo.select %1, %m, %n : tensor<i1>, tensor<i64>
    %6 = stablehlo.select %3, %4, %5 : tensor<i1>, tensor<i64>
    stablehlo.return %2, %6 : tensor<f32>, tensor<i64>
  }
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xi64>
}""", lambda a: (a.min(1), a.argmin(1)), ints(0, 4, (3, 8)).astype(F32))

written("unordered_comparisons", """func.func @main(%a: tensor<144xf32>, %b: tensor<144xf32>) -> (tensor<144xi1>, tensor<144xi1>, tensor<144xi1>, tensor<144xi1>) {
  %0 = arith.cmpf ult, %a, %b : tensor<144xf32>
  %1 = arith.cmpf one, %a, %b : tensor<144xf32>
  %2 = arith.cmpf ueq, %a, %b : tensor<144xf32>
  %3 = arith.cmpf uno, %a, %b : tensor<144xf32>
  return %0, %1, %2, %3 : tensor<144xi1>, tensor<144xi1>, tensor<144xi1>, tensor<144xi1>
}""", lambda a, b: (~(a >= b), (a < b) | (a > b), ~((a < b) | (a > b)), np.isnan(a) | np.isnan(b)),
        np.repeat(SPECIAL, SPECIAL.size), np.tile(SPECIAL, SPECIAL.size))

written("unsigned_of_signless", """func.func @main(%a: tensor<8xi32>, %b: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi64>, tensor<8xf32>, tensor<8xi1>, tensor<8xi1>) {
  %0 = arith.divui %a, %b : tensor<8xi32>
  %1 = arith.extui %a : tensor<8xi32> to tensor<8xi64>
  %2 = arith.uitofp %a : tensor<8xi32> to tensor<8xf32>
  %3 = arith.cmpi ult, %a, %b : tensor<8xi32>
  %4 = arith.trunci %a : tensor<8xi32> to tensor<8xi1>
  return %0, %1, %2, %3, %4 : tensor<8xi32>, tensor<8xi64>, tensor<8xf32>, tensor<8xi1>, tensor<8xi1>
}""", lambda a, b: ((a.view(U32) // b.view(U32)).view(I32), a.view(U32).astype(I64), a.view(U32).astype(F32),
                    a.view(U32) < b.view(U32), (a & 1) == 1), np.array([-1, 5, -7, 100, 2**31 - 1, -2**31, 0, 9], I32),
        np.array([3, -2, 7, -9, 5, 2, 1, -1], I32))

written("high_products", """func.func @main(%a: tensor<6xi32>, %b: tensor<6xi32>, %c: tensor<6xui32>) -> (tensor<6xi32>, tensor<6xui32>) {
  %0 = chlo.mulhi %a, %b : tensor<6xi32>, tensor<6xi32> -> tensor<6xi32>
  %1 = chlo.mulhi %c, %c : tensor<6xui32>, tensor<6xui32> -> tensor<6xui32>
  return %0, %1 : tensor<6xi32>, tensor<6xui32>
}""", lambda a, b, c: ((a.astype(I64) * b >> 32).astype(I32), (c.astype(np.uint64) * c >> np.uint64(32)).astype(U32)),
        ints(-2**31, 2**31, 6), ints(-2**31, 2**31, 6), ints(0, 2**32, 6, U32))


# Gradients: of a scalar, in every argument of floats
def gradient(name, function, *args, bound=4e-6):
    weights = rng.standard_normal(64).astype(F32)

    def loss(*args):
        total = F32(0)
        for out in jax.tree.leaves(function(*args)):
            if jnp.issubdtype(out.dtype, jnp.floating):
                total += jnp.sum(out * jnp.resize(weights, out.shape))
        return total

    places = [i for i, a in enumerate(args) if a.dtype == F32]
    case("gradient_" + name, loss, *args, bound=bound, expected=lambda *args: (loss(*args), jax.grad(loss, places)(*args)))


X, Y, POSITIVE = normal(4, 5), normal(4, 5), np.abs(normal(4, 5)) + F32(0.1)
INSIDE = np.tanh(normal(4, 5)).astype(F32) * F32(0.95)
gradient("unary", outputs(lax.sin, lax.cos, lax.tan, lax.tanh, lax.exp, lax.expm1, lax.logistic, lax.erf, lax.abs, lax.square,
                          lax.sinh, lax.cosh, lax.asinh, lax.atan, lax.erfc, lax.floor, lax.sign), X, bound=1e-5)
gradient("positive", outputs(lax.log, lax.log1p, lax.sqrt, lax.rsqrt, lax.cbrt, lambda x: lax.acosh(x + 1.5)), POSITIVE, bound=1e-5)
gradient("gamma", lambda x: (lax.lgamma(x), lax.lgamma(-x - 0.5)), POSITIVE, bound=2e-5)
gradient("inside", outputs(lax.acos, lax.asin, lax.atanh, lax.erf_inv), INSIDE, bound=1e-5)
gradient("binary", outputs(lax.add, lax.sub, lax.mul, lax.div, lax.atan2, lax.max, lax.min, lax.rem), X, POSITIVE, bound=1e-5)
gradient("power", lax.pow, POSITIVE, X, bound=1e-5)
gradient("choices", lambda x, y: (jnp.where(x > y, x, y * 2), lax.clamp(F32(-0.5), x, F32(0.5)), jnp.clip(x, y - 1, y + 1)), X, Y)
gradient("shapes", lambda x: (x.T, x.reshape(2, 10), x[1:, ::2], jnp.flip(x, 1), jnp.concatenate([x, x * 2], 1),
                              lax.pad(x, F32(0), ((1, -1, 0), (-1, 2, 1))), jnp.broadcast_to(x[:, None], (4, 3, 5))), X)
gradient("gathers", lambda t, i, j: (jnp.take(t, i, 0), jnp.take_along_axis(t, j, 1), t[i, 2:4], t[i, 1]), normal(4, 5), ints(0, 4, (3,)), ints(0, 5, (4, 2)))
gradient("scatters", lambda t, i, u: (jnp.asarray(t).at[i].add(u), jnp.asarray(t).at[i].set(u)), normal(5, 3), np.array([3, 0, 4], I32), normal(3, 3))
gradient("dynamic_slices", lambda t, u, i: (lax.dynamic_slice(t, (i, i), (2, 3)), lax.dynamic_update_slice(t, u, (i, 2 * i))), normal(5, 6), normal(2, 2), np.array(2, I32))
gradient("products", lambda a, b: (lax.dot_general(a, b, (((1, 3), (2, 0)), ((0,), (1,)))), jnp.einsum("bijk,bijk->b", a, a)),
         normal(2, 3, 4, 5), normal(5, 2, 3, 4), bound=2e-5)
gradient("convolutions", lambda x, w: (lax.conv_general_dilated(x, w, (2, 1), ((1, 2), (0, -1)), rhs_dilation=(1, 2), dimension_numbers=NHWC, feature_group_count=2),
                                       lax.conv_general_dilated(x, w[:, :, :, :4], (1, 2), ((1, 1), (2, 0)), lhs_dilation=(2, 1), dimension_numbers=NHWC, feature_group_count=2)),
         IMAGE, normal(3, 2, 2, 6), bound=4e-5)
gradient("reductions", lambda x: (jnp.sum(x, 0), jnp.max(x, 1), jnp.min(x, 0), jnp.prod(x, 1), jnp.mean(x), lax.reduce(x, F32(3), lax.add, (1,))), X, bound=1e-5)
gradient("cumulative", lambda x: (jnp.cumsum(x, 1), lax.cummax(x, 0), lax.cumprod(x, 1), lax.cumlogsumexp(x, 0)), X, bound=1e-5)
gradient("windows", lambda x: (lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 2, 1), (1, 2, 2, 1), "SAME"),
                               lax.reduce_window(x, F32(0), lax.add, (1, 2, 2, 1), (1, 2, 1, 1), ((0, 0), (0, 1), (1, 0), (0, 0)))), POOL)
gradient("orders", lambda x: (jnp.sort(x, 1), lax.top_k(x, 3)[0], lax.sort((x, x * 2), num_keys=1)[1]), X)
gradient("scan", lambda c, x: lax.scan(lambda c, x: (jnp.sin(c) + x, c * x), c, x), normal(3), normal(5, 3))
gradient("scan_checkpoint", lambda w, x: lax.scan(jax.checkpoint(lambda c, w: (jnp.tanh(w @ c), None)), x, w), normal(4, 3, 3), normal(3), bound=1e-5)
gradient("branches", lambda p, i, x: (lax.cond(p, jnp.sin, jnp.cos, x), lax.switch(i, [jnp.sin, jnp.exp, jnp.tanh], x)), np.array(True), np.array(1, I32), normal(3))
gradient("losses", lambda x, y: (jax.nn.logsumexp(x, 1), jax.nn.softmax(x), jnp.take_along_axis(jax.nn.log_softmax(x), y[:, None], 1),
                                 jnp.sum(jax.nn.one_hot(y, 5) * jax.nn.log_softmax(x))), X, ints(0, 5, 4), bound=1e-5)
gradient("activations", lambda x: (jax.nn.gelu(x), jax.nn.gelu(x, approximate=False), jax.nn.silu(x), jax.nn.elu(x), jax.nn.softplus(x),
                                   jax.nn.leaky_relu(x)), X, bound=1e-5)
gradient("dropout", lambda k, x: jnp.where(jax.random.bernoulli(k, 0.7, x.shape), x / 0.7, 0), KEY, X)
gradient("casts", lambda x: (lax.reduce_precision(x, 8, 7), x.astype(jnp.bfloat16).astype(F32) * 3, x.astype(np.float16).astype(F32)), X, bound=1e-2)


def write(name, text, args, results):
    with open(name + ".mlir", "w") as file:
        file.write("// Made by make_cases.py.\n" + text)
    arrays = {f"a{i}": np.asarray(a) for i, a in enumerate(args)}
    results = results if isinstance(results, (tuple, list)) else [results]
    arrays |= {f"r{i}": np.asarray(r) for i, r in enumerate(results)}
    np.savez(name + ".npz", **arrays)


def main():
    for old in glob.glob("*.mlir") + glob.glob("*.npz"):
        os.remove(old)
    bounds = {}
    for name, function, args, bound, x64, expected in CASES:
        if isinstance(function, str):
            write(name, function + "\n", args, expected(*args))
            bounds[name] = bound
            continue
        with jax.enable_x64(x64):
            lowered = jax.jit(function).lower(*args)
            module = lowered.compiler_ir("stablehlo")
            results = jax.tree.leaves((expected or lowered.compile())(*args))
        text = module.operation.get_asm(print_generic_op_form=True, enable_debug_info=False)
        write(name, text, args, results)
        bounds[name] = bound
    with open("cases.json", "w") as file:
        json.dump(bounds, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
