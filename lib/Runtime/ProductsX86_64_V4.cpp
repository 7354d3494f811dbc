// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products for x86-64-v4: AVX-512.
#include "ProductsBlocked.h"

const halftone::runtime::ProductLevel halftone::runtime::productLevelX86_64_V4 = level;
