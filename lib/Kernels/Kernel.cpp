// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops and addresses of a kernel, and whether kernels may share their rows.
#include "halftone/Kernels/Kernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace halftone::kernel;

Value halftone::kernel::baseOf(Value memref) {
  while (Operation *op = memref.getDefiningOp()) {
    auto view = dyn_cast<ViewLikeOpInterface>(op);
    if (!view)
      break;
    memref = view.getViewSource();
  }
  return memref;
}

unsigned halftone::kernel::costOfBody(linalg::GenericOp op) {
  unsigned cost = op->getNumOperands();
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (isa<arith::ConstantOp, linalg::IndexOp>(inner))
      continue;
    if (isa<arith::DivFOp, math::SqrtOp, memref::LoadOp>(inner))
      cost += 6;
    else if (isa<math::ExpOp, math::LogOp, math::TanhOp, math::ErfOp, math::ExpM1Op, math::Log1pOp>(
                 inner))
      cost += 20;
    else if (isa<math::SinOp, math::CosOp, math::TanOp, math::PowFOp, math::CbrtOp, math::Atan2Op>(
                 inner) &&
             inner.getResult(0).getType().isF32())
      cost += 60; // in f64, half as many at a time
    else if (isa<math::MathDialect>(inner.getDialect()) &&
             !isa<math::AbsFOp, math::FmaOp, math::CopySignOp, math::FloorOp, math::CeilOp,
                  math::RoundEvenOp>(inner))
      cost += 200; // a call for each element
    else if (isa<arith::TruncFOp, arith::MaximumFOp, arith::MinimumFOp>(inner))
      cost += 5;
    else if (isa<arith::RemFOp, arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(
                 inner))
      cost += 25;
    else
      cost += 1;
  }
  return cost;
}

/// Adds `factor` times the coefficients of a linear expression; false if it is none.
static bool addCoefficients(AffineExpr expr, int64_t factor, MutableArrayRef<int64_t> coefficients,
                            int64_t &offset) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    coefficients[dim.getPosition()] += factor;
    return true;
  }
  if (auto number = dyn_cast<AffineConstantExpr>(expr)) {
    offset += factor * number.getValue();
    return true;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  if (expr.getKind() == AffineExprKind::Add)
    return addCoefficients(binary.getLHS(), factor, coefficients, offset) &&
           addCoefficients(binary.getRHS(), factor, coefficients, offset);
  auto scale = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return expr.getKind() == AffineExprKind::Mul && scale &&
         addCoefficients(binary.getLHS(), factor * scale.getValue(), coefficients, offset);
}

std::optional<Kernel> Kernel::of(linalg::GenericOp op) {
  Kernel kernel;
  kernel.op = op;
  kernel.numInputs = op.getNumDpsInputs();
  kernel.elementCost = costOfBody(op);
  unsigned numOperands = op->getNumOperands();
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  for (auto [extent, kind] : llvm::zip_equal(extents, op.getIteratorTypesArray()))
    kernel.loops.push_back({extent, kind == utils::IteratorType::parallel,
                            SmallVector<int64_t, 8>(numOperands + extents.size(), 0)});
  op.getBody()->walk([&](linalg::IndexOp index) {
    kernel.loops[index.getDim()].strides[numOperands + index.getDim()] = 1;
  });

  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    if (!type)
      return std::nullopt;
    SmallVector<int64_t> strides, coefficients(extents.size(), 0);
    int64_t offset;
    if (failed(type.getStridesAndOffset(strides, offset)) ||
        llvm::is_contained(strides, ShapedType::kDynamic))
      return std::nullopt;
    bool dynamicOffset = ShapedType::isDynamic(offset);
    if (dynamicOffset)
      offset = 0;
    for (auto [expr, stride] :
         llvm::zip_equal(op.getMatchingIndexingMap(&operand).getResults(), strides))
      if (!addCoefficients(expr, stride, coefficients, offset))
        return std::nullopt;
    for (auto [loop, coefficient] : llvm::zip_equal(kernel.loops, coefficients))
      loop.strides[operand.getOperandNumber()] = coefficient;
    kernel.accesses.push_back(
        {operand.get(), baseOf(operand.get()), Value(), offset, dynamicOffset});
  }
  kernel.positions.resize(numOperands + extents.size());
  kernel.collapseLoops();
  return kernel;
}

/// Parallel loops first; then neighbours that are one loop to every operand merge.
void Kernel::collapseLoops() {
  llvm::erase_if(loops, [&](const Loop &loop) { return loop.extent == 1; });
  SmallVector<Loop> ordered, merged;
  for (bool parallel : {true, false})
    llvm::copy_if(loops, std::back_inserter(ordered),
                  [=](const Loop &loop) { return loop.parallel == parallel; });
  for (Loop &loop : ordered) {
    auto isOneLoop = [&](const Loop &outer) {
      return outer.parallel == loop.parallel &&
             llvm::all_of(llvm::zip_equal(outer.strides, loop.strides), [&](auto pair) {
               return std::get<0>(pair) == std::get<1>(pair) * loop.extent;
             });
    };
    if (!merged.empty() && isOneLoop(merged.back())) {
      merged.back().extent *= loop.extent;
      merged.back().strides = loop.strides;
    } else {
      merged.push_back(std::move(loop));
    }
  }
  loops = std::move(merged);
}

int64_t Kernel::size() const {
  int64_t size = 1;
  for (const Loop &loop : loops)
    size *= loop.extent;
  return size;
}

int64_t Kernel::innerSize() const {
  return loops.empty() || loops[0].extent == 0 ? 1 : size() / loops[0].extent;
}

void Kernel::splitFirst(int64_t count) {
  Loop &first = loops.front();
  assert(first.extent % count == 0 && "rows must divide the loop");
  int64_t rest = first.extent / count;
  if (rest == 1)
    return;
  Loop inner = first;
  inner.extent = rest;
  first.extent = count;
  for (int64_t &stride : first.strides)
    stride *= rest;
  loops.insert(loops.begin() + 1, std::move(inner));
}

//===----------------------------------------------------------------------===//
// Sharing rows
//===----------------------------------------------------------------------===//

namespace {
/// What an operand touches in one row: elements [low, high] of its buffer, which
/// move by `stride` with each row.
struct RowFootprint {
  int64_t stride, low, high;
};
} // namespace

static RowFootprint footprint(const Kernel &kernel, unsigned a, int64_t count) {
  const Loop &first = kernel.loops.front();
  int64_t rest = first.extent / count;
  RowFootprint result{first.strides[a] * rest, kernel.accesses[a].offset,
                      kernel.accesses[a].offset};
  auto extend = [&](int64_t extent, int64_t stride) {
    int64_t reach = (extent - 1) * stride;
    (reach < 0 ? result.low : result.high) += reach;
  };
  extend(rest, first.strides[a]);
  for (const Loop &loop : ArrayRef(kernel.loops).drop_front())
    extend(loop.extent, loop.strides[a]);
  return result;
}

/// Buffers that the body reads by itself.
static void forEachBodyLoad(const Kernel &kernel, function_ref<void(Value)> visit) {
  linalg::GenericOp op = kernel.op;
  op.getBody()->walk([&](memref::LoadOp load) { visit(baseOf(load.getMemRef())); });
}

static bool bodyConflicts(const Kernel &reader, const Kernel &writer) {
  bool conflict = false;
  forEachBodyLoad(reader, [&](Value base) {
    for (unsigned a = writer.numInputs; a < writer.accesses.size(); ++a)
      conflict |= writer.accesses[a].base == base;
  });
  return conflict;
}

/// Sets `meet` when both touch some buffer alike, row by row.
static bool canShare(const Kernel &x, const Kernel &y, int64_t count, bool &meet) {
  if (bodyConflicts(x, y) || bodyConflicts(y, x))
    return false;
  for (unsigned a = 0; a < x.accesses.size(); ++a) {
    for (unsigned c = 0; c < y.accesses.size(); ++c) {
      const Access &ax = x.accesses[a], &ay = y.accesses[c];
      if (ax.base != ay.base)
        continue;
      bool known = ax.memref == ay.memref || (!ax.dynamicOffset && !ay.dynamicOffset);
      RowFootprint fx = footprint(x, a, count), fy = footprint(y, c, count);
      bool rowWise = known && fx.stride == fy.stride && fx.stride > 0 &&
                     fx.high - fy.low < fx.stride && fy.high - fx.low < fx.stride;
      meet |= rowWise;
      bool disjoint = known && !ax.dynamicOffset && fx.stride == 0 && fy.stride == 0 &&
                      (fx.high < fy.low || fy.high < fx.low);
      if (!rowWise && !disjoint && (x.isWritten(a) || y.isWritten(c)))
        return false;
    }
  }
  return true;
}

bool halftone::kernel::canShareRows(ArrayRef<Kernel> kernels, int64_t count) {
  for (size_t j = 0; j < kernels.size(); ++j) {
    bool meet = j == 0;
    for (size_t i = 0; i < j; ++i)
      if (!canShare(kernels[i], kernels[j], count, meet))
        return false;
    // A row of one element, as the start of a sum, costs nothing where it is.
    if (!meet && kernels[j].size() != count)
      return false;
  }
  return true;
}

bool halftone::kernel::hasRows(const Kernel &kernel) {
  return !kernel.loops.empty() && kernel.loops.front().parallel &&
         kernel.loops.front().extent > 1 && kernel.size() > 0;
}

bool halftone::kernel::isRowCount(ArrayRef<Kernel> kernels, int64_t count) {
  return count > 1 &&
         llvm::all_of(kernels,
                      [&](const Kernel &kernel) {
                        int64_t size = kernel.size() / count;
                        return size >= leastRow || size == 1;
                      }) &&
         canShareRows(kernels, count);
}
