// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From labels to the problem of a minimum cut, and back to decisions.
//
//   1. Groups: the body of an op with the tie groups that go with it, and each tie group
//      that has a label of its own; of an op with regions each group. One that is free to
//      choose is a node, the others are f32 or low already. A barrier's result goes with
//      its operand.
//   2. Values: each has the group that gives it, and uses, each with a group and the low
//      type that it wants there.
//      An op that is f32 may read and give low values all the same, where its types allow:
//      it widens and rounds as casts beside it would (but where each cast is a kernel).
//   3. Bytes never buy accuracy: a free group on a path of free groups from a value that
//      is f32 to a use that is f32 stays f32, and so does one from a product's accumulator
//      to the optimizer (unless `narrow=bytes`).
//   4. Prices (CutProblem.h has the network):
//        a narrowing: once for each value and type, as often as the value is computed;
//        a widening: once for each scope (CastScope.h), in the forward pass and behind it;
//        a value that an op gives, stored in f32: the bytes that this writes more; and
//        where some op behind the forward pass reads it in f32, those that it keeps more.
//      A cast is priced as a kernel of its own, that reads and writes. A number that is
//      the same everywhere costs nothing: it is made again in any type.
//
// Work is linear in the number of uses, but for the flow.
#include "MinCutPlacement.h"

#include "CastScope.h"
#include "CutProblem.h"
#include "RegionFlow.h"
#include "StepParts.h"
#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Precision/CastBuilder.h"
#include "halftone/Precision/CastCost.h"
#include "halftone/Precision/TieGroups.h"

#include "mlir/Interfaces/LoopLikeInterface.h"

#include <numeric>

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

Block *halftone::precision::getWideningScope(Value value, Block *block) {
  Block *home = value.getParentBlock();
  while (block != home) {
    auto region = dyn_cast<train::PrecisionOp>(block->getParentOp());
    if (!region)
      break;
    block = region->getBlock();
  }
  return block;
}

namespace {

/// The group of a value or use, and its type where that is low.
struct Typed {
  unsigned group = CutProblem::wide;
  FloatType low;
};

struct Def {
  Value value;
  Typed typed;
};

struct Use {
  unsigned def = 0;
  Typed typed;
  Operation *user = nullptr;
};

/// A decision that waits for the cut.
struct Choice {
  unsigned group;
  Decision *decision;
  StringRef *reason;
  bool isBoundary = false; ///< of an op that is f32 inside
};

class ProblemBuilder {
public:
  ProblemBuilder(const PlacementOptions &options, const StepParts &parts)
      : options(options), parts(parts) {}

  void reserve(size_t numValues) {
    defOf.reserve(numValues);
    defs.reserve(numValues);
    uses.reserve(2 * numValues);
  }
  void addRegion(Region &region, int64_t frequency);
  void priceValues();
  void keepBetweenWide();
  PlacementResult decide();

  LabelMap *labels = nullptr;

private:
  void addOp(Operation *op, int64_t frequency);
  void addLabelled(train::PrecisionOpInterface op, Labelled &labelled);
  void addRegions(Operation *op, Labelled *labelled, int64_t frequency);
  bool isFilled(const train::TieGroup &group) const;
  void separateResults(ArrayRef<train::TieGroup> groups, Labelled &labelled);
  void addFixed(Operation *op);
  void addUntied(Operation *op, ArrayRef<train::TieGroup> groups);
  void addDef(Value value, Typed typed);
  void addUse(OpOperand &use, Typed typed) { addUse(use.get(), typed, use.getOwner()); }
  void addUse(Value value, Typed typed, Operation *user);
  std::optional<unsigned> groupFor(Label label, Decision *decision, StringRef *reason);
  void openBoundary(ArrayRef<train::TieGroup> groups, Labelled &labelled);
  Typed typeFor(const train::TieGroup &group, bool isOwn, std::optional<unsigned> node,
                FloatType compute);
  void connect(Operation *op, const train::TieGroup &group, unsigned own,
               std::optional<unsigned> body, bool isRule);
  void connect(unsigned from, unsigned to, Operation *at, bool isSource = true);
  bool isEnd(Operation *op) const;
  void noteOnce(const Twine &text);

  void priceValue(Def def, ArrayRef<Use> uses);
  void priceWidening(Def def, ArrayRef<Use> uses, int64_t elements, bool isStored);
  bool isBehindForward(Operation *op) const { return parts.get(op) != Part::Forward; }

  const PlacementOptions &options;
  const StepParts &parts;
  CutProblem problem;
  std::vector<Choice> choices;
  std::vector<Def> defs;
  std::vector<Use> uses;
  DenseMap<Value, unsigned> defOf;
  DenseMap<Block *, int64_t> frequencies;
  // Rule 3: who reads whom among the free groups, and those next to what is f32.
  std::vector<std::pair<unsigned, unsigned>> edges;
  std::vector<unsigned> behindWide, beforeWide, accumulators, beforeEnd;
  std::vector<bool> isBetween;
  std::vector<std::string> inexact;
};

Typed fixedType(Type type) {
  return isNarrow(type) ? Typed{CutProblem::low, getFloat(type)} : Typed{CutProblem::wide, {}};
}

/// What can be made again in any type, and so costs nothing.
bool isRemade(Value value) {
  Operation *op = value.getDefiningOp();
  return op && (hasNoPrecision(op) || getSplat(value));
}

/// Whether f32 was chosen for the value. Small integers are exact in any type.
bool isWideSource(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || !isCast(op) || op->getNumOperands() != 1)
    return true;
  auto from = dyn_cast<IntegerType>(getElementTypeOrSelf(op->getOperand(0).getType()));
  return !from || from.getWidth() > 8;
}

/// Whether the op spreads a function's argument over a larger value. What then meets it (a
/// product that gets its bias) decides on the type, as if it were a constant.
bool spreads(Value value, Operation *user) {
  const PrecisionDialectInterface *dialect =
      isa<BlockArgument>(value) ? getPrecisionDialect(user) : nullptr;
  return dialect && user->getNumResults() && dialect->getElementSource(user) == value &&
         countElements(user->getResult(0).getType()) > countElements(value.getType());
}

/// What an op with regions yields in low precision. One of fp8 is so for its products only.
FloatType lowTypeInside(Operation *op, FloatType outside) {
  auto region = dyn_cast<train::PrecisionOp>(op);
  unsigned width = region ? region.getCompute().getIntOrFloatBitWidth() : 32;
  return width < 32 && width > 8 ? cast<FloatType>(region.getCompute()) : outside;
}

void ProblemBuilder::noteOnce(const Twine &text) {
  if (!llvm::is_contained(inexact, text.str()))
    inexact.push_back(text.str());
}

void ProblemBuilder::addDef(Value value, Typed typed) {
  defOf[value] = defs.size();
  defs.push_back({value, typed});
}

void ProblemBuilder::addUse(Value value, Typed typed, Operation *user) {
  auto def = defOf.find(value);
  if (def == defOf.end()) // in a block that is not reached
    return;
  uses.push_back({def->second, typed, user});
}

std::optional<unsigned> ProblemBuilder::groupFor(Label label, Decision *decision,
                                                 StringRef *reason) {
  switch (label) {
  case Label::Low:
  case Label::F32Internal:
    *decision = Decision::Low;
    return CutProblem::low;
  case Label::F32:
    *decision = Decision::F32;
    return CutProblem::wide;
  case Label::Keep:
    *decision = Decision::Keep;
    return std::nullopt;
  case Label::Follow:
  case Label::Widest: {
    unsigned group = problem.addGroup();
    choices.push_back({group, decision, reason});
    return group;
  }
  }
  llvm_unreachable("label without a group");
}

Typed ProblemBuilder::typeFor(const train::TieGroup &group, bool isOwn,
                              std::optional<unsigned> node, FloatType compute) {
  Type written =
      group.uses.empty() ? group.defs.front().getType() : group.uses.front()->get().getType();
  if (!node || (group.kind == train::TieKind::Declared && !isOwn) || getFloatWidth(written) > 32)
    return fixedType(written);
  bool narrows =
      isOwn || group.kind == train::TieKind::Flowing || group.kind == train::TieKind::Standing;
  if (narrows)
    return {*node, compute};
  // Widened with the op and not narrowed.
  return isNarrow(written) ? Typed{*node, getFloat(written)} : fixedType(written);
}

/// True for what ends a step: the optimizer, a function's end, and what a loop sums.
bool ProblemBuilder::isEnd(Operation *op) const {
  return parts.get(op) == Part::Optimizer ||
         (isTerminator(op) && isa<FunctionOpInterface, LoopLikeOpInterface>(op->getParentOp()));
}

void ProblemBuilder::connect(unsigned from, unsigned to, Operation *at, bool isSource) {
  auto isFree = [&](unsigned group) { return problem.getSide(group) == Side::Free; };
  if (isFree(from) && isFree(to) && from != to)
    edges.push_back({from, to});
  else if (from == CutProblem::wide && isFree(to) && isSource)
    behindWide.push_back(to);
  else if (isFree(from) && to == CutProblem::wide)
    (isEnd(at) ? beforeEnd : beforeWide).push_back(from);
}

/// What flows through an op from a group with a label of its own, or into one. What a
/// product accumulates, and a result that rules alone (`isRule`) let leave another
/// f32 op in either type, is f32 on its way to the optimizer; elsewhere it may be rounded.
void ProblemBuilder::connect(Operation *op, const train::TieGroup &group, unsigned own,
                             std::optional<unsigned> body, bool isRule) {
  if (!body || group.kind != train::TieKind::Flowing)
    return;
  bool isResult = group.uses.empty();
  bool accumulates =
      isResult && (*body == CutProblem::low || (*body == CutProblem::wide && isRule));
  if (!isResult)
    connect(own, *body, op);
  if (accumulates)
    accumulators.push_back(own);
  if (!group.defs.empty() && !(accumulates && *body == CutProblem::wide))
    connect(*body, own, op);
}

/// An op that is f32 reads low values exactly, and rounds its result as a cast behind it
/// would: where its type allows, such a cast is part of it. (Not so an attention, which
/// rounds its probabilities to its operands' type.)
void ProblemBuilder::openBoundary(ArrayRef<train::TieGroup> groups, Labelled &labelled) {
  for (auto [index, group] : llvm::enumerate(groups)) {
    if (group.kind != train::TieKind::Flowing || group.uses.size() + group.defs.size() != 1 ||
        labelled.findGroup(index))
      continue;
    Value value = group.uses.empty() ? group.defs.front() : group.uses.front()->get();
    auto def = defOf.find(value);
    FloatType low =
        group.uses.empty() || def == defOf.end() ? FloatType() : defs[def->second].typed.low;
    if (getFloatWidth(value.getType()) > 32 || (low && low != labelled.compute))
      continue;
    labelled.groups.push_back({static_cast<unsigned>(index), group.name, Label::F32, false,
                               Decision::F32, labelled.reason, labelled.basis});
  }
}

void ProblemBuilder::addLabelled(train::PrecisionOpInterface op, Labelled &labelled) {
  ArrayRef<train::TieGroup> groups = labelled.ties;
  size_t numOwn = labelled.groups.size();
  if (labelled.label == Label::F32 && labelled.open && labelled.compute.getWidth() < 32 &&
      options.prices == Prices::Traffic && !roundsInside(op))
    openBoundary(groups, labelled);
  std::optional<unsigned> body = groupFor(labelled.label, &labelled.decision, &labelled.reason);
  bool isWidest = labelled.label == Label::Widest;
  unsigned numOperands = 0;
  size_t numTied = 0;
  for (auto [index, group] : llvm::enumerate(groups)) {
    std::optional<unsigned> node = body;
    auto *own = const_cast<LabelledGroup *>(labelled.findGroup(index));
    if (own) {
      bool isBoundary = own - labelled.groups.data() >= static_cast<ptrdiff_t>(numOwn);
      node = groupFor(isBoundary ? Label::Follow : own->label, &own->decision, &own->reason);
      if (isBoundary)
        choices.back().isBoundary = true;
      if (node)
        connect(op, group, *node, body,
                !isBoundary && labelled.basis == Basis::Policy && !labelled.accumulates);
    }
    Typed typed = typeFor(group, own, node, labelled.compute);
    for (OpOperand *use : group.uses) {
      if (use->getOwner() != op)
        continue; // in the body that the op owns
      ++numTied;
      addUse(*use, typed);
      if (!isWidest || own || group.kind != train::TieKind::Flowing || isRemade(use->get()))
        continue;
      if (auto def = defOf.find(use->get()); def != defOf.end())
        problem.addImplication(defs[def->second].typed.group, *body);
      if (++numOperands == 2)
        noteOnce("'widest' of several operands is only held to be f32 where one of them is");
    }
    for (Value def : group.defs)
      if (isa<OpResult>(def)) {
        ++numTied;
        addDef(def, typed);
      }
  }
  size_t numFloats = llvm::count_if(op->getOperandTypes(), isFloat) +
                     llvm::count_if(op->getResultTypes(), isFloat);
  if (numTied != numFloats)
    addUntied(op, groups);
}

/// What is in no group keeps its type.
void ProblemBuilder::addUntied(Operation *op, ArrayRef<train::TieGroup> groups) {
  auto isTied = [&](auto member) {
    return llvm::any_of(groups, [&](const train::TieGroup &group) { return member(group); });
  };
  for (OpOperand &use : op->getOpOperands())
    if (Type type = use.get().getType();
        isFloat(type) && !isTied([&](auto &group) { return llvm::is_contained(group.uses, &use); }))
      addUse(use, fixedType(type));
  for (Value result : op->getResults())
    if (Type type = result.getType(); isFloat(type) && !isTied([&](auto &group) {
                                        return llvm::is_contained(group.defs, result);
                                      }))
      addDef(result, fixedType(type));
}

/// Operands and results in the types that they were written with.
void ProblemBuilder::addFixed(Operation *op) {
  for (OpOperand &use : op->getOpOperands())
    if (Type type = use.get().getType(); isFloat(type))
      addUse(use, fixedType(type));
  for (Value result : op->getResults())
    if (Type type = result.getType(); isFloat(type))
      addDef(result, fixedType(type));
  if (isa<CallOpInterface>(op) && !op->getOperands().empty())
    noteOnce("what a call takes and gives keeps its type");
}

/// Whether a carried value is only filled, never read in its loop: the body moves values
/// into it, as a scan does with what it keeps for the backward pass.
bool ProblemBuilder::isFilled(const train::TieGroup &group) const {
  Operation *filler = nullptr;
  for (OpOperand *use : group.uses)
    if (isa<LoopLikeOpInterface>(use->getOwner()) ? !isRemade(use->get()) : filler != nullptr)
      return false;
    else if (!isa<LoopLikeOpInterface>(use->getOwner()))
      filler = use->get().getDefiningOp();
  auto it = filler ? labels->find(filler) : labels->end();
  return it != labels->end() && it->second.clear && llvm::all_of(group.defs, [&](Value def) {
           return isa<OpResult>(def) || (def.hasOneUse() && *def.getUsers().begin() == filler);
         });
}

/// Gives each result of an op with regions, and what is yielded for it, a label of its
/// own; what a loop carries only where it is filled.
void ProblemBuilder::separateResults(ArrayRef<train::TieGroup> groups, Labelled &labelled) {
  // One of its values that is f32 by definition says nothing of the others.
  bool isFree = labelled.label == Label::Follow ||
                (labelled.label == Label::F32 && labelled.basis == Basis::Written);
  Label label = isFree ? Label::Follow : labelled.label;
  for (auto [index, group] : llvm::enumerate(groups))
    if ((group.kind != train::TieKind::Declared || (isFree && isFilled(group))) &&
        !labelled.findGroup(index))
      labelled.groups.push_back({static_cast<unsigned>(index), group.name, label, labelled.clear,
                                 Decision::Keep, labelled.reason, labelled.basis});
}

/// An op with regions: each result is a group with what is yielded for it; what a loop
/// carries keeps its type, unless the loop only fills it.
void ProblemBuilder::addRegions(Operation *op, Labelled *labelled, int64_t frequency) {
  auto model = dyn_cast<train::PrecisionOpInterface>(op);
  ArrayRef<train::TieGroup> groups;
  SmallVector<Typed> types;
  if (model && labelled) {
    groups = labelled->ties;
    labelled->compute = lowTypeInside(op, labelled->compute);
    labelled->decision = Decision::Keep;
    auto region = dyn_cast<train::PrecisionOp>(op);
    bool isF32 = region && region.getCompute().isF32(); // to its end
    if (labelled->label != Label::Keep && !isF32)
      separateResults(groups, *labelled);
  }
  SmallPtrSet<OpOperand *, 8> known;
  for (auto [index, group] : llvm::enumerate(groups)) {
    auto *own = const_cast<LabelledGroup *>(labelled->findGroup(index));
    std::optional<unsigned> node;
    if (own)
      node = groupFor(own->label, &own->decision, &own->reason);
    Typed typed = types.emplace_back(typeFor(group, own, node, labelled->compute));
    for (OpOperand *use : group.uses)
      if (use->getOwner() == op && known.insert(use).second)
        addUse(*use, typed);
    for (Value def : group.defs)
      if (isa<BlockArgument>(def))
        addDef(def, typed);
  }
  for (OpOperand &use : op->getOpOperands())
    if (Type type = use.get().getType(); isFloat(type) && !known.contains(&use))
      addUse(use, fixedType(type));
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op); loop && !loop.getStaticTripCount())
    noteOnce("a loop without a known trip count is counted as one iteration");
  for (Region &region : op->getRegions())
    addRegion(region, countRuns(op, frequency));
  for (auto [group, typed] : llvm::zip_equal(groups, types)) {
    for (OpOperand *use : group.uses)
      if (use->getOwner() != op)
        addUse(*use, typed);
    for (Value def : group.defs)
      if (isa<OpResult>(def))
        addDef(def, typed);
  }
  for (Value result : op->getResults())
    if (Type type = result.getType(); isFloat(type) && !defOf.contains(result))
      addDef(result, fixedType(type));
}

void ProblemBuilder::addOp(Operation *op, int64_t frequency) {
  auto it = labels->find(op);
  Labelled *labelled = it == labels->end() ? nullptr : &it->second;
  if (isa<train::OptimizationBarrierOp>(op)) {
    for (auto [operand, result] : llvm::zip_equal(op->getOpOperands(), op->getResults())) {
      auto def = defOf.find(operand.get());
      if (!isFloat(result.getType()) || def == defOf.end())
        continue;
      Typed typed = defs[def->second].typed;
      addUse(operand, typed);
      addDef(result, typed);
    }
    return;
  }
  if (op->getNumRegions() && !ownsBody(op))
    return addRegions(op, labelled, frequency);
  bool isEnd = isTerminator(op) && isa<train::PrecisionOpInterface>(op->getParentOp());
  if (isEnd) // its operands are of the groups of the op around it
    return;
  auto model = dyn_cast<train::PrecisionOpInterface>(op);
  if (model && labelled)
    addLabelled(model, *labelled);
  else
    addFixed(op);
}

void ProblemBuilder::addRegion(Region &region, int64_t frequency) {
  for (Block *block : getReachedBlocks(region)) {
    frequencies[block] = frequency;
    for (BlockArgument argument : block->getArguments())
      if (Type type = argument.getType(); isFloat(type) && !defOf.contains(argument))
        addDef(argument, fixedType(type));
    for (Operation &op : *block)
      addOp(&op, frequency);
  }
}

/// `isStored`: an op computes the value, and its bytes count.
void ProblemBuilder::priceWidening(Def def, ArrayRef<Use> ofDef, int64_t elements, bool isStored) {
  unsigned width = def.typed.low ? def.typed.low.getWidth() : 16;
  bool isKept = isStored && !isBehindForward(def.value.getDefiningOp());
  if (def.typed.group == CutProblem::wide && !isKept)
    return;
  SmallVector<std::pair<std::pair<Block *, bool>, SmallVector<unsigned, 4>>, 2> scopes;
  for (const Use &use : ofDef) {
    std::pair<Block *, bool> key = {def.value.getParentBlock(), false};
    if (options.prices == Prices::Traffic)
      key = {getWideningScope(def.value, use.user->getBlock()), isBehindForward(use.user)};
    auto *found = llvm::find_if(scopes, [&](const auto &scope) { return scope.first == key; });
    if (found == scopes.end())
      found = &scopes.emplace_back(key, SmallVector<unsigned, 4>());
    found->second.push_back(use.typed.group);
  }
  // What is kept is kept once, whoever reads it behind the forward pass.
  bool wasCounted = false;
  for (const auto &[key, users] : scopes) {
    int64_t bytes =
        multiplyCounts(countCastBytes(elements, width, 32), frequencies.lookup(key.first));
    CastCost kept;
    if (isKept && key.second) {
      if (!wasCounted)
        kept = {multiplyCounts(elements, 4 - width / 8), 0};
      else
        noteOnce("what is kept for several loops or branches is counted for the first");
      wasCounted = true;
    }
    problem.addWidening(def.typed.group, users, {bytes, 1}, kept);
  }
}

void ProblemBuilder::priceValue(Def def, ArrayRef<Use> ofDef) {
  if (def.typed.group == CutProblem::wide && getFloatWidth(def.value.getType()) > 32)
    return;
  int64_t frequency = frequencies.lookup(def.value.getParentBlock());
  int64_t elements = countElements(def.value.getType());
  // One narrow copy for each type.
  SmallVector<std::pair<FloatType, SmallVector<unsigned, 4>>, 2> types;
  for (const Use &use : ofDef) {
    if (!use.typed.low)
      continue;
    auto *found =
        llvm::find_if(types, [&](const auto &entry) { return entry.first == use.typed.low; });
    if (found == types.end())
      found = &types.emplace_back(use.typed.low, SmallVector<unsigned, 4>());
    found->second.push_back(use.typed.group);
  }
  for (auto &[type, users] : types) {
    auto costFrom = [&, to = type.getWidth()](unsigned from) -> CastCost {
      return {multiplyCounts(countCastBytes(elements, from, to), frequency), 1};
    };
    CastCost ifWide = costFrom(32), ifLow;
    if (def.typed.low && def.typed.low != type) {
      ifLow = costFrom(def.typed.low.getWidth());
      if (train::isExactWidening(def.typed.low, type))
        noteOnce("values of one low type that are read in a wider one");
    }
    problem.addNarrowing(def.typed.group, users, ifWide, ifLow);
  }
  Operation *producer = def.value.getDefiningOp();
  bool isStored =
      options.prices == Prices::Traffic && producer && !isCast(producer) && !isConstant(producer);
  priceWidening(def, ofDef, elements, isStored);
  if (!isStored)
    return;
  // A value that a loop carries on is changed in place.
  bool isCarried = llvm::any_of(def.value.getUsers(), [](Operation *user) {
    return isTerminator(user) && isa<LoopLikeOpInterface>(user->getParentOp());
  });
  if (isCarried)
    return;
  int64_t saved = 4 - (def.typed.low ? def.typed.low.getWidth() / 8 : 2);
  int64_t stored = multiplyCounts(elements, saved);
  problem.addCostIfWide(def.typed.group, {multiplyCounts(stored, frequency), 0});
}

void ProblemBuilder::priceValues() {
  // The uses of each value side by side, in order.
  std::vector<unsigned> ends(defs.size() + 1);
  for (const Use &use : uses)
    ++ends[use.def + 1];
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  std::vector<Use> sorted(uses.size());
  for (const Use &use : uses)
    sorted[ends[use.def]++] = use;
  unsigned first = 0;
  for (auto [def, end] : llvm::zip(defs, ends)) {
    ArrayRef<Use> ofDef = ArrayRef(sorted).slice(first, end - first);
    first = end;
    if (isRemade(def.value))
      continue;
    bool isSource = isWideSource(def.value);
    for (const Use &of : ofDef)
      connect(def.typed.group, of.typed.group, of.user, isSource && !spreads(def.value, of.user));
    priceValue(def, ofDef);
  }
}

/// All groups that are reached from `seeds` along `edges`.
std::vector<bool> flood(size_t size, ArrayRef<unsigned> seeds,
                        ArrayRef<std::pair<unsigned, unsigned>> edges) {
  std::vector<unsigned> first(size + 1), targets(edges.size());
  for (auto [from, to] : edges)
    ++first[from + 1];
  for (size_t i = 0; i < size; ++i)
    first[i + 1] += first[i];
  std::vector<unsigned> next(first.begin(), first.end() - 1);
  for (auto [from, to] : edges)
    targets[next[from]++] = to;
  std::vector<bool> reached(size);
  std::vector<unsigned> work(seeds.begin(), seeds.end());
  while (!work.empty()) {
    unsigned group = work.back();
    work.pop_back();
    if (reached[group])
      continue;
    reached[group] = true;
    for (unsigned i = first[group]; i < first[group + 1]; ++i)
      if (!reached[targets[i]])
        work.push_back(targets[i]);
  }
  return reached;
}

void ProblemBuilder::keepBetweenWide() {
  isBetween.assign(problem.size(), false);
  if (options.narrowForBytes)
    return;
  std::vector<bool> behind = flood(problem.size(), behindWide, edges);
  std::vector<bool> accumulated = flood(problem.size(), accumulators, edges);
  for (auto &[from, to] : edges)
    std::swap(from, to);
  std::vector<bool> ends = flood(problem.size(), beforeEnd, edges);
  llvm::append_range(beforeWide, beforeEnd);
  std::vector<bool> before = flood(problem.size(), beforeWide, edges);
  for (size_t group = 0; group < problem.size(); ++group)
    if ((behind[group] && before[group]) || (accumulated[group] && ends[group])) {
      isBetween[group] = true;
      problem.fix(group, Side::Wide);
    }
}

PlacementResult ProblemBuilder::decide() {
  CutProblem::Solution solution = problem.solve();
  for (const Choice &choice : choices) {
    bool isWide = solution.isWide[choice.group];
    *choice.decision = isWide ? Decision::F32 : Decision::Low;
    if (choice.isBoundary && isWide)
      continue;
    *choice.reason = choice.isBoundary         ? "f32 inside, where its neighbour is low"
                     : isBetween[choice.group] ? "between f32 values"
                     : isWide                  ? "low would not save bytes"
                                               : "low saves bytes";
  }
  if (solution.isRounded)
    noteOnce("bytes are rounded, there are too many to count");
  return {solution.cost, std::move(inexact)};
}

} // namespace

PlacementResult MinCutPlacement::decide(FunctionOpInterface function, const StepParts &parts,
                                        LabelMap &ops) const {
  ProblemBuilder builder(options, parts);
  builder.labels = &ops;
  builder.reserve(2 * ops.size());
  builder.addRegion(function.getFunctionBody(), 1);
  builder.priceValues();
  builder.keepBetweenWide();
  return builder.decide();
}
