// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RegionFlow.h"

#include "halftone/Dialect/Train/IR/Train.h"

#include "mlir/IR/RegionGraphTraits.h"
#include "llvm/ADT/PostOrderIterator.h"

using namespace mlir;
using namespace halftone;

SmallVector<Block *, 1> halftone::precision::getReachedBlocks(Region &region) {
  if (region.empty())
    return {};
  if (region.hasOneBlock())
    return {&region.front()};
  return llvm::to_vector<1>(llvm::ReversePostOrderTraversal<Block *>(&region.front()));
}

Value halftone::precision::seeThroughRegions(Value value) {
  while (auto result = dyn_cast<OpResult>(value)) {
    Operation *op = result.getOwner();
    if (!isa<train::PrecisionOp, train::CheckpointOp>(op))
      break;
    value = op->getRegion(0).front().getTerminator()->getOperand(result.getResultNumber());
  }
  return value;
}
