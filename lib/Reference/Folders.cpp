// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A `DialectFoldInterface`: MLIR asks it about each op of the dialect that its own
// folder leaves alone.
#include "halftone/Reference/Folders.h"
#include "Kernels.h"
#include "mlir/Interfaces/FoldInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::reference;

/// A splat of millions of elements is cheap as an attribute, but not as an array.
static constexpr int64_t maxOperandElements = int64_t{1} << 16;

static bool isSmall(Type type, uint64_t limit) {
  // `getNumElements` may overflow, and then be anything.
  uint64_t count = 1;
  for (int64_t size : cast<RankedTensorType>(type).getShape())
    count = llvm::SaturatingMultiply<uint64_t>(count, size);
  return count <= limit;
}

/// Core ops that compute one thing from their operands: not constants and iota,
/// which have none, and not those that mean more than their value.
static bool isFoldable(Operation *op) {
  return op->getNumOperands() != 0 && op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         kernels().contains(op->getName().getTypeID()) &&
         !isa<train::OptimizationBarrierOp, train::AllReduceOp, train::AllGatherOp,
              train::ReduceScatterOp>(op);
}

namespace {
struct ReferenceFolders : DialectFoldInterface {
  using DialectFoldInterface::DialectFoldInterface;

  LogicalResult fold(Operation *op, ArrayRef<Attribute> operands,
                     SmallVectorImpl<OpFoldResult> &results) const override {
    auto small = [](int64_t limit) { return [=](Type type) { return isSmall(type, limit); }; };
    if (!isFoldable(op) || !llvm::all_of(op->getResultTypes(), small(maxFoldedElements)) ||
        !llvm::all_of(op->getOperandTypes(), small(maxOperandElements)))
      return failure();
    std::vector<HostTensor> values;
    for (Attribute operand : operands) {
      auto elements = dyn_cast_or_null<ElementsAttr>(operand);
      std::optional<HostTensor> value = elements ? readAttr(elements) : std::nullopt;
      if (!value)
        return failure();
      values.push_back(std::move(*value));
    }
    FailureOr<std::vector<HostTensor>> folded = evaluateOp(op, values);
    if (failed(folded))
      return failure();
    for (const HostTensor &value : *folded)
      results.push_back(toAttr(value, op->getContext()));
    return success();
  }
};
} // namespace

void reference::registerReferenceFolders(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, train::TrainDialect *dialect) {
    dialect->addInterfaces<ReferenceFolders>();
  });
}
