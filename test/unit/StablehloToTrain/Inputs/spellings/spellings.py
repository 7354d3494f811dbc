# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes spellings as one file of modules and one of arrays, which RaiseSpellingsTest reads."""
import re

import numpy as np


class Writer:
    def __init__(self, name):
        self.name, self.texts, self.arrays = name, [], {}

    def add(self, name, text, inputs, results, gradients):
        """`gradients` by the number of the argument."""
        assert f"{name}/r0" not in self.arrays, name
        text = re.sub(r"^module (@\w+ )?(attributes \{.*?\} )?\{", f"module @{name} {{", text, flags=re.S)
        self.texts.append(text.strip() + "\n")
        for i, value in enumerate(inputs):
            self.arrays[f"{name}/a{i}"] = np.asarray(value)
        for i, value in enumerate(results):
            self.arrays[f"{name}/r{i}"] = np.asarray(value)
        for i, value in gradients.items():
            self.arrays[f"{name}/g{i}"] = np.asarray(value)

    def write(self):
        with open(self.name + ".mlir", "w") as file:
            file.write("\n// -----\n\n".join(self.texts))
        np.savez_compressed(self.name + ".npz", **self.arrays)
        print(self.name, len(self.texts), "spellings")
