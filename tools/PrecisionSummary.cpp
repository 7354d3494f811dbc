// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PrecisionSummary.h"

#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/Fp8.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"
#include "halftone/Precision/CastCost.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace halftone;

PrecisionFacts::PrecisionFacts(ModuleOp module) {
  auto step = module.lookupSymbol<func::FuncOp>(train::kStepFunction);
  if (!step)
    return;
  bool hasF16 = false;
  step.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      hasF16 |= getElementTypeOrSelf(type).isF16();
    if (auto cast = dyn_cast<train::CastOp>(op)) {
      Type from = train::getElementType(cast.getOperand()),
           to = train::getElementType(cast.getResult());
      if (isa<FloatType>(from) && isa<FloatType>(to))
        ++(cast.isNarrowing() ? narrowing : widening);
    }
    if (isa<train::DotGeneralOp, train::ConvOp, train::LinearOp, train::AttentionOp,
            train::AttentionGradOp>(op)) {
      ++contractions;
      unsigned width = train::getElementType(op->getOperand(0)).getIntOrFloatBitWidth();
      lowContractions += width < 32;
      fp8Contractions += train::isFp8(op->getOperand(0));
    }
  });
  castBytes = precision::countCasts(step).bytes;
  f16WithoutScaling = hasF16 && train::getArgsWithRole(step, train::Role::scaler_state).empty();
}

namespace {

using Counts = llvm::MapVector<StringRef, int64_t>;

/// The `limit` most frequent, each on a line.
void printTop(llvm::raw_ostream &os, StringRef title, const Counts &counts, unsigned limit) {
  SmallVector<std::pair<StringRef, int64_t>> sorted(counts.begin(), counts.end());
  llvm::sort(sorted, [](const auto &a, const auto &b) {
    return std::pair(-a.second, a.first) < std::pair(-b.second, b.first);
  });
  for (auto [index, entry] : llvm::enumerate(ArrayRef(sorted).take_front(limit)))
    os << llvm::formatv("  {0,-10}{1,6}  {2}\n", index ? "" : title, entry.second, entry.first);
}

/// What the placement says of a function.
void printFunction(llvm::raw_ostream &os, const llvm::json::Object &function) {
  if (const llvm::json::Array *islands = function.getArray("islands"); !islands->empty()) {
    size_t ops = 0;
    for (const llvm::json::Value &island : *islands)
      ops += island.getAsObject()->getArray("ops")->size();
    os << "  f32 islands   " << islands->size() << ", of " << ops << " ops\n";
  }
  const llvm::json::Object *cost = function.getObject("cost"), *bound = function.getObject("bound");
  if (!cost || !bound)
    return;
  auto get = [](const llvm::json::Object *of, StringRef key) {
    return of->getInteger(key).value_or(0);
  };
  bool isExact =
      get(cost, "bytes") == get(bound, "bytes") && get(cost, "casts") == get(bound, "casts");
  os << "  placement     " << get(cost, "bytes") << " bytes in " << get(cost, "casts")
     << " casts, ";
  if (isExact)
    os << "the least that these labels allow\n";
  else
    os << "the least possible is " << get(bound, "bytes") << " in " << get(bound, "casts") << "\n";
}

} // namespace

void halftone::printPrecisionSummary(llvm::raw_ostream &os, StringRef title,
                                     const PrecisionFacts &facts, StringRef report) {
  os << "halftone-compile: " << title << "\n"
     << "  contractions  " << facts.lowContractions << " of " << facts.contractions
     << " in low precision";
  if (facts.fp8Contractions)
    os << ", " << facts.fp8Contractions << " of them in fp8";
  os << "\n";
  auto json = llvm::json::parse(report);
  if (!json)
    llvm::consumeError(json.takeError());
  else if (const llvm::json::Object *top = json->getAsObject()) {
    Counts decisions;
    llvm::MapVector<StringRef, Counts> reasons;
    // The step, or the loss where autocast ran before there was a step.
    StringRef function;
    for (const llvm::json::Value &value : *top->getArray("decisions")) {
      StringRef name = value.getAsObject()->getString("function").value_or("");
      if (function.empty() || name == train::kStepFunction)
        function = name;
    }
    for (const llvm::json::Value &value : *top->getArray("decisions")) {
      const llvm::json::Object &row = *value.getAsObject();
      if (row.getString("function") != function)
        continue;
      StringRef decision = row.getString("decision").value_or("");
      ++decisions[decision];
      // Where the rule stands in a table is for the report.
      StringRef reason = row.getString("reason").value_or("");
      ++reasons[decision][reason.substr(0, reason.rfind(" ("))];
    }
    os << "  decisions     ";
    llvm::interleaveComma(decisions, os,
                          [&](const auto &entry) { os << entry.second << " " << entry.first; });
    os << " (in @" << function << ")\n";
    printTop(os, "low", reasons["low"], 2);
    printTop(os, "f32", reasons["f32"], 4);
    for (const llvm::json::Value &value : *top->getArray("functions"))
      if (value.getAsObject()->getString("function") == function)
        printFunction(os, *value.getAsObject());
  }
  os << "  casts         " << facts.narrowing << " narrowing, " << facts.widening << " widening; "
     << facts.castBytes << " bytes a step, were each a kernel\n";
  if (facts.f16WithoutScaling)
    os << "  warning: f16 without loss scaling: gradients below 2^-24 become 0; "
          "--loss-scaling=dynamic keeps them\n";
}

void halftone::printCheckpointSummary(llvm::raw_ostream &os, ModuleOp module) {
  auto numbers = module->getAttrOfType<DictionaryAttr>(train::checkpointsAttrName);
  if (!numbers)
    return;
  auto get = [&](StringRef name) {
    auto value = numbers.getAs<IntegerAttr>(name);
    return static_cast<double>(value ? value.getInt() : 0);
  };
  constexpr double mega = 1 << 20;
  double forward = get("forward_flops");
  os << llvm::formatv("  checkpoints   {0:f0}; {1:f1} MiB of the forward pass held at once, {2:f1} "
                      "MiB without; {3:f1}% of its FLOPs recomputed\n",
                      get("regions"), get("held_after") / mega, get("held_before") / mega,
                      forward > 0 ? 100 * get("recomputed_flops") / forward : 0.0);
}
