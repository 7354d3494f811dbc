# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes arrays for a step, and reads what the step saved."""
import sys

sys.path.insert(0, sys.argv[1])
import numpy as np  # noqa: E402

import halftone  # noqa: E402

rng = np.random.default_rng(0)
start = rng.standard_normal((4, 3)).astype(np.float32)
if sys.argv[2] == "write":
    # Names that numpy.savez would not take, Fortran order, an empty array.
    halftone.write_npz("init.npz", {"w": np.asfortranarray(start), "file": np.zeros((0, 2)), "a/b.c": np.int64(3)})
    halftone.write_npz("data.npz", {"x": rng.standard_normal((64, 4)).astype(np.float32),
                                    "y": rng.integers(0, 3, 64).astype(np.int32)})
    back = halftone.read_arrays("init.npz")
    assert list(back) == ["w", "file", "a/b.c"] and (back["w"] == start).all() and back["a/b.c"] == 3
else:
    one, other = halftone.read_arrays("saved.npz"), halftone.read_arrays("saved.safetensors")
    assert list(one) == list(other) == ["w"], (list(one), list(other))
    assert one["w"].dtype == np.float32 and (one["w"] == other["w"]).all()
    # In the types that the model came with, others as they are.
    halftone.write_roles("roles.json", [("loss", "m.mlir", [halftone.row("w", "param", (4, 3), "float16")], [])])
    halftone.narrow("saved.npz", "roles.json", "narrow.npz")
    narrow = halftone.read_arrays("narrow.npz")
    assert list(narrow) == ["w"] and narrow["w"].dtype == np.float16
    assert (narrow["w"] == one["w"].astype(np.float16)).all() and (narrow["w"] != one["w"]).any()
    moved = np.abs(one["w"] - start)
    assert 0 < moved.max() < 0.01, moved.max()
