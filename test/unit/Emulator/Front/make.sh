#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes the .ptx, .fatbin and .elf files beside this script anew. Needs the CUDA toolkit's
# nvcc.
set -eu
cd "$(dirname "$0")"
nvcc=${NVCC:-nvcc}
for name in calls library; do
  "$nvcc" -std=c++17 -arch=sm_80 --fmad=false -lineinfo --ptx "$name.cu" -o "$name.ptx"
  "$nvcc" -std=c++17 -arch=sm_80 --fmad=false -G --ptx "$name.cu" -o "$name.debug.ptx"
done
# File names without the folder that this was run in.
sed -i "s|\"$PWD/|\"|" ./*.ptx
targets="-gencode arch=compute_80,code=compute_80 -gencode arch=compute_90a,code=compute_90a"
for mode in none speed size; do
  "$nvcc" $targets --compress-mode=$mode -fatbin image.cu -o "image.$mode.fatbin"
done
"$nvcc" $targets -c image.cu -o image.elf
strip --strip-unneeded image.elf
