// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control: walks the ops of a function, keeps the value of each SSA name in a
// frame, and hands core ops to their kernels. A region sees the frame around it,
// so a loop overwrites the values of its body at each turn.
#include "EvaluatorImpl.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::reference;

const KernelTable &reference::kernels() {
  static const KernelTable table = [] {
    KernelTable all;
    addElementwiseKernels(all);
    addIntegerKernels(all);
    addConversionKernels(all);
    addShapeKernels(all);
    addIndexedKernels(all);
    addReductionKernels(all);
    addWindowKernels(all);
    addOrderKernels(all);
    addContractionKernels(all);
    addForwardingKernels(all);
    return all;
  }();
  return table;
}

//===----------------------------------------------------------------------===//
// Regions and calls
//===----------------------------------------------------------------------===//

LogicalResult Evaluator::Impl::evaluateBlock(Block &block, Operands arguments, Frame &frame,
                                             Results &yielded) {
  for (auto [argument, value] : llvm::zip(block.getArguments(), arguments))
    frame[argument] = value;
  for (Operation &op : block.without_terminator())
    if (failed(evaluateInFrame(op, frame)))
      return failure();
  return lookUp(*block.getTerminator(), frame, yielded);
}

LogicalResult Evaluator::Impl::lookUp(Operation &op, const Frame &frame, Results &values) {
  for (Value value : op.getOperands()) {
    values.push_back(frame.lookup(value));
    if (!values.back())
      return op.emitOpError("uses a value from outside of what is evaluated");
  }
  return success();
}

LogicalResult Evaluator::Impl::evaluateFor(train::ForOp op, Operands inits, Frame &frame,
                                           Results &results) {
  SmallVector<Array> carried(inits);
  auto count = static_cast<int64_t>(op.getTripCount());
  for (int64_t i = 0; i < count; ++i) {
    HostTensor induction(DType::I32, {});
    induction.setInt(0, i);
    SmallVector<Array> arguments = {share(std::move(induction))};
    arguments.append(carried);
    carried.clear();
    if (failed(evaluateBlock(op.getBody().front(), arguments, frame, carried)))
      return failure();
  }
  results.append(carried);
  return success();
}

LogicalResult Evaluator::Impl::evaluateWhile(train::WhileOp op, Operands inits, Frame &frame,
                                             Results &results) {
  SmallVector<Array> carried(inits);
  while (true) {
    SmallVector<Array> condition, next;
    if (failed(evaluateBlock(op.getCond().front(), carried, frame, condition)))
      return failure();
    if (!condition[0]->getInt(0))
      break;
    if (failed(evaluateBlock(op.getBody().front(), carried, frame, next)))
      return failure();
    carried = std::move(next);
  }
  results.append(carried);
  return success();
}

LogicalResult Evaluator::Impl::evaluateCall(Operation *op, StringRef callee, Operands arguments,
                                            Results &results) {
  auto function = module ? dyn_cast_or_null<func::FuncOp>(symbols.lookupSymbolIn(
                               module, StringAttr::get(op->getContext(), callee)))
                         : func::FuncOp();
  if (!function || function.isExternal())
    return op->emitOpError("calls '") << callee << "', which has no body here";
  // A recursive function would not end: nothing in it depends on the depth.
  constexpr int maxDepth = 256;
  if (depth == maxDepth)
    return op->emitOpError("calls more than ") << maxDepth << " functions deep";
  ++depth;
  auto leave = llvm::scope_exit([this] { --depth; });
  return evaluateBody(function, arguments, results);
}

LogicalResult Evaluator::Impl::evaluateBody(func::FuncOp function, Operands arguments,
                                            Results &results) {
  if (!function.getBody().hasOneBlock())
    return function.emitOpError("has ") << function.getBody().getBlocks().size()
                                        << " blocks; the evaluator knows structured control only";
  Frame frame;
  return evaluateBlock(function.getBody().front(), arguments, frame, results);
}

//===----------------------------------------------------------------------===//
// Composites
//===----------------------------------------------------------------------===//

/// A function whose body is the decomposition of `op`, with its operands as
/// arguments.
static FailureOr<func::FuncOp> buildDecomposition(train::DecomposableOpInterface op) {
  OpBuilder builder(op->getContext());
  auto type = builder.getFunctionType(op->getOperandTypes(), op->getResultTypes());
  auto function = func::FuncOp::create(op.getLoc(), op->getName().getStringRef(), type);
  OwningOpRef<func::FuncOp> owner(function);
  Block *body = function.addEntryBlock();

  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  mapping.map(op->getOperands(), body->getArguments());
  Operation *clone = builder.clone(*op, mapping);
  builder.setInsertionPoint(clone);
  FailureOr<SmallVector<Value>> values =
      cast<train::DecomposableOpInterface>(clone).decompose(builder);
  if (failed(values))
    return op.emitOpError("cannot be decomposed");
  if (TypeRange(*values) != TypeRange(op->getResultTypes()))
    return op.emitOpError("has a decomposition of other types: expected ")
           << op->getResultTypes() << ", got " << TypeRange(*values);
  func::ReturnOp::create(builder, op.getLoc(), *values);
  clone->erase();
  return owner.release();
}

LogicalResult Evaluator::Impl::evaluateComposite(train::DecomposableOpInterface op,
                                                 Operands operands, Results &results) {
  OwningOpRef<func::FuncOp> &function = decompositions[op];
  if (!function) {
    FailureOr<func::FuncOp> built = buildDecomposition(op);
    if (failed(built))
      return failure();
    function = *built;
  }
  func::FuncOp body = *function; // the map may grow while it is evaluated
  ++untraced;
  auto leave = llvm::scope_exit([this] { --untraced; });
  return evaluateBody(body, operands, results);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

LogicalResult Evaluator::Impl::evaluateConstant(train::ConstantOp op, Results &results) {
  Array &value = constants[op.getValue()];
  if (!value) {
    SmallVector<Array> read;
    if (failed(kernels().lookup(TypeID::get<train::ConstantOp>())(op, {}, read)))
      return failure();
    value = read.front();
  }
  results.push_back(value);
  return success();
}

LogicalResult Evaluator::Impl::evaluateOp(Operation &op, Operands operands, Frame &frame,
                                          Results &results) {
  if (auto constant = dyn_cast<train::ConstantOp>(op))
    return evaluateConstant(constant, results);
  if (Kernel kernel = kernels().lookup(op.getName().getTypeID()))
    return kernel(&op, operands, results);

  return TypeSwitch<Operation *, LogicalResult>(&op)
      .Case([&](train::ForOp loop) { return evaluateFor(loop, operands, frame, results); })
      .Case([&](train::WhileOp loop) { return evaluateWhile(loop, operands, frame, results); })
      .Case([&](train::IfOp branch) {
        Region &region = operands[0]->getInt(0) ? branch.getThenRegion() : branch.getElseRegion();
        return evaluateBlock(region.front(), {}, frame, results);
      })
      .Case<train::PrecisionOp, train::CheckpointOp>([&](Operation *region) {
        return evaluateBlock(region->getRegion(0).front(), {}, frame, results);
      })
      .Case([&](func::CallOp call) {
        return evaluateCall(call, call.getCallee(), operands, results);
      })
      .Case([&](train::CustomGradientOp call) {
        // The forward function's residuals come after the results.
        SmallVector<Array> all;
        if (failed(evaluateCall(call, call.getForward(), operands, all)))
          return failure();
        results.append(all.begin(), all.begin() + call->getNumResults());
        return success();
      })
      .Default([&](Operation *other) -> LogicalResult {
        auto composite = dyn_cast<train::DecomposableOpInterface>(other);
        if (composite && options.decompose)
          return evaluateComposite(composite, operands, results);
        return other->emitOpError("is not an op that the reference evaluator knows");
      });
}

LogicalResult Evaluator::Impl::evaluateInFrame(Operation &op, Frame &frame) {
  SmallVector<Array, 4> operands, results;
  if (failed(lookUp(op, frame, operands)) || failed(evaluateOp(op, operands, frame, results)))
    return failure();
  assert(results.size() == op.getNumResults() && "a value for each result");
  for (auto [result, value] : llvm::zip(op.getResults(), results))
    frame[result] = value;
  if (options.trace && !untraced) {
    SmallVector<HostTensor> tensors;
    for (const Array &value : results)
      tensors.push_back(*value);
    options.trace(&op, tensors);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// From and to the caller
//===----------------------------------------------------------------------===//

/// "tensor<4xf32>" as the host would print the type.
static std::string hostTypeOf(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// Checks that the arrays have these types, and lends them out: the caller keeps
/// them alive.
static FailureOr<SmallVector<Array>> borrow(Operation *op, TypeRange types,
                                            ArrayRef<HostTensor> arrays, StringRef what) {
  if (types.size() != arrays.size())
    return op->emitOpError("expected ")
           << types.size() << " " << what << "s, got " << arrays.size();
  SmallVector<Array> borrowed;
  for (auto [i, type, array] : llvm::enumerate(types, arrays)) {
    if (hostTypeOf(type) != array.typeString())
      return op->emitOpError("expected ")
             << what << " " << i << " of type " << type << ", got " << array.typeString();
    borrowed.push_back(Array(Array(), &array));
  }
  return borrowed;
}

static std::vector<HostTensor> tensorsOf(ArrayRef<Array> arrays) {
  std::vector<HostTensor> tensors;
  for (const Array &array : arrays)
    tensors.push_back(*array);
  return tensors;
}

Evaluator::Evaluator(ModuleOp module, EvaluatorOptions options)
    : impl(std::make_unique<Impl>(module, std::move(options))) {}
Evaluator::~Evaluator() = default;

FailureOr<std::vector<HostTensor>> Evaluator::call(func::FuncOp function,
                                                   ArrayRef<HostTensor> args) {
  if (function.isExternal())
    return function.emitOpError("has no body to evaluate");
  FailureOr<SmallVector<Array>> arguments =
      borrow(function, function.getArgumentTypes(), args, "argument");
  SmallVector<Array> results;
  if (failed(arguments) || failed(impl->evaluateBody(function, *arguments, results)))
    return failure();
  return tensorsOf(results);
}

FailureOr<std::vector<HostTensor>> reference::evaluate(func::FuncOp function,
                                                       ArrayRef<HostTensor> args,
                                                       const EvaluatorOptions &options) {
  return Evaluator(function->getParentOfType<ModuleOp>(), options).call(function, args);
}

FailureOr<std::vector<HostTensor>> reference::evaluateOp(Operation *op,
                                                         ArrayRef<HostTensor> operands) {
  FailureOr<SmallVector<Array>> arguments = borrow(op, op->getOperandTypes(), operands, "operand");
  if (failed(arguments))
    return failure();
  Evaluator::Impl impl(op->getParentOfType<ModuleOp>(), {});
  Evaluator::Impl::Frame frame;
  SmallVector<Array> results;
  if (failed(impl.evaluateOp(*op, *arguments, frame, results)))
    return failure();
  return tensorsOf(results);
}
