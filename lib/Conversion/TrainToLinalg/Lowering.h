// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the families of lowerings share: how an element of the `train` dialect is
// kept in memory and computed with, and how a loop over elements is built.
//
//   train element   in memory   in a computation
//   f64, f32        the same    the same
//   f16, bf16, f8   the same    f32; rounded once where the op's result is stored
//   ui8 … ui64      i8 … i64    the same; the op knows that it is unsigned
//   i1              i8, 0 or 1  i1
#ifndef HALFTONE_LIB_CONVERSION_TRAINTOLINALG_LOWERING_H
#define HALFTONE_LIB_CONVERSION_TRAINTOLINALG_LOWERING_H

#include "halftone/Dialect/Train/IR/Train.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/DialectConversion.h"

namespace halftone::conversion {

using Builder = mlir::ImplicitLocOpBuilder;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// The element type in memory.
mlir::Type storageType(mlir::Type element);
/// A tensor type with its elements as in memory.
mlir::RankedTensorType storageTensor(mlir::Type tensor);
/// The element type of a value of the `train` dialect.
inline mlir::Type elementOf(mlir::Value value) { return train::getElementType(value); }

/// From memory to computation, and back. `element` is the `train` element type.
mlir::Value decode(Builder &b, mlir::Value stored, mlir::Type element);
mlir::Value encode(Builder &b, mlir::Value value, mlir::Type element);
/// From the element type to its compute type, exactly, and back with one rounding.
mlir::Value widen(Builder &b, mlir::Value value);
mlir::Value narrow(Builder &b, mlir::Value value, mlir::Type element);
/// `decode` and `widen`; `narrow` and `encode`.
mlir::Value load(Builder &b, mlir::Value stored, mlir::Type element);
mlir::Value store(Builder &b, mlir::Value value, mlir::Type element);

/// A scalar constant of a signless integer, index or float type.
mlir::Value constant(Builder &b, mlir::Type type, double value);
mlir::Value integer(Builder &b, mlir::Type type, int64_t value);
inline mlir::Value index(Builder &b, int64_t value) {
  return mlir::arith::ConstantIndexOp::create(b, value);
}

/// `kind` applied to two values of a computation.
mlir::Value combine(Builder &b, train::ReductionKind kind, mlir::Value x, mlir::Value y,
                    mlir::Type element);
/// The value that `kind` starts from, in the type of the computation.
mlir::Value neutral(Builder &b, train::ReductionKind kind, mlir::Type element);
/// The type that a reduction of `element` accumulates in, in memory.
mlir::Type accumulatorType(mlir::Type element);

/// What the elementwise op `op` computes, for one element. Operands and result are
/// as in memory.
mlir::Value emitElementwise(Builder &b, mlir::Operation *op, mlir::ValueRange args);
/// One element of a cast with rounding to nearest even. Decoded, not widened.
mlir::Value emitCast(Builder &b, mlir::Value value, mlir::Type from, mlir::Type to);
/// The same for the other modes: rounds `value`, a float, as `rounding` and
/// `saturate` say; `random` has 32 bits for stochastic rounding, else it is null.
mlir::Value emitSpecialCast(Builder &b, mlir::Value value, mlir::Type from, mlir::FloatType to,
                            train::Rounding rounding, bool saturate, mlir::Value random);

/// The words of a block of random bits, all i32 (Random.cpp).
llvm::SmallVector<mlir::Value> emitPhilox(Builder &b, llvm::ArrayRef<mlir::Value> counter,
                                          llvm::ArrayRef<mlir::Value> key);
llvm::SmallVector<mlir::Value> emitThreefry(Builder &b, llvm::ArrayRef<mlir::Value> counter,
                                            llvm::ArrayRef<mlir::Value> key);
/// Word `linear mod 4` of the Philox block of counter `offset + linear / 4`, for a
/// linear index into a tensor.
mlir::Value emitPhiloxWord(Builder &b, mlir::Value key, mlir::Value linear, int64_t offset);

//===----------------------------------------------------------------------===//
// Loops over elements
//===----------------------------------------------------------------------===//

using Body = llvm::function_ref<llvm::SmallVector<mlir::Value>(Builder &, mlir::ValueRange)>;

mlir::Value empty(Builder &b, mlir::RankedTensorType type);
/// The same with a buffer of its own, for a loop to carry: where a destination took the
/// place of a carried empty tensor, bufferisation would refuse the loop.
mlir::Value allocated(Builder &b, mlir::RankedTensorType type);
/// A tensor of one scalar.
mlir::Value filled(Builder &b, mlir::RankedTensorType type, mlir::Value scalar);
/// A `linalg.generic`. The body gets one value for each input and destination.
mlir::linalg::GenericOp generic(Builder &b, mlir::ValueRange inputs, mlir::ValueRange dests,
                                llvm::ArrayRef<mlir::AffineMap> maps,
                                llvm::ArrayRef<mlir::utils::IteratorType> iterators, Body body);
/// A new tensor whose elements the body computes from those of the inputs at the
/// same place; inputs of rank 0 are the same for all.
mlir::Value map(Builder &b, mlir::RankedTensorType type, mlir::ValueRange inputs,
                llvm::function_ref<mlir::Value(Builder &, mlir::ValueRange)> body);

/// The same elements in another static shape.
mlir::Value reshape(Builder &b, mlir::Value value, llvm::ArrayRef<int64_t> shape);
/// `perm[i]` is the dimension of `value` that becomes dimension `i`.
mlir::Value transpose(Builder &b, mlir::Value value, llvm::ArrayRef<int64_t> perm);
/// StableHLO's pad, by insertion into a filled tensor.
mlir::Value pad(Builder &b, mlir::Value value, mlir::Value scalar, llvm::ArrayRef<int64_t> low,
                llvm::ArrayRef<int64_t> high, llvm::ArrayRef<int64_t> interior);
/// A scalar index, clamped to [0, limit], from a tensor of rank 0.
mlir::Value clampedIndex(Builder &b, mlir::Value scalar, bool isUnsigned, int64_t limit);
/// An integer as an index; extended as its type says.
mlir::Value toIndex(Builder &b, mlir::Value scalar, mlir::Type element);
/// The row-major position of an index vector in `shape`.
mlir::Value linearIndex(Builder &b, llvm::ArrayRef<mlir::Value> indices,
                        llvm::ArrayRef<int64_t> shape);

/// Strided part of a tensor with index values or constants.
mlir::Value sliceOf(Builder &b, mlir::Value value, llvm::ArrayRef<mlir::OpFoldResult> offsets,
                    llvm::ArrayRef<int64_t> sizes, llvm::ArrayRef<int64_t> strides = {});
mlir::Value insertSlice(Builder &b, mlir::Value part, mlir::Value dest,
                        llvm::ArrayRef<mlir::OpFoldResult> offsets, llvm::ArrayRef<int64_t> sizes,
                        llvm::ArrayRef<int64_t> strides = {});

/// A pattern whose rewrite has the op, its converted operands and a builder.
template <typename OpTy> struct Lowering : mlir::OpConversionPattern<OpTy> {
  using mlir::OpConversionPattern<OpTy>::OpConversionPattern;
  using Adaptor = typename OpTy::Adaptor;
};

void populateElementwise(mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);
void populateShape(mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);
void populateIndexed(mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);
void populateReductions(mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);
void populateWindows(mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);
void populateSort(mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);
void populateContractions(mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);
void populateControl(mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);
void populateRandom(mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);

} // namespace halftone::conversion

#endif // HALFTONE_LIB_CONVERSION_TRAINTOLINALG_LOWERING_H
