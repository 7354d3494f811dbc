# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of halftone.py without any framework. Leaves a roles.json for `plain.mlir`."""
import collections
import json
import sys
import unittest

sys.path.insert(0, sys.argv.pop(1))
import halftone  # noqa: E402

Point = collections.namedtuple("Point", "x y")


class Trees(unittest.TestCase):
    tree = {"b": [1, (2, None)], "a": {"z": 3, "c": 4}, "p": Point(5, 6)}

    def test_names_are_paths_with_sorted_keys(self):
        self.assertEqual(halftone.flatten(self.tree, "params"),
                         [("params/a/c", 4), ("params/a/z", 3), ("params/b/0", 1), ("params/b/1/0", 2),
                          ("params/p/x", 5), ("params/p/y", 6)])
        self.assertEqual(halftone.flatten(7, "step"), [("step", 7)])
        self.assertEqual(halftone.flatten({0: 1, 1: 2}), [("0", 1), ("1", 2)])

    def test_ordered_dicts_keep_their_order(self):
        tree = collections.OrderedDict([("b", 1), ("a", 2)])
        self.assertEqual(halftone.flatten(tree, "p"), [("p/b", 1), ("p/a", 2)])

    def test_a_tree_comes_back(self):
        doubled = {name: 2 * leaf for name, leaf in halftone.flatten(self.tree, "q")}
        self.assertEqual(halftone.unflatten(doubled, self.tree, "q"),
                         {"b": [2, (4, None)], "a": {"z": 6, "c": 8}, "p": Point(10, 12)})


class Roles(unittest.TestCase):
    def test_file(self):
        arguments = [halftone.row("params/w/0", "param", (4, 3), "float32", weight_decay=True),
                     halftone.row("params/b", "param", (3,), "float32", weight_decay=False),
                     halftone.row("x", "batch", (8, 4), "float32"), halftone.row("y", "batch", (8,), "int64")]
        result = [halftone.row("loss", "loss", (), "float32")]
        halftone.write_roles("roles.json", [("loss", "plain.mlir", arguments, result),
                                            ("eval", "eval.mlir", arguments[2:], result)])
        with open("roles.json", encoding="utf-8") as file:
            functions = json.load(file)["functions"]
        function = functions["loss"]
        self.assertEqual(function["file"], "plain.mlir")
        self.assertEqual(functions["eval"]["arguments"], arguments[2:])
        self.assertEqual(function["arguments"], arguments)
        self.assertEqual(function["results"][0]["shape"], [])

    def test_names_are_unique(self):
        rows = [halftone.row("w", "param", (1,), "float32"), halftone.row("w", "batch", (1,), "float32")]
        with self.assertRaisesRegex(halftone.ExportError, "two arguments are called 'w'"):
            halftone.write_roles("twice.json", [("loss", "m.mlir", rows, [])])

    def test_roles_by_name_and_position(self):
        assign = halftone._assign_roles
        self.assertEqual(assign(["p", "x", "y"], {"batch": ("x", 2)}), [None, "batch", "batch"])
        with self.assertRaisesRegex(halftone.ExportError, "batch='z': the function takes p, x"):
            assign(["p", "x"], {"batch": "z"})
        with self.assertRaisesRegex(halftone.ExportError, "unknown role 'weights', expected one of param,"):
            assign(["p", "x"], {"weights": "p"})
        with self.assertRaisesRegex(halftone.ExportError, "'x' is both batch and key"):
            assign(["p", "x"], {"batch": "x", "key": "x"})

    def test_roles_by_words(self):
        for path, role in (("params/w", "param"), ("state/params/w", "param"), ("state/opt_state/0/mu", "opt_state"),
                           ("variables/batch_stats/bn/mean", "model_state"), ("state/x", "model_state"),
                           ("batch_stats/mean", "model_state"), ("x/params", None), ("args/0/rng", "key"),
                           ("model/layers/0/weight", "param"), ("images", None), ("state/step", "step")):
            self.assertEqual(halftone._word_role(path), role, path)

    def test_parameters_of_functions(self):
        names = halftone._parameter_names
        self.assertEqual(names(lambda p, x, scale=1: 0, 2), ["p", "x"])
        self.assertEqual(names(lambda p, *batch: 0, 3), ["p", "batch/0", "batch/1"])
        self.assertEqual(names(3, 2), ["arg0", "arg1"])


class Missing(unittest.TestCase):
    def test_message(self):
        with self.assertRaisesRegex(halftone.ExportError,
                                    "from_jax needs the package 'no_such_package', which is not installed"):
            halftone._require("no_such_package", "from_jax")

    def test_no_array(self):
        with self.assertRaisesRegex(halftone.ExportError, "'f.npz' has no array 'b'; there are a, c"):
            halftone._check_names("f.npz", ["a", "b"], {"c": 1, "a": 2})


unittest.main(verbosity=0)
