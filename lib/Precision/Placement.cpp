// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PyTorch's placement, and the choice of a placement by name.
#include "MinCutPlacement.h"
#include "PaintPlacement.h"

#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Precision/CastBuilder.h"
#include "halftone/Precision/TieGroups.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

StringRef halftone::precision::toString(Decision decision) {
  switch (decision) {
  case Decision::Low:
    return "low";
  case Decision::F32:
    return "f32";
  case Decision::Widen:
    return "widen";
  case Decision::Keep:
    return "keep";
  }
  llvm_unreachable("decision without a name");
}

StringRef halftone::precision::toString(Basis basis) {
  switch (basis) {
  case Basis::Policy:
    return "policy";
  case Basis::Region:
    return "region";
  case Basis::Proof:
    return "proof";
  case Basis::Measured:
    return "measured";
  case Basis::Island:
    return "island";
  case Basis::Written:
    return "written";
  }
  llvm_unreachable("basis without a name");
}

StringRef halftone::precision::toString(ProductType type) {
  switch (type) {
  case ProductType::Default:
    return "default";
  case ProductType::TF32:
    return "tf32";
  case ProductType::FP8:
    return "fp8";
  }
  llvm_unreachable("product type without a name");
}

namespace {

Decision decideAlone(Label label) {
  switch (label) {
  case Label::Low:
  case Label::F32Internal:
    return Decision::Low;
  case Label::F32:
    return Decision::F32;
  case Label::Widest:
  case Label::Follow:
    return Decision::Widen;
  case Label::Keep:
    return Decision::Keep;
  }
  llvm_unreachable("label without a decision");
}

class PromotePlacement : public Placement {
public:
  PlacementResult decide(FunctionOpInterface function, const StepParts &parts,
                         LabelMap &ops) const override {
    for (auto &[op, labelled] : ops) {
      labelled.decision = decideAlone(labelled.label);
      for (LabelledGroup &group : labelled.groups)
        group.decision = decideAlone(group.label);
    }
    return {};
  }
};

} // namespace

StringRef halftone::precision::keepText(MLIRContext *context, const Twine &text) {
  return StringAttr::get(context, text).getValue();
}

const LabelledGroup *Labelled::findGroup(unsigned index) const {
  const LabelledGroup *found =
      llvm::find_if(groups, [&](const LabelledGroup &group) { return group.index == index; });
  return found == groups.end() ? nullptr : found;
}

void halftone::precision::settleAccumulator(Operation *op, Labelled &labelled) {
  if (!labelled.acc)
    return;
  LabelledGroup &acc = *labelled.acc;
  acc.decision = decideAlone(acc.label);
  if (acc.decision != Decision::Low)
    return;
  for (auto [index, group] : llvm::enumerate(labelled.ties)) {
    const LabelledGroup *own = labelled.findGroup(index);
    Decision decision = own ? own->decision : labelled.decision;
    bool isLowAsWritten =
        decision == Decision::Keep && llvm::all_of(group.uses, [](OpOperand *use) {
          FloatType type = getFloat(use->get().getType());
          return type && type.getWidth() < 32;
        });
    if (group.uses.empty() || decision == Decision::Low || isLowAsWritten)
      continue;
    acc.decision = Decision::F32;
    acc.reason = keepText(op->getContext(), "a low accumulator does not hold '" + group.name + "'");
    return;
  }
}

/// What the op's decision means for a group that goes with it.
static Decision inherit(Decision decision, train::TieKind kind) {
  switch (kind) {
  case train::TieKind::Flowing:
    return decision;
  case train::TieKind::Standing:
    return decision == Decision::Widen ? Decision::Keep : decision;
  case train::TieKind::Apart:
    return decision == Decision::F32 ? decision : Decision::Keep;
  case train::TieKind::Wide:
  case train::TieKind::Declared:
    return Decision::Keep;
  }
  llvm_unreachable("kind of tie group without a meaning");
}

SmallVector<std::pair<StringRef, std::string>>
halftone::precision::describeGroups(Operation *op, const Labelled &labelled) {
  SmallVector<std::pair<StringRef, std::string>> texts;
  auto add = [&](StringRef name, const LabelledGroup *own, Decision decision) {
    if (llvm::any_of(texts, [&](const auto &entry) { return entry.first == name; }))
      return;
    texts.push_back({name, own ? (toString(own->decision) + ": " + own->reason).str()
                               : toString(decision).str()});
  };
  auto model = cast<train::PrecisionOpInterface>(op);
  for (auto [index, group] : llvm::enumerate(labelled.ties))
    add(group.name, labelled.findGroup(index), inherit(labelled.decision, group.kind));
  if (hasAccumulator(model))
    add("acc", labelled.acc ? &*labelled.acc : nullptr, Decision::Keep);
  return texts;
}

std::unique_ptr<Placement> halftone::precision::createPlacement(StringRef name,
                                                                PlacementOptions options) {
  if (name == "promote")
    return std::make_unique<PromotePlacement>();
  if (name == "paint")
    return std::make_unique<PaintPlacement>();
  if (name == "min-cut")
    return std::make_unique<MinCutPlacement>(options);
  return nullptr;
}
