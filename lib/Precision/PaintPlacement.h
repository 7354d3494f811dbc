// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Grappler's placement.
#ifndef HALFTONE_LIB_PRECISION_PAINTPLACEMENT_H
#define HALFTONE_LIB_PRECISION_PAINTPLACEMENT_H

#include "halftone/Precision/Placement.h"

namespace halftone::precision {

class PaintPlacement : public Placement {
public:
  PlacementResult decide(mlir::FunctionOpInterface function, const StepParts &parts,
                         LabelMap &ops) const override;
};

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_PAINTPLACEMENT_H
