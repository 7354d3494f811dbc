# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes torch.mlir and torch.npz: what torch-mlir prints in StableHLO for the spellings of composites that torch.nn,
torch.nn.functional and hand-written models use. Needs torch and torch-mlir; run in this folder.
"""
import math

import numpy as np
import torch
import torch.nn.functional as F
from torch_mlir import fx

from spellings import Writer

torch.manual_seed(3)
writer = Writer("torch")


def normal(*shape, scale=1.0, mean=0.0):
    return torch.randn(*shape) * scale + mean


def spelling(name, function, *args, constant=()):
    """`function` of `args`; what isn't a scalar is weighed and summed to a loss. Those that are constant are not
    differentiated."""
    y = function(*args)
    inputs = args if y.ndim == 0 else (*args, normal(*y.shape))

    class Loss(torch.nn.Module):
        def forward(self, *xs):
            if y.ndim == 0:
                return function(*xs)
            z = function(*xs[:-1])
            return (z * xs[-1]).sum(), z

    floats = [i for i, x in enumerate(args) if x.dtype == torch.float32 and i not in constant]
    held = [x.clone().requires_grad_(i in floats) for i, x in enumerate(inputs)]
    results = Loss()(*held)
    results = [results] if y.ndim == 0 else list(results)
    results[0].backward()
    text = fx.export_and_import(Loss(), *inputs, output_type="stablehlo", func_name="main")
    writer.add(name, text.operation.get_asm(), [x.numpy() for x in inputs], [r.detach().numpy() for r in results],
               {i: held[i].grad.numpy() for i in floats if held[i].grad is not None})


# Attention -----------------------------------------------------------------------------------

B, H, T, S, D = 2, 4, 5, 5, 6


def qkv(t=T, s=S, kv=H):
    return normal(B, H, t, D), normal(B, kv, s, D), normal(B, kv, s, D)


def keep(*shape):
    mask = torch.rand(*shape) < 0.6
    mask[..., 1] = True
    return mask


sdpa = F.scaled_dot_product_attention
padding = torch.tensor([[1, 1, 1, 1, 1], [1, 1, 1, 0, 0]])
spelling("sdpa", lambda q, k, v: sdpa(q, k, v), *qkv(s=7))
spelling("sdpa_scale", lambda q, k, v: sdpa(q, k, v, scale=0.3), *qkv())
spelling("sdpa_causal", lambda q, k, v: sdpa(q, k, v, is_causal=True), *qkv())
spelling("sdpa_bool", lambda q, k, v, m: sdpa(q, k, v, m), *qkv(), keep(B, 1, T, S))
spelling("sdpa_float", lambda q, k, v, m: sdpa(q, k, v, m), *qkv(), normal(B, 1, T, S))
spelling("sdpa_three_dims", lambda q, k, v: sdpa(q, k, v), normal(3, T, D), normal(3, S, D), normal(3, S, D))
spelling("sdpa_gqa", lambda q, k, v: sdpa(q, k, v, enable_gqa=True), *qkv(kv=2))
spelling("repeat_interleave", lambda q, k, v: sdpa(
    q, k.repeat_interleave(2, 1), v.repeat_interleave(2, 1), is_causal=True), *qkv(kv=2))


def repeat_kv(x, n):
    b, kv, s, d = x.shape
    return x[:, :, None, :, :].expand(b, kv, n, s, d).reshape(b, kv * n, s, d)


def rotary(x):
    half = x.shape[-1] // 2
    angles = torch.arange(x.shape[2])[:, None] * 10000.0 ** (-torch.arange(half) / half)
    angles = torch.cat((angles, angles), -1)
    return x * angles.cos() + torch.cat((-x[..., half:], x[..., :half]), -1) * angles.sin()


def eager(q, k, v, mask=None):
    w = torch.matmul(q, k.transpose(2, 3)) * D ** -0.5
    if mask is not None:
        w = w + mask
    return torch.matmul(F.softmax(w, dim=-1, dtype=torch.float32), v).transpose(1, 2).contiguous()


def causal_min(t=T, s=S):
    mask = torch.full((t, s), torch.finfo(torch.float32).min)
    return torch.triu(mask, diagonal=1)[None, None]


spelling("hf_llama", lambda q, k, v: eager(rotary(q), repeat_kv(rotary(k), 2), repeat_kv(v, 2), causal_min()),
         *qkv(kv=2))
spelling("hf_bert", lambda q, k, v, m: eager(
    q, k, v, (1.0 - m[:, None, None, :].float()) * torch.finfo(torch.float32).min), *qkv(), padding)


def nano_gpt(x, w, p):
    q, k, v = (x @ w).split(8, 2)
    q, k, v = (y.view(2, 5, 2, 4).transpose(1, 2) for y in (q, k, v))
    a = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
    a = a.masked_fill(torch.tril(torch.ones(5, 5)).view(1, 1, 5, 5) == 0, float("-inf"))
    return (F.softmax(a, dim=-1) @ v).transpose(1, 2).contiguous().view(2, 5, 8) @ p


spelling("nano_gpt", nano_gpt, normal(2, 5, 8), normal(8, 24, scale=0.4), normal(8, 8))
spelling("nano_gpt_sdpa", lambda x, w: F.scaled_dot_product_attention(*(
    y.view(2, 5, 2, 4).transpose(1, 2) for y in (x @ w).split(8, 2)), is_causal=True).transpose(1, 2).reshape(2, 5, 8),
    normal(2, 5, 8), normal(8, 24, scale=0.4))
spelling("masked_fill_1e9", lambda q, k, v: F.softmax((q @ k.transpose(-1, -2) / math.sqrt(D)).masked_fill(
    torch.tril(torch.ones(T, S)) == 0, -1e9), -1) @ v, *qkv())
spelling("masked_fill_padding", lambda q, k, v, m: F.softmax((q @ k.transpose(-1, -2) / math.sqrt(D)).masked_fill(
    m[:, None, None, :] == 0, float("-inf")), -1) @ v, *qkv(), padding)
spelling("where_min", lambda q, k, v: F.softmax(torch.where(
    torch.tril(torch.ones(T, S, dtype=torch.bool)), q @ k.transpose(-1, -2) / math.sqrt(D),
    torch.finfo(torch.float32).min), -1) @ v, *qkv())
spelling("einsum", lambda q, k, v: torch.einsum("bhqk,bkhd->bqhd", torch.softmax(
    torch.einsum("bqhd,bkhd->bhqk", q, k) / math.sqrt(D), -1), v), normal(B, T, H, D), normal(B, S, H, D),
    normal(B, S, H, D))
spelling("bmm", lambda q, k, v: torch.bmm(torch.softmax(torch.bmm(q, k.transpose(1, 2)) * 0.4, -1), v),
         normal(3, T, D), normal(3, S, D), normal(3, S, D))
spelling("baddbmm", lambda q, k, v, m: torch.bmm(torch.softmax(torch.baddbmm(
    m, q, k.transpose(1, 2), alpha=0.4), -1), v), normal(3, T, D), normal(3, S, D), normal(3, S, D), normal(3, T, S))


def multihead(x, w, b, o, c):
    return F.multi_head_attention_forward(x, x, x, 8, 2, w, b, None, None, False, 0.0, o, c, training=False,
                                          need_weights=False)[0]


spelling("multi_head_attention", multihead, normal(5, 2, 8), normal(24, 8, scale=0.4), normal(24),
         normal(8, 8, scale=0.4), normal(8))

# Norms ---------------------------------------------------------------------------------------

spelling("layer_norm", lambda x, w, b: F.layer_norm(x, (8,), w, b), normal(2, 3, 8), normal(8), normal(8))
spelling("layer_norm_plain", lambda x: F.layer_norm(x, (8,)), normal(2, 3, 8))
spelling("layer_norm_two_dims", lambda x, w, b: F.layer_norm(x, (3, 8), w, b), normal(2, 3, 8), normal(3, 8),
         normal(3, 8))
spelling("layer_norm_weight_only", lambda x, w: F.layer_norm(x, (8,), w), normal(2, 3, 8), normal(8))
spelling("rms_norm", lambda x, w: F.rms_norm(x, (8,), w, 1e-6), normal(2, 3, 8), normal(8))
spelling("rms_norm_llama", lambda x, w: w * (x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6)),
         normal(2, 3, 8), normal(8))
spelling("rms_norm_gemma", lambda x, w: x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * (1.0 + w),
         normal(2, 3, 8), normal(8))
spelling("rms_norm_sqrt", lambda x, w: w * x / torch.sqrt((x * x).mean(-1, keepdim=True) + 1e-6), normal(2, 3, 8),
         normal(8))
spelling("group_norm", lambda x, w, b: F.group_norm(x, 2, w, b), normal(2, 4, 3, 3), normal(4), normal(4))
spelling("group_norm_plain", lambda x: F.group_norm(x, 2), normal(2, 4, 3, 3))
spelling("batch_norm_eval", lambda x, w, b, m, v: F.batch_norm(x, m, v, w, b), normal(4, 2, 3, 3), normal(2),
         normal(2), normal(2), normal(2).abs() + 0.1, constant=(3, 4))
spelling("batch_norm_eval_plain", lambda x, m, v: F.batch_norm(x, m, v), normal(4, 2, 3, 3), normal(2),
         normal(2).abs() + 0.1, constant=(1, 2))
spelling("batch_norm", lambda x, w, b: F.batch_norm(x, None, None, w, b, training=True), normal(4, 2, 3, 3), normal(2),
         normal(2))
spelling("batch_norm_1d", lambda x, w, b: F.batch_norm(x, None, None, w, b, training=True), normal(6, 3), normal(3),
         normal(3))
spelling("batch_norm_by_hand", lambda x, w, b: (x - x.mean((0, 2, 3), keepdim=True)) / torch.sqrt(
    x.var((0, 2, 3), unbiased=False, keepdim=True) + 1e-5) * w[:, None, None] + b[:, None, None], normal(4, 2, 3, 3),
    normal(2), normal(2))
spelling("instance_norm", lambda x, w, b: F.instance_norm(x, weight=w, bias=b), normal(2, 4, 3, 3), normal(4),
         normal(4))
spelling("layer_norm_unbiased", lambda x, w, b: w * (x - x.mean(-1, keepdim=True)) / torch.sqrt(
    x.var(-1, keepdim=True) + 1e-6) + b, normal(2, 3, 8), normal(8), normal(8))
spelling("layer_norm_std", lambda x, w, b: w * (x - x.mean(-1, keepdim=True)) / (
    x.std(-1, keepdim=True, unbiased=False) + 1e-6) + b, normal(2, 3, 8), normal(8), normal(8))

# Losses --------------------------------------------------------------------------------------

X, Y = normal(6, 5, scale=2.0), torch.tensor([1, 0, 4, 2, 3, 3])
IGNORED = torch.tensor([1, -100, 4, 2, -100, 3])
spelling("cross_entropy", lambda x, y: F.cross_entropy(x, y), X, Y)
spelling("cross_entropy_sum", lambda x, y: F.cross_entropy(x, y, reduction="sum"), X, Y)
spelling("cross_entropy_none", lambda x, y: F.cross_entropy(x, y, reduction="none"), X, Y)
spelling("cross_entropy_ignored", lambda x, y: F.cross_entropy(x, y), X, IGNORED)
spelling("cross_entropy_ignored_0", lambda x, y: F.cross_entropy(x, y, ignore_index=0), X, Y)
spelling("cross_entropy_sequence", lambda x, y: F.cross_entropy(x.view(-1, 5), y.view(-1)), normal(2, 3, 5),
         Y.view(2, 3))
spelling("cross_entropy_shifted", lambda x, y: F.cross_entropy(
    x[:, :-1].reshape(-1, 5), y[:, 1:].reshape(-1)), normal(2, 3, 5), Y.view(2, 3))
spelling("cross_entropy_classes_inside", lambda x, y: F.cross_entropy(x, y), normal(2, 5, 3), Y.view(2, 3))
spelling("cross_entropy_smooth", lambda x, y: F.cross_entropy(x, y, label_smoothing=0.1), X, Y)
spelling("cross_entropy_weights", lambda x, y, w: F.cross_entropy(x, y, w), X, Y, normal(5).abs(), constant=(2,))
spelling("cross_entropy_probabilities", lambda x, p: F.cross_entropy(x, p), X, torch.softmax(normal(6, 5), -1))
spelling("nll_loss", lambda x, y: F.nll_loss(F.log_softmax(x, -1), y), X, Y)
spelling("gather", lambda x, y: -F.log_softmax(x, -1).gather(1, y[:, None]).mean(), X, Y)
spelling("one_hot", lambda x, y: -(F.one_hot(y, 5) * F.log_softmax(x, -1)).sum(-1).mean(), X, Y)
spelling("logsumexp_minus_gather", lambda x, y: (torch.logsumexp(x, -1) - x.gather(1, y[:, None])[:, 0]).mean(), X, Y)
spelling("masked", lambda x, y, m: (F.cross_entropy(x, y, reduction="none") * m).sum() / m.sum(), X, Y,
         torch.tensor([1.0, 0, 1, 1, 0, 1]))
spelling("binary_with_logits", lambda x, y: F.binary_cross_entropy_with_logits(x, y), X, (X > 0.3).float())
spelling("softmax", lambda x: F.softmax(x, -1), X)
spelling("softmax_first", lambda x: F.softmax(x, 0), X)
spelling("log_softmax", lambda x: F.log_softmax(x, -1), X)
spelling("logsumexp", lambda x: torch.logsumexp(x, -1), X)

# Activations ---------------------------------------------------------------------------------

A = normal(4, 6, scale=1.5)
spelling("gelu", lambda x: F.gelu(x), A)
spelling("gelu_tanh", lambda x: F.gelu(x, approximate="tanh"), A)
spelling("gelu_new", lambda x: 0.5 * x * (1.0 + torch.tanh(math.sqrt(2.0 / math.pi) * (
    x + 0.044715 * torch.pow(x, 3.0)))), A)
spelling("gelu_erf", lambda x: x * 0.5 * (1.0 + torch.erf(x / math.sqrt(2.0))), A)
spelling("gelu_quick", lambda x: x * torch.sigmoid(1.702 * x), A)
spelling("silu", lambda x: F.silu(x), A)
spelling("swish", lambda x: x * torch.sigmoid(x), A)
spelling("swiglu", lambda x, g: F.silu(g) * x, A, normal(4, 6))
spelling("sigmoid", lambda x: torch.sigmoid(x), A)
spelling("relu", lambda x: F.relu(x), A)
spelling("relu_clamp", lambda x: x.clamp(min=0), A)
spelling("relu_threshold", lambda x: F.threshold(x, 0.0, 0.0), A)
spelling("hardtanh", lambda x: F.hardtanh(x), A)

# Indices, dropout ----------------------------------------------------------------------------

TABLE, IDS = normal(7, 4), torch.randint(1, 7, (2, 3))
spelling("embedding", lambda t, i: F.embedding(i, t), TABLE, IDS)
spelling("embedding_padding", lambda t, i: F.embedding(i, t, padding_idx=0), TABLE, IDS)
spelling("embedding_index", lambda t, i: t[i], TABLE, IDS)
spelling("embedding_select", lambda t, i: torch.index_select(t, 0, i.view(-1)), TABLE, IDS)
spelling("embedding_one_hot", lambda t, i: F.one_hot(i, 7).float() @ t, TABLE, IDS)
spelling("positions", lambda t: F.embedding(torch.arange(5)[None], t), TABLE)

writer.write()
