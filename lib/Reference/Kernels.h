// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels: how the evaluator computes one op from the arrays of its operands. Each
// family of ops adds its own to one table, which the evaluator looks ops up in.
#ifndef HALFTONE_LIB_REFERENCE_KERNELS_H
#define HALFTONE_LIB_REFERENCE_KERNELS_H

#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Reference/Evaluator.h"
#include "halftone/Support/Rounding.h"
#include "llvm/ADT/DenseMap.h"

namespace halftone::reference {

/// A value while it is evaluated: shared, because ops pass operands on.
using Array = std::shared_ptr<const HostTensor>;
using Operands = llvm::ArrayRef<Array>;
using Results = llvm::SmallVectorImpl<Array>;
using Kernel = llvm::LogicalResult (*)(mlir::Operation *, Operands, Results &);
using KernelTable = llvm::DenseMap<mlir::TypeID, Kernel>;

/// The kernels of all core ops but those with regions and calls.
const KernelTable &kernels();

void addElementwiseKernels(KernelTable &table);
void addIntegerKernels(KernelTable &table);
void addConversionKernels(KernelTable &table);
void addShapeKernels(KernelTable &table);
void addIndexedKernels(KernelTable &table);
void addReductionKernels(KernelTable &table);
void addWindowKernels(KernelTable &table);
void addOrderKernels(KernelTable &table);
void addContractionKernels(KernelTable &table);
void addForwardingKernels(KernelTable &table);

inline Array share(HostTensor tensor) {
  return std::make_shared<const HostTensor>(std::move(tensor));
}

/// A zero-filled array of the type of `value`.
inline HostTensor emptyFor(mlir::Value value) {
  auto type = llvm::cast<mlir::RankedTensorType>(value.getType());
  return HostTensor(dtypeOf(type.getElementType()), type.getShape().vec());
}

namespace detail {
template <auto function> struct KernelOf;
template <typename OpTy, HostTensor (*function)(OpTy, Operands)> struct KernelOf<function> {
  static void add(KernelTable &table) {
    table[mlir::TypeID::get<OpTy>()] = [](mlir::Operation *op, Operands in, Results &out) {
      out.push_back(share(function(llvm::cast<OpTy>(op), in)));
      return llvm::success();
    };
  }
};
} // namespace detail

/// Adds `HostTensor function(OpTy, Operands)`, which can't fail.
template <auto function> void addKernel(KernelTable &table) {
  detail::KernelOf<function>::add(table);
}

} // namespace halftone::reference

#endif // HALFTONE_LIB_REFERENCE_KERNELS_H
