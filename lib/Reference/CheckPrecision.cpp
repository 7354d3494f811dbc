// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass `check-precision`:
//
//   1. Collect what is to be checked: results of functions, and ops.
//   2. Copy the module with f64 for every float (WidenModule.h).
//   3. Run both on the same inputs, and record the checked values of each execution.
//   4. Compare; an error for each value that is out of bounds, at its worst element.
#include "halftone/Reference/Passes.h"

#include "CheckInputs.h"
#include "WidenModule.h"
#include "halftone/Reference/Evaluator.h"
#include "halftone/Support/Ulps.h"

#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Format.h"

#include <cmath>

namespace halftone::reference {
#define GEN_PASS_DEF_CHECKPRECISION
#include "halftone/Reference/Passes.h.inc"
} // namespace halftone::reference

using namespace mlir;
using namespace halftone;
using namespace halftone::reference;

namespace {

constexpr StringLiteral ulpsName = "check.ulps", inName = "check.in", withinName = "check.within";

/// What a value has to keep.
struct Bound {
  double ulps = 0, within = 0;
  std::optional<DType> type; ///< whose ulps; the value's own where there is none
};

/// Where elements of a value were farthest off.
struct Worst {
  double ulps = -1, expected = 0, got = 0;
  int64_t element = 0, outside = 0, count = 0;
  DType type = DType::F32;
  std::vector<int64_t> shape;
};

using Values = std::vector<std::vector<HostTensor>>;

/// Reads a bound of a value, or nothing where none is asked for.
FailureOr<std::optional<Bound>> readBound(Operation *at, function_ref<Attribute(StringRef)> get) {
  auto number = [&](StringRef name) -> std::optional<double> {
    Attribute attribute = get(name);
    if (auto value = dyn_cast_or_null<FloatAttr>(attribute))
      return value.getValueAsDouble();
    if (auto value = dyn_cast_or_null<IntegerAttr>(attribute))
      return static_cast<double>(value.getInt());
    return std::nullopt;
  };
  if (!get(ulpsName)) {
    for (StringRef name : {inName, withinName})
      if (get(name))
        return at->emitError() << "check-precision: '" << name << "' needs '" << ulpsName << "'";
    return std::optional<Bound>();
  }
  Bound bound;
  std::optional<double> ulps = number(ulpsName);
  if (!ulps || !(*ulps >= 0))
    return at->emitError() << "check-precision: '" << ulpsName << "' expects a number from 0 on";
  bound.ulps = *ulps;
  if (get(withinName)) {
    std::optional<double> within = number(withinName);
    if (!within || !(*within >= 0))
      return at->emitError() << "check-precision: '" << withinName
                             << "' expects a number from 0 on";
    bound.within = *within;
  }
  if (Attribute attribute = get(inName)) {
    auto type = dyn_cast<TypeAttr>(attribute);
    bound.type = type ? lookupDType(type.getValue()) : std::nullopt;
    if (!bound.type || !isFloat(*bound.type))
      return at->emitError() << "check-precision: '" << inName << "' expects a float type";
  }
  return std::optional<Bound>(bound);
}

/// Element `i` of a shape, as "[3, 17]".
std::string placeOf(int64_t i, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> index(shape.size());
  for (size_t d = shape.size(); d-- > 0;) {
    index[d] = i % shape[d];
    i /= shape[d];
  }
  std::string text = "[";
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(index, os);
  return text + "]";
}

std::string text(double value) {
  if (std::isnan(value))
    return "nan"; // without a sign
  std::string digits;
  llvm::raw_string_ostream(digits) << llvm::format("%.9g", value);
  return digits;
}

struct CheckPrecisionPass : halftone::reference::impl::CheckPrecisionBase<CheckPrecisionPass> {
  using CheckPrecisionBase::CheckPrecisionBase;

  void runOnOperation() override {
    if (failed(check()))
      signalPassFailure();
  }

private:
  /// A function with what is to be checked in it.
  struct Asked {
    SmallVector<std::pair<unsigned, Bound>> results;
    llvm::MapVector<Operation *, Bound> ops; ///< here or in what it calls
  };

  LogicalResult check();
  LogicalResult collect(func::FuncOp function, Asked &asked);
  LogicalResult run(func::FuncOp function, const Asked &asked, const WideModule &wide,
                    unsigned number);
  LogicalResult compare(Operation *at, const Twine &what, const Bound &bound,
                        ArrayRef<HostTensor> got, ArrayRef<HostTensor> expected, unsigned number);
};

LogicalResult CheckPrecisionPass::collect(func::FuncOp function, Asked &asked) {
  for (unsigned i = 0; i < function.getNumResults(); ++i) {
    FailureOr<std::optional<Bound>> bound =
        readBound(function, [&](StringRef name) { return function.getResultAttr(i, name); });
    if (failed(bound))
      return failure();
    if (*bound)
      asked.results.push_back({i, **bound});
  }
  WalkResult result = function.getBody().walk([&](Operation *op) {
    FailureOr<std::optional<Bound>> bound =
        readBound(op, [&](StringRef name) { return op->getAttr(name); });
    if (failed(bound))
      return WalkResult::interrupt();
    if (*bound)
      asked.ops.insert({op, **bound});
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

void track(Worst &worst, const Bound &bound, const HostTensor &got, const HostTensor &expected) {
  worst.type = bound.type.value_or(got.dtype());
  worst.shape = got.shape();
  for (int64_t i = 0; i < got.numElements(); ++i) {
    double have = got.getDouble(i), want = expected.getDouble(i);
    double ulps = ulpDistance(want, have, worst.type);
    ++worst.count;
    bool isOutside = !(ulps <= bound.ulps) && !(std::abs(have - want) <= bound.within);
    worst.outside += isOutside;
    // Of what is outside, if anything is.
    if (worst.outside ? isOutside && (ulps > worst.ulps || worst.outside == 1)
                      : ulps > worst.ulps) {
      worst.ulps = ulps;
      worst.expected = want;
      worst.got = have;
      worst.element = i;
    }
  }
}

LogicalResult CheckPrecisionPass::compare(Operation *at, const Twine &what, const Bound &bound,
                                          ArrayRef<HostTensor> got, ArrayRef<HostTensor> expected,
                                          unsigned number) {
  Worst worst;
  for (auto [low, wide] : llvm::zip(got, expected))
    if (isFloat(low.dtype()))
      track(worst, bound, low, wide);
  ++numChecked;
  if (!worst.count)
    return at->emitError() << "check-precision: " << what << " has no float to check";
  StringRef type = toString(worst.type);
  if (!worst.outside) {
    remark::passed(at->getLoc(), remark::RemarkOpts::name("within").category("check-precision"))
        << remark::add("{0} is within {1} ulps of {2}, bound {3}", what.str(), text(worst.ulps),
                       type, text(bound.ulps));
    return success();
  }
  InFlightDiagnostic diagnostic =
      at->emitError() << "check-precision: " << what << " at "
                      << placeOf(worst.element, worst.shape) << " is off by " << text(worst.ulps)
                      << " ulps of " << type << ", bound " << text(bound.ulps) << ": expected "
                      << text(worst.expected) << ", got " << text(worst.got);
  diagnostic.attachNote() << worst.outside << " of " << worst.count
                          << " elements are out of bounds, in run " << number << " of seed "
                          << seed.getValue();
  return diagnostic;
}

/// Runs a function and keeps the results of some of its ops, execution by execution.
FailureOr<std::vector<HostTensor>> evaluateWithTrace(func::FuncOp function,
                                                     ArrayRef<HostTensor> inputs,
                                                     DenseMap<Operation *, Values> &kept) {
  EvaluatorOptions options;
  options.trace = [&](Operation *op, ArrayRef<HostTensor> results) {
    if (auto it = kept.find(op); it != kept.end())
      it->second.emplace_back(results.begin(), results.end());
  };
  return evaluate(function, inputs, options);
}

LogicalResult CheckPrecisionPass::run(func::FuncOp function, const Asked &asked,
                                      const WideModule &wide, unsigned number) {
  FailureOr<std::vector<HostTensor>> inputs = makeInputs(function, seed, number);
  if (failed(inputs))
    return failure();
  std::vector<HostTensor> wideInputs;
  for (const HostTensor &input : *inputs) {
    if (!isFloat(input.dtype())) {
      wideInputs.push_back(input);
      continue;
    }
    HostTensor copy(DType::F64, input.shape());
    for (int64_t i = 0; i < input.numElements(); ++i)
      copy.setDouble(i, input.getDouble(i));
    wideInputs.push_back(std::move(copy));
  }
  DenseMap<Operation *, Values> kept, wideKept;
  for (auto &[op, bound] : asked.ops) {
    kept[op];
    Operation *copy = wide.ops.lookup(op);
    if (!copy)
      return op->emitError() << "check-precision: a cast of an argument has nothing to check";
    wideKept[copy];
  }
  auto wideFunction = cast<func::FuncOp>(wide.ops.lookup(function));
  FailureOr<std::vector<HostTensor>> got = evaluateWithTrace(function, *inputs, kept);
  FailureOr<std::vector<HostTensor>> expected =
      failed(got) ? got : evaluateWithTrace(wideFunction, wideInputs, wideKept);
  if (failed(expected))
    return failure();

  LogicalResult all = success();
  for (auto &[index, bound] : asked.results)
    if (failed(compare(function, "result " + Twine(index) + " of '@" + function.getName() + "'",
                       bound, (*got)[index], (*expected)[index], number)))
      all = failure();
  for (auto &[op, bound] : asked.ops) {
    const Values &low = kept[op], &high = wideKept[wide.ops.lookup(op)];
    std::string what = "'" + op->getName().getStringRef().str() + "'";
    if (low.empty() || low.size() != high.size()) {
      all = op->emitError() << "check-precision: " << what << " was computed " << low.size()
                            << " times, and in f64 " << high.size() << " times";
      continue;
    }
    for (auto [values, wideValues] : llvm::zip(low, high))
      if (failed(compare(op, what, bound, values, wideValues, number))) {
        all = failure();
        break;
      }
  }
  return all;
}

LogicalResult CheckPrecisionPass::check() {
  ModuleOp module = getOperation();
  llvm::MapVector<func::FuncOp, Asked> functions;
  for (auto function : module.getOps<func::FuncOp>()) {
    Asked asked;
    if (function.isExternal())
      continue;
    if (failed(collect(function, asked)))
      return failure();
    if (!asked.results.empty() || !asked.ops.empty())
      functions.insert({function, std::move(asked)});
  }
  if (functions.empty())
    return module.emitError() << "check-precision: nothing to check: no result and no op has '"
                              << ulpsName << "'";
  FailureOr<WideModule> wide = widenModule(module);
  if (failed(wide))
    return failure();
  LogicalResult all = success();
  for (auto &[function, asked] : functions)
    for (unsigned number = 0; number < std::max(1u, runs.getValue()); ++number)
      if (failed(run(function, asked, *wide, number))) {
        all = failure();
        break; // one counterexample of each function
      }
  return all;
}

} // namespace
