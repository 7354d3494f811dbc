// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which kernels share a row loop, and which row loops are worth several threads.
//
// Kernels that follow each other are taken into one group as long as a number of
// rows exists that divides the first loop of each and `canShareRows` holds: the
// greatest common divisor of their extents. So an elementwise kernel over 64x128
// elements, which is one loop of 8192, meets a row reduction at 64 rows of 128. Within
// a row the same happens again with the loops that are left.
#include "Emitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <numeric>

using namespace mlir;
using namespace halftone::cpu;
using namespace halftone::kernel;
using LocBuilder = ImplicitLocOpBuilder;

/// Instructions worth another thread, and worth a piece.
static constexpr int64_t parallelWork = 60000, pieceWork = 20000;
/// Elements of a block where a long loop is cut up for threads.
static constexpr int64_t blockSize = 512;

static int64_t workOf(const Kernel &kernel, const EmitterOptions &options) {
  return kernel.size() * kernel.cost() / (chooseVectorLoop(kernel) >= 0 ? options.lanes : 1);
}

/// Elements of a block of columns that is summed over rows: a few vectors.
static int64_t leastBlock(const EmitterOptions &options) { return 4 * options.lanes; }

/// True where `count` rows cut up the loop to vectorise of a kernel that has others
/// too, as a column sum: one column at a time would leave no vectors.
static bool cutsVectors(const Kernel &kernel, int64_t count, const EmitterOptions &options) {
  return kernel.loops.size() > 1 && chooseVectorLoop(kernel) == 0 &&
         kernel.loops.front().extent / count < leastBlock(options);
}

/// The most rows, `count` or less by powers of two, that a group can share; else 0.
static int64_t sharedRows(ArrayRef<Kernel> group, int64_t count, const EmitterOptions &options) {
  auto cuts = [&](const Kernel &kernel) { return cutsVectors(kernel, count, options); };
  while (llvm::any_of(group, cuts)) {
    if (count % 2 != 0)
      return 0;
    count /= 2;
  }
  return isRowCount(group, count) ? count : 0;
}

static int64_t rowSize(const Kernel &kernel, int64_t count) { return kernel.size() / count; }

/// Emits a loop over rows around what is left of each kernel.
static void emitRows(LocBuilder &b, MutableArrayRef<Kernel> kernels, int64_t count, bool outermost,
                     const EmitterOptions &options, EmitterStatistics &statistics) {
  int64_t work = 0;
  for (Kernel &kernel : kernels) {
    work += workOf(kernel, options);
    kernel.splitFirst(count);
  }
  Value zero = arith::ConstantIndexOp::create(b, 0), one = arith::ConstantIndexOp::create(b, 1);
  auto rows = scf::ForOp::create(b, zero, arith::ConstantIndexOp::create(b, count), one);
  if (outermost && options.parallel && work >= parallelWork) {
    int64_t grain = std::max<int64_t>(1, pieceWork * count / work);
    rows->setAttr("kernel.grain", b.getI64IntegerAttr(grain));
  }
  ++statistics.nests;
  statistics.fusedRows += kernels.size() - 1;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(rows.getBody());
  for (Kernel &kernel : kernels) {
    for (auto [position, stride] : llvm::zip_equal(kernel.positions, kernel.loops.front().strides))
      position = advance(b, position, rows.getInductionVar(), stride);
    kernel.loops.erase(kernel.loops.begin());
  }
  emitKernels(b, kernels, /*outermost=*/false, options, statistics);
}

/// One kernel: its first loop as rows if that is not the one to vectorise; a long
/// loop in blocks, and what is left over.
static void emitAlone(LocBuilder &b, Kernel kernel, bool outermost, const EmitterOptions &options,
                      EmitterStatistics &statistics) {
  bool threads =
      outermost && options.parallel && hasRows(kernel) && workOf(kernel, options) >= parallelWork;
  if (!threads)
    return emitNest(b, kernel, options, statistics);
  int64_t extent = kernel.loops.front().extent;
  if (chooseVectorLoop(kernel) != 0)
    return emitRows(b, kernel, extent, outermost, options, statistics);
  // Shorter blocks where there is much to do for each element, as in a column sum.
  int64_t block = blockSize;
  while (block > leastBlock(options) && extent / block < 16)
    block /= 2;
  int64_t count = extent / block;
  if (count < 2)
    return emitNest(b, kernel, options, statistics);
  Kernel rest = kernel;
  kernel.loops.front().extent = count * block;
  rest.loops.front().extent = extent - count * block;
  emitRows(b, kernel, count, outermost, options, statistics);
  if (rest.loops.front().extent == 0)
    return;
  Value start = arith::ConstantIndexOp::create(b, count * block);
  for (auto [position, stride] : llvm::zip_equal(rest.positions, rest.loops.front().strides))
    position = advance(b, position, start, stride);
  emitNest(b, rest, options, statistics);
}

void halftone::cpu::emitKernels(LocBuilder &b, ArrayRef<Kernel> kernels, bool outermost,
                                const EmitterOptions &options, EmitterStatistics &statistics) {
  while (!kernels.empty()) {
    SmallVector<Kernel> group{kernels.front()};
    int64_t count = hasRows(group[0]) ? group[0].loops.front().extent : 0;
    while (count > 1 && group.size() < kernels.size() && hasRows(kernels[group.size()])) {
      const Kernel &next = kernels[group.size()];
      int64_t common = std::gcd(count, next.loops.front().extent);
      group.push_back(next);
      common = sharedRows(group, common, options);
      if (common == 0) {
        group.pop_back();
        break;
      }
      count = common;
    }
    kernels = kernels.drop_front(group.size());
    // A group of loops without rows of their own takes longer rows.
    auto isLong = [&](const Kernel &kernel) { return rowSize(kernel, count) > 1; };
    if (group.size() > 1 && llvm::none_of(group, isLong)) {
      int64_t length = blockSize;
      while (length >= leastRow && (count % length != 0 || !isRowCount(group, count / length)))
        length /= 2;
      count = length >= leastRow ? count / length : 0;
    }
    if (group.size() > 1 && count > 1)
      emitRows(b, group, count, outermost, options, statistics);
    else
      for (Kernel &kernel : group)
        emitAlone(b, kernel, outermost, options, statistics);
  }
}
