// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `cpu-outline-parallel`: a loop marked with `kernel.grain` becomes a function of a range
// of its iterations:
//
//   void f(void *context, int64_t begin, int64_t end)
//   halftone_parallel_for(f, context, iterations, grain)
//
// The context is an array of eight-byte slots: the address of each buffer and the bits
// of each scalar that the loop uses from outside. What costs nothing to compute again
// (constants, views) is computed again in the function instead.
#include "halftone/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/SetVector.h"

namespace halftone::conversion {
#define GEN_PASS_DEF_CPUOUTLINEPARALLEL
#include "halftone/Conversion/Passes.h.inc"
} // namespace halftone::conversion

using namespace mlir;
using LocBuilder = ImplicitLocOpBuilder;

static Value slotAddress(LocBuilder &b, Value context, int32_t slot) {
  return LLVM::GEPOp::create(b, context.getType(), b.getI64Type(), context,
                             ArrayRef<LLVM::GEPArg>{slot});
}

static bool isPlainBuffer(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && memref.hasStaticShape() && memref.getLayout().isIdentity();
}

/// The value as 64 bits.
static Value toSlot(LocBuilder &b, Value value) {
  Type type = value.getType(), i64 = b.getI64Type();
  if (isa<MemRefType>(type))
    return arith::IndexCastOp::create(b, i64,
                                      memref::ExtractAlignedPointerAsIndexOp::create(b, value));
  if (type.isIndex())
    return arith::IndexCastOp::create(b, i64, value);
  if (isa<FloatType>(type))
    value = arith::BitcastOp::create(b, b.getIntegerType(type.getIntOrFloatBitWidth()), value);
  return value.getType() == i64 ? value : arith::ExtUIOp::create(b, i64, value).getResult();
}

/// A buffer at an address, as what the memref dialect lowers to.
static Value bufferAt(LocBuilder &b, Value address, MemRefType type) {
  auto pointerType = LLVM::LLVMPointerType::get(b.getContext());
  Type i64 = b.getI64Type();
  unsigned rank = type.getRank();
  SmallVector<Type> fields{pointerType, pointerType, i64};
  if (rank)
    fields.append(2, LLVM::LLVMArrayType::get(i64, rank));
  auto structType = LLVM::LLVMStructType::getLiteral(b.getContext(), fields);
  Value pointer = LLVM::IntToPtrOp::create(b, pointerType, address);
  Value descriptor = LLVM::PoisonOp::create(b, structType);
  auto put = [&](Value value, ArrayRef<int64_t> position) {
    descriptor = LLVM::InsertValueOp::create(b, descriptor, value, position);
  };
  put(pointer, 0);
  put(pointer, 1);
  put(LLVM::ConstantOp::create(b, i64, int64_t(0)), 2);
  int64_t stride = 1;
  for (int64_t dim = static_cast<int64_t>(rank) - 1; dim >= 0; --dim) {
    put(LLVM::ConstantOp::create(b, i64, type.getDimSize(dim)), {3, dim});
    put(LLVM::ConstantOp::create(b, i64, stride), {4, dim});
    stride *= type.getDimSize(dim);
  }
  return UnrealizedConversionCastOp::create(b, TypeRange(type), ValueRange(descriptor))
      .getResult(0);
}

static Value fromSlot(LocBuilder &b, Value bits, Type type) {
  if (auto memref = dyn_cast<MemRefType>(type))
    return bufferAt(b, bits, memref);
  if (type.isIndex())
    return arith::IndexCastOp::create(b, type, bits);
  auto integer = b.getIntegerType(type.getIntOrFloatBitWidth());
  if (integer != b.getI64Type())
    bits = arith::TruncIOp::create(b, integer, bits);
  return isa<FloatType>(type) ? arith::BitcastOp::create(b, type, bits).getResult() : bits;
}

namespace {
/// What a loop uses from outside: values to pass, and ops to repeat, in order.
struct Captures {
  llvm::SetVector<Value> passed;
  llvm::SetVector<Operation *> repeated;

  bool add(Value value) {
    Operation *definition = value.getDefiningOp();
    if (definition && definition->getNumRegions() == 0 && isMemoryEffectFree(definition) &&
        !isa<UnrealizedConversionCastOp>(definition)) {
      if (repeated.contains(definition))
        return true;
      for (Value operand : definition->getOperands())
        if (!add(operand))
          return false;
      repeated.insert(definition);
      return true;
    }
    if (!isPlainBuffer(value.getType()) && !value.getType().isIntOrIndexOrFloat())
      return false;
    passed.insert(value);
    return true;
  }
};

struct CpuOutlineParallel : halftone::conversion::impl::CpuOutlineParallelBase<CpuOutlineParallel> {
  using CpuOutlineParallelBase::CpuOutlineParallelBase;
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    // The outermost alone: what is inside goes with it.
    getOperation().walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
      if (!loop->hasAttr("kernel.grain"))
        return WalkResult::advance();
      loops.push_back(loop);
      return WalkResult::skip();
    });
    for (scf::ForOp loop : loops)
      outline(loop);
  }

private:
  unsigned nextName = 0; ///< statistics do not count in release builds

  void outline(scf::ForOp loop) {
    Captures captures;
    bool possible = loop.getInitArgs().empty();
    loop->walk([&](Operation *op) {
      for (Value operand : op->getOperands())
        if (!loop.getRegion().isAncestor(operand.getParentRegion()))
          possible = possible && captures.add(operand);
    });
    auto grain = loop->getAttrOfType<IntegerAttr>("kernel.grain");
    loop->removeAttr("kernel.grain");
    if (!possible)
      return; // stays a loop on one thread
    auto parent = loop->getParentOfType<func::FuncOp>();
    func::FuncOp body = makeFunction(loop, parent, captures);
    makeCall(loop, parent, body, captures, grain.getInt());
    loop.erase();
    ++numOutlined;
  }

  func::FuncOp makeFunction(scf::ForOp loop, func::FuncOp parent, Captures &captures) {
    LocBuilder b(loop.getLoc(), parent);
    auto pointer = LLVM::LLVMPointerType::get(&getContext());
    Type i64 = b.getI64Type();
    std::string name = (parent.getName() + "_loop" + Twine(nextName++)).str();
    auto function = func::FuncOp::create(b, name, b.getFunctionType({pointer, i64, i64}, {}));
    function.setPrivate();
    function->setAttr("llvm.linkage",
                      LLVM::LinkageAttr::get(&getContext(), LLVM::Linkage::Internal));
    Block *entry = function.addEntryBlock();
    b.setInsertionPointToStart(entry);
    IRMapping values;
    for (auto [slot, value] : llvm::enumerate(captures.passed)) {
      Value bits = LLVM::LoadOp::create(b, i64, slotAddress(b, entry->getArgument(0), slot));
      values.map(value, fromSlot(b, bits, value.getType()));
    }
    for (Operation *op : captures.repeated)
      b.clone(*op, values);
    auto copy = cast<scf::ForOp>(b.clone(*loop, values));
    func::ReturnOp::create(b);
    b.setInsertionPoint(copy);
    copy.setLowerBound(arith::IndexCastOp::create(b, b.getIndexType(), entry->getArgument(1)));
    copy.setUpperBound(arith::IndexCastOp::create(b, b.getIndexType(), entry->getArgument(2)));
    return function;
  }

  void makeCall(scf::ForOp loop, func::FuncOp parent, func::FuncOp body, Captures &captures,
                int64_t grain) {
    declare(parent->getParentOfType<ModuleOp>());
    auto pointer = LLVM::LLVMPointerType::get(&getContext());
    LocBuilder b(loop.getLoc(), &getContext());
    b.setInsertionPointToStart(&parent.front());
    Value count = LLVM::ConstantOp::create(b, b.getI64Type(),
                                           int64_t(std::max<size_t>(captures.passed.size(), 1)));
    Value context = LLVM::AllocaOp::create(b, pointer, b.getI64Type(), count, 8);
    b.setInsertionPoint(loop);
    for (auto [slot, value] : llvm::enumerate(captures.passed))
      LLVM::StoreOp::create(b, toSlot(b, value), slotAddress(b, context, slot));
    Value function = func::ConstantOp::create(b, body.getFunctionType(), SymbolRefAttr::get(body));
    function = UnrealizedConversionCastOp::create(b, TypeRange(pointer), ValueRange(function))
                   .getResult(0);
    Value iterations = arith::IndexCastOp::create(b, b.getI64Type(), loop.getUpperBound());
    Value least = LLVM::ConstantOp::create(b, b.getI64Type(), grain);
    LLVM::CallOp::create(b, TypeRange(), "halftone_parallel_for",
                         ValueRange{function, context, iterations, least});
  }

  static void declare(ModuleOp module) {
    if (module.lookupSymbol("halftone_parallel_for"))
      return;
    OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
    auto pointer = LLVM::LLVMPointerType::get(module.getContext());
    Type i64 = b.getI64Type();
    auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(module.getContext()),
                                            {pointer, pointer, i64, i64});
    LLVM::LLVMFuncOp::create(b, module.getLoc(), "halftone_parallel_for", type);
  }
};
} // namespace
