# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares a built-in table with the lists that it is made from.

    check_tables.py torch|grappler NAMES.json LISTS.json POLICY.json     POLICY as `print-policy` prints it

Each name of the lists is an op of ours with the list's label, or is said to have none. And
the other way round: what the table says of an op in the words "on … list" is there.
"""
import json
import sys

which, names_path, lists_path, policy_path = sys.argv[1:]
names = json.load(open(names_path))[which]
lists = json.load(open(lists_path))
policy = json.load(open(policy_path))
wrong = []


def label_of(op, column):
    """The label and whether it is neutral, as a search through the rules finds it."""
    op, _, kind = op.partition(":")
    fitting = []
    for rule in policy["rules"]:
        about = rule.get("op") == op and "group" not in rule and "role" not in rule
        label = rule["label"] if isinstance(rule["label"], str) else rule["label"].get(column)
        if about and label and rule.get("kind", kind) == kind and rule.get("compute", column) == column:
            fitting.append(("kind" in rule, label + (" clear" if rule.get("clear") else ""), rule))
    fitting.sort(key=lambda entry: entry[0])
    return fitting[-1][1:] if fitting else ("no rule", None)


def lists_of(column):
    if which == "torch":
        return {key: lists[key] for key in names["labels"]}
    result = {key: list(lists[key]) for key in names["labels"]}
    for key, more in lists["bf16_differs"].items():
        if key in result and column == "bf16":
            for name in more:
                result = {k: [n for n in v if n != name] for k, v in result.items()}
                result[key].append(name)
    return result


for column in ("f16", "bf16"):
    listed = {}
    for key, members in lists_of(column).items():
        for name in members:
            if name in names["none"] or name in names["here_otherwise"]:
                continue
            op = names["ops"].get(name)
            if op is None:
                wrong.append(f"'{name}' of {key} is in no list of names")
                continue
            listed.setdefault(op.partition(":")[0], set()).add(key)
            label, _ = label_of(op, column)
            if label != names["labels"][key]:
                wrong.append(f"{column}: '{name}' is in {key}, but {op} is '{label}'")
    for op in policy["effective"]:
        if not op.startswith("train."):
            continue
        if policy["effective"][op][column]["from"] == "no rule":
            wrong.append(f"{column}: no rule for {op}")
        label, rule = label_of(op, column)
        claims = rule and (f"on {which.capitalize()}'s" in rule.get("why", "") or "on PyTorch's list" in rule.get("why", ""))
        if claims and label in ("low", "f32", "widest") and op not in listed and not op.endswith("_grad"):
            wrong.append(f"{column}: {op} is said to be listed, and is not")
print("\n".join(wrong))
sys.exit(bool(wrong))
