// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `kernel` dialect: verifiers, effects and bufferisation.
#include "halftone/Kernels/KernelOps.h"
#include "halftone/Kernels/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Builders.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace halftone::kernel;

#include "halftone/Kernels/KernelDialect.cpp.inc"
#define GET_OP_CLASSES
#include "halftone/Kernels/KernelOps.cpp.inc"

namespace {
struct KernelInliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final { return true; }
};
} // namespace

void KernelDialect::initialize() {
  addInterfaces<KernelInliner>();
  addOperations<
#define GET_OP_LIST
#include "halftone/Kernels/KernelOps.cpp.inc"
      >();
}

SmallVector<int64_t> ProductOp::getExtents() {
  SmallVector<int64_t> extents(getLhsMap().getNumDims(), 1);
  for (auto [operand, attribute] : llvm::zip_equal(getOperands(), getIndexingMaps())) {
    AffineMap map = cast<AffineMapAttr>(attribute).getValue();
    for (auto [expr, size] :
         llvm::zip_equal(map.getResults(), cast<ShapedType>(operand.getType()).getShape()))
      extents[cast<AffineDimExpr>(expr).getPosition()] = size;
  }
  return extents;
}

LogicalResult ProductOp::verify() {
  if (getIndexingMaps().size() != getNumOperands()) // (C1)
    return emitOpError("expected one indexing map for each of ")
           << getNumOperands() << " operands, got " << getIndexingMaps().size();
  SmallVector<int64_t> extents(getLhsMap().getNumDims(), -1);
  for (auto [i, operand] : llvm::enumerate(getOperands())) {
    AffineMap map = getIndexingMap(i);
    auto type = cast<ShapedType>(operand.getType());
    if (map.getNumDims() != extents.size() || !map.isProjectedPermutation() ||
        map.getNumResults() != type.getRank()) // (C1)
      return emitOpError("expected a projected permutation of ")
             << extents.size() << " dimensions for " << type << ", got " << AffineMapAttr::get(map);
    for (auto [expr, size] : llvm::zip_equal(map.getResults(), type.getShape())) {
      int64_t &extent = extents[cast<AffineDimExpr>(expr).getPosition()];
      if (extent != -1 && extent != size) // (C2)
        return emitOpError("has a dimension of size ") << extent << " and " << size;
      extent = size;
    }
  }
  for (unsigned dim = 0; dim < extents.size(); ++dim) {
    AffineExpr expr = getAffineDimExpr(dim, getContext());
    int count = getLhsMap().getResultPosition(expr).has_value() +
                getRhsMap().getResultPosition(expr).has_value();
    if (count < (getDestMap().getResultPosition(expr) ? 1 : 2)) // (C3)
      return emitOpError("has dimension ") << dim << " in too few operands";
  }
  if (getBias())
    for (AffineExpr expr : getBiasMap().getResults())
      if (getLhsMap().getResultPosition(expr) || !getRhsMap().getResultPosition(expr) ||
          !getDestMap().getResultPosition(expr)) // (C3)
        return emitOpError("has a bias along a dimension that is not a column");
  return success();
}

MutableOperandRange ProductOp::getDpsInitsMutable() { return getDestMutable(); }

void ProductOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  for (OpOperand &operand : getOperation()->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    if (isDpsInit(&operand))
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
    else
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
  }
}

//===----------------------------------------------------------------------===//
// Bufferisation
//===----------------------------------------------------------------------===//

bool ProductOp::bufferizesToMemoryRead(OpOperand &operand, const bufferization::AnalysisState &) {
  return !isDpsInit(&operand);
}

bool ProductOp::bufferizesToMemoryWrite(OpOperand &operand, const bufferization::AnalysisState &) {
  return isDpsInit(&operand);
}

bufferization::AliasingValueList
ProductOp::getAliasingValues(OpOperand &operand, const bufferization::AnalysisState &) {
  if (!isDpsInit(&operand))
    return {};
  return {{getTiedOpResult(&operand), bufferization::BufferRelation::Equivalent}};
}

/// The buffer of each tensor.
static FailureOr<SmallVector<Value>> getBuffers(RewriterBase &rewriter, ValueRange tensors,
                                                const bufferization::BufferizationOptions &options,
                                                bufferization::BufferizationState &state) {
  SmallVector<Value> buffers;
  for (Value tensor : tensors) {
    FailureOr<Value> buffer = bufferization::getBuffer(rewriter, tensor, options, state);
    if (failed(buffer))
      return failure();
    buffers.push_back(*buffer);
  }
  return buffers;
}

LogicalResult ProductOp::bufferize(RewriterBase &rewriter,
                                   const bufferization::BufferizationOptions &options,
                                   bufferization::BufferizationState &state) {
  FailureOr<SmallVector<Value>> buffers = getBuffers(rewriter, getOperands(), options, state);
  if (failed(buffers))
    return failure();
  rewriter.setInsertionPoint(*this);
  ProductOp::create(rewriter, getLoc(), TypeRange(), *buffers, getOperation()->getAttrs());
  bufferization::replaceOpWithBufferizedValues(rewriter, *this, buffers->back());
  return success();
}

//===----------------------------------------------------------------------===//
// kernel.barrier
//===----------------------------------------------------------------------===//

LogicalResult BarrierOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                          ValueRange operands, DictionaryAttr, OpaqueProperties,
                                          RegionRange, SmallVectorImpl<Type> &types) {
  for (Type type : operands.getTypes())
    if (isa<RankedTensorType>(type))
      types.push_back(type);
  return success();
}

void BarrierOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  // An allocation is neither shared nor moved, but goes when it is unused.
  for (OpResult result : getOperation()->getResults())
    effects.emplace_back(MemoryEffects::Allocate::get(), result);
  for (OpOperand &operand : getOperation()->getOpOperands())
    if (isa<MemRefType>(operand.get().getType())) {
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
    }
}

bool BarrierOp::bufferizesToMemoryRead(OpOperand &, const bufferization::AnalysisState &) {
  return false;
}

bool BarrierOp::bufferizesToMemoryWrite(OpOperand &, const bufferization::AnalysisState &) {
  return false;
}

bufferization::AliasingValueList
BarrierOp::getAliasingValues(OpOperand &operand, const bufferization::AnalysisState &) {
  return {{getOperation()->getResult(operand.getOperandNumber()),
           bufferization::BufferRelation::Equivalent}};
}

LogicalResult BarrierOp::bufferize(RewriterBase &rewriter,
                                   const bufferization::BufferizationOptions &options,
                                   bufferization::BufferizationState &state) {
  FailureOr<SmallVector<Value>> buffers = getBuffers(rewriter, getInputs(), options, state);
  if (failed(buffers))
    return failure();
  rewriter.setInsertionPoint(*this);
  BarrierOp::create(rewriter, getLoc(), TypeRange(), *buffers);
  bufferization::replaceOpWithBufferizedValues(rewriter, *this, *buffers);
  return success();
}

//===----------------------------------------------------------------------===//
// kernel.launch
//===----------------------------------------------------------------------===//

ParseResult LaunchOp::parse(OpAsmParser &parser, OperationState &result) {
  StringRef kind;
  llvm::SMLoc where = parser.getCurrentLocation();
  if (parser.parseKeyword(&kind))
    return failure();
  if (!llvm::is_contained({"concurrent", "rows", "block"}, kind))
    return parser.emitError(where, "expected 'concurrent', 'rows' or 'block', got '")
           << kind << "'";
  Builder &b = parser.getBuilder();
  result.addAttribute(getKindAttrName(result.name), b.getStringAttr(kind));
  if (kind == "rows") {
    int64_t rows;
    if (parser.parseInteger(rows))
      return failure();
    result.addAttribute(getRowsAttrName(result.name), b.getI64IntegerAttr(rows));
  }
  Region *body = result.addRegion();
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) || parser.parseRegion(*body))
    return failure();
  if (body->empty())
    body->emplaceBlock();
  return success();
}

void LaunchOp::print(OpAsmPrinter &printer) {
  printer << " " << getKind();
  if (getRows())
    printer << " " << *getRows();
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), {"kind", "rows"});
  printer << " ";
  printer.printRegion(getBody());
}

LogicalResult LaunchOp::verify() {
  if (!llvm::is_contained({"concurrent", "rows", "block"}, getKind()))
    return emitOpError("(C1) expected kind 'concurrent', 'rows' or 'block', got '")
           << getKind() << "'";
  if ((getKind() == "rows") != getRows().has_value() || (getRows() && *getRows() <= 0))
    return emitOpError("(C1) expected a positive number of rows for kind 'rows', and for no other");
  if (getKind() == "block")
    return success();
  for (Operation &op : getBody().front())
    if (!isa<linalg::GenericOp>(op) && !isMemoryEffectFree(&op))
      return op.emitOpError("(C2) is not allowed in a launch of kind '") << getKind() << "'";
  return success();
}

//===----------------------------------------------------------------------===//
// drop-barriers
//===----------------------------------------------------------------------===//

namespace halftone::kernel {
#define GEN_PASS_DEF_DROPBARRIERS
#include "halftone/Kernels/Passes.h.inc"

namespace {
struct DropBarriers : impl::DropBarriersBase<DropBarriers> {
  using DropBarriersBase::DropBarriersBase;
  void runOnOperation() override {
    getOperation()->walk([&](BarrierOp op) {
      if (op->getNumResults() != 0)
        return;
      op.erase();
      ++numDropped;
    });
  }
};
} // namespace
} // namespace halftone::kernel
