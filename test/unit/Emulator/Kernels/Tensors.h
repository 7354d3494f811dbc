// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor maps for the tests of kernels that copy by them.
#ifndef HALFTONE_TEST_UNIT_EMULATOR_KERNELS_TENSORS_H
#define HALFTONE_TEST_UNIT_EMULATOR_KERNELS_TENSORS_H

#include "Kernels.h"

#include "halftone/Emulator/Tensormap.h"

namespace halftone::emulator::test {

/// A map of a row-major tensor, innermost dimension first.
inline Tensormap mapOf(const void *data, TensorType type, std::vector<uint64_t> sizes,
                       std::vector<uint32_t> box, TensorSwizzle swizzle) {
  std::vector<uint64_t> strides;
  uint64_t stride = tensorElementBytes(type);
  for (uint64_t size : sizes)
    strides.push_back(stride *= size);
  std::vector<uint32_t> ones(sizes.size(), 1);
  TensorShape shape;
  shape.type = type;
  shape.rank = static_cast<uint32_t>(sizes.size());
  shape.globalAddress = data;
  shape.globalDim = sizes.data();
  shape.globalStrides = strides.data();
  shape.elementStrides = ones.data();
  shape.swizzle = swizzle;
  Tensormap map;
  Status status = encodeTiled(map, shape, box.data());
  EXPECT_TRUE(status) << status.error();
  return map;
}

} // namespace halftone::emulator::test

#endif // HALFTONE_TEST_UNIT_EMULATOR_KERNELS_TENSORS_H
