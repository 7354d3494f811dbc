// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rewrite of products to fp8.
//
//   1. Composites become their core product; what they do behind it (a bias) stays f32.
//   2. Each factor has a root: the tensor behind reshapes, transposes, and a rounding from
//      f32 that autocast made. Root and format name one fp8 tensor, however many products
//      read it, in both passes.
//   3. Each fp8 tensor is made where its root is; products read it through the same
//      reshapes and transposes.
//   4. Products become products of fp8 tensors with f32 results, which the inverse of the
//      two scales multiplies before anything else.
#include "halftone/Dialect/Train/Transforms/Fp8.h"

#include "Fp8Scales.h"
#include "halftone/Dialect/Train/Transforms/DegreeRules.h"
#include "halftone/Dialect/Train/Transforms/ModelCasts.h"

#include "llvm/ADT/DenseMap.h"

#include <limits>

using namespace mlir;

namespace halftone::train {
namespace {

/// A tensor in fp8.
struct Quantized {
  Value root;
  FloatType format;
  bool hasState = false; ///< a row of the history
  Value amax, scale, inverse, value;
};

/// A factor of a product: its tensor, by number, and the ops that it is read through.
struct Factor {
  unsigned tensor;
  SmallVector<Operation *> views; ///< the first that applies in front
};

struct Product {
  Operation *op;
  unsigned operands[2];
  Factor factors[2];
  bool isParameterGradient;
};

class Quantizer {
public:
  Quantizer(func::FuncOp step, func::FuncOp init, const Fp8Options &options)
      : step(step), options(options), history(step, init, options) {}

  LogicalResult run(ArrayRef<StepProduct> products);

private:
  func::FuncOp step;
  const Fp8Options &options;
  AmaxHistory history;
  SmallVector<Quantized> tensors;
  DenseMap<std::pair<Value, Type>, unsigned> numbers;

  bool canHaveState(Value root) const;
  Factor findFactor(Value value, bool isGradient);
  LogicalResult start();
  void quantize(Quantized &tensor);
  void rewrite(const Product &product);
  Value buildFactor(OpBuilder &builder, const Factor &factor);
};

/// Reshapes and transposes: the same elements, in other places.
bool isView(Operation *op) { return isa_and_nonnull<ReshapeOp, TransposeOp>(op); }

/// A rounding from f32 for the product's sake: fp8 rounds what was there before.
bool isRounding(Operation *op) {
  auto cast = dyn_cast_or_null<CastOp>(op);
  return cast && getElementType(cast.getOperand()).isF32() &&
         cast.getRounding() == Rounding::nearest_even && !cast.getSaturate() && !isModelCast(cast);
}

/// A core product in place of a composite one.
Operation *decomposeProduct(Operation *op) {
  auto composite = dyn_cast<DecomposableOpInterface>(op);
  if (!composite)
    return op;
  // What is added to the sum in f32 was f32 before autocast.
  for (OpOperand &operand : op->getOpOperands())
    if (getDegreeRole(operand) != DegreeRole::Factor && isRounding(operand.get().getDefiningOp()))
      operand.set(operand.get().getDefiningOp()->getOperand(0));
  OpBuilder builder(op);
  Operation *before = op->getPrevNode();
  FailureOr<SmallVector<Value>> values = composite.decompose(builder);
  if (failed(values))
    return nullptr;
  Operation *product = nullptr;
  Block::iterator first = before ? std::next(before->getIterator()) : op->getBlock()->begin();
  for (Operation &made : llvm::make_range(first, op->getIterator()))
    if (isContraction(&made))
      product = &made;
  op->replaceAllUsesWith(*values);
  op->erase();
  return product;
}

bool Quantizer::canHaveState(Value root) const {
  Operation *parent = root.getParentBlock()->getParentOp();
  while (isa<ForOp, PrecisionOp>(parent))
    parent = parent->getParentOp();
  return options.delayed && parent == step;
}

Factor Quantizer::findFactor(Value value, bool isGradient) {
  MLIRContext *context = step.getContext();
  auto format = isGradient && options.hybrid ? FloatType(Float8E5M2Type::get(context))
                                             : FloatType(Float8E4M3FNType::get(context));
  Factor factor;
  while (Operation *op = value.getDefiningOp()) {
    if (isView(op))
      factor.views.push_back(op);
    else if (!isRounding(op))
      break;
    value = op->getOperand(0);
  }
  std::reverse(factor.views.begin(), factor.views.end());
  auto [place, isNew] = numbers.try_emplace({value, format}, tensors.size());
  if (isNew)
    tensors.push_back({value, format, canHaveState(value), {}, {}, {}, {}});
  factor.tensor = place->second;
  return factor;
}

/// Gives the tensors rows of the history, in the order of the products.
LogicalResult Quantizer::start() {
  SmallVector<FloatType> formats;
  for (const Quantized &tensor : tensors)
    if (tensor.hasState)
      formats.push_back(tensor.format);
  if (formats.empty())
    return success();
  if (failed(history.start(formats)))
    return failure();
  unsigned row = 0;
  for (Quantized &tensor : tensors)
    if (tensor.hasState)
      tensor.scale = history.getScale(row++);
  return success();
}

/// Makes the fp8 tensor behind its root.
void Quantizer::quantize(Quantized &tensor) {
  Value root = tensor.root;
  OpBuilder builder(step.getContext());
  if (Operation *producer = root.getDefiningOp())
    builder.setInsertionPointAfter(producer);
  else if (root.getParentBlock() == &step.front() && history.getLastOp())
    builder.setInsertionPointAfter(history.getLastOp());
  else
    builder.setInsertionPointToStart(root.getParentBlock());
  CoreBuilder b(builder, root.getLoc());
  Value wide = b.cast(root, b.f32());
  tensor.amax = buildAmax(b, wide);
  if (!tensor.scale)
    tensor.scale =
        buildScale(b, tensor.amax, b.scalar(b.f32(), getLargest(tensor.format)), options);
  tensor.inverse = b.div(1.0, tensor.scale);
  Value finite = b.select(b.isFinite(wide), wide, std::numeric_limits<double>::quiet_NaN());
  Value scaled = b.mul(finite, b.broadcastScalarLike(tensor.scale, wide));
  tensor.value = b.create<CastOp>(withElementType(root.getType(), tensor.format), scaled, Value(),
                                  Rounding::nearest_even, /*saturate=*/true);
}

/// The fp8 tensor through the factor's reshapes and transposes.
Value Quantizer::buildFactor(OpBuilder &builder, const Factor &factor) {
  const Quantized &tensor = tensors[factor.tensor];
  Value value = tensor.value;
  for (Operation *view : factor.views) {
    Type type = withElementType(view->getResult(0).getType(), tensor.format);
    value =
        cast<PrecisionOpInterface>(view).rebuildWithTypes(builder, value, type, {})->getResult(0);
  }
  return value;
}

void Quantizer::rewrite(const Product &product) {
  Operation *op = product.op;
  OpBuilder builder(op);
  CoreBuilder b(builder, op->getLoc());
  SmallVector<Value> operands(op->getOperands());
  for (auto [place, factor] : llvm::zip_equal(product.operands, product.factors))
    operands[place] = buildFactor(builder, factor);
  Value result = op->getResult(0);
  Operation *made = cast<PrecisionOpInterface>(op).rebuildWithTypes(
      builder, operands, withElementType(result.getType(), b.f32()), {});
  made->removeAttr("acc"); // f32
  made->removeAttr("tf32");
  // Not 1/(product): that of two large scales overflows.
  Value inverse =
      b.mul(tensors[product.factors[0].tensor].inverse, tensors[product.factors[1].tensor].inverse);
  Value unscaled = b.mul(made->getResult(0), b.broadcastScalarLike(inverse, result));
  if (product.isParameterGradient)
    for (Operation *user : llvm::make_early_inc_range(result.getUsers()))
      if (isa<CastOp>(user) && user->getResult(0).getType() == unscaled.getType())
        user->getResult(0).replaceAllUsesWith(unscaled);
  result.replaceAllUsesWith(b.cast(unscaled, getElementType(result)));
  op->erase();
}

LogicalResult Quantizer::run(ArrayRef<StepProduct> given) {
  SmallVector<Product> products;
  for (const StepProduct &product : given) {
    Location loc = product.op->getLoc();
    Operation *core = decomposeProduct(product.op);
    if (!core)
      return emitError(loc) << "a product can't be decomposed to run in fp8";
    Product &made = products.emplace_back();
    made.op = core;
    made.isParameterGradient = product.isParameterGradient;
    for (auto [i, factor] : llvm::enumerate(getFactors(core))) {
      made.operands[i] = factor->getOperandNumber();
      made.factors[i] = findFactor(factor->get(), product.isGradient[i]);
    }
  }
  if (failed(start()))
    return failure();
  for (Quantized &tensor : tensors)
    quantize(tensor);
  for (const Product &product : products)
    rewrite(product);
  SmallVector<Value> amaxes;
  for (const Quantized &tensor : tensors)
    if (tensor.hasState)
      amaxes.push_back(tensor.amax);
  if (!amaxes.empty())
    history.finish(amaxes);
  return success();
}

} // namespace

LogicalResult quantizeProducts(func::FuncOp step, func::FuncOp init, ArrayRef<StepProduct> products,
                               const Fp8Options &options) {
  return Quantizer(step, init, options).run(products);
}

} // namespace halftone::train
