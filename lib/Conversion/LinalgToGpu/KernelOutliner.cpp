// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels, their arguments, and their launches.
#include "KernelOutliner.h"
#include "halftone/Support/Chip.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::cuda;

/// What a kernel's arguments may take together (PTX ISA 8.1, from sm_70 on).
static constexpr int64_t parameterLimit = 32764;

FailureOr<GpuTarget> GpuTarget::parse(StringRef chip) {
  std::optional<Chip> known = findChip(chip.str());
  if (!known || known->vendor != Vendor::Nvidia || known->arch < 70)
    return failure();
  return GpuTarget{chip.str(), known->arch};
}

//===----------------------------------------------------------------------===//
// The module of kernels
//===----------------------------------------------------------------------===//

gpu::GPUModuleOp KernelOutliner::kernels() {
  if (module)
    return module;
  OpBuilder b(host.getContext());
  host->setAttr(gpu::GPUDialect::getContainerModuleAttrName(), b.getUnitAttr());
  b.setInsertionPointToStart(host.getBody());
  module = gpu::GPUModuleOp::create(b, host.getLoc(), "kernels");
  symbols.insert(module);
  return module;
}

/// The name that a location gives, or nothing.
static StringRef nameOf(Location loc) {
  if (auto named = dyn_cast<NameLoc>(loc))
    return named.getName();
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    return nameOf(call.getCallee());
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (StringRef name = nameOf(part); !name.empty())
        return name;
  return {};
}

std::string KernelOutliner::nextName(StringRef family, Location loc) {
  std::string name = family.str() + "_";
  StringRef given = nameOf(loc).take_front(64);
  for (char c : given)
    name += llvm::isAlnum(c) ? c : '_';
  if (!given.empty())
    name += '_';
  return name + std::to_string(numKernels++);
}

memref::GlobalOp KernelOutliner::global(StringRef name) {
  gpu::GPUModuleOp module = kernels();
  if (auto copy = module.lookupSymbol<memref::GlobalOp>(name))
    return copy;
  auto original = host.lookupSymbol<memref::GlobalOp>(name);
  if (!original)
    return nullptr;
  OpBuilder b = OpBuilder::atBlockBegin(module.getBody());
  auto copy = cast<memref::GlobalOp>(b.clone(*original));
  // Kernels load up to 16 bytes at once.
  copy.setAlignment(std::max<uint64_t>(copy.getAlignment().value_or(16), 16));
  return copy;
}

//===----------------------------------------------------------------------===//
// One kernel
//===----------------------------------------------------------------------===//

OutlinedKernel::OutlinedKernel(KernelOutliner &outliner, Operation *origin, StringRef family,
                               int64_t threads)
    : outliner(outliner), origin(origin), b(origin->getLoc(), origin->getContext()),
      blockSize(threads) {
  Location loc = origin->getLoc();
  if (origin->getNumRegions() == 1 && !origin->getRegion(0).empty())
    for (Operation &first : origin->getRegion(0).front().without_terminator())
      if (nameOf(loc).empty())
        loc = first.getLoc();
  b.setInsertionPointToEnd(outliner.kernels().getBody());
  func = gpu::GPUFuncOp::create(b, outliner.nextName(family, loc), b.getFunctionType({}, {}));
  func->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), b.getUnitAttr());
  func.setKnownBlockSize(ArrayRef<int32_t>{static_cast<int32_t>(threads), 1, 1});
  // Otherwise ptxas spills on sm_90 to have more blocks at a time than there are.
  func->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(), b.getI32IntegerAttr(1));
  b.setInsertionPointToStart(&func.getBody().front());
  thread = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
  auto end = gpu::ReturnOp::create(b);
  b.setInsertionPoint(end);
}

OutlinedKernel::~OutlinedKernel() {
  if (func)
    func.erase();
}

Value OutlinedKernel::blockId(gpu::Dimension dimension) {
  return gpu::BlockIdOp::create(b, dimension);
}

Value OutlinedKernel::shared(MemRefType type) {
  auto space = gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  return func.addWorkgroupAttribution(
      MemRefType::get(type.getShape(), type.getElementType(), type.getLayout(), space), b.getLoc());
}

/// True for what is computed of constants only.
static bool isConstant(Value value) {
  Operation *op = value.getDefiningOp();
  return op && op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         !isa<MemRefType>(value.getType()) && llvm::all_of(op->getOperands(), isConstant);
}

Value OutlinedKernel::addArgument(Value value) {
  auto type = dyn_cast<MemRefType>(value.getType());
  if (type && (!type.hasStaticShape() || !type.getLayout().isIdentity())) {
    origin->emitError("uses a buffer of type ")
        << type << ", expected one of static shape without gaps";
    return {};
  }
  if (!type && !value.getType().isIntOrIndexOrFloat()) {
    origin->emitError("uses a value of type ") << value.getType() << ", which no kernel takes";
    return {};
  }
  unsigned index = func.getNumArguments();
  if (failed(func.insertArgument(index, value.getType(), {}, value.getLoc())))
    return {};
  arguments.push_back(value);
  return func.getArgument(index);
}

Value OutlinedKernel::captureGlobal(memref::GetGlobalOp op) {
  memref::GlobalOp global = outliner.global(op.getName());
  if (!global || !global.getConstant()) {
    origin->emitError("uses global '") << op.getName() << "', expected a constant";
    return {};
  }
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(thread.getDefiningOp());
  return b.clone(*op)->getResult(0);
}

Value OutlinedKernel::capture(Value value) {
  if (Value known = captured.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  Value result;
  if (auto get = dyn_cast_or_null<memref::GetGlobalOp>(op)) {
    result = captureGlobal(get);
  } else if (op && (isConstant(value) || isa<ViewLikeOpInterface>(op))) {
    for (Value operand : op->getOperands())
      if (!capture(operand))
        return {};
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(thread.getDefiningOp());
    b.clone(*op, captured);
    return captured.lookup(value);
  } else {
    result = addArgument(value);
  }
  if (result)
    captured.map(value, result);
  return result;
}

LogicalResult OutlinedKernel::launch(ArrayRef<int64_t> blocks) {
  if (llvm::is_contained(blocks, 0)) {
    origin->erase();
    return success();
  }
  int64_t bytes = 0;
  for (Value argument : arguments) {
    Type type = argument.getType();
    int64_t size = type.isIntOrFloat() ? llvm::divideCeil(type.getIntOrFloatBitWidth(), 8) : 8;
    bytes = llvm::alignTo(bytes, size) + size;
  }
  if (bytes > parameterLimit)
    return origin->emitError("kernel '")
           << func.getName() << "' takes " << bytes << " bytes of arguments, expected at most "
           << parameterLimit;
  ImplicitLocOpBuilder host(origin->getLoc(), origin);
  auto size = [&](size_t i) -> Value {
    return arith::ConstantIndexOp::create(host, i < blocks.size() ? blocks[i] : 1);
  };
  Value one = arith::ConstantIndexOp::create(host, 1);
  Value dynamic;
  if (dynamicShared)
    dynamic = arith::ConstantIntOp::create(host, dynamicShared, 32);
  gpu::LaunchFuncOp::create(
      host, func, gpu::KernelDim3{size(0), size(1), size(2)},
      gpu::KernelDim3{arith::ConstantIndexOp::create(host, blockSize), one, one}, dynamic,
      arguments);
  origin->erase();
  func = nullptr;
  return success();
}
