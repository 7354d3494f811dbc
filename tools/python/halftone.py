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

import contextlib
import functools
import inspect
import json
import os
import warnings
import zipfile

ROLES = ("param", "frozen_param", "opt_state", "model_state", "step", "ema", "batch", "key", "hyper_param")
STATE = ("param", "frozen_param", "opt_state", "model_state", "step", "ema", "key")


# What a name says, as `import-roles` reads it; below a container the next word decides.
WORDS = {"param": ("params", "param", "parameters", "weights", "model", "net", "network", "theta"),
         "frozen_param": ("frozen", "frozen_params"),
         "opt_state": ("opt_state", "opt", "optimizer", "optimizer_state"),
         "model_state": ("state", "model_state", "batch_stats", "buffers"),
         "batch": ("batch", "data", "inputs", "targets", "labels"),
         "key": ("key", "rng", "prng_key", "rng_key", "dropout_key", "dropout_rng"),
         "step": ("step", "step_count", "global_step"), "ema": ("ema", "ema_params")}
CONTAINERS = ("state", "train_state", "variables", "carry", "args", "model")


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


def write_roles(path, functions):
    """Writes roles.json: one line for each argument, so that it reads and compares well.
    `functions` holds for each one (name, file, arguments, results)."""
    def lines(rows):
        return "[\n" + ",\n".join(f"    {json.dumps(value)}" for value in rows) + "]"

    texts = []
    for function, file, arguments, results in functions:
        names = [argument["name"] for argument in arguments]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ExportError(f"two arguments are called '{twice[0]}'")
        texts.append(f' {json.dumps(function)}: {{"file": {json.dumps(file)},\n'
                     f'  "arguments": {lines(arguments)},\n  "results": {lines(results)}}}')
    with open(path, "w", encoding="utf-8") as out:
        out.write('{"functions": {\n' + ",\n".join(texts) + "}}\n")


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


def narrow(path, roles, out):
    """Writes the arrays of a file in the types that the model came with, rounded to nearest:
    what was trained with f32 masters becomes bf16 or f16 again. `roles` is its roles.json."""
    numpy = _require("numpy", "narrow")
    with open(roles, encoding="utf-8") as file:
        functions = json.load(file)["functions"]
    types = {row["name"]: row["dtype"] for function in functions.values() for row in function["arguments"]}
    arrays = {}
    for name, array in read_arrays(path).items():
        dtype = types.get(name, str(array.dtype))
        known = dtype if hasattr(numpy, dtype) else getattr(_require("ml_dtypes", f"writing {dtype}"), dtype)
        arrays[name] = array.astype(known)
    write_npz(out, arrays)


def _write(out, arrays, functions):
    """`functions` holds for each one (name, file, text, arguments, results)."""
    os.makedirs(out, exist_ok=True)
    write_roles(os.path.join(out, "roles.json"), [(name, file, *rows) for name, file, _, *rows in functions])
    write_npz(os.path.join(out, "params.npz"), arrays)
    for _, name, text, *_ in functions:
        with open(os.path.join(out, name), "w", encoding="utf-8") as file:
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


def _word_role(path):
    """The role that the names at the start of a path say, or None."""
    role = None
    for segment in path.split("/"):
        role = next((role for role, words in WORDS.items() if segment in words), role)
        if segment not in CONTAINERS and not segment.isdigit():
            break
    return role


def _leaf_roles(jax, leaves, is_first, is_step):
    """What the names of a parameter of the function and of its leaves say, one role for each
    leaf. `leaves` are (name, shape, dtype, is a key)."""
    def fits(role, shape, dtype, is_key):
        if role == "step":
            return is_step and shape == () and jax.numpy.issubdtype(dtype, jax.numpy.integer)
        return role is not None and is_key == (role == "key")

    if leaves and all(is_key for *_, is_key in leaves):
        return ["key"] * len(leaves)
    said = [_word_role(leaf) for leaf, *_ in leaves]
    if leaves and all(fits(role, *leaf[1:]) for role, leaf in zip(said, leaves)):
        return said
    return ["param" if is_first else "batch" if shape else "hyper_param" for _, shape, *_ in leaves]


def from_jax(function, *args, out="model", weight_decay=None, eval=None, **roles):
    """Exports `function(*args)`, a loss or a whole training step.

    `args` are arrays or `jax.ShapeDtypeStruct`s in any trees. `roles` say by name which
    parameter of the function is what: `param=`, `batch=`, `model_state=`, `key=`, `opt_state=`,
    `step=`, `frozen_param=`, `ema=`, `hyper_param=`; a name or a tuple of names. What is not
    said goes by names (`params`, `batch_stats`, `opt_state`, `state.params`, …); else the first
    one is `param`, random keys are `key`, scalars `hyper_param`, others `batch`.

    A loss returns its value, or (value, new model state, …). A function with an optimizer's
    state or a step count is a training step, as is one that is called with `opt_state=()`: it
    returns the next value of each state argument, in the order of the arguments, and the loss.
    `weight_decay(name, leaf)` says which parameters decay (default: all).

    `eval` is another function of some of the same parameters, by the same names, for
    `halftone-compile --eval=out/eval.mlir`: it returns metrics, of which the first float of
    rank 0 is the loss. Returns `out`.
    """
    jax = _require("jax", "from_jax")
    numpy = _require("numpy", "from_jax")
    names = _parameter_names(function, len(args))
    kinds = _assign_roles(names, roles)
    leaves = [_jax_leaves(jax, name, arg) for name, arg in zip(names, args)]
    typed = [[(name, *_jax_type(jax, leaf, name), _is_key(leaf)) for name, leaf in group] for group in leaves]
    is_step = "opt_state" in roles or "step" in roles or any(
        kind is None and _word_role(leaf) == "opt_state" for kind, group in zip(kinds, leaves) for leaf, _ in group)
    has_params = "param" in kinds or any(_word_role(name) == "param" for name in names[1:])
    kinds = [[kind] * len(group) if kind else _leaf_roles(jax, group, i == 0 and not has_params, is_step)
             for i, (kind, group) in enumerate(zip(kinds, typed))]

    rows, arrays = [[] for _ in names], {}
    for own, group, values, described in zip(kinds, typed, leaves, rows):
        for kind, (name, shape, dtype, _), (_, leaf) in zip(own, group, values):
            more = {}
            trained = kind != "param" or jax.numpy.issubdtype(dtype, jax.numpy.floating)
            if kind == "param":
                more["weight_decay"] = bool(weight_decay(name, leaf)) if weight_decay else True
            is_value = not isinstance(leaf, jax.ShapeDtypeStruct) and kind in STATE and kind != "key"
            starts_zero = kind in ("opt_state", "step", "ema") and (not is_value or not numpy.any(numpy.asarray(leaf)))
            if kind in ("opt_state", "step", "ema") and not starts_zero:
                more["init"] = "given"
            if is_value and not starts_zero:
                arrays[name] = numpy.asarray(leaf)
            described.append(row(name, kind if trained else "frozen_param", shape, dtype, **more))
    if not any(argument["role"] == "param" for group in rows for argument in group):
        raise ExportError(f"none of {', '.join(names) or 'no arguments'} is a parameter to train; say it with param=")
    donated = tuple(i for i, own in enumerate(kinds)
                    if is_step and own and all(kind in STATE and kind != "frozen_param" for kind in own))
    # A function of its own: JAX keeps what it printed of the other one before.
    fresh = functools.wraps(function)(lambda *values: function(*values))
    # The derivative of a step is in it already.
    with contextlib.nullcontext() if is_step else _own_gradients(jax, function, args):
        lowered = jax.jit(fresh, keep_unused=True, donate_argnums=donated).lower(*args)
    results = _jax_results(jax, jax.eval_shape(function, *args), names, rows, is_step)
    updated = {value["name"] for value in results}
    still = [value["name"] for value in sum(rows, []) if value["role"] == "model_state" and value["name"] not in updated]
    if still:
        warnings.warn(f"'{still[0]}'{f' and {len(still) - 1} more' if len(still) > 1 else ''} of role model_state never "
                      "changes: no result is its next value; say frozen_param= if that is meant", stacklevel=2)
    functions = [("step" if is_step else "loss", "model.mlir", lowered.as_text(debug_info=True), sum(rows, []), results)]
    if eval:
        functions.append(_jax_evaluation(jax, eval, dict(zip(names, zip(args, rows)))))
    return _write(out, arrays, functions)


def _jax_evaluation(jax, function, known):
    """`known` has (argument, rows) of each of the model's parameters by name."""
    taken = [parameter.name for parameter in inspect.signature(function).parameters.values()
             if parameter.default is parameter.empty]
    unknown = [name for name in taken if name not in known]
    if unknown:
        raise ExportError(f"eval takes '{unknown[0]}', but the model's parameters are {', '.join(known)}")
    args = [known[name][0] for name in taken]
    lowered = jax.jit(function, keep_unused=True).lower(*args)
    rows = [known[name][1] for name in taken]
    results = _jax_results(jax, jax.eval_shape(function, *args), taken, rows, False, needs_loss=False)
    return "eval", "eval.mlir", lowered.as_text(debug_info=True), sum(rows, []), results


@contextlib.contextmanager
def _own_gradients(jax, function, args):
    """Has JAX print what its own derivative knows and StableHLO doesn't, while a loss is
    exported: `stop_gradient`, and functions with a derivative of their own as
    `custom_gradient` of a forward and a backward function. Where this version of JAX is not
    as expected, a warning says what is lost."""
    numpy = _require("numpy", "from_jax")
    try:
        from jax.interpreters import mlir
        from jax._src.ad_util import stop_gradient_p
        from jax._src.custom_derivatives import custom_jvp_call_p, custom_vjp_call_p
        from jax._src.interpreters.mlir import _lowerings, custom_call
        primitives = stop_gradient_p, custom_jvp_call_p, custom_vjp_call_p
        saved = {primitive: _lowerings[primitive] for primitive in primitives}
        plain = {primitive: rule.rule for primitive, rule in saved.items()}
    except (ImportError, AttributeError, KeyError):
        text = str(jax.make_jaxpr(function)(*args))
        for what in ("custom_vjp", "stop_gradient"):
            if what in text:
                warnings.warn(f"{what} is lost with this version of JAX: the export holds what the function computes, and "
                              "that is differentiated; see docs/FromJAX.md", stacklevel=4)
        yield
        return
    # Inside a forward or backward function nothing is differentiated any more.
    state = {"inside": False, "count": 0}

    def stop_gradient(context, x):
        if state["inside"]:
            return [x]
        return list(custom_call("halftone.stop_gradient", result_types=[x.type], operands=[x]).results)

    def own_gradient(primitive, context, *values, **parameters):
        has_gradient = any(jax.numpy.issubdtype(aval.dtype, jax.numpy.inexact) for aval in context.avals_in)
        if state["inside"] or not has_gradient:
            return plain[primitive](context, *values, **parameters)
        if _is_relu(parameters):
            return list(custom_call("halftone.relu", result_types=[x.type for x in values], operands=values).results)
        count, tree = len(context.avals_out), None

        def forward(*inputs):
            nonlocal tree
            outputs, pullback = jax.vjp(
                lambda *inputs: primitive.bind(*inputs, **primitive.get_bind_params(parameters)), *inputs)
            residuals, tree = jax.tree.flatten(pullback)
            return [*outputs, *residuals]

        def backward(residuals, gradients):
            # Integers have no gradient.
            gradients = [g if jax.numpy.issubdtype(g.dtype, jax.numpy.inexact)
                         else numpy.zeros(g.shape, jax.dtypes.float0) for g in gradients]
            inputs = jax.tree.unflatten(tree, residuals)(gradients)
            return [g for g in inputs if g.dtype != jax.dtypes.float0]

        def types(avals):
            return [jax.ShapeDtypeStruct(aval.shape, aval.dtype) for aval in avals]

        # Functions that were printed plainly inside must not be taken for others.
        module = context.module_context.replace(cached_primitive_lowerings={})

        def emit(name, jaxpr, *operands):
            inner = context.replace(module_context=module, avals_in=jaxpr.in_avals, avals_out=jaxpr.out_avals,
                                    tokens_out=None)
            results = list(mlir.core_call_lowering(inner, *operands, name=name, call_jaxpr=jaxpr))
            return results, results[0].owner

        name = f"custom_gradient_{state['count']}"
        state.update(inside=True, count=state["count"] + 1)
        try:
            ahead = jax.make_jaxpr(forward)(*types(context.avals_in))
            results, call = emit(name, ahead, *values)
            back = jax.make_jaxpr(backward)(types(ahead.out_avals[count:]), types(ahead.out_avals[:count]))
            _, back_call = emit(name + "_backward", back, *results[count:], *results[:count])
        finally:
            state["inside"] = False
        functions = [one.attributes["callee"].value for one in (call, back_call)]
        made = custom_call("halftone.custom_gradient", result_types=[x.type for x in results[:count]],
                           operands=values, called_computations=functions)
        back_call.erase()
        call.erase()
        return list(made.results)

    try:
        mlir.register_lowering(stop_gradient_p, stop_gradient)
        for primitive in (custom_jvp_call_p, custom_vjp_call_p):
            mlir.register_lowering(primitive, functools.partial(own_gradient, primitive), cacheable=False)
        yield
    finally:
        _lowerings.update(saved)


def _is_relu(parameters):
    """Whether a custom_jvp is `jax.nn.relu`, which `train` knows."""
    try:
        place = parameters["call_jaxpr"].jaxpr.debug_info.func_src_info
    except (KeyError, AttributeError):
        return False
    return place.startswith("relu at ") and "/jax/_src/nn/" in place.replace(os.sep, "/")


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


def _jax_type(jax, leaf, name=""):
    if str(getattr(leaf, "dtype", "")).startswith("key<"):
        leaf = jax.eval_shape(jax.random.key_data, leaf)
    if not hasattr(leaf, "shape") and not isinstance(leaf, (bool, int, float, complex)):
        raise ExportError(f"'{name}' is of type {type(leaf).__name__}, expected an array: what is no array is bound "
                          "before (functools.partial, equinox.partition)")
    value = jax.eval_shape(lambda: leaf) if not hasattr(leaf, "shape") else leaf
    return tuple(value.shape), jax.dtypes.canonicalize_dtype(value.dtype)


def _jax_results(jax, tree, names, rows, is_step, needs_loss=True):
    """Rows of the results: parts of the return value that have the tree of a state argument, or
    a part of it, are its next value, taken in order. `rows` are those of each argument."""
    results, used, scalars = [], set(), []

    def updated(i, group):
        """The rows of argument `i` that the leaves of a result are the next values of."""
        root = len(names[i])
        state = {value["name"][root:]: value for value in rows[i]
                 if value["role"] in STATE and value["role"] != "frozen_param" and value["name"] not in used}
        same = [state.get(path) for path, _ in group]
        if not is_step and group and group[0][0] and None in same:
            # A collection of the argument, returned without what it is in there.
            places = {path[:-len(group[0][0])] for path, value in state.items()
                      if value["role"] == "model_state" and path.endswith(group[0][0])}
            if len(places) == 1:
                place = places.pop()
                same = [state.get(place + path) for path, _ in group]
        types = [(list(shape), str(dtype)) for shape, dtype in (_jax_type(jax, leaf) for _, leaf in group)]
        fits = all(value and (value["shape"], value["dtype"]) == own for value, own in zip(same, types))
        is_part = len(same) < len(rows[i])
        # Gradients have the keys of parameters, too.
        by_keys = is_part and all(path and value and value["role"] == "model_state"
                                  for (path, _), value in zip(group, same))
        return same if group and fits and (by_keys or not is_part or is_step) else None

    def add(part, place):
        group = _jax_leaves(jax, "", part)
        # The loss comes first, whatever scalars there are to update.
        is_value = not is_step and not scalars and group and group[0][0] == "" and _jax_type(jax, part)[0] == ()
        match = next((i for i in range(len(names)) if not is_value and updated(i, group)), None)
        same = updated(match, group) if match is not None else []
        if not is_step and any(value["role"] == "param" for value in same):
            raise ExportError(f"result {place} has the tree of '{names[match]}': export the loss function alone, which "
                              "Halftone differentiates, or a whole step with opt_state= (a name, or () for none)")
        if same:
            used.update(value["name"] for value in same)
            results.extend(row(value["name"], value["role"], value["shape"], value["dtype"]) for value in same)
        elif isinstance(part, tuple) and not hasattr(part, "_fields"):
            for i, inner in enumerate(part):
                add(inner, f"{place}/{i}" if place else str(i))
        else:
            for path, leaf in group:
                shape, dtype = _jax_type(jax, leaf)
                if shape == () and jax.numpy.issubdtype(dtype, jax.numpy.floating):
                    scalars.append(len(results))
                results.append(row(path.strip("/") or f"result{place}", "metric", shape, dtype))

    add(tree, "")
    if scalars:
        # What is called so, or what comes first.
        called = [i for i in scalars if results[i]["name"].rsplit("/", 1)[-1] == "loss"]
        results[(called or scalars)[0]].update(name="loss", role="loss")
    elif needs_loss:
        raise ExportError("no result is a float of rank 0, so none is the loss")
    seen = {}
    for i, value in enumerate(results):
        if value["name"] in seen and value["role"] == "metric":
            value["name"] += f"_{i}"
        seen[value["name"]] = i
    return results


def load(path, like, name="params"):
    """The arrays of a file in the tree `like`, whose argument was called `name`, and in the
    types of its leaves: f32 masters of a bf16 model are rounded to bf16."""
    arrays = read_arrays(path)
    try:
        jax = __import__("jax")
    except ImportError:
        paths = [leaf for leaf, _ in flatten(like, name)]
        _check_names(path, paths, arrays)
        return unflatten(arrays, like, name)
    leaves = _jax_leaves(jax, name, like)
    _check_names(path, [leaf for leaf, _ in leaves], arrays)
    values = [jax.numpy.asarray(arrays[name], dtype=None if _is_key(leaf) else getattr(leaf, "dtype", None))
              for name, leaf in leaves]
    return jax.tree_util.tree_unflatten(jax.tree_util.tree_structure(like), values)


def _check_names(path, names, arrays):
    missing = [name for name in names if name not in arrays]
    if missing:
        raise ExportError(f"'{path}' has no array '{missing[0]}'; there are {', '.join(sorted(arrays)) or 'none'}")


# PyTorch -----------------------------------------------------------------------------------


def from_torch(module, *args, out="model", loss=None, weight_decay=None, eval=None):
    """Exports a module, or `loss(module, *args)`, whose value is the loss, or (loss, metrics)
    with a dict of tensors by name.

    Weights become arguments of the names of `module.named_parameters()`, so that a trained file
    loads with `load_state_dict`; parameters without `requires_grad` are frozen. Buffers that the
    call changes (running statistics) are state, others are frozen. Inputs are called as the
    parameters of `loss`, or of `module.forward`; tensors in a dict or tuple by their path, and
    what is no tensor is a constant.

    `eval=True` exports the same with the module in its eval mode, for
    `halftone-compile --eval=out/eval.mlir`; so does `eval=function`, another one of the module
    and all or some of the inputs, by their names, which may return metrics alone. Needs torch
    and torch-mlir. Returns `out`.
    """
    torch = _require("torch", "from_torch")
    _require("torch_mlir", "from_torch")
    names = _parameter_names(loss, len(args) + 1)[1:] if loss else _parameter_names(module.forward, len(args))
    changed, metrics = _try_call(torch, module, args, loss)
    text = _torch_text(torch, module, args, loss, changed)

    state, arrays = [], {}
    for name, value in _torch_state(module).items():
        role = "frozen_param"
        if isinstance(value, torch.nn.Parameter) and value.requires_grad:
            role = "param"
        elif name in changed:
            role = "model_state"
        decay = {"weight_decay": bool(weight_decay(name, value)) if weight_decay else True} if role == "param" else {}
        state.append(row(name, role, value.shape, _torch_type(value), **decay))
        arrays[name] = _torch_array(value)
    inputs = {name: [row(path, "batch" if value.ndim else "hyper_param", value.shape, _torch_type(value))
                     for path, value in flatten(arg, name) if isinstance(value, torch.Tensor)]
              for name, arg in zip(names, args)}
    updates = [row(value["name"], "model_state", value["shape"], value["dtype"])
               for value in state if value["name"] in changed]
    functions = [("loss", "model.mlir", text, state + sum(inputs.values(), []), metrics + updates)]
    if eval:
        taken = names if eval is True else list(inspect.signature(eval).parameters)[1:]
        unknown = [name for name in taken if name not in names]
        if unknown:
            raise ExportError(f"eval takes '{unknown[0]}', but the inputs are {', '.join(names) or 'none'}")
        rows = state + sum((inputs[name] for name in taken), [])
        args = [args[names.index(name)] for name in taken]
        call = loss if eval is True else eval
        with _eval_mode(module):
            _, metrics = _try_call(torch, module, args, call, needs_loss=eval is True)
            functions.append(("eval", "eval.mlir", _torch_text(torch, module, args, call, []), rows, metrics))
    return _write(out, arrays, functions)


@contextlib.contextmanager
def _eval_mode(module):
    modes = [(part, part.training) for part in module.modules()]
    module.eval()
    try:
        yield
    finally:
        for part, mode in modes:
            part.training = mode


def _torch_state(module):
    """Parameters, then buffers, by name. What is shared has the first of its names."""
    return {**dict(module.named_parameters()), **dict(module.named_buffers())}


def _torch_type(value):
    return str(value.dtype).removeprefix("torch.")


def _torch_array(value):
    value = value.detach().cpu()
    # numpy has no bf16; in .npz files it is two bytes without a type.
    return value.view(dtype=_require("torch", "from_torch").int16).numpy().view("V2") \
        if _torch_type(value) == "bfloat16" else value.numpy()


def _torch_call(torch, module, weights, args, loss):
    """What `loss(module, *args)` gives with these weights, as a list, and the names of it."""
    def call(*inputs, **options):
        return torch.func.functional_call(module, weights, inputs, options, tie_weights=True)

    value = loss(call, *args) if loss else call(*args)
    if isinstance(value, dict):
        return list(value.values()), list(value)
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], dict):
        return [value[0], *value[1].values()], ["loss", *value[1]]
    return [value], ["loss"]


def _torch_text(torch, module, args, loss, changed):
    from torch_mlir import fx

    state, buffers = _torch_state(module), dict(module.named_buffers())
    leaves = flatten(args)
    tensors = [(path, value) for path, value in leaves if isinstance(value, torch.Tensor)]

    class Function(torch.nn.Module):
        def forward(self, *values):
            weights = dict(zip(state, values))
            # The call changes buffers in place; the caller's stay.
            weights.update({name: weights[name].clone() for name in buffers})
            inputs = {**dict(leaves), **dict(zip((path for path, _ in tensors), values[len(state):]))}
            # In a list, so that the module's weights are not this one's.
            results, _ = _torch_call(torch, held[0], weights, unflatten(inputs, tuple(args)), loss)
            results += [weights[name] for name in changed]
            return tuple(results) if len(results) > 1 else results[0]

    held = [module]
    values = [value.detach() for value in state.values()] + [value for _, value in tensors]
    text = fx.export_and_import(Function(), *values, output_type="stablehlo", func_name="main")
    return text.operation.get_asm(enable_debug_info=True)


def _try_call(torch, module, args, loss, needs_loss=True):
    """Names of the buffers that one call changes, tried on copies, and rows of its results."""
    from torch.overrides import TorchFunctionMode

    lost = set()

    class Watch(TorchFunctionMode):
        def __torch_function__(self, function, types, args=(), kwargs=None):
            if getattr(function, "__name__", "") in ("detach", "detach_"):
                lost.add("a detach")
            return function(*args, **(kwargs or {}))

    buffers = dict(module.named_buffers())
    copies = {name: value.clone() for name, value in buffers.items()}
    with Watch():
        values, names = _torch_call(torch, module, {**dict(module.named_parameters()), **copies}, args, loss)
    for value in values:
        if not isinstance(value, torch.Tensor):
            raise ExportError(f"the module returns {type(value).__name__}, expected a tensor, or (loss, metrics)")
    if needs_loss and (names[0] != "loss" or values[0].ndim != 0):
        raise ExportError(f"the module returns {tuple(values[0].shape)}, expected a loss of rank 0; "
                          "pass loss=lambda model, *args: …")
    if needs_loss:
        for what in sorted(lost | _own_functions(torch, values[0])):
            warnings.warn(f"{what} is lost: the export holds what the function computes, and that is differentiated; "
                          "see docs/FromPyTorch.md", stacklevel=3)
    rows = [row(name, "loss" if name == "loss" and value.ndim == 0 else "metric", value.shape, _torch_type(value))
            for name, value in zip(names, values)]
    return [name for name in buffers if not torch.equal(copies[name], buffers[name])], rows


def _own_functions(torch, value):
    """The `torch.autograd.Function`s that a value was computed with."""
    found, seen, nodes = set(), set(), [value.grad_fn]
    while nodes:
        node = nodes.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        if isinstance(node, torch.autograd.function.BackwardCFunction):
            found.add(f"the backward of {type(node).__name__.removesuffix('Backward')}")
        nodes += [following for following, _ in node.next_functions]
    return found


def load_torch(path, module):
    """Loads the arrays of a file into a module, by the names of its state."""
    torch = _require("torch", "load_torch")
    arrays = read_arrays(path)
    state = module.state_dict()
    _check_names(path, [name for name, _ in module.named_parameters()], arrays)
    # `read_arrays` may give views of the file; torch wants memory of its own, and no types of others.
    module.load_state_dict({name: torch.tensor(array if array.dtype.kind in "fiub" else array.astype("float32"))
                            for name, array in arrays.items() if name in state}, strict=False)
    return module
