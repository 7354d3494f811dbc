// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `train.cast` against golden bits where the corpus is at hand, and against the
// exact conversions of Support for every pair of types and every mode.
#include "../Support/TestFiles.h"
#include "RunModule.h"
#include "TestTensors.h"
#include "halftone/Reference/Random.h"
#include "halftone/Support/ArrayFile.h"

using namespace halftone;
using namespace halftone::reference;

namespace {

std::string typeText(const HostTensor &tensor, DType type) {
  return HostTensor(type, tensor.shape()).typeString();
}

HostTensor cast(const HostTensor &tensor, DType type, const std::string &how = "") {
  std::string to = typeText(tensor, type);
  return runOp("train.cast %a " + how + " : " + tensor.typeString() + " to " + to, {tensor}, to);
}

class CastGolden : public testing::Test {
protected:
  void SetUp() override {
    if (corpusPath().empty())
      GTEST_SKIP() << "HALFTONE_CORPUS is not set";
    Result<NamedArrays> read = readArrays(corpusPath() + "/golden/rounding.npz");
    ASSERT_TRUE(read) << read.error();
    arrays = std::move(*read);
  }

  HostTensor bitsAs(const std::string &name, DType type) {
    const HostTensor *bits = arrays.find(name);
    EXPECT_NE(bits, nullptr) << name;
    HostTensor tensor(type, bits ? bits->shape() : std::vector<int64_t>{0});
    if (bits)
      std::memcpy(tensor.data(), bits->data(), tensor.numBytes());
    return tensor;
  }

  static constexpr std::pair<const char *, DType> formats[] = {{"bf16", DType::BF16},
                                                               {"f16", DType::F16},
                                                               {"f8e4m3fn", DType::F8E4M3FN},
                                                               {"f8e5m2", DType::F8E5M2}};
  NamedArrays arrays;
};

/// (F64) What an overflow gives is the cast's to say: `saturate` or not.
TEST_F(CastGolden, Narrowing) {
  HostTensor source = bitsAs("f32_bits", DType::F32);
  ASSERT_GT(source.numElements(), 40000);
  for (auto [name, type] : formats) {
    std::string prefix = name;
    expectSame(cast(source, type), bitsAs(prefix + "_ref_bits", type), prefix);
    expectSame(cast(source, type, "saturate"), bitsAs(prefix + "_sat_bits", type),
               prefix + " saturate");
    expectSame(cast(cast(source, type), DType::F32), bitsAs(prefix + "_ref_f32", DType::F32),
               prefix + " widened");
  }
}

/// (F65) From f64 and from integers too.
TEST_F(CastGolden, WideSourcesRoundOnce) {
  for (auto [name, type] : formats)
    for (auto [source, from] : {std::pair("f64", DType::F64), std::pair("i64", DType::I64)}) {
      std::string prefix = std::string(source) + "_to_" + name;
      HostTensor wide = bitsAs(source, from);
      ASSERT_GT(wide.numElements(), 0);
      expectSame(cast(wide, type), bitsAs(prefix + "_once_bits", type), prefix);
      expectSame(cast(cast(wide, DType::F32), type), bitsAs(prefix + "_via_f32_bits", type),
                 prefix + " through f32");
    }
}

TEST_F(CastGolden, EveryPatternWidensAndCrosses) {
  for (auto [fromName, from] : formats) {
    HostTensor every(from, {byteSize(from) == 1 ? 256 : 65536});
    for (int64_t i = 0; i < every.numElements(); ++i)
      std::memcpy(every.as<uint8_t>() + static_cast<size_t>(i) * byteSize(from), &i,
                  byteSize(from));
    expectSame(cast(every, DType::F32),
               bitsAs(std::string("widen_") + fromName + "_torch_bits", DType::F32), fromName);
    for (auto [toName, to] : formats) {
      std::string name = std::string(fromName) + "_to_" + toName + "_torch_bits";
      if (!arrays.find(name))
        continue;
      bool saturates = to == DType::F8E4M3FN; // as torch does, unasked
      expectSame(cast(every, to, saturates ? "saturate" : ""), bitsAs(name, to), name);
    }
  }
}

TEST(Cast, EveryPairOfTypes) {
  for (DType from : everyType)
    for (DType to : everyType) {
      HostTensor source = patternTensor(from, {257});
      expectSame(cast(source, to), castTensor(source, to),
                 std::string(toString(from)) + " to " + std::string(toString(to)));
    }
}

TEST(Cast, TowardZero) {
  CastOptions options;
  options.mode = RoundingMode::TowardZero;
  HostTensor source = patternTensor(DType::F32, {999});
  for (DType to : {DType::BF16, DType::F16, DType::F8E4M3FN, DType::F8E5M2}) {
    HostTensor got = cast(source, to, "rounding = toward_zero");
    ASSERT_EQ(got.numElements(), source.numElements());
    expectSame(got, castTensor(source, to, options), "toward zero");
    for (int64_t i = 0; i < source.numElements(); ++i)
      if (std::isfinite(source.getDouble(i))) {
        EXPECT_LE(std::fabs(got.getDouble(i)), std::fabs(source.getDouble(i)));
      }
  }
}

TEST(Cast, StochasticDrawsOneWordForEachElement) {
  HostTensor source = randomTensor(DType::F32, {41, 5}, 3);
  HostTensor key = intsOf(DType::UI32, {2}, {17, 4});
  HostTensor got =
      runOp("train.cast %a rounding = stochastic key %b : tensor<41x5xf32> to tensor<41x5xbf16>",
            {source, key}, "tensor<41x5xbf16>");
  ASSERT_EQ(got.numElements(), source.numElements());
  for (int64_t i = 0; i < source.numElements(); ++i) {
    uint32_t random =
        philox4x32({static_cast<uint32_t>(i / 4), 0, 0, 0}, {17, 4})[static_cast<size_t>(i % 4)];
    uint32_t bits;
    std::memcpy(&bits, source.as<float>() + i, 4);
    EXPECT_EQ(got.as<uint16_t>()[i], static_cast<uint16_t>((bits + (random >> 16)) >> 16)) << i;
  }
}

TEST(Cast, StochasticIsUnbiased) {
  // A quarter of the way from 1 to its bf16 neighbour.
  HostTensor source = tensorOf(DType::F32, {20000}, std::vector<double>(20000, 1 + 0x1p-9));
  HostTensor got =
      runOp("train.cast %a rounding = stochastic key %b : tensor<20000xf32> to tensor<20000xbf16>",
            {source, intsOf(DType::UI32, {2}, {1, 2})}, "tensor<20000xbf16>");
  ASSERT_EQ(got.numElements(), source.numElements());
  int64_t up = 0;
  for (int64_t i = 0; i < 20000; ++i)
    up += got.getDouble(i) > 1;
  EXPECT_NEAR(static_cast<double>(up) / 20000, 0.25, 0.015); // five standard deviations
}

TEST(Cast, Bitcast) {
  HostTensor source = patternTensor(DType::F32, {3, 7});
  HostTensor got = runOp("train.bitcast_convert %a : tensor<3x7xf32> to tensor<3x7xui32>", {source},
                         "tensor<3x7xui32>");
  ASSERT_EQ(got.numBytes(), source.numBytes());
  EXPECT_EQ(0, std::memcmp(got.data(), source.data(), source.numBytes()));
}

TEST(Cast, Iota) {
  for (DType type : {DType::F64, DType::BF16, DType::F8E4M3FN, DType::I8, DType::UI64}) {
    HostTensor expected(type, {3, 300, 2});
    forEach(expected.shape(), [&](const std::vector<int64_t> &i) {
      int64_t place = offsetOf(expected.shape(), i);
      if (isFloat(type))
        expected.setDouble(place, static_cast<double>(i[1]));
      else
        expected.setInt(place, i[1]);
    });
    std::string text = expected.typeString();
    expectSame(runOp("train.iota dim = 1 : " + text, {}, text), expected, text);
  }
}

TEST(Cast, ConstantKeepsBits) {
  HostTensor got = runOp("train.constant dense<[0xFFC1, 0x8000, 0x0001, 0x3F80]> : tensor<4xbf16>",
                         {}, "tensor<4xbf16>");
  ASSERT_EQ(got.numElements(), 4);
  EXPECT_EQ(got.as<uint16_t>()[0], 0xFFC1);
  EXPECT_EQ(got.as<uint16_t>()[1], 0x8000);
  EXPECT_EQ(got.as<uint16_t>()[2], 0x0001);
  EXPECT_EQ(got.as<uint16_t>()[3], 0x3F80);
  HostTensor bools =
      runOp("train.constant dense<[true, false, true]> : tensor<3xi1>", {}, "tensor<3xi1>");
  expectSame(bools, intsOf(DType::I1, {3}, {1, 0, 1}), "i1");
  HostTensor splat = runOp("train.constant dense<-3> : tensor<2x2xi16>", {}, "tensor<2x2xi16>");
  expectSame(splat, intsOf(DType::I16, {2, 2}, {-3, -3, -3, -3}), "splat");
}

TEST(Cast, ConstantOfResource) {
  std::string module = R"(
    func.func @main() -> tensor<2xf32> {
      %0 = train.constant dense_resource<w> : tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    {-# dialect_resources: { builtin: { w: "0x040000000000803F000000C0" } } #-})";
  RunOutcome outcome = runModule(module, {});
  ASSERT_EQ(outcome.error, "");
  expectSame(outcome.results[0], tensorOf(DType::F32, {2}, {1, -2}), "resource");
}

TEST(Cast, ConstantOfMissingResource) {
  RunOutcome outcome = runModule(R"(
    func.func @main() -> tensor<2xf32> {
      %0 = train.constant dense_resource<not_there> : tensor<2xf32>
      return %0 : tensor<2xf32>
    })",
                                 {});
  EXPECT_NE(outcome.error.find("has elements that cannot be read"), std::string::npos)
      << outcome.error;
}

} // namespace
