// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every host type has one element type, and no other type has a host type.
#include "halftone/Dialect/Train/IR/HostTypes.h"
#include "halftone/Reference/Evaluator.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

using namespace halftone;

TEST(HostTypes, ThereAndBack) {
  mlir::MLIRContext context;
  for (DType type : {DType::F64, DType::F32, DType::F16, DType::BF16, DType::F8E4M3FN,
                     DType::F8E5M2, DType::I1, DType::I8, DType::I16, DType::I32, DType::I64,
                     DType::UI8, DType::UI16, DType::UI32, DType::UI64}) {
    mlir::Type parsed = mlir::parseType(toString(type), &context);
    ASSERT_TRUE(parsed) << toString(type);
    EXPECT_EQ(train::lookupHostType(parsed), type) << toString(type);
    EXPECT_EQ(reference::typeOf(type, &context), parsed) << toString(type);
  }
}

TEST(HostTypes, NothingForOthers) {
  mlir::MLIRContext context;
  for (const char *text : {"si32", "ui1", "i4", "i128", "f80", "f8E4M3", "tf32", "index"})
    EXPECT_EQ(train::lookupHostType(mlir::parseType(text, &context)), std::nullopt) << text;
}
