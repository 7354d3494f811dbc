// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What C++ asks of core ops: builders that find their result's type, type inference
// with bad attributes, accumulators, and which casts lose something (checked against
// every value of the small types).
#include "halftone/Dialect/Train/IR/Train.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/APSInt.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace halftone::train;

namespace {

class CoreOpsTest : public ::testing::Test {
protected:
  CoreOpsTest() : builder(&context), loc(builder.getUnknownLoc()) {
    context.loadDialect<TrainDialect, func::FuncDialect>();
    module = ModuleOp::create(loc);
    builder.setInsertionPointToEnd(module->getBody());
  }

  RankedTensorType tensor(ArrayRef<int64_t> shape, Type element) {
    return RankedTensorType::get(shape, element);
  }
  Value constant(ArrayRef<int64_t> shape, Type element, double value = 1) {
    return splat(builder, loc, tensor(shape, element), value);
  }

  MLIRContext context;
  OpBuilder builder;
  Location loc;
  OwningOpRef<ModuleOp> module;
  Type f32 = Float32Type::get(&context), f16 = Float16Type::get(&context);
  Type bf16 = BFloat16Type::get(&context), f64 = Float64Type::get(&context);
};

TEST_F(CoreOpsTest, BuildersFindTheType) {
  Value x = constant({2, 3, 4}, bf16), y = constant({2, 4, 5}, bf16);
  EXPECT_EQ(CastOp::create(builder, loc, x, f32).getType(), tensor({2, 3, 4}, f32));
  EXPECT_EQ(
      ReduceOp::create(builder, loc, ReductionKind::add, x, ArrayRef<int64_t>{0, 2}).getType(),
      tensor({3}, bf16));
  EXPECT_EQ(
      ReduceOp::create(builder, loc, ReductionKind::max, x, ArrayRef<int64_t>{1}, f32).getType(),
      tensor({2, 4}, f32));
  auto dot = DotGeneralOp::create(builder, loc, x, y, ArrayRef<int64_t>{0}, ArrayRef<int64_t>{0},
                                  ArrayRef<int64_t>{2}, ArrayRef<int64_t>{1}, f16);
  EXPECT_EQ(dot.getType(), tensor({2, 3, 5}, f16));
  EXPECT_EQ(TransposeOp::create(builder, loc, x, ArrayRef<int64_t>{2, 0, 1}).getType(),
            tensor({4, 2, 3}, bf16));
  EXPECT_EQ(CompareOp::create(builder, loc, ComparisonDirection::LT, x, x).getType(),
            tensor({2, 3, 4}, builder.getI1Type()));
  EXPECT_TRUE(succeeded(verify(*module)));
}

TEST_F(CoreOpsTest, ForBuilder) {
  Value x = constant({4}, f32);
  auto loop = ForOp::create(
      builder, loc, 3, x, [](OpBuilder &b, Location l, Value induction, ValueRange carried) {
        EXPECT_TRUE(getElementType(induction).isInteger(32));
        return SmallVector<Value>{AddOp::create(b, l, carried[0], carried[0])};
      });
  EXPECT_EQ(loop.getTripCount(), 3u);
  EXPECT_EQ(loop.getCarriedArgs().size(), 1u);
  EXPECT_TRUE(isa<AddOp>(loop.getYield().getOperand(0).getDefiningOp()));
  EXPECT_TRUE(succeeded(verify(*module)));
}

TEST_F(CoreOpsTest, InferenceOfBadAttributesFailsQuietly) {
  Value x = constant({4, 8}, f32);
  SmallVector<Type> types;
  TransposeOp::Properties properties;
  properties.permutation = builder.getDenseI64ArrayAttr({0, 7});
  EXPECT_TRUE(failed(TransposeOp::inferReturnTypes(&context, std::nullopt, x, DictionaryAttr(),
                                                   &properties, {}, types)));
  ConcatenateOp::Properties dimension;
  dimension.dimension = builder.getI64IntegerAttr(0);
  EXPECT_TRUE(failed(ConcatenateOp::inferReturnTypes(&context, std::nullopt, {}, DictionaryAttr(),
                                                     &dimension, {}, types)));
}

TEST_F(CoreOpsTest, Accumulators) {
  auto accumulatorOf = [&](Type lhs, Type rhs, Type acc) -> Type {
    return DotGeneralOp::create(builder, loc, constant({2}, lhs), constant({2}, rhs),
                                ArrayRef<int64_t>{}, ArrayRef<int64_t>{}, ArrayRef<int64_t>{0},
                                ArrayRef<int64_t>{0}, f32, dyn_cast_if_present<FloatType>(acc))
        .getAccumulatorElementType();
  };
  EXPECT_EQ(accumulatorOf(bf16, bf16, {}), f32);
  EXPECT_EQ(accumulatorOf(f32, f64, {}), f64);
  EXPECT_EQ(accumulatorOf(f16, f16, f16), f16);
}

/// Whether `value`, of the element type `from`, is a value of `to`.
bool holds(const APFloat &value, Type to) {
  if (auto floatType = dyn_cast<FloatType>(to)) {
    APFloat converted = value;
    bool loses;
    converted.convert(floatType.getFloatSemantics(), APFloat::rmNearestTiesToEven, &loses);
    return !loses;
  }
  APSInt integer(to.getIntOrFloatBitWidth(), to.isUnsignedInteger());
  bool exact;
  value.convertToInteger(integer, APFloat::rmTowardZero, &exact);
  return exact;
}

bool holds(const APSInt &value, Type to) {
  if (auto floatType = dyn_cast<FloatType>(to)) {
    APFloat converted(floatType.getFloatSemantics());
    return converted.convertFromAPInt(value, value.isSigned(), APFloat::rmNearestTiesToEven) ==
           APFloat::opOK;
  }
  auto widen = [](const APSInt &number) {
    APSInt wide = number.extend(128);
    wide.setIsSigned(true);
    return wide;
  };
  bool isUnsigned = to.isUnsignedInteger() || to.isInteger(1);
  unsigned width = to.getIntOrFloatBitWidth();
  return widen(value) >= widen(APSInt::getMinValue(width, isUnsigned)) &&
         widen(value) <= widen(APSInt::getMaxValue(width, isUnsigned));
}

TEST_F(CoreOpsTest, NarrowingIsWhereSomeValueIsLost) {
  SmallVector<Type> types{f64,
                          f32,
                          f16,
                          bf16,
                          Float8E4M3FNType::get(&context),
                          Float8E5M2Type::get(&context),
                          builder.getI1Type()};
  for (unsigned width : {8, 16, 32, 64}) {
    types.push_back(IntegerType::get(&context, width));
    types.push_back(IntegerType::get(&context, width, IntegerType::Unsigned));
  }
  for (Type from : types) {
    unsigned width = from.getIntOrFloatBitWidth();
    if (width > 16)
      continue;
    for (Type to : types) {
      bool loses = false;
      for (uint64_t bits = 0; bits < (uint64_t(1) << width) && !loses; ++bits) {
        APInt pattern(width, bits);
        if (auto floatType = dyn_cast<FloatType>(from)) {
          APFloat value(floatType.getFloatSemantics(), pattern);
          loses = !value.isNaN() && !holds(value, to);
        } else {
          loses = !holds(APSInt(pattern, from.isUnsignedInteger() || width == 1), to);
        }
      }
      auto cast = CastOp::create(builder, loc, constant({1}, from, 0), to);
      EXPECT_EQ(cast.isNarrowing(), loses)
          << "from " << mlir::debugString(from) << " to " << mlir::debugString(to);
    }
  }
}

} // namespace
