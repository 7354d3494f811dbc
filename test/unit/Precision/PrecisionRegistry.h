// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dialects that tests of precision parse, with their precision models.
#ifndef HALFTONE_TEST_UNIT_PRECISION_PRECISIONREGISTRY_H
#define HALFTONE_TEST_UNIT_PRECISION_PRECISIONREGISTRY_H

#include "halftone/Precision/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace halftone::test {

inline mlir::DialectRegistry makePrecisionRegistry() {
  mlir::DialectRegistry registry;
  registry.insert<train::TrainDialect, mlir::func::FuncDialect>();
  precision::registerPrecisionModels(registry);
  return registry;
}

} // namespace halftone::test

#endif // HALFTONE_TEST_UNIT_PRECISION_PRECISIONREGISTRY_H
