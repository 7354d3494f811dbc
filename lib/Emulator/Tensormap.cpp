// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Encoding of tensor maps. The rules are those that the driver's documentation lists
// for `cuTensorMapEncodeTiled` and `cuTensorMapEncodeIm2col`.
#include "TensormapFields.h"

using namespace halftone;
using namespace halftone::emulator;

uint32_t emulator::tensorElementBytes(TensorType type) {
  switch (type) {
  case TensorType::UInt8:
    return 1;
  case TensorType::UInt16:
  case TensorType::Float16:
  case TensorType::BFloat16:
    return 2;
  case TensorType::UInt32:
  case TensorType::Int32:
  case TensorType::Float32:
  case TensorType::Float32Ftz:
  case TensorType::TFloat32:
  case TensorType::TFloat32Ftz:
    return 4;
  case TensorType::UInt64:
  case TensorType::Int64:
  case TensorType::Float64:
    return 8;
  default:
    return 0;
  }
}

static bool isFloat(uint32_t type) {
  return type >= static_cast<uint32_t>(TensorType::Float16) &&
         type <= static_cast<uint32_t>(TensorType::TFloat32Ftz);
}

static std::string expected(const char *what, const std::string &wanted, uint64_t got) {
  return std::string(what) + " must be " + wanted + ", got " + std::to_string(got);
}

static std::string indexed(const char *name, unsigned index) {
  return std::string(name) + "[" + std::to_string(index) + "]";
}

/// Bytes of the rows that one swizzle pattern spans.
static uint32_t swizzleBytes(uint8_t swizzle) {
  return swizzle == 0 ? 0 : swizzle >= 3 ? 128 : 16u << swizzle;
}

std::string TensormapFields::check() const {
  if (magic != magicWord)
    return "it was never encoded";
  if (elementBytes() == 0)
    return "its data type is packed, which is not supported";
  if (swizzle > static_cast<uint8_t>(TensorSwizzle::Bytes128))
    return "swizzles with larger atoms need a later chip than sm_90";
  if (interleave && rank < 3)
    return expected("the rank of an interleaved tensor", "3 to 5", rank);
  uint32_t alignment = interleave == 2 ? 32 : 16;
  if (address % alignment)
    return expected("the global address", "a multiple of " + std::to_string(alignment), address);
  for (unsigned i = 0; i + 1 < rank; ++i)
    if (strides[i] % alignment || strides[i] >= uint64_t{1} << 40)
      return expected(indexed("globalStrides", i).c_str(),
                      "a multiple of " + std::to_string(alignment) + " below 2^40", strides[i]);
  for (unsigned i = 0; i < rank; ++i)
    if (elementStrides[i] == 0 || elementStrides[i] > 8)
      return expected(indexed("elementStrides", i).c_str(), "1 to 8", elementStrides[i]);
  uint32_t inner = (mode == im2col ? channels : box(0)) * elementBytes();
  if (!interleave && inner % 16)
    return expected("the bytes of the innermost box dimension", "a multiple of 16", inner);
  if (!interleave && swizzle && inner > swizzleBytes(swizzle))
    return expected("the bytes of the innermost box dimension",
                    "at most the swizzle's " + std::to_string(swizzleBytes(swizzle)), inner);
  if (interleave == 2 && swizzle != static_cast<uint8_t>(TensorSwizzle::Bytes32))
    return "an interleave of 32 bytes needs a swizzle of 32 bytes";
  if (fill && !isFloat(type))
    return "only a tensor of floats can be filled with NaN";
  return {};
}

/// What both kinds have in common; an empty text if all is well.
static std::string fillShape(TensormapFields &fields, const TensorShape &shape) {
  auto beyond = [](auto value, auto last) {
    return static_cast<uint32_t>(value) > static_cast<uint32_t>(last);
  };
  if (beyond(shape.type, TensorType::UInt6x16Align16))
    return expected("the data type", "one of the enumeration", static_cast<uint32_t>(shape.type));
  if (shape.rank < 1 || shape.rank > 5)
    return expected("the rank", "1 to 5", shape.rank);
  if (beyond(shape.interleave, TensorInterleave::Bytes32) ||
      beyond(shape.swizzle, TensorSwizzle::Bytes128Atom64) ||
      beyond(shape.l2Promotion, TensorL2Promotion::Bytes256) || beyond(shape.fill, TensorFill::Nan))
    return "an option is none of its enumeration";
  if (!shape.globalDim || !shape.elementStrides || (shape.rank > 1 && !shape.globalStrides) ||
      !shape.globalAddress)
    return "an array or the global address is null";
  fields.type = static_cast<uint8_t>(shape.type);
  fields.rank = static_cast<uint8_t>(shape.rank);
  fields.address = reinterpret_cast<uintptr_t>(shape.globalAddress);
  fields.interleave = static_cast<uint8_t>(shape.interleave);
  fields.swizzle = static_cast<uint8_t>(shape.swizzle);
  fields.l2Promotion = static_cast<uint8_t>(shape.l2Promotion);
  fields.fill = static_cast<uint8_t>(shape.fill);
  for (unsigned i = 0; i < shape.rank; ++i) {
    if (shape.globalDim[i] == 0 || shape.globalDim[i] > uint64_t{1} << 32)
      return expected(indexed("globalDim", i).c_str(), "1 to 2^32", shape.globalDim[i]);
    fields.dimLess1[i] = static_cast<uint32_t>(shape.globalDim[i] - 1);
    if (shape.elementStrides[i] == 0 || shape.elementStrides[i] > 8)
      return expected(indexed("elementStrides", i).c_str(), "1 to 8", shape.elementStrides[i]);
    fields.elementStrides[i] = static_cast<uint8_t>(shape.elementStrides[i]);
  }
  // The innermost dimension has no stride of its own but where it is interleaved.
  if (shape.interleave == TensorInterleave::None)
    fields.elementStrides[0] = 1;
  for (unsigned i = 0; i + 1 < shape.rank; ++i)
    fields.strides[i] = shape.globalStrides[i];
  return {};
}

static Status finish(Tensormap &map, const TensormapFields &fields, std::string wrong) {
  if (wrong.empty())
    wrong = fields.check();
  if (!wrong.empty())
    return Error{"tensor map: " + wrong};
  fields.store(&map);
  return {};
}

Status emulator::encodeTiled(Tensormap &map, const TensorShape &shape, const uint32_t *boxDim) {
  TensormapFields fields;
  std::string wrong = fillShape(fields, shape);
  if (wrong.empty() && !boxDim)
    wrong = "an array or the global address is null";
  for (unsigned i = 0; wrong.empty() && i < shape.rank; ++i) {
    if (boxDim[i] == 0 || boxDim[i] > 256)
      wrong = expected(indexed("boxDim", i).c_str(), "1 to 256", boxDim[i]);
    fields.boxLess1[i] = static_cast<uint8_t>(boxDim[i] - 1);
  }
  return finish(map, fields, std::move(wrong));
}

/// Bits of a corner's offset, by the rank.
static int cornerLimit(uint32_t rank) { return rank == 3 ? 1 << 15 : rank == 4 ? 1 << 7 : 1 << 4; }

Status emulator::encodeIm2col(Tensormap &map, const TensorShape &shape, const int *lower,
                              const int *upper, uint32_t channels, uint32_t pixels) {
  TensormapFields fields;
  fields.mode = TensormapFields::im2col;
  std::string wrong = fillShape(fields, shape);
  if (wrong.empty() && shape.rank < 3)
    wrong = expected("the rank", "3 to 5", shape.rank);
  if (wrong.empty() && (!lower || !upper))
    wrong = "an array or the global address is null";
  if (wrong.empty() && (channels == 0 || channels > 256))
    wrong = expected("channelsPerPixel", "1 to 256", channels);
  if (wrong.empty() && (pixels == 0 || pixels > 1024))
    wrong = expected("pixelsPerColumn", "1 to 1024", pixels);
  int limit = cornerLimit(shape.rank);
  for (unsigned i = 0; wrong.empty() && i < shape.rank - 2; ++i) {
    for (int corner : {lower[i], upper[i]})
      if (corner < -limit || corner >= limit)
        wrong = "a corner of the pixel box must be " + std::to_string(-limit) + " to " +
                std::to_string(limit - 1) + ", got " + std::to_string(corner);
    int64_t last = static_cast<int64_t>(fields.dim(i + 1)) - 1 + upper[i];
    if (wrong.empty() && last < lower[i])
      wrong = "the pixel box is empty in dimension " + std::to_string(i + 1);
    fields.lower[i] = static_cast<int16_t>(lower[i]);
    fields.upper[i] = static_cast<int16_t>(upper[i]);
  }
  fields.channels = static_cast<uint16_t>(channels);
  fields.pixels = static_cast<uint16_t>(pixels);
  return finish(map, fields, std::move(wrong));
}

Status emulator::replaceAddress(Tensormap &map, const void *globalAddress) {
  TensormapFields fields = TensormapFields::load(&map);
  fields.address = reinterpret_cast<uintptr_t>(globalAddress);
  return finish(map, fields, globalAddress ? "" : "the global address is null");
}
