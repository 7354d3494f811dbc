// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NumPy's array files: `.npy` (one array; versions 1 to 3, both element orders and
// byte orders) and `.npz` (a zip of them, stored or deflated, with zip64).
//
// NumPy has no names of its own for bf16 and f8. The `ml_dtypes` package, which JAX
// uses, writes them as `<V2` (bf16), `<V1` (f8E4M3FN) and `<f1` (f8E5M2). Those are
// read, and so are the names 'bfloat16', 'float8_e4m3fn' and 'float8_e5m2'. Written
// are the names: `numpy.load` gives them their type back wherever `ml_dtypes` is
// imported, which `<V2` never gets.
//
// The container is our own small one on zlib: libzip is shared only in Debian, and
// an emitted training program should not need a library that a machine may lack;
// zlib is on every one.
#ifndef HALFTONE_SUPPORT_NPY_H
#define HALFTONE_SUPPORT_NPY_H

#include "halftone/Support/NamedArrays.h"
#include "halftone/Support/Result.h"

#include <string>

namespace halftone {

struct NpyOptions {
  /// Deflate the arrays of a `.npz`.
  bool compress = false;
  /// Write bf16 and f8 as the unsigned integers of their bits, for readers
  /// without `ml_dtypes`.
  bool lowPrecisionAsBits = false;
};

Result<HostTensor> readNpy(const std::string &path);
Status writeNpy(const std::string &path, const HostTensor &tensor, const NpyOptions &options = {});

/// Names are those of the entries without ".npy".
Result<NamedArrays> readNpz(const std::string &path);
Status writeNpz(const std::string &path, const NamedArrays &arrays, const NpyOptions &options = {});

} // namespace halftone

#endif // HALFTONE_SUPPORT_NPY_H
