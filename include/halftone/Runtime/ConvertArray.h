// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays of files as arguments of a step: another element type, where every value
// fits.
#ifndef HALFTONE_RUNTIME_CONVERTARRAY_H
#define HALFTONE_RUNTIME_CONVERTARRAY_H

#include "halftone/Support/HostTensor.h"
#include "halftone/Support/Result.h"

namespace halftone::runtime {

/// The array with elements of `type`. Floats round; an integer that `type` cannot
/// hold, and a finite number that becomes infinite or NaN, is an error that names
/// the array.
Result<HostTensor> convertArray(const std::string &name, const HostTensor &array, DType type);

} // namespace halftone::runtime

#endif // HALFTONE_RUNTIME_CONVERTARRAY_H
