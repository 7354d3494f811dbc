#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Made the data and weights in this folder from the project's corpus; needs numpy.

    HALFTONE_CORPUS=… python3 examples/prepare.py

    mlp/init.npz, gpt/init.npz, cnn/init.npz   initial parameters and statistics
    digits.npz      images f32 [1797, 64] in 0..1 (UCI optical digits by way of scikit-learn), labels, split
    text.npz        tokens u8: 400 kB of the King James Bible (public domain), an index into vocab.json
    mlp/order.npz, gpt/order.npz   the rows of each step that the golden runs took
"""
import json
import os
import pathlib
import shutil

import numpy as np

here = pathlib.Path(__file__).resolve().parent
corpus = pathlib.Path(os.environ["HALFTONE_CORPUS"])


def take(source, prefix=""):
    arrays = np.load(corpus / source)
    return {k[len(prefix):]: arrays[k] for k in arrays.files if k.startswith(prefix)}


digits = take("data/digits.npz")
np.savez_compressed(here / "digits.npz", images=digits["images"].astype(np.float32).reshape(len(digits["labels"]), 64),
                    labels=digits["labels"].astype(np.uint8), train_index=digits["train_index"].astype(np.int32),
                    test_index=digits["test_index"].astype(np.int32))

text = (corpus / "data/text.txt").read_text()
chars = json.loads((corpus / "data/vocab.json").read_text())["chars"]
lookup = {c: i for i, c in enumerate(chars)}
tokens = np.array([lookup[c] for c in text[:400_000]], np.uint8)
cut = int(len(tokens) * 0.9)
np.savez_compressed(here / "text.npz", tokens=tokens, train_index=np.arange(0, cut - 65, dtype=np.int32),
                    test_index=(np.arange(64) * 500 + cut).astype(np.int32))
shutil.copy(corpus / "data/vocab.json", here / "vocab.json")

for model in ("mlp", "gpt"):
    np.savez_compressed(here / model / "init.npz", **take(f"golden/{model}/init.npz", "params/"))
golden = np.load(corpus / "golden/mlp/init.npz")
np.savez_compressed(here / "mlp/order.npz", batch_index=golden["batch_index"])
cnn = np.load(corpus / "models/cnn.golden.npz")
np.savez_compressed(here / "cnn/init.npz", **{k.split("/", 1)[1]: cnn[k] for k in cnn.files
                                              if k.startswith(("params/", "state/"))})
