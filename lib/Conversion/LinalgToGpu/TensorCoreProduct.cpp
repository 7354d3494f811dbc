// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products on Tensor Cores: tiles in shared memory, fragments by `ldmatrix`, products by
// `mma.sync`. Each warp has a part of the block's tile as fragments of 16x8 results.
//
// A fragment spreads over the lanes of a warp. With q = lane / 4, t = lane % 4:
//
//   A 16 x 16 of 16 bits   register e: row q + 8 (e % 2), k = 2t, 2t + 1, + 8 (e / 2)
//   B 16 x 8               register e: column q, k = 2t, 2t + 1, + 8 e
//   A 16 x 8 of tf32       register e: row q + 8 (e % 2), k = t + 4 (e / 2)
//   B 8 x 8                register e: column q, k = t + 4 e
//   C 16 x 8               value e: row q + 8 (e / 2), column 2t + e % 2
//
// Shared memory keeps each operand's own order; `ldmatrix.trans` turns blocks of 8x8 where
// rows and not k are neighbours. Its lines are an odd number of 16-byte units apart, so
// that the eight lines of a block are in different banks: no conflicts. Stores of 16 bytes
// cover several lines where these are of 64 bytes or less, and one lane of them meets
// another: 2 wavefronts instead of 1 for a quarter of a warp. tf32 fragments are loads of
// 32 bits from lines that are 4 words more than a multiple of 16 apart where k is along the
// line, and 8 where rows are: no conflicts.
#include "ProductKernel.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace halftone::cuda;
using Values = SmallVector<Value>;

namespace {
class TensorCoreFamily : public ProductFamily {
public:
  StringRef name() const override { return "tensor_core"; }
  std::optional<std::string> refuses(const ProductShape &shape,
                                     const GpuTarget &target) const override;
  BlockTile tile(const ProductShape &shape, const GpuTarget &target) const override;
  int64_t threadsOfPart() const override { return 32; }
  void emit(ProductCode &code, const BlockTile &tile) const override;
};

/// The kernel's code.
class TensorCoreCode {
public:
  TensorCoreCode(ProductCode &code, const BlockTile &tile);
  void emit();

private:
  OperandTile makeTile(OperandKind operand);
  Value laneOffset(const SharedTile &tile, Value firstRow, bool isRhs);
  Values loadFragment(OperandTile &tile, Value offset, int64_t row, int64_t k, bool isRhs);
  Values compute(OperandTile &lhs, OperandTile &rhs, Value half, ValueRange sums);
  Values multiply(ValueRange a, ValueRange b, ValueRange c);
  void store(ValueRange sums);
  Value result(ValueRange sums, int64_t m, int64_t n, int64_t e);

  int64_t tilesM() const { return tile.partM / 16; }
  int64_t tilesN() const { return tile.partN / 8; }

  ProductCode &code;
  ImplicitLocOpBuilder &b;
  BlockTile tile;
  IndexMath ints; ///< i32
  Type operandType, fragmentType, accumulatorType;
  bool tf32, halfAccumulator;
  int64_t stepK;              ///< k of one instruction
  int64_t valuesOfFragment;   ///< of an accumulator
  Value lane, warpM, warpN;   ///< the warp's part
  Value lhsOffset, rhsOffset; ///< of the lane's first element in shared memory
  BlockPlace place;
};
} // namespace

//===----------------------------------------------------------------------===//
// What it can do
//===----------------------------------------------------------------------===//

static bool isF8(Type type) { return isa<Float8E4M3FNType, Float8E5M2Type>(type); }

/// The 16-bit type that holds all values of both, or null.
static Type commonType(Type x, Type y) {
  if (isF8(x) && isF8(y))
    return Float16Type::get(x.getContext());
  if (isF8(x) || x == y)
    return y.isF16() || y.isBF16() ? y : Type();
  return isF8(y) ? commonType(y, x) : Type();
}

static Type operandTypeOf(const ProductShape &shape) {
  return commonType(shape.operands[LhsOperand].element, shape.operands[RhsOperand].element);
}

std::optional<std::string> TensorCoreFamily::refuses(const ProductShape &shape,
                                                     const GpuTarget &target) const {
  if (target.version < 80)
    return "needs sm_80";
  if (shape.tf32)
    return std::nullopt;
  Type type = operandTypeOf(shape);
  if (!type)
    return "has no operand type that holds every value of both";
  if (!shape.acc.isF32() && !(shape.acc.isF16() && type.isF16()))
    return "has no such accumulator";
  return std::nullopt;
}

BlockTile TensorCoreFamily::tile(const ProductShape &shape, const GpuTarget &target) const {
  int64_t k = shape.tf32 ? 16 : 32;
  BlockTile tiles[] = {{128, 128, k, 64, 32},
                       {64, 64, k, 32, 32},
                       {32, 32, k, 16, 16},
                       {16, 64, k, 16, 16},
                       {64, 16, k, 16, 16}};
  return chooseTile(tiles, shape, target);
}

void TensorCoreFamily::emit(ProductCode &code, const BlockTile &tile) const {
  TensorCoreCode(code, tile).emit();
}

const ProductFamily &halftone::cuda::tensorCoreFamily() {
  static const TensorCoreFamily family;
  return family;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

TensorCoreCode::TensorCoreCode(ProductCode &code, const BlockTile &tile)
    : code(code), b(code.b), tile(tile), ints(b, b.getI32Type()), tf32(code.shape.tf32),
      halfAccumulator(code.shape.acc.isF16()), stepK(tf32 ? 8 : 16),
      valuesOfFragment(halfAccumulator ? 2 : 4), place(code, ProductGrid(code.shape, tile), tile) {
  operandType = tf32 ? Type(b.getF32Type()) : operandTypeOf(code.shape);
  fragmentType = operandType.isF16() ? Type(VectorType::get(2, operandType)) : b.getI32Type();
  accumulatorType = halfAccumulator ? Type(VectorType::get(2, b.getF16Type())) : b.getF32Type();
  Value thread = ints.from(code.kernel.threadId());
  lane = ints.rem(thread, 32);
  Value warp = ints.div(thread, 32);
  int64_t across = tile.n / tile.partN;
  warpM = ints.mul(ints.div(warp, across), tile.partM);
  warpN = ints.mul(ints.rem(warp, across), tile.partN);
}

OperandTile TensorCoreCode::makeTile(OperandKind operand) {
  OperandTile::Options options;
  options.rows = operand == LhsOperand ? tile.m : tile.n;
  options.k = tile.k;
  options.threads = code.kernel.threads();
  options.element = operandType;
  options.order = OperandTile::Order::AsInMemory;
  options.padding[0] = tf32 ? 4 : 8;
  options.padding[1] = 8;
  options.roundToTF32 = tf32;
  return OperandTile(code, operand, options, code.math.from(code.kernel.threadId()));
}

/// Where the lane's share of a fragment starts: for `ldmatrix` the line of 8 elements
/// that the lane names, of the block lane / 8; blocks are in the order of registers.
Value TensorCoreCode::laneOffset(const SharedTile &shared, Value firstRow, bool isRhs) {
  Value row, k;
  if (tf32) {
    row = ints.div(lane, 4);
    k = ints.rem(lane, 4);
  } else {
    Value line = ints.rem(lane, 8), low = ints.mul(ints.rem(ints.div(lane, 8), 2), 8),
          high = ints.mul(ints.div(lane, 16), 8);
    row = isRhs ? high : low;
    k = isRhs ? low : high;
    (shared.kStep == 1 ? row : k) = ints.add(shared.kStep == 1 ? row : k, line);
  }
  row = ints.add(row, firstRow);
  return ints.add(ints.mul(row, shared.rowStep), ints.mul(k, shared.kStep));
}

/// Four registers: A's fragment of 16 rows, or B's of two times 8 columns.
Values TensorCoreCode::loadFragment(OperandTile &from, Value offset, int64_t row, int64_t k,
                                    bool isRhs) {
  const SharedTile &shared = from.shared();
  int64_t constant = row * shared.rowStep + k * shared.kStep;
  Values result;
  if (tf32) {
    for (int64_t i = 0; i < 4; ++i) {
      int64_t addRow = 8 * (isRhs ? i / 2 : i % 2), addK = 4 * (isRhs ? i % 2 : i / 2);
      Value pointer =
          from.sharedPointer(offset, constant + addRow * shared.rowStep + addK * shared.kStep);
      result.push_back(LLVM::LoadOp::create(b, b.getI32Type(), pointer, 4));
    }
    return result;
  }
  auto type =
      LLVM::LLVMStructType::getLiteral(b.getContext(), SmallVector<Type>(4, b.getI32Type()));
  Value pointer = from.sharedPointer(offset, constant);
  auto layout = shared.kStep == 1 ? NVVM::MMALayout::row : NVVM::MMALayout::col;
  Value loaded = NVVM::LdMatrixOp::create(b, type, pointer, 4, layout,
                                          NVVM::LdStMatrixShapeAttr::get(b.getContext(), 8, 8),
                                          NVVM::LdStMatrixEltType::B16);
  for (int64_t i = 0; i < 4; ++i) {
    Value part = LLVM::ExtractValueOp::create(b, loaded, i);
    if (part.getType() != fragmentType)
      part = LLVM::BitcastOp::create(b, fragmentType, part);
    result.push_back(part);
  }
  return result;
}

Values TensorCoreCode::multiply(ValueRange lhs, ValueRange rhs, ValueRange sums) {
  auto type = LLVM::LLVMStructType::getLiteral(
      b.getContext(), SmallVector<Type>(valuesOfFragment, accumulatorType));
  NVVM::MMATypes kind = tf32                   ? NVVM::MMATypes::tf32
                        : operandType.isBF16() ? NVVM::MMATypes::bf16
                                               : NVVM::MMATypes::f16;
  Value result = NVVM::MmaOp::create(b, type, lhs, rhs, sums, ArrayRef<int64_t>{16, 8, stepK},
                                     std::nullopt, std::nullopt, std::array{kind, kind},
                                     std::array{NVVM::MMALayout::row, NVVM::MMALayout::col});
  Values values;
  for (int64_t i = 0; i < valuesOfFragment; ++i)
    values.push_back(LLVM::ExtractValueOp::create(b, result, i));
  return values;
}

Values TensorCoreCode::compute(OperandTile &lhs, OperandTile &rhs, Value half, ValueRange sums) {
  Value left = ints.add(lhsOffset, ints.mul(half, lhs.shared().half));
  Value right = ints.add(rhsOffset, ints.mul(half, rhs.shared().half));
  Values result(sums);
  for (int64_t k = 0; k < tile.k; k += stepK) {
    SmallVector<Values> rows, columns;
    for (int64_t i = 0; i < tile.partM; i += 16)
      rows.push_back(loadFragment(lhs, left, i, k, false));
    for (int64_t i = 0; i < tile.partN; i += 16)
      columns.push_back(loadFragment(rhs, right, i, k, true));
    for (int64_t m = 0; m < tilesM(); ++m)
      for (int64_t n = 0; n < tilesN(); ++n) {
        MutableArrayRef<Value> sum =
            MutableArrayRef(result).slice((m * tilesN() + n) * valuesOfFragment, valuesOfFragment);
        ArrayRef<Value> column = ArrayRef(columns[n / 2]).slice(n % 2 * 2, 2);
        llvm::copy(multiply(rows[m], column, Values(sum)), sum.begin());
      }
  }
  return result;
}

/// Value e of a fragment of results.
Value TensorCoreCode::result(ValueRange sums, int64_t m, int64_t n, int64_t e) {
  int64_t first = (m * tilesN() + n) * valuesOfFragment;
  if (!halfAccumulator)
    return sums[first + e];
  return vector::ExtractOp::create(b, sums[first + e / 2], e % 2);
}

void TensorCoreCode::store(ValueRange sums) {
  IndexMath &math = code.math;
  ProductStore dest(code, place, tile);
  int64_t width = dest.width(2);
  Value q = ints.div(lane, 4), t = ints.rem(lane, 4);
  Value firstM = math.add(place.m, math.from(ints.add(warpM, q)));
  Value firstN = math.add(place.n, math.from(ints.add(warpN, ints.mul(t, 2))));
  SmallVector<ProductStore::Column> columns;
  for (int64_t n = 0; n < tilesN(); ++n)
    for (int64_t i = 0; i < 2; i += width)
      columns.push_back(dest.column(math.add(firstN, n * 8 + i), width));
  for (int64_t m = 0; m < tilesM(); ++m)
    for (int64_t h = 0; h < 2; ++h) {
      SmallVector<Values> values;
      for (int64_t n = 0; n < tilesN(); ++n)
        for (int64_t i = 0; i < 2; i += width) {
          Values &pair = values.emplace_back();
          for (int64_t e = i; e < i + width; ++e)
            pair.push_back(result(sums, m, n, 2 * h + e));
        }
      dest.storeRow(math.add(firstM, m * 16 + h * 8), columns, values);
    }
}

void TensorCoreCode::emit() {
  OperandTile lhs = makeTile(LhsOperand), rhs = makeTile(RhsOperand);
  lhs.place(place.batch, place.m);
  rhs.place(place.batch, place.n);
  lhsOffset = laneOffset(lhs.shared(), warpM, false);
  rhsOffset = laneOffset(rhs.shared(), warpN, true);
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(accumulatorType));
  Values zeros(tilesM() * tilesN() * valuesOfFragment, zero);
  Values sums = emitLoopOverK(code, lhs, rhs, tile.k, zeros, [&](Value half, ValueRange partial) {
    return compute(lhs, rhs, half, partial);
  });
  store(sums);
}
