// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles through registers and shared memory, and the loop over them (ProductTiles.h).
#include "ProductTiles.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <numeric>

using namespace mlir;
using namespace halftone::cuda;

static int64_t bytesOf(Type element) {
  return llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

//===----------------------------------------------------------------------===//
// Choice of a tile, and blocks
//===----------------------------------------------------------------------===//

/// Multiprocessors of the largest chip of a generation.
static int64_t multiprocessors(const GpuTarget &target) {
  for (auto [version, count] :
       {std::pair(120, 170), {100, 148}, {90, 132}, {89, 142}, {86, 84}, {80, 108}, {75, 72}})
    if (target.version >= version)
      return count;
  return 80;
}

BlockTile halftone::cuda::chooseTile(ArrayRef<BlockTile> tiles, const ProductShape &shape,
                                     const GpuTarget &target) {
  // Loading a row or column costs about as much as 16 products of it.
  auto cost = [&](const BlockTile &tile) {
    ProductGrid grid(shape, tile);
    int64_t blocks = grid.tilesM * grid.tilesN * grid.batch;
    return llvm::divideCeil(blocks, multiprocessors(target)) *
           (tile.m * tile.n + 16 * (tile.m + tile.n));
  };
  return *llvm::min_element(
      tiles, [&](const BlockTile &x, const BlockTile &y) { return cost(x) < cost(y); });
}

ProductGrid::ProductGrid(const ProductShape &shape, const BlockTile &tile)
    : tilesM(llvm::divideCeil(shape.size(MAxis), tile.m)),
      tilesN(llvm::divideCeil(shape.size(NAxis), tile.n)), batch(shape.size(BatchAxis)),
      batchInX(batch > 65535) {}

SmallVector<int64_t> ProductGrid::blocks() const {
  int64_t tiles = tilesM * tilesN;
  return batchInX ? SmallVector<int64_t>{tiles * batch} : SmallVector<int64_t>{tiles, 1, batch};
}

BlockPlace::BlockPlace(ProductCode &code, const ProductGrid &grid, const BlockTile &tile) {
  IndexMath &math = code.math;
  Value x = math.from(code.kernel.blockId());
  if (grid.batchInX) {
    batch = math.div(x, grid.tilesM * grid.tilesN);
    x = math.rem(x, grid.tilesM * grid.tilesN);
  } else {
    batch = grid.batch == 1 ? math.constant(0) : math.from(code.kernel.blockId(gpu::Dimension::z));
  }
  // Up to 8 tiles along m share each tile of rhs while it is in the cache.
  int64_t group = std::gcd(grid.tilesM, int64_t(8)), inGroup = group * grid.tilesN;
  Value first = math.mul(math.div(x, inGroup), group), place = math.rem(x, inGroup);
  m = math.mul(math.add(first, math.rem(place, group)), tile.m);
  n = math.mul(math.div(place, group), tile.n);
}

//===----------------------------------------------------------------------===//
// OperandTile
//===----------------------------------------------------------------------===//

OperandTile::OperandTile(ProductCode &code, OperandKind operand, const Options &options,
                         Value thread)
    : code(code), b(code.b), operand(operand), rowAxis(ProductShape::rowsOf(operand)),
      options(options), fastAlongK(code.shape.isFastAlongK(operand)) {
  int64_t fast = fastAlongK ? options.k : options.rows;
  int64_t elements = options.rows * options.k;
  int64_t most = std::min(
      16 / std::max(bytesOf(code.shape.operands[operand].element), bytesOf(options.element)),
      elements / options.threads);
  width = code.shape.vectorWidth(operand, fastAlongK ? KAxis : rowAxis, most);
  lineLength = fast / width;
  numChunks = elements / width / options.threads;
  assert(numChunks > 0 && "more threads than elements");
  IndexMath &math = code.math;
  threadLine = math.div(thread, lineLength);
  threadColumn = math.mul(math.rem(thread, lineLength), width);
  makeShared();
}

void OperandTile::makeShared() {
  bool lineAlongK = options.order == Order::AsInMemory && fastAlongK;
  int64_t pitch = (lineAlongK ? options.k : options.rows) + options.padding[!lineAlongK];
  tile.element = options.roundToTF32 ? b.getI32Type() : options.element;
  tile.rowStep = lineAlongK ? pitch : 1;
  tile.kStep = lineAlongK ? 1 : pitch;
  tile.half = pitch * (lineAlongK ? options.rows : options.k);
  int64_t halves = code.shape.size(KAxis) > options.k ? 2 : 1;
  int64_t bytes = llvm::alignTo(halves * tile.half * bytesOf(tile.element), 16);
  // Of vectors, which are aligned to 16 bytes.
  auto line = VectorType::get(4, b.getI32Type());
  Value memref = code.kernel.shared(MemRefType::get({bytes / 16}, line));
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(b, memref);
  address = arith::IndexCastOp::create(b, b.getI64Type(), address);
  auto pointer = LLVM::LLVMPointerType::get(b.getContext(),
                                            static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared));
  tile.pointer = LLVM::IntToPtrOp::create(b, pointer, address);
}

OperandTile::Chunk OperandTile::chunk(int64_t index) const {
  int64_t line, column = 0;
  if (lineLength <= options.threads) {
    line = index * (options.threads / lineLength);
  } else {
    int64_t perLine = lineLength / options.threads;
    line = index / perLine;
    column = index % perLine * options.threads * width;
  }
  return fastAlongK ? Chunk{threadLine, threadColumn, line, column}
                    : Chunk{threadColumn, threadLine, column, line};
}

void OperandTile::place(Value batch, Value firstRow) {
  IndexMath &math = code.math;
  start = code.start(operand, batch);
  int64_t rows = code.shape.size(rowAxis);
  for (int64_t i = 0; i < numChunks; ++i) {
    Chunk c = chunk(i);
    Value row = math.add(math.add(firstRow, c.row), c.addRow);
    rowOffsets.push_back(math.add(start, code.offsetAlong(rowAxis, operand, row)));
    rowConditions.push_back(rows % options.rows ? math.less(row, rows) : Value());
  }
}

SmallVector<Value> OperandTile::load(Value firstK) {
  IndexMath &math = code.math;
  int64_t size = code.shape.size(KAxis);
  SmallVector<Value> result;
  for (int64_t i = 0; i < numChunks; ++i) {
    Chunk c = chunk(i);
    Value k = math.add(math.add(firstK, c.k), c.addK);
    Value inside = size % options.k ? math.less(k, size) : Value();
    Value offset = math.add(rowOffsets[i], code.offsetAlong(KAxis, operand, k));
    Value value = code.load(operand, offset, width, math.both(rowConditions[i], inside), start);
    if (inside) {
      Value zero = arith::ConstantOp::create(b, b.getZeroAttr(value.getType()));
      value = arith::SelectOp::create(b, inside, value, zero);
    }
    result.push_back(value);
  }
  return result;
}

Value OperandTile::element(Value value, int64_t index) {
  return width == 1 ? value : vector::ExtractOp::create(b, value, index).getResult();
}

/// A value of global memory as shared memory has it.
Value OperandTile::staged(Value value) {
  value = code.convert(value, options.element);
  if (!options.roundToTF32)
    return value;
  SmallVector<Value> rounded;
  for (int64_t i = 0; i < width; ++i)
    rounded.push_back(NVVM::ConvertFloatToTF32Op::create(b, b.getI32Type(), element(value, i),
                                                         NVVM::FPRoundingMode::RNA,
                                                         NVVM::SaturationMode::NONE, false));
  if (width == 1)
    return rounded.front();
  return vector::FromElementsOp::create(b, VectorType::get(width, b.getI32Type()), rounded);
}

Value OperandTile::sharedPointer(Value offset, int64_t constant) {
  Value pointer = tile.pointer;
  if (offset)
    pointer = LLVM::GEPOp::create(b, pointer.getType(), tile.element, pointer,
                                  ArrayRef<LLVM::GEPArg>{offset});
  if (constant)
    pointer = LLVM::GEPOp::create(b, pointer.getType(), tile.element, pointer,
                                  ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(constant)});
  return pointer;
}

void OperandTile::store(ArrayRef<Value> registers, Value half) {
  IndexMath math(b, b.getI32Type());
  Chunk first = chunk(0);
  Value base = math.add(math.mul(math.from(first.row), tile.rowStep),
                        math.mul(math.from(first.k), tile.kStep));
  base = math.add(base, math.mul(half, tile.half));
  int64_t fastStep = fastAlongK ? tile.kStep : tile.rowStep;
  for (auto [i, loaded] : llvm::enumerate(registers)) {
    Chunk c = chunk(i);
    int64_t constant = c.addRow * tile.rowStep + c.addK * tile.kStep;
    Value value = staged(loaded);
    unsigned bytes = bytesOf(tile.element);
    if (fastStep == 1) {
      LLVM::StoreOp::create(b, value, sharedPointer(base, constant), bytes * width);
      continue;
    }
    for (int64_t e = 0; e < width; ++e)
      LLVM::StoreOp::create(b, element(value, e), sharedPointer(base, constant + e * fastStep),
                            bytes);
  }
}

//===----------------------------------------------------------------------===//
// The loop over k
//===----------------------------------------------------------------------===//

SmallVector<Value>
halftone::cuda::emitLoopOverK(ProductCode &code, OperandTile &lhs, OperandTile &rhs, int64_t tileK,
                              ValueRange zeros,
                              function_ref<SmallVector<Value>(Value, ValueRange)> compute) {
  ImplicitLocOpBuilder &b = code.b;
  IndexMath &math = code.math, halves(b, b.getI32Type());
  if (code.shape.size(KAxis) == 0)
    return SmallVector<Value>(zeros);
  Value first = math.constant(0), half = halves.constant(0);
  SmallVector<Value> left = lhs.load(first), right = rhs.load(first);
  lhs.store(left, half);
  rhs.store(right, half);
  gpu::BarrierOp::create(b);
  int64_t more = llvm::divideCeil(code.shape.size(KAxis), tileK) - 1;
  if (more == 0)
    return compute(half, zeros);

  SmallVector<Value> carried{half};
  llvm::append_range(carried, zeros);
  auto loop =
      scf::ForOp::create(b, first, math.constant(more * tileK), math.constant(tileK), carried);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value next = math.add(loop.getInductionVar(), tileK);
    half = loop.getRegionIterArg(0);
    left = lhs.load(next);
    right = rhs.load(next);
    SmallVector<Value> sums = compute(half, loop.getRegionIterArgs().drop_front());
    half = arith::XOrIOp::create(b, half, halves.constant(1));
    lhs.store(left, half);
    rhs.store(right, half);
    gpu::BarrierOp::create(b);
    sums.insert(sums.begin(), half);
    scf::YieldOp::create(b, sums);
  }
  return compute(loop.getResult(0), loop.getResults().drop_front());
}

//===----------------------------------------------------------------------===//
// ProductStore
//===----------------------------------------------------------------------===//

ProductStore::ProductStore(ProductCode &code, const BlockPlace &place, const BlockTile &tile)
    : code(code), destStart(code.start(DestOperand, place.batch)),
      checkM(code.shape.size(MAxis) % tile.m), checkN(code.shape.size(NAxis) % tile.n),
      biasAlongM(llvm::any_of(code.shape.axes[MAxis].digits, [](const AxisDigit &digit) {
        return digit.strides[BiasOperand] != 0;
      })) {
  if (code.shape.hasBias())
    biasStart = code.start(BiasOperand, place.batch);
}

int64_t ProductStore::width(int64_t most) const {
  int64_t bytes = bytesOf(code.shape.operands[DestOperand].element);
  return code.shape.vectorWidth(DestOperand, NAxis, std::min(most, 16 / bytes));
}

ProductStore::Column ProductStore::column(Value n, int64_t count) {
  IndexMath &math = code.math;
  Column result;
  result.offset = math.add(destStart, code.offsetAlong(NAxis, DestOperand, n));
  if (checkN)
    result.condition = math.less(n, code.shape.size(NAxis));
  if (!code.shape.hasBias() || biasAlongM)
    return result;
  Value offset = math.add(biasStart, code.offsetAlong(NAxis, BiasOperand, n));
  int64_t vector = code.shape.vectorWidth(BiasOperand, NAxis, count);
  for (int64_t i = 0; i < count; i += vector) {
    Value index = i ? math.add(n, i) : n;
    Value each = i ? math.add(biasStart, code.offsetAlong(NAxis, BiasOperand, index)) : offset;
    llvm::append_range(result.bias, code.loadBias(each, vector, result.condition, biasStart));
  }
  return result;
}

void ProductStore::storeRow(Value m, ArrayRef<Column> columns,
                            ArrayRef<SmallVector<Value>> values) {
  ImplicitLocOpBuilder &b = code.b;
  IndexMath &math = code.math;
  OpBuilder::InsertionGuard guard(b);
  if (checkM) {
    auto inside = scf::IfOp::create(b, math.less(m, code.shape.size(MAxis)));
    b.setInsertionPointToStart(inside.thenBlock());
  }
  Value row = code.offsetAlong(MAxis, DestOperand, m);
  SmallVector<Value> rowBias;
  if (code.shape.hasBias() && biasAlongM)
    rowBias =
        code.loadBias(math.add(biasStart, code.offsetAlong(MAxis, BiasOperand, m)), 1, {}, {});
  for (auto [column, sums] : llvm::zip_equal(columns, values)) {
    OpBuilder::InsertionGuard inner(b);
    if (column.condition) {
      auto inside = scf::IfOp::create(b, column.condition);
      b.setInsertionPointToStart(inside.thenBlock());
    }
    SmallVector<Value> bias(column.bias);
    if (!rowBias.empty())
      bias.assign(sums.size(), rowBias.front());
    code.storeResults(sums, bias, math.add(column.offset, row));
  }
}
