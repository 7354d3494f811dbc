// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `train-build-step`: from a loss function and its gradient to `@init`, `@step` and
// `@eval`. The step's body in order:
//
//   1. the loss and its gradients, once or over micro-batches, gradients in f32
//   2. their global norm, and the clip
//   3. the learning rate from the number of steps taken so far
//   4. the optimizer and the moving average of each parameter
//
// Nothing here knows of loss scaling or precision: `train-loss-scaling` and `autocast`
// come after, and find what they need by role, by interface and by `train.seed`.
#include "BuildStep.h"
#include "halftone/Dialect/Train/Transforms/Checkpoints.h"
#include "halftone/Dialect/Train/Transforms/CoreBuilder.h"
#include "halftone/Dialect/Train/Transforms/ModelCasts.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace halftone::train {

#define GEN_PASS_DEF_TRAINBUILDSTEP
#include "halftone/Dialect/Train/Transforms/Passes.h.inc"

namespace {

/// An argument of a function that is being built.
struct Slot {
  Type type;
  Role role;
  std::string name;
  DictionaryAttr extra; ///< further attributes: `train.no_decay`, a user's own
  Location loc;
};

/// A function that is being built: its arguments by name, and results as they come.
class FunctionWriter {
public:
  FunctionWriter(ModuleOp module, StringRef name, ArrayRef<Slot> slots, Location loc)
      : builder(OpBuilder::atBlockEnd(module.getBody())) {
    SmallVector<Type> types;
    SmallVector<DictionaryAttr> attrs;
    SmallVector<Location> locs;
    for (const Slot &slot : slots) {
      types.push_back(slot.type);
      attrs.push_back(getRoleAttrs(module.getContext(), slot.role, slot.name, {}, slot.extra));
      locs.push_back(slot.loc);
    }
    func = func::FuncOp::create(builder, loc, name, builder.getFunctionType(types, {}));
    func.setAllArgAttrs(attrs);
    Block *block = builder.createBlock(&func.getBody(), {}, types, locs);
    for (auto [slot, arg] : llvm::zip_equal(slots, block->getArguments()))
      args[slot.name] = arg;
  }

  OpBuilder &getBuilder() { return builder; }
  func::FuncOp getFunction() { return func; }
  Value arg(StringRef name) { return args.lookup(name); }

  void addResult(Value value, Role role, StringRef name, StringRef updates = {}) {
    values.push_back(value);
    attrs.push_back(getRoleAttrs(func.getContext(), role, name, updates));
  }

  void finish() {
    func::ReturnOp::create(builder, func.getLoc(), values);
    func.setFunctionType(
        builder.getFunctionType(func.getArgumentTypes(), TypeRange(ValueRange(values))));
    func.setAllResultAttrs(attrs);
  }

private:
  OpBuilder builder;
  func::FuncOp func;
  llvm::StringMap<Value> args;
  SmallVector<Value> values;
  SmallVector<DictionaryAttr> attrs;
};

/// What one evaluation of the loss gives, or the mean of several.
struct LossValues {
  SmallVector<Value> results; ///< the loss function's own
  SmallVector<Value> grads;   ///< one for each parameter, in f32 or f64
};

class StepBuilder {
public:
  StepBuilder(ModuleOp module, const LossFunction &function, const StepOptions &options)
      : module(module), function(function), options(options), loss(function.loss) {}

  LogicalResult run() {
    // The function built from it takes the name.
    if (function.evaluation) {
      SymbolTable symbols(module);
      if (failed(symbols.renameToUnique(function.evaluation, {&symbols})))
        return failure();
    }
    collectSlots();
    if (failed(verifyNames()))
      return failure();
    buildInit();
    buildStep();
    buildEval();
    for (StringRef name : {kInitFunction, kStepFunction, kEvalFunction}) {
      auto built = module.lookupSymbol<func::FuncOp>(name);
      if (failed(inlineCalls(built)))
        return failure();
      inlineCheckpoints(built);
    }
    eraseLossFunctions(function, module);
    return success();
  }

private:
  ModuleOp module;
  const LossFunction &function;
  const StepOptions &options;
  func::FuncOp loss;
  /// The state of the step, then what comes new with every step.
  SmallVector<Slot> state, inputs;

  MLIRContext *getContext() { return module.getContext(); }
  /// A place in the step that has no line in the model.
  Location named(const Twine &name) {
    return NameLoc::get(StringAttr::get(getContext(), name), loss.getLoc());
  }
  Type withElement(Type type, Type element) { return withElementType(type, element); }

  /// f32, or f64 for f64: what gradients and averages are kept in.
  Type wideElement(Type type) {
    return getElementTypeOrSelf(type).isF64() ? Type(Float64Type::get(getContext()))
                                              : Float32Type::get(getContext());
  }
  Type stateElement(Type type) {
    return options.stateType == "bf16" ? Type(BFloat16Type::get(getContext())) : wideElement(type);
  }

  SmallVector<unsigned> lossArgs(Role role) { return getArgsWithRole(loss, role); }
  Slot slotOf(unsigned arg, Type type) {
    DictionaryAttr extra = loss.getArgAttrDict(arg);
    return {type, *getArgRole(loss, arg), getArgName(loss, arg).str(), extra,
            loss.getArgument(arg).getLoc()};
  }
  Slot slotOf(unsigned arg) { return slotOf(arg, loss.getArgumentTypes()[arg]); }
  /// State that belongs to a parameter, and to its optimizer's group.
  Slot slotFor(unsigned param, Role role, StringRef suffix, Type element) {
    Attribute group = loss.getArgAttr(param, attr::group);
    NamedAttrList extra;
    if (group)
      extra.set(attr::group, group);
    return {withElement(loss.getArgumentTypes()[param], element), role, stateName(param, suffix),
            extra.getDictionary(getContext()), loss.getArgument(param).getLoc()};
  }
  std::string stateName(unsigned param, StringRef suffix) {
    return (getArgName(loss, param) + "/" + suffix).str();
  }
  Type batchType(unsigned arg);

  void collectSlots();
  LogicalResult verifyNames();
  void buildInit();
  void buildStep();
  void buildEval();
  SmallVector<Value> buildArgs(func::FuncOp callee, FunctionWriter &writer, bool stepKey);
  LossValues callGradient(OpBuilder &builder, ValueRange args);
  LossValues accumulate(OpBuilder &builder, ValueRange args);
  SmallVector<Value> takeMicroBatch(OpBuilder &builder, ValueRange args, Value index);
  void updateParameters(FunctionWriter &writer, const LossValues &values);
  bool isUpdate(unsigned result) { return !getUpdatedName(loss, result).empty(); }
};

/// A step's batch: `micro-batches` of the loss's.
Type StepBuilder::batchType(unsigned arg) {
  auto type = cast<RankedTensorType>(loss.getArgumentTypes()[arg]);
  if (options.microBatches == 1)
    return type;
  SmallVector<int64_t> shape{options.microBatches};
  llvm::append_range(shape, type.getShape());
  return RankedTensorType::get(shape, type.getElementType());
}

void StepBuilder::collectSlots() {
  for (unsigned arg : lossArgs(Role::param))
    state.push_back(slotOf(arg, withElement(loss.getArgumentTypes()[arg],
                                            stateElement(loss.getArgumentTypes()[arg]))));
  for (unsigned arg : lossArgs(Role::frozen_param))
    state.push_back(slotOf(arg));
  for (unsigned arg : lossArgs(Role::param))
    for (StringRef slot : getOptimizerSlots(options))
      state.push_back(
          slotFor(arg, Role::opt_state, slot, stateElement(loss.getArgumentTypes()[arg])));
  if (options.emaDecay > 0.0)
    for (unsigned arg : lossArgs(Role::param))
      state.push_back(slotFor(arg, Role::ema, "ema", wideElement(loss.getArgumentTypes()[arg])));
  auto counter = RankedTensorType::get({}, IntegerType::get(getContext(), 32));
  state.push_back({counter, Role::step_count, "step", {}, named("step")});
  for (unsigned arg : lossArgs(Role::model_state))
    state.push_back(slotOf(arg));
  for (unsigned arg : lossArgs(Role::key))
    state.push_back(slotOf(arg));
  for (unsigned arg : lossArgs(Role::hyper_param))
    inputs.push_back(slotOf(arg));
  for (unsigned arg : lossArgs(Role::batch))
    inputs.push_back(slotOf(arg, batchType(arg)));
}

/// What the step adds must not be called like something that the model has.
LogicalResult StepBuilder::verifyNames() {
  for (StringRef name : {kInitFunction, kStepFunction, kEvalFunction})
    if (Operation *other = module.lookupSymbol(name))
      return other->emitError() << "the module has a function '" << name << "' already";
  llvm::StringSet<> args, results{"grad_norm"};
  if (isScheduled(options))
    results.insert("lr");
  args.insert("seed");
  for (ArrayRef<Slot> slots : {ArrayRef(state), ArrayRef(inputs)})
    for (const Slot &slot : slots)
      if (!args.insert(slot.name).second)
        return emitError(slot.loc)
               << "the step needs the name '" << slot.name << "' for itself; rename the argument";
  for (const Slot &slot : state)
    if (!results.insert(slot.name).second)
      return emitError(slot.loc) << "the step needs the name '" << slot.name
                                 << "' for itself; rename the argument";
  for (unsigned i = 0; i < loss.getNumResults(); ++i)
    if (!isUpdate(i) && !results.insert(getResultName(loss, i)).second)
      return loss.emitError() << "the step needs the name '" << getResultName(loss, i)
                              << "' for itself; rename result " << i;
  return success();
}

void StepBuilder::buildInit() {
  SmallVector<Slot> slots;
  // A narrow array of the user's file is widened as it is read, which is exact; a wide one,
  // of a checkpoint, comes in whole.
  for (unsigned arg : lossArgs(Role::param)) {
    Type type = loss.getArgumentTypes()[arg];
    slots.push_back(slotOf(arg, withElement(type, wideElement(type))));
  }
  for (Role role : {Role::frozen_param, Role::model_state})
    for (unsigned arg : lossArgs(role))
      slots.push_back(slotOf(arg));
  auto keyType =
      RankedTensorType::get({2}, IntegerType::get(getContext(), 32, IntegerType::Unsigned));
  slots.push_back({keyType, Role::seed, "seed", {}, named("seed")});
  FunctionWriter writer(module, kInitFunction, slots, loss.getLoc());
  OpBuilder &builder = writer.getBuilder();
  CoreBuilder b(builder, named("init"));

  llvm::StringMap<Value> values;
  for (unsigned arg : lossArgs(Role::param))
    values[stateName(arg, "ema")] = writer.arg(getArgName(loss, arg));
  for (const Slot &slot : state) {
    Type element = getElementTypeOrSelf(slot.type);
    ArrayRef<int64_t> shape = cast<RankedTensorType>(slot.type).getShape();
    Value value;
    switch (slot.role) {
    case Role::param:
      value = b.cast(writer.arg(slot.name), element);
      break;
    case Role::ema:
      value = b.cast(values.lookup(slot.name), element);
      break;
    case Role::opt_state:
      value = b.splat(shape, element, 0.0);
      break;
    case Role::step_count:
      value = b.splatInt(shape, element, 0);
      break;
    case Role::key:
      value = writer.arg("seed");
      break;
    default: // as it comes
      value = writer.arg(slot.name);
      break;
    }
    writer.addResult(value, slot.role, slot.name);
  }
  writer.finish();
}

/// Arguments of the loss function, or of the one that evaluates, from those of `@step` or
/// `@eval`.
SmallVector<Value> StepBuilder::buildArgs(func::FuncOp callee, FunctionWriter &writer,
                                          bool stepKey) {
  OpBuilder &builder = writer.getBuilder();
  SmallVector<Value> args;
  for (unsigned i = 0; i < callee.getNumArguments(); ++i) {
    Value value = writer.arg(getArgName(callee, i));
    Role role = *getArgRole(callee, i);
    if (role == Role::param)
      value = castTo(builder, getModelCastLocation(value.getLoc()), value,
                     getElementTypeOrSelf(callee.getArgumentTypes()[i]));
    else if (role == Role::key && stepKey)
      value = FoldInOp::create(builder, named("key"), value, writer.arg("step"));
    args.push_back(value);
  }
  return args;
}

LossValues StepBuilder::callGradient(OpBuilder &builder, ValueRange args) {
  SmallVector<Value> values = inlineBody(builder, function.gradient, args);
  LossValues out;
  out.results.assign(values.begin(), values.begin() + loss.getNumResults());
  for (auto [arg, result] : function.gradientResults)
    out.grads.push_back(castTo(builder, named("gradient/" + getArgName(loss, arg)), values[result],
                               wideElement(loss.getArgumentTypes()[arg])));
  return out;
}

/// The loss's arguments for one micro-batch: its part of the batch, a key of its own.
SmallVector<Value> StepBuilder::takeMicroBatch(OpBuilder &builder, ValueRange args, Value index) {
  Location loc = named("micro_batch");
  CoreBuilder b(builder, loc);
  Value zero = b.splatInt({}, b.i32(), 0);
  SmallVector<Value> taken(args);
  for (unsigned arg : lossArgs(Role::batch)) {
    auto type = cast<RankedTensorType>(loss.getArgumentTypes()[arg]);
    SmallVector<int64_t> sizes{1};
    llvm::append_range(sizes, type.getShape());
    SmallVector<Value> starts(sizes.size(), zero);
    starts[0] = index;
    Value slice =
        DynamicSliceOp::create(builder, loc, RankedTensorType::get(sizes, type.getElementType()),
                               args[arg], starts, sizes);
    taken[arg] = ReshapeOp::create(builder, loc, type, slice);
  }
  for (unsigned arg : lossArgs(Role::key))
    taken[arg] = FoldInOp::create(builder, loc, args[arg], index);
  return taken;
}

/// Runs the gradient on each micro-batch in turn. Gradients, the loss and float metrics
/// are averaged (summed in f32 or f64, divided at the end), integer metrics added up,
/// i1 metrics joined by `or`; model state goes from one to the next.
LossValues StepBuilder::accumulate(OpBuilder &builder, ValueRange args) {
  Location loc = named("micro_batches");
  CoreBuilder b(builder, loc);
  auto sumElement = [&](Type element) {
    return isa<FloatType>(element) ? wideElement(element) : element;
  };
  SmallVector<Value> inits;
  for (unsigned i = 0; i < loss.getNumResults(); ++i) {
    auto type = cast<RankedTensorType>(loss.getResultTypes()[i]);
    if (isUpdate(i))
      inits.push_back(args[*findArg(loss, getUpdatedName(loss, i))]);
    else if (isa<FloatType>(type.getElementType()))
      inits.push_back(b.splat(type.getShape(), sumElement(type.getElementType()), 0.0));
    else
      inits.push_back(b.splatInt(type.getShape(), type.getElementType(), 0));
  }
  for (auto [arg, result] : function.gradientResults) {
    auto type = cast<RankedTensorType>(loss.getArgumentTypes()[arg]);
    inits.push_back(b.splat(type.getShape(), wideElement(type), 0.0));
  }

  TypeRange types = ValueRange(inits).getTypes();
  auto loop =
      ForOp::create(builder, loc, types, inits, static_cast<uint64_t>(options.microBatches));
  {
    OpBuilder::InsertionGuard guard(builder);
    SmallVector<Type> blockTypes{RankedTensorType::get({}, builder.getI32Type())};
    llvm::append_range(blockTypes, types);
    Block *block = builder.createBlock(&loop.getBody(), {}, blockTypes,
                                       SmallVector<Location>(blockTypes.size(), loc));
    auto carried = block->getArguments().drop_front();
    SmallVector<Value> taken = takeMicroBatch(builder, args, block->getArgument(0));
    for (unsigned i = 0; i < loss.getNumResults(); ++i)
      if (isUpdate(i))
        taken[*findArg(loss, getUpdatedName(loss, i))] = carried[i];
    LossValues values = callGradient(builder, taken);

    SmallVector<Value> next;
    for (auto [i, value] : llvm::enumerate(values.results)) {
      Type element = getElementType(value);
      if (isUpdate(i))
        next.push_back(value);
      else if (element.isInteger(1))
        next.push_back(b.logicalOr(carried[i], value));
      else
        next.push_back(b.add(carried[i], b.cast(value, sumElement(element))));
    }
    for (auto [i, grad] : llvm::enumerate(values.grads))
      next.push_back(b.add(carried[values.results.size() + i], grad));
    YieldOp::create(builder, loc, next);
  }

  double count = static_cast<double>(options.microBatches);
  LossValues mean;
  for (auto [i, value] : llvm::enumerate(loop.getOutputs())) {
    if (i >= loss.getNumResults()) {
      mean.grads.push_back(b.div(value, count));
      continue;
    }
    bool isMean = !isUpdate(i) && isa<FloatType>(getElementType(value));
    Type element = getElementTypeOrSelf(loss.getResultTypes()[i]);
    mean.results.push_back(isMean ? b.cast(b.div(value, count), element) : value);
  }
  return mean;
}

void StepBuilder::updateParameters(FunctionWriter &writer, const LossValues &values) {
  OpBuilder &builder = writer.getBuilder();
  SmallVector<Value> grads = values.grads;
  Value norm = GlobalNormOp::create(builder, named("grad_norm"), grads, /*f32_accumulation=*/false);
  if (options.clipNorm > 0.0) {
    auto convention = options.convention == "optax" ? ClipConvention::optax : ClipConvention::torch;
    auto clip =
        ClipByGlobalNormOp::create(builder, named("clip"), ValueRange(grads).getTypes(), grads,
                                   norm, llvm::APFloat(options.clipNorm), convention);
    grads = llvm::to_vector(ValueRange(clip.getResults()));
  }
  Value lr = buildLearningRate(builder, named("schedule"), writer.arg("step"), options);
  CoreBuilder counter(builder, named("step"));
  Value step = counter.add(writer.arg("step"), 1.0);

  llvm::StringMap<Value> next;
  next["step"] = step;
  for (auto [entry, grad] : llvm::zip_equal(function.gradientResults, grads)) {
    unsigned arg = entry.first;
    StringRef name = getArgName(loss, arg);
    SmallVector<Value> slots;
    for (StringRef slot : getOptimizerSlots(options))
      slots.push_back(writer.arg(stateName(arg, slot)));
    bool decay = !loss.getArgAttr(arg, attr::noDecay);
    SmallVector<Value> updated = buildUpdate(builder, named("optimizer/" + name), options,
                                             writer.arg(name), grad, slots, lr, step, decay);
    next[name] = updated[0];
    for (auto [i, slot] : llvm::enumerate(getOptimizerSlots(options)))
      next[stateName(arg, slot)] = updated[i + 1];
    if (options.emaDecay > 0.0)
      next[stateName(arg, "ema")] =
          EmaOp::create(builder, named("ema/" + name), writer.arg(stateName(arg, "ema")),
                        updated[0], llvm::APFloat(options.emaDecay));
  }
  for (auto [i, value] : llvm::enumerate(values.results))
    if (isUpdate(i))
      next[getUpdatedName(loss, i)] = value;

  for (const Slot &slot : state)
    if (Value value = next.lookup(slot.name))
      writer.addResult(value, slot.role, slot.name, slot.name);
  for (auto [i, value] : llvm::enumerate(values.results))
    if (!isUpdate(i))
      writer.addResult(value, *getResultRole(loss, i), getResultName(loss, i));
  writer.addResult(norm, Role::metric, "grad_norm");
  if (isScheduled(options))
    writer.addResult(castTo(builder, named("schedule"), lr, builder.getF32Type()), Role::metric,
                     "lr");
}

void StepBuilder::buildStep() {
  SmallVector<Slot> slots = state;
  llvm::append_range(slots, inputs);
  FunctionWriter writer(module, kStepFunction, slots, loss.getLoc());
  SmallVector<Value> args = buildArgs(loss, writer, /*stepKey=*/true);
  OpBuilder &builder = writer.getBuilder();
  updateParameters(writer, options.microBatches == 1 ? callGradient(builder, args)
                                                     : accumulate(builder, args));
  writer.finish();
  if (options.microBatches > 1)
    writer.getFunction()->setAttr(kMicroBatches, builder.getI64IntegerAttr(options.microBatches));
  if (options.stateType != "bf16")
    return;
  writer.getFunction()->setAttr(attr::stateType, TypeAttr::get(BFloat16Type::get(getContext())));
  loss.emitWarning() << "state=bf16 keeps parameters and optimizer state in bf16: an update below "
                        "a 512th of a weight "
                        "is lost, and with it small learning rates and weight decay";
}

void StepBuilder::buildEval() {
  func::FuncOp source = function.evaluation ? function.evaluation : loss;
  llvm::StringMap<unsigned> taken = indexArgs(source);
  SmallVector<Slot> slots;
  for (const Slot &slot : state)
    if (slot.role != Role::step_count && taken.contains(slot.name))
      slots.push_back(slot);
  for (Role role : {Role::hyper_param, Role::batch})
    for (unsigned arg : getArgsWithRole(source, role))
      slots.push_back({source.getArgumentTypes()[arg], role, getArgName(source, arg).str(),
                       source.getArgAttrDict(arg), source.getArgument(arg).getLoc()});
  FunctionWriter writer(module, kEvalFunction, slots, source.getLoc());
  SmallVector<Value> args = buildArgs(source, writer, /*stepKey=*/false);
  SmallVector<Value> values = inlineBody(writer.getBuilder(), source, args);
  for (auto [i, value] : llvm::enumerate(values))
    if (getUpdatedName(source, i).empty())
      writer.addResult(value, *getResultRole(source, i), getResultName(source, i));
  writer.finish();
}

struct BuildStepPass : impl::TrainBuildStepBase<BuildStepPass> {
  using TrainBuildStepBase::TrainBuildStepBase;

  StepOptions getOptions() {
    StepOptions options;
    options.function = function;
    options.optimizer = optimizer;
    options.convention = convention;
    options.learningRate = learningRate;
    options.schedule = schedule;
    options.warmupSteps = warmupSteps;
    options.warmupFactor = warmupFactor;
    options.totalSteps = totalSteps;
    options.finalFactor = finalFactor;
    options.momentum = momentum;
    options.dampening = dampening;
    options.nesterov = nesterov;
    options.beta1 = beta1;
    options.beta2 = beta2;
    options.eps = eps;
    options.amsgrad = amsgrad;
    options.weightDecay = weightDecay;
    options.maximize = maximize;
    options.clipNorm = clipNorm;
    options.emaDecay = emaDecay;
    options.microBatches = microBatches;
    options.stateType = stateType;
    return options;
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    StepOptions options = getOptions();
    if (failed(verifyStepOptions(options, module.getLoc())))
      return signalPassFailure();
    FailureOr<LossFunction> loss = LossFunction::get(module, options.function);
    if (failed(loss) || failed(StepBuilder(module, *loss, options).run()))
      return signalPassFailure();
  }
};

} // namespace
} // namespace halftone::train
