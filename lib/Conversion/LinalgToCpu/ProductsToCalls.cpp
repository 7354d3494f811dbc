// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `convert-cpu-products`: a product on buffers as a call of `halftone_product`.
//
// The dimensions of the iteration space fall into four kinds:
//
//   batch   in lhs, rhs and dest        m   in lhs and dest
//   k       not in dest                 n   in rhs and dest
//
// The call knows one size and one stride for each kind. So the dimensions of a kind
// merge where they lie one within the other in every operand; the outer ones that do
// not are loops around the call. Along k that would split a sum, so there an operand is
// copied first into a buffer where its dimensions do merge.
#include "halftone/Conversion/Passes.h"
#include "halftone/Dialect/Train/IR/HostTypes.h"
#include "halftone/Runtime/Products.h"
#include "halftone/Support/DType.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace halftone::conversion {
#define GEN_PASS_DEF_CONVERTCPUPRODUCTS
#include "halftone/Conversion/Passes.h.inc"
} // namespace halftone::conversion

using namespace mlir;
using namespace halftone;
using namespace halftone::kernel;
using LocBuilder = ImplicitLocOpBuilder;

namespace {
enum Kind { Batch, M, N, K };

/// One operand: its buffer and how many elements apart each dimension is in it.
struct Operand {
  Value memref;
  SmallVector<int64_t> strides;
  bool has(unsigned dim) const { return present[dim]; }
  SmallVector<bool> present;
};

/// Dimensions of one kind that the call takes as one.
struct Merged {
  SmallVector<unsigned> loops; ///< outer dimensions that did not merge
  SmallVector<unsigned> dims;  ///< outermost first; may be empty
  int64_t size = 1;
};

class ProductLowering {
public:
  ProductLowering(LocBuilder &b, ProductOp op) : b(b), op(op), extents(op.getExtents()) {}
  LogicalResult run(Value descriptor);
  int64_t numPacked = 0;

private:
  LogicalResult readOperands();
  Kind kindOf(unsigned dim) const;
  bool nests(unsigned outer, unsigned inner) const;
  Merged merge(Kind kind) const;
  void packForK();
  void pack(Operand &operand, ArrayRef<unsigned> order);
  void call(Value descriptor, ArrayRef<std::pair<unsigned, Value>> ivs);
  Value pointer(const Operand &operand, ArrayRef<std::pair<unsigned, Value>> ivs);
  int64_t stride(const Operand &operand, Kind kind) const {
    return merged[kind].dims.empty() || !operand.has(merged[kind].dims.back())
               ? 0
               : operand.strides[merged[kind].dims.back()];
  }

  LocBuilder &b;
  ProductOp op;
  SmallVector<int64_t> extents;
  SmallVector<Operand> operands; ///< lhs, rhs, dest, bias if there is one
  Merged merged[4];
};
} // namespace

LogicalResult ProductLowering::readOperands() {
  SmallVector<std::pair<Value, AffineMap>> list = {{op.getLhs(), op.getLhsMap()},
                                                   {op.getRhs(), op.getRhsMap()},
                                                   {op.getDest(), op.getDestMap()}};
  if (op.getBias())
    list.push_back({op.getBias(), op.getBiasMap()});
  for (auto [memref, map] : list) {
    Operand operand{memref, SmallVector<int64_t>(extents.size(), 0),
                    SmallVector<bool>(extents.size(), false)};
    SmallVector<int64_t> strides;
    int64_t offset;
    auto type = cast<MemRefType>(memref.getType());
    // A buffer without elements has no strides to upstream. Any will do.
    if (type.getNumElements() == 0)
      strides.assign(type.getRank(), 0);
    else if (failed(type.getStridesAndOffset(strides, offset)) ||
             llvm::is_contained(strides, ShapedType::kDynamic))
      return op.emitError("has an operand whose strides are not known");
    for (auto [expr, stride] : llvm::zip_equal(map.getResults(), strides)) {
      unsigned dim = cast<AffineDimExpr>(expr).getPosition();
      operand.strides[dim] = stride;
      operand.present[dim] = true;
    }
    operands.push_back(std::move(operand));
  }
  return success();
}

Kind ProductLowering::kindOf(unsigned dim) const {
  if (!operands[2].has(dim))
    return K;
  if (operands[0].has(dim) && operands[1].has(dim))
    return Batch;
  return operands[0].has(dim) ? M : N;
}

/// Whether `inner` lies within `outer` in every operand, so that both are one.
bool ProductLowering::nests(unsigned outer, unsigned inner) const {
  return llvm::all_of(operands, [&](const Operand &operand) {
    return operand.strides[outer] == operand.strides[inner] * extents[inner];
  });
}

Merged ProductLowering::merge(Kind kind) const {
  SmallVector<unsigned> dims;
  for (unsigned dim = 0; dim < extents.size(); ++dim)
    if (kindOf(dim) == kind && extents[dim] != 1)
      dims.push_back(dim);
  // From the largest step to the smallest, in dest or, along k, in an operand.
  const Operand &by = kind == K ? operands[0] : operands[2];
  llvm::sort(dims, [&](unsigned x, unsigned y) {
    auto key = [&](unsigned dim) {
      return std::tuple(-by.strides[dim], -operands[1].strides[dim], dim);
    };
    return key(x) < key(y);
  });
  Merged result;
  size_t first = dims.empty() ? 0 : dims.size() - 1;
  while (first > 0 && nests(dims[first - 1], dims[first]))
    --first;
  result.loops.assign(dims.begin(), dims.begin() + first);
  result.dims.assign(dims.begin() + first, dims.end());
  for (unsigned dim : result.dims)
    result.size *= extents[dim];
  return result;
}

/// Copies an operand into a buffer with the dimensions in this order.
void ProductLowering::pack(Operand &operand, ArrayRef<unsigned> order) {
  auto type = cast<MemRefType>(operand.memref.getType());
  SmallVector<int64_t> shape;
  SmallVector<AffineExpr> exprs;
  for (unsigned dim : order)
    shape.push_back(extents[dim]);
  // The map of the copy's source: its own dimensions, in terms of `order`.
  AffineMap map = op.getIndexingMap(&operand - operands.data());
  for (AffineExpr expr : map.getResults()) {
    auto position = llvm::find(order, cast<AffineDimExpr>(expr).getPosition()) - order.begin();
    exprs.push_back(b.getAffineDimExpr(position));
  }
  Value copy = memref::AllocOp::create(b, MemRefType::get(shape, type.getElementType()));
  AffineMap maps[] = {AffineMap::get(order.size(), 0, exprs, b.getContext()),
                      b.getMultiDimIdentityMap(order.size())};
  SmallVector<utils::IteratorType> iterators(order.size(), utils::IteratorType::parallel);
  linalg::GenericOp::create(b, operand.memref, copy, maps, iterators,
                            [](OpBuilder &builder, Location loc, ValueRange args) {
                              linalg::YieldOp::create(builder, loc, args[0]);
                            });
  operand.memref = copy;
  int64_t stride = 1;
  for (unsigned dim : llvm::reverse(order)) {
    operand.strides[dim] = stride;
    stride *= extents[dim];
  }
  ++numPacked;
}

/// Makes the contracted dimensions merge.
void ProductLowering::packForK() {
  Merged k = merge(K);
  if (k.loops.empty())
    return;
  SmallVector<unsigned> contracted = k.loops;
  llvm::append_range(contracted, k.dims);
  for (Operand &operand : MutableArrayRef(operands).take_front(2)) {
    SmallVector<unsigned> order;
    bool within = true;
    for (unsigned dim = 0; dim < extents.size(); ++dim)
      if (operand.has(dim) && !llvm::is_contained(contracted, dim))
        order.push_back(dim);
    SmallVector<unsigned> own;
    for (unsigned dim : contracted)
      if (operand.has(dim))
        own.push_back(dim);
    for (size_t i = 1; i < own.size(); ++i)
      within &= operand.strides[own[i - 1]] == operand.strides[own[i]] * extents[own[i]];
    within &= own.size() == contracted.size() || own.empty();
    if (within)
      continue;
    order.append(own.begin(), own.end());
    pack(operand, order);
  }
}

Value ProductLowering::pointer(const Operand &operand, ArrayRef<std::pair<unsigned, Value>> ivs) {
  auto type = cast<MemRefType>(operand.memref.getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  (void)type.getStridesAndOffset(strides, offset);
  Value element = ShapedType::isDynamic(offset)
                      ? memref::ExtractStridedMetadataOp::create(b, operand.memref).getOffset()
                      : arith::ConstantIndexOp::create(b, offset).getResult();
  for (auto [dim, iv] : ivs) {
    if (!operand.has(dim))
      continue;
    Value step =
        arith::MulIOp::create(b, iv, arith::ConstantIndexOp::create(b, operand.strides[dim]));
    element = arith::AddIOp::create(b, element, step);
  }
  int64_t bytes = byteSize(train::hostTypeOf(type.getElementType()));
  Value base = memref::ExtractAlignedPointerAsIndexOp::create(b, operand.memref);
  Value address = arith::AddIOp::create(
      b, base, arith::MulIOp::create(b, element, arith::ConstantIndexOp::create(b, bytes)));
  Value number = arith::IndexCastOp::create(b, b.getI64Type(), address);
  return LLVM::IntToPtrOp::create(b, LLVM::LLVMPointerType::get(b.getContext()), number);
}

/// The layout of `HalftoneProduct`.
static LLVM::LLVMStructType descriptorType(MLIRContext *context) {
  Type i64 = IntegerType::get(context, 64), i32 = IntegerType::get(context, 32);
  Type pointer = LLVM::LLVMPointerType::get(context);
  SmallVector<Type> fields{i64, i64, i64, i64,     pointer, i64, i64, i64,     pointer,
                           i64, i64, i64, pointer, i64,     i64, i64, pointer, i64};
  fields.append(6, i32);
  return LLVM::LLVMStructType::getLiteral(context, fields);
}

void ProductLowering::call(Value descriptor, ArrayRef<std::pair<unsigned, Value>> ivs) {
  auto type = descriptorType(b.getContext());
  int position = 0;
  auto put = [&](Value value) {
    Value field = LLVM::GEPOp::create(b, descriptor.getType(), type, descriptor,
                                      ArrayRef<LLVM::GEPArg>{0, position++});
    LLVM::StoreOp::create(b, value, field);
  };
  auto putWord = [&](int64_t value) { put(LLVM::ConstantOp::create(b, b.getI64Type(), value)); };
  auto putType = [&](Value memref) {
    Type element = cast<MemRefType>(memref.getType()).getElementType();
    put(LLVM::ConstantOp::create(b, b.getI32Type(),
                                 static_cast<int32_t>(train::hostTypeOf(element))));
  };
  const Operand &lhs = operands[0], &rhs = operands[1], &dest = operands[2];
  for (Kind kind : {Batch, M, N, K})
    putWord(merged[kind].size);
  put(pointer(lhs, ivs));
  for (Kind kind : {Batch, M, K})
    putWord(stride(lhs, kind));
  put(pointer(rhs, ivs));
  for (Kind kind : {Batch, K, N})
    putWord(stride(rhs, kind));
  put(pointer(dest, ivs));
  for (Kind kind : {Batch, M, N})
    putWord(stride(dest, kind));
  bool hasBias = operands.size() > 3;
  put(hasBias ? pointer(operands[3], ivs)
              : LLVM::ZeroOp::create(b, LLVM::LLVMPointerType::get(b.getContext())).getResult());
  putWord(hasBias ? stride(operands[3], N) : 0);
  putType(lhs.memref);
  putType(rhs.memref);
  putType(dest.memref);
  putType(hasBias ? operands[3].memref : dest.memref);
  put(LLVM::ConstantOp::create(b, b.getI32Type(),
                               static_cast<int32_t>(train::hostTypeOf(op.getAcc()))));
  put(LLVM::ConstantOp::create(b, b.getI32Type(), op.getTf32() ? HALFTONE_PRODUCT_TF32 : 0));
  LLVM::CallOp::create(b, TypeRange(), "halftone_product", ValueRange{descriptor});
}

LogicalResult ProductLowering::run(Value descriptor) {
  if (failed(readOperands()))
    return failure();
  packForK();
  SmallVector<unsigned> loops;
  for (Kind kind : {Batch, M, N, K}) {
    merged[kind] = merge(kind);
    llvm::append_range(loops, merged[kind].loops);
  }
  SmallVector<std::pair<unsigned, Value>> ivs;
  OpBuilder::InsertionGuard guard(b);
  for (unsigned dim : loops) {
    auto loop = scf::ForOp::create(b, arith::ConstantIndexOp::create(b, 0),
                                   arith::ConstantIndexOp::create(b, extents[dim]),
                                   arith::ConstantIndexOp::create(b, 1));
    ivs.push_back({dim, loop.getInductionVar()});
    b.setInsertionPointToStart(loop.getBody());
  }
  call(descriptor, ivs);
  return success();
}

namespace {
struct ConvertCpuProducts : conversion::impl::ConvertCpuProductsBase<ConvertCpuProducts> {
  using ConvertCpuProductsBase::ConvertCpuProductsBase;
  void runOnOperation() override {
    SmallVector<ProductOp> products;
    getOperation()->walk([&](ProductOp op) { products.push_back(op); });
    DenseMap<Operation *, Value> descriptors;
    for (ProductOp op : products) {
      if (failed(lower(op, descriptors)))
        return signalPassFailure();
    }
  }

private:
  LogicalResult lower(ProductOp op, DenseMap<Operation *, Value> &descriptors) {
    if (op->getNumResults())
      return op.emitError("must be on buffers here");
    auto function = op->getParentOfType<func::FuncOp>();
    declare(function->getParentOfType<ModuleOp>());
    Value &descriptor = descriptors[function]; // calls follow each other: one serves all
    if (!descriptor) {
      LocBuilder entry(function.getLoc(), function.getContext());
      entry.setInsertionPointToStart(&function.front());
      Value one = LLVM::ConstantOp::create(entry, entry.getI64Type(), int64_t(1));
      descriptor = LLVM::AllocaOp::create(entry, LLVM::LLVMPointerType::get(&getContext()),
                                          descriptorType(&getContext()), one, 8);
    }
    LocBuilder b(op.getLoc(), op);
    ProductLowering lowering(b, op);
    if (failed(lowering.run(descriptor)))
      return failure();
    numPacked += lowering.numPacked;
    op.erase();
    return success();
  }

  static void declare(ModuleOp module) {
    if (module.lookupSymbol("halftone_product"))
      return;
    OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
    auto pointer = LLVM::LLVMPointerType::get(module.getContext());
    auto type =
        LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(module.getContext()), {pointer});
    LLVM::LLVMFuncOp::create(b, module.getLoc(), "halftone_product", type);
  }
};
} // namespace
