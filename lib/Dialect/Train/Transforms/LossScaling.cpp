// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `train-loss-scaling`: GradScaler's arithmetic as ops and state of `@step`.
//
//   1. Find the gradients: operands of gradient consumers (norm, clip, optimizer) that
//      depend on a `train.seed` and on no other consumer. In a step that a framework
//      differentiated there are neither seeds nor consumers: find both (SeedSearch.h).
//   2. Give every seed the scale; put one `train.unscale` behind the last gradient. Uses
//      of a gradient outside the backward pass read the unscaled one.
//   3. One finite check, over the unscaled gradients (`torch`: the scaled ones).
//   4. Select the old state where the check fails, then update the scaler.
//
// Limits: the consumers' gradients must be values of the function's own block, and no
// gradient may come from a second backward pass behind an optimizer.
#include "LossScaling.h"
#include "SeedAnalysis.h"
#include "SeedSearch.h"
#include "halftone/Dialect/Train/Transforms/CoreBuilder.h"
#include "halftone/Dialect/Train/Transforms/Passes.h"
#include "halftone/Dialect/Train/Transforms/StepDegrees.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"

#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace halftone::train {

#define GEN_PASS_DEF_TRAINLOSSSCALING
#include "halftone/Dialect/Train/Transforms/Passes.h.inc"

namespace {

using ScalingOptions = TrainLossScalingOptions;

constexpr llvm::StringLiteral kScale = "scaler/scale";
constexpr llvm::StringLiteral kTracker = "scaler/growth_tracker";
constexpr llvm::StringLiteral kSkipped = "scaler/skipped";
constexpr llvm::StringLiteral kMetrics[] = {"skipped", "scale", "first_bad", "unhealthy"};

//===----------------------------------------------------------------------===//
// The scaler
//===----------------------------------------------------------------------===//

class Scaler {
public:
  Scaler(func::FuncOp step, func::FuncOp init, const ScalingOptions &options)
      : step(step), init(init), options(options), torch(options.semantics == "torch"),
        block(step.front()), builder(step.getContext()),
        loc(NameLoc::get(StringAttr::get(step.getContext(), "loss_scaling"), step.getLoc())) {}

  LogicalResult run();

private:
  func::FuncOp step, init;
  const ScalingOptions &options;
  bool torch;
  Block &block;
  OpBuilder builder;
  Location loc;

  /// Whether a framework differentiated the step.
  bool isForeign = false;
  /// The gradients as the backward pass makes them, and what is known of each.
  SmallVector<Value> gradients;
  SmallVector<std::string> names;
  /// Optimizer of each gradient under `torch`: `train.group` of its parameter.
  SmallVector<std::string> groups;
  Value scale, tracker, skipped;
  /// The predicate of each group; one, "", unless `torch` has groups.
  llvm::MapVector<StringRef, Value> finite;
  SmallVector<Value> checked;

  LogicalResult verifyUnscaled();
  LogicalResult verifyNames();
  LogicalResult collectGradients();
  LogicalResult findGradients();
  void nameGradients();
  LogicalResult proveDegrees();
  void addState();
  void scaleSeeds();
  LogicalResult unscale();
  void replaceUses(const llvm::DenseSet<Operation *> &producers, ArrayRef<Value> unscaled);
  void replaceUse(OpOperand &use, Value unscaled);
  void buildChecks(ArrayRef<Value> scaledWide, ArrayRef<Value> unscaled);
  Value allGroups(bool any);
  Value predicateOf(unsigned arg);
  void gateUpdates();
  void updateScaler();
  void startScaler();
};

/// Every op that has gradients, with those operands.
SmallVector<OpOperand *> getGradientUses(func::FuncOp step) {
  SmallVector<OpOperand *> uses;
  step.walk([&](GradientConsumerOpInterface consumer) {
    llvm::append_range(uses, consumer.getGradientOperands());
  });
  func::ReturnOp ret = getReturn(step);
  for (unsigned result : getResultsWithRole(step, Role::gradient))
    uses.push_back(&ret->getOpOperand(result));
  return uses;
}

/// What scaling adds must not be called like something that the step has.
LogicalResult Scaler::verifyNames() {
  auto error = [&](StringRef name, StringRef use, StringRef what) {
    return step.emitError() << "loss scaling needs the name '" << name << "' for " << use
                            << "; rename that " << what << " of '" << step.getName() << "'";
  };
  for (StringRef name : {kScale, kTracker, kSkipped})
    if (findArg(step, name) || findResult(step, name))
      return error(name, "its state", findArg(step, name) ? "argument" : "result");
  for (StringRef name : kMetrics)
    if (findResult(step, name))
      return error(name, "a metric", findArg(step, name) ? "argument" : "result");
  return success();
}

/// Scaling twice would take the scale off once: the second time is an error.
LogicalResult Scaler::verifyUnscaled() {
  auto error = [&](Location where) {
    return emitError(where) << "function '" << step.getName() << "' is scaled already: ";
  };
  SmallVector<unsigned> state = getArgsWithRole(step, Role::scaler_state);
  if (!state.empty())
    return error(step.getLoc()) << "it has the scaler state '" << getArgName(step, state.front())
                                << "'";
  WalkResult result = step.walk([&](Operation *op) {
    auto seed = dyn_cast<SeedOp>(op);
    if (seed && seed.getScale())
      error(op->getLoc()) << "this 'train.seed' has a scale";
    else if (isa<UnscaleOp>(op))
      error(op->getLoc()) << "this 'train.unscale' takes a scale off";
    else
      return WalkResult::advance();
    return WalkResult::interrupt();
  });
  if (result.wasInterrupted())
    return failure();
  return verifyNames();
}

LogicalResult Scaler::collectGradients() {
  SmallVector<OpOperand *> uses = getGradientUses(step);
  bool hasSeed = step.walk([](SeedOp) { return WalkResult::interrupt(); }).wasInterrupted();
  isForeign = !hasSeed && llvm::none_of(uses, [](OpOperand *use) {
    return isa<GradientConsumerOpInterface>(use->getOwner());
  });
  if (isForeign)
    return findGradients();
  if (!uses.empty() && !hasSeed)
    return step.emitError() << "function '" << step.getName()
                            << "' has no 'train.seed' to put the loss scale on";

  SeedAnalysis analysis(block);
  llvm::SetVector<Value> found;
  for (OpOperand *use : uses) {
    Value value = use->get();
    if (value.getParentBlock() != &block)
      return use->getOwner()->emitError()
             << "gradient operand " << use->getOperandNumber()
             << " is a value of an inner region; loss scaling needs it at the top of '"
             << step.getName() << "'";
    if (analysis.isScaled(value) && !analysis.isBehindConsumer(value))
      found.insert(value);
  }
  gradients = found.takeVector();
  return success();
}

/// In a step that came differentiated.
LogicalResult Scaler::findGradients() {
  FailureOr<FoundSeeds> found = findSeeds(step);
  if (failed(found))
    return failure();
  placeSeeds(found->uses);
  for (auto [i, gradient] : llvm::enumerate(found->gradients)) {
    gradients.push_back(gradient.value);
    names.push_back(gradient.name.empty() ? "gradient" + std::to_string(i) : gradient.name);
    StringAttr group;
    if (gradient.param && torch)
      group = step.getArgAttrOfType<StringAttr>(*gradient.param, attr::group);
    groups.push_back(group ? group.str() : "");
  }
  return success();
}

/// The value that a clip's result was, and so on to where it came from.
Value skipClips(Value value) {
  while (auto clip = value.getDefiningOp<ClipByGlobalNormOp>())
    value = clip.getGrads()[cast<OpResult>(value).getResultNumber()];
  return value;
}

/// A gradient has the name of the parameter that it updates, or of its own result.
void Scaler::nameGradients() {
  names.assign(gradients.size(), "");
  groups.assign(gradients.size(), "");
  llvm::DenseMap<Value, unsigned> places;
  for (auto [i, gradient] : llvm::enumerate(gradients)) {
    places[gradient] = i;
    names[i] = "gradient" + std::to_string(i);
  }
  for (unsigned result : getResultsWithRole(step, Role::gradient))
    if (auto place = places.find(skipClips(getResultValue(step, result))); place != places.end())
      names[place->second] = getResultName(step, result).str();
  auto note = [&](Value gradient, Value param) {
    while (auto cast = param.getDefiningOp<CastOp>())
      param = cast.getOperand();
    auto place = places.find(skipClips(gradient));
    auto arg = dyn_cast<BlockArgument>(param);
    if (place == places.end() || !arg || arg.getOwner() != &block)
      return;
    names[place->second] = getArgName(step, arg.getArgNumber()).str();
    if (auto group = step.getArgAttrOfType<StringAttr>(arg.getArgNumber(), attr::group);
        group && torch)
      groups[place->second] = group.str();
  };
  for (Operation &op : block) {
    if (auto adam = dyn_cast<AdamOp>(op))
      note(adam.getGrad(), adam.getParam());
    else if (auto sgd = dyn_cast<SgdOp>(op))
      note(sgd.getGrad(), sgd.getParam());
  }
}

void Scaler::addState() {
  auto f32 = RankedTensorType::get({}, builder.getF32Type());
  auto i32 = RankedTensorType::get({}, builder.getI32Type());
  auto argument = [&](Type type, StringRef name) -> NewArgument {
    return {type, getRoleAttrs(step.getContext(), Role::scaler_state, name), loc};
  };
  SmallVector<BlockArgument> args =
      addStateArgs(step, {argument(f32, kScale), argument(i32, kTracker), argument(i32, kSkipped)});
  scale = args[0];
  tracker = args[1];
  skipped = args[2];
}

void Scaler::scaleSeeds() {
  Value wide;
  step.walk([&](SeedOp seed) {
    Value value = scale;
    if (getElementType(seed.getResult()).isF64()) {
      builder.setInsertionPointToStart(&block);
      wide = wide ? wide : castTo(builder, loc, scale, builder.getF64Type());
      value = wide;
    }
    seed.getScaleMutable().assign(value);
  });
}

/// Puts the unscaled value in place of a gradient that may have been narrower.
void Scaler::replaceUse(OpOperand &use, Value unscaled) {
  Type old = use.get().getType();
  Operation *user = use.getOwner();
  auto consumer = dyn_cast<GradientConsumerOpInterface>(user);
  bool takesWide = consumer && llvm::is_contained(consumer.getGradientOperands(), &use);
  if (old == unscaled.getType() || takesWide) {
    use.set(unscaled);
  } else {
    builder.setInsertionPoint(user);
    use.set(castTo(builder, loc, unscaled, getElementTypeOrSelf(old)));
    return;
  }
  // A clip's results have the types of its gradients.
  auto clip = dyn_cast<ClipByGlobalNormOp>(user);
  if (!clip || old == unscaled.getType())
    return;
  Value result = clip.getResults()[use.getOperandNumber()];
  SmallVector<OpOperand *> uses =
      llvm::map_to_vector(result.getUses(), [](OpOperand &u) { return &u; });
  // The old type is still on `result` while its uses are looked at.
  Value standIn = splat(builder, loc, unscaled.getType(), 0.0);
  for (OpOperand *next : uses)
    replaceUse(*next, standIn);
  result.setType(unscaled.getType());
  standIn.replaceAllUsesWith(result);
  standIn.getDefiningOp()->erase();
}

void Scaler::replaceUses(const llvm::DenseSet<Operation *> &producers, ArrayRef<Value> unscaled) {
  for (auto [gradient, value] : llvm::zip_equal(gradients, unscaled)) {
    SmallVector<OpOperand *> uses =
        llvm::map_to_vector(gradient.getUses(), [](OpOperand &use) { return &use; });
    for (OpOperand *use : llvm::reverse(uses)) { // in program order
      Operation *top = block.findAncestorOpInBlock(*use->getOwner());
      if (!producers.contains(top))
        replaceUse(*use, value);
    }
  }
}

LogicalResult Scaler::unscale() {
  llvm::DenseSet<Operation *> producers = collectProducers(block, gradients);
  Operation *last = nullptr;
  for (Value gradient : gradients)
    if (!last || last->isBeforeInBlock(gradient.getDefiningOp()))
      last = gradient.getDefiningOp();
  builder.setInsertionPointAfter(last);

  SmallVector<Value> wide;
  for (Value gradient : gradients) {
    bool isWide = getElementType(gradient).isF32() || getElementType(gradient).isF64();
    Value value = isWide ? gradient : castTo(builder, loc, gradient, builder.getF32Type());
    if (!isWide)
      producers.insert(value.getDefiningOp());
    wide.push_back(value);
  }
  auto op = UnscaleOp::create(builder, loc, ValueRange(wide).getTypes(), wide, scale);
  producers.insert(op);
  SmallVector<Value> unscaled(op.getResults());
  Operation *end = op->getNextNode();
  replaceUses(producers, unscaled);
  builder.setInsertionPoint(end);
  buildChecks(wide, unscaled);

  // A consumer of an early gradient may stand before the last one.
  if (!sortTopologically(&block))
    return op.emitError() << "the gradients of '" << step.getName()
                          << "' depend on each other's updates";
  if (isForeign)
    return proveDegrees();
  SeedAnalysis after(block);
  for (OpOperand *use : getGradientUses(step))
    if (after.isScaled(use->get()))
      return use->getOwner()->emitError() << "gradient operand " << use->getOperandNumber()
                                          << " comes from a backward pass behind an optimizer, "
                                             "norm or clip; its loss scale can't be taken off with "
                                             "that of the others";
  return success();
}

/// What a search found is proved: gradients hold the scale once, results don't.
LogicalResult Scaler::proveDegrees() {
  StepDegrees degrees(step);
  auto error = [&](Operation *op, Value value) {
    Operation *mixing = degrees.getMixingOp(value);
    return mixing ? mixing->emitError() << "'" << mixing->getName()
                                        << "' mixes values with and without the loss scale: "
                  : op->emitError() << "'" << op->getName() << "': ";
  };
  LogicalResult result = success();
  step.walk([&](UnscaleOp unscale) {
    for (auto [name, grad] : llvm::zip_equal(names, unscale.getGrads()))
      if (succeeded(result) && degrees.get(grad) != Degree{1, false})
        result = error(unscale, grad) << "gradient '" << name << "' doesn't hold it once";
  });
  func::ReturnOp ret = getReturn(step);
  for (auto [index, value] : llvm::enumerate(ret.getOperands()))
    if (succeeded(result) && degrees.get(value) != Degree{})
      result = error(ret, value) << "result " << index << " '" << getResultName(step, index)
                                 << "' would hold it";
  return result;
}

/// `torch` looks before the multiply, as GradScaler does. By default the look is
/// after it: an infinity or NaN survives the multiply, and a multiply that overflows
/// is seen too.
void Scaler::buildChecks(ArrayRef<Value> scaledWide, ArrayRef<Value> unscaled) {
  checked.assign(torch ? scaledWide.begin() : unscaled.begin(),
                 torch ? scaledWide.end() : unscaled.end());
  llvm::MapVector<StringRef, SmallVector<Value>> members;
  for (auto [value, group] : llvm::zip_equal(checked, groups))
    members[group].push_back(value);
  for (auto &[group, values] : members)
    finite[group] = AllFiniteOp::create(builder, loc, values);
}

/// Whether all groups are finite, or any.
Value Scaler::allGroups(bool any) {
  CoreBuilder b(builder, loc);
  Value result;
  for (auto &[group, value] : finite)
    result = !result ? value : any ? b.logicalOr(result, value) : b.logicalAnd(result, value);
  return result;
}

/// The check that decides on the state argument `arg`.
Value Scaler::predicateOf(unsigned arg) {
  if (finite.size() == 1)
    return finite.front().second;
  if (getArgRole(step, arg) == Role::step_count)
    return allGroups(/*any=*/true);
  if (auto master = step.getArgAttrOfType<StringAttr>(arg, attr::copyOf))
    if (std::optional<unsigned> param = findArg(step, master.getValue()))
      arg = *param;
  auto group = step.getArgAttrOfType<StringAttr>(arg, attr::group);
  auto found = finite.find(group ? group.getValue() : StringRef());
  return found != finite.end() ? found->second : allGroups(/*any=*/false);
}

/// Whether the old value stays where a step is skipped.
bool isGated(Role role, bool torch) {
  switch (role) {
  case Role::param:
  case Role::opt_state:
  case Role::ema:
  case Role::step_count:
  case Role::weight_copy:
    return true;
  case Role::model_state:
    return !torch;
  default:
    return false;
  }
}

void Scaler::gateUpdates() {
  func::ReturnOp ret = getReturn(step);
  builder.setInsertionPoint(ret);
  llvm::StringMap<unsigned> args = indexArgs(step);
  llvm::DenseMap<Value, Value> gated;
  for (unsigned i = 0; i < step.getNumResults(); ++i) {
    StringRef updates = getUpdatedName(step, i);
    if (updates.empty())
      continue;
    unsigned arg = args.lookup(updates);
    Value updated = ret.getOperand(i), old = step.getArgument(arg), next;
    if (!isGated(*getArgRole(step, arg), torch) || updated == old)
      continue;
    // A copy of a new master becomes the copy of what its gate lets through.
    auto copy = updated.getDefiningOp<CastOp>();
    if (copy && gated.contains(copy.getOperand()))
      next = CastOp::create(builder, loc, gated.lookup(copy.getOperand()), getElementType(updated));
    else
      next = SelectOp::create(builder, loc, old.getType(), predicateOf(arg), updated, old);
    gated[updated] = next;
    ret.setOperand(i, next);
  }
}

void Scaler::updateScaler() {
  func::ReturnOp ret = getReturn(step);
  builder.setInsertionPoint(ret);
  CoreBuilder b(builder, loc);
  Value newScale = scale, newTracker = tracker, newSkipped = skipped;
  Value isSkipped, firstBad;
  if (gradients.empty()) {
    isSkipped = b.splatInt({}, builder.getI1Type(), 0);
    firstBad = b.splatInt({}, b.i32(), -1);
  } else {
    Value all = allGroups(/*any=*/false);
    bool fixed = options.mode == "static";
    auto update = ScalerUpdateOp::create(
        builder, loc, all, scale, tracker, skipped, fixed ? 1.0 : options.growthFactor,
        fixed ? 1.0 : options.backoffFactor, options.growthInterval, options.floorScale,
        options.capScale, options.hysteresis);
    newScale = update.getNewScale();
    newTracker = update.getNewTracker();
    newSkipped = update.getNewSkipped();
    isSkipped = b.logicalNot(all);
    firstBad = FirstNonFiniteOp::create(builder, loc, checked);
  }
  Value unhealthy = b.ge(newSkipped, b.splatInt({}, b.i32(), options.maxSkipped));

  auto state = [&](Value value, StringRef name) -> NewResult {
    return {value, getRoleAttrs(step.getContext(), Role::scaler_state, name, name)};
  };
  auto metric = [&](Value value, unsigned index) -> NewResult {
    return {value, getRoleAttrs(step.getContext(), Role::metric, kMetrics[index])};
  };
  addResults(step,
             {state(newScale, kScale), state(newTracker, kTracker), state(newSkipped, kSkipped),
              metric(isSkipped, 0), metric(scale, 1), metric(firstBad, 2), metric(unhealthy, 3)});
  SmallVector<StringRef> order(names.begin(), names.end());
  step->setAttr(attr::gradientNames, builder.getStrArrayAttr(order));
  if (torch)
    step->setAttr(kScalingSemantics, builder.getStringAttr("torch"));
}

void Scaler::startScaler() {
  builder.setInsertionPoint(getReturn(init));
  CoreBuilder b(builder, loc);
  auto state = [&](Value value, StringRef name) -> NewResult {
    return {value, getRoleAttrs(init.getContext(), Role::scaler_state, name)};
  };
  addResults(init, {state(b.scalar(b.f32(), options.initScale), kScale),
                    state(b.splatInt({}, b.i32(), 0), kTracker),
                    state(b.splatInt({}, b.i32(), 0), kSkipped)});
}

LogicalResult Scaler::run() {
  if (failed(verifyUnscaled()) || failed(collectGradients()))
    return failure();
  if (!isForeign)
    nameGradients();
  addState();
  if (gradients.empty()) {
    step.emitWarning() << "function '" << step.getName()
                       << "' has no gradient: its loss scale never changes and no step is skipped";
  } else {
    scaleSeeds();
    if (failed(unscale()))
      return failure();
    gateUpdates();
  }
  updateScaler();
  startScaler();
  return success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// PyTorch's norm: squares and sums in f32, which a gradient of 2e19 overflows.
void useTorchNorm(func::FuncOp step) {
  step.walk([](GlobalNormOp norm) { norm.setF32Accumulation(true); });
}

struct LossScalingPass : impl::TrainLossScalingBase<LossScalingPass> {
  using TrainLossScalingBase::TrainLossScalingBase;

  ScalingOptions getOptions() {
    ScalingOptions options;
    options.mode = mode;
    options.semantics = semantics;
    options.initScale = initScale;
    options.growthFactor = growthFactor;
    options.backoffFactor = backoffFactor;
    options.growthInterval = growthInterval;
    options.floorScale = floorScale;
    options.capScale = capScale;
    options.hysteresis = hysteresis;
    options.maxSkipped = maxSkipped;
    // Below what 50 skips in a row reach from 2^16: until the health flag rises, the
    // scale is GradScaler's. Its inverse and what it unscales are far from overflow.
    if (options.floorScale < 0.0)
      options.floorScale = semantics == "torch" ? 0.0 : 0x1p-40;
    return options;
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    ScalingOptions options = getOptions();
    if (failed(verifyScalingOptions(options, module.getLoc())))
      return signalPassFailure();
    func::FuncOp functions[2];
    const StringRef names[] = {kStepFunction, kInitFunction};
    for (auto [function, name] : llvm::zip_equal(functions, names)) {
      function = module.lookupSymbol<func::FuncOp>(name);
      if (!function || function.isExternal() || !function.getBody().hasOneBlock()) {
        module.emitError() << "no function '" << name
                           << "' with a body of one block; run 'train-build-step' first";
        return signalPassFailure();
      }
    }
    if (options.semantics == "torch")
      useTorchNorm(functions[0]);
    if (options.mode != "none" && failed(Scaler(functions[0], functions[1], options).run()))
      return signalPassFailure();
  }
};

} // namespace
} // namespace halftone::train
