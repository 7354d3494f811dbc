#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints models of any depth, as a framework does, for tests of how the compiler scales.

    layers.py transformer N    the loss of a decoder of N layers: pre-LN, causal attention, tanh-GELU
    layers.py step N           a whole AdamW step of N residual layers, differentiated by hand

The text is StableHLO as JAX prints it: one op for each primitive, a constant and a
broadcast for each use, private functions called in every layer, a location for each op.
Nothing of it depends on N but the number of layers.
"""
import sys

BATCH, SEQ, WIDTH, HEADS, VOCAB = 2, 128, 64, 4, 256


def tensor(*shape, element="f32"):
    return "tensor<" + "".join(f"{size}x" for size in shape) + element + ">"


class Function:
    """Ops of one function; a value is a name with its shape."""

    def __init__(self):
        self.lines, self.arguments, self.scope, self.types = [], [], "", {}

    def argument(self, name, *shape, element="f32"):
        value = f"%arg{len(self.arguments)}"
        self.types[value] = (shape, element)
        self.arguments.append(f'{value}: {tensor(*shape, element=element)} loc("{name}")')
        return value

    def type(self, value):
        shape, element = self.types[value]
        return tensor(*shape, element=element)

    def emit(self, text, shape, element="f32"):
        value = f"%{len(self.lines)}"
        self.types[value] = (tuple(shape), element)
        name = text.split()[0].split("(")[0].strip('"')
        self.lines.append(f'    {value} = {text} loc("jit(f)/{self.scope}/{name}")')
        return value

    def binary(self, name, a, b):
        assert self.types[a] == self.types[b], (name, self.types[a], self.types[b])
        return self.emit(f"stablehlo.{name} {a}, {b} : {self.type(a)}", *self.types[a])

    def unary(self, name, a):
        return self.emit(f"stablehlo.{name} {a} : {self.type(a)}", *self.types[a])

    def scalar(self, literal, element="f32"):
        return self.emit(f"stablehlo.constant dense<{literal}> : {tensor(element=element)}", (), element)

    def broadcast(self, a, dims, *shape):
        result = tensor(*shape, element=self.types[a][1])
        return self.emit(f"stablehlo.broadcast_in_dim {a}, dims = {dims} : ({self.type(a)}) -> {result}",
                         shape, self.types[a][1])

    def fill(self, literal, *shape, element="f32"):
        return self.broadcast(self.scalar(literal, element), [], *shape)

    def scaled(self, a, literal):
        return self.binary("multiply", a, self.fill(literal, *self.types[a][0]))

    def bias(self, a, vector):
        return self.binary("add", a, self.broadcast(vector, [len(self.types[a][0]) - 1], *self.types[a][0]))

    def reshape(self, a, *shape):
        return self.emit(f"stablehlo.reshape {a} : ({self.type(a)}) -> {tensor(*shape)}", shape)

    def transpose(self, a, dims):
        shape = [self.types[a][0][d] for d in dims]
        return self.emit(f"stablehlo.transpose {a}, dims = {dims} : ({self.type(a)}) -> {tensor(*shape)}", shape)

    def slice(self, a, axis, start, end):
        bounds = [(0, size) for size in self.types[a][0]]
        bounds[axis] = (start, end)
        text, shape = ", ".join(f"{b}:{e}" for b, e in bounds), [e - b for b, e in bounds]
        return self.emit(f"stablehlo.slice {a} [{text}] : ({self.type(a)}) -> {tensor(*shape)}", shape)

    def dot(self, a, b, contract, batch=((), ())):
        rest = [[size for d, size in enumerate(self.types[v][0]) if d not in contract[i] and d not in batch[i]]
                for i, v in enumerate((a, b))]
        shape = [self.types[a][0][d] for d in batch[0]] + rest[0] + rest[1]
        pairs = f"batching_dims = {list(batch[0])} x {list(batch[1])}, " if batch[0] else ""
        pairs += f"contracting_dims = {list(contract[0])} x {list(contract[1])}"
        return self.emit(f"stablehlo.dot_general {a}, {b}, {pairs}, precision = [DEFAULT, DEFAULT] : "
                         f"({self.type(a)}, {self.type(b)}) -> {tensor(*shape)}", shape)

    def reduce(self, kind, init, a, *axes):
        first = self.scalar(init)
        shape = [size for d, size in enumerate(self.types[a][0]) if d not in axes]
        return self.emit(f"stablehlo.reduce({a} init: {first}) applies stablehlo.{kind} across dimensions = "
                         f"{list(axes)} : ({self.type(a)}, tensor<f32>) -> {tensor(*shape)}", shape)

    def along(self, reduced, like):
        """A reduction over the last dimension, at every place of `like` again."""
        shape = self.types[like][0]
        column = self.broadcast(reduced, list(range(len(shape) - 1)), *shape[:-1], 1)
        return self.broadcast(column, list(range(len(shape))), *shape)

    def call(self, function, values, shape, element="f32"):
        types = ", ".join(self.type(v) for v in values)
        return self.emit(f"func.call @{function}({', '.join(values)}) : ({types}) -> "
                         f"{tensor(*shape, element=element)}", shape, element)

    def print(self, results, names):
        types = ", ".join(f'{self.type(v)} {{jax.result_info = "{n}"}}' for v, n in zip(results, names))
        arguments = ", ".join(self.arguments)
        body = "\n".join(self.lines)
        print(f"  func.func public @main({arguments}) -> ({types}) {{\n{body}")
        print(f"    return {', '.join(results)} : {', '.join(self.type(v) for v in results)}\n  }}")


MASK = f"""  func.func private @_causal() -> {tensor(SEQ, SEQ, element='i1')} {{
    %0 = stablehlo.iota dim = 0 : {tensor(SEQ, SEQ, element='i32')}
    %1 = stablehlo.iota dim = 1 : {tensor(SEQ, SEQ, element='i32')}
    %2 = stablehlo.compare GE, %0, %1, SIGNED : ({tensor(SEQ, SEQ, element='i32')}, {tensor(SEQ, SEQ, element='i32')}) -> {tensor(SEQ, SEQ, element='i1')}
    return %2 : {tensor(SEQ, SEQ, element='i1')}
  }}
  func.func private @_where(%arg0: {tensor(SEQ, SEQ, element='i1')}, %arg1: {tensor(BATCH, HEADS, SEQ, SEQ)}, %arg2: tensor<f32>) -> {tensor(BATCH, HEADS, SEQ, SEQ)} {{
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : ({tensor(SEQ, SEQ, element='i1')}) -> {tensor(BATCH, HEADS, SEQ, SEQ, element='i1')}
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> {tensor(BATCH, HEADS, SEQ, SEQ)}
    %2 = stablehlo.select %0, %arg1, %1 : {tensor(BATCH, HEADS, SEQ, SEQ, element='i1')}, {tensor(BATCH, HEADS, SEQ, SEQ)}
    return %2 : {tensor(BATCH, HEADS, SEQ, SEQ)}
  }}"""


def layer_norm(f, x, scale, shift):
    mean = f.along(f.scaled(f.reduce("add", "0.0", x, 2), 1 / WIDTH), x)
    centred = f.binary("subtract", x, mean)
    variance = f.scaled(f.reduce("add", "0.0", f.binary("multiply", centred, centred), 2), 1 / WIDTH)
    root = f.unary("rsqrt", f.binary("add", variance, f.fill("1.0e-5", *f.types[variance][0])))
    scaled = f.binary("multiply", f.binary("multiply", centred, f.along(root, x)),
                      f.broadcast(scale, [2], *f.types[x][0]))
    return f.bias(scaled, shift)


def softmax(f, x):
    top = f.along(f.reduce("maximum", "0xFF800000", x, len(f.types[x][0]) - 1), x)
    power = f.unary("exponential", f.binary("subtract", x, top))
    return f.binary("divide", power, f.along(f.reduce("add", "0.0", power, len(f.types[x][0]) - 1), power))


def attention(f, x, qkv, qkv_bias, out, out_bias):
    joined = f.bias(f.dot(x, qkv, ((2,), (0,))), qkv_bias)
    q, k, v = (f.reshape(f.slice(joined, 2, i * WIDTH, (i + 1) * WIDTH), BATCH, SEQ, HEADS, WIDTH // HEADS)
               for i in range(3))
    scores = f.scaled(f.dot(q, k, ((3,), (3,)), ((0, 2), (0, 2))), (WIDTH // HEADS) ** -0.5)
    mask = f.call("_causal", [], (SEQ, SEQ), "i1")
    weights = softmax(f, f.call("_where", [mask, scores, f.scalar("-1.0e9")], f.types[scores][0]))
    mixed = f.transpose(f.dot(v, weights, ((1,), (3,)), ((0, 2), (0, 1))), [0, 3, 1, 2])
    return f.bias(f.dot(f.reshape(mixed, BATCH, SEQ, WIDTH), out, ((2,), (0,))), out_bias)


def gelu(f, x):
    cube = f.binary("multiply", f.binary("multiply", x, x), x)
    inner = f.scaled(f.binary("add", x, f.scaled(cube, 0.044715)), 0.797884583)
    half = f.scaled(f.binary("add", f.fill("1.0", *f.types[x][0]), f.unary("tanh", inner)), 0.5)
    return f.binary("multiply", x, half)


def transformer(layers):
    f = Function()
    table = f.argument("params['embed']", VOCAB, WIDTH)
    shapes = {"norm1/scale": (WIDTH,), "norm1/shift": (WIDTH,), "qkv/w": (WIDTH, 3 * WIDTH), "qkv/b": (3 * WIDTH,),
              "out/w": (WIDTH, WIDTH), "out/b": (WIDTH,), "norm2/scale": (WIDTH,), "norm2/shift": (WIDTH,),
              "up/w": (WIDTH, 4 * WIDTH), "up/b": (4 * WIDTH,), "down/w": (4 * WIDTH, WIDTH), "down/b": (WIDTH,)}
    parameters = [[f.argument(f"params['layer{i}/{name}']", *shape) for name, shape in shapes.items()]
                  for i in range(layers)]
    tokens = f.argument("batch['tokens']", BATCH, SEQ, element="i32")
    target = f.argument("batch['target']", BATCH, SEQ, VOCAB)
    f.scope = "embed"
    column = f.broadcast(tokens, [0, 1], BATCH, SEQ, 1)
    x = f.emit(f'"stablehlo.gather"({table}, {column}) <{{dimension_numbers = #stablehlo.gather<offset_dims = [2], '
               f'collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = '
               f'array<i64: 1, {WIDTH}>}}> : ({f.type(table)}, {f.type(column)}) -> {tensor(BATCH, SEQ, WIDTH)}',
               (BATCH, SEQ, WIDTH))
    for i, p in enumerate(parameters):
        f.scope = f"layer{i}/attn"
        x = f.binary("add", x, attention(f, layer_norm(f, x, p[0], p[1]), *p[2:6]))
        f.scope = f"layer{i}/mlp"
        hidden = gelu(f, f.bias(f.dot(layer_norm(f, x, p[6], p[7]), p[8], ((2,), (0,))), p[9]))
        x = f.binary("add", x, f.bias(f.dot(hidden, p[10], ((2,), (0,))), p[11]))
    f.scope = "loss"
    error = f.binary("subtract", f.dot(x, table, ((2,), (1,))), target)
    total = f.reduce("add", "0.0", f.binary("multiply", error, error), 0, 1, 2)
    print(f"module @jit_loss {{\n{MASK}")
    f.print([f.scaled(total, 1 / (BATCH * SEQ * VOCAB))], ["result"])
    print("}")


def adamw(f, count, p, m, v, gradient):
    """What optax prints for one parameter."""
    m = f.binary("add", f.scaled(m, 0.9), f.scaled(gradient, 0.1))
    v = f.binary("add", f.scaled(v, 0.95), f.scaled(f.binary("multiply", gradient, gradient), 0.05))
    shape = f.types[p][0]

    def corrected(moment, decay):
        power = f.binary("power", f.scalar(decay), count)
        return f.binary("divide", moment, f.broadcast(f.binary("subtract", f.scalar("1.0"), power), [], *shape))

    root = f.binary("add", f.unary("sqrt", corrected(v, "0.95")), f.fill("1.0e-8", *shape))
    change = f.binary("add", f.binary("divide", corrected(m, "0.9"), root), f.scaled(p, 0.1))
    return f.binary("subtract", p, f.scaled(change, 0.001)), m, v


def step(layers):
    f = Function()
    groups = [[(f.argument(f"{group}['layer{i}/in']", WIDTH, WIDTH), f.argument(f"{group}['layer{i}/out']", WIDTH, WIDTH))
               for i in range(layers)] for group in ("params", "m", "v")]
    count = f.argument("step", element="i32")
    x = f.argument("batch['x']", BATCH * SEQ, WIDTH)
    target = f.argument("batch['y']", BATCH * SEQ, WIDTH)
    kept = []
    for i, (w_in, w_out) in enumerate(groups[0]):
        f.scope = f"jvp(layer{i})"
        hidden = f.unary("tanh", f.dot(x, w_in, ((1,), (0,))))
        kept.append((x, hidden))
        x = f.binary("add", x, f.dot(hidden, w_out, ((1,), (0,))))
    f.scope = "jvp(loss)"
    error = f.binary("subtract", x, target)
    share = 1 / (BATCH * SEQ * WIDTH)
    loss = f.scaled(f.reduce("add", "0.0", f.binary("multiply", error, error), 0, 1), share)
    seed = f.broadcast(f.scaled(f.scalar("1.0"), 2 * share), [], BATCH * SEQ, WIDTH)
    dx, gradients = f.binary("multiply", seed, error), []
    for i in reversed(range(layers)):
        f.scope = f"transpose(jvp(layer{i}))"
        x, hidden = kept[i]
        dout = f.dot(hidden, dx, ((0,), (0,)))
        dhidden = f.dot(dx, groups[0][i][1], ((1,), (1,)))
        slope = f.binary("subtract", f.fill("1.0", *f.types[hidden][0]), f.binary("multiply", hidden, hidden))
        dpre = f.binary("multiply", dhidden, slope)
        gradients.insert(0, (f.dot(x, dpre, ((0,), (0,))), dout))
        dx = f.binary("add", dx, f.dot(dpre, groups[0][i][0], ((1,), (1,))))
    f.scope = "adamw"
    next_count = f.binary("add", count, f.scalar(1, "i32"))
    real = f.emit(f"stablehlo.convert {next_count} : (tensor<i32>) -> tensor<f32>", ())
    updated = [[], [], []]
    for i in range(layers):
        for j, name in enumerate(("in", "out")):
            values = adamw(f, real, *(group[i][j] for group in groups), gradients[i][j])
            for group, value in enumerate(values):
                updated[group].append((value, f"result[{group}]['layer{i}/{name}']"))
    rows = sum(updated, []) + [(next_count, "result[3]"), (loss, "result[4]")]
    print("module @jit_step {")
    f.print(*zip(*rows))
    print("}")


if __name__ == "__main__":
    kinds = {"transformer": transformer, "step": step}
    if len(sys.argv) != 3 or sys.argv[1] not in kinds or not sys.argv[2].isdigit():
        sys.exit(__doc__)
    kinds[sys.argv[1]](int(sys.argv[2]))
