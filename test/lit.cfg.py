# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Configuration of the lit tests. Features: `corpus` where HALFTONE_CORPUS names a
# folder, `ptxas` where CUDA's assembler is found, `gpu` where one is, `numpy`, `jax` and
# `torch-mlir` where Python has them (HALFTONE_PYTHON names one that does), `sanitize` where
# ours is compiled with ASan and UBSan (tools/dev/sanitize), so that a program without them
# neither loads nor links it.
import os
import shutil
import subprocess

import lit.formats

config.name = "halftone"
config.test_format = lit.formats.ShTest()
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "unit", "benchmark"]
config.test_source_root = config.halftone_src
config.test_exec_root = config.halftone_obj
path = os.environ["PATH"]
cuda = "/usr/local/cuda/bin"
if shutil.which("ptxas") is None and os.path.exists(cuda + "/ptxas"):
    path = path + os.pathsep + cuda
config.environment["PATH"] = os.pathsep.join([config.halftone_tools, config.llvm_tools, path])
config.environment["FILECHECK_OPTS"] = "--dump-input-filter=all"
config.substitutions.append(("%root", config.halftone_root))
config.substitutions.append(("%build", os.path.dirname(config.halftone_tools)))

corpus = os.environ.get("HALFTONE_CORPUS")
if corpus and os.path.isdir(corpus):
    config.available_features.add("corpus")
    config.environment["HALFTONE_CORPUS"] = corpus
    config.substitutions.append(("%{corpus}", corpus))
if shutil.which("ptxas", path=path):
    config.available_features.add("ptxas")
if os.path.exists("/dev/nvidia0"):
    config.available_features.add("gpu")

if config.halftone_sanitize == "ON":
    config.available_features.add("sanitize")
    if "HALFTONE_RUNTIME_DIR" in os.environ:  # what compiled steps link, which are such programs
        config.environment["HALFTONE_RUNTIME_DIR"] = os.environ["HALFTONE_RUNTIME_DIR"]

python = os.environ.get("HALFTONE_PYTHON") or "python3"
config.substitutions.append(("%python", python))
packages = {"numpy": "numpy", "jax": "jax", "torch_mlir": "torch-mlir"}
found = subprocess.run(
    [python, "-c", "import importlib.util as u, sys; print(*[p for p in sys.argv[1:] if u.find_spec(p)])", *packages],
    capture_output=True, text=True)
config.available_features.update(packages[name] for name in found.stdout.split())
