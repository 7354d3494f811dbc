// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inputs of a checked function: given, or drawn from a seed.
#ifndef HALFTONE_LIB_REFERENCE_CHECKINPUTS_H
#define HALFTONE_LIB_REFERENCE_CHECKINPUTS_H

#include "halftone/Support/HostTensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>
#include <vector>

namespace halftone::reference {

/// Numbers of an attribute `[a, b]`, of floats or integers.
std::optional<std::pair<double, double>> readPair(mlir::Attribute attribute);

/// Draws what the arguments' attributes say. A draw depends on the seed, the run and the
/// argument's number alone.
llvm::FailureOr<std::vector<HostTensor>> makeInputs(mlir::func::FuncOp function, uint64_t seed,
                                                    unsigned run);

} // namespace halftone::reference

#endif // HALFTONE_LIB_REFERENCE_CHECKINPUTS_H
