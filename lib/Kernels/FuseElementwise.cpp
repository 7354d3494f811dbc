// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `linalg-fuse-elementwise`: no cast, broadcast or transpose is a loop of its own
// where a neighbour is a loop.
//
// Visits loops in program order, and each operand of a loop C that an elementwise
// loop P produces. In this order of preference:
//
//   only user   all uses of P are in C: P's body moves into C's.
//   recompute   P is cheap, and every user can compute it: a copy of P's body.
//   merge       P has C's iteration space: one loop that has P's results too. Users
//               of P between the two move behind the loop, so none of them may be
//               something that C depends on.
//
// A producer that is not cheap and is broadcast along C's innermost loop is left
// alone: it would be computed again for each element.
#include "GenericUtils.h"
#include "halftone/Kernels/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/SetVector.h"

namespace halftone::kernel {
#define GEN_PASS_DEF_LINALGFUSEELEMENTWISE
#include "halftone/Kernels/Passes.h.inc"
} // namespace halftone::kernel

using namespace mlir;
using namespace halftone;
using namespace halftone::kernel;
using linalg::GenericOp;

static constexpr unsigned maxOperands = 24, maxBodyOps = 400, cheapCost = 6;

//===----------------------------------------------------------------------===//
// What a producer costs
//===----------------------------------------------------------------------===//

/// Rough cost of one element, in simple instructions.
static unsigned costOf(Operation &op) {
  if (isa<arith::ConstantOp, linalg::YieldOp, linalg::IndexOp, arith::ExtFOp, arith::ExtUIOp,
          arith::ExtSIOp, arith::TruncIOp, arith::IndexCastOp, arith::BitcastOp>(op))
    return 0;
  if (isa<arith::TruncFOp>(op))
    return 3;
  if (isa<arith::DivFOp, math::SqrtOp, math::RoundOp>(op))
    return 5;
  if (isa<math::MathDialect>(op.getDialect()) &&
      !isa<math::AbsFOp, math::FmaOp, math::CopySignOp>(op))
    return 20;
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp, arith::RemFOp,
          arith::MulIOp, tensor::ExtractOp>(op))
    return 4;
  return 1;
}

static bool isCheap(GenericOp producer) {
  unsigned cost = 0, full = 0;
  for (Operation &op : *producer.getBody())
    cost += costOf(op);
  for (OpOperand *input : producer.getDpsInputOperands())
    full += producer.getMatchingIndexingMap(input).getNumResults() == producer.getNumLoops();
  return cost <= cheapCost && full <= 1 && producer->getNumResults() == 1;
}

//===----------------------------------------------------------------------===//
// The fused loop
//===----------------------------------------------------------------------===//

/// Whether the sizes of all loops follow from operands with these maps. Without one,
/// as in the sum of an iota, the op is not valid and even its folders fail.
static bool saysAllSizes(ArrayRef<AffineMap> maps, MLIRContext *context) {
  return static_cast<bool>(inversePermutation(concatAffineMaps(maps, context)));
}

namespace {
/// Builds the loop that computes C, and P where C needs it.
class Fuser {
public:
  Fuser(RewriterBase &rewriter, GenericOp producer, GenericOp consumer, AffineMap map,
        bool keepProducer)
      : rewriter(rewriter), producer(producer), consumer(consumer), map(map),
        keepProducer(keepProducer) {}

  /// False where no operand would be left that says how long some loop is.
  bool plan();
  /// Results: those of C, then those of P if they are kept.
  GenericOp build();

private:
  unsigned addInput(Value value, AffineMap inputMap);
  void buildBody(GenericOp fused);

  RewriterBase &rewriter;
  GenericOp producer, consumer;
  AffineMap map; ///< from C's loops to P's
  bool keepProducer;
  SmallVector<Value> inputs, dests;
  SmallVector<AffineMap> inputMaps, maps; ///< `maps`: of all operands
  SmallVector<unsigned> producerInputs;   ///< where P's inputs are in the fused loop
  SmallVector<int> consumerInputs;        ///< where C's are; ~r for result r of P
};
} // namespace

unsigned Fuser::addInput(Value value, AffineMap inputMap) {
  for (auto [i, other, otherMap] : llvm::enumerate(inputs, inputMaps))
    if (other == value && otherMap == inputMap)
      return i;
  inputs.push_back(value);
  inputMaps.push_back(inputMap);
  return inputs.size() - 1;
}

bool Fuser::plan() {
  for (OpOperand *input : producer.getDpsInputOperands())
    producerInputs.push_back(
        addInput(input->get(), producer.getMatchingIndexingMap(input).compose(map)));
  for (OpOperand *input : consumer.getDpsInputOperands()) {
    AffineMap inputMap = consumer.getMatchingIndexingMap(input);
    auto result = dyn_cast<OpResult>(input->get());
    if (result && result.getOwner() == producer && inputMap == map)
      consumerInputs.push_back(~static_cast<int>(result.getResultNumber()));
    else
      consumerInputs.push_back(addInput(input->get(), inputMap));
  }
  llvm::append_range(dests, consumer.getDpsInits());
  maps = inputMaps;
  for (OpOperand &init : consumer.getDpsInitsMutable())
    maps.push_back(consumer.getMatchingIndexingMap(&init));
  if (keepProducer) {
    llvm::append_range(dests, producer.getDpsInits());
    for (OpOperand &init : producer.getDpsInitsMutable())
      maps.push_back(producer.getMatchingIndexingMap(&init).compose(map));
  }
  return saysAllSizes(maps, rewriter.getContext());
}

GenericOp Fuser::build() {
  auto loc = rewriter.getFusedLoc({producer.getLoc(), consumer.getLoc()});
  auto fused = GenericOp::create(rewriter, loc, TypeRange(ValueRange(dests)), inputs, dests, maps,
                                 consumer.getIteratorTypesArray());
  buildBody(fused);
  return fused;
}

void Fuser::buildBody(GenericOp fused) {
  SmallVector<Type> types;
  for (Value operand : fused->getOperands())
    types.push_back(getElementTypeOrSelf(operand.getType()));
  OpBuilder::InsertionGuard guard(rewriter);
  Block *body = rewriter.createBlock(&fused.getRegion(), {}, types,
                                     SmallVector<Location>(types.size(), fused.getLoc()));
  IRMapping values;
  for (auto [i, position] : llvm::enumerate(producerInputs))
    values.map(producer.getBody()->getArgument(i), body->getArgument(position));
  for (Operation &op : producer.getBody()->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(op)) { // a loop of P is one of C
      auto dim = cast<AffineDimExpr>(map.getResult(index.getDim()));
      values.map(index.getResult(),
                 linalg::IndexOp::create(rewriter, op.getLoc(), dim.getPosition()).getResult());
      continue;
    }
    rewriter.clone(op, values);
  }
  SmallVector<Value> produced;
  for (Value value : producer.getBody()->getTerminator()->getOperands())
    produced.push_back(values.lookupOrDefault(value));
  for (auto [i, position] : llvm::enumerate(consumerInputs))
    values.map(consumer.getBody()->getArgument(i),
               position < 0 ? produced[~position] : body->getArgument(position));
  unsigned first = consumer.getNumDpsInputs();
  for (unsigned i = 0, e = consumer.getNumDpsInits(); i < e; ++i)
    values.map(consumer.getBody()->getArgument(first + i), body->getArgument(inputs.size() + i));
  for (Operation &op : consumer.getBody()->without_terminator())
    rewriter.clone(op, values);
  SmallVector<Value> results;
  for (Value value : consumer.getBody()->getTerminator()->getOperands())
    results.push_back(values.lookupOrDefault(value));
  if (keepProducer)
    llvm::append_range(results, produced);
  linalg::YieldOp::create(rewriter, fused.getLoc(), results);
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

/// The loop with inputs that its body doesn't use left out.
static GenericOp dropUnusedInputs(RewriterBase &rewriter, GenericOp op) {
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  SmallVector<unsigned> dropped;
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (!op.getBody()->getArgument(input->getOperandNumber()).use_empty() ||
        op.getNumLoops() == 0) {
      inputs.push_back(input->get());
      maps.push_back(op.getMatchingIndexingMap(input));
    } else {
      dropped.push_back(input->getOperandNumber());
    }
  }
  for (OpOperand &init : op.getDpsInitsMutable())
    maps.push_back(op.getMatchingIndexingMap(&init));
  if (dropped.empty() || !saysAllSizes(maps, op.getContext()))
    return op;
  rewriter.modifyOpInPlace(op, [&] {
    for (unsigned position : llvm::reverse(dropped))
      op.getBody()->eraseArgument(position);
    op.getInputsMutable().assign(inputs);
    op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  });
  return op;
}

namespace {
class BlockFusion {
public:
  BlockFusion(RewriterBase &rewriter, Block &block) : rewriter(rewriter), block(block) {}
  int64_t run();

private:
  GenericOp fuseOneInto(GenericOp consumer);
  GenericOp tryFuse(GenericOp producer, GenericOp consumer, AffineMap map);
  bool canMerge(GenericOp producer, GenericOp consumer, SmallVectorImpl<Operation *> &moved);
  Operation *ancestorOf(Operation *op) { return block.findAncestorOpInBlock(*op); }
  bool isFusableUser(GenericOp producer, OpOperand &use);

  RewriterBase &rewriter;
  Block &block;
  int64_t numFused = 0;
};
} // namespace

/// Whether a use could compute the cheap producer itself.
bool BlockFusion::isFusableUser(GenericOp producer, OpOperand &use) {
  auto user = dyn_cast<GenericOp>(use.getOwner());
  return user && user->getBlock() == &block && user.isDpsInput(&use) &&
         user.getMatchingIndexingMap(&use).isProjectedPermutation();
}

/// Collects what depends on P between the two; false if C depends on any of it. Along
/// uses, and not over what lies between, which may be the whole step.
bool BlockFusion::canMerge(GenericOp producer, GenericOp consumer,
                           SmallVectorImpl<Operation *> &moved) {
  llvm::SmallPtrSet<Operation *, 16> dependents;
  auto addUsers = [&](Operation *op, bool direct) {
    for (Operation *user : op->getUsers()) {
      Operation *ancestor = ancestorOf(user);
      if (ancestor == consumer && !direct)
        return false;
      if (ancestor->isBeforeInBlock(consumer) && dependents.insert(ancestor).second)
        moved.push_back(ancestor);
    }
    return true;
  };
  if (!addUsers(producer, /*direct=*/true))
    return false;
  for (size_t next = 0; next < moved.size(); ++next)
    if (!addUsers(moved[next], /*direct=*/false))
      return false;
  llvm::sort(moved, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return true;
}

/// Fuses P into C, where that pays and is right. Null if not.
GenericOp BlockFusion::tryFuse(GenericOp producer, GenericOp consumer, AffineMap map) {
  bool hasIndex = !producer.getBody()->getOps<linalg::IndexOp>().empty();
  if (!map.isProjectedPermutation() && (hasIndex || !isCheap(producer)))
    return nullptr;
  if (producer->getNumOperands() + consumer->getNumOperands() > maxOperands ||
      producer.getBody()->getOperations().size() + consumer.getBody()->getOperations().size() >
          maxBodyOps)
    return nullptr;

  bool onlyUser = true, allFusable = true, sameMap = true;
  for (Value result : producer->getResults())
    for (OpOperand &use : result.getUses()) {
      bool inConsumer = use.getOwner() == consumer && consumer.isDpsInput(&use);
      onlyUser &= inConsumer;
      allFusable &= isFusableUser(producer, use);
      if (inConsumer)
        sameMap &= consumer.getMatchingIndexingMap(&use) == map;
      // A use inside of C's body, or as a destination, stays a use.
      sameMap &= inConsumer || ancestorOf(use.getOwner()) != consumer;
    }
  bool cheap = isCheap(producer), permutes = map.isPermutation();
  // Broadcast along the innermost loop: computed once for each row.
  AffineExpr innermost =
      consumer.getNumLoops() ? rewriter.getAffineDimExpr(consumer.getNumLoops() - 1) : AffineExpr();
  bool hoisted = map.isProjectedPermutation() && innermost && !map.getResultPosition(innermost);
  bool keep = false;
  SmallVector<Operation *> moved;
  if (sameMap && onlyUser && (cheap || permutes || hoisted)) {
    // Nothing else to do.
  } else if (cheap && allFusable) {
    // The producer goes away with its last user.
  } else if (sameMap && permutes && canMerge(producer, consumer, moved)) {
    keep = true;
  } else {
    return nullptr;
  }

  Fuser fuser(rewriter, producer, consumer, map, keep);
  if (!fuser.plan())
    return nullptr;
  rewriter.setInsertionPoint(consumer);
  GenericOp fused = fuser.build();
  unsigned count = consumer->getNumResults();
  rewriter.replaceAllUsesWith(consumer->getResults(), fused->getResults().take_front(count));
  rewriter.eraseOp(consumer);
  if (keep) {
    Operation *after = fused;
    for (Operation *op : moved) {
      rewriter.moveOpAfter(op, after);
      after = op;
    }
    rewriter.replaceAllUsesWith(producer->getResults(), fused->getResults().drop_front(count));
  }
  if (producer->use_empty())
    rewriter.eraseOp(producer);
  ++numFused;
  return dropUnusedInputs(rewriter, fused);
}

GenericOp BlockFusion::fuseOneInto(GenericOp consumer) {
  for (OpOperand *input : consumer.getDpsInputOperands()) {
    auto producer = input->get().getDefiningOp<GenericOp>();
    if (!producer || producer->getBlock() != &block || !isElementwise(producer))
      continue;
    if (GenericOp fused = tryFuse(producer, consumer, consumer.getMatchingIndexingMap(input)))
      return fused;
  }
  return nullptr;
}

int64_t BlockFusion::run() {
  for (auto it = block.begin(); it != block.end();) {
    auto consumer = dyn_cast<GenericOp>(&*it);
    GenericOp fused = consumer ? fuseOneInto(consumer) : nullptr;
    it = fused ? fused->getIterator() : std::next(it);
  }
  return numFused;
}

namespace {
struct LinalgFuseElementwise
    : halftone::kernel::impl::LinalgFuseElementwiseBase<LinalgFuseElementwise> {
  using LinalgFuseElementwiseBase::LinalgFuseElementwiseBase;
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<Block *> blocks;
    getOperation()->walk([&](Block *block) {
      if (!isa<GenericOp>(block->getParentOp()))
        blocks.push_back(block);
    });
    for (Block *block : blocks) {
      // Again where moved users met new neighbours.
      while (int64_t fused = BlockFusion(rewriter, *block).run())
        numFused += fused;
    }
    // A merged producer keeps its results, and most lose their last user later.
    RewritePatternSet patterns(&getContext());
    linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
