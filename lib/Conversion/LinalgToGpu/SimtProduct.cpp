// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products without Tensor Cores, for what must be IEEE arithmetic in acc: tiles in
// shared memory as acc, widened on the way there; each thread has a few rows and columns
// and does one fma for each product. A 16-bit acc is computed in f32 and rounded after each
// product; no instruction works on 16 bits.
//
// Shared memory has rows (of lhs; columns of rhs) as neighbours, so that a thread loads its
// own with 16 bytes at once. A thread's columns are groups of 16 bytes, the groups of all
// threads side by side: a quarter of a warp reads 128 bytes in one go, and a row or two for
// all of it. No conflicts. Where k is fast in global memory, stores are of single elements,
// and lanes some k apart share a bank: 2 wavefronts instead of 1.
#include "ProductKernel.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace halftone::cuda;
using Values = SmallVector<Value>;

namespace {
class SimtFamily : public ProductFamily {
public:
  StringRef name() const override { return "simt"; }
  std::optional<std::string> refuses(const ProductShape &shape,
                                     const GpuTarget &target) const override;
  BlockTile tile(const ProductShape &shape, const GpuTarget &target) const override;
  int64_t threadsOfPart() const override { return 1; }
  void emit(ProductCode &code, const BlockTile &tile) const override;
};

/// The kernel's code.
class SimtCode {
public:
  SimtCode(ProductCode &code, const BlockTile &tile);
  void emit();

private:
  OperandTile makeTile(OperandKind operand);
  /// How far column i of a thread is from its first one.
  int64_t columnOf(int64_t i) const {
    return i / vectorN * (tile.n / (tile.partN / vectorN)) + i % vectorN;
  }
  Values loadLine(OperandTile &tile, Value offset, int64_t k, ArrayRef<int64_t> places);
  Value multiplyAdd(Value x, Value y, Value sum);
  Values compute(OperandTile &lhs, OperandTile &rhs, Value half, ValueRange sums);
  void store(ValueRange sums);

  ProductCode &code;
  ImplicitLocOpBuilder &b;
  BlockTile tile;
  IndexMath ints; ///< i32
  Type computeType;
  int64_t vectorN;        ///< neighbouring columns of a thread
  Value threadM, threadN; ///< the thread's first row and column in the tile
  BlockPlace place;
};
} // namespace

//===----------------------------------------------------------------------===//
// What it can do
//===----------------------------------------------------------------------===//

/// Whether `wide` holds every value of `narrow`.
static bool holds(Type wide, Type narrow) {
  if (wide == narrow)
    return true;
  auto x = dyn_cast<FloatType>(wide), y = dyn_cast<FloatType>(narrow);
  return x && y && x.getFPMantissaWidth() >= y.getFPMantissaWidth() && x.getWidth() > y.getWidth();
}

std::optional<std::string> SimtFamily::refuses(const ProductShape &shape,
                                               const GpuTarget &target) const {
  if (shape.tf32)
    return "has no tf32";
  for (const ProductOperand &operand : shape.operands)
    if (operand.memref && operand.element.isBF16() && target.version < 80)
      return "needs sm_80 for bf16";
  for (OperandKind operand : {LhsOperand, RhsOperand, BiasOperand})
    if (shape.operands[operand].memref && !holds(shape.acc, shape.operands[operand].element))
      return "has an accumulator that does not hold every value of its operands";
  if (isa<IntegerType>(shape.acc) && shape.operands[DestOperand].element != shape.acc)
    return "does not convert integers";
  return std::nullopt;
}

BlockTile SimtFamily::tile(const ProductShape &shape, const GpuTarget &target) const {
  SmallVector<BlockTile> tiles{
      {64, 64, 16, 4, 4}, {32, 32, 16, 2, 4}, {16, 64, 16, 2, 4}, {64, 16, 16, 4, 2}};
  if (shape.acc.getIntOrFloatBitWidth() <= 32)
    tiles.insert(tiles.begin(), {128, 128, 8, 8, 8});
  return chooseTile(tiles, shape, target);
}

void SimtFamily::emit(ProductCode &code, const BlockTile &tile) const {
  SimtCode(code, tile).emit();
}

const ProductFamily &halftone::cuda::simtFamily() {
  static const SimtFamily family;
  return family;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

SimtCode::SimtCode(ProductCode &code, const BlockTile &tile)
    : code(code), b(code.b), tile(tile), ints(b, b.getI32Type()), computeType(code.shape.acc),
      place(code, ProductGrid(code.shape, tile), tile) {
  if (computeType.isF16() || computeType.isBF16())
    computeType = b.getF32Type();
  vectorN = std::min<int64_t>(tile.partN, 128 / computeType.getIntOrFloatBitWidth());
  Value thread = ints.from(code.kernel.threadId());
  int64_t across = tile.n / tile.partN;
  threadM = ints.mul(ints.div(thread, across), tile.partM);
  threadN = ints.mul(ints.rem(thread, across), vectorN);
}

OperandTile SimtCode::makeTile(OperandKind operand) {
  OperandTile::Options options;
  options.rows = operand == LhsOperand ? tile.m : tile.n;
  options.k = tile.k;
  options.threads = code.kernel.threads();
  options.element = computeType;
  options.order = OperandTile::Order::RowsTogether;
  options.padding[0] = 0;
  options.padding[1] = 128 / computeType.getIntOrFloatBitWidth();
  return OperandTile(code, operand, options, code.math.from(code.kernel.threadId()));
}

/// The thread's rows, or columns, at one k; `places` says how far each is from the first.
Values SimtCode::loadLine(OperandTile &from, Value offset, int64_t k, ArrayRef<int64_t> places) {
  int64_t bytes = computeType.getIntOrFloatBitWidth() / 8;
  int64_t width = std::min<int64_t>(places.size(), 16 / bytes);
  Values result;
  for (size_t i = 0; i < places.size(); i += width) {
    Value pointer = from.sharedPointer(offset, k * from.shared().kStep + places[i]);
    Value vector = LLVM::LoadOp::create(b, VectorType::get(width, computeType), pointer,
                                        static_cast<unsigned>(width * bytes));
    for (int64_t e = 0; e < width; ++e)
      result.push_back(vector::ExtractOp::create(b, vector, e));
  }
  return result;
}

Value SimtCode::multiplyAdd(Value x, Value y, Value sum) {
  if (isa<IntegerType>(computeType))
    return arith::AddIOp::create(b, sum, arith::MulIOp::create(b, x, y));
  // Not math.fma, which would become a call of a library.
  Value next = LLVM::FMAOp::create(b, x, y, code.convert(sum, computeType));
  return code.convert(next, code.shape.acc);
}

Values SimtCode::compute(OperandTile &lhs, OperandTile &rhs, Value half, ValueRange sums) {
  Value left = ints.add(threadM, ints.mul(half, lhs.shared().half));
  Value right = ints.add(threadN, ints.mul(half, rhs.shared().half));
  Values result(sums);
  SmallVector<int64_t> rowPlaces, columnPlaces;
  for (int64_t i = 0; i < tile.partM; ++i)
    rowPlaces.push_back(i);
  for (int64_t i = 0; i < tile.partN; ++i)
    columnPlaces.push_back(columnOf(i));
  for (int64_t k = 0; k < tile.k; ++k) {
    Values rows = loadLine(lhs, left, k, rowPlaces);
    Values columns = loadLine(rhs, right, k, columnPlaces);
    for (int64_t m = 0; m < tile.partM; ++m)
      for (int64_t n = 0; n < tile.partN; ++n) {
        Value &sum = result[m * tile.partN + n];
        sum = multiplyAdd(rows[m], columns[n], sum);
      }
  }
  return result;
}

void SimtCode::store(ValueRange sums) {
  IndexMath &math = code.math;
  ProductStore dest(code, place, tile);
  int64_t width = dest.width(vectorN);
  Value firstM = math.add(place.m, math.from(threadM));
  Value firstN = math.add(place.n, math.from(threadN));
  SmallVector<ProductStore::Column> columns;
  for (int64_t n = 0; n < tile.partN; n += width)
    columns.push_back(dest.column(math.add(firstN, columnOf(n)), width));
  for (int64_t m = 0; m < tile.partM; ++m) {
    SmallVector<Values> values;
    for (int64_t n = 0; n < tile.partN; n += width)
      values.emplace_back(sums.slice(m * tile.partN + n, width));
    dest.storeRow(math.add(firstM, m), columns, values);
  }
}

void SimtCode::emit() {
  OperandTile lhs = makeTile(LhsOperand), rhs = makeTile(RhsOperand);
  lhs.place(place.batch, place.m);
  rhs.place(place.batch, place.n);
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(code.shape.acc));
  Values zeros(tile.partM * tile.partN, zero);
  Values sums = emitLoopOverK(code, lhs, rhs, tile.k, zeros, [&](Value half, ValueRange partial) {
    return compute(lhs, rhs, half, partial);
  });
  store(sums);
}
