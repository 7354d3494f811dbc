// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ops of one launch as the code of one kernel.
//
// Threads do work in teams: a block, a warp, or a thread alone. A team does a loop
// nest together (TeamLoops.cpp): it shares the points of parallel loops out among its
// threads, and sums over reduction loops in a part for each thread, then as a tree.
// The order depends on extents and strides, and on nothing else.
//
// Addresses are of 32 bits wherever they fit: GPUs have no 64-bit integer division, and
// pay twice for the rest.
#ifndef HALFTONE_LIB_CONVERSION_LINALGTOGPU_LAUNCHEMITTER_H
#define HALFTONE_LIB_CONVERSION_LINALGTOGPU_LAUNCHEMITTER_H

#include "KernelOutliner.h"
#include "halftone/Kernels/Kernel.h"
#include "halftone/Kernels/KernelOps.h"

namespace halftone::cuda {

using Values = llvm::SmallVector<mlir::Value>;

/// A loop nest to emit. Loops that are bound to a value are gone from `kernel.loops`,
/// and are in `kernel.positions`.
struct Work {
  kernel::Kernel kernel;
  mlir::Type index;                    ///< type of positions: i32 or i64
  llvm::SmallVector<unsigned> reduced; ///< results that are accumulated in registers
  bool inParts = true;                 ///< sums may be taken apart
  /// For each operand: what positions of bound loops are multiples of; 0 for none.
  llvm::SmallVector<int64_t> bound;

  bool isReduction() const;
  int64_t outputs() const; ///< points of the parallel loops
  int64_t terms() const;   ///< and of the others
  /// Where neighbouring threads should be neighbours in memory: in the last parallel
  /// loop, or in the last reduction loop.
  bool runsAlongReduction() const;
  /// The widest access of neighbours in the last parallel loop, in elements, that
  /// leaves something to do for so many threads.
  int64_t vectorWidth(int64_t threads) const;
  /// Puts the loops whose neighbours are neighbours in memory last.
  void order();
  /// Drops the first loop, whose index is in `positions` now.
  void bindFirst(Values positions);
};

/// Threads that work together and reach every point of their code together.
struct Team {
  int64_t size = 1;
  mlir::Value id; ///< i32, below `size`; null for a thread alone
};

/// Memory that an op touches: some bytes of a buffer. Anything at all where it is not
/// known which.
struct Place {
  mlir::Value buffer;
  int64_t low = 0, high = 0;

  static Place of(mlir::Value memref);
  bool meets(const Place &other) const;
};

class LaunchEmitter {
public:
  LaunchEmitter(OutlinedKernel &kernel, kernel::LaunchOp launch);

  mlir::ImplicitLocOpBuilder &builder() { return b; }
  int64_t numSerial() const { return serial; }

  /// The kinds of launches: how many blocks there are, or failure after an error.
  mlir::FailureOr<int64_t> emitConcurrent();
  mlir::FailureOr<int64_t> emitRows();
  mlir::FailureOr<int64_t> emitBlock();

  static int64_t threadsOf(kernel::LaunchOp launch);
  static llvm::StringRef familyOf(kernel::LaunchOp launch);

private:
  friend class PointEmitter;
  using Body = llvm::function_ref<Values(mlir::Value, mlir::ValueRange)>;

  // Work.
  mlir::FailureOr<Work> prepare(mlir::linalg::GenericOp op);
  /// The body's loop nests that have points, once all other ops are in the kernel.
  mlir::FailureOr<llvm::SmallVector<Work, 0>> prepareBody();
  mlir::Value lookup(mlir::Value value);
  mlir::LogicalResult cloneOp(mlir::Operation &op);

  // Building blocks (TeamLoops.cpp).
  mlir::Value constant(mlir::Type type, int64_t value);
  mlir::Value cast(mlir::Value value, mlir::Type type);
  mlir::Value add(mlir::Value x, mlir::Value y);
  mlir::Value scale(mlir::Value x, int64_t factor);
  mlir::Value address(mlir::Value position);
  mlir::Value isBelow(mlir::Value x, int64_t limit);
  Values advance(llvm::ArrayRef<mlir::Value> positions, const kernel::Loop &loop, mlir::Value iv);
  /// Positions of point number `linear` of `loops`, the last of which is the fastest.
  Values pointOf(llvm::ArrayRef<mlir::Value> positions, llvm::ArrayRef<kernel::Loop> loops,
                 mlir::Value linear);
  /// Binds all parallel loops to one of their points.
  Work bindOutputs(Work work, mlir::Value linear);
  Values loop(mlir::Type type, int64_t extent, mlir::ValueRange start, Body body);
  Values when(mlir::Value condition, mlir::ValueRange otherwise, llvm::function_ref<Values()> body);
  /// The team's share of `count` iterations.
  Values share(Team team, mlir::Type type, int64_t count, mlir::ValueRange start, Body body);
  void barrier(Team team);

  // Loop nests (TeamLoops.cpp).
  void emitByTeam(Work work, Team team);
  void emitElementwise(const Work &work, Team team);
  void emitElements(const Work &work, int64_t width, mlir::Value linear);
  void emitSerial(const Work &work);
  void emitSum(const Work &work, Team team);
  void emitColumns(const Work &work, mlir::Value first);

  // Sums (TeamSums.cpp).
  Values neutral(const Work &work);
  mlir::Value combine(const Work &work, unsigned i, mlir::Value x, mlir::Value y);
  mlir::Value combineTree(const Work &work, unsigned i, Values values);
  mlir::Value exchange(mlir::Value value, int64_t distance);
  Values sumOverTeam(const Work &work, Team team, Values parts);
  /// Shared memory for a value of each thread, for each sum.
  Values scratches(const Work &work);
  void beforeScratch();

  // One item of a concurrent launch (EmitConcurrent.cpp).
  struct Item;
  Item plan(Work work);
  void emitItem(const Item &item, mlir::Value block);
  void emitItems(llvm::ArrayRef<Item> items, mlir::Value block);

  // Hazards (EmitBlock.cpp).
  void access(llvm::ArrayRef<Place> reads, llvm::ArrayRef<Place> writes, Team team);
  void access(const Work &work, Team team);
  void settle(Team team);
  mlir::LogicalResult emitOps(mlir::Block &block, Team team);
  mlir::LogicalResult emitOp(mlir::Operation &op, Team team);
  mlir::LogicalResult emitRegions(mlir::Operation &op, Team team);

  OutlinedKernel &out;
  mlir::ImplicitLocOpBuilder &b;
  kernel::LaunchOp launch;
  mlir::IRMapping mapping; ///< values of the launch's body
  mlir::Value thread, lane, warp;
  llvm::SmallVector<std::pair<mlir::Type, mlir::Value>> scratchBuffers;
  bool scratchInUse = false; ///< threads may still read shared memory
  unsigned loopDepth = 0;
  llvm::SmallVector<Place> pendingReads, pendingWrites; ///< since the last barrier
  int64_t serial = 0;
};

/// Code for single points of a loop nest.
class PointEmitter {
public:
  PointEmitter(LaunchEmitter &emitter, const Work &work);

  /// What is the same in all iterations of reductions. Before `emit`.
  void emitOuter(llvm::ArrayRef<mlir::Value> positions);
  /// One point: stores what is not accumulated, returns the next accumulators.
  Values emit(llvm::ArrayRef<mlir::Value> positions, mlir::ValueRange accumulators);
  /// `width` points that are neighbours in `loop`, for work without accumulators.
  void emitVector(llvm::ArrayRef<mlir::Value> positions, const kernel::Loop &loop, int64_t width);

  mlir::Value loadStart(unsigned i);
  void storeResult(unsigned i, mlir::Value value);

private:
  mlir::Value load(unsigned a, mlir::Value position);
  void store(unsigned a, mlir::Value value, mlir::Value position);
  void emitValues(bool inner, llvm::ArrayRef<mlir::Value> positions, mlir::IRMapping &values);
  void emitOp(mlir::Operation &op, llvm::ArrayRef<mlir::Value> positions, mlir::IRMapping &values);
  mlir::Value result(unsigned r, mlir::IRMapping &values);
  unsigned initOf(unsigned r) const { return work.kernel.numInputs + r; }

  LaunchEmitter &e;
  const Work &work;
  mlir::linalg::GenericOp op;
  llvm::DenseSet<mlir::Value> inner; ///< values that depend on reduction loops
  mlir::IRMapping outerValues;
  Values outerPositions;
};

} // namespace halftone::cuda

#endif // HALFTONE_LIB_CONVERSION_LINALGTOGPU_LAUNCHEMITTER_H
