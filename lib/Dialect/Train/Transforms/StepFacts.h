// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What can be known of a step that came differentiated before its seed is known.
//
//   forward    what the loss is computed from: never scaled
//   backward   what else the new parameters and optimizer state are computed from: the
//              gradient and the optimizer, and what of the forward pass only gradients use
//   optimizer  what of that depends on optimizer state, averages or the step count
//   data       tensors, not scalars, that depend on the batch or a key
//   sinks      results that are new parameters or optimizer state, or gradients
//   reach      of a value: the sinks that it goes into linearly
//   candidates uses that may hold the scale, as long as nothing else is known: of constants,
//              and of values of the forward pass behind the loss
#ifndef HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_STEPFACTS_H
#define HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_STEPFACTS_H

#include "ValueFlow.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

namespace halftone::train {

class StepFacts {
public:
  explicit StepFacts(mlir::func::FuncOp step);

  mlir::func::FuncOp getStep() const { return step; }
  mlir::Block &getBlock() const { return mlir::func::FuncOp(step).front(); }

  bool isForward(mlir::Value value) const { return forward.contains(value); }
  bool isBackward(mlir::Value value) const { return backward.contains(value); }
  bool isBackward(mlir::Operation *op) const {
    return llvm::any_of(op->getResults(), [&](mlir::Value value) { return isBackward(value); });
  }
  bool isOptimizer(mlir::Operation *op) const {
    return llvm::any_of(op->getResults(),
                        [&](mlir::Value value) { return optimizer.contains(value); });
  }
  bool isData(mlir::Value value) const { return data.contains(value); }
  /// Computed from constants alone.
  bool isConstant(mlir::Value value) const { return constants.contains(value); }
  /// Program order.
  unsigned getOrder(mlir::Operation *op) const { return order.lookup(op); }

  struct Sink {
    unsigned result;
    std::optional<unsigned> param; ///< the argument, where it updates a parameter
    bool isState;                  ///< it updates optimizer state
  };
  llvm::ArrayRef<Sink> getSinks() const { return sinks; }
  /// Arguments of parameters whose new values the loss depends on: no sinks.
  llvm::ArrayRef<unsigned> getParamsWithinLoss() const { return withinLoss; }
  const llvm::BitVector &getReach(mlir::Value value) const;
  /// What a use goes into linearly.
  llvm::BitVector getReach(mlir::OpOperand &use) const;

  /// Of candidates that reach as many sinks, the last kind in this list is the seed.
  enum class Priority {
    term,     ///< of the forward pass, added to the backward pass: no seed by itself
    factor,   ///< a constant that a gradient is multiplied by: no seed by itself
    residual, ///< of what the forward pass computes for the backward pass
    root,     ///< of the forward pass, taken by an op that takes nothing else
    constant, ///< behind the loss, and behind none of these two
  };
  struct Candidate {
    mlir::OpOperand *use;
    Priority priority;
  };
  llvm::ArrayRef<Candidate> getCandidates() const { return candidates; }
  /// The candidate that a use is, or none.
  const Candidate *findCandidate(mlir::OpOperand &use) const;

private:
  mlir::func::FuncOp step;
  ValueSet forward, backward, optimizer, data, constants;
  llvm::DenseMap<mlir::Operation *, unsigned> order;
  /// Place of a block's last op of the forward pass on tensors.
  llvm::DenseMap<mlir::Block *, unsigned> lastForward;
  llvm::SmallVector<Sink> sinks;
  llvm::SmallVector<unsigned> withinLoss;
  llvm::DenseMap<mlir::Value, llvm::BitVector> reach;
  llvm::BitVector nothing;
  std::vector<Candidate> candidates;
  llvm::DenseMap<mlir::OpOperand *, unsigned> candidateAt;

  ValueSet dependents(llvm::ArrayRef<Role> roles, ValueFilter enters);
  void findForward();
  void findConstants();
  bool isWithinLoss(mlir::Value value) const;
  void findSinks();
  void findBackward();
  void findReach(mlir::Block &block);
  bool addReach(mlir::Value value);
  void findCandidates();
  void findFactors();
  bool isBehindLoss(mlir::Operation *op) const;
  bool isLinear(mlir::OpOperand &use) const;
  bool isRoot(mlir::OpOperand &use) const;
  bool isTerm(mlir::OpOperand &use) const;
  bool isViewed(mlir::Operation *op) const;
};

} // namespace halftone::train

#endif // HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_STEPFACTS_H
