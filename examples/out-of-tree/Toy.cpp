// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dialect, and all that Halftone has to know of it.
#include "Toy.h"

#include "halftone/Precision/CastBuilder.h"
#include "halftone/Precision/TieGroups.h"

#include "ToyDialect.cpp.inc"
#define GET_OP_CLASSES
#include "ToyOps.cpp.inc"

using namespace mlir;
using namespace toy;
using halftone::precision::rebuildOp;
using halftone::precision::tieAll;
using halftone::train::TieGroup;
using halftone::train::TieKind;

namespace {

/// How values of the dialect are cast. Without it `arith` would cast them.
struct ToyPrecision : halftone::precision::PrecisionDialectInterface {
  using PrecisionDialectInterface::PrecisionDialectInterface;

  Value buildCast(OpBuilder &builder, Location loc, Value value, Type type,
                  Operation *) const override {
    return CastOp::create(builder, loc, type, value);
  }
  bool isCast(Operation *op) const override { return isa<CastOp>(op); }
};

} // namespace

void ToyDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "ToyOps.cpp.inc"
      >();
  addInterfaces<ToyPrecision>();
}

// Operands and result have types of their own.

ArrayRef<StringRef> DenseOp::getTieGroupNames() {
  static const StringRef names[] = {"x", "w", "b", "result", "acc"};
  return names;
}

SmallVector<TieGroup> DenseOp::getTieGroups() {
  return {{"x", {&getXMutable()}, {}},
          {"w", {&getWMutable()}, {}},
          {"b", {&getBMutable()}, {}, TieKind::Standing},
          {"result", {}, {getResult()}}};
}

Type DenseOp::getAccumulatorType() { return getAcc() ? *getAcc() : Float32Type::get(getContext()); }

Operation *DenseOp::rebuildWithTypes(OpBuilder &builder, ValueRange operands, TypeRange resultTypes,
                                     Type acc) {
  auto made = cast<DenseOp>(rebuildOp(*this, builder, operands, resultTypes));
  if (acc)
    made.setAcc(acc);
  return made;
}

// The scale goes with the op, and follows no data.

SmallVector<TieGroup> NormOp::getTieGroups() {
  return {{"x", {&getXMutable()}, {getResult()}},
          {"scale", {&getScaleMutable()}, {}, TieKind::Standing}};
}

Operation *NormOp::rebuildWithTypes(OpBuilder &builder, ValueRange operands, TypeRange resultTypes,
                                    Type) {
  return rebuildOp(*this, builder, operands, resultTypes);
}

// One type.

SmallVector<TieGroup> SwishOp::getTieGroups() { return tieAll(*this); }

Operation *SwishOp::rebuildWithTypes(OpBuilder &builder, ValueRange operands, TypeRange resultTypes,
                                     Type) {
  return rebuildOp(*this, builder, operands, resultTypes);
}
