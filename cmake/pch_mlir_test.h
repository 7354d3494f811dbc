// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Headers of nearly every test that uses MLIR, compiled once.
#include "pch.h"
#include "pch_test.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
