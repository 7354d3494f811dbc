// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "halftone/Precision/CastBuilder.h"

#include "halftone/Dialect/Train/IR/Train.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

static Type elementOf(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type)) // the usual case, and the quickest
    return tensor.getElementType();
  return isa<TensorType, VectorType>(type) ? cast<ShapedType>(type).getElementType() : type;
}

// The common ones are told by their class: looking up the interface takes longer, and a
// checked cast does it twice.

FloatType halftone::precision::getFloat(Type type) {
  type = elementOf(type);
  if (isa<Float32Type, BFloat16Type, Float16Type>(type))
    return FloatType(type);
  return isa<IntegerType>(type) ? FloatType() : dyn_cast<FloatType>(type);
}

bool halftone::precision::isFloat(Type type) {
  type = elementOf(type);
  return isa<Float32Type, BFloat16Type, Float16Type>(type) ||
         (!isa<IntegerType>(type) && isa<FloatType>(type));
}

bool halftone::precision::hasElement(Type type, FloatType element) {
  return elementOf(type) == element;
}

unsigned halftone::precision::getFloatWidth(Type type) {
  type = elementOf(type);
  if (isa<Float32Type>(type))
    return 32;
  if (isa<BFloat16Type, Float16Type>(type))
    return 16;
  auto element = isa<IntegerType>(type) ? FloatType() : dyn_cast<FloatType>(type);
  return element ? element.getWidth() : 0;
}

bool halftone::precision::isNarrow(Type type) {
  unsigned width = getFloatWidth(type);
  return width > 0 && width < 32;
}

Type halftone::precision::withFloat(Type type, FloatType element) {
  if (hasElement(type, element)) // most do, and a type takes a while to find
    return type;
  if (auto shaped = dyn_cast<ShapedType>(type))
    return shaped.clone(element);
  return element;
}

const PrecisionDialectInterface *halftone::precision::getPrecisionDialect(Operation *op) {
  Dialect *dialect = op ? op->getDialect() : nullptr;
  return dialect ? dialect->getRegisteredInterface<PrecisionDialectInterface>() : nullptr;
}

bool halftone::precision::isConstant(Operation *op) {
  return op->getNumOperands() == 0 &&
         (isa<train::ConstantOp>(op) || op->hasTrait<OpTrait::ConstantLike>());
}

bool halftone::precision::isTerminator(Operation *op) {
  return op->getBlock() && op == &op->getBlock()->back() && op->hasTrait<OpTrait::IsTerminator>();
}

bool halftone::precision::isCast(Operation *op) {
  const PrecisionDialectInterface *dialect = getPrecisionDialect(op);
  return dialect && dialect->isCast(op);
}

bool halftone::precision::ownsBody(Operation *op) {
  const PrecisionDialectInterface *dialect =
      op->getNumRegions() ? getPrecisionDialect(op) : nullptr;
  return dialect && dialect->ownsBody(op);
}

bool halftone::precision::hasNoPrecision(Operation *op) {
  const PrecisionDialectInterface *dialect = getPrecisionDialect(op);
  return dialect && dialect->hasNoPrecision(op);
}

bool halftone::precision::roundsInside(Operation *op) {
  const PrecisionDialectInterface *dialect = getPrecisionDialect(op);
  return dialect && dialect->roundsInside(op);
}

std::string halftone::precision::getKind(Operation *op) {
  const PrecisionDialectInterface *dialect = getPrecisionDialect(op);
  return dialect ? dialect->getKind(op) : std::string();
}

StringRef halftone::precision::getOpName(Operation *op) {
  const PrecisionDialectInterface *dialect = getPrecisionDialect(op);
  return dialect ? dialect->getOpName(op) : op->getName().getStringRef();
}

InFlightDiagnostic halftone::precision::emitOpError(Operation *op) {
  StringRef name = getOpName(op);
  if (name == op->getName().getStringRef())
    return op->emitOpError();
  return emitError(op->getLoc()) << "'" << name << "' op ";
}

std::optional<llvm::APFloat> halftone::precision::getConstantSplat(Value value) {
  Operation *op = value.getDefiningOp();
  Attribute attr;
  if (auto constant = dyn_cast<train::ConstantOp>(op))
    attr = constant.getValue();
  else if (op->getNumOperands() != 0 || !matchPattern(value, m_Constant(&attr)))
    return std::nullopt;
  if (auto number = dyn_cast<FloatAttr>(attr))
    return number.getValue();
  auto elements = dyn_cast<DenseFPElementsAttr>(attr);
  if (elements && elements.isSplat())
    return elements.getSplatValue<llvm::APFloat>();
  return std::nullopt;
}

std::optional<llvm::APFloat> halftone::precision::getSplat(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    const PrecisionDialectInterface *dialect = getPrecisionDialect(op);
    Value source = dialect ? dialect->getElementSource(op) : Value();
    if (!source) {
      std::optional<llvm::APFloat> number = dialect ? dialect->getNumber(op) : std::nullopt;
      return number ? number : getConstantSplat(value);
    }
    value = source;
  }
  return std::nullopt;
}

Value halftone::precision::buildArithCast(OpBuilder &builder, Location loc, Value value,
                                          Type type) {
  FloatType from = getFloat(value.getType()), to = getFloat(type);
  if (to.getWidth() > from.getWidth())
    return arith::ExtFOp::create(builder, loc, type, value);
  if (to.getWidth() == from.getWidth()) // f32 holds both, so there is one rounding
    value = arith::ExtFOp::create(builder, loc, withFloat(type, builder.getF32Type()), value);
  return arith::TruncFOp::create(builder, loc, type, value);
}

Value halftone::precision::buildArithSplat(OpBuilder &builder, Location loc, Type type,
                                           const llvm::APFloat &number) {
  TypedAttr attr = FloatAttr::get(getFloat(type), number);
  if (auto shaped = dyn_cast<ShapedType>(type))
    attr = DenseElementsAttr::get(shaped, number);
  return arith::ConstantOp::create(builder, loc, attr);
}

/// The op whose dialect casts `value` for `user`, with its interface; null where arith does.
static std::pair<const PrecisionDialectInterface *, Operation *> findCaster(Value value,
                                                                            Operation *user) {
  for (Operation *op : {user, value.getDefiningOp()})
    if (const PrecisionDialectInterface *dialect = getPrecisionDialect(op))
      return {dialect, op};
  return {};
}

Value halftone::precision::castFloat(OpBuilder &builder, Location loc, Value value, FloatType type,
                                     Operation *user) {
  Type wanted = withFloat(value.getType(), type);
  auto [dialect, near] = findCaster(value, user);
  return dialect ? dialect->buildCast(builder, loc, value, wanted, near)
                 : buildArithCast(builder, loc, value, wanted);
}

Value halftone::precision::remakeFloat(OpBuilder &builder, Value value, FloatType type,
                                       Operation *user) {
  Operation *producer = value.getDefiningOp();
  if (!producer)
    return {};
  Type wanted = withFloat(value.getType(), type);
  if (const PrecisionDialectInterface *dialect = getPrecisionDialect(producer))
    if (Value made = dialect->remake(builder, producer, wanted))
      return made;
  auto shaped = dyn_cast<ShapedType>(wanted);
  std::optional<llvm::APFloat> number = getSplat(value);
  if (!number || (shaped && !shaped.hasStaticShape()))
    return {};
  bool loses;
  number->convert(type.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &loses);
  auto [dialect, near] = findCaster(value, user);
  return dialect ? dialect->buildSplat(builder, value.getLoc(), wanted, *number, near)
                 : buildArithSplat(builder, value.getLoc(), wanted, *number);
}
