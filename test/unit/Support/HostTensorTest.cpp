// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element types and host arrays.
#include "TestFiles.h"
#include "halftone/Support/NamedArrays.h"

#include <limits>

using namespace halftone;

namespace {

TEST(DType, NamesRoundTrip) {
  for (DType type : everyType)
    EXPECT_EQ(parseDType(toString(type)), type);
  EXPECT_EQ(toString(DType::F8E4M3FN), "f8E4M3FN");
  EXPECT_EQ(parseDType("float32"), std::nullopt);
  EXPECT_EQ(parseDType(""), std::nullopt);
}

TEST(DType, Kinds) {
  EXPECT_EQ(byteSize(DType::F64), 8u);
  EXPECT_EQ(byteSize(DType::BF16), 2u);
  EXPECT_EQ(byteSize(DType::I1), 1u);
  EXPECT_TRUE(isFloat(DType::F8E5M2));
  EXPECT_FALSE(isFloat(DType::I1));
  EXPECT_TRUE(isUnsigned(DType::UI32));
  EXPECT_FALSE(isUnsigned(DType::I1));
  EXPECT_FALSE(isUnsigned(DType::I64));
}

TEST(HostTensor, ShapesAndTypes) {
  HostTensor tensor(DType::BF16, {4, 3});
  EXPECT_EQ(tensor.typeString(), "tensor<4x3xbf16>");
  EXPECT_EQ(tensor.numElements(), 12);
  EXPECT_EQ(tensor.numBytes(), 24u);
  EXPECT_EQ(tensor.getDouble(11), 0);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(tensor.data()) % 64, 0u);
  EXPECT_EQ(HostTensor(DType::UI32, {}).typeString(), "tensor<ui32>");
  EXPECT_EQ(HostTensor(DType::F32, {}).numElements(), 1);
  EXPECT_EQ(HostTensor(DType::F32, {2, 0, 3}).numElements(), 0);
}

TEST(HostTensor, ElementsByValue) {
  HostTensor half(DType::F16, {2});
  half.setDouble(0, 1 + 0x1p-11 + 0x1p-40); // once: up
  EXPECT_EQ(half.getDouble(0), 1 + 0x1p-10);
  half.setDouble(1, 1e6);
  EXPECT_EQ(half.getDouble(1), std::numeric_limits<double>::infinity());

  HostTensor byte(DType::UI8, {1});
  byte.setInt(0, -1);
  EXPECT_EQ(byte.getInt(0), 255);
  EXPECT_EQ(byte.getDouble(0), 255.0);
  HostTensor wide(DType::UI64, {1});
  wide.setInt(0, -1);
  EXPECT_EQ(wide.getInt(0), -1); // wraps
  EXPECT_EQ(wide.getDouble(0), 0x1p64);
  HostTensor flag(DType::I1, {1});
  flag.setInt(0, 256);
  EXPECT_EQ(flag.getInt(0), 1);
}

TEST(HostTensor, ReshapeKeepsBytes) {
  HostTensor tensor = patternTensor(DType::I16, {2, 6});
  HostTensor reshaped = tensor.reshaped({3, 4});
  EXPECT_EQ(reshaped.typeString(), "tensor<3x4xi16>");
  EXPECT_EQ(reshaped.reshaped({2, 6}), tensor);
  EXPECT_NE(reshaped, tensor);
}

TEST(HostTensor, CheckedByteSize) {
  int64_t large = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(checkedByteSize(DType::F32, {2, 3}), 24);
  EXPECT_EQ(checkedByteSize(DType::F64, {}), 8);
  EXPECT_EQ(checkedByteSize(DType::F32, {0, 7}), 0);
  EXPECT_EQ(checkedByteSize(DType::F32, {-1}), std::nullopt);
  EXPECT_EQ(checkedByteSize(DType::F32, {large}), std::nullopt);
  EXPECT_EQ(checkedByteSize(DType::I8, {large, 3}), std::nullopt);
  EXPECT_EQ(checkedByteSize(DType::I8, {0, large, large}), std::nullopt);
}

TEST(NamedArrays, KeepsOrderAndRefusesTwice) {
  NamedArrays arrays;
  EXPECT_TRUE(arrays.add("z", HostTensor(DType::F32, {1})));
  EXPECT_TRUE(arrays.add("a", HostTensor(DType::F32, {2})));
  EXPECT_FALSE(arrays.add("z", HostTensor(DType::F32, {3})));
  EXPECT_EQ(arrays.size(), 2u);
  EXPECT_EQ(arrays[0].first, "z");
  EXPECT_EQ(arrays.find("z")->numElements(), 1);
  EXPECT_EQ(arrays.find("missing"), nullptr);
}

} // namespace
