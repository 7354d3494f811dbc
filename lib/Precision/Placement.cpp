// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PyTorch's placement, and the choice of a placement by name.
#include "PaintPlacement.h"

using namespace mlir;
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

namespace {

class PromotePlacement : public Placement {
public:
  void decide(LabelMap &ops) const override {
    for (auto &[op, labelled] : ops) {
      switch (labelled.label) {
      case Label::Low:
      case Label::F32Internal:
        labelled.decision = Decision::Low;
        break;
      case Label::F32:
        labelled.decision = Decision::F32;
        break;
      case Label::Widest:
      case Label::Follow:
        labelled.decision = Decision::Widen;
        break;
      case Label::Keep:
        labelled.decision = Decision::Keep;
        break;
      }
    }
  }
};

} // namespace

std::unique_ptr<Placement> halftone::precision::createPlacement(StringRef name) {
  if (name == "promote")
    return std::make_unique<PromotePlacement>();
  if (name == "paint")
    return std::make_unique<PaintPlacement>();
  return nullptr;
}
