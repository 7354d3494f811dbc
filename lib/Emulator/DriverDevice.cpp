// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device and its contexts.
#include "DriverState.h"

#include <algorithm>
#include <cstring>
#include <unistd.h>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::driver;

static HGresult noDevice(HGdevice device) {
  return fail(HG_ERROR_INVALID_DEVICE, "there is one device, 0, and no " + std::to_string(device));
}

/// Without a choice: that of the kernel's module, or the last one that all forms of PTX
/// which run here have.
const ChipLimits &driver::chipOf(const HGfunc_st *function) {
  const std::string &chosen = state().instruments.chip();
  if (!chosen.empty())
    return limitsOf(chosen);
  return limitsOf(function ? std::string_view(function->module->module->target())
                           : std::string_view("sm_90a"));
}

HGresult hgDriverGetVersion(int *version) {
  if (!version)
    return fail(HG_ERROR_INVALID_VALUE);
  *version = 13000;
  return HG_SUCCESS;
}

HGresult hgDeviceGetCount(int *count) {
  ApiCall call(ApiCall::Driver);
  if (!call)
    return call.result;
  if (!count)
    return fail(HG_ERROR_INVALID_VALUE);
  *count = 1;
  return HG_SUCCESS;
}

HGresult hgDeviceGet(HGdevice *device, int ordinal) {
  ApiCall call(ApiCall::Driver);
  if (!call)
    return call.result;
  if (!device)
    return fail(HG_ERROR_INVALID_VALUE);
  if (ordinal != 0)
    return noDevice(ordinal);
  *device = 0;
  return HG_SUCCESS;
}

HGresult hgDeviceGetName(char *name, int length, HGdevice device) {
  ApiCall call(ApiCall::Driver);
  if (!call)
    return call.result;
  if (device != 0)
    return noDevice(device);
  if (!name || length <= 0)
    return fail(HG_ERROR_INVALID_VALUE);
  const std::string &chip = state().instruments.chip();
  std::string text = chip.empty() ? "emulated GPU" : "emulated GPU (" + chip + ")";
  size_t count = std::min(text.size(), static_cast<size_t>(length) - 1);
  std::memcpy(name, text.data(), count);
  name[count] = 0;
  return HG_SUCCESS;
}

HGresult hgDeviceGetUuid(HGuuid *uuid, HGdevice device) {
  ApiCall call(ApiCall::Driver);
  if (!call)
    return call.result;
  if (device != 0)
    return noDevice(device);
  if (!uuid)
    return fail(HG_ERROR_INVALID_VALUE);
  std::memcpy(uuid->bytes, "emulated device", sizeof uuid->bytes);
  return HG_SUCCESS;
}

static size_t totalMemory() {
  long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGE_SIZE);
  return pages > 0 && bytes > 0 ? static_cast<size_t>(pages) * static_cast<size_t>(bytes) : 0;
}

HGresult hgDeviceTotalMem(size_t *bytes, HGdevice device) {
  ApiCall call(ApiCall::Driver);
  if (!call)
    return call.result;
  if (device != 0)
    return noDevice(device);
  if (!bytes)
    return fail(HG_ERROR_INVALID_VALUE);
  *bytes = totalMemory();
  return HG_SUCCESS;
}

HGresult hgDeviceGetAttribute(int *value, HGdevice_attribute attribute, HGdevice device) {
  ApiCall call(ApiCall::Driver);
  if (!call)
    return call.result;
  if (device != 0)
    return noDevice(device);
  if (!value)
    return fail(HG_ERROR_INVALID_VALUE);
  const ChipLimits &chip = chipOf();
  auto attributeValue = [&]() -> std::optional<uint32_t> {
    switch (attribute) {
    case HG_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    case HG_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X:
    case HG_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y:
      return 1024;
    case HG_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z:
      return 64;
    case HG_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X:
      return 0x7fffffff;
    case HG_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y:
    case HG_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z:
      return 65535;
    case HG_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK:
      return 48 * 1024;
    case HG_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY:
      return 64 * 1024;
    case HG_DEVICE_ATTRIBUTE_WARP_SIZE:
      return 32;
    case HG_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK:
    case HG_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR:
      return ChipLimits::registers;
    case HG_DEVICE_ATTRIBUTE_CLOCK_RATE:
      return 1000000; // kHz, of %globaltimer
    case HG_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
      return chip.multiprocessors;
    case HG_DEVICE_ATTRIBUTE_INTEGRATED:
    case HG_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS:
    case HG_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED:
      return 0;
    case HG_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY:
    case HG_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT:
    case HG_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING:
    case HG_DEVICE_ATTRIBUTE_MANAGED_MEMORY:
    case HG_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH:
    case HG_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED:
      return 1;
    case HG_DEVICE_ATTRIBUTE_L2_CACHE_SIZE:
      return chip.l2Kilobytes * 1024;
    case HG_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR:
      return chip.warps * 32;
    case HG_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
      return static_cast<uint32_t>(chip.arch / 10);
    case HG_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
      return static_cast<uint32_t>(chip.arch % 10);
    case HG_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR:
      return chip.sharedKilobytes * 1024;
    case HG_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
      return chip.blockKilobytes * 1024;
    case HG_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR:
      return chip.blocks;
    case HG_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK:
      return chip.reservedBytes;
    case HG_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH:
    case HG_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED:
      return chip.arch >= 90;
    }
    return std::nullopt;
  }();
  if (!attributeValue)
    return fail(HG_ERROR_INVALID_VALUE,
                "there is no attribute " + std::to_string(static_cast<int>(attribute)));
  *value = static_cast<int>(*attributeValue);
  return HG_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

static HGcontext createContext(unsigned flags) {
  State &s = state();
  HGcontext context = s.contexts.add(std::make_unique<HGctx_st>());
  context->flags = flags;
  auto stream = std::make_unique<HGstream_st>();
  stream->context = context;
  s.defaultStreams[context] = s.streams.add(std::move(stream));
  auto pool = std::make_unique<HGmemPool_st>();
  pool->context = context;
  s.defaultPools[context] = s.currentPools[context] = s.pools.add(std::move(pool));
  return context;
}

void driver::destroyContext(HGcontext context) {
  State &s = state();
  for (auto &[pointer, allocation] : context->allocations)
    s.instruments.freed(reinterpret_cast<void *>(pointer));
  auto ours = [&](auto &object) { return object.context == context; };
  s.execs.removeIf(ours);
  s.graphs.removeIf(ours);
  s.events.removeIf(ours);
  s.streams.removeIf(ours);
  s.functions.removeIf([&](auto &function) { return function.module->context == context; });
  s.modules.removeIf(ours);
  s.pools.removeIf(ours);
  s.defaultStreams.erase(context);
  s.defaultPools.erase(context);
  s.currentPools.erase(context);
  s.contexts.remove(context);
}

HGresult hgCtxCreate(HGcontext *context, unsigned flags, HGdevice device) {
  ApiCall call(ApiCall::Driver);
  if (!call)
    return call.result;
  if (!context)
    return fail(HG_ERROR_INVALID_VALUE);
  if (device != 0)
    return noDevice(device);
  *context = createContext(flags);
  contextStack().push_back(*context);
  return HG_SUCCESS;
}

/// A context that a call names, whether its kernels have failed or not.
static HGresult checkContext(HGcontext context) {
  return state().contexts.has(context) ? HG_SUCCESS
                                       : fail(HG_ERROR_INVALID_CONTEXT, "it is no context");
}

HGresult hgCtxDestroy(HGcontext context) {
  ApiCall call(ApiCall::Driver);
  if (!call)
    return call.result;
  if (HGresult checked = checkContext(context); checked != HG_SUCCESS)
    return checked;
  if (context->primary)
    return fail(HG_ERROR_INVALID_CONTEXT, "the primary context is released, not destroyed");
  std::vector<HGcontext> &stack = contextStack();
  if (!stack.empty() && stack.back() == context)
    stack.pop_back();
  destroyContext(context);
  return HG_SUCCESS;
}

HGresult hgCtxPushCurrent(HGcontext context) {
  ApiCall call(ApiCall::Driver);
  if (!call)
    return call.result;
  if (HGresult checked = checkContext(context); checked != HG_SUCCESS)
    return checked;
  contextStack().push_back(context);
  return HG_SUCCESS;
}

HGresult hgCtxPopCurrent(HGcontext *context) {
  ApiCall call(ApiCall::Driver);
  if (!call)
    return call.result;
  std::vector<HGcontext> &stack = contextStack();
  if (stack.empty())
    return fail(HG_ERROR_INVALID_CONTEXT, "no context is current");
  if (context)
    *context = stack.back();
  stack.pop_back();
  return HG_SUCCESS;
}

HGresult hgCtxSetCurrent(HGcontext context) {
  ApiCall call(ApiCall::Driver);
  if (!call)
    return call.result;
  if (context)
    if (HGresult checked = checkContext(context); checked != HG_SUCCESS)
      return checked;
  std::vector<HGcontext> &stack = contextStack();
  if (!stack.empty())
    stack.pop_back();
  if (context)
    stack.push_back(context);
  return HG_SUCCESS;
}

HGresult hgCtxGetCurrent(HGcontext *context) {
  ApiCall call(ApiCall::Driver);
  if (!call)
    return call.result;
  if (!context)
    return fail(HG_ERROR_INVALID_VALUE);
  std::vector<HGcontext> &stack = contextStack();
  *context = stack.empty() ? nullptr : stack.back();
  return HG_SUCCESS;
}

HGresult hgCtxGetDevice(HGdevice *device) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!device)
    return fail(HG_ERROR_INVALID_VALUE);
  *device = 0;
  return HG_SUCCESS;
}

HGresult hgCtxGetFlags(unsigned *flags) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!flags)
    return fail(HG_ERROR_INVALID_VALUE);
  *flags = call.context->flags;
  return HG_SUCCESS;
}

HGresult hgCtxGetApiVersion(HGcontext context, unsigned *version) {
  ApiCall call(ApiCall::Driver);
  if (!call)
    return call.result;
  if (!version)
    return fail(HG_ERROR_INVALID_VALUE);
  if (context)
    if (HGresult checked = checkContext(context); checked != HG_SUCCESS)
      return checked;
  *version = 3020;
  return HG_SUCCESS;
}

HGresult hgCtxSynchronize() {
  ApiCall call;
  if (!call)
    return call.result;
  return refuseCapture(call.context);
}

static bool isLimit(HGlimit limit) {
  return limit == HG_LIMIT_STACK_SIZE || limit == HG_LIMIT_PRINTF_FIFO_SIZE ||
         limit == HG_LIMIT_MALLOC_HEAP_SIZE;
}

HGresult hgCtxGetLimit(size_t *value, HGlimit limit) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!value)
    return fail(HG_ERROR_INVALID_VALUE);
  if (!isLimit(limit))
    return fail(HG_ERROR_UNSUPPORTED_LIMIT);
  *value = call.context->limits[limit];
  return HG_SUCCESS;
}

HGresult hgCtxSetLimit(HGlimit limit, size_t value) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!isLimit(limit))
    return fail(HG_ERROR_UNSUPPORTED_LIMIT);
  call.context->limits[limit] = value;
  if (limit == HG_LIMIT_MALLOC_HEAP_SIZE)
    call.context->memory.heapBytes = value;
  return HG_SUCCESS;
}

HGresult hgCtxGetStreamPriorityRange(int *least, int *greatest) {
  ApiCall call;
  if (!call)
    return call.result;
  for (int *value : {least, greatest})
    if (value)
      *value = 0;
  return HG_SUCCESS;
}

HGresult hgDevicePrimaryCtxRetain(HGcontext *context, HGdevice device) {
  ApiCall call(ApiCall::Driver);
  if (!call)
    return call.result;
  if (!context)
    return fail(HG_ERROR_INVALID_VALUE);
  if (device != 0)
    return noDevice(device);
  State &s = state();
  if (!s.primary) {
    s.primary = createContext(0);
    s.primary->primary = true;
  }
  ++s.primaryUses;
  *context = s.primary;
  return HG_SUCCESS;
}

HGresult hgDevicePrimaryCtxRelease(HGdevice device) {
  ApiCall call(ApiCall::Driver);
  if (!call)
    return call.result;
  if (device != 0)
    return noDevice(device);
  State &s = state();
  if (!s.primaryUses)
    return fail(HG_ERROR_INVALID_CONTEXT, "the primary context is not in use");
  if (--s.primaryUses)
    return HG_SUCCESS;
  destroyContext(s.primary);
  s.primary = nullptr;
  return HG_SUCCESS;
}

/// Those who hold it keep the handle: it is as new.
HGresult hgDevicePrimaryCtxReset(HGdevice device) {
  ApiCall call(ApiCall::Driver);
  if (!call)
    return call.result;
  if (device != 0)
    return noDevice(device);
  State &s = state();
  if (!s.primary)
    return HG_SUCCESS;
  std::vector<HGcontext> &stack = contextStack();
  HGcontext old = s.primary;
  destroyContext(old);
  s.primary = nullptr;
  if (!s.primaryUses)
    return HG_SUCCESS;
  s.primary = createContext(0);
  s.primary->primary = true;
  std::replace(stack.begin(), stack.end(), old, s.primary);
  return HG_SUCCESS;
}

HGresult hgDevicePrimaryCtxGetState(HGdevice device, unsigned *flags, int *active) {
  ApiCall call(ApiCall::Driver);
  if (!call)
    return call.result;
  if (device != 0)
    return noDevice(device);
  if (flags)
    *flags = 0;
  if (active)
    *active = state().primary != nullptr;
  return HG_SUCCESS;
}
