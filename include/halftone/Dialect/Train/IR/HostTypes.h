// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element types of the `train` dialect as types of host arrays.
#ifndef HALFTONE_DIALECT_TRAIN_IR_HOSTTYPES_H
#define HALFTONE_DIALECT_TRAIN_IR_HOSTTYPES_H

#include "halftone/Support/DType.h"
#include "mlir/IR/Types.h"

namespace halftone::train {

/// The host's name of an element type; nothing for a type that `train` lacks.
std::optional<DType> lookupHostType(mlir::Type elementType);
/// The same, for an element type that is known to be one of `train`'s.
DType hostTypeOf(mlir::Type elementType);

} // namespace halftone::train

#endif // HALFTONE_DIALECT_TRAIN_IR_HOSTTYPES_H
