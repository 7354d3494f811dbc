#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Validates JSON files by a schema, with the part of JSON Schema that our schemas use.
A keyword that it does not know is an error, so that no condition goes unread."""
import json
import re
import sys

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "number": (int, float), "integer": int}
NOTES = {"$schema", "$id", "$comment", "title", "description", "default", "examples", "$defs"}


def resolve(schema, root):
    while "$ref" in schema:
        at = root
        for part in schema["$ref"].lstrip("#/").split("/"):
            at = at[part]
        schema = {**at, **{k: v for k, v in schema.items() if k != "$ref"}}
    return schema


def errors(value, schema, root, path="$"):
    if schema is True or schema is False:
        return [] if schema else [f"{path}: nothing is allowed here"]
    schema = resolve(schema, root)
    found = []
    for key, want in schema.items():
        if key in NOTES or (key in ("properties", "additionalProperties", "required", "patternProperties") and not isinstance(value, dict)) \
                or (key in ("items", "minItems", "maxItems", "uniqueItems") and not isinstance(value, list)):
            continue
        if key == "type":
            kinds = [want] if isinstance(want, str) else want
            if not any(isinstance(value, TYPES[k]) and (k == "boolean" or not isinstance(value, bool)) for k in kinds):
                return [f"{path}: expected {want}, got {value!r}"]
        elif key == "const":
            found += [] if value == want else [f"{path}: expected {want!r}, got {value!r}"]
        elif key == "enum":
            found += [] if value in want else [f"{path}: expected one of {want}, got {value!r}"]
        elif key == "minimum":
            found += [] if not isinstance(value, (int, float)) or value >= want else [f"{path}: {value} is below {want}"]
        elif key == "maximum":
            found += [] if not isinstance(value, (int, float)) or value <= want else [f"{path}: {value} is above {want}"]
        elif key == "pattern":
            found += [] if not isinstance(value, str) or re.search(want, value) else [f"{path}: {value!r} does not match {want!r}"]
        elif key == "minLength":
            found += [] if not isinstance(value, str) or len(value) >= want else [f"{path}: shorter than {want}"]
        elif key == "required":
            found += [f"{path}: lacks '{name}'" for name in want if name not in value]
        elif key == "properties":
            for name, part in want.items():
                found += errors(value[name], part, root, f"{path}.{name}") if name in value else []
        elif key == "additionalProperties":
            for name in value.keys() - schema.get("properties", {}).keys():
                if not any(re.search(p, name) for p in schema.get("patternProperties", {})):
                    found += errors(value[name], want, root, f"{path}.{name}")
        elif key == "patternProperties":
            for pattern, part in want.items():
                for name in value:
                    found += errors(value[name], part, root, f"{path}.{name}") if re.search(pattern, name) else []
        elif key == "items":
            for i, item in enumerate(value):
                found += errors(item, want, root, f"{path}[{i}]")
        elif key == "minItems":
            found += [] if len(value) >= want else [f"{path}: fewer than {want} items"]
        elif key == "maxItems":
            found += [] if len(value) <= want else [f"{path}: more than {want} items"]
        elif key == "uniqueItems":
            found += [] if len({json.dumps(i, sort_keys=True) for i in value}) == len(value) else [f"{path}: an item twice"]
        elif key in ("oneOf", "anyOf", "allOf"):
            fits = [not errors(value, part, root, path) for part in want]
            good = {"oneOf": sum(fits) == 1, "anyOf": any(fits), "allOf": all(fits)}[key]
            found += [] if good else [f"{path}: {value!r} fits {sum(fits)} of {key}"]
        elif key == "not":
            found += [] if errors(value, want, root, path) else [f"{path}: {value!r} is excluded"]
        else:
            sys.exit(f"the schema has an unknown keyword '{key}' at {path}")
    return found


def main():
    schema = json.load(open(sys.argv[1], encoding="utf-8"))
    for name in sys.argv[2:]:
        found = errors(json.load(open(name, encoding="utf-8")), schema, schema)
        if found:
            sys.exit("\n".join([f"{name}:"] + found[:20]))
        print(f"{name.rsplit('/', 1)[-1]} is valid")


if __name__ == "__main__":
    main()
