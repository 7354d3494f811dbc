#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints modules that are small to write and large, or endless, to compile: hostile.py KIND N."""
import sys

ROLES = ('%w: tensor<4xf32> {train.name = "w", train.role = #train.role<param>}, '
         '%x: tensor<4xf32> {train.name = "x", train.role = #train.role<batch>}')
LOSS = '(tensor<f32> {train.name = "loss", train.role = #train.role<loss>})'


def loss(body, value, functions=""):
    """A loss function that reduces `value`."""
    return f"""func.func @loss({ROLES}) -> {LOSS} {{
{body}  %product = train.multiply {value}, %x : tensor<4xf32>
  %loss = train.reduce add %product, dims = [0] : tensor<4xf32> -> tensor<f32>
  return %loss : tensor<f32>
}}
{functions}"""


def brackets(n):
    return "module {\n" * n + "}\n" * n


def chain(n, times):
    """Each function calls the next one `times` times."""
    text = ""
    for i in range(n):
        text += f"func.func private @f{i}(%a0: tensor<4xf32>) -> tensor<4xf32> {{\n"
        for j in range(times):
            text += f"  %a{j + 1} = func.call @f{i + 1}(%a{j}) : (tensor<4xf32>) -> tensor<4xf32>\n"
        text += f"  return %a{times} : tensor<4xf32>\n}}\n"
    text += f"func.func private @f{n}(%a: tensor<4xf32>) -> tensor<4xf32> {{\n  return %a : tensor<4xf32>\n}}\n"
    return loss("  %v = func.call @f0(%w) : (tensor<4xf32>) -> tensor<4xf32>\n", "%v", text)


def cases(n):
    """The only branch of a case, in the only branch of a case."""
    body = "  %i = stablehlo.constant dense<0> : tensor<i32>\n"
    body += "".join(f'  %v{i} = "stablehlo.case"(%i) ({{\n' for i in range(n)) + f"  %v{n} = stablehlo.tanh %w : tensor<4xf32>\n"
    for i in reversed(range(n)):
        body += f"  stablehlo.return %v{i + 1} : tensor<4xf32>\n  }}) : (tensor<i32>) -> tensor<4xf32>\n"
    return loss(body, "%v0")


def loops(n):
    """Loops of two rounds, one in the other."""
    body = "  %zero = stablehlo.constant dense<0> : tensor<i32>\n  %one = stablehlo.constant dense<1> : tensor<i32>\n"
    body += "  %two = stablehlo.constant dense<2> : tensor<i32>\n"
    for i in range(n):
        body += f"""  %v{i}:2 = "stablehlo.while"(%zero, {f'%b{i - 1}' if i else '%w'}) ({{
  ^bb0(%i{i}: tensor<i32>, %a{i}: tensor<4xf32>):
    %c{i} = stablehlo.compare LT, %i{i}, %two, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c{i} : tensor<i1>
  }}, {{
  ^bb0(%j{i}: tensor<i32>, %b{i}: tensor<4xf32>):
    %k{i} = stablehlo.add %j{i}, %one : tensor<i32>
"""
    body += f"  %inner = stablehlo.tanh %b{n - 1} : tensor<4xf32>\n"
    for i in reversed(range(n)):
        body += f"""    stablehlo.return %k{i}, {f'%v{i + 1}#1' if i + 1 < n else '%inner'} : tensor<i32>, tensor<4xf32>
  }}) : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>)
"""
    return loss(body, "%v0#1")


def elements(n):
    """2^32 to the n elements of a constant, which 64 bits don't count."""
    shape = "4294967296x" * n + "4xf32"
    dims = ", ".join(map(str, range(n)))
    return loss(f"  %c = train.constant dense<1.0> : tensor<{shape}>\n"
                f"  %s = train.reduce add %c, dims = [{dims}] : tensor<{shape}> -> tensor<4xf32>\n"
                "  %v = train.multiply %w, %s : tensor<4xf32>\n", "%v")


KINDS = {"brackets": brackets, "calls": lambda n: chain(n, 1), "doubling": lambda n: chain(n, 2), "cases": cases,
         "loops": loops, "elements": elements}
if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in KINDS or not sys.argv[2].isdigit():
        sys.exit(f"{__doc__} KIND: {', '.join(KINDS)}")
    sys.stdout.write(KINDS[sys.argv[1]](int(sys.argv[2])))
