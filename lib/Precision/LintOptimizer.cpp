// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lints of the optimizer: epsilons that vanish, moments and weights that no longer move.
//
// A value w in a type of p significant bits moves by d only where d is at least half a unit
// in its last place, which is between |w|·2^-(p+1) and |w|·2^-p. So a relative change below
// 2^-(p+1) is always lost: 2^-9 for bf16, 2^-12 for f16.
#include "Lints.h"

#include "VerifyRules.h"
#include "halftone/Precision/CastBuilder.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;
using namespace halftone::train;

namespace {

/// The largest relative change that is lost whatever the value is.
double lostChange(Value value) {
  auto element = cast<FloatType>(getElementTypeOrSelf(value));
  return std::ldexp(1.0, -static_cast<int>(element.getFPMantissaWidth()) - 1);
}

/// Half the smallest positive value of the type: what is not above rounds to 0.
double vanishing(FloatType type) {
  llvm::APFloat smallest = llvm::APFloat::getSmallest(type.getFloatSemantics());
  return smallest.convertToDouble() / 2;
}

class OptimizerLints {
public:
  OptimizerLints(Linter &linter, func::FuncOp function) : linter(linter), function(function) {}

  void run() {
    function.walk([&](Operation *op) {
      if (auto adam = dyn_cast<AdamOp>(op))
        lintAdam(adam);
      else if (auto sgd = dyn_cast<SgdOp>(op))
        lintSgd(sgd);
      else if (auto ema = dyn_cast<EmaOp>(op))
        lintDecay(ema.getLoc(), ema.getAverage(), ema.getDecay().convertToDouble(),
                  "a moving average");
    });
    lintMasters();
  }

private:
  Linter &linter;
  func::FuncOp function;

  void lintAdam(AdamOp adam);
  void lintSgd(SgdOp sgd);
  void lintDecay(Location loc, Value moment, double decay, StringRef what);
  void lintStep(Location loc, Value param, Value lr, double weightDecay, bool isBounded);
  void lintMasters();
};

void OptimizerLints::lintAdam(AdamOp adam) {
  double eps = adam.getEps().convertToDouble();
  auto state = cast<FloatType>(getElementTypeOrSelf(adam.getExpAvgSq()));
  // The arithmetic is f32 whatever the state is; where a state is f16, others' is not.
  bool isLost = eps <= vanishing(state) || eps <= vanishing(Float32Type::get(adam.getContext()));
  if (isLost)
    linter.warn("adam-epsilon", adam.getLoc(),
                eps == 0.0 ? std::string("Adam has no epsilon: a gradient of 0 is divided by 0")
                           : words("Adam's epsilon ", shortly(eps), " is 0 in '", state,
                                   "', the type of its moments: a gradient of 0 is divided by 0"),
                state.getWidth() < 32 ? "keep moments in f32 (state=f32), or use 1e-4"
                                      : "use eps=1e-8");
  lintDecay(adam.getLoc(), adam.getExpAvg(), adam.getBeta1().convertToDouble(), "beta1");
  lintDecay(adam.getLoc(), adam.getExpAvgSq(), adam.getBeta2().convertToDouble(), "beta2");
  // Each element moves by about lr, at most.
  lintStep(adam.getLoc(), adam.getParam(), adam.getLr(), adam.getWeightDecay().convertToDouble(),
           /*isBounded=*/true);
}

void OptimizerLints::lintSgd(SgdOp sgd) {
  if (sgd.getBuffer())
    lintDecay(sgd.getLoc(), sgd.getBuffer(), sgd.getMomentum().convertToDouble(), "momentum");
  lintStep(sgd.getLoc(), sgd.getParam(), sgd.getLr(), sgd.getWeightDecay().convertToDouble(),
           /*isBounded=*/false);
}

/// A moment that decays by less than half a unit in the last place stays where it is.
void OptimizerLints::lintDecay(Location loc, Value moment, double decay, StringRef what) {
  if (!moment || !isNarrow(moment.getType()) || decay >= 1.0 || 1.0 - decay >= lostChange(moment))
    return;
  linter.warn("stalled-moments", loc,
              words(what, " ", shortly(decay), " changes a value in '",
                    getElementTypeOrSelf(moment), "' by ", shortly(1.0 - decay),
                    " of itself, less than half a unit in its last place: it sticks"),
              "keep it in f32 (state=f32)");
}

void OptimizerLints::lintStep(Location loc, Value param, Value lr, double weightDecay,
                              bool isBounded) {
  std::optional<llvm::APFloat> number = getSplat(lr);
  if (!isNarrow(param.getType()) || !number)
    return;
  double rate = number->convertToDouble(), lost = lostChange(param);
  if (isBounded && rate > 0.0 && rate < lost)
    linter.warn("stalled-weights", loc,
                words("a step of about lr = ", shortly(rate), " is lost in a weight in '",
                      getElementTypeOrSelf(param), "' above ", shortly(rate / lost),
                      ", weights of 1 among them"),
                "keep f32 masters (state=f32)");
  else if (weightDecay > 0.0 && rate * weightDecay < lost)
    linter.warn("stalled-weights", loc,
                words("weight decay takes ", shortly(rate * weightDecay), " of a weight in '",
                      getElementTypeOrSelf(param),
                      "' at a step, less than half a unit in its last place: "
                      "it never acts alone"),
                "keep f32 masters (state=f32)");
}

/// Parameters below f32 whose optimizer state is, too, or that have none.
void OptimizerLints::lintMasters() {
  if (function.getName() != kStepFunction)
    return;
  for (unsigned index : getArgsWithRole(function, Role::opt_state))
    if (!isNarrow(function.getArgument(index).getType()) &&
        isa<FloatType>(getElementTypeOrSelf(function.getArgument(index))))
      return;
  llvm::StringMap<unsigned> updates = indexUpdates(function);
  for (unsigned index : getArgsWithRole(function, Role::param)) {
    Value param = function.getArgument(index);
    StringRef name = getArgName(function, index);
    if (!isNarrow(param.getType()) || !updates.contains(name))
      continue;
    linter.warn("16-bit-optimizer", function.getLoc(),
                words("parameters such as '", name, "' and their optimizer's state are all '",
                      getElementTypeOrSelf(param),
                      "': there is no f32 copy to add small updates to"),
                "keep f32 masters (state=f32)");
    return;
  }
}

} // namespace

void halftone::precision::lintOptimizer(Linter &linter, func::FuncOp function) {
  OptimizerLints(linter, function).run();
}
