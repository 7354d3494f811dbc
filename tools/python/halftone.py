# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models from JAX and PyTorch as Halftone reads them, and trained parameters back.

    from_jax(loss, params, batch, out="model")      # loss(params, batch) -> scalar
    from_torch(module, images, labels, out="model") # module(images, labels) -> scalar

write three files into the folder `out`:

    model.mlir   the function in StableHLO, with the lines of the source
    params.npz   parameters and state by name, for `halftone-run --init`
    roles.json   what each argument and result is

`load(file, like=params)` reads what `halftone-run --save` wrote into a tree of JAX;
`load_torch(file, module)` into a module. Frameworks are imported when they are needed.
"""

import inspect
import json
import os
import warnings
import zipfile

ROLES = ("param", "frozen_param", "opt_state", "model_state", "step", "ema", "batch", "key", "hyper_param")
STATE = ("param", "frozen_param", "opt_state", "model_state", "step", "ema", "key")


class ExportError(Exception):
    """What is wrong with a model or a call, in one line."""


def _require(name, what):
    try:
        return __import__(name)
    except ImportError as error:
        raise ExportError(f"{what} needs the package '{name}', which is not installed: {error}") from None


# Trees -------------------------------------------------------------------------------------


def flatten(tree, name=""):
    """The leaves of nested dicts, lists and tuples as (name, leaf), in JAX's order: keys of
    dicts are sorted. Names are joined by slashes; `None` has no leaves."""
    if tree is None:
        return []
    if isinstance(tree, dict):
        items = sorted(tree.items()) if type(tree) is dict else tree.items()
    elif isinstance(tree, (list, tuple)) and hasattr(tree, "_fields"):
        items = zip(tree._fields, tree)
    elif isinstance(tree, (list, tuple)):
        items = enumerate(tree)
    else:
        return [(name, tree)]
    return [leaf for key, value in items for leaf in flatten(value, f"{name}/{key}" if name else str(key))]


def unflatten(names, tree, name=""):
    """The tree `tree` with each leaf replaced by `names[its name]`."""
    leaves = iter([names[path] for path, _ in flatten(tree, name)])

    def rebuild(node):
        if node is None:
            return None
        if isinstance(node, dict):
            order = sorted(node) if type(node) is dict else node
            made = {key: rebuild(node[key]) for key in order}
            return type(node)((key, made[key]) for key in node)
        if isinstance(node, (list, tuple)) and hasattr(node, "_fields"):
            return type(node)(*[rebuild(value) for value in node])
        if isinstance(node, (list, tuple)):
            return type(node)(rebuild(value) for value in node)
        return next(leaves)

    return rebuild(tree)


# Files -------------------------------------------------------------------------------------


def row(name, role, shape, dtype, **more):
    """One argument or result in roles.json."""
    return {"name": name, "role": role, "shape": [int(size) for size in shape], "dtype": str(dtype), **more}


def write_roles(path, file, arguments, results, function="loss"):
    """Writes roles.json: one line for each argument, so that it reads and compares well."""
    names = [argument["name"] for argument in arguments]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ExportError(f"two arguments are called '{twice[0]}'")

    def lines(rows):
        return "[\n" + ",\n".join(f"    {json.dumps(value)}" for value in rows) + "]"

    text = (f'{{"functions": {{\n {json.dumps(function)}: {{"file": {json.dumps(file)},\n'
            f'  "arguments": {lines(arguments)},\n  "results": {lines(results)}}}}}}}\n')
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)


def write_npz(path, arrays):
    """Writes arrays by name; any name will do, which `numpy.savez` doesn't allow."""
    numpy = _require("numpy", "writing arrays")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED, allowZip64=True) as archive:
        for name, array in arrays.items():
            with archive.open(name + ".npy", "w", force_zip64=True) as out:
                numpy.lib.format.write_array(out, numpy.asarray(array, order="C"), allow_pickle=False)


def _with_type(numpy, array):
    """numpy.load gives bf16 and f8 as bytes without a type."""
    name = {2: "bfloat16", 1: "float8_e4m3fn"}.get(array.dtype.itemsize) if array.dtype.kind == "V" else None
    return array.view(getattr(_require("ml_dtypes", f"reading {name}"), name)) if name else array


def read_arrays(path):
    """A .npz or .safetensors file as a dict from names to arrays."""
    numpy = _require("numpy", "reading arrays")
    if not str(path).endswith(".safetensors"):
        with numpy.load(path, allow_pickle=False) as arrays:
            return {name: _with_type(numpy, arrays[name]) for name in arrays.files}
    types = {"F64": "f8", "F32": "f4", "F16": "f2", "I64": "i8", "I32": "i4", "I16": "i2", "I8": "i1",
             "U64": "u8", "U32": "u4", "U16": "u2", "U8": "u1", "BOOL": "?"}
    low = {"BF16": "bfloat16", "F8_E4M3": "float8_e4m3fn", "F8_E5M2": "float8_e5m2"}
    with open(path, "rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
        data = file.read()
    arrays = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        kind = entry["dtype"]
        if kind in low:
            dtype = numpy.dtype(getattr(_require("ml_dtypes", f"reading {kind}"), low[kind]))
        elif kind in types:
            dtype = numpy.dtype(types[kind])
        else:
            raise ExportError(f"'{path}': array '{name}' has the type {kind}, which is not read")
        begin, end = entry["data_offsets"]
        arrays[name] = numpy.frombuffer(data[begin:end], dtype).reshape(entry["shape"])
    return arrays


def _write(out, text, arguments, results, arrays, function):
    os.makedirs(out, exist_ok=True)
    write_roles(os.path.join(out, "roles.json"), "model.mlir", arguments, results, function)
    write_npz(os.path.join(out, "params.npz"), arrays)
    with open(os.path.join(out, "model.mlir"), "w", encoding="utf-8") as file:
        file.write(text if text.endswith("\n") else text + "\n")
    return out


# JAX ---------------------------------------------------------------------------------------


def _parameter_names(function, count):
    """What the function calls its positional arguments."""
    names = []
    try:
        for parameter in inspect.signature(function).parameters.values():
            if parameter.kind == parameter.VAR_POSITIONAL:
                names += [f"{parameter.name}/{i}" for i in range(count - len(names))]
            elif parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
                names.append(parameter.name)
    except (TypeError, ValueError):
        pass
    names = names[:count]
    return names + [f"arg{i}" for i in range(len(names), count)]


def _assign_roles(names, given):
    """A role for each parameter of the function, or None. `given` maps roles to the names or
    positions of parameters."""
    roles = [None] * len(names)
    for role, which in given.items():
        if role not in ROLES:
            raise ExportError(f"unknown role '{role}', expected one of {', '.join(ROLES)}")
        for one in (which if isinstance(which, (list, tuple)) else (which,)):
            if one is None:
                continue
            index = one if isinstance(one, int) else names.index(one) if one in names else -1
            if not 0 <= index < len(names):
                raise ExportError(f"{role}={one!r}: the function takes {', '.join(names) or 'nothing'}")
            if roles[index] not in (None, role):
                raise ExportError(f"'{names[index]}' is both {roles[index]} and {role}")
            roles[index] = role
    return roles


def from_jax(function, *args, out="model", weight_decay=None, **roles):
    """Exports `function(*args)`, a loss or a whole training step.

    `args` are arrays or `jax.ShapeDtypeStruct`s in any trees. `roles` say by name which
    parameter of the function is what: `param=`, `batch=`, `model_state=`, `key=`, `opt_state=`,
    `step=`, `frozen_param=`, `ema=`, `hyper_param=`; a name or a tuple of names. What is not
    said: the first one is `param`, random keys are `key`, others are `batch`.

    A loss returns its value, or (value, new model state, …). A function that is given
    `opt_state` or `step` is a training step: it returns the next value of each state argument,
    in the order of the arguments, and the loss. `weight_decay(name, leaf)` says which
    parameters decay (default: all). Returns `out`.
    """
    jax = _require("jax", "from_jax")
    numpy = _require("numpy", "from_jax")
    names = _parameter_names(function, len(args))
    kinds = _assign_roles(names, roles)
    is_step = any(kind in ("opt_state", "step") for kind in kinds)
    leaves = [_jax_leaves(jax, name, arg) for name, arg in zip(names, args)]
    for i, kind in enumerate(kinds):
        if kind is None:
            is_key = bool(leaves[i]) and all(_is_key(leaf) for _, leaf in leaves[i])
            kinds[i] = "key" if is_key else "param" if i == 0 and "param" not in kinds else "batch"

    arguments, arrays = [], {}
    for kind, group in zip(kinds, leaves):
        for name, leaf in group:
            shape, dtype = _jax_type(jax, leaf)
            more = {}
            trained = kind != "param" or numpy.issubdtype(dtype, numpy.floating) or dtype == jax.numpy.bfloat16
            if kind == "param":
                more["weight_decay"] = bool(weight_decay(name, leaf)) if weight_decay else True
            is_value = not isinstance(leaf, jax.ShapeDtypeStruct) and kind in STATE and kind != "key"
            starts_zero = kind in ("opt_state", "step", "ema") and (not is_value or not numpy.any(numpy.asarray(leaf)))
            if kind in ("opt_state", "step", "ema") and not starts_zero:
                more["init"] = "given"
            if is_value and not starts_zero:
                arrays[name] = numpy.asarray(leaf)
            arguments.append(row(name, kind if trained else "frozen_param", shape, dtype, **more))
    for what in () if is_step else sorted(_lost_gradients(jax.make_jaxpr(function)(*args).jaxpr)):
        warnings.warn(f"{what} is lost: the export holds what the function computes, and that is differentiated; "
                      "see docs/FromJAX.md", stacklevel=2)
    donated = tuple(i for i, kind in enumerate(kinds) if is_step and kind in STATE and kind != "frozen_param")
    lowered = jax.jit(function, keep_unused=True, donate_argnums=donated).lower(*args)
    results = _jax_results(jax, jax.eval_shape(function, *args), names, kinds, leaves, is_step)
    return _write(out, lowered.as_text(debug_info=True), arguments, results, arrays,
                  "step" if is_step else "loss")


def _lost_gradients(jaxpr):
    """What of the function's derivative is not in what it computes. The maximum that softmax takes
    off is stopped too, and needs no mention: its derivative adds up to zero."""
    lost, makers = set(), {}
    same = ("broadcast_in_dim", "convert_element_type", "is_finite", "max", "reshape", "select_n", "squeeze",
            "stop_gradient")

    def is_maximum(value):
        if hasattr(value, "val"):
            return True  # a literal
        maker = makers.get(id(value))
        return maker is not None and (maker.primitive.name == "reduce_max" or
                                      maker.primitive.name in same and all(map(is_maximum, maker.invars)))

    for equation in jaxpr.eqns:
        name = equation.primitive.name
        makers.update({id(value): equation for value in equation.outvars})
        if name.startswith("custom_vjp_call"):
            lost.add("a jax.custom_vjp")
        elif name == "stop_gradient" and not is_maximum(equation.invars[0]):
            lost.add("a jax.lax.stop_gradient")
        for value in equation.params.values():
            for inner in value if isinstance(value, (tuple, list)) else (value,):
                inner = getattr(inner, "jaxpr", inner)
                if hasattr(inner, "eqns"):
                    lost |= _lost_gradients(inner)
    return lost


def _jax_leaves(jax, name, tree):
    """(name, leaf) of any tree that JAX knows."""
    leaves = jax.tree_util.tree_flatten_with_path(tree)[0]
    return [("/".join([name] + [_key_text(jax, key) for key in path]), leaf) for path, leaf in leaves]


def _key_text(jax, key):
    for field in ("key", "name", "idx"):
        if hasattr(key, field):
            return str(getattr(key, field))
    return str(key)


def _is_key(leaf):
    dtype = getattr(leaf, "dtype", None)
    return str(dtype).startswith("key<") or (str(dtype) == "uint32" and tuple(leaf.shape) == (2,))


def _jax_type(jax, leaf):
    if str(getattr(leaf, "dtype", "")).startswith("key<"):
        leaf = jax.eval_shape(jax.random.key_data, leaf)
    value = jax.eval_shape(lambda: leaf) if not hasattr(leaf, "shape") else leaf
    return value.shape, jax.dtypes.canonicalize_dtype(value.dtype)


def _jax_results(jax, tree, names, kinds, leaves, is_step):
    """Rows of the results: parts of the return value that have the tree of a state argument are
    its next value, taken in order."""
    parts = list(tree) if isinstance(tree, tuple) and not hasattr(tree, "_fields") else [tree]

    def types(group, root):
        return [(path[len(root):],) + _jax_type(jax, leaf) for path, leaf in group]

    rows, used, found_loss = [], set(), False
    for place, part in enumerate(parts):
        group = _jax_leaves(jax, "", part)
        match = None
        for i, kind in enumerate(kinds):
            if i not in used and kind in STATE and kind != "frozen_param" and group and \
                    types(group, "") == types(leaves[i], names[i]):
                match = i
                break
        if match is not None and kinds[match] == "param" and not is_step:
            raise ExportError(f"result {place} has the tree of '{names[match]}': export the loss function "
                              "alone, which Halftone differentiates, or a whole step with opt_state= or step=")
        if match is not None:
            used.add(match)
            rows += [row(name, kinds[match], *_jax_type(jax, leaf)) for name, leaf in leaves[match]]
            continue
        for path, leaf in group:
            shape, dtype = _jax_type(jax, leaf)
            is_loss = not found_loss and shape == () and jax.numpy.issubdtype(dtype, jax.numpy.floating)
            found_loss |= is_loss
            name = "loss" if is_loss else path.strip("/") or f"result{place}"
            rows.append(row(name, "loss" if is_loss else "metric", shape, dtype))
    if not found_loss:
        raise ExportError("no result is a float of rank 0, so none is the loss")
    seen = {}
    for i, value in enumerate(rows):
        if value["name"] in seen and value["role"] == "metric":
            value["name"] += f"_{i}"
        seen[value["name"]] = i
    return rows


def load(path, like, name="params"):
    """The arrays of a file in the tree `like`, whose argument was called `name`."""
    arrays = read_arrays(path)
    try:
        jax = __import__("jax")
    except ImportError:
        paths = [leaf for leaf, _ in flatten(like, name)]
        _check_names(path, paths, arrays)
        return unflatten(arrays, like, name)
    leaves = _jax_leaves(jax, name, like)
    _check_names(path, [leaf for leaf, _ in leaves], arrays)
    values = [jax.numpy.asarray(arrays[leaf]) for leaf, _ in leaves]
    return jax.tree_util.tree_unflatten(jax.tree_util.tree_structure(like), values)


def _check_names(path, names, arrays):
    missing = [name for name in names if name not in arrays]
    if missing:
        raise ExportError(f"'{path}' has no array '{missing[0]}'; there are {', '.join(sorted(arrays)) or 'none'}")


# PyTorch -----------------------------------------------------------------------------------


def from_torch(module, *args, out="model", loss=None, weight_decay=None):
    """Exports a module, or `loss(module, *args)`, whose value is the loss.

    Weights become arguments of the names of `module.named_parameters()`, so that a trained file
    loads with `load_state_dict`; parameters without `requires_grad` are frozen. Buffers that the
    call changes (running statistics) are state, others are frozen. Inputs are called as
    the parameters of `loss`, or of `module.forward`. Needs torch and torch-mlir. Returns `out`.
    """
    torch = _require("torch", "from_torch")
    _require("torch_mlir", "from_torch")
    from torch_mlir import fx

    parameters = dict(module.named_parameters())
    buffers = {name: value for name, value in module.named_buffers() if value is not None}
    names = _parameter_names(loss, len(args) + 1)[1:] if loss else _parameter_names(module.forward, len(args))
    changed = _changed_buffers(torch, module, buffers, args, loss)

    class Loss(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.held = [module]  # in a list, so that its weights are not the wrapper's

        def forward(self, *values):
            weights = dict(zip([*parameters, *buffers], values))
            # The call changes buffers in place; the caller's stay.
            weights.update({name: weights[name].clone() for name in changed})

            def call(*inputs, **options):
                return torch.func.functional_call(self.held[0], weights, inputs, options, tie_weights=True)

            inputs = values[len(weights):]
            value = loss(call, *inputs) if loss else call(*inputs)
            return (value, *[weights[name] for name in changed]) if changed else value

    values = [value.detach() for value in [*parameters.values(), *buffers.values()]]
    text = fx.export_and_import(Loss(), *values, *args, output_type="stablehlo", func_name="main")
    text = text.operation.get_asm(enable_debug_info=True)

    arguments, arrays = [], {}
    for name, value in {**parameters, **buffers}.items():
        role = "frozen_param"
        if name in parameters and value.requires_grad:
            role = "param"
        elif name in changed:
            role = "model_state"
        decay = {"weight_decay": bool(weight_decay(name, value)) if weight_decay else True} if role == "param" else {}
        arguments.append(row(name, role, value.shape, _torch_type(value), **decay))
        arrays[name] = value.detach().cpu().numpy()
    for name, value in zip(names, args):
        arguments.append(row(name, "batch", value.shape, _torch_type(value)))
    results = [row("loss", "loss", (), "float32")]
    results += [row(name, "model_state", buffers[name].shape, _torch_type(buffers[name])) for name in changed]
    return _write(out, text, arguments, results, arrays, "loss")


def _torch_type(value):
    return str(value.dtype).removeprefix("torch.")


def _changed_buffers(torch, module, buffers, args, loss):
    """Names of the buffers that one call changes, tried on copies."""
    copies = {name: value.clone() for name, value in buffers.items()}

    def call(*inputs, **options):
        weights = {**dict(module.named_parameters()), **copies}
        return torch.func.functional_call(module, weights, inputs, options, tie_weights=True)

    with torch.no_grad():
        value = loss(call, *args) if loss else call(*args)
    if not isinstance(value, torch.Tensor) or value.ndim != 0:
        got = tuple(value.shape) if isinstance(value, torch.Tensor) else type(value).__name__
        raise ExportError(f"the module returns {got}, expected a loss of rank 0; pass loss=lambda model, *args: …")
    return [name for name in buffers if not torch.equal(copies[name], buffers[name])]


def load_torch(path, module):
    """Loads the arrays of a file into a module, by the names of its state."""
    torch = _require("torch", "load_torch")
    arrays = read_arrays(path)
    state = module.state_dict()
    _check_names(path, [name for name, _ in module.named_parameters()], arrays)
    # `read_arrays` may give views of the file; torch wants memory of its own.
    module.load_state_dict({name: torch.tensor(array) for name, array in arrays.items() if name in state},
                           strict=False)
    return module
