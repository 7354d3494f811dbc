# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_ptx.py FILE.ptx [--low-products=N]: what every step's kernels must satisfy.

- Kernels on Tensor Cores (named tensor_core_*) hold mma.sync on 16-bit operands with
  f32 accumulators, and there are N of them where N is given.
- No kernel does 16-bit arithmetic beside mma.sync: loads, stores, moves and
  conversions only. One sum, difference or product of two f16 is an exception: rounded
  once, it is what f32 would give, so LLVM does it in f16.
- No op is approximate, flushes subnormals, or could be fused by the assembler: every
  f32 or f64 add, sub, mul and fma says how it rounds.
"""
import re
import sys

text = open(sys.argv[1]).read()
expected = next((int(a.split("=")[1]) for a in sys.argv[2:] if a.startswith("--low-products=")), None)
kernels = re.split(r"\.visible \.entry ", text)[1:]
problems, products = [], 0
sixteen = re.compile(r"\b(add|sub|mul|fma|neg|abs|min|max|ex2|tanh|div|set|setp)\.[a-z0-9.]*(bf16|f16)")
real = re.compile(r"\b(add|sub|mul|fma|div|sqrt|rcp)\.([a-z0-9.]*)f(32|64)\b")
for kernel in kernels:
    name = kernel[: kernel.index("(")]
    low = re.findall(r"mma\.sync\.aligned\.m16n8k16\.row\.col\.f32\.(bf16|f16)\.(bf16|f16)\.f32", kernel)
    if name.startswith("tensor_core"):
        products += bool(low)
        if not re.search(r"mma\.sync", kernel):
            problems.append(f"{name}: a Tensor Core kernel without mma.sync")
    elif "mma.sync" in kernel:
        problems.append(f"{name}: mma.sync in another kernel")
    for line in kernel.splitlines():
        code = line.split("//")[0]
        if "mma.sync" in code or "cvt." in code:
            continue
        if sixteen.search(code) and not re.search(r"\b(add|sub|mul)\.rn\.f16\b", code):
            problems.append(f"{name}: 16-bit arithmetic:{code}")
        if ".ftz" in code or ".approx" in code:
            problems.append(f"{name}: not exact:{code}")
        for op, modifiers, bits in real.findall(code):
            if not re.search(r"\br[nzmp]\.", modifiers):
                problems.append(f"{name}: rounding left to the assembler:{code}")
if not kernels:
    problems.append("no kernels")
if expected is not None and products != expected:
    problems.append(f"expected {expected} 16-bit products on Tensor Cores, got {products}")
print("\n".join(problems) or f"{len(kernels)} kernels, {products} on Tensor Cores")
sys.exit(bool(problems))
