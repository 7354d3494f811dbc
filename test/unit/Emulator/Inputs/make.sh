# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Makes the .ptx files from the .ll and .mlir files beside them.
set -eu
bin=${LLVM_BIN:-/usr/lib/llvm-22/bin}
cd "$(dirname "$0")"
for source in *.ll; do
  "$bin/llc" -march=nvptx64 -mcpu=sm_80 -mattr=+ptx81 "$source" -o "${source%.ll}.ptx"
done
passes="nvvm-attach-target{chip=sm_80 features=+ptx81 O=3}"
passes="$passes,gpu.module(convert-vector-to-llvm,convert-scf-to-cf,convert-gpu-to-nvvm{use-bare-ptr-memref-call-conv=true index-bitwidth=64},canonicalize,cse,reconcile-unrealized-casts)"
passes="$passes,gpu-module-to-binary{format=isa}"
for source in *.mlir; do
  "$bin/mlir-opt" "$source" --pass-pipeline="builtin.module($passes)" | python3 -c '
import re, sys
text = re.search(r"assembly = \"((?:[^\"\\]|\\.)*)\"", sys.stdin.read()).group(1)
sys.stdout.write(re.sub(r"\\([0-9A-Fa-f]{2})", lambda m: chr(int(m.group(1), 16)), text).rstrip(chr(0)))
' > "${source%.mlir}.ptx"
done
