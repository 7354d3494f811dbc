// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor maps: the interface's numbers are the encoder's.
#include "DriverState.h"

#include "halftone/Emulator/Tensormap.h"

#include <cstring>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::driver;

static_assert(sizeof(HGtensorMap) == sizeof(Tensormap));
static_assert(alignof(HGtensorMap) == alignof(Tensormap));

static HGresult finish(HGtensorMap *map, const Tensormap &made, const Status &encoded) {
  if (!encoded)
    return fail(HG_ERROR_INVALID_VALUE, encoded.error());
  std::memcpy(map, &made, sizeof made);
  return HG_SUCCESS;
}

static TensorShape shapeOf(HGtensorMapDataType type, uint32_t rank, const void *globalAddress,
                           const uint64_t *globalDim, const uint64_t *globalStrides,
                           const uint32_t *elementStrides, HGtensorMapInterleave interleave,
                           HGtensorMapSwizzle swizzle, HGtensorMapL2promotion l2Promotion,
                           HGtensorMapFloatOOBfill oobFill) {
  TensorShape shape;
  shape.type = static_cast<TensorType>(type);
  shape.rank = rank;
  shape.globalAddress = globalAddress;
  shape.globalDim = globalDim;
  shape.globalStrides = globalStrides;
  shape.elementStrides = elementStrides;
  shape.interleave = static_cast<TensorInterleave>(interleave);
  shape.swizzle = static_cast<TensorSwizzle>(swizzle);
  shape.l2Promotion = static_cast<TensorL2Promotion>(l2Promotion);
  shape.fill = static_cast<TensorFill>(oobFill);
  return shape;
}

HGresult hgTensorMapEncodeTiled(HGtensorMap *map, HGtensorMapDataType type, uint32_t rank,
                                void *globalAddress, const uint64_t *globalDim,
                                const uint64_t *globalStrides, const uint32_t *boxDim,
                                const uint32_t *elementStrides, HGtensorMapInterleave interleave,
                                HGtensorMapSwizzle swizzle, HGtensorMapL2promotion l2Promotion,
                                HGtensorMapFloatOOBfill oobFill) {
  ApiCall call(ApiCall::Driver);
  if (!call)
    return call.result;
  if (!map || !globalDim || !boxDim || !elementStrides || (rank > 1 && !globalStrides))
    return fail(HG_ERROR_INVALID_VALUE, "a tensor map's argument is null");
  Tensormap made;
  return finish(map, made,
                encodeTiled(made,
                            shapeOf(type, rank, globalAddress, globalDim, globalStrides,
                                    elementStrides, interleave, swizzle, l2Promotion, oobFill),
                            boxDim));
}

HGresult hgTensorMapEncodeIm2col(HGtensorMap *map, HGtensorMapDataType type, uint32_t rank,
                                 void *globalAddress, const uint64_t *globalDim,
                                 const uint64_t *globalStrides, const int *pixelBoxLowerCorner,
                                 const int *pixelBoxUpperCorner, uint32_t channelsPerPixel,
                                 uint32_t pixelsPerColumn, const uint32_t *elementStrides,
                                 HGtensorMapInterleave interleave, HGtensorMapSwizzle swizzle,
                                 HGtensorMapL2promotion l2Promotion,
                                 HGtensorMapFloatOOBfill oobFill) {
  ApiCall call(ApiCall::Driver);
  if (!call)
    return call.result;
  if (!map || !globalDim || !globalStrides || !pixelBoxLowerCorner || !pixelBoxUpperCorner ||
      !elementStrides)
    return fail(HG_ERROR_INVALID_VALUE, "a tensor map's argument is null");
  Tensormap made;
  return finish(map, made,
                encodeIm2col(made,
                             shapeOf(type, rank, globalAddress, globalDim, globalStrides,
                                     elementStrides, interleave, swizzle, l2Promotion, oobFill),
                             pixelBoxLowerCorner, pixelBoxUpperCorner, channelsPerPixel,
                             pixelsPerColumn));
}
