// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies and fills: checked when they are asked for, done when their stream comes to
// them.
#include "DriverState.h"

#include "Program.h"

#include <algorithm>
#include <cstring>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::driver;

namespace {

/// Bytes from an address to the end of the device memory that holds it; nothing where
/// none does.
std::optional<uint64_t> deviceBytes(HGctx_st &context, uint64_t address) {
  if (const Memory::Range *range = context.memory.find(address))
    return range->end - address;
  for (auto &module : state().modules)
    if (module->context == &context)
      for (auto &kernel : module->module->kernels())
        if (const auto *variable = kernel->program().module->holding(address))
          return variable->address + variable->bytes - address;
  return std::nullopt;
}

/// One side of a copy: rows of a box in memory.
struct Side {
  uint64_t first; ///< address of its first byte
  size_t pitch, slice;
  HGmemorytype type;
};

/// Whether all of it lies in one allocation; a host's own memory is the host's affair.
HGresult checkSide(HGctx_st &context, const Side &side, size_t extent, const char *name) {
  std::optional<uint64_t> room = deviceBytes(context, side.first);
  if (!room && side.type == HG_MEMORYTYPE_DEVICE)
    return fail(HG_ERROR_INVALID_VALUE, std::string("the ") + name + " is no device memory");
  if (!room && !side.first)
    return fail(HG_ERROR_INVALID_VALUE, std::string("the ") + name + " is a null pointer");
  if (room && *room < extent)
    return fail(HG_ERROR_INVALID_VALUE, std::string("the ") + name + " has " +
                                            std::to_string(*room) + " bytes from its address on, " +
                                            std::to_string(extent) + " are needed");
  return HG_SUCCESS;
}

/// Bytes from the first to the last of a box; as many as there are where that is too much.
uint64_t extentOf(const Side &side, uint64_t width, uint64_t height, uint64_t depth) {
  uint64_t slices = 0, rows = 0, extent = 0;
  bool isTooMuch = __builtin_mul_overflow(depth - 1, side.slice, &slices) ||
                   __builtin_mul_overflow(height - 1, side.pitch, &rows) ||
                   __builtin_add_overflow(slices, rows, &extent) ||
                   __builtin_add_overflow(extent, width, &extent);
  return isTooMuch ? UINT64_MAX : extent;
}

bool isType(HGmemorytype type) {
  return type == HG_MEMORYTYPE_HOST || type == HG_MEMORYTYPE_DEVICE ||
         type == HG_MEMORYTYPE_UNIFIED;
}

} // namespace

HGresult driver::memcpyWork(HGctx_st &context, const HG_MEMCPY3D &copy, Work &work) {
  if (!isType(copy.srcMemoryType) || !isType(copy.dstMemoryType))
    return fail(HG_ERROR_INVALID_VALUE, "a copy is between host and device memory");
  auto makeSide = [&](HGmemorytype type, const void *host, HGdeviceptr device, size_t pitch,
                      size_t height, size_t x, size_t y, size_t z) {
    Side side;
    side.type = type;
    side.pitch = pitch ? pitch : copy.WidthInBytes;
    side.slice = side.pitch * (height ? height : copy.Height);
    side.first = (type == HG_MEMORYTYPE_HOST ? reinterpret_cast<uintptr_t>(host) : device) +
                 z * side.slice + y * side.pitch + x;
    return side;
  };
  Side from = makeSide(copy.srcMemoryType, copy.srcHost, copy.srcDevice, copy.srcPitch,
                       copy.srcHeight, copy.srcXInBytes, copy.srcY, copy.srcZ);
  Side to = makeSide(copy.dstMemoryType, copy.dstHost, copy.dstDevice, copy.dstPitch,
                     copy.dstHeight, copy.dstXInBytes, copy.dstY, copy.dstZ);
  work.type = HG_GRAPH_NODE_TYPE_MEMCPY;
  size_t width = copy.WidthInBytes, height = copy.Height, depth = copy.Depth;
  if (!width || !height || !depth) {
    work.run = [](HGctx_st &) { return HG_SUCCESS; };
    return HG_SUCCESS;
  }
  for (const Side *side : {&from, &to}) {
    if (side->pitch < width)
      return fail(HG_ERROR_INVALID_VALUE, "a row is longer than its pitch");
    if (HGresult checked = checkSide(context, *side, extentOf(*side, width, height, depth),
                                     side == &from ? "source" : "destination");
        checked != HG_SUCCESS)
      return checked;
  }
  work.run = [from, to, width, height, depth](HGctx_st &) {
    for (size_t z = 0; z < depth; ++z)
      for (size_t y = 0; y < height; ++y) {
        auto *target = reinterpret_cast<void *>(to.first + z * to.slice + y * to.pitch);
        std::memmove(target,
                     reinterpret_cast<const void *>(from.first + z * from.slice + y * from.pitch),
                     width);
        state().instruments.written(target, width);
      }
    return HG_SUCCESS;
  };
  return HG_SUCCESS;
}

HGresult driver::memsetWork(HGctx_st &context, const HG_MEMSET_NODE_PARAMS &params, Work &work) {
  size_t bytes = params.elementSize;
  if (bytes != 1 && bytes != 2 && bytes != 4)
    return fail(HG_ERROR_INVALID_VALUE, "elements of a fill have 1, 2 or 4 bytes");
  if (params.dst % bytes)
    return fail(HG_ERROR_INVALID_VALUE, "the destination of a fill is not aligned");
  work.type = HG_GRAPH_NODE_TYPE_MEMSET;
  if (!params.width || !params.height) {
    work.run = [](HGctx_st &) { return HG_SUCCESS; };
    return HG_SUCCESS;
  }
  if (params.width > SIZE_MAX / bytes)
    return fail(HG_ERROR_INVALID_VALUE, "a row is longer than memory");
  size_t row = params.width * bytes, pitch = params.height > 1 ? params.pitch : row;
  if (pitch < row || pitch % bytes)
    return fail(HG_ERROR_INVALID_VALUE, "a row is longer than its pitch");
  Side to{params.dst, pitch, 0, HG_MEMORYTYPE_DEVICE};
  if (HGresult checked = checkSide(context, to, extentOf(to, row, params.height, 1), "destination");
      checked != HG_SUCCESS)
    return checked;
  work.run = [params, pitch, row, bytes](HGctx_st &) {
    for (size_t y = 0; y < params.height; ++y) {
      auto *target = reinterpret_cast<char *>(params.dst + y * pitch);
      for (size_t x = 0; x < params.width; ++x)
        std::memcpy(target + x * bytes, &params.value, bytes); // little endian
      state().instruments.written(target, row);
    }
    return HG_SUCCESS;
  };
  return HG_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// In a stream, or with `waits` one that the host waits for.
static HGresult copy3D(const HG_MEMCPY3D *copy, HGstream stream, bool waits) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!copy)
    return fail(HG_ERROR_INVALID_VALUE);
  if (waits)
    if (HGresult refused = refuseCapture(call.context); refused != HG_SUCCESS)
      return refused;
  Work work;
  if (HGresult made = memcpyWork(*call.context, *copy, work); made != HG_SUCCESS)
    return made;
  return submit(call.context, stream, std::move(work));
}

static HGresult copy2D(const HG_MEMCPY2D *copy, HGstream stream, bool waits) {
  if (!copy)
    return fail(HG_ERROR_INVALID_VALUE);
  HG_MEMCPY3D box = {};
  box.srcXInBytes = copy->srcXInBytes;
  box.srcY = copy->srcY;
  box.srcMemoryType = copy->srcMemoryType;
  box.srcHost = copy->srcHost;
  box.srcDevice = copy->srcDevice;
  box.srcPitch = copy->srcPitch;
  box.dstXInBytes = copy->dstXInBytes;
  box.dstY = copy->dstY;
  box.dstMemoryType = copy->dstMemoryType;
  box.dstHost = copy->dstHost;
  box.dstDevice = copy->dstDevice;
  box.dstPitch = copy->dstPitch;
  box.WidthInBytes = copy->WidthInBytes;
  box.Height = copy->Height;
  box.Depth = 1;
  return copy3D(&box, stream, waits);
}

static HGresult copy1D(HGdeviceptr to, HGmemorytype toType, HGdeviceptr from, HGmemorytype fromType,
                       size_t bytes, HGstream stream, bool waits) {
  HG_MEMCPY3D box = {};
  box.srcMemoryType = fromType;
  box.srcHost = reinterpret_cast<const void *>(from);
  box.srcDevice = from;
  box.dstMemoryType = toType;
  box.dstHost = reinterpret_cast<void *>(to);
  box.dstDevice = to;
  box.WidthInBytes = bytes;
  box.Height = box.Depth = 1;
  return copy3D(&box, stream, waits);
}

static HGdeviceptr addressOf(const void *host) { return reinterpret_cast<uintptr_t>(host); }

HGresult hgMemcpy(HGdeviceptr to, HGdeviceptr from, size_t bytes) {
  return copy1D(to, HG_MEMORYTYPE_UNIFIED, from, HG_MEMORYTYPE_UNIFIED, bytes, nullptr, true);
}

HGresult hgMemcpyHtoD(HGdeviceptr to, const void *from, size_t bytes) {
  return copy1D(to, HG_MEMORYTYPE_DEVICE, addressOf(from), HG_MEMORYTYPE_HOST, bytes, nullptr,
                true);
}

HGresult hgMemcpyDtoH(void *to, HGdeviceptr from, size_t bytes) {
  return copy1D(addressOf(to), HG_MEMORYTYPE_HOST, from, HG_MEMORYTYPE_DEVICE, bytes, nullptr,
                true);
}

HGresult hgMemcpyDtoD(HGdeviceptr to, HGdeviceptr from, size_t bytes) {
  return copy1D(to, HG_MEMORYTYPE_DEVICE, from, HG_MEMORYTYPE_DEVICE, bytes, nullptr, true);
}

HGresult hgMemcpy2D(const HG_MEMCPY2D *copy) { return copy2D(copy, nullptr, true); }
HGresult hgMemcpy3D(const HG_MEMCPY3D *copy) { return copy3D(copy, nullptr, true); }

HGresult hgMemcpyAsync(HGdeviceptr to, HGdeviceptr from, size_t bytes, HGstream stream) {
  return copy1D(to, HG_MEMORYTYPE_UNIFIED, from, HG_MEMORYTYPE_UNIFIED, bytes, stream, false);
}

HGresult hgMemcpyHtoDAsync(HGdeviceptr to, const void *from, size_t bytes, HGstream stream) {
  return copy1D(to, HG_MEMORYTYPE_DEVICE, addressOf(from), HG_MEMORYTYPE_HOST, bytes, stream,
                false);
}

HGresult hgMemcpyDtoHAsync(void *to, HGdeviceptr from, size_t bytes, HGstream stream) {
  return copy1D(addressOf(to), HG_MEMORYTYPE_HOST, from, HG_MEMORYTYPE_DEVICE, bytes, stream,
                false);
}

HGresult hgMemcpyDtoDAsync(HGdeviceptr to, HGdeviceptr from, size_t bytes, HGstream stream) {
  return copy1D(to, HG_MEMORYTYPE_DEVICE, from, HG_MEMORYTYPE_DEVICE, bytes, stream, false);
}

HGresult hgMemcpy2DAsync(const HG_MEMCPY2D *copy, HGstream stream) {
  return copy2D(copy, stream, false);
}

HGresult hgMemcpy3DAsync(const HG_MEMCPY3D *copy, HGstream stream) {
  return copy3D(copy, stream, false);
}

//===----------------------------------------------------------------------===//
// Fills
//===----------------------------------------------------------------------===//

static HGresult fill(const HG_MEMSET_NODE_PARAMS &params, HGstream stream, bool waits) {
  ApiCall call;
  if (!call)
    return call.result;
  if (waits)
    if (HGresult refused = refuseCapture(call.context); refused != HG_SUCCESS)
      return refused;
  Work work;
  if (HGresult made = memsetWork(*call.context, params, work); made != HG_SUCCESS)
    return made;
  return submit(call.context, stream, std::move(work));
}

HGresult hgMemsetD8(HGdeviceptr to, unsigned char value, size_t count) {
  return fill({to, 0, value, 1, count, 1}, nullptr, true);
}

HGresult hgMemsetD16(HGdeviceptr to, unsigned short value, size_t count) {
  return fill({to, 0, value, 2, count, 1}, nullptr, true);
}

HGresult hgMemsetD32(HGdeviceptr to, unsigned value, size_t count) {
  return fill({to, 0, value, 4, count, 1}, nullptr, true);
}

HGresult hgMemsetD2D8(HGdeviceptr to, size_t pitch, unsigned char value, size_t width,
                      size_t height) {
  return fill({to, pitch, value, 1, width, height}, nullptr, true);
}

HGresult hgMemsetD2D16(HGdeviceptr to, size_t pitch, unsigned short value, size_t width,
                       size_t height) {
  return fill({to, pitch, value, 2, width, height}, nullptr, true);
}

HGresult hgMemsetD2D32(HGdeviceptr to, size_t pitch, unsigned value, size_t width, size_t height) {
  return fill({to, pitch, value, 4, width, height}, nullptr, true);
}

HGresult hgMemsetD8Async(HGdeviceptr to, unsigned char value, size_t count, HGstream stream) {
  return fill({to, 0, value, 1, count, 1}, stream, false);
}

HGresult hgMemsetD16Async(HGdeviceptr to, unsigned short value, size_t count, HGstream stream) {
  return fill({to, 0, value, 2, count, 1}, stream, false);
}

HGresult hgMemsetD32Async(HGdeviceptr to, unsigned value, size_t count, HGstream stream) {
  return fill({to, 0, value, 4, count, 1}, stream, false);
}
