// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass `print-policy`: a policy as it holds, in words of a policy file; or what it
// says of each op of the module.
#include "halftone/Precision/Passes.h"

#include "ForeignOps.h"
#include "Labels.h"
#include "PolicyReader.h"
#include "PolicyWriter.h"
#include "halftone/Precision/CastBuilder.h"
#include "halftone/Precision/Ranges.h"
#include "halftone/Support/AtomicFile.h"

#include "llvm/Support/JSON.h"

namespace halftone::precision {
#define GEN_PASS_DEF_PRINTPOLICY
#include "halftone/Precision/Passes.h.inc"
} // namespace halftone::precision

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

namespace {

/// Labels of one op in one column, before any placement.
void writeLabels(llvm::json::OStream &json, Operation *op, const Labelled &labelled) {
  json.attribute("label", toString(labelled.label));
  json.attribute("reason", labelled.reason);
  if (labelled.products != ProductType::Default)
    json.attribute("products", toString(labelled.products));
  if (!labelled.rule.empty())
    json.attribute("from", labelled.rule);
  auto model = cast<train::PrecisionOpInterface>(op);
  SmallVector<std::pair<StringRef, StringRef>> groups;
  for (auto [index, group] : llvm::enumerate(model.getTieGroups()))
    if (const LabelledGroup *own = labelled.findGroup(index))
      groups.emplace_back(group.name, toString(own->label));
  if (labelled.acc)
    groups.emplace_back("acc", toString(labelled.acc->label));
  if (!groups.empty())
    json.attributeObject("groups", [&] {
      for (auto [name, label] : groups)
        json.attribute(name, label);
    });
}

struct PrintPolicyPass : halftone::precision::impl::PrintPolicyBase<PrintPolicyPass> {
  using PrintPolicyBase::PrintPolicyBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    PrintPolicyBase::getDependentDialects(registry);
    registerForeignOps(registry);
  }

  void runOnOperation() override {
    std::string text;
    llvm::raw_string_ostream os(text);
    if (failed(print(os)))
      return signalPassFailure();
    if (output.empty() || output == "-") {
      llvm::outs() << text;
      return;
    }
    if (Status written = writeFile(output, text); !written) {
      emitError(getOperation().getLoc()) << "cannot write the policy: " << written.error();
      return signalPassFailure();
    }
  }

private:
  LogicalResult print(raw_ostream &os) {
    Location loc = getOperation().getLoc();
    if (printSchema) {
      os << getPolicySchema();
      return success();
    }
    FailureOr<Policy> read = Policy::create(policy, policyFile, loc);
    if (failed(read))
      return failure();
    if (ops == "registered")
      return writePolicy(*read, &getContext(), loc, os);
    if (ops == "module")
      return printModule(*read, os);
    return emitError(loc) << "unknown ops '" << ops << "', expected registered or module";
  }

  LogicalResult printModule(const Policy &read, raw_ostream &os) {
    Builder builder(&getContext());
    std::pair<StringRef, FloatType> columns[] = {{"f16", builder.getF16Type()},
                                                 {"bf16", builder.getBF16Type()}};
    ForeignOps wrapped(getOperation(), read);
    LabelMap labels[2];
    std::optional<RangeFacts> ranges;
    if (read.needsRanges())
      ranges = RangeFacts::compute(getOperation());
    for (auto function : getOperation().getOps<FunctionOpInterface>())
      for (int i : {0, 1})
        if (!function.isExternal() &&
            failed(Labeller(read, columns[i].second, /*tf32=*/false, ranges ? &*ranges : nullptr)
                       .label(function, labels[i])))
          return failure();
    llvm::json::OStream json(os, /*IndentSize=*/1);
    json.object([&] {
      json.attribute("policy", policy);
      json.attributeArray("ops", [&] {
        for (auto &[op, labelled] : labels[0])
          json.object([&, op = op] {
            json.attribute("op", precision::getOpName(op));
            json.attribute("location", llvm::formatv("{0}", op->getLoc()).str());
            for (int i : {0, 1})
              json.attributeObject(columns[i].first,
                                   [&] { writeLabels(json, op, labels[i].find(op)->second); });
          });
      });
    });
    os << '\n';
    return success();
  }
};

} // namespace
