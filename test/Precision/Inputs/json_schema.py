# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Validates JSON files against a JSON Schema (of the keywords that ours uses).

    json_schema.py SCHEMA FILE...      prints what is wrong; fails where something is
"""
import json
import re
import sys

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
KEYWORDS = {"$schema", "title", "description", "definitions", "type", "enum", "anyOf", "$ref", "properties", "additionalProperties",
            "required", "minProperties", "items", "minItems", "minLength", "pattern", "minimum"}


def is_type(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def errors(value, schema, root, where="$"):
    unknown = set(schema) - KEYWORDS
    assert not unknown, f"the validator does not know {unknown}"
    if "$ref" in schema:
        at = root
        for part in schema["$ref"].removeprefix("#/").split("/"):
            at = at[part]
        yield from errors(value, at, root, where)
        return
    if "anyOf" in schema and all(list(errors(value, option, root, where)) for option in schema["anyOf"]):
        yield f"{where}: no alternative fits"
    if "type" in schema and not is_type(value, schema["type"]):
        yield f"{where}: not of type {schema['type']}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where}: {value!r} is not one of {schema['enum']}"
    if isinstance(value, str):
        if len(value) < schema.get("minLength", 0):
            yield f"{where}: too short"
        if "pattern" in schema and not re.search(schema["pattern"], value):
            yield f"{where}: does not match {schema['pattern']}"
    if isinstance(value, (int, float)) and value < schema.get("minimum", value):
        yield f"{where}: less than {schema['minimum']}"
    if isinstance(value, list):
        if len(value) < schema.get("minItems", 0):
            yield f"{where}: too few elements"
        for index, item in enumerate(value):
            yield from errors(item, schema.get("items", {}), root, f"{where}[{index}]")
    if isinstance(value, dict):
        if len(value) < schema.get("minProperties", 0):
            yield f"{where}: too few members"
        for name in schema.get("required", []):
            if name not in value:
                yield f"{where}: no member {name}"
        properties, others = schema.get("properties", {}), schema.get("additionalProperties", {})
        for name, item in value.items():
            if name in properties:
                yield from errors(item, properties[name], root, f"{where}.{name}")
            elif others is False:
                yield f"{where}: unknown member {name}"
            else:
                yield from errors(item, others, root, f"{where}.{name}")


if __name__ == "__main__":
    schema = json.load(open(sys.argv[1]))
    failed = False
    for path in sys.argv[2:]:
        for error in errors(json.load(open(path)), schema, schema):
            print(f"{path}: {error}")
            failed = True
    sys.exit(failed)
