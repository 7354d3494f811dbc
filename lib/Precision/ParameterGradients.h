// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values of a function are gradients of parameters: what an optimizer, a clip or an
// `unscale` takes, what is returned as a gradient or added to a parameter or a moment,
// and what these are moved, scaled or added from. Seen in the IR's structure alone, so
// that a second run sees the same.
#ifndef HALFTONE_LIB_PRECISION_PARAMETERGRADIENTS_H
#define HALFTONE_LIB_PRECISION_PARAMETERGRADIENTS_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace halftone::precision {

class ParameterGradients {
public:
  explicit ParameterGradients(mlir::FunctionOpInterface function);

  bool contains(mlir::Value value) const { return values.contains(value); }

private:
  void add(mlir::Value value);
  void addSeeds(mlir::FunctionOpInterface function);
  /// What an op's result is made of, where it is only moved or added.
  void addSources(mlir::OpResult result);
  /// What a loop carries into `value`, or a region yields for it.
  void addTied(mlir::Operation *op, mlir::Value value);

  llvm::DenseSet<mlir::Value> values;
  llvm::SmallVector<mlir::Value> work;
};

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_PARAMETERGRADIENTS_H
