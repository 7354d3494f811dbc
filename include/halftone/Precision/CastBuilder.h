// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floats of any dialect: how a value is cast to another float type, which ops are such
// casts, which values are one number everywhere, and how such a value is made again.
//
// A dialect says this of itself by `PrecisionDialectInterface`. The user's dialect is
// asked first, then the producer's; where neither has the interface, arith casts: its
// ops take tensors, vectors and scalars of any dialect.
#ifndef HALFTONE_PRECISION_CASTBUILDER_H
#define HALFTONE_PRECISION_CASTBUILDER_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectInterface.h"

#include <optional>
#include <string>

namespace halftone::precision {

/// The float type of a tensor's or vector's elements, or of a scalar; null for all else.
/// A buffer is no value that could be cast.
mlir::FloatType getFloat(mlir::Type type);
/// True where there is one; quicker than to ask which.
bool isFloat(mlir::Type type);
/// True where it is `element`, and its width in bits, or 0; quicker, too.
bool hasElement(mlir::Type type, mlir::FloatType element);
unsigned getFloatWidth(mlir::Type type);
/// True for such a float that is narrower than f32.
bool isNarrow(mlir::Type type);
/// `type` with another float.
mlir::Type withFloat(mlir::Type type, mlir::FloatType element);

/// What a dialect says of the precision of its ops, where it is no matter of a single op's
/// types (that is `PrecisionOpInterface`).
class PrecisionDialectInterface : public mlir::DialectInterface::Base<PrecisionDialectInterface> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PrecisionDialectInterface)

  PrecisionDialectInterface(mlir::Dialect *dialect) : Base(dialect) {}

  /// `value` in `type`, which differs from its own in the float alone: rounded once, to
  /// nearest even. `near` is the op of this dialect that uses or produces it.
  virtual mlir::Value buildCast(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value,
                                mlir::Type type, mlir::Operation *near) const = 0;

  /// True for an op that converts between element types.
  virtual bool isCast(mlir::Operation *op) const { return false; }

  /// A constant of `type` that is `number` everywhere (which `type`'s float holds), or
  /// null where the dialect has none of this type.
  virtual mlir::Value buildSplat(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type,
                                 const llvm::APFloat &number, mlir::Operation *near) const {
    return {};
  }

  /// The number that `op` is everywhere, where the op is a constant that MLIR does not know
  /// to be one.
  virtual std::optional<llvm::APFloat> getNumber(mlir::Operation *op) const { return {}; }

  /// The operand that holds every element of this op's result (of a broadcast, a reshape,
  /// a fill), or null.
  virtual mlir::Value getElementSource(mlir::Operation *op) const { return {}; }

  /// The result of `op` in `type`, made again without a cast (of a tensor without
  /// contents, a fill), or null.
  virtual mlir::Value remake(mlir::OpBuilder &builder, mlir::Operation *op, mlir::Type type) const {
    return {};
  }

  /// Gives `op`, which owns no body, these operands and result types, and the accumulator
  /// `acc` where it is not null, in place. False where it is left alone, to be built again
  /// by `rebuildWithTypes`.
  virtual bool retype(mlir::Operation *op, mlir::ValueRange operands, mlir::TypeRange resultTypes,
                      mlir::Type acc) const {
    return false;
  }

  /// True for an op that no type makes less accurate, and that takes what comes: one that
  /// asks for a shape, or makes a tensor without contents.
  virtual bool hasNoPrecision(mlir::Operation *op) const { return false; }

  /// True where the regions of `op` compute on its elements, so that what is in them has
  /// no label of its own but goes with `op`.
  virtual bool ownsBody(mlir::Operation *op) const { return false; }

  /// True for an op that rounds values of its own to its operands' type: reading low values
  /// is then not the same as reading them widened.
  virtual bool roundsInside(mlir::Operation *op) const { return false; }

  /// What a policy's `kind` is compared with; empty: the op's attribute `kind`.
  virtual std::string getKind(mlir::Operation *op) const { return {}; }

  /// The name under which policies and reports know `op`.
  virtual llvm::StringRef getOpName(mlir::Operation *op) const {
    return op->getName().getStringRef();
  }
};

/// The interface of the op's dialect, or null.
const PrecisionDialectInterface *getPrecisionDialect(mlir::Operation *op);

/// True for constants and for ends of blocks. An op is asked for a trait only where it may
/// have it: that takes a while.
bool isConstant(mlir::Operation *op);
bool isTerminator(mlir::Operation *op);

/// True for ops that convert between element types, whoever wrote them.
bool isCast(mlir::Operation *op);
bool hasNoPrecision(mlir::Operation *op);
/// True where the regions of `op` have no labels of their own.
bool ownsBody(mlir::Operation *op);
/// True for ops that round values of their own to their operands' type.
bool roundsInside(mlir::Operation *op);
/// What a policy's `kind` is compared with, where it is no attribute; else empty.
std::string getKind(mlir::Operation *op);
/// The name under which policies and reports know `op`.
llvm::StringRef getOpName(mlir::Operation *op);
/// An error that names the op so.
mlir::InFlightDiagnostic emitOpError(mlir::Operation *op);

/// The one number of a constant, where it has one.
std::optional<llvm::APFloat> getConstantSplat(mlir::Value value);
/// The number that a value is everywhere, seen through broadcasts, reshapes and fills.
std::optional<llvm::APFloat> getSplat(mlir::Value value);

/// `value` in the float `type`, by a cast at the builder's insertion point. `user` may be
/// null.
mlir::Value castFloat(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value,
                      mlir::FloatType type, mlir::Operation *user);

/// `value` in the float `type` without a cast: a constant of one number rounded to it, a
/// tensor without contents. Null where it has to be cast.
mlir::Value remakeFloat(mlir::OpBuilder &builder, mlir::Value value, mlir::FloatType type,
                        mlir::Operation *user);

/// What dialects without casts of their own use: `arith.extf` and `arith.truncf`, and
/// `arith.constant`.
mlir::Value buildArithCast(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value,
                           mlir::Type type);
mlir::Value buildArithSplat(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type,
                            const llvm::APFloat &number);

} // namespace halftone::precision

#endif // HALFTONE_PRECISION_CASTBUILDER_H
