// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "WidenModule.h"

#include "halftone/Dialect/Train/IR/Train.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::reference;

namespace {

Type widen(Type type) {
  auto f64 = Float64Type::get(type.getContext());
  if (isa<FloatType>(type))
    return f64;
  auto shaped = dyn_cast<RankedTensorType>(type);
  return shaped && isa<FloatType>(shaped.getElementType()) ? Type(shaped.clone(f64)) : type;
}

bool isFloatCast(Operation *op) {
  return isa<train::CastOp>(op) && isa<FloatType>(train::getElementType(op->getOperand(0))) &&
         isa<FloatType>(train::getElementType(op->getResult(0)));
}

/// The numbers of a constant, exactly.
void widenConstant(train::ConstantOp op) {
  auto floats = dyn_cast<DenseFPElementsAttr>(op.getValue());
  if (!floats)
    return;
  Type f64 = Float64Type::get(op.getContext());
  op.setValueAttr(floats.mapValues(f64, [](const llvm::APFloat &value) {
    llvm::APFloat wide = value;
    bool loses;
    wide.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &loses);
    return wide.bitcastToAPInt();
  }));
}

/// Types that an op names: its accumulator, the operands of inner products.
void widenAttributes(Operation *op) {
  for (NamedAttribute attribute : op->getAttrs()) {
    auto type = dyn_cast<TypeAttr>(attribute.getValue());
    // Ops in a precision region are f64 whatever it says.
    if (type && isa<FloatType>(type.getValue()) && !isa<train::PrecisionOp>(op))
      op->setAttr(attribute.getName(), TypeAttr::get(widen(type.getValue())));
  }
  if (!isa<train::PrecisionOp>(op))
    op->removeAttr("tf32");
}

void widenFunction(FunctionOpInterface function) {
  auto type = dyn_cast<FunctionType>(function.getFunctionType());
  if (!type)
    return;
  auto widenAll = [](TypeRange types) { return llvm::map_to_vector(types, widen); };
  function.setType(FunctionType::get(type.getContext(), widenAll(type.getInputs()),
                                     widenAll(type.getResults())));
}

void widenOp(Operation *op) {
  for (Value result : op->getResults())
    result.setType(widen(result.getType()));
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments())
        argument.setType(widen(argument.getType()));
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    return widenFunction(function);
  if (auto constant = dyn_cast<train::ConstantOp>(op))
    return widenConstant(constant);
  widenAttributes(op);
}

} // namespace

FailureOr<WideModule> halftone::reference::widenModule(ModuleOp module) {
  WideModule wide;
  IRMapping mapping;
  wide.module = cast<ModuleOp>(module->clone(mapping));
  SmallVector<std::pair<Operation *, Operation *>> pairs;
  module->walk([&](Operation *op) {
    if (Operation *copy = mapping.lookupOrNull(op))
      pairs.emplace_back(op, copy);
  });
  for (auto [op, copy] : pairs)
    widenOp(copy);
  SmallVector<Operation *> casts;
  for (auto [op, copy] : pairs) {
    wide.ops[op] = copy;
    if (isFloatCast(copy))
      casts.push_back(copy);
  }
  DenseMap<Operation *, Operation *> replaced;
  for (Operation *cast : casts) {
    replaced[cast] = cast->getOperand(0).getDefiningOp();
    cast->getResult(0).replaceAllUsesWith(cast->getOperand(0));
  }
  for (auto &[op, copy] : wide.ops)
    while (copy && replaced.contains(copy))
      copy = replaced.lookup(copy);
  for (Operation *cast : casts)
    cast->erase();
  if (failed(verify(*wide.module)))
    return module.emitError() << "check-precision: this module can't be computed in f64";
  return wide;
}
