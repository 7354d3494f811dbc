// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel for the files that hold PTX: fat binaries with each compression, and objects.
extern "C" __global__ void answer(int *out) { *out = 40 + static_cast<int>(blockDim.x); }
