// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results of a step are written to buffers that its caller owns: those of updated
// arguments, and one more for each other result. `add-destinations` says so on
// tensors, before bufferisation; `drop-results` drops the results after it.
#include "halftone/Kernels/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace halftone::kernel {
#define GEN_PASS_DEF_ADDDESTINATIONS
#define GEN_PASS_DEF_DROPRESULTS
#include "halftone/Kernels/Passes.h.inc"
} // namespace halftone::kernel

using namespace mlir;
using namespace halftone;

static constexpr StringLiteral destinationsAttr = "cpu.destinations";

namespace {
struct AddDestinations : halftone::kernel::impl::AddDestinationsBase<AddDestinations> {
  using AddDestinationsBase::AddDestinationsBase;
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isPublic() && !function.isExternal() && failed(addDestinations(function)))
        return signalPassFailure();
  }

private:
  static LogicalResult addDestinations(func::FuncOp function) {
    if (!llvm::hasSingleElement(function.getBody()))
      return function.emitError("function '") << function.getName() << "' has more than one block";
    llvm::StringMap<unsigned> arguments;
    for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
      if (auto name = function.getArgAttrOfType<StringAttr>(i, train::attr::name))
        arguments[name] = i;

    OpBuilder builder(function.getContext());
    SmallVector<int32_t> destinations;
    for (unsigned i = 0, e = function.getNumResults(); i < e; ++i) {
      auto updates = function.getResultAttrOfType<StringAttr>(i, train::attr::updates);
      if (!updates) {
        destinations.push_back(function.getNumArguments());
        if (failed(function.insertArgument(function.getNumArguments(), function.getResultTypes()[i],
                                           DictionaryAttr::get(function.getContext()),
                                           function.getLoc())))
          return failure();
        continue;
      }
      auto found = arguments.find(updates);
      if (found == arguments.end())
        return function.emitError("result ")
               << i << " of '" << function.getName() << "' updates '" << updates.getValue()
               << "', which is not the name of an argument";
      destinations.push_back(found->second);
    }

    // An argument that no result goes to is the caller's, and is only read.
    for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
      function.setArgAttr(
          i, bufferization::BufferizationDialect::kWritableAttrName,
          builder.getBoolAttr(llvm::is_contained(destinations, static_cast<int32_t>(i))));
    auto terminator = cast<func::ReturnOp>(function.front().getTerminator());
    copySharedSources(terminator, destinations);
    builder.setInsertionPoint(terminator);
    for (auto [operand, destination] : llvm::zip_equal(terminator->getOpOperands(), destinations)) {
      BlockArgument argument = function.getArgument(destination);
      if (operand.get() == argument)
        continue;
      operand.set(bufferization::MaterializeInDestinationOp::create(builder, terminator.getLoc(),
                                                                    operand.get(), argument)
                      .getResult());
    }
    function->setAttr(destinationsAttr, builder.getDenseI32ArrayAttr(destinations));
    return success();
  }

  /// A value that goes to two places, or an argument that goes to another's place, is
  /// copied before anything is written: a write in place must not come before a read
  /// of what was there.
  static void copySharedSources(func::ReturnOp terminator, ArrayRef<int32_t> destinations) {
    OpBuilder builder(terminator);
    Location loc = terminator.getLoc();
    DenseSet<Value> seen;
    for (auto [operand, destination] : llvm::zip_equal(terminator->getOpOperands(), destinations)) {
      Value value = operand.get();
      auto argument = dyn_cast<BlockArgument>(value);
      if (argument && static_cast<int32_t>(argument.getArgNumber()) == destination)
        continue;
      if (seen.insert(value).second && !argument)
        continue;
      auto type = cast<RankedTensorType>(value.getType());
      Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(), type.getElementType());
      operand.set(linalg::CopyOp::create(builder, loc, value, empty).getResult(0));
    }
  }
};

struct DropResults : halftone::kernel::impl::DropResultsBase<DropResults> {
  using DropResultsBase::DropResultsBase;
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (auto destinations = function->getAttrOfType<DenseI32ArrayAttr>(destinationsAttr))
        dropResults(function, destinations);
  }

private:
  void dropResults(func::FuncOp function, DenseI32ArrayAttr destinations) {
    auto terminator = cast<func::ReturnOp>(function.front().getTerminator());
    OpBuilder builder(terminator);
    for (auto [value, destination] :
         llvm::zip_equal(terminator.getOperands(), destinations.asArrayRef())) {
      Value buffer = value;
      while (auto cast = buffer.getDefiningOp<memref::CastOp>())
        buffer = cast.getSource();
      if (buffer == function.getArgument(destination))
        continue;
      memref::CopyOp::create(builder, terminator.getLoc(), buffer,
                             function.getArgument(destination));
      ++numCopies;
    }
    terminator->setOperands({});
    llvm::BitVector all(function.getNumResults(), true);
    (void)function.eraseResults(all);
    function->removeAttr(destinationsAttr);
    function->setAttr("kernel.entry", builder.getUnitAttr());
  }
};
} // namespace
