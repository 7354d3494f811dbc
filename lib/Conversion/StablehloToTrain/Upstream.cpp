// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops of `arith`, `math` and `tensor` that frontends leave between those of StableHLO.
// They work on tensors; `arith` on scalars only computes shapes, which Dynamic.cpp takes
// out.
#include "Convert.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::conversion;
using train::ComparisonDirection;

namespace {

/// An error for an op whose result is no tensor.
LogicalResult checkTensor(Operation *op) {
  if (isa<RankedTensorType>(op->getResult(0).getType()))
    return success();
  return Converter::refuse(op) << "a value of type " << op->getResult(0).getType()
                               << ", expected a tensor";
}

template <typename From, typename To> FailureOr<Value> namesake(From op, Converter &b) {
  if (failed(checkTensor(op)))
    return failure();
  return Value(b.create<To>(op->getOperands()));
}

/// Integer ops that `train` has on `i1` too, or not at all.
template <typename From, typename To> FailureOr<Value> integers(From op, Converter &b) {
  if (failed(checkTensor(op)))
    return failure();
  if (train::getElementType(op->getResult(0)).isInteger(1))
    return Converter::refuse(op) << "arithmetic on i1";
  return Value(b.create<To>(op->getOperands()));
}

/// Unsigned: the same bits as an unsigned type.
template <typename From, typename To> FailureOr<Value> unsignedIntegers(From op, Converter &b) {
  if (failed(checkTensor(op)))
    return failure();
  Type element = train::getElementType(op->getResult(0));
  if (element.isInteger(1))
    return Converter::refuse(op) << "arithmetic on i1";
  Type bits = b.getBuilder().getIntegerType(element.getIntOrFloatBitWidth(), false);
  return b.bitcast(b.create<To>(b.bitcast(op.getLhs(), bits), b.bitcast(op.getRhs(), bits)),
                   element);
}

FailureOr<Value> constant(arith::ConstantOp op, Converter &b) {
  auto elements = dyn_cast<ElementsAttr>(op.getValue());
  if (!elements)
    return Converter::refuse(op) << "a value of type " << op.getType() << ", expected a tensor";
  return Value(b.create<train::ConstantOp>(op.getType(), elements));
}

template <typename OpT> FailureOr<Value> cast(OpT op, Converter &b) {
  if (failed(checkTensor(op)))
    return failure();
  return b.cast(op.getIn(), train::getElementType(op.getOut()));
}

/// From or to an unsigned integer, through the unsigned type of the same width.
template <typename OpT, bool unsignedSource> FailureOr<Value> unsignedCast(OpT op, Converter &b) {
  if (failed(checkTensor(op)))
    return failure();
  Value value = op.getIn();
  Type result = train::getElementType(op.getOut());
  auto asUnsigned = [&](Type type) -> Type {
    return type.isInteger(1) ? type
                             : b.getBuilder().getIntegerType(type.getIntOrFloatBitWidth(), false);
  };
  if (unsignedSource) {
    Type from = train::getElementType(value);
    if (!from.isInteger(1))
      value = b.bitcast(value, asUnsigned(from));
    return b.cast(value, result);
  }
  value = b.cast(value, asUnsigned(result));
  return result.isInteger(1) ? value : b.bitcast(value, result);
}

/// The low bits. To `i1` it is the lowest, not whether there is one.
FailureOr<Value> lowBits(arith::TruncIOp op, Converter &b) {
  if (failed(checkTensor(op)))
    return failure();
  Type to = train::getElementType(op.getOut());
  Value value = op.getIn();
  if (to.isInteger(1))
    return b.compare(ComparisonDirection::NE, b.bitAnd(value, b.intLike(value, 1)), 0.0);
  return b.cast(value, to);
}

template <typename OpT> FailureOr<Value> bits(OpT op, Converter &b) {
  if (failed(checkTensor(op)))
    return failure();
  return b.bitcast(op.getIn(), train::getElementType(op.getOut()));
}

FailureOr<Value> choose(arith::SelectOp op, Converter &b) {
  if (failed(checkTensor(op)))
    return failure();
  if (!isa<RankedTensorType>(op.getCondition().getType()))
    return Converter::refuse(op) << "a condition that isn't a tensor";
  return b.select(op.getCondition(), op.getTrueValue(), op.getFalseValue());
}

/// Comparisons that are true with NaN are the negation of those that are not.
FailureOr<Value> compareFloats(arith::CmpFOp op, Converter &b) {
  if (failed(checkTensor(op)))
    return failure();
  using P = arith::CmpFPredicate;
  using D = ComparisonDirection;
  Value x = op.getLhs(), y = op.getRhs();
  auto ordered = [&](D direction) { return b.compare(direction, x, y); };
  auto unordered = [&](D opposite) { return b.logicalNot(b.compare(opposite, x, y)); };
  Value noNaN = b.logicalAnd(b.eq(x, x), b.eq(y, y));
  switch (op.getPredicate()) {
  case P::OEQ:
    return ordered(D::EQ);
  case P::OGT:
    return ordered(D::GT);
  case P::OGE:
    return ordered(D::GE);
  case P::OLT:
    return ordered(D::LT);
  case P::OLE:
    return ordered(D::LE);
  case P::ONE:
    return b.logicalAnd(ordered(D::NE), noNaN);
  case P::ORD:
    return noNaN;
  case P::UEQ:
    return b.logicalOr(ordered(D::EQ), b.logicalNot(noNaN));
  case P::UGT:
    return unordered(D::LE);
  case P::UGE:
    return unordered(D::LT);
  case P::ULT:
    return unordered(D::GE);
  case P::ULE:
    return unordered(D::GT);
  case P::UNE:
    return ordered(D::NE);
  case P::UNO:
    return b.logicalNot(noNaN);
  case P::AlwaysFalse:
    return b.intLike(noNaN, 0);
  case P::AlwaysTrue:
    return b.intLike(noNaN, 1);
  }
  llvm_unreachable("unknown predicate");
}

FailureOr<Value> compareIntegers(arith::CmpIOp op, Converter &b) {
  if (failed(checkTensor(op)))
    return failure();
  using P = arith::CmpIPredicate;
  using D = ComparisonDirection;
  Value x = op.getLhs(), y = op.getRhs();
  Type element = train::getElementType(x);
  P predicate = op.getPredicate();
  bool isUnsigned =
      predicate == P::ult || predicate == P::ule || predicate == P::ugt || predicate == P::uge;
  if (isUnsigned && !element.isInteger(1)) {
    Type bitsType = b.getBuilder().getIntegerType(element.getIntOrFloatBitWidth(), false);
    x = b.bitcast(x, bitsType);
    y = b.bitcast(y, bitsType);
  }
  if (element.isInteger(1) && !isUnsigned && predicate != P::eq && predicate != P::ne)
    return Converter::refuse(op) << "a signed comparison of i1";
  switch (predicate) {
  case P::eq:
    return b.compare(D::EQ, x, y);
  case P::ne:
    return b.compare(D::NE, x, y);
  case P::slt:
  case P::ult:
    return b.compare(D::LT, x, y);
  case P::sle:
  case P::ule:
    return b.compare(D::LE, x, y);
  case P::sgt:
  case P::ugt:
    return b.compare(D::GT, x, y);
  case P::sge:
  case P::uge:
    return b.compare(D::GE, x, y);
  }
  llvm_unreachable("unknown predicate");
}

template <typename OpT> FailureOr<Value> reshape(OpT op, Converter &b) {
  return b.reshape(op.getSrc(), train::getShape(op.getResult()));
}

FailureOr<Value> castShape(tensor::CastOp op, Converter &) {
  if (op.getSource().getType() != op.getType())
    return Converter::refuse(op) << "a cast from " << op.getSource().getType() << " to "
                                 << op.getType();
  return op.getSource();
}

FailureOr<Value> splat(tensor::SplatOp op, Converter &b) {
  Attribute value;
  if (!matchPattern(op.getInput(), m_Constant(&value)))
    return Converter::refuse(op) << "a value that isn't constant";
  auto type = mlir::cast<RankedTensorType>(op.getType());
  return Value(b.create<train::ConstantOp>(DenseElementsAttr::get(type, value)));
}

} // namespace

void conversion::addUpstreamRules(Rules &rules) {
  rules.add<constant>();
  rules.add<namesake<arith::AddFOp, train::AddOp>>();
  rules.add<namesake<arith::SubFOp, train::SubOp>>();
  rules.add<namesake<arith::MulFOp, train::MulOp>>();
  rules.add<namesake<arith::DivFOp, train::DivOp>>();
  rules.add<namesake<arith::RemFOp, train::RemOp>>();
  rules.add<namesake<arith::NegFOp, train::NegOp>>();
  rules.add<namesake<arith::MaximumFOp, train::MaxOp>>();
  rules.add<namesake<arith::MinimumFOp, train::MinOp>>();
  rules.add<integers<arith::AddIOp, train::AddOp>>();
  rules.add<integers<arith::SubIOp, train::SubOp>>();
  rules.add<integers<arith::MulIOp, train::MulOp>>();
  rules.add<integers<arith::DivSIOp, train::DivOp>>();
  rules.add<integers<arith::RemSIOp, train::RemOp>>();
  rules.add<integers<arith::MaxSIOp, train::MaxOp>>();
  rules.add<integers<arith::MinSIOp, train::MinOp>>();
  rules.add<integers<arith::ShLIOp, train::ShiftLeftOp>>();
  rules.add<integers<arith::ShRSIOp, train::ShiftRightArithmeticOp>>();
  rules.add<integers<arith::ShRUIOp, train::ShiftRightLogicalOp>>();
  rules.add<unsignedIntegers<arith::DivUIOp, train::DivOp>>();
  rules.add<unsignedIntegers<arith::RemUIOp, train::RemOp>>();
  rules.add<unsignedIntegers<arith::MaxUIOp, train::MaxOp>>();
  rules.add<unsignedIntegers<arith::MinUIOp, train::MinOp>>();
  rules.add<namesake<arith::AndIOp, train::AndOp>>();
  rules.add<namesake<arith::OrIOp, train::OrOp>>();
  rules.add<namesake<arith::XOrIOp, train::XorOp>>();
  rules.add<cast<arith::ExtFOp>>();
  rules.add<cast<arith::TruncFOp>>();
  rules.add<cast<arith::ExtSIOp>>();
  rules.add<cast<arith::SIToFPOp>>();
  rules.add<cast<arith::FPToSIOp>>();
  rules.add<unsignedCast<arith::ExtUIOp, true>>();
  rules.add<unsignedCast<arith::UIToFPOp, true>>();
  rules.add<unsignedCast<arith::FPToUIOp, false>>();
  rules.add<lowBits>();
  rules.add<bits<arith::BitcastOp>>();
  rules.add<choose>();
  rules.add<compareFloats>();
  rules.add<compareIntegers>();

  rules.add<namesake<math::AbsFOp, train::AbsOp>>();
  rules.add<namesake<math::Atan2Op, train::Atan2Op>>();
  rules.add<namesake<math::CbrtOp, train::CbrtOp>>();
  rules.add<namesake<math::CeilOp, train::CeilOp>>();
  rules.add<namesake<math::CosOp, train::CosineOp>>();
  rules.add<namesake<math::ErfOp, train::ErfOp>>();
  rules.add<namesake<math::ExpOp, train::ExpOp>>();
  rules.add<namesake<math::ExpM1Op, train::Expm1Op>>();
  rules.add<namesake<math::FloorOp, train::FloorOp>>();
  rules.add<namesake<math::LogOp, train::LogOp>>();
  rules.add<namesake<math::Log1pOp, train::Log1pOp>>();
  rules.add<namesake<math::PowFOp, train::PowOp>>();
  rules.add<namesake<math::RoundOp, train::RoundNearestAfzOp>>();
  rules.add<namesake<math::RoundEvenOp, train::RoundNearestEvenOp>>();
  rules.add<namesake<math::RsqrtOp, train::RsqrtOp>>();
  rules.add<namesake<math::SinOp, train::SineOp>>();
  rules.add<namesake<math::SqrtOp, train::SqrtOp>>();
  rules.add<namesake<math::TanOp, train::TanOp>>();
  rules.add<namesake<math::TanhOp, train::TanhOp>>();

  rules.add<reshape<tensor::ExpandShapeOp>>();
  rules.add<reshape<tensor::CollapseShapeOp>>();
  rules.add<castShape>();
  rules.add<splat>();
}
