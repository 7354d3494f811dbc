// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The header of a `.npy` file: a Python dictionary literal that gives the type,
// the order and the shape.
#ifndef HALFTONE_SUPPORT_NPYHEADER_H
#define HALFTONE_SUPPORT_NPYHEADER_H

#include "halftone/Support/DType.h"
#include "halftone/Support/Result.h"

#include <string>
#include <vector>

namespace halftone {

struct NpyHeader {
  DType dtype = DType::F32;
  bool bigEndian = false;
  bool fortranOrder = false;
  std::vector<int64_t> shape;
};

/// Parses the dictionary, `{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }`.
Result<NpyHeader> parseNpyHeader(std::string_view text);

/// The start of a file up to the data: magic, version, length, dictionary, padded
/// to 64 bytes. With `asBits`, bf16 and f8 are called unsigned integers.
std::string makeNpyHeader(DType dtype, const std::vector<int64_t> &shape, bool asBits);

} // namespace halftone

#endif // HALFTONE_SUPPORT_NPYHEADER_H
