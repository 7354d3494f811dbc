// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What autocast decided, as plain data: what the reports and explanations are made of.
// Names of ops, reasons and rules are texts of the context and of the policy.
#ifndef HALFTONE_LIB_PRECISION_REPORTDATA_H
#define HALFTONE_LIB_PRECISION_REPORTDATA_H

#include "SourceName.h"
#include "StepParts.h"
#include "halftone/Precision/Placement.h"

namespace halftone::precision {

struct GroupRow {
  llvm::StringRef name, reason;
  Label label;
  Decision decision;
  Basis basis;
};

/// A labelled op.
struct OpRow {
  llvm::StringRef op;
  mlir::LocationAttr loc;
  SourceName source;              ///< in `loc`
  std::string result;             ///< the name of the function's result that it gives, if any
  std::vector<std::string> reads; ///< names of the function's arguments that it reads
  std::string param;              ///< the first parameter among them
  Part part = Part::Forward;
  Label label = Label::Keep;
  Decision decision = Decision::Keep;
  Basis basis = Basis::Policy;
  std::string compute;
  llvm::StringRef reason, rule;
  unsigned island = 0;
  std::vector<GroupRow> groups; ///< those with a label of their own
  std::string range;            ///< what is known of its result, beside the compute type's
  std::string before, after;    ///< element types, "f32, f32 -> f32"
};

/// A cast that was put in.
struct CastRow {
  std::string value; ///< the name of what it converts
  SourceName source; ///< of that value
  std::string from, to;
  int64_t bytes = 0; ///< read and written, were it a kernel, each time that it runs
  int64_t times = 1; ///< by the trips of the loops around it, as far as they are known
  bool isNarrowing = false;
  Part part = Part::Forward; ///< of the op that asked for it
  int producer = -1;         ///< row of the op that gives the value, or −1
  std::vector<int> users;    ///< rows of the ops that read the result
  std::string userOp;        ///< the first reader's name
};

struct FunctionReport {
  std::string name;
  std::vector<OpRow> ops;
  std::vector<CastRow> casts;
  int64_t narrowing = 0, widening = 0, castBytes = 0, keptBytes = 0;
  StepParts::Traffic traffic;
  CastCost allCasts;            ///< whoever put them in, as often as they run
  std::optional<CastCost> cost; ///< of the casts that are there, as the placement counts
  PlacementResult placement;
};

struct ReportData {
  std::string compute, policy, placement, target;
  std::string prices; ///< what the cost counts: traffic or kernels
  std::vector<FunctionReport> functions;
};

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_REPORTDATA_H
