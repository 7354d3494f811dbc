// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A load between kernels reads what a kernel wrote, which the host must not wait for.
// It becomes a launch that keeps the scalar in a buffer of its own; whatever is
// computed from it moves into the launches that use it.
#include "DeviceScalars.h"
#include "halftone/Kernels/KernelOps.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace halftone::kernel;

bool halftone::kernel::hasProduct(Operation *op) {
  return op->walk([](ProductOp) { return WalkResult::interrupt(); }).wasInterrupted();
}

namespace {
class DeviceScalars {
public:
  explicit DeviceScalars(Block &block) : block(block) {}

  LogicalResult run() {
    SmallVector<memref::LoadOp> loads(block.getOps<memref::LoadOp>());
    for (memref::LoadOp load : loads)
      keep(load);
    return sinkIntoLaunches();
  }

private:
  void keep(memref::LoadOp load) {
    ImplicitLocOpBuilder b(load.getLoc(), load);
    auto slot =
        memref::AllocOp::create(b, MemRefType::get({}, load.getType()), b.getI64IntegerAttr(64));
    auto launch = LaunchOp::create(b, b.getStringAttr("block"), IntegerAttr());
    Block *body = b.createBlock(&launch.getBody());
    b.setInsertionPointToStart(body);
    Value value = memref::LoadOp::create(b, load.getMemRef(), load.getIndices());
    memref::StoreOp::create(b, value, slot, ValueRange());
    b.setInsertionPointAfter(launch);
    Value known = memref::LoadOp::create(b, slot, ValueRange());
    load.getResult().replaceAllUsesWith(known);
    load.erase();
    scalars.insert(known.getDefiningOp());
  }

  /// Gives each user with effects, or with a region, a launch and a copy of what it needs.
  LogicalResult sinkIntoLaunches() {
    if (scalars.empty())
      return success();
    for (Operation &op : llvm::make_early_inc_range(block)) {
      llvm::SetVector<Operation *> needed;
      collect(&op, needed);
      if (needed.empty() || scalars.contains(&op))
        continue;
      if (isMemoryEffectFree(&op) && op.getNumRegions() == 0 &&
          !op.hasTrait<OpTrait::IsTerminator>()) {
        scalars.insert(&op);
        continue;
      }
      if (auto product = dyn_cast<ProductOp>(op)) {
        copyOperands(product);
        continue;
      }
      if (hasProduct(&op))
        return op.emitError("holds a product and depends on a value that only the device knows: "
                            "the host would have to wait for it, so a GPU cannot run it");
      if (op.getNumResults() != 0 || op.hasTrait<OpTrait::IsTerminator>())
        return op.emitError("depends on a value that only the device knows, and the host would "
                            "have to wait for it");
      wrap(&op, needed);
    }
    // In reverse, so that users go first.
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
      if (scalars.contains(&op) && op.use_empty())
        op.erase();
    return success();
  }

  /// A product's operand at a place that only the device knows is copied, before the
  /// product or, what it writes, after it.
  void copyOperands(ProductOp product) {
    ImplicitLocOpBuilder b(product.getLoc(), product);
    for (OpOperand &operand : product->getOpOperands()) {
      Operation *view = operand.get().getDefiningOp();
      if (!view || !scalars.contains(view))
        continue;
      auto type = cast<MemRefType>(operand.get().getType());
      Value place = operand.get();
      b.setInsertionPoint(product);
      Value copy = memref::AllocOp::create(
          b, MemRefType::get(type.getShape(), type.getElementType()), b.getI64IntegerAttr(64));
      bool isResult = operand.getOperandNumber() == product.getDestMutable().getOperandNumber();
      if (isResult)
        b.setInsertionPointAfter(product);
      AffineMap identity = b.getMultiDimIdentityMap(type.getRank());
      SmallVector<utils::IteratorType> iterators(type.getRank(), utils::IteratorType::parallel);
      auto move =
          linalg::GenericOp::create(b, isResult ? copy : place, isResult ? place : copy,
                                    ArrayRef<AffineMap>{identity, identity}, iterators,
                                    [](OpBuilder &inner, Location loc, ValueRange arguments) {
                                      linalg::YieldOp::create(inner, loc, arguments[0]);
                                    });
      operand.set(copy);
      llvm::SetVector<Operation *> needed;
      collect(move, needed);
      wrap(move, needed);
    }
  }

  /// What of `scalars` an op depends on, in order.
  void collect(Operation *op, llvm::SetVector<Operation *> &needed) {
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands()) {
        Operation *source = operand.getDefiningOp();
        if (!source || !scalars.contains(source) || needed.contains(source))
          continue;
        collect(source, needed);
        needed.insert(source);
      }
    });
  }

  void wrap(Operation *op, const llvm::SetVector<Operation *> &needed) {
    ImplicitLocOpBuilder b(op->getLoc(), op);
    auto launch = dyn_cast<LaunchOp>(op);
    if (!launch) {
      launch = LaunchOp::create(b, b.getStringAttr("block"), IntegerAttr());
      Block *body = b.createBlock(&launch.getBody());
      op->moveBefore(body, body->end());
    }
    SmallVector<Operation *> inside;
    launch.walk([&](Operation *inner) { inside.push_back(inner); });
    b.setInsertionPointToStart(&launch.getBody().front());
    IRMapping map;
    for (Operation *source : needed)
      b.clone(*source, map);
    for (Operation *inner : inside)
      for (OpOperand &operand : inner->getOpOperands())
        operand.set(map.lookupOrDefault(operand.get()));
  }

  Block &block;
  llvm::SmallPtrSet<Operation *, 8> scalars;
};
} // namespace

llvm::LogicalResult halftone::kernel::keepDeviceScalars(Block &block) {
  return DeviceScalars(block).run();
}
