// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the rules of the verifier share: the table, messages, and facts of a function.
//
//   VerifyPrecision.cpp  the table, and the order of the families
//   VerifyScale.cpp      the loss scale: on once, off once (V1–V3, V6)
//   VerifyGates.cpp      updates, their checks, the scaler's state (V4, V9–V12)
//   VerifyTypes.cpp      what has to be f32, and must not have been narrower (V5, V6,
//                        V13–V15)
//   VerifyCasts.cpp      roundings: islands, ranges, chains (V7, V19–V22)
//   VerifyCopies.cpp     weight copies (V8)
//   VerifyRegions.cpp    regions and products that say how they compute (V16–V18)
//   VerifyFp8.cpp        products in fp8 and their scales (V23–V25)
#ifndef HALFTONE_LIB_PRECISION_VERIFYRULES_H
#define HALFTONE_LIB_PRECISION_VERIFYRULES_H

#include "halftone/Precision/Verifier.h"

#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace halftone::precision {

enum class RuleId {
  ScaleBeforeUse = 1,
  UnscaleOnce,
  ScaleInResult,
  Gate,
  StateType,
  LossAndSeed,
  Island,
  WeightCopy,
  CheckCovers,
  CheckAfterUnscale,
  ScalerState,
  OwnUpdate,
  WideGradient,
  WideOperand,
  GradientSum,
  TwinRegion,
  SaidTF32,
  SaidAccumulator,
  Range,
  OneRounding,
  OneCast,
  NoRoundTrip,
  Fp8Scale,
  Fp8Saturates,
  AmaxHistory,
};

/// What was printed of several values, types and texts.
template <typename... Parts> std::string words(const Parts &...parts) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  (stream << ... << parts);
  return text;
}

/// Ops from the source of an offence to where it counts.
using OpPath = llvm::SmallVector<mlir::Operation *>;

/// One run of the verifier.
class Verifier {
public:
  Verifier(mlir::ModuleOp module, const VerifierOptions &options)
      : module(module), options(options) {}

  mlir::ModuleOp getModule() const { return module; }
  const VerifierOptions &getOptions() const { return options; }
  bool isStrict() const { return options.policy == "halftone"; }
  bool hasFailed() const { return failed; }

  /// A message at `op`, which ends with the rule; the ops of `path` become notes, behind
  /// one about `cause` where there is one.
  void report(RuleId rule, mlir::Operation *op, const std::string &message,
              llvm::ArrayRef<mlir::Operation *> path = {}, mlir::Operation *cause = nullptr,
              llvm::StringRef what = {});

  /// A rounding that a message was about: less precise rules leave it alone.
  void markReported(mlir::Operation *op) { reported.insert(op); }
  bool isReported(mlir::Operation *op) const { return reported.contains(op); }

private:
  mlir::ModuleOp module;
  const VerifierOptions &options;
  llvm::DenseSet<mlir::Operation *> reported;
  bool failed = false;
};

/// Facts of one function that several families ask for.
struct FunctionFacts {
  explicit FunctionFacts(mlir::func::FuncOp function);

  mlir::func::FuncOp function;
  bool isStep;
  llvm::StringMap<unsigned> args;
  /// Ops by kind, in order.
  llvm::SmallVector<train::CastOp> casts;
  llvm::SmallVector<train::SeedOp> seeds;
  llvm::SmallVector<train::UnscaleOp> unscales;
  llvm::SmallVector<mlir::Operation *> loops, regions;
  llvm::SmallVector<train::PrecisionOpInterface> precisionOps;
  /// Whether the loss is scaled: a seed has a scale, or seeds are decomposed already
  /// beside the scaler's state.
  bool isScaled = false;
  /// Whether the scaler's semantics are GradScaler's.
  bool isTorchScaler = false;

  std::optional<train::Role> getResultRole(unsigned index) const { return resultRoles[index]; }
  llvm::StringRef getUpdatedName(unsigned index) const { return updatedNames[index]; }
  /// The argument that result `index` updates, or null.
  mlir::BlockArgument getUpdatedArg(unsigned index) const;
  mlir::Value getResult(unsigned index) const { return returned[index]; }
  unsigned getNumResults() const { return returned.size(); }

private:
  llvm::SmallVector<mlir::Value> returned;
  llvm::SmallVector<std::optional<train::Role>> resultRoles;
  llvm::SmallVector<llvm::StringRef> updatedNames;
};

/// A narrowing to a float below 32 bits that was placed, and is not the model's own.
bool isPlacedNarrowing(train::CastOp cast);

/// The one rounding of the result of a product in fp8, which without fp8 is the product's
/// own: behind the scales, and behind a bias.
bool isProductRounding(train::CastOp cast);

/// Follows `value` back through what moves or widens it without rounding. Returns the
/// narrow value that it was, if it was one that the model does not have itself. `path`
/// gets the ops behind it, in order.
mlir::Value findNarrowSource(mlir::Value value, OpPath &path);

/// `value` behind the choice between it and the old value of a state.
mlir::Value skipGate(mlir::Value value, mlir::Value old);

// The families of rules.
void verifyScale(Verifier &verifier, const FunctionFacts &facts);
void verifyGates(Verifier &verifier, const FunctionFacts &facts);
void verifyTypes(Verifier &verifier, const FunctionFacts &facts);
void verifyCasts(Verifier &verifier, const FunctionFacts &facts);
void verifyCopies(Verifier &verifier, const FunctionFacts &facts);
void verifyRegions(Verifier &verifier, const FunctionFacts &facts);
void verifyFp8(Verifier &verifier, const FunctionFacts &facts);

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_VERIFYRULES_H
