// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// erfc in core ops. With a = |x|:
//
//   a < 1   1 − erf x
//   a < 8   e^(−a²) · P(a)/Q(a)
//   else    e^(−a²) · R(a)/S(a)       and 2 minus that for x < 0
//
// The rational functions are those of Cephes (S. L. Moshier, ndtr.c), good to 2^-52. The
// exponential is taken in two parts, a² = h² + (a − h)(a + h), where h is `a` without its
// lower half of bits, so that h² is exact: a² itself, rounded, would cost the result up to
// a² units in its last place.
#include "halftone/Dialect/Train/Transforms/Erfc.h"

#include "halftone/Dialect/Train/Transforms/CoreBuilder.h"
#include "halftone/Dialect/Train/Transforms/Passes.h"

#include "mlir/IR/BuiltinOps.h"

#include <numbers>

using namespace mlir;

namespace halftone::train {

namespace {

constexpr double p[] = {
    2.46196981473530512524e-10, 5.64189564831068821977e-1, 7.46321056442269912687e0,
    4.86371970985681366614e1,   1.96520832956077098242e2,  5.26445194995477358631e2,
    9.34528527171957607540e2,   1.02755188689515710272e3,  5.57535335369399327526e2};
constexpr double q[] = {1.0,
                        1.32281951154744992508e1,
                        8.67072140885989742329e1,
                        3.54937778887819891062e2,
                        9.75708501743205489753e2,
                        1.82390916687909736289e3,
                        2.24633760818710981792e3,
                        1.65666309194161350182e3,
                        5.57535340817727675546e2};
constexpr double r[] = {5.64189583547755073984e-1, 1.27536670759978104416e0,
                        5.01905042251180477414e0,  6.16021097993053585195e0,
                        7.40974269950448939160e0,  2.97886665372100240670e0};
constexpr double s[] = {1.0,
                        2.26052863220117276590e0,
                        9.39603524938001434673e0,
                        1.20489539808096656605e1,
                        1.70814450747565897222e1,
                        9.60896809063285878198e0,
                        3.36907645100081516050e0};

/// The highest coefficient comes first.
Value polynomial(CoreBuilder &b, Value x, ArrayRef<double> coefficients) {
  Value sum = b.like(x, coefficients.front());
  for (double coefficient : coefficients.drop_front())
    sum = b.add(b.mul(sum, x), coefficient);
  return sum;
}

/// e^(−a²).
Value expOfMinusSquare(CoreBuilder &b, Value a) {
  bool isDouble = getElementType(a).isF64();
  Type bitsType = isDouble ? b.i64() : b.i32();
  Value bits = b.create<BitcastConvertOp>(withElementType(a.getType(), bitsType), a);
  Value mask = b.splatInt(getShape(a), bitsType, isDouble ? -(int64_t{1} << 32) : -(1 << 12));
  Value high = b.create<BitcastConvertOp>(a.getType(), b.create<AndOp>(bits, mask));
  Value low = b.mul(b.sub(high, a), b.add(high, a));
  return b.mul(b.exp(b.neg(b.square(high))), b.exp(low));
}

/// Of the compute type.
Value erfc(CoreBuilder &b, Value x) {
  // Outside of its range a branch gets what it can compute with.
  Value a = b.minimum(b.abs(x), 30.0);
  Value middle = b.div(polynomial(b, b.minimum(a, 8.0), p), polynomial(b, b.minimum(a, 8.0), q));
  Value tail = b.div(polynomial(b, a, r), polynomial(b, a, s));
  Value far = b.mul(expOfMinusSquare(b, a), b.select(b.lt(a, 8.0), middle, tail));
  far = b.select(b.lt(x, 0.0), b.sub(2.0, far), far);
  return b.select(b.lt(a, 1.0), b.sub(1.0, b.erf(x)), far);
}

/// A private function of `inputs` that returns what `body` computes of its arguments.
func::FuncOp makeFunction(MLIRContext *context, StringRef name, TypeRange inputs,
                          function_ref<SmallVector<Value>(CoreBuilder &, ValueRange)> body) {
  OpBuilder builder(context);
  Location loc = NameLoc::get(builder.getStringAttr("erfc"));
  auto function = func::FuncOp::create(loc, name, builder.getFunctionType(inputs, {}));
  function.setPrivate();
  builder.setInsertionPointToStart(function.addEntryBlock());
  CoreBuilder b(builder, loc);
  SmallVector<Value> results = body(b, function.getArguments());
  func::ReturnOp::create(builder, loc, results);
  function.setFunctionType(builder.getFunctionType(inputs, TypeRange(ValueRange(results))));
  return function;
}

Value wideOf(CoreBuilder &b, Value value) {
  return b.cast(value, getComputeType(getElementType(value)));
}

/// x -> erfc x, x.
func::FuncOp makeForward(MLIRContext *context, StringRef name, Type type) {
  return makeFunction(context, name, type, [](CoreBuilder &b, ValueRange args) {
    Value x = args[0];
    return SmallVector<Value>{b.cast(erfc(b, wideOf(b, x)), getElementType(x)), x};
  });
}

/// x, g -> −2/√π · e^(−x²) · g.
func::FuncOp makeBackward(MLIRContext *context, StringRef name, Type type) {
  return makeFunction(context, name, {type, type}, [](CoreBuilder &b, ValueRange args) {
    Value x = wideOf(b, args[0]), g = wideOf(b, args[1]);
    Value slope = b.mul(b.exp(b.neg(b.square(x))), -2 * std::numbers::inv_sqrtpi);
    return SmallVector<Value>{b.cast(b.mul(g, slope), getElementType(args[0]))};
  });
}

std::string nameOf(StringRef what, RankedTensorType type) {
  std::string name;
  llvm::raw_string_ostream os(name);
  os << what;
  for (int64_t size : type.getShape())
    os << '_' << size;
  os << '_' << type.getElementType();
  return name;
}

bool sameBody(func::FuncOp a, func::FuncOp b) {
  return a.getFunctionType() == b.getFunctionType() &&
         OperationEquivalence::isRegionEquivalentTo(&a.getBody(), &b.getBody(),
                                                    OperationEquivalence::IgnoreLocations);
}

/// The module's function like `wanted`, which is added where there is none. Takes `wanted`.
StringAttr addFunction(ModuleOp module, func::FuncOp wanted) {
  auto found = module.lookupSymbol<func::FuncOp>(wanted.getName());
  if (found && sameBody(found, wanted)) {
    wanted.erase();
    return found.getSymNameAttr();
  }
  SymbolTable table(module);
  return table.insert(wanted);
}

} // namespace

Value buildErfc(OpBuilder &builder, Location loc, Value x) {
  auto type = cast<RankedTensorType>(x.getType());
  auto module = builder.getInsertionBlock()->getParentOp()->getParentOfType<ModuleOp>();
  MLIRContext *context = builder.getContext();
  StringAttr forward = addFunction(module, makeForward(context, nameOf("erfc", type), type));
  StringAttr backward =
      addFunction(module, makeBackward(context, nameOf("erfc_gradient", type), type));
  return CustomGradientOp::create(builder, loc, type, FlatSymbolRefAttr::get(forward),
                                  FlatSymbolRefAttr::get(backward), x)
      .getResult(0);
}

bool isErfc(CustomGradientOp op) {
  if (op->getNumOperands() != 1 || op->getNumResults() != 1 ||
      op.getOperand(0).getType() != op.getResult(0).getType() ||
      !isa<FloatType>(getElementType(op.getOperand(0))))
    return false;
  auto matches = [&](FlatSymbolRefAttr symbol, auto make) {
    auto found = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, symbol);
    if (!found || found.isExternal())
      return false;
    OwningOpRef<func::FuncOp> wanted(make(op.getContext(), "erfc", op.getOperand(0).getType()));
    return sameBody(found, *wanted);
  };
  return matches(op.getForwardAttr(), makeForward) && matches(op.getBackwardAttr(), makeBackward);
}

} // namespace halftone::train
