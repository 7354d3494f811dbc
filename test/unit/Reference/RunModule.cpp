// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Evaluation of IR in text.
#include "RunModule.h"
#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/Passes.h"
#include "halftone/Reference/Evaluator.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace halftone;
using namespace halftone::reference;

/// One for all tests: making a context takes longer than most of them.
static MLIRContext &context() {
  static MLIRContext *context = [] {
    DialectRegistry registry;
    registry.insert<train::TrainDialect, func::FuncDialect>();
    train::registerDecompositions(registry);
    auto *made = new MLIRContext(registry, MLIRContext::Threading::DISABLED);
    made->loadAllAvailableDialects();
    return made;
  }();
  return *context;
}

RunOutcome reference::runModule(const std::string &text, const std::vector<HostTensor> &args,
                                const std::string &function, bool decompose) {
  RunOutcome outcome;
  ScopedDiagnosticHandler handler(&context(), [&](Diagnostic &diagnostic) {
    outcome.error += diagnostic.str() + "\n";
    return success();
  });
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context());
  if (!module)
    return outcome;
  auto callee = module->lookupSymbol<func::FuncOp>(function);
  if (!callee) {
    outcome.error = "no function\n";
    return outcome;
  }
  EvaluatorOptions options;
  options.decompose = decompose;
  options.trace = [&](Operation *op, ArrayRef<HostTensor> results) {
    outcome.trace.push_back(op->getName().getStringRef().str());
    EXPECT_EQ(results.size(), op->getNumResults());
  };
  FailureOr<std::vector<HostTensor>> results = evaluate(callee, args, options);
  if (succeeded(results))
    outcome.results = std::move(*results);
  else
    EXPECT_NE(outcome.error, "") << "a failure without a diagnostic";
  return outcome;
}

std::string reference::functionOf(const std::string &op, const std::vector<HostTensor> &args,
                                  const std::vector<std::string> &resultTypes) {
  std::string arguments, types, results;
  for (size_t i = 0; i < args.size(); ++i)
    arguments += (i ? ", %" : "%") + std::string(1, static_cast<char>('a' + i)) + ": " +
                 args[i].typeString();
  for (size_t i = 0; i < resultTypes.size(); ++i) {
    types += (i ? ", " : "") + resultTypes[i];
    results += (i ? ", %r#" : "%r#") + std::to_string(i);
  }
  return "func.func @main(" + arguments + ") -> (" + types +
         ") {\n  %r:" + std::to_string(resultTypes.size()) + " = " + op + "\n  return " + results +
         " : " + types + "\n}\n";
}

std::vector<HostTensor> reference::runOps(const std::string &op,
                                          const std::vector<HostTensor> &args,
                                          const std::vector<std::string> &resultTypes) {
  RunOutcome outcome = runModule(functionOf(op, args, resultTypes), args);
  EXPECT_EQ(outcome.error, "") << op;
  if (outcome.error.empty()) {
    for (size_t i = 0; i < resultTypes.size(); ++i)
      EXPECT_EQ(outcome.results[i].typeString(), resultTypes[i]) << op;
  }
  outcome.results.resize(resultTypes.size(), HostTensor(DType::F32, {1}));
  return std::move(outcome.results);
}

HostTensor reference::runOp(const std::string &op, const std::vector<HostTensor> &args,
                            const std::string &resultType) {
  return std::move(runOps(op, args, {resultType}).front());
}
