// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `stablehlo` dialect itself, its constants, and the effects of calls.
#include "halftone/Dialect/StableHLO/StableHLO.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace halftone::stablehlo;

#include "halftone/Dialect/StableHLO/StableHLODialect.cpp.inc"

namespace {

/// Every op may be inlined: none depends on the function it is in.
struct StablehloInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Operation *, bool) const final { return true; }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final { return true; }
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final { return true; }
};

} // namespace

void StableHLODialect::initialize() {
  registerStableHLODialectOperations(this);
  registerAttributesAndTypes();
  addInterfaces<StablehloInlinerInterface>();
  // An op that is not known here is for the conversion to refuse, by name.
  allowUnknownOperations();
  allowUnknownTypes();
}

Operation *StableHLODialect::materializeConstant(OpBuilder &builder, Attribute value, Type type,
                                                 Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getShapedType() != type)
    return nullptr;
  return ConstantOp::create(builder, loc, elements);
}

//===----------------------------------------------------------------------===//
// constant: its value, and the result's type where that is another one
//===----------------------------------------------------------------------===//

ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc loc = parser.getCurrentLocation();
  Attribute value;
  Type type;
  if (succeeded(parser.parseOptionalLParen())) { // () <{value = …}> : () -> type
    FunctionType function;
    bool bracketed = false;
    if (parser.parseRParen())
      return failure();
    bracketed = succeeded(parser.parseOptionalLess());
    NamedAttrList attributes;
    if (parser.parseOptionalAttrDict(attributes) || (bracketed && parser.parseGreater()) ||
        parser.parseOptionalAttrDict(result.attributes) || parser.parseColonType(function))
      return failure();
    if (function.getNumInputs() != 0 || function.getNumResults() != 1)
      return parser.emitError(loc)
             << "expected a type of no operands and 1 result, got " << function;
    value = attributes.erase("value");
    result.addAttributes(attributes);
    type = function.getResult(0);
  } else if (parser.parseOptionalAttrDict(result.attributes) || parser.parseAttribute(value)) {
    return failure();
  }
  auto elements = dyn_cast_or_null<ElementsAttr>(value);
  if (!elements)
    return parser.emitError(loc) << "expected the elements of a tensor";
  result.getOrAddProperties<Properties>().value = elements;
  result.addTypes(type ? type : elements.getShapedType());
  return success();
}

void ConstantOp::print(OpAsmPrinter &printer) {
  bool implied = getType() == getValue().getShapedType();
  if (!implied)
    printer << "() <{value = " << getValueAttr() << "}>";
  printer.printOptionalAttrDict((*this)->getAttrs(), {getValueAttrName()});
  if (implied)
    printer << ' ' << getValueAttr();
  else
    printer << " : () -> " << getType();
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

void ConstantOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), isa<IntegerType, IndexType>(getElementTypeOrSelf(getType())) ? "c" : "cst");
}

//===----------------------------------------------------------------------===//
// Names and effects
//===----------------------------------------------------------------------===//

void RngBitGeneratorOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getOutputState(), "output_state");
  setName(getOutput(), "output");
}

void CustomCallOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  if (!getHasSideEffect().value_or(false))
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}
