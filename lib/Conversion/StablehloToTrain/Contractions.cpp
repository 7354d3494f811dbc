// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products and convolutions. `train` says what StableHLO leaves open: operands of f32 are
// multiplied as IEEE f32, and sums are f32, whatever `precision_config` says, unless the
// user asked for TF32. An `algorithm` says it outright:
//
//   types of operands   the product has
//   tf32                `tf32`, where it is one product; else (3xTF32) f32
//   bf16, f16, f8       operands rounded to that type; where it is several products, which
//                       together are nearly as exact as f32, f32
//   f32, f64            operands of that type
//
// and its accumulator becomes `acc`. Products of integers are sums of products, exactly.
#include "Convert.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::conversion;

namespace {

struct DotDims {
  Sizes lhsBatch, rhsBatch, lhsContract, rhsContract;
};

/// True for f32 operands whose precision is left to the backend.
bool mayUseTf32(Converter &b, Value lhs, Value rhs, std::optional<ArrayAttr> precision) {
  if (!b.getState().tf32 || !train::getElementType(lhs).isF32() ||
      !train::getElementType(rhs).isF32())
    return false;
  return !precision || llvm::all_of(*precision, [](Attribute attribute) {
    auto entry = dyn_cast<stablehlo::PrecisionAttr>(attribute);
    return !entry || entry.getValue() == stablehlo::Precision::DEFAULT;
  });
}

//===----------------------------------------------------------------------===//
// Products of integers
//===----------------------------------------------------------------------===//

/// Operands spread to [batch, free of lhs, free of rhs, contracting], multiplied, summed.
Value integerDot(Converter &b, Value lhs, Value rhs, const DotDims &dims, RankedTensorType type) {
  Type element = type.getElementType();
  auto arrange = [&](Value value, Dims batch, Dims contract, Sizes &free) {
    for (int64_t dim : train::allDims(value))
      if (!llvm::is_contained(batch, dim) && !llvm::is_contained(contract, dim))
        free.push_back(dim);
    Sizes order(batch);
    llvm::append_range(order, free);
    llvm::append_range(order, contract);
    return b.transpose(b.cast(value, element), order);
  };
  Sizes lhsFree, rhsFree;
  lhs = arrange(lhs, dims.lhsBatch, dims.lhsContract, lhsFree);
  rhs = arrange(rhs, dims.rhsBatch, dims.rhsContract, rhsFree);
  int64_t batch = dims.lhsBatch.size(), contract = dims.lhsContract.size();
  int64_t left = lhsFree.size(), right = rhsFree.size(), rank = batch + left + right + contract;
  Sizes shape(type.getShape()), lhsDims, rhsDims, sums;
  llvm::append_range(shape, train::getShape(lhs).take_back(contract));
  for (int64_t dim = 0; dim < rank; ++dim) {
    bool isLeft = dim >= batch && dim < batch + left;
    bool isRight = dim >= batch + left && dim < batch + left + right;
    if (!isRight)
      lhsDims.push_back(dim);
    if (!isLeft)
      rhsDims.push_back(dim);
    if (dim >= batch + left + right)
      sums.push_back(dim);
  }
  return b.sum(b.mul(b.broadcast(lhs, shape, lhsDims), b.broadcast(rhs, shape, rhsDims)), sums);
}

//===----------------------------------------------------------------------===//
// dot, dot_general
//===----------------------------------------------------------------------===//

/// What an algorithm makes of the operands; `acc` and `tf32` are for the product.
LogicalResult applyAlgorithm(Operation *op, stablehlo::DotAlgorithmAttr algorithm, Converter &b,
                             Value &lhs, Value &rhs, FloatType &acc, bool &tf32) {
  auto accumulator = dyn_cast<FloatType>(algorithm.getAccumulationType());
  if (!accumulator ||
      !(accumulator.isF32() || accumulator.isF64() || accumulator.isF16() || accumulator.isBF16()))
    return Converter::refuse(op) << "an algorithm that accumulates in "
                                 << algorithm.getAccumulationType();
  bool single = algorithm.getNumPrimitiveOperations() == 1;
  for (auto [value, type] : {std::pair<Value &, Type>(lhs, algorithm.getLhsPrecisionType()),
                             {rhs, algorithm.getRhsPrecisionType()}}) {
    if (!single)
      continue;
    if (isa<FloatTF32Type>(type)) {
      tf32 = train::getElementType(value).isF32();
      continue;
    }
    if (!isa<FloatType>(type) || !isTrainElement(type))
      return Converter::refuse(op) << "an algorithm on operands of " << type;
    value = b.cast(value, type);
  }
  // An accumulator holds every value of its operands.
  if (train::isExactWidening(train::getElementType(lhs), accumulator) &&
      train::isExactWidening(train::getElementType(rhs), accumulator) && !accumulator.isF32())
    acc = accumulator;
  tf32 &= train::getElementType(lhs).isF32() && train::getElementType(rhs).isF32();
  return success();
}

FailureOr<Value> buildDot(Operation *op, Converter &b, Value lhs, Value rhs, const DotDims &dims,
                          RankedTensorType type, std::optional<ArrayAttr> precision,
                          stablehlo::DotAlgorithmAttr algorithm) {
  bool isFloat = isa<FloatType>(train::getElementType(lhs));
  if (isFloat != isa<FloatType>(train::getElementType(rhs)) ||
      isFloat != isa<FloatType>(type.getElementType()))
    return Converter::refuse(op) << "a product of " << train::getElementType(lhs) << " and "
                                 << train::getElementType(rhs) << " in " << type.getElementType();
  if (!isFloat) {
    if (type.getElementType().isInteger(1))
      return Converter::refuse(op) << "a product in i1";
    return integerDot(b, lhs, rhs, dims, type);
  }
  FloatType acc;
  bool tf32 = mayUseTf32(b, lhs, rhs, precision);
  if (algorithm && failed(applyAlgorithm(op, algorithm, b, lhs, rhs, acc, tf32)))
    return failure();
  auto dot = train::DotGeneralOp::create(b.getBuilder(), b.getLoc(), type, lhs, rhs, dims.lhsBatch,
                                         dims.rhsBatch, dims.lhsContract, dims.rhsContract,
                                         acc ? TypeAttr::get(acc) : TypeAttr(), tf32);
  return dot.getResult();
}

FailureOr<Value> dotGeneral(stablehlo::DotGeneralOp op, Converter &b) {
  auto given = op.getDotDimensionNumbers();
  DotDims dims{Sizes(given.getLhsBatchingDimensions()), Sizes(given.getRhsBatchingDimensions()),
               Sizes(given.getLhsContractingDimensions()),
               Sizes(given.getRhsContractingDimensions())};
  return buildDot(op, b, op.getLhs(), op.getRhs(), dims,
                  cast<RankedTensorType>(op.getResult().getType()), op.getPrecisionConfig(),
                  op.getAlgorithmAttr());
}

/// Of vectors and matrices: the last dimension of one side, the first of the other.
FailureOr<Value> dot(stablehlo::DotOp op, Converter &b) {
  int64_t rank = train::getShape(op.getLhs()).size();
  if (rank < 1 || train::getShape(op.getRhs()).empty())
    return Converter::refuse(op) << "an operand of rank 0";
  return buildDot(op, b, op.getLhs(), op.getRhs(), DotDims{{}, {}, {rank - 1}, {0}},
                  cast<RankedTensorType>(op.getResult().getType()), op.getPrecisionConfig(), {});
}

//===----------------------------------------------------------------------===//
// einsum
//===----------------------------------------------------------------------===//

/// `ab,bc->ac` as a product: letters of both operands and the result are batch, letters of
/// both but not the result are summed.
FailureOr<Value> einsum(stablehlo::EinsumOp op, Converter &b) {
  StringRef inputs, output, left, right;
  std::tie(inputs, output) = op.getEinsumConfig().split("->");
  std::tie(left, right) = inputs.split(',');
  auto distinct = [](StringRef letters) {
    for (size_t i = 0; i < letters.size(); ++i)
      if (!llvm::isAlnum(letters[i]) || letters.find(letters[i], i + 1) != StringRef::npos)
        return false;
    return true;
  };
  bool fits = distinct(left) && distinct(right) && distinct(output) &&
              left.size() == train::getShape(op.getLhs()).size() &&
              right.size() == train::getShape(op.getRhs()).size();
  DotDims dims;
  std::string order, rightFree;
  std::string leftFree;
  for (auto [i, letter] : llvm::enumerate(left)) {
    size_t other = right.find(letter);
    bool inOutput = output.contains(letter);
    fits &= inOutput || other != StringRef::npos;
    if (other == StringRef::npos) {
      leftFree += letter;
      continue;
    }
    (inOutput ? dims.lhsBatch : dims.lhsContract).push_back(i);
    (inOutput ? dims.rhsBatch : dims.rhsContract).push_back(other);
    if (inOutput)
      order += letter;
  }
  for (char letter : right)
    if (!left.contains(letter)) {
      rightFree += letter;
      fits &= output.contains(letter);
    }
  order += leftFree + rightFree;
  Sizes permutation, shape;
  for (char letter : output) {
    size_t at = order.find(letter);
    fits &= at != std::string::npos;
    permutation.push_back(at);
  }
  auto type = cast<RankedTensorType>(op.getResult().getType());
  if (!fits || order.size() != output.size() ||
      type.getRank() != static_cast<int64_t>(order.size()))
    return Converter::refuse(op) << "the equation '" << op.getEinsumConfig()
                                 << "', expected a product of two operands whose letters are "
                                    "distinct";
  for (char letter : order) {
    size_t at = left.find(letter);
    shape.push_back(at != StringRef::npos ? train::getShape(op.getLhs())[at]
                                          : train::getShape(op.getRhs())[right.find(letter)]);
  }
  FailureOr<Value> product =
      buildDot(op, b, op.getLhs(), op.getRhs(), dims,
               RankedTensorType::get(shape, type.getElementType()), std::nullopt, {});
  if (failed(product))
    return failure();
  return b.transpose(*product, permutation);
}

//===----------------------------------------------------------------------===//
// convolution
//===----------------------------------------------------------------------===//

FailureOr<Value> convolution(stablehlo::ConvolutionOp op, Converter &b) {
  auto type = cast<RankedTensorType>(op.getResult().getType());
  for (Type element : {train::getElementType(op.getLhs()), train::getElementType(op.getRhs()),
                       type.getElementType()})
    if (!isa<FloatType>(element))
      return Converter::refuse(op) << "a convolution of " << element;
  auto dims = op.getDimensionNumbers();
  size_t spatial = dims.getInputSpatialDimensions().size();
  Sizes low, high;
  splitPadding(op.getPadding(), spatial, low, high);
  auto convDims = train::ConvDimsAttr::get(
      op.getContext(), dims.getInputBatchDimension(), dims.getInputFeatureDimension(),
      dims.getInputSpatialDimensions(), dims.getKernelInputFeatureDimension(),
      dims.getKernelOutputFeatureDimension(), dims.getKernelSpatialDimensions(),
      dims.getOutputBatchDimension(), dims.getOutputFeatureDimension(),
      dims.getOutputSpatialDimensions());
  // What is as if not given is left out.
  auto unlessAll = [&](std::optional<Dims> array, int64_t standard) {
    Sizes sizes = orDefault(array, spatial, standard);
    return llvm::all_of(sizes, [&](int64_t size) { return size == standard; }) ? Sizes() : sizes;
  };
  Sizes strides = unlessAll(op.getWindowStrides(), 1),
        lhsDilation = unlessAll(op.getLhsDilation(), 1),
        rhsDilation = unlessAll(op.getRhsDilation(), 1);
  low = unlessAll(Dims(low), 0);
  high = unlessAll(Dims(high), 0);
  DenseBoolArrayAttr reversal = op.getWindowReversalAttr();
  if (reversal && !llvm::is_contained(reversal.asArrayRef(), true))
    reversal = {};
  bool tf32 = mayUseTf32(b, op.getLhs(), op.getRhs(), op.getPrecisionConfig());
  auto conv = train::ConvOp::create(b.getBuilder(), b.getLoc(), type, op.getLhs(), op.getRhs(),
                                    convDims, strides, low, high, lhsDilation, rhsDilation,
                                    reversal, op.getFeatureGroupCount(), op.getBatchGroupCount(),
                                    /*acc=*/TypeAttr(), tf32);
  return conv.getResult();
}

} // namespace

void conversion::addContractionRules(Rules &rules) {
  rules.add<dotGeneral>();
  rules.add<dot>();
  rules.add<einsum>();
  rules.add<convolution>();
}
