// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `plan-workspace`: one workspace for all temporary buffers of a function.
//
//   1. A buffer lives from the first to the last op of the function's block in which
//      it or an alias of it is used. Within a loop that is the whole loop.
//   2. Buffers are placed from the largest to the smallest, each at the lowest offset
//      where it overlaps none that is placed already and lives at the same time.
//
// Placing the largest first is the usual heuristic (Pisarchyk and Lee, "Efficient
// memory management for deep neural net inference", 2020).
#include "halftone/Kernels/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Remarks.h"

namespace halftone::kernel {
#define GEN_PASS_DEF_PLANWORKSPACE
#include "halftone/Kernels/Passes.h.inc"
} // namespace halftone::kernel

using namespace mlir;
using namespace halftone;

static constexpr int64_t alignment = 64;
static int64_t aligned(int64_t bytes) { return llvm::alignTo(bytes, alignment); }

namespace {
struct Temporary {
  memref::AllocOp alloc;
  int64_t bytes, first, last; ///< ops of the block, inclusive
  int64_t offset = 0;

  bool meets(const Temporary &other) const { return first <= other.last && other.first <= last; }
};
} // namespace

/// Bytes of a buffer; elements of less than a byte take one.
static int64_t sizeOf(MemRefType type) {
  unsigned bits = type.getElementType().isIndex() ? 64 : type.getElementTypeBitWidth();
  return type.getNumElements() * static_cast<int64_t>(llvm::divideCeil(bits, 8));
}

/// The ops up to which memory behind an address taken of a buffer is used: the calls
/// that take the descriptors into which the address is stored. Equal addresses are
/// computed once, so one address may serve several calls.
static void collectCalls(Value address, SmallVectorImpl<Operation *> &calls) {
  for (Operation *user : address.getUsers()) {
    calls.push_back(user);
    if (isa<LLVM::StoreOp>(user)) {
      Operation *call = user;
      while (call && !isa<CallOpInterface>(call))
        call = call->getNextNode();
      if (call)
        calls.push_back(call);
    }
    for (Value result : user->getResults())
      collectCalls(result, calls);
  }
}

static SmallVector<Temporary> collect(func::FuncOp function) {
  DenseMap<Operation *, int64_t> order;
  for (auto [i, op] : llvm::enumerate(function.front()))
    order[&op] = i;
  BufferViewFlowAnalysis aliases(function);
  SmallVector<Temporary> temporaries;
  function.walk([&](memref::AllocOp alloc) {
    Temporary temporary{alloc, sizeOf(alloc.getType()), std::numeric_limits<int64_t>::max(), -1};
    SmallVector<Operation *> users;
    for (Value alias : aliases.resolve(alloc.getResult())) {
      llvm::append_range(users, alias.getUsers());
      for (Operation *user : alias.getUsers())
        if (auto pointer = dyn_cast<memref::ExtractAlignedPointerAsIndexOp>(user))
          collectCalls(pointer.getResult(), users);
    }
    for (Operation *user : users) {
      int64_t at = order.lookup(function.front().findAncestorOpInBlock(*user));
      temporary.first = std::min(temporary.first, at);
      temporary.last = std::max(temporary.last, at);
    }
    if (Operation *loop = function.front().findAncestorOpInBlock(*alloc); loop != alloc) {
      temporary.first = std::min(temporary.first, order.lookup(loop));
      temporary.last = std::max(temporary.last, order.lookup(loop));
    }
    temporaries.push_back(temporary);
  });
  return temporaries;
}

/// Sets the offsets; returns the size of the workspace.
static int64_t place(MutableArrayRef<Temporary> temporaries) {
  SmallVector<Temporary *> bySize;
  for (Temporary &temporary : temporaries)
    bySize.push_back(&temporary);
  llvm::sort(bySize, [](Temporary *a, Temporary *b) { // equal ones in order
    return a->bytes != b->bytes ? a->bytes > b->bytes : a < b;
  });
  SmallVector<Temporary *> placed; // by offset
  int64_t total = 0;
  for (Temporary *next : bySize) {
    int64_t offset = 0;
    for (Temporary *other : placed) {
      if (!next->meets(*other))
        continue;
      if (offset + next->bytes <= other->offset)
        break;
      offset = std::max(offset, aligned(other->offset + other->bytes));
    }
    next->offset = offset;
    total = std::max(total, aligned(offset + next->bytes));
    placed.insert(
        llvm::upper_bound(placed, next,
                          [](Temporary *a, Temporary *b) { return a->offset < b->offset; }),
        next);
  }
  return total;
}

namespace {
struct PlanWorkspace : halftone::kernel::impl::PlanWorkspaceBase<PlanWorkspace> {
  using PlanWorkspaceBase::PlanWorkspaceBase;
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal() && failed(plan(function)))
        return signalPassFailure();
  }

private:
  LogicalResult plan(func::FuncOp function) {
    WalkResult dynamic = function.walk([](memref::AllocOp alloc) -> WalkResult {
      if (alloc.getType().hasStaticShape() && alloc.getType().getLayout().isIdentity())
        return WalkResult::advance();
      alloc.emitError("buffer of type ") << alloc.getType() << " has no static size";
      return WalkResult::interrupt();
    });
    if (dynamic.wasInterrupted())
      return failure();
    SmallVector<Temporary> temporaries = collect(function);
    int64_t size = std::max<int64_t>(place(temporaries), alignment);
    workspaceBytes += size;
    int64_t unshared = 0;
    for (const Temporary &temporary : temporaries)
      unshared += temporary.bytes;
    remark::analysis(
        function.getLoc(),
        remark::RemarkOpts::name("workspace").category("workspace").function(function.getName()))
        << remark::add("{0} bytes of workspace for @{1}, {2} without sharing", size,
                       function.getName(), unshared);

    OpBuilder builder(function.getContext());
    auto type = MemRefType::get({size}, builder.getI8Type());
    if (failed(function.insertArgument(function.getNumArguments(), type, {}, function.getLoc())))
      return failure();
    function->setAttr("kernel.workspace", builder.getI64IntegerAttr(size));
    Value workspace = function.getArguments().back();
    builder.setInsertionPointToStart(&function.front());
    for (Temporary &temporary : temporaries) {
      allocatedBytes += temporary.bytes;
      Location loc = temporary.alloc.getLoc();
      Value offset = arith::ConstantIndexOp::create(builder, loc, temporary.offset);
      Value part = memref::ViewOp::create(builder, loc, temporary.alloc.getType(), workspace,
                                          offset, ValueRange());
      temporary.alloc.replaceAllUsesWith(part);
      temporary.alloc.erase();
    }
    return success();
  }
};
} // namespace
