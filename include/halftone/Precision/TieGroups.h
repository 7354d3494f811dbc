// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts that models of `PrecisionOpInterface` are made of.
#ifndef HALFTONE_PRECISION_TIEGROUPS_H
#define HALFTONE_PRECISION_TIEGROUPS_H

#include "halftone/Dialect/Train/IR/TrainInterfaces.h"

namespace halftone::precision {

/// One group "x" of all float operands and results; none where there are none.
llvm::SmallVector<train::TieGroup> tieAll(mlir::Operation *op);

/// A group for each value that control flow carries or yields, for ops with
/// `RegionBranchOpInterface`: what goes into a block argument or result, and these.
/// "carried" keeps its type, "x" (what branches yield) takes theirs.
llvm::SmallVector<train::TieGroup> tieBranches(mlir::Operation *op);

/// True for a contraction that names its accumulator: its products have a type to choose,
/// and its partial sums another.
bool hasAccumulator(mlir::Operation *op);
bool hasAccumulator(train::PrecisionOpInterface op);
/// The same of all ops of a name.
bool hasAccumulator(mlir::OperationName name);

/// `op` again with other operands and result types, its regions moved over.
mlir::Operation *rebuildOp(mlir::Operation *op, mlir::OpBuilder &builder, mlir::ValueRange operands,
                           mlir::TypeRange resultTypes);

/// The model of an op whose float operands and results share one type.
template <typename Op>
struct OneTypeModel : train::PrecisionOpInterface::ExternalModel<OneTypeModel<Op>, Op> {
  static llvm::ArrayRef<llvm::StringRef> getTieGroupNames() {
    static const llvm::StringRef names[] = {"x"};
    return names;
  }
  llvm::SmallVector<train::TieGroup> getTieGroups(mlir::Operation *op) const { return tieAll(op); }
  mlir::Operation *rebuildWithTypes(mlir::Operation *op, mlir::OpBuilder &builder,
                                    mlir::ValueRange operands, mlir::TypeRange resultTypes,
                                    mlir::Type) const {
    return rebuildOp(op, builder, operands, resultTypes);
  }
};

} // namespace halftone::precision

#endif // HALFTONE_PRECISION_TIEGROUPS_H
