// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A value that is f32 by its op's definition (a log-sum-exp, a mean, a scale) stays so
// where it is only moved, kept by a loop or handed through a region before it is read as
// what it is: the ops that move it are f32.
#ifndef HALFTONE_LIB_PRECISION_WIDEDEFINITIONS_H
#define HALFTONE_LIB_PRECISION_WIDEDEFINITIONS_H

#include "halftone/Precision/Placement.h"

namespace halftone::precision {

/// Labels f32 what a policy leaves free and calls clear (it moves values without rounding)
/// on the way from a group of kind `Wide` to another one.
void keepWideDefinitions(LabelMap &labels);

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_WIDEDEFINITIONS_H
