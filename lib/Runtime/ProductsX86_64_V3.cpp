// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products for x86-64-v3: AVX2, FMA, F16C.
#include "ProductsBlocked.h"

const halftone::runtime::ProductLevel halftone::runtime::productLevelX86_64_V3 = level;
