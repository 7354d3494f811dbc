// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files of arrays, whatever their kind: `.npz`, `.npy` and `.safetensors`. Written
// files are there whole or not at all. Messages name the file and the array:
// "'data.npz': array 'labels': …".
#ifndef HALFTONE_SUPPORT_ARRAYFILE_H
#define HALFTONE_SUPPORT_ARRAYFILE_H

#include "halftone/Support/NamedArrays.h"
#include "halftone/Support/Npy.h"
#include "halftone/Support/Result.h"
#include "halftone/Support/Safetensors.h"

namespace halftone {

/// Reads the file by its extension, or by its first bytes where that says nothing.
/// The array of a `.npy` is named after the file, without folder and extension.
Result<NamedArrays> readArrays(const std::string &path);

/// Writes by the extension. A `.npy` takes exactly one array; its name is lost.
Status writeArrays(const std::string &path, const NamedArrays &arrays,
                   const NpyOptions &options = {});

/// Whether `writeArrays` knows the extension, to be asked before long work whose result
/// goes there.
Status checkArrayFileName(const std::string &path);

} // namespace halftone

#endif // HALFTONE_SUPPORT_ARRAYFILE_H
