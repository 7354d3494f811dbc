// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles of a product's operands on their way: neighbouring threads load neighbouring
// elements of global memory into registers, up to 16 bytes at once, and put them into
// shared memory one tile later, so that the loads of the next tile run beside the
// arithmetic of this one. Shared memory holds two tiles in turn, with one barrier for
// each tile along k.
//
//   tile along k   registers            shared memory     arithmetic
//        i         loads of tile i + 1  tile i in half 0  on half 0
//                  to half 1            ----- barrier -----
//       i + 1      loads of tile i + 2  tile i+1 in half 1 ...
#ifndef HALFTONE_LIB_CONVERSION_LINALGTOGPU_PRODUCTTILES_H
#define HALFTONE_LIB_CONVERSION_LINALGTOGPU_PRODUCTTILES_H

#include "ProductCode.h"

namespace halftone::cuda {

/// How a block of threads divides its part of a product.
struct BlockTile {
  int64_t m, n, k;      ///< what the block does at once
  int64_t partM, partN; ///< what one warp (Tensor Cores) or thread has of it
  int64_t numParts() const { return (m / partM) * (n / partN); }
};

/// The tile, of several, that should take the least time: blocks run in waves over the
/// chip, and a larger tile loads less for each product.
BlockTile chooseTile(llvm::ArrayRef<BlockTile> tiles, const ProductShape &shape,
                     const GpuTarget &target);

/// How blocks are numbered: tiles along x, the batch along z while the grid has room
/// there.
struct ProductGrid {
  ProductGrid(const ProductShape &shape, const BlockTile &tile);
  llvm::SmallVector<int64_t> blocks() const;
  int64_t tilesM, tilesN, batch;
  bool batchInX;
};

/// Where a block is: the first indices of its tile.
struct BlockPlace {
  BlockPlace(ProductCode &code, const ProductGrid &grid, const BlockTile &tile);
  mlir::Value batch, m, n; ///< of the code's integer type
};

/// How an operand's tile lies in shared memory: element (row, k) at `row * rowStep + k *
/// kStep`.
struct SharedTile {
  mlir::Value pointer; ///< of the first half
  mlir::Type element;
  int64_t rowStep, kStep;
  int64_t half; ///< elements of one half
};

/// One operand's tile.
class OperandTile {
public:
  using Value = mlir::Value;
  enum class Order {
    AsInMemory,   ///< the axis that is fast in global memory is fast in shared memory
    RowsTogether, ///< neighbouring rows are neighbours
  };
  struct Options {
    int64_t rows, k; ///< of the tile
    int64_t threads;
    mlir::Type element; ///< in shared memory
    Order order;
    int64_t padding[2];       ///< elements after each line, with k or rows along the line
    bool roundToTF32 = false; ///< f32 elements; they are i32 in shared memory
  };
  OperandTile(ProductCode &code, OperandKind operand, const Options &options, Value thread);

  /// Says where the tile is.
  void place(Value batch, Value firstRow);
  /// Elements from `firstK` on in registers; zeros beyond the end of k.
  llvm::SmallVector<Value> load(Value firstK);
  /// The same in shared memory, in half `half` (i32, 0 or 1).
  void store(llvm::ArrayRef<Value> registers, Value half);

  const SharedTile &shared() const { return tile; }
  /// Where element `offset` (i32) + `constant` is in shared memory.
  Value sharedPointer(Value offset, int64_t constant = 0);

private:
  /// Row and k of one of the thread's chunks within the tile: of the first, and what is
  /// added for this one.
  struct Chunk {
    Value row, k;
    int64_t addRow, addK;
  };
  Chunk chunk(int64_t index) const;
  void makeShared();
  Value staged(Value value);
  Value element(Value value, int64_t index);

  ProductCode &code;
  mlir::ImplicitLocOpBuilder &b;
  OperandKind operand;
  AxisKind rowAxis;
  Options options;
  bool fastAlongK;
  int64_t width;                  ///< elements of one load
  int64_t lineLength;             ///< chunks of one line along the fast axis
  int64_t numChunks;              ///< of one thread
  Value threadLine, threadColumn; ///< of the thread's first chunk
  Value start;
  llvm::SmallVector<Value> rowOffsets, rowConditions; ///< of each chunk
  SharedTile tile;
};

/// The loop over k: `compute(half, sums)` gives the sums after the tile in that half.
llvm::SmallVector<mlir::Value> emitLoopOverK(
    ProductCode &code, OperandTile &lhs, OperandTile &rhs, int64_t tileK, mlir::ValueRange zeros,
    llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value, mlir::ValueRange)> compute);

/// Stores results, and leaves out what is beyond the end of the product.
class ProductStore {
public:
  ProductStore(ProductCode &code, const BlockPlace &place, const BlockTile &tile);

  /// How many neighbours along n, 1 or `most`, one store takes.
  int64_t width(int64_t most) const;

  /// Neighbours along n: where they are in dest, whether they are in the product (null
  /// for always), and their bias.
  struct Column {
    mlir::Value offset, condition;
    llvm::SmallVector<mlir::Value> bias;
  };
  Column column(mlir::Value n, int64_t count);
  /// Values of row `m`, for each column as many as it has.
  void storeRow(mlir::Value m, llvm::ArrayRef<Column> columns,
                llvm::ArrayRef<llvm::SmallVector<mlir::Value>> values);

private:
  ProductCode &code;
  mlir::Value destStart, biasStart;
  bool checkM, checkN, biasAlongM;
};

} // namespace halftone::cuda

#endif // HALFTONE_LIB_CONVERSION_LINALGTOGPU_PRODUCTTILES_H
