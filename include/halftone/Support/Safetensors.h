// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hugging Face's safetensors: 8 bytes of length, a JSON header that gives each
// array its type, shape and place, then the data. Unlike `.npz` it knows bf16 and
// f8 by name and has a place for metadata.
#ifndef HALFTONE_SUPPORT_SAFETENSORS_H
#define HALFTONE_SUPPORT_SAFETENSORS_H

#include "halftone/Support/NamedArrays.h"
#include "halftone/Support/Result.h"

#include <string>

namespace halftone {

/// The header's `__metadata__`.
using Metadata = std::vector<std::pair<std::string, std::string>>;

/// Arrays in the order of their data. Fills `metadata` if it is given.
Result<NamedArrays> readSafetensors(const std::string &path, Metadata *metadata = nullptr);
Status writeSafetensors(const std::string &path, const NamedArrays &arrays,
                        const Metadata &metadata = {});

} // namespace halftone

#endif // HALFTONE_SUPPORT_SAFETENSORS_H
