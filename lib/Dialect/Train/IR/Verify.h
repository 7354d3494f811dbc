// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the verifiers of many ops have in common. Each check emits one diagnostic
// through `emit`, which opens an error at the op, or does nothing where nobody
// wants to hear (type inference without a location).
#ifndef HALFTONE_LIB_DIALECT_TRAIN_IR_VERIFY_H
#define HALFTONE_LIB_DIALECT_TRAIN_IR_VERIFY_H

#include "halftone/Dialect/Train/IR/Train.h"
#include "llvm/ADT/SmallBitVector.h"

namespace halftone::train {

/// A diagnostic that always means failure. (MLIR's own means success where it goes
/// nowhere, so that a quiet type inference would go on with bad attributes.)
class Failure {
public:
  Failure(mlir::InFlightDiagnostic &&diagnostic) : diagnostic(std::move(diagnostic)) {}
  template <typename T> Failure &operator<<(T &&value) {
    diagnostic << std::forward<T>(value);
    return *this;
  }
  operator llvm::LogicalResult() const { return mlir::failure(); }
  template <typename T> operator mlir::FailureOr<T>() const { return mlir::failure(); }

private:
  mlir::InFlightDiagnostic diagnostic;
};

using Emit = llvm::function_ref<Failure()>;

/// `0 <= dimension < rank`.
inline llvm::LogicalResult verifyDimension(Emit emit, llvm::StringRef name, int64_t dimension,
                                           int64_t rank) {
  if (dimension >= 0 && dimension < rank)
    return mlir::success();
  return emit() << "'" << name << "' must be at least 0 and below the rank " << rank << ", got "
                << dimension;
}

/// `dimensions` are distinct, each in range, and sorted where `sorted` says so.
inline llvm::LogicalResult verifyDimensions(Emit emit, llvm::StringRef name,
                                            llvm::ArrayRef<int64_t> dimensions, int64_t rank,
                                            bool sorted = false) {
  llvm::SmallBitVector seen(rank);
  for (int64_t dimension : dimensions) {
    if (dimension < 0 || dimension >= rank)
      return emit() << "'" << name << "' must hold dimensions at least 0 and below the rank "
                    << rank << ", got " << dimension;
    if (seen.test(dimension))
      return emit() << "'" << name << "' must hold distinct dimensions, got " << dimension
                    << " twice";
    seen.set(dimension);
  }
  if (sorted && !llvm::is_sorted(dimensions))
    return emit() << "'" << name << "' must be sorted, got [" << dimensions << "]";
  return mlir::success();
}

/// `array` has `expected` entries, which `what` explains ("one for each dimension").
inline llvm::LogicalResult verifyLength(Emit emit, llvm::StringRef name,
                                        llvm::ArrayRef<int64_t> array, int64_t expected,
                                        llvm::StringRef what = "one for each dimension") {
  if (static_cast<int64_t>(array.size()) == expected)
    return mlir::success();
  return emit() << "'" << name << "' must have " << expected << " entries, " << what << ", got "
                << static_cast<int64_t>(array.size());
}

/// Every entry of `array` is at least `least`.
inline llvm::LogicalResult verifyAtLeast(Emit emit, llvm::StringRef name,
                                         llvm::ArrayRef<int64_t> array, int64_t least) {
  for (int64_t entry : array)
    if (entry < least)
      return emit() << "'" << name << "' must be at least " << least << ", got " << entry;
  return mlir::success();
}

/// `type`, of the value that `name` says, has `shape`.
inline llvm::LogicalResult verifyShape(Emit emit, llvm::StringRef name, mlir::Type type,
                                       llvm::ArrayRef<int64_t> shape) {
  auto tensor = llvm::cast<mlir::RankedTensorType>(type);
  if (tensor.getShape() == shape)
    return mlir::success();
  return emit() << "'" << name << "' must be "
                << mlir::RankedTensorType::get(shape, tensor.getElementType()) << ", got " << type;
}

/// Element types of an accumulating op: both float, or equal; and fit for `kind`.
llvm::LogicalResult verifyAccumulation(Emit emit, ReductionKind kind, mlir::Type from,
                                       mlir::Type to);

/// The accumulator of a contraction of these operands: `acc`, or f64 where an operand
/// is f64 and else f32.
mlir::FloatType getAccumulator(std::optional<mlir::FloatType> acc, mlir::ValueRange operands);

/// `acc` is f32, f64, f16 or bf16 and holds every value of the operands' types; `tf32`
/// needs f32 operands and accumulator.
llvm::LogicalResult verifyAccumulator(Emit emit, std::optional<mlir::FloatType> acc, bool tf32,
                                      mlir::ValueRange operands);

} // namespace halftone::train

#endif // HALFTONE_LIB_DIALECT_TRAIN_IR_VERIFY_H
