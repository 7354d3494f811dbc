// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `train-weight-copies`: the narrow copy of a parameter as derived state. Where `@step`
// reads a parameter through one narrowing cast, the cast of every step is a read of the
// whole master. The copy is written by the optimizer instead, which has the new master
// at hand, and the forward and backward pass read half the bytes.
//
// The copy is the cast of what `@step` returns for the master, so behind the gate of
// loss scaling: copy = cast(master) holds after every step, skipped or not.
#include "halftone/Dialect/Train/Transforms/Passes.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace halftone::train {

#define GEN_PASS_DEF_TRAINWEIGHTCOPIES
#include "halftone/Dialect/Train/Transforms/Passes.h.inc"

namespace {

/// The casts of `param` that a copy can stand for: narrowing, to nearest even, without
/// saturation. Several copies of one cast are one.
llvm::MapVector<Type, SmallVector<CastOp>> findCasts(BlockArgument param) {
  llvm::MapVector<Type, SmallVector<CastOp>> casts;
  SmallVector<Operation *> users(param.getUsers());
  for (Operation *user : llvm::reverse(users)) {
    auto cast = dyn_cast<CastOp>(user);
    if (cast && isa<FloatType>(getElementType(cast.getResult())) && cast.isNarrowing() &&
        !cast.getSaturate() && cast.getRounding() == Rounding::nearest_even)
      casts[getElementType(cast.getResult())].push_back(cast);
  }
  return casts;
}

/// Moves the narrowing casts of `param` behind a barrier to before it. A barrier over a parameter
/// belongs to what is recomputed, and should read the copy too.
void castBeforeBarriers(BlockArgument param) {
  for (OpOperand &use : llvm::make_early_inc_range(param.getUses())) {
    auto barrier = dyn_cast<OptimizationBarrierOp>(use.getOwner());
    if (!barrier)
      continue;
    Value behind = barrier->getResult(use.getOperandNumber());
    SmallVector<Operation *> users(behind.getUsers());
    auto isSameCast = [&](Operation *user) {
      auto cast = dyn_cast<CastOp>(user);
      return cast && cast.isNarrowing() &&
             cast->getResultTypes() == users.front()->getResultTypes() &&
             cast->getAttrDictionary() == users.front()->getAttrDictionary() &&
             cast->getNumOperands() == 1;
    };
    if (users.empty() || !llvm::all_of(users, isSameCast))
      continue;
    OpBuilder builder(barrier);
    Operation *cast = builder.clone(*users.front());
    cast->setOperand(0, param);
    use.set(cast->getResult(0));
    behind.setType(cast->getResult(0).getType());
    for (Operation *user : users) {
      user->getResult(0).replaceAllUsesWith(behind);
      user->erase();
    }
  }
}

/// A copy to be made.
struct Copy {
  std::string param, name;
  Type element;
};

/// "bf16", "f16", …: the type's own spelling.
std::string spell(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

struct WeightCopiesPass : impl::TrainWeightCopiesBase<WeightCopiesPass> {
  using TrainWeightCopiesBase::TrainWeightCopiesBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto step = module.lookupSymbol<func::FuncOp>(kStepFunction);
    if (!step || step.isExternal() || !step.getBody().hasOneBlock()) {
      module.emitError() << "no function '" << kStepFunction
                         << "' with a body of one block; run 'train-build-step' first";
      return signalPassFailure();
    }
    for (unsigned arg : getArgsWithRole(step, Role::param))
      castBeforeBarriers(step.getArgument(arg));
    SmallVector<Copy> copies = chooseCopies(step);
    if (copies.empty())
      return;
    auto init = module.lookupSymbol<func::FuncOp>(kInitFunction);
    if (failed(verifyCopies(step, init, copies)))
      return signalPassFailure();
    addToStep(step, copies);
    addToInit(init, copies);
    auto eval = module.lookupSymbol<func::FuncOp>(kEvalFunction);
    if (eval && !eval.isExternal() && eval.getBody().hasOneBlock())
      readCopies(eval, copiesReadBy(eval, copies));
    numCopies += copies.size();
  }

  /// Parameters that the step updates and reads in one narrow type.
  SmallVector<Copy> chooseCopies(func::FuncOp step) {
    SmallVector<Copy> copies;
    llvm::StringMap<unsigned> updates = indexUpdates(step);
    for (unsigned arg : getArgsWithRole(step, Role::param)) {
      StringRef name = getArgName(step, arg);
      auto casts = findCasts(step.getArgument(arg));
      if (casts.empty() || !updates.contains(name))
        continue;
      Location loc = step.getArgument(arg).getLoc();
      auto options = remark::RemarkOpts::name("weight-copy")
                         .category("weight-copies")
                         .function(step.getName());
      if (casts.size() > 1) {
        remark::missed(loc, options)
            << remark::add("{0} has no copy: it is read in several narrow types", name.str());
        continue;
      }
      Type element = casts.front().first;
      std::string copyName = (name + "/" + spell(element)).str();
      remark::passed(loc, options)
          << remark::add("{0} is read as the copy {1}", name.str(), copyName);
      copies.push_back({name.str(), copyName, element});
    }
    return copies;
  }

  LogicalResult verifyCopies(func::FuncOp step, func::FuncOp init, ArrayRef<Copy> copies) {
    if (!init || init.isExternal() || !init.getBody().hasOneBlock())
      return step.emitError() << "no function '" << kInitFunction
                              << "' with a body of one block, which would start the weight copies";
    llvm::StringMap<unsigned> args = indexArgs(step), results = indexResults(step);
    llvm::StringMap<unsigned> initResults = indexResults(init);
    for (const Copy &copy : copies) {
      if (args.contains(copy.name) || results.contains(copy.name))
        return step.emitError() << "the copy of parameter '" << copy.param << "' needs the name '"
                                << copy.name << "'; rename that argument or result";
      if (!initResults.contains(copy.param))
        return init.emitError() << "function '" << kInitFunction << "' has no result '"
                                << copy.param << "' to start its copy from";
    }
    return success();
  }

  /// Adds the copies as arguments and reads them in place of the casts.
  void readCopies(func::FuncOp func, ArrayRef<Copy> copies) {
    SmallVector<NewArgument> args;
    SmallVector<BlockArgument> params;
    llvm::StringMap<unsigned> places = indexArgs(func);
    for (const Copy &copy : copies) {
      BlockArgument param = params.emplace_back(func.getArgument(places.lookup(copy.param)));
      NamedAttrList attrs(getRoleAttrs(func.getContext(), Role::weight_copy, copy.name));
      attrs.set(attr::copyOf, StringAttr::get(func.getContext(), copy.param));
      args.push_back({withElementType(param.getType(), copy.element),
                      attrs.getDictionary(func.getContext()), param.getLoc()});
    }
    SmallVector<BlockArgument> values = addStateArgs(func, args);
    for (auto [copy, param, value] : llvm::zip_equal(copies, params, values)) {
      auto casts = findCasts(param);
      for (CastOp cast : casts.lookup(copy.element)) {
        cast.replaceAllUsesWith(value);
        cast.erase();
      }
    }
  }

  void addToStep(func::FuncOp step, ArrayRef<Copy> copies) {
    readCopies(step, copies);
    OpBuilder builder(getReturn(step));
    SmallVector<NewResult> results;
    llvm::StringMap<unsigned> updates = indexUpdates(step);
    for (const Copy &copy : copies) {
      Value master = getResultValue(step, updates.lookup(copy.param));
      results.push_back({CastOp::create(builder, master.getLoc(), master, copy.element),
                         getRoleAttrs(step.getContext(), Role::weight_copy, copy.name, copy.name)});
    }
    addResults(step, results);
  }

  void addToInit(func::FuncOp init, ArrayRef<Copy> copies) {
    OpBuilder builder(getReturn(init));
    SmallVector<NewResult> results;
    llvm::StringMap<unsigned> started = indexResults(init);
    for (const Copy &copy : copies) {
      Value master = getResultValue(init, started.lookup(copy.param));
      results.push_back({CastOp::create(builder, master.getLoc(), master, copy.element),
                         getRoleAttrs(init.getContext(), Role::weight_copy, copy.name)});
    }
    addResults(init, results);
  }

  /// The copies whose cast `eval` has too.
  SmallVector<Copy> copiesReadBy(func::FuncOp eval, ArrayRef<Copy> copies) {
    SmallVector<Copy> read;
    llvm::StringMap<unsigned> args = indexArgs(eval);
    for (const Copy &copy : copies)
      if (auto arg = args.find(copy.param);
          arg != args.end() && findCasts(eval.getArgument(arg->second)).contains(copy.element))
        read.push_back(copy);
    return read;
  }
};

} // namespace
} // namespace halftone::train
