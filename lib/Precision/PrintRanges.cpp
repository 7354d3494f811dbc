// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass `print-ranges`: the lattice of value ranges, a line for each result.
#include "halftone/Precision/Calibration.h"
#include "halftone/Precision/Passes.h"
#include "halftone/Precision/RangeInterface.h"

#include "llvm/Support/Format.h"

namespace halftone::precision {
#define GEN_PASS_DEF_PRINTRANGES
#include "halftone/Precision/Passes.h.inc"
} // namespace halftone::precision

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

namespace {

struct PrintRangesPass : halftone::precision::impl::PrintRangesBase<PrintRangesPass> {
  using PrintRangesBase::PrintRangesBase;

  void runOnOperation() override {
    std::optional<Calibration> read;
    if (!calibration.empty()) {
      FailureOr<Calibration> file = Calibration::read(calibration, getOperation().getLoc());
      if (failed(file))
        return signalPassFailure();
      read = std::move(*file);
    }
    RangeFacts facts = RangeFacts::compute(getOperation(), read ? &*read : nullptr);
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) { print(op, facts); });
    markAllAnalysesPreserved();
  }

private:
  static void print(Operation *op, const RangeFacts &facts);
  static void print(StringRef what, StringRef kind, unsigned number, Value value,
                    const RangeFacts &facts);
};

void PrintRangesPass::print(StringRef what, StringRef kind, unsigned number, Value value,
                            const RangeFacts &facts) {
  if (!getElementTypeOrSelf(value.getType()).isIntOrIndexOrFloat())
    return;
  raw_ostream &os = llvm::outs();
  os << what << " " << kind << number << ": ";
  if (const FloatRange *range = facts.get(value))
    range->print(os);
  else
    os << "dead";
  if (const MeasuredRange *measured = facts.getMeasured(value))
    os << " measured " << llvm::format("[%.9g, %.9g]", measured->min, measured->max);
  os << "\n";
}

void PrintRangesPass::print(Operation *op, const RangeFacts &facts) {
  StringRef name = op->getName().getStringRef();
  if (auto symbol = dyn_cast<SymbolOpInterface>(op); symbol && symbol.getNameAttr())
    llvm::outs() << name << " @" << symbol.getName() << "\n";
  for (Region &region : op->getRegions())
    for (BlockArgument argument : region.getArguments())
      print(name, "argument ", argument.getArgNumber(), argument, facts);
  for (OpResult result : op->getResults())
    print(name, "#", result.getResultNumber(), result, facts);
}

} // namespace
