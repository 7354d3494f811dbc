// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `add-entry-points`: the C symbols that the runtime calls.
//
//   void halftone_step(void **buffers)
//
// passes each buffer to the function, and the workspace after them. The workspace is
// allocated at the first call of any function of the module and kept: no call after
// that allocates. Functions of one module are not called at the same time.
#include "halftone/Conversion/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace halftone::conversion {
#define GEN_PASS_DEF_ADDENTRYPOINTS
#include "halftone/Conversion/Passes.h.inc"
} // namespace halftone::conversion

using namespace mlir;
using LocBuilder = ImplicitLocOpBuilder;

static constexpr StringLiteral workspaceName = "halftone_workspace_pointer",
                               allocateName = "halftone_workspace_allocate",
                               releaseName = "halftone_workspace_release";

namespace {
struct AddEntryPoints : halftone::conversion::impl::AddEntryPointsBase<AddEntryPoints> {
  using AddEntryPointsBase::AddEntryPointsBase;
  void runOnOperation() override {
    SmallVector<LLVM::LLVMFuncOp> functions;
    int64_t size = 0;
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      if (!function->hasAttr("kernel.entry"))
        continue;
      functions.push_back(function);
      if (auto own = function->getAttrOfType<IntegerAttr>("kernel.workspace"))
        size = std::max(size, own.getInt());
    }
    if (functions.empty())
      return;
    addWorkspace(size);
    for (LLVM::LLVMFuncOp function : functions)
      addEntry(function);
  }

private:
  LLVM::LLVMPointerType pointer() { return LLVM::LLVMPointerType::get(&getContext()); }

  LLVM::LLVMFuncOp declare(LocBuilder &b, StringRef name, Type result, ArrayRef<Type> arguments) {
    if (auto known = getOperation().lookupSymbol<LLVM::LLVMFuncOp>(name))
      return known;
    return LLVM::LLVMFuncOp::create(b, name, LLVM::LLVMFunctionType::get(result, arguments));
  }

  /// The pointer, and the function that returns it and allocates where it is null.
  void addWorkspace(int64_t size) {
    LocBuilder b(getOperation().getLoc(), OpBuilder::atBlockEnd(getOperation().getBody()));
    Type i64 = b.getI64Type(), i8 = b.getI8Type();
    if (gpu) {
      declare(b, "mgpuMemAlloc", pointer(), {i64, pointer(), i8});
    } else {
      declare(b, "aligned_alloc", pointer(), {i64, i64});
      declare(b, "abort", LLVM::LLVMVoidType::get(&getContext()), {});
    }
    auto global = LLVM::GlobalOp::create(b, pointer(), /*isConstant=*/false,
                                         LLVM::Linkage::Internal, workspaceName, Attribute(), 8);
    {
      OpBuilder::InsertionGuard guard(b);
      b.createBlock(&global.getInitializerRegion());
      LLVM::ReturnOp::create(b, LLVM::ZeroOp::create(b, pointer()).getResult());
    }
    auto function = LLVM::LLVMFuncOp::create(
        b, allocateName, LLVM::LLVMFunctionType::get(pointer(), {}), LLVM::Linkage::Internal);
    Block *entry = function.addEntryBlock(b);
    Block *have = b.createBlock(&function.getBody()), *need = b.createBlock(&function.getBody());
    b.setInsertionPointToStart(entry);
    Value address = LLVM::AddressOfOp::create(b, global);
    Value current = LLVM::LoadOp::create(b, pointer(), address);
    Value null = LLVM::ZeroOp::create(b, pointer());
    LLVM::CondBrOp::create(b, LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::ne, current, null), have,
                           need);
    b.setInsertionPointToStart(have);
    LLVM::ReturnOp::create(b, current);
    b.setInsertionPointToStart(need);
    Value bytes = LLVM::ConstantOp::create(b, i64, size);
    // Where the GPU has no memory left, the runtime keeps the error, skips the launches,
    // and whoever reads a result is told.
    Value fresh = gpu ? allocateOnGpu(b, bytes, null) : allocateOnHost(b, bytes, null, function);
    LLVM::StoreOp::create(b, fresh, address);
    LLVM::ReturnOp::create(b, fresh);
    if (!gpu)
      releaseOnUnload(global);
  }

  /// Frees the memory when the library is unloaded. (The GPU runtime frees its own.)
  void releaseOnUnload(LLVM::GlobalOp global) {
    LocBuilder b(getOperation().getLoc(), OpBuilder::atBlockEnd(getOperation().getBody()));
    Type nothing = LLVM::LLVMVoidType::get(&getContext());
    declare(b, "free", nothing, {pointer()});
    auto function = LLVM::LLVMFuncOp::create(
        b, releaseName, LLVM::LLVMFunctionType::get(nothing, {}), LLVM::Linkage::Internal);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(function.addEntryBlock(b));
      Value current = LLVM::LoadOp::create(b, pointer(), LLVM::AddressOfOp::create(b, global));
      LLVM::CallOp::create(b, TypeRange(), "free", current);
      LLVM::ReturnOp::create(b, ValueRange());
    }
    LLVM::GlobalDtorsOp::create(b, b.getArrayAttr(FlatSymbolRefAttr::get(function)),
                                b.getI32ArrayAttr(65535),
                                b.getArrayAttr(LLVM::ZeroAttr::get(&getContext())));
  }

  Value allocateOnGpu(LocBuilder &b, Value bytes, Value null) {
    Value shared = LLVM::ConstantOp::create(b, b.getI8Type(), int64_t(0));
    return LLVM::CallOp::create(b, TypeRange(pointer()), "mgpuMemAlloc",
                                ValueRange{bytes, null, shared})
        .getResult();
  }

  Value allocateOnHost(LocBuilder &b, Value bytes, Value null, LLVM::LLVMFuncOp function) {
    Value align = LLVM::ConstantOp::create(b, b.getI64Type(), int64_t(64));
    Value fresh =
        LLVM::CallOp::create(b, TypeRange(pointer()), "aligned_alloc", ValueRange{align, bytes})
            .getResult();
    Block *current = b.getInsertionBlock();
    Block *failed = b.createBlock(&function.getBody()), *done = b.createBlock(&function.getBody());
    b.setInsertionPointToEnd(current);
    LLVM::CondBrOp::create(b, LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::eq, fresh, null), failed,
                           done);
    b.setInsertionPointToStart(failed);
    LLVM::CallOp::create(b, TypeRange(), "abort", ValueRange());
    LLVM::UnreachableOp::create(b);
    b.setInsertionPointToStart(done);
    return fresh;
  }

  void addEntry(LLVM::LLVMFuncOp function) {
    bool hasWorkspace = function->hasAttr("kernel.workspace");
    function->removeAttr("kernel.entry");
    function->removeAttr("kernel.workspace");
    std::string name = ("halftone_" + function.getName()).str();
    function.setLinkage(LLVM::Linkage::Internal);
    // Roles are in the manifest by now, and LLVM knows none of them.
    function.removeArgAttrsAttr();
    function.removeResAttrsAttr();
    LocBuilder b(function.getLoc(), OpBuilder::atBlockEnd(getOperation().getBody()));
    auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(&getContext()), {pointer()});
    auto entry = LLVM::LLVMFuncOp::create(b, name, type);
    Block *body = entry.addEntryBlock(b);
    b.setInsertionPointToStart(body);
    SmallVector<Value> arguments;
    for (unsigned i = 0, e = function.getNumArguments() - hasWorkspace; i < e; ++i) {
      Value slot = LLVM::GEPOp::create(b, pointer(), pointer(), body->getArgument(0),
                                       ArrayRef<LLVM::GEPArg>{int32_t(i)});
      arguments.push_back(LLVM::LoadOp::create(b, pointer(), slot));
    }
    if (hasWorkspace)
      arguments.push_back(
          LLVM::CallOp::create(b, TypeRange(pointer()), allocateName, ValueRange()).getResult());
    LLVM::CallOp::create(b, TypeRange(), function.getName(), arguments);
    LLVM::ReturnOp::create(b, ValueRange());
  }
};
} // namespace
