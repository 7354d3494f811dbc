// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `train-fp8`: chooses the products that run in fp8, by policy; the rewrite is
// Dialect/Train/Transforms/Fp8.cpp's.
#include "halftone/Dialect/Train/Transforms/Fp8.h"

#include "ParameterGradients.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"
#include "halftone/Precision/Passes.h"
#include "halftone/Precision/Policy.h"
#include "halftone/Precision/Targets.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"

namespace halftone::precision {
#define GEN_PASS_DEF_TRAINFP8
#include "halftone/Precision/Passes.h.inc"
} // namespace halftone::precision

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;
using namespace halftone::train;

namespace {

struct TrainFp8Pass : halftone::precision::impl::TrainFp8Base<TrainFp8Pass> {
  using TrainFp8Base::TrainFp8Base;

  void runOnOperation() override;

private:
  InFlightDiagnostic error() { return emitError(getOperation().getLoc()) << "option "; }
  LogicalResult verifyOptions();
  std::string whyNot(const StepProduct &product, const Rule *rule);
  bool isAskedFor(ModuleOp module, const Policy &rules);
  LogicalResult choose(func::FuncOp step, const Policy &rules,
                       SmallVectorImpl<StepProduct> &chosen);
  Fp8Options getFp8Options() {
    Fp8Options options;
    options.delayed = recipe == "delayed";
    options.historyLength = history;
    options.margin = margin;
    options.hybrid = format == "hybrid";
    options.powersOfTwo = !anyScale;
    return options;
  }
};

LogicalResult TrainFp8Pass::verifyOptions() {
  if (products != "linear" && products != "marked")
    return error() << "'products' can't be '" << products << "', expected 'linear' or 'marked'";
  if (recipe != "delayed" && recipe != "current")
    return error() << "'recipe' can't be '" << recipe << "', expected 'delayed' or 'current'";
  if (format != "hybrid" && format != "e4m3")
    return error() << "'format' can't be '" << format << "', expected 'hybrid' or 'e4m3'";
  if (history < 1 || history > 65536)
    return error() << "'history' is " << history.getValue() << ", expected 1 to 65536 steps";
  if (margin < -8 || margin > 64)
    return error() << "'margin' is " << margin.getValue() << ", expected -8 to 64 powers of two";
  return success();
}

bool isLow(Value value) {
  Type type = getElementType(value);
  return type.isBF16() || type.isF16();
}

/// Whether any product may have to be in fp8.
bool TrainFp8Pass::isAskedFor(ModuleOp module, const Policy &rules) {
  if (products == "linear")
    return true;
  for (const std::vector<Rule> &layer : rules.getLayers())
    for (const Rule &rule : layer)
      if (rule.products == "fp8")
        return true;
  return module
      .walk([](PrecisionOp region) {
        return cast<FloatType>(region.getCompute()).getWidth() == 8 ? WalkResult::interrupt()
                                                                    : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Why a product stays as it is, or the empty string.
std::string TrainFp8Pass::whyNot(const StepProduct &product, const Rule *rule) {
  Operation *op = product.op;
  for (unsigned factor : product.factors) {
    Value value = op->getOperand(factor);
    if (getElementType(value).isF64())
      return "its operands are in f64";
    if (isFp8(value))
      return "one of its operands is in fp8 already";
  }
  if (auto region = op->getParentOfType<PrecisionOp>()) {
    if (cast<FloatType>(region.getCompute()).getWidth() == 8)
      return {};
    return "its precision region has another compute type";
  }
  if (rule && rule->products == "fp8")
    return {};
  if (rule && !rule->products.empty())
    return "products in " + rule->products + " (" + rule->source + ")";
  auto isLowFactor = [&](unsigned factor) { return isLow(op->getOperand(factor)); };
  if (products == "marked")
    return "no rule or region asks for it";
  if (!llvm::all_of(product.factors, isLowFactor))
    return "its operands are not in low precision";
  auto dot = dyn_cast<DotGeneralOp>(op);
  if (isa<ConvOp>(op) || (dot && !dot.getLhsBatchingDimensions().empty()))
    return "only products of a matrix with rows are in fp8 by default";
  if (product.isLast && !last)
    return "the last product before the loss";
  return {};
}

/// The products to rewrite, with a remark for each.
LogicalResult TrainFp8Pass::choose(func::FuncOp step, const Policy &rules,
                                   SmallVectorImpl<StepProduct> &chosen) {
  ParameterGradients gradients(step);
  MatchFacts facts(gradients);
  bool hasFp8 = false;
  SmallVector<StepProduct> all = findProducts(step);
  for (StepProduct &product : all) {
    product.isParameterGradient = gradients.contains(product.op->getResult(0));
    if (isFp8(product.op->getOperand(product.factors[0])) &&
        isFp8(product.op->getOperand(product.factors[1]))) {
      hasFp8 = true;
      continue;
    }
    bool isF16 = llvm::any_of(product.factors, [&](unsigned factor) {
      return getElementType(product.op->getOperand(factor)).isF16();
    });
    FailureOr<const Rule *> rule = rules.find(product.op, isF16, facts);
    if (failed(rule))
      return failure();
    std::string reason = whyNot(product, *rule);
    auto options = remark::RemarkOpts::name("fp8-product").category("fp8").function(step.getName());
    StringRef name = product.op->getName().getStringRef();
    if (!reason.empty()) {
      remark::missed(product.op->getLoc(), options)
          << remark::add("{0}", name) << remark::reason("{0}", reason);
      continue;
    }
    remark::passed(product.op->getLoc(), options) << remark::add("{0}", name);
    chosen.push_back(product);
  }
  if (chosen.empty() && products == "linear" && !hasFp8)
    emitWarning(step.getLoc()) << "no product of '" << step.getName()
                               << "' is in fp8; --remarks-filter=fp8 says why";
  return success();
}

void TrainFp8Pass::runOnOperation() {
  ModuleOp module = getOperation();
  if (failed(verifyOptions()))
    return signalPassFailure();
  FailureOr<Policy> rules = Policy::create(policy, policyFile, module.getLoc());
  if (failed(rules))
    return signalPassFailure();
  if (!isAskedFor(module, *rules))
    return markAllAnalysesPreserved();

  func::FuncOp functions[2];
  const StringRef names[] = {kStepFunction, kInitFunction};
  for (auto [function, name] : llvm::zip_equal(functions, names)) {
    function = module.lookupSymbol<func::FuncOp>(name);
    if (!function || function.isExternal() || !function.getBody().hasOneBlock() ||
        !isa<func::ReturnOp>(function.getBody().front().back())) {
      module.emitError() << "no function '" << name
                         << "' with a body of one block that returns; run 'train-build-step' first";
      return signalPassFailure();
    }
  }
  auto [step, init] = functions;
  SmallVector<StepProduct> chosen;
  if (failed(choose(step, *rules, chosen)))
    return signalPassFailure();
  if (chosen.empty())
    return markAllAnalysesPreserved();
  std::string chip = target.empty() ? getModuleTarget(module) : target.getValue();
  if (failed(checkCompute("fp8", chip, emulate, module.getLoc())) ||
      failed(quantizeProducts(step, init, chosen, getFp8Options())))
    return signalPassFailure();
  numProducts += chosen.size();
}

} // namespace
