// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products for any machine that Halftone builds for: x86-64 with SSE2.
#include "ProductsBlocked.h"

const halftone::runtime::ProductLevel halftone::runtime::productLevelX86_64 = level;
