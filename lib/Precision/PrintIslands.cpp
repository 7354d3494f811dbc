// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass `print-islands`: what islands a policy's labels give, for tests and to look at.
#include "halftone/Precision/Passes.h"

#include "ForeignOps.h"
#include "Islands.h"
#include "Labels.h"
#include "SourceName.h"
#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Precision/CastBuilder.h"

#include "mlir/IR/AsmState.h"
#include "llvm/ADT/StringExtras.h"

namespace halftone::precision {
#define GEN_PASS_DEF_PRINTISLANDS
#include "halftone/Precision/Passes.h.inc"
} // namespace halftone::precision

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

namespace {

using Member = std::pair<Operation *, const Labelled *>;

/// "divide x2, exponential".
std::string countNames(ArrayRef<Member> members) {
  std::map<StringRef, unsigned> counts;
  for (auto [op, labelled] : members)
    ++counts[getOpName(op).split('.').second];
  SmallVector<std::string> texts;
  for (auto [name, count] : counts)
    texts.push_back(count == 1 ? name.str() : (name + " x" + Twine(count)).str());
  return llvm::join(texts, ", ");
}

/// An op behind a wrapper in the generic form of the op that it is.
void printOp(raw_ostream &os, Operation *op, AsmState &state) {
  if (getOpName(op) == op->getName().getStringRef())
    return op->print(os, state);
  auto printValue = [&](Value value) { value.printAsOperand(os, state); };
  llvm::interleaveComma(op->getResults(), os, printValue);
  os << " = \"" << getOpName(op) << "\"(";
  llvm::interleaveComma(op->getOperands(), os, printValue);
  os << ") : " << FunctionType::get(op->getContext(), op->getOperandTypes(), op->getResultTypes());
}

struct PrintIslandsPass : halftone::precision::impl::PrintIslandsBase<PrintIslandsPass> {
  using PrintIslandsBase::PrintIslandsBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    PrintIslandsBase::getDependentDialects(registry);
    registry.insert<train::TrainDialect>(); // the built-in policies have rules for its ops
    registerForeignOps(registry);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<Policy> read = Policy::create(policy, policyFile, module.getLoc());
    if (failed(read))
      return signalPassFailure();
    Builder builder(&getContext());
    if (compute != "bf16" && compute != "f16") {
      emitError(module.getLoc()) << "unknown compute type '" << compute
                                 << "', expected bf16 or f16";
      return signalPassFailure();
    }
    FloatType type = compute == "f16" ? FloatType(builder.getF16Type()) : builder.getBF16Type();
    ForeignOps wrapped(module, *read);
    Labeller labeller(*read, type, /*tf32=*/false);
    for (auto function : module.getOps<FunctionOpInterface>()) {
      if (function.isExternal())
        continue;
      LabelMap labels;
      if (failed(labeller.label(function, labels)))
        return signalPassFailure();
      growIslands(function, labels);
      print(function, labels);
    }
  }

private:
  void print(FunctionOpInterface function, const LabelMap &labels) {
    llvm::MapVector<unsigned, SmallVector<Member>> islands;
    for (const auto &[op, labelled] : labels)
      if (labelled.island)
        islands[labelled.island].push_back({op, &labelled});
    raw_ostream &os = llvm::outs();
    AsmState state(function, OpPrintingFlags().skipRegions().elideLargeElementsAttrs());
    os << "@" << function.getName() << ": " << islands.size() << " islands\n";
    for (const auto &[number, members] : islands) {
      SmallVector<Member> seeds;
      for (const Member &member : members)
        if (member.second->basis != Basis::Island)
          seeds.push_back(member);
      if (seeds.empty()) // grown around a join
        seeds.push_back(members.front());
      os << "  " << number << ": " << members.size() << " ops around " << countNames(seeds);
      std::string place = getSourceName(seeds.front().first->getLoc()).full();
      if (!place.empty())
        os << " at " << place;
      os << "\n";
      if (!ops)
        continue;
      for (auto [op, labelled] : members) {
        os << "    " << (labelled->basis == Basis::Island ? "+ " : "* ");
        printOp(os, op, state);
        os << "\n";
      }
    }
    os.flush();
  }
};

} // namespace
