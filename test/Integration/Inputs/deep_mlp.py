# Writes a residual network of N layers in `train` IR, and its first weights and a batch,
# with nothing but the standard library:
#   deep_mlp.py N [--scan] OUT      OUT/model.mlir, OUT/init.npz, OUT/data.npz
# With --scan the layers' weights are stacked, and a loop runs over them.
import os
import struct
import sys
import zipfile

ROWS, WIDTH, INNER = 64, 32, 128


def tensor(*shape):
    return f"tensor<{'x'.join(map(str, shape))}xf32>"


def layer(x, w1, b1, w2, y, prefix):
    h, n, i = tensor(ROWS, WIDTH), tensor(ROWS, INNER), tensor(WIDTH, INNER)
    return f"""  %{prefix}n = train.rms_norm {x} axis = 1 epsilon = 1.0e-5 : ({h}) -> {h}
  %{prefix}u = train.linear %{prefix}n, {w1}, {b1} : ({h}, {i}, {tensor(INNER)}) -> {n}
  %{prefix}g = train.gelu %{prefix}u approximate = tanh : {n} -> {n}
  %{prefix}d = train.linear %{prefix}g, {w2} : ({n}, {tensor(INNER, WIDTH)}) -> {h}
  {y} = train.add {x}, %{prefix}d : {h}
"""


def model(layers, scan):
    params, body = [], ""
    if scan:
        params = [("w1", (layers, WIDTH, INNER)), ("b1", (layers, INNER)), ("w2", (layers, INNER, WIDTH))]
        body = f"  %z = train.constant dense<0> : tensor<i32>\n  %last = train.for %i times {layers} carry (%c = %x) : {tensor(ROWS, WIDTH)} {{\n"
        for name, (_, *shape) in params:
            places = ", ".join(["%i"] + ["%z"] * len(shape))
            types = ", ".join(["tensor<i32>"] * (1 + len(shape)))
            body += (f"  %s{name} = train.dynamic_slice %{name}[{places}] sizes = {[1, *shape]} : "
                     f"({tensor(layers, *shape)}, {types}) -> {tensor(1, *shape)}\n"
                     f"  %l{name} = train.reshape %s{name} : {tensor(1, *shape)} -> {tensor(*shape)}\n")
        body += layer("%c", "%lw1", "%lb1", "%lw2", "%next", "l")
        body += f"  train.yield %next : {tensor(ROWS, WIDTH)}\n  }}\n"
    else:
        x = "%x"
        for i in range(layers):
            params += [(f"w1_{i}", (WIDTH, INNER)), (f"b1_{i}", (INNER,)), (f"w2_{i}", (INNER, WIDTH))]
            y = "%last" if i == layers - 1 else f"%x{i}"
            body += layer(x, f"%w1_{i}", f"%b1_{i}", f"%w2_{i}", y, f"l{i}")
            x = y
    arguments = [f'%{name}: {tensor(*shape)} {{train.role = #train.role<param>, train.name = "{name}"}}'
                 for name, shape in params]
    arguments.append(f'%x: {tensor(ROWS, WIDTH)} {{train.role = #train.role<batch>, train.name = "x"}}')
    return params, f"""func.func @loss({', '.join(arguments)})
    -> (tensor<f32> {{train.role = #train.role<loss>, train.name = "loss"}}) {{
{body}  %q = train.multiply %last, %last : {tensor(ROWS, WIDTH)}
  %s = train.reduce add %q, dims = [0, 1] : {tensor(ROWS, WIDTH)} -> tensor<f32>
  %k = train.constant dense<1.0e-3> : tensor<f32>
  %loss = train.multiply %s, %k : tensor<f32>
  return %loss : tensor<f32>
}}
"""


def array(shape, scale):
    count, state, values = 1, 12345, []
    for size in shape:
        count *= size
    for _ in range(count):
        state = (1103515245 * state + 12345) % 2**31
        values.append(scale * (state / 2**30 - 1))
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({''.join(f'{s},' for s in shape)}), }}"
    header += " " * (64 - (10 + len(header) + 1) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(f"<{count}f", *values)


layers, scan, out = int(sys.argv[1]), "--scan" in sys.argv, sys.argv[-1]
os.makedirs(out, exist_ok=True)
params, text = model(layers, scan)
with open(os.path.join(out, "model.mlir"), "w") as file:
    file.write(text)
with zipfile.ZipFile(os.path.join(out, "init.npz"), "w") as file:
    for name, shape in params:
        file.writestr(name + ".npy", array(shape, 0.3))
with zipfile.ZipFile(os.path.join(out, "data.npz"), "w") as file:
    file.writestr("x.npy", array((4 * ROWS, WIDTH), 1.0))
