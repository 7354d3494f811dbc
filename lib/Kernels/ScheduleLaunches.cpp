// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `schedule-launches`: which ops on buffers become one kernel launch.
//
// The first op that has all it needs goes next, and takes others with it:
//
//   rows        later ops that continue its rows: a layer norm's sums and what is made
//               of them, with nothing in between that they depend on;
//   concurrent  later ops that have all they need already, as the updates of all
//               parameters: each gets blocks of its own;
//   block       a chain of tiny ops, as the arithmetic of loss scale and learning rate.
//
// Two kinds wait until nothing else can run, so that they meet in one launch each:
// sums over whole arrays, which norms and finite checks are made of, and after them
// what updates state.
//
// Products are launches of their own. A loop that holds products stays on the host,
// which knows its trip count; any other loop or branch is one launch.
#include "DeviceScalars.h"
#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Kernels/Kernel.h"
#include "halftone/Kernels/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include <numeric>

namespace halftone::kernel {
#define GEN_PASS_DEF_SCHEDULELAUNCHES
#include "halftone/Kernels/Passes.h.inc"
} // namespace halftone::kernel

using namespace mlir;
using namespace halftone;
using namespace halftone::kernel;

/// Points of an op that are not worth a grid of blocks.
static constexpr int64_t tinySize = 1024;
/// How far ahead an op looks for others to take along: bounds the time of the pass.
static constexpr size_t window = 512;

namespace {
/// The buffers that an op touches.
struct Footprint {
  SmallVector<Value, 4> reads, writes; ///< bases
  bool unknown = false;                ///< may touch anything

  bool conflictsWith(const Footprint &other) const {
    auto meet = [](ArrayRef<Value> a, ArrayRef<Value> b) {
      return llvm::any_of(a, [&](Value value) { return llvm::is_contained(b, value); });
    };
    return unknown || other.unknown || meet(writes, other.reads) || meet(writes, other.writes) ||
           meet(reads, other.writes);
  }
};

enum class ItemKind { Loops, Block, Product, HostLoop, Barrier };
/// Of what could run, the first kind goes first.
enum class Turn { Now, WholeSum, Update };

/// Something to schedule.
struct Item {
  Operation *op;
  ItemKind kind;
  std::optional<Kernel> kernel; ///< of `Loops`
  Footprint footprint;
  SmallVector<size_t> needs{}; ///< items before it that it must follow
  Turn turn = Turn::Now;
  bool done = false;

  bool isTiny() const { return kind == ItemKind::Loops && kernel->size() <= tinySize; }
};
} // namespace

/// Loops may carry buffers, which are then not told apart.
static bool isIdentified(Value base) {
  if (auto argument = dyn_cast<BlockArgument>(base))
    return isa<func::FuncOp>(argument.getOwner()->getParentOp());
  return base.getDefiningOp<memref::AllocOp>() || base.getDefiningOp<memref::GetGlobalOp>();
}

static void addTouched(Value buffer, SmallVectorImpl<Value> &bases, Footprint &footprint,
                       Operation *item) {
  Value base = baseOf(buffer);
  if (Operation *owner = base.getParentBlock()->getParentOp(); item->isAncestor(owner))
    if (base.getDefiningOp<memref::AllocOp>())
      return; // within the item
  if (!isIdentified(base))
    footprint.unknown = true;
  else if (!llvm::is_contained(bases, base))
    bases.push_back(base);
}

static Footprint footprintOf(Operation *item) {
  Footprint footprint;
  item->walk([&](Operation *op) {
    auto interface = dyn_cast<MemoryEffectOpInterface>(op);
    if (!interface) {
      // The ops of a region are asked themselves.
      footprint.unknown |=
          !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() && !isMemoryEffectFree(op);
      return;
    }
    SmallVector<MemoryEffects::EffectInstance> effects;
    interface.getEffects(effects);
    for (const MemoryEffects::EffectInstance &effect : effects) {
      if (isa<MemoryEffects::Allocate>(effect.getEffect()))
        continue;
      Value value = effect.getValue();
      if (!value)
        footprint.unknown = true;
      else if (isa<MemoryEffects::Read>(effect.getEffect()))
        addTouched(value, footprint.reads, footprint, item);
      else
        addTouched(value, footprint.writes, footprint, item);
    }
  });
  return footprint;
}

/// When an op's turn is.
static Turn turnOf(const Item &item, bool isNeeded) {
  if (item.kind != ItemKind::Loops)
    return Turn::Now;
  auto isState = [](Value base) {
    auto argument = dyn_cast<BlockArgument>(base);
    if (!argument)
      return false;
    auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
    return function.getArgAttr(argument.getArgNumber(), train::attr::role) != nullptr;
  };
  if (!isNeeded && llvm::any_of(item.footprint.writes, isState))
    return Turn::Update;
  linalg::GenericOp op = item.kernel->op;
  if (op->hasAttr(partialSumAttrName))
    return Turn::WholeSum;
  bool isWholeSum = !item.isTiny() && llvm::all_of(op.getOutputs(), [](Value output) {
    return cast<MemRefType>(output.getType()).getNumElements() == 1;
  });
  return isWholeSum ? Turn::WholeSum : Turn::Now;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// Whether what is left of a loop in a row goes along memory, not across the rows.
static bool goesAlongRows(const Kernel &kernel, int64_t count) {
  if (kernel.size() == count)
    return true;
  int64_t rest = kernel.loops.front().extent / count;
  for (unsigned a = 0; a < kernel.accesses.size(); ++a) {
    int64_t row = kernel.loops.front().strides[a] * rest;
    int64_t inner = rest > 1 ? kernel.loops.front().strides[a] : kernel.loops.back().strides[a];
    if (row != 0 && std::abs(inner) > std::abs(row))
      return false;
  }
  return true;
}

/// Rows that a block of threads reads along memory.
static bool isGoodRowCount(ArrayRef<Kernel> kernels, int64_t count) {
  return isRowCount(kernels, count) &&
         llvm::all_of(kernels, [&](const Kernel &kernel) { return goesAlongRows(kernel, count); });
}

namespace {
class Scheduler {
public:
  Scheduler(Block &block, int64_t &launches) : block(block), launches(launches) {}

  LogicalResult run() {
    if (failed(keepDeviceScalars(block)) || failed(collect()))
      return failure();
    findNeeds();
    // What has no effects comes first, so that the rest can be put in any order.
    Operation *end = block.getTerminator();
    for (Item &item : items)
      item.op->moveBefore(end);
    while (std::optional<size_t> first = findNext())
      emitFrom(*first, end);
    return success();
  }

private:
  using Group = SmallVector<size_t>;

  LogicalResult collect();
  void findNeeds();
  bool isReady(const Item &item, ArrayRef<size_t> with) const {
    return llvm::all_of(item.needs, [&](size_t need) {
      return items[need].done || llvm::is_contained(with, need);
    });
  }

  std::optional<size_t> findNext();
  Group growRows(size_t first, int64_t &count) const;
  Group growChain(size_t first) const;
  Group growConcurrent(size_t first) const;
  void emitFrom(size_t first, Operation *end);
  void emit(ArrayRef<size_t> group, StringRef kind, int64_t rows, Operation *end);

  Block &block;
  int64_t &launches;
  std::vector<Item> items;
  size_t firstLeft = 0; ///< all before it are done
};
} // namespace

LogicalResult Scheduler::collect() {
  for (Operation &op : block) {
    if (op.hasTrait<OpTrait::IsTerminator>())
      continue;
    Item item{&op, ItemKind::Block, std::nullopt, {}, {}};
    if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
      item.kind = ItemKind::Loops;
      item.kernel = Kernel::of(generic);
      if (!item.kernel)
        return generic.emitError("has an operand that is no buffer of known strides");
    } else if (isa<ProductOp>(op)) {
      item.kind = ItemKind::Product;
    } else if (isa<BarrierOp>(op)) {
      item.kind = ItemKind::Barrier;
    } else if (hasProduct(&op)) {
      if (!isa<scf::ForOp>(op))
        return op.emitError("holds products and depends on a value that only the device knows: "
                            "not supported on a GPU");
      item.kind = ItemKind::HostLoop;
    } else if (!isa<scf::ForOp, scf::IfOp, scf::WhileOp, LaunchOp, memref::StoreOp>(op)) {
      continue; // no effects: goes where it is needed
    }
    item.footprint = footprintOf(&op);
    items.push_back(std::move(item));
  }
  return success();
}

void Scheduler::findNeeds() {
  // Of each buffer, who wrote it last and who has read it since.
  DenseMap<Value, size_t> writer;
  DenseMap<Value, SmallVector<size_t>> readers;
  std::optional<size_t> fence; // touches anything
  llvm::DenseSet<size_t> isNeeded;
  for (auto [i, item] : llvm::enumerate(items)) {
    llvm::SmallSetVector<size_t, 8> needs;
    if (fence)
      needs.insert(*fence);
    if (item.footprint.unknown) {
      for (size_t j = fence.value_or(0); j < i; ++j)
        needs.insert(j);
      fence = i;
      writer.clear();
      readers.clear();
    }
    for (Value base : item.footprint.reads) {
      if (auto found = writer.find(base); found != writer.end())
        needs.insert(found->second);
    }
    for (Value base : item.footprint.writes) {
      if (auto found = writer.find(base); found != writer.end())
        needs.insert(found->second);
      for (size_t reader : readers.lookup(base))
        needs.insert(reader);
    }
    for (Value base : item.footprint.reads)
      readers[base].push_back(i);
    for (Value base : item.footprint.writes) {
      writer[base] = i;
      readers[base].clear();
    }
    needs.remove(i);
    item.needs.assign(needs.begin(), needs.end());
    isNeeded.insert(needs.begin(), needs.end());
  }
  for (auto [i, item] : llvm::enumerate(items))
    item.turn = turnOf(item, isNeeded.contains(i));
}

/// The first op of the earliest turn that could run now.
std::optional<size_t> Scheduler::findNext() {
  while (firstLeft < items.size() && items[firstLeft].done)
    ++firstLeft;
  std::optional<size_t> best;
  for (size_t i = firstLeft; i < items.size(); ++i) {
    if (items[i].done || !isReady(items[i], {}))
      continue;
    if (items[i].turn == Turn::Now)
      return i;
    if (!best || items[i].turn < items[*best].turn)
      best = i;
  }
  return best;
}

/// Later ops that continue the rows of the first one.
Scheduler::Group Scheduler::growRows(size_t first, int64_t &count) const {
  Group group{first};
  count = 0;
  if (items[first].kind != ItemKind::Loops || items[first].turn != Turn::Now ||
      !hasRows(*items[first].kernel))
    return group;
  SmallVector<Kernel> kernels{*items[first].kernel};
  count = kernels[0].loops.front().extent;
  for (size_t i = first + 1; i < items.size() && i < first + window; ++i) {
    const Item &item = items[i];
    if (item.done || item.kind != ItemKind::Loops || item.turn != Turn::Now ||
        !hasRows(*item.kernel) || !isReady(item, group))
      continue;
    int64_t common = std::gcd(count, item.kernel->loops.front().extent);
    kernels.push_back(*item.kernel);
    if (common < std::min<int64_t>(count, 16) || !isGoodRowCount(kernels, common)) {
      kernels.pop_back();
      continue;
    }
    count = common;
    group.push_back(i);
  }
  if (group.size() == 1)
    return group;
  // Where all are plain loops over elements, rows are pieces of these.
  if (llvm::none_of(kernels, [&](const Kernel &kernel) { return kernel.size() / count > 1; })) {
    int64_t length = 1024;
    while (length >= leastRow && (count % length != 0 || !isGoodRowCount(kernels, count / length)))
      length /= 2;
    if (length < leastRow)
      return {first};
    count /= length;
  }
  return group;
}

/// Tiny ops, one after another.
Scheduler::Group Scheduler::growChain(size_t first) const {
  Group group{first};
  for (size_t i = first + 1; i < items.size() && i < first + window; ++i)
    if (!items[i].done && items[i].isTiny() && items[i].turn == Turn::Now &&
        isReady(items[i], group))
      group.push_back(i);
  return group;
}

/// Others that could run now and would not go with anything else.
Scheduler::Group Scheduler::growConcurrent(size_t first) const {
  Group group{first};
  for (size_t i = first + 1; i < items.size() && i < first + window; ++i) {
    int64_t rows;
    const Item &item = items[i];
    if (item.done || item.kind != ItemKind::Loops || item.turn != items[first].turn ||
        !isReady(item, {}))
      continue;
    if (item.turn != Turn::Now || (!item.isTiny() && growRows(i, rows).size() == 1))
      group.push_back(i);
  }
  return group;
}

void Scheduler::emitFrom(size_t first, Operation *end) {
  const Item &item = items[first];
  int64_t rows = 0;
  if (item.kind == ItemKind::Product || item.kind == ItemKind::HostLoop ||
      item.kind == ItemKind::Barrier)
    return emit({first}, "", 0, end);
  if (item.kind == ItemKind::Block)
    return emit({first}, "block", 0, end);
  if (Group group = growRows(first, rows); group.size() > 1)
    return emit(group, "rows", rows, end);
  if (item.isTiny() && item.turn == Turn::Now)
    return emit(growChain(first), "block", 0, end);
  emit(growConcurrent(first), "concurrent", 0, end);
}

void Scheduler::emit(ArrayRef<size_t> group, StringRef kind, int64_t rows, Operation *end) {
  for (size_t member : group)
    items[member].done = true;
  Operation *lead = items[group.front()].op;
  for (size_t member : group)
    items[member].op->moveBefore(end);
  launches += !isa<BarrierOp>(lead);
  if (kind.empty() || isa<LaunchOp>(lead))
    return;
  ImplicitLocOpBuilder b(lead->getLoc(), lead);
  auto launch =
      LaunchOp::create(b, b.getStringAttr(kind), rows ? b.getI64IntegerAttr(rows) : IntegerAttr());
  Block *body = b.createBlock(&launch.getBody());
  SmallVector<Location> locations;
  for (size_t member : group) {
    Operation *op = items[member].op;
    op->moveBefore(body, body->end());
    locations.push_back(op->getLoc());
  }
  launch->setLoc(FusedLoc::get(b.getContext(), locations));
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct ScheduleLaunches : halftone::kernel::impl::ScheduleLaunchesBase<ScheduleLaunches> {
  using ScheduleLaunchesBase::ScheduleLaunchesBase;
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      int64_t launches = 0;
      if (failed(generalizeOps(function)) || failed(schedule(function.front(), launches)))
        return signalPassFailure();
      numLaunches += launches;
    }
  }

private:
  LogicalResult schedule(Block &block, int64_t &launches) {
    if (failed(Scheduler(block, launches).run()))
      return failure();
    for (auto loop : llvm::make_early_inc_range(block.getOps<scf::ForOp>()))
      if (failed(schedule(*loop.getBody(), launches)))
        return failure();
    return success();
  }
};
} // namespace
