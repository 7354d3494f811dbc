#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What PyTorch's `torch.autocast` does with the large models: casts, their bytes, bytes kept
for the backward pass and bytes read and written by all ops, as one JSON object a model.

    python3 test/benchmark/torch_autocast.py [gpt2 gpt2-flash bert bert-flash resnet50] > torch.jsonl

Nothing is computed and no GPU is needed: tensors are fake ones on `cuda`, so that PyTorch's
own dispatcher casts by its CUDA lists, and a dispatch mode writes down each op. The C++
engine of autograd wants a device, so the graph is walked here, node by node. The models
are the corpus' ones (`models/generate`), written as one writes them in PyTorch: layer_norm,
softmax, gelu and cross_entropy are PyTorch's functions; `-flash` calls the kernels behind
scaled_dot_product_attention. Forward and backward; no optimizer, which casts nothing.

The rules of counting are those of Halftone's report (docs/PrecisionReport.md), so that both
can stand in one table: a cast reads and writes its elements, once; an op reads its operands
and writes its results; what moves values (views, and the copies that PyTorch makes of them for
their layout) and constants are free; kept is each storage that autograd saves, but
parameters and the batch.
"""
import json
import sys

import torch
import torch.nn.functional as F
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils._python_dispatch import TorchDispatchMode

VERBOSE = False
MOVES = {"aten.clone.default", "aten.contiguous.default", "aten._unsafe_view.default", "aten.detach.default", "aten.alias.default"}


def size(t):
    return t.numel() * t.element_size()


class Log(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.part, self.rows = "forward", []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        if func.namespace == "prim":
            return out
        flat = lambda x: [x] if isinstance(x, torch.Tensor) else [t for y in x for t in flat(y)] if isinstance(x, (list, tuple)) else []
        reads, writes = flat(list(args)), flat(out)
        storages = {t.untyped_storage()._cdata for t in reads}
        is_view = writes and all(t.untyped_storage()._cdata in storages for t in writes) and not func._schema.is_mutable
        row = {"op": str(func), "part": self.part, "bytes": 0}
        if str(func) == "aten._to_copy.default" and reads[0].is_floating_point() and writes[0].is_floating_point() and reads[0].dtype != writes[0].dtype:
            row["cast"] = "narrowing" if writes[0].element_size() < reads[0].element_size() else "widening"
        if reads and not is_view and str(func) not in MOVES and not str(func).endswith("_like.default"):
            unique = {id(t): t for t in reads}
            row["bytes"] = sum(map(size, unique.values())) + sum(map(size, writes))
        self.rows.append(row)
        if VERBOSE and "cast" in row:
            print(row, tuple(reads[0].shape), file=sys.stderr)
        return out


def backward(loss):
    """The engine's walk: each node once all that reads its outputs has run."""
    waits, seen, stack = {}, {loss.grad_fn}, [loss.grad_fn]
    while stack:
        for following, _ in stack.pop().next_functions:
            if following is not None:
                waits[following] = waits.get(following, 0) + 1
                if following not in seen:
                    seen.add(following)
                    stack.append(following)
    grads, ready, leaves = {loss.grad_fn: {0: torch.ones_like(loss)}}, [loss.grad_fn], 0
    while ready:
        node = ready.pop()
        given = grads.pop(node, {})
        if hasattr(node, "variable"):
            leaves += 1
            continue
        count = max(len(node._input_metadata), max(given, default=0) + 1)
        results = node(*[given.get(i) for i in range(count)])
        results = results if isinstance(results, tuple) else (results,)
        for (following, index), grad in zip(node.next_functions, results):
            if following is None:
                continue
            if grad is not None:
                # The engine gives each node the shape and the type that its output had: these casts are real.
                wanted = following._input_metadata[index]
                grad = grad if grad.shape == wanted.shape else grad.sum_to_size(wanted.shape)
                grad = grad if grad.dtype == wanted.dtype else grad.to(wanted.dtype)
                known = grads.setdefault(following, {})
                known[index] = grad if index not in known else known[index] + grad
            waits[following] -= 1
            if waits[following] == 0:
                ready.append(following)
    return leaves


class Attention(torch.nn.Module):
    def __init__(self, width, heads, flash, causal):
        super().__init__()
        # As in the models: GPT-2 has one product for the three.
        self.qkv = torch.nn.ModuleList(torch.nn.Linear(width, n * width) for n in ((3,) if causal else (1, 1, 1)))
        self.out = torch.nn.Linear(width, width)
        self.heads, self.flash, self.causal = heads, flash, causal

    def forward(self, x, bias=None):
        batch, seq, width = x.shape
        q, k, v = (t.view(batch, seq, self.heads, -1).transpose(1, 2) for p in self.qkv for t in p(x).split(width, dim=2))
        if self.flash:
            # The kernels that a GPU would take; without one, the function falls back to a product and a softmax.
            if self.causal:
                y = torch.ops.aten._scaled_dot_product_flash_attention(q, k, v, 0.0, True)[0]
            else:
                bias = bias.to(q.dtype).expand(batch, self.heads, seq, seq)
                y = torch.ops.aten._scaled_dot_product_efficient_attention(q, k, v, bias, True)[0]
        else:
            scores = q @ k.transpose(-2, -1) * (width // self.heads) ** -0.5
            if self.causal:
                mask = torch.ones(seq, seq, dtype=torch.bool, device=x.device).tril()
                scores = scores.masked_fill(~mask, float("-inf"))
            if bias is not None:
                scores = scores + bias
            y = torch.softmax(scores, dim=-1) @ v
        return self.out(y.transpose(1, 2).reshape(batch, seq, width))


class Block(torch.nn.Module):
    def __init__(self, width, heads, flash, causal, eps):
        super().__init__()
        self.attention = Attention(width, heads, flash, causal)
        self.norm1, self.norm2 = torch.nn.LayerNorm(width, eps), torch.nn.LayerNorm(width, eps)
        self.up, self.down = torch.nn.Linear(width, 4 * width), torch.nn.Linear(4 * width, width)


class PreNorm(Block):  # GPT-2
    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.down(F.gelu(self.up(self.norm2(x)), approximate="tanh"))


class PostNorm(Block):  # BERT
    def forward(self, x, bias):
        x = self.norm1(x + self.attention(x, bias))
        return self.norm2(x + self.down(F.gelu(self.up(x))))


class Gpt2(torch.nn.Module):
    def __init__(self, flash):
        super().__init__()
        self.token, self.position = torch.nn.Embedding(50257, 768), torch.nn.Embedding(1024, 768)
        self.blocks = torch.nn.ModuleList(PreNorm(768, 12, flash, True, 1e-5) for _ in range(12))
        self.norm = torch.nn.LayerNorm(768)

    def forward(self, ids, targets):
        x = self.token(ids) + self.position(torch.arange(ids.shape[1], device=ids.device))
        for block in self.blocks:
            x = block(x)
        logits = F.linear(self.norm(x), self.token.weight)
        return F.cross_entropy(logits.view(-1, logits.shape[-1]), targets.view(-1))

    batch = staticmethod(lambda: 2 * (torch.zeros(4, 1024, dtype=torch.long),))


class Bert(torch.nn.Module):
    def __init__(self, flash):
        super().__init__()
        self.token, self.position, self.kind = (torch.nn.Embedding(n, 1024) for n in (30522, 512, 2))
        self.norm, self.head_norm = torch.nn.LayerNorm(1024, 1e-12), torch.nn.LayerNorm(1024, 1e-12)
        self.blocks = torch.nn.ModuleList(PostNorm(1024, 16, flash, False, 1e-12) for _ in range(24))
        self.transform, self.bias = torch.nn.Linear(1024, 1024), torch.nn.Parameter(torch.zeros(30522))

    def forward(self, ids, kinds, mask, positions, labels, weights):
        x = self.norm(self.token(ids) + self.kind(kinds) + self.position(torch.arange(512, device=ids.device)))
        bias = (1.0 - mask.float())[:, None, None, :] * -10000.0
        for block in self.blocks:
            x = block(x, bias)
        picked = x.gather(1, positions[..., None].expand(-1, -1, 1024))
        picked = self.head_norm(F.gelu(self.transform(picked)))
        logits = F.linear(picked, self.token.weight) + self.bias
        losses = F.cross_entropy(logits.view(-1, 30522), labels.view(-1), reduction="none")
        return (losses * weights.view(-1)).sum() / (weights.sum() + 1e-5)

    batch = staticmethod(lambda: (*(torch.zeros(8, 512, dtype=torch.long) for _ in range(3)), torch.zeros(8, 76, dtype=torch.long),
                                  torch.zeros(8, 76, dtype=torch.long), torch.zeros(8, 76)))


class Bottleneck(torch.nn.Module):
    def __init__(self, width, mid, stride, first):
        super().__init__()
        conv = lambda i, o, k, s: torch.nn.Sequential(torch.nn.Conv2d(i, o, k, s, k // 2, bias=False), torch.nn.BatchNorm2d(o))
        self.convs = torch.nn.ModuleList([conv(width, mid, 1, 1), conv(mid, mid, 3, stride), conv(mid, 4 * mid, 1, 1)])
        self.shortcut = conv(width, 4 * mid, 1, stride) if first else torch.nn.Identity()

    def forward(self, x):
        y = F.relu(self.convs[1](F.relu(self.convs[0](x))))
        return F.relu(self.convs[2](y) + self.shortcut(x))


class Resnet50(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.stem, self.norm = torch.nn.Conv2d(3, 64, 7, 2, 3, bias=False), torch.nn.BatchNorm2d(64)
        blocks, width = [], 64
        for s, (count, mid) in enumerate(((3, 64), (4, 128), (6, 256), (3, 512))):
            for b in range(count):
                blocks.append(Bottleneck(width, mid, 2 if s > 0 and b == 0 else 1, b == 0))
                width = 4 * mid
        self.blocks, self.out = torch.nn.Sequential(*blocks), torch.nn.Linear(2048, 1000)

    def forward(self, x, y):
        x = F.max_pool2d(F.relu(self.norm(self.stem(x))), 3, 2, 1)
        return F.cross_entropy(self.out(self.blocks(x).mean((2, 3))), y, label_smoothing=0.1)

    batch = staticmethod(lambda: (torch.zeros(32, 3, 224, 224), torch.zeros(32, dtype=torch.long)))


MODELS = {"gpt2": lambda: Gpt2(False), "gpt2-flash": lambda: Gpt2(True), "bert": lambda: Bert(False), "bert-flash": lambda: Bert(True),
          "resnet50": Resnet50}


def measure(name, dtype):
    with FakeTensorMode(), torch.device("cuda"):
        model = MODELS[name]()
        batch = model.batch()
        outside = {t.untyped_storage()._cdata for t in (*model.parameters(), *model.buffers(), *batch)}
        kept = {}

        def pack(t):
            storage = t.untyped_storage()
            if storage._cdata not in outside:
                kept[storage._cdata] = storage.nbytes()
            return t

        log = Log()
        with log, torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
            torch.set_autocast_dtype("cuda", dtype)
            torch.set_autocast_enabled("cuda", True)
            torch.set_autocast_cache_enabled(True)
            try:
                loss = model(*batch)
            finally:
                torch.set_autocast_enabled("cuda", False)
                torch.clear_autocast_cache()
            log.part = "backward"
            leaves = backward(loss)
    assert leaves == len(list(model.parameters())), "every parameter has its gradient"
    casts = [row for row in log.rows if "cast" in row]
    of = lambda **want: [r for r in casts if all(r[k] == v for k, v in want.items())]
    return {"model": name, "compute": str(dtype).split(".")[1], "narrowing": len(of(cast="narrowing")), "widening": len(of(cast="widening")),
            "cast_bytes": sum(r["bytes"] for r in casts), "kept": sum(kept.values()),
            "traffic": {part: sum(r["bytes"] for r in log.rows if r["part"] == part) for part in ("forward", "backward")},
            "version": torch.__version__}


if __name__ == "__main__":
    for model_name in sys.argv[1:] or MODELS:
        print(json.dumps(measure(model_name, torch.bfloat16)), flush=True)
