// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor maps: what `cp.async.bulk.tensor` knows of a tensor in global memory and of
// the box that is copied. 128 opaque bytes, as the driver's `CUtensorMap`, but laid out
// in the emulator's own way; made here, with the driver's arguments, their order and
// its checks.
#ifndef HALFTONE_EMULATOR_TENSORMAP_H
#define HALFTONE_EMULATOR_TENSORMAP_H

#include "halftone/Support/Result.h"

#include <cstdint>

namespace halftone::emulator {

struct alignas(64) Tensormap {
  uint64_t opaque[16] = {};
};

// The values of the enumerations are the driver's.
enum class TensorType : uint32_t {
  UInt8,
  UInt16,
  UInt32,
  Int32,
  UInt64,
  Int64,
  Float16,
  Float32,
  Float64,
  BFloat16,
  Float32Ftz,
  TFloat32,
  TFloat32Ftz,
  UInt4x16Align8,
  UInt4x16Align16,
  UInt6x16Align16,
};
enum class TensorInterleave : uint32_t { None, Bytes16, Bytes32 };
enum class TensorSwizzle : uint32_t {
  None,
  Bytes32,
  Bytes64,
  Bytes128,
  Bytes128Atom32,
  Bytes128Atom32Flip8,
  Bytes128Atom64,
};
enum class TensorL2Promotion : uint32_t { None, Bytes64, Bytes128, Bytes256 };
enum class TensorFill : uint32_t { Zero, Nan };

/// What both kinds of maps are made of. Dimension 0 is the innermost; `globalStrides`
/// has the strides of dimensions 1 to `rank` - 1 in bytes.
struct TensorShape {
  TensorType type = TensorType::UInt8;
  uint32_t rank = 1;
  const void *globalAddress = nullptr;
  const uint64_t *globalDim = nullptr;
  const uint64_t *globalStrides = nullptr;
  const uint32_t *elementStrides = nullptr;
  TensorInterleave interleave = TensorInterleave::None;
  TensorSwizzle swizzle = TensorSwizzle::None;
  TensorL2Promotion l2Promotion = TensorL2Promotion::None;
  TensorFill fill = TensorFill::Zero;
};

/// Bytes of one element; 0 for the packed types, which the emulator doesn't have.
uint32_t tensorElementBytes(TensorType type);

/// `cuTensorMapEncodeTiled`: boxes of `boxDim` elements in each dimension.
Status encodeTiled(Tensormap &map, const TensorShape &shape, const uint32_t *boxDim);

/// `cuTensorMapEncodeIm2col`: columns of `pixelsPerColumn` pixels of `channelsPerPixel`
/// elements, within a box of `rank` - 2 dimensions whose corners come innermost first.
Status encodeIm2col(Tensormap &map, const TensorShape &shape, const int *pixelBoxLowerCorner,
                    const int *pixelBoxUpperCorner, uint32_t channelsPerPixel,
                    uint32_t pixelsPerColumn);

/// `cuTensorMapReplaceAddress`
Status replaceAddress(Tensormap &map, const void *globalAddress);

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_TENSORMAP_H
