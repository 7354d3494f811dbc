// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `chlo` dialect.
#include "Verify.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::chlo;

#include "halftone/Dialect/StableHLO/ChloDialect.cpp.inc"
#include "halftone/Dialect/StableHLO/ChloEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "halftone/Dialect/StableHLO/ChloAttrs.cpp.inc"

namespace {

struct ChloInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Operation *, bool) const final { return true; }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final { return true; }
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final { return true; }
};

} // namespace

void ChloDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "halftone/Dialect/StableHLO/ChloOps.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "halftone/Dialect/StableHLO/ChloAttrs.cpp.inc"
      >();
  addInterfaces<ChloInlinerInterface>();
  allowUnknownOperations();
}

Attribute ChloDialect::parseAttribute(DialectAsmParser &parser, Type type) const {
  StringRef text = parser.getFullSymbolSpec();
  if (!text.empty() && (llvm::isAlpha(text.front()) || text.front() == '_')) {
    StringRef mnemonic;
    Attribute attribute;
    if (generatedAttributeParser(parser, &mnemonic, type, attribute).has_value())
      return attribute;
  }
  return OpaqueAttr::get(StringAttr::get(getContext(), getNamespace()), text,
                         NoneType::get(getContext()));
}

void ChloDialect::printAttribute(Attribute attribute, DialectAsmPrinter &printer) const {
  (void)generatedAttributePrinter(attribute, printer);
}

Operation *ChloDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type,
                                            Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getShapedType() != type)
    return nullptr;
  return ConstantOp::create(builder, loc, type, elements);
}

namespace halftone::chlo {

/// The value of a constant, whose type is the result's.
static ParseResult parseConstantValue(OpAsmParser &parser, ElementsAttr &value, Type &type) {
  if (parser.parseAttribute(value))
    return failure();
  type = value.getShapedType();
  return success();
}

static void printConstantValue(OpAsmPrinter &printer, Operation *, ElementsAttr value, Type) {
  printer << value;
}

namespace detail {

/// Operands of one shape, or, of two, one whose dimensions `dimensions` names in the
/// other; sizes equal or 1.
static LogicalResult verifyBroadcast(Operation *op, DenseI64ArrayAttr dimensions) {
  Value result = op->getResult(0);
  int64_t rank = stablehlo::rankOf(result);
  for (Value operand : op->getOperands()) {
    int64_t own = stablehlo::rankOf(operand);
    SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(rank - own, rank));
    if (own > rank)
      return op->emitOpError() << "expected operands of at most the result's rank " << rank
                               << ", got " << operand.getType();
    if (dimensions && own != rank) {
      dims.assign(dimensions.asArrayRef().begin(), dimensions.asArrayRef().end());
      if (failed(
              stablehlo::verifyLength(op, "broadcast_dimensions", ArrayRef<int64_t>(dims), own)) ||
          failed(stablehlo::verifyDimensions(op, "broadcast_dimensions", dims, rank)))
        return failure();
    }
    for (auto [i, size] : llvm::enumerate(stablehlo::shapeOf(operand))) {
      int64_t wide = stablehlo::shapeOf(result)[dims[i]];
      if (size != 1 && size != wide && !ShapedType::isDynamic(size) && !ShapedType::isDynamic(wide))
        return op->emitOpError() << "cannot broadcast dimension " << i << " of size " << size
                                 << " to dimension " << dims[i] << " of size " << wide;
    }
  }
  return success();
}

} // namespace detail
} // namespace halftone::chlo

LogicalResult chlo::ConstantOp::verify() {
  if (getValue().getShapedType() == getType())
    return success();
  return emitOpError() << "expected a value of type " << getType() << ", got "
                       << getValue().getShapedType();
}

OpFoldResult chlo::ConstantOp::fold(FoldAdaptor) { return getValue(); }

LogicalResult TopKOp::verify() {
  ArrayRef<int64_t> shape = stablehlo::shapeOf(getOperand());
  int64_t k = getK();
  if (shape.empty())
    return emitOpError() << "expected an operand of at least rank 1, got "
                         << getOperand().getType();
  if (k < 0 || (!ShapedType::isDynamic(shape.back()) && k > shape.back()))
    return emitOpError() << "'k' must be at least 0 and at most the size " << shape.back()
                         << " of the last dimension, got " << k;
  SmallVector<int64_t> expected(shape);
  expected.back() = k;
  if (failed(stablehlo::verifyElement(*this, "values", getValues().getType(),
                                      stablehlo::typeOf(getOperand()).getElementType())) ||
      failed(stablehlo::verifyShape(*this, "values", getValues().getType(), expected)) ||
      failed(stablehlo::verifyShape(*this, "indices", getIndices().getType(), expected)))
    return failure();
  if (isa<IntegerType>(getElementTypeOrSelf(getIndices().getType())))
    return success();
  return emitOpError() << "expected indices that are integers, got " << getIndices().getType();
}

void TopKOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getValues(), "values");
  setName(getIndices(), "indices");
}

#define GET_OP_CLASSES
#include "halftone/Dialect/StableHLO/ChloOps.cpp.inc"
