// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Our placement: a minimum cut.
#ifndef HALFTONE_LIB_PRECISION_MINCUTPLACEMENT_H
#define HALFTONE_LIB_PRECISION_MINCUTPLACEMENT_H

#include "halftone/Precision/Placement.h"

namespace halftone::precision {

class MinCutPlacement : public Placement {
public:
  explicit MinCutPlacement(PlacementOptions options) : options(options) {}
  PlacementResult decide(mlir::FunctionOpInterface function, const StepParts &parts,
                         LabelMap &ops) const override;

private:
  PlacementOptions options;
};

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_MINCUTPLACEMENT_H
