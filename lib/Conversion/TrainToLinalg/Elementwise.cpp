// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise ops: what each computes for one element, and the loop around it.
// Values are in their compute type here; the caller rounds the result once.
#include "Lowering.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
namespace halftone::conversion {

namespace {
/// One element of an op, with its operands in their compute types.
struct Element {
  Builder &b;
  ValueRange x;
  Type type; ///< of the first operand, in the `train` dialect

  bool isFloat() const { return isa<FloatType>(type); }
  bool isUnsigned() const { return type.isUnsignedInteger() || type.isInteger(1); }
  Type computed() const { return x[0].getType(); }
  Value real(double value) const { return constant(b, computed(), value); }
  Value whole(int64_t value) const { return integer(b, computed(), value); }
  Value select(Value condition, Value yes, Value no) const {
    return arith::SelectOp::create(b, condition, yes, no);
  }
  Value compare(arith::CmpFPredicate predicate, Value l, Value r) const {
    return arith::CmpFOp::create(b, predicate, l, r);
  }
  Value compare(arith::CmpIPredicate predicate, Value l, Value r) const {
    return arith::CmpIOp::create(b, predicate, l, r);
  }
  template <typename OpTy, typename... Args> Value make(Args... args) const {
    return OpTy::create(b, args...);
  }

  Value abs() const;
  Value negate() const;
  Value sign() const;
  Value logistic() const;
  Value erfInv() const;
  Value divide() const;
  Value remainder() const;
  Value power() const;
  Value shift(Operation *op) const;
  Value compareWith(train::ComparisonDirection direction) const;
  Value isFinite() const;
};
} // namespace

Value Element::abs() const {
  if (isFloat())
    return make<math::AbsFOp>(x[0]);
  return isUnsigned() ? x[0] : make<math::AbsIOp>(x[0]);
}

Value Element::negate() const {
  return isFloat() ? make<arith::NegFOp>(x[0]) : make<arith::SubIOp>(whole(0), x[0]);
}

Value Element::sign() const {
  if (isFloat()) { // zero keeps its sign, and NaN stays
    Value ordered = compare(arith::CmpFPredicate::ONE, x[0], real(0));
    return select(ordered, make<math::CopySignOp>(real(1), x[0]), x[0]);
  }
  Value zero = whole(0);
  Value some = make<arith::ExtUIOp>(computed(), compare(arith::CmpIPredicate::ne, x[0], zero));
  if (isUnsigned())
    return some;
  return select(compare(arith::CmpIPredicate::slt, x[0], zero), whole(-1), some);
}

/// 1/(1 + e^-|x|) or e^-|x|/(1 + e^-|x|): neither overflows, both are accurate.
Value Element::logistic() const {
  Value e = make<math::ExpOp>(make<arith::NegFOp>(make<math::AbsFOp>(x[0])));
  Value negative = compare(arith::CmpFPredicate::OLT, x[0], real(0));
  return make<arith::DivFOp>(select(negative, e, real(1)), make<arith::AddFOp>(real(1), e));
}

/// Giles' approximation ("Approximating the erfinv function", 2010; single
/// precision, relative error 1e-6), then Halley steps on erfc, all in f64.
Value Element::erfInv() const {
  Type f64 = b.getF64Type();
  auto c = [&](double value) { return constant(b, f64, value); };
  auto add = [&](Value l, Value r) { return make<arith::AddFOp>(l, r); };
  auto sub = [&](Value l, Value r) { return make<arith::SubFOp>(l, r); };
  auto mul = [&](Value l, Value r) { return make<arith::MulFOp>(l, r); };
  auto polynomial = [&](Value v, ArrayRef<double> coefficients) {
    Value sum = c(coefficients.front());
    for (double next : coefficients.drop_front())
      sum = add(mul(sum, v), c(next));
    return sum;
  };
  bool narrow = computed() != f64;
  Value wide = narrow ? make<arith::ExtFOp>(f64, x[0]) : x[0];
  Value a = make<math::AbsFOp>(wide);
  Value rest = sub(c(1), a); // exact from 1/2 on
  Value w = make<arith::NegFOp>(make<math::LogOp>(mul(rest, add(c(1), a))));
  Value near = polynomial(sub(w, c(2.5)),
                          {2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06,
                           0.00021858087, -0.00125372503, -0.00417768164, 0.246640727, 1.50140941});
  Value far = polynomial(sub(make<math::SqrtOp>(w), c(3)),
                         {-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844,
                          0.00573950773, -0.0076224613, 0.00943887047, 1.00167406, 2.83297682});
  Value y = mul(select(compare(arith::CmpFPredicate::OLT, w, c(5)), near, far), a);
  // With f = erf(y) - a: y <- y - u / (1 + y u), u = f / erf'(y).
  for (int step = 0; step < 3; ++step) {
    Value small = sub(make<math::ErfOp>(y), a);
    Value large = sub(rest, make<math::ErfcOp>(y));
    Value f = select(compare(arith::CmpFPredicate::OLT, a, c(0.5)), small, large);
    Value slope = mul(c(1.1283791670955126), make<math::ExpOp>(make<arith::NegFOp>(mul(y, y))));
    Value u = make<arith::DivFOp>(f, slope);
    y = sub(y, make<arith::DivFOp>(u, add(c(1), mul(y, u))));
  }
  y = select(compare(arith::CmpFPredicate::OEQ, a, c(1)),
             c(std::numeric_limits<double>::infinity()), y);
  y = make<math::CopySignOp>(y, wide);
  return narrow ? make<arith::TruncFOp>(computed(), y) : y;
}

/// Integers: -1 (all ones) for division by 0; the smallest over -1 wraps.
Value Element::divide() const {
  if (isFloat())
    return make<arith::DivFOp>(x[0], x[1]);
  Value zero = compare(arith::CmpIPredicate::eq, x[1], whole(0));
  if (isUnsigned())
    return select(zero, whole(-1), make<arith::DivUIOp>(x[0], select(zero, whole(1), x[1])));
  Value minusOne = compare(arith::CmpIPredicate::eq, x[1], whole(-1));
  Value safe = select(make<arith::OrIOp>(zero, minusOne), whole(1), x[1]);
  Value quotient = make<arith::DivSIOp>(x[0], safe);
  quotient = select(minusOne, make<arith::SubIOp>(whole(0), x[0]), quotient);
  return select(zero, whole(-1), quotient);
}

Value Element::remainder() const {
  if (isFloat())
    return make<arith::RemFOp>(x[0], x[1]);
  Value zero = compare(arith::CmpIPredicate::eq, x[1], whole(0));
  if (isUnsigned())
    return select(zero, x[0], make<arith::RemUIOp>(x[0], select(zero, whole(1), x[1])));
  Value minusOne = compare(arith::CmpIPredicate::eq, x[1], whole(-1));
  Value safe = select(make<arith::OrIOp>(zero, minusOne), whole(1), x[1]);
  Value result = select(minusOne, whole(0), make<arith::RemSIOp>(x[0], safe));
  return select(zero, x[0], result);
}

/// Integers by squaring; a negative power is 1/x^|y|, truncated to an integer.
Value Element::power() const {
  if (isFloat())
    return make<math::PowFOp>(x[0], x[1]);
  unsigned width = cast<IntegerType>(computed()).getWidth();
  Value base = x[0], result = whole(1), one = whole(1), zero = whole(0);
  for (unsigned bit = 0; bit < width; ++bit) {
    Value odd = make<arith::AndIOp>(make<arith::ShRUIOp>(x[1], whole(bit)), one);
    Value set = compare(arith::CmpIPredicate::ne, odd, zero);
    result = select(set, make<arith::MulIOp>(result, base), result);
    if (bit + 1 < width)
      base = make<arith::MulIOp>(base, base);
  }
  if (isUnsigned())
    return result;
  Value odd = compare(arith::CmpIPredicate::ne, make<arith::AndIOp>(x[1], one), zero);
  Value reciprocal = zero;
  reciprocal = select(compare(arith::CmpIPredicate::eq, x[0], whole(-1)),
                      select(odd, whole(-1), one), reciprocal);
  reciprocal = select(compare(arith::CmpIPredicate::eq, x[0], one), one, reciprocal);
  return select(compare(arith::CmpIPredicate::slt, x[1], zero), reciprocal, result);
}

/// Shifts by the width or more shift everything out.
Value Element::shift(Operation *op) const {
  unsigned width = cast<IntegerType>(computed()).getWidth();
  Value inside = compare(arith::CmpIPredicate::ult, x[1], whole(width));
  if (isa<train::ShiftRightArithmeticOp>(op))
    return make<arith::ShRSIOp>(x[0], select(inside, x[1], whole(width - 1)));
  Value amount = select(inside, x[1], whole(0));
  Value result = isa<train::ShiftLeftOp>(op) ? make<arith::ShLIOp>(x[0], amount)
                                             : make<arith::ShRUIOp>(x[0], amount);
  return select(inside, result, whole(0));
}

Value Element::compareWith(train::ComparisonDirection direction) const {
  using train::ComparisonDirection;
  using F = arith::CmpFPredicate;
  using I = arith::CmpIPredicate;
  struct Predicates {
    F real;
    I signedInt, unsignedInt;
  };
  Predicates p = {};
  switch (direction) {
  case ComparisonDirection::EQ:
    p = {F::OEQ, I::eq, I::eq};
    break;
  case ComparisonDirection::NE:
    p = {F::UNE, I::ne, I::ne};
    break;
  case ComparisonDirection::GE:
    p = {F::OGE, I::sge, I::uge};
    break;
  case ComparisonDirection::GT:
    p = {F::OGT, I::sgt, I::ugt};
    break;
  case ComparisonDirection::LE:
    p = {F::OLE, I::sle, I::ule};
    break;
  case ComparisonDirection::LT:
    p = {F::OLT, I::slt, I::ult};
    break;
  }
  if (isFloat())
    return compare(p.real, x[0], x[1]);
  return compare(isUnsigned() ? p.unsignedInt : p.signedInt, x[0], x[1]);
}

Value Element::isFinite() const {
  auto type = cast<FloatType>(computed());
  Value infinity =
      arith::ConstantOp::create(b, b.getFloatAttr(type, APFloat::getInf(type.getFloatSemantics())));
  return compare(arith::CmpFPredicate::OLT, make<math::AbsFOp>(x[0]), infinity);
}

/// The op on values in their compute types; the result is in its compute type.
static Value emitComputed(Operation *op, const Element &e) {
  ValueRange x = e.x;
  return TypeSwitch<Operation *, Value>(op)
      .Case([&](train::AbsOp) { return e.abs(); })
      .Case([&](train::NegOp) { return e.negate(); })
      .Case([&](train::SignOp) { return e.sign(); })
      .Case([&](train::ExpOp) { return e.make<math::ExpOp>(x[0]); })
      .Case([&](train::Expm1Op) { return e.make<math::ExpM1Op>(x[0]); })
      .Case([&](train::LogOp) { return e.make<math::LogOp>(x[0]); })
      .Case([&](train::Log1pOp) { return e.make<math::Log1pOp>(x[0]); })
      .Case([&](train::SqrtOp) { return e.make<math::SqrtOp>(x[0]); })
      .Case([&](train::RsqrtOp) {
        return e.make<arith::DivFOp>(e.real(1), e.make<math::SqrtOp>(x[0]));
      })
      .Case([&](train::CbrtOp) { return e.make<math::CbrtOp>(x[0]); })
      .Case([&](train::SineOp) { return e.make<math::SinOp>(x[0]); })
      .Case([&](train::CosineOp) { return e.make<math::CosOp>(x[0]); })
      .Case([&](train::TanOp) { return e.make<math::TanOp>(x[0]); })
      .Case([&](train::TanhOp) { return e.make<math::TanhOp>(x[0]); })
      .Case([&](train::LogisticOp) { return e.logistic(); })
      .Case([&](train::ErfOp) { return e.make<math::ErfOp>(x[0]); })
      .Case([&](train::ErfInvOp) { return e.erfInv(); })
      .Case([&](train::FloorOp) { return e.make<math::FloorOp>(x[0]); })
      .Case([&](train::CeilOp) { return e.make<math::CeilOp>(x[0]); })
      .Case([&](train::RoundNearestEvenOp) { return e.make<math::RoundEvenOp>(x[0]); })
      .Case([&](train::RoundNearestAfzOp) { return e.make<math::RoundOp>(x[0]); })
      .Case(
          [&](train::NotOp) { return e.make<arith::XOrIOp>(x[0], integer(e.b, e.computed(), -1)); })
      .Case([&](train::PopcntOp) { return e.make<math::CtPopOp>(x[0]); })
      .Case([&](train::CountLeadingZerosOp) { return e.make<math::CountLeadingZerosOp>(x[0]); })
      .Case([&](train::IsFiniteOp) { return e.isFinite(); })
      .Case(
          [&](train::AddOp) { return combine(e.b, train::ReductionKind::add, x[0], x[1], e.type); })
      .Case([&](train::SubOp) {
        return e.isFloat() ? e.make<arith::SubFOp>(x[0], x[1]) : e.make<arith::SubIOp>(x[0], x[1]);
      })
      .Case(
          [&](train::MulOp) { return combine(e.b, train::ReductionKind::mul, x[0], x[1], e.type); })
      .Case([&](train::DivOp) { return e.divide(); })
      .Case([&](train::RemOp) { return e.remainder(); })
      .Case([&](train::PowOp) { return e.power(); })
      .Case(
          [&](train::MaxOp) { return combine(e.b, train::ReductionKind::max, x[0], x[1], e.type); })
      .Case(
          [&](train::MinOp) { return combine(e.b, train::ReductionKind::min, x[0], x[1], e.type); })
      .Case([&](train::Atan2Op) { return e.make<math::Atan2Op>(x[0], x[1]); })
      .Case([&](train::AndOp) { return e.make<arith::AndIOp>(x[0], x[1]); })
      .Case([&](train::OrOp) { return e.make<arith::OrIOp>(x[0], x[1]); })
      .Case([&](train::XorOp) { return e.make<arith::XOrIOp>(x[0], x[1]); })
      .Case<train::ShiftLeftOp, train::ShiftRightArithmeticOp, train::ShiftRightLogicalOp>(
          [&](Operation *) { return e.shift(op); })
      .Case([&](train::FmaOp) { return e.make<math::FmaOp>(x[0], x[1], x[2]); })
      .Case([&](train::ClampOp) { // operands are min, x, max
        Value low = combine(e.b, train::ReductionKind::max, x[1], x[0], e.type);
        return combine(e.b, train::ReductionKind::min, low, x[2], e.type);
      })
      .Case(
          [&](train::CompareOp compare) { return e.compareWith(compare.getComparisonDirection()); })
      .Default(Value());
}

Value emitElementwise(Builder &b, Operation *op, ValueRange args) {
  Type result = elementOf(op->getResult(0));
  if (isa<train::SelectOp>(op)) // moves values as they are
    return arith::SelectOp::create(b, decode(b, args[0], b.getI1Type()), args[1], args[2]);
  if (isa<train::BitcastConvertOp>(op)) {
    Type type = storageType(result);
    return args[0].getType() == type ? args[0]
                                     : arith::BitcastOp::create(b, type, args[0]).getResult();
  }
  SmallVector<Value> values;
  for (auto [arg, operand] : llvm::zip_equal(args, op->getOperands()))
    values.push_back(load(b, arg, elementOf(operand)));
  Element element{b, values, elementOf(op->getOperand(0))};
  return store(b, emitComputed(op, element), result);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
template <typename OpTy> struct ElementwiseLowering : Lowering<OpTy> {
  using Lowering<OpTy>::Lowering;
  LogicalResult matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Builder b(op.getLoc(), rewriter);
    rewriter.replaceOp(
        op, map(b, storageTensor(op->getResult(0).getType()), adaptor.getOperands(),
                [&](Builder &inner, ValueRange args) { return emitElementwise(inner, op, args); }));
    return success();
  }
};

struct CastLowering : Lowering<train::CastOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::CastOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Builder b(op.getLoc(), rewriter);
    Type from = elementOf(op.getOperand()), to = elementOf(op.getResult());
    bool special = op.getRounding() != train::Rounding::nearest_even || op.getSaturate();
    auto type = storageTensor(op.getResult().getType());
    Value key = adaptor.getKey();
    Value result =
        map(b, type, adaptor.getOperand(), [&](Builder &inner, ValueRange args) -> Value {
          Value value = decode(inner, args[0], from);
          if (!special)
            return encode(inner, emitCast(inner, value, from, to), to);
          Value random;
          if (key) {
            SmallVector<Value> indices;
            for (int64_t dim = 0; dim < type.getRank(); ++dim)
              indices.push_back(linalg::IndexOp::create(inner, dim));
            random = emitPhiloxWord(inner, key, linearIndex(inner, indices, type.getShape()), 0);
          }
          return emitSpecialCast(inner, value, from, cast<FloatType>(to), op.getRounding(),
                                 op.getSaturate(), random);
        });
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct ConstantLowering : Lowering<train::ConstantOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::ConstantOp op, Adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Builder b(op.getLoc(), rewriter);
    auto type = storageTensor(op.getOutput().getType());
    auto dense = dyn_cast<DenseElementsAttr>(op.getValue());
    if (!dense) {
      auto resource = dyn_cast<DenseResourceElementsAttr>(op.getValue());
      if (!resource || resource.getType() != type)
        return op.emitError("expected a dense constant that this lowering can read");
      rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, type, resource);
      return success();
    }
    if (dense.getElementType().isInteger(1)) {
      dense = dense.mapValues(b.getI8Type(), [](const APInt &bit) { return bit.zext(8); });
    } else if (dense.getType() != type) { // unsigned: the same bits
      auto element = cast<IntegerType>(type.getElementType());
      dense = dense.mapValues(element, [](const APInt &bits) { return bits; });
    }
    if (!dense.isSplat()) {
      rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, cast<TypedAttr>(Attribute(dense)));
      return success();
    }
    // One scalar in a loop, which fuses with the users.
    auto scalar = cast<TypedAttr>(dense.getSplatValue<Attribute>());
    rewriter.replaceOp(op, map(b, type, {}, [&](Builder &inner, ValueRange) -> Value {
                         return arith::ConstantOp::create(inner, scalar);
                       }));
    return success();
  }
};

struct IotaLowering : Lowering<train::IotaOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::IotaOp op, Adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Builder b(op.getLoc(), rewriter);
    Type element = elementOf(op.getOutput());
    rewriter.replaceOp(
        op, map(b, storageTensor(op.getOutput().getType()), {}, [&](Builder &inner, ValueRange) {
          Value i = linalg::IndexOp::create(inner, op.getIotaDimension());
          Type i64 = inner.getI64Type();
          Value number = arith::IndexCastOp::create(inner, i64, i);
          return emitCast(inner, number, i64, element);
        }));
    return success();
  }
};
} // namespace

template <typename... Ops>
static void addElementwise(TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<ElementwiseLowering<Ops>...>(types, patterns.getContext());
}

void populateElementwise(TypeConverter &types, RewritePatternSet &patterns) {
  using namespace train;
  addElementwise<AbsOp, NegOp, SignOp, ExpOp, Expm1Op, LogOp, Log1pOp, SqrtOp, RsqrtOp, CbrtOp,
                 SineOp, CosineOp, TanOp, TanhOp, LogisticOp, ErfOp, ErfInvOp, FloorOp, CeilOp,
                 RoundNearestEvenOp, RoundNearestAfzOp, NotOp, PopcntOp, CountLeadingZerosOp,
                 IsFiniteOp, AddOp, SubOp, MulOp, DivOp, RemOp, PowOp, MaxOp, MinOp, Atan2Op, AndOp,
                 OrOp, XorOp, ShiftLeftOp, ShiftRightArithmeticOp, ShiftRightLogicalOp, FmaOp,
                 ClampOp, CompareOp, SelectOp, BitcastConvertOp>(types, patterns);
  patterns.add<CastLowering, ConstantLowering, IotaLowering>(types, patterns.getContext());
}

} // namespace halftone::conversion
