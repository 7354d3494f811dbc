// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocations and pools.
#include "DriverState.h"

#include "Program.h"

#include <algorithm>
#include <unistd.h>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::driver;

static void *hostPointer(HGdeviceptr pointer) { return reinterpret_cast<void *>(pointer); }
static HGdeviceptr toPointer(const void *pointer) { return reinterpret_cast<uintptr_t>(pointer); }

/// The memory, known to the checks as never written.
static HGresult allocate(HGctx_st &context, HGdeviceptr *pointer, size_t bytes,
                         Allocation allocation) {
  if (!pointer)
    return fail(HG_ERROR_INVALID_VALUE);
  *pointer = 0;
  if (!bytes)
    return fail(HG_ERROR_INVALID_VALUE, "an allocation of 0 bytes");
  HGmemPool_st *pool = allocation.pool;
  if (pool && pool->maxSize && bytes > pool->maxSize - std::min<size_t>(pool->used, pool->maxSize))
    return fail(HG_ERROR_OUT_OF_MEMORY, "the pool has " + std::to_string(pool->maxSize) +
                                            " bytes, of which " + std::to_string(pool->used) +
                                            " are in use");
  void *memory = context.memory.allocate(bytes);
  if (!memory)
    return fail(HG_ERROR_OUT_OF_MEMORY, "the host has no " + std::to_string(bytes) + " bytes left");
  allocation.bytes = bytes;
  *pointer = toPointer(memory);
  context.allocations[*pointer] = allocation;
  if (pool) {
    pool->used += bytes;
    pool->usedHigh = std::max(pool->usedHigh, pool->used);
  }
  state().instruments.allocated(memory, bytes);
  return HG_SUCCESS;
}

bool driver::release(HGctx_st &context, HGdeviceptr pointer) {
  auto found = context.allocations.find(pointer);
  if (found == context.allocations.end())
    return false;
  if (found->second.pool)
    found->second.pool->used -= found->second.bytes;
  context.allocations.erase(found);
  state().instruments.freed(hostPointer(pointer));
  return context.memory.free(hostPointer(pointer));
}

static HGresult neverAllocated() {
  return fail(HG_ERROR_INVALID_VALUE, "the pointer was never allocated, or is free already");
}

HGresult hgMemGetInfo(size_t *free, size_t *total) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!free || !total)
    return fail(HG_ERROR_INVALID_VALUE);
  size_t all = 0;
  if (HGresult asked = hgDeviceTotalMem(&all, 0); asked != HG_SUCCESS)
    return asked;
  *total = all;
  *free = all - std::min(all, call.context->memory.bytesInUse());
  return HG_SUCCESS;
}

HGresult hgMemAlloc(HGdeviceptr *pointer, size_t bytes) {
  ApiCall call;
  if (!call)
    return call.result;
  if (HGresult refused = refuseCapture(call.context); refused != HG_SUCCESS)
    return refused;
  return allocate(*call.context, pointer, bytes, {});
}

HGresult hgMemAllocPitch(HGdeviceptr *pointer, size_t *pitch, size_t widthBytes, size_t height,
                         unsigned elementBytes) {
  constexpr size_t unit = 512;
  if (!pitch || (elementBytes != 4 && elementBytes != 8 && elementBytes != 16) ||
      widthBytes > SIZE_MAX - unit || (height && (widthBytes + unit) > SIZE_MAX / height))
    return fail(HG_ERROR_INVALID_VALUE);
  *pitch = (widthBytes + unit - 1) / unit * unit;
  return hgMemAlloc(pointer, *pitch * height);
}

HGresult hgMemAllocManaged(HGdeviceptr *pointer, size_t bytes, unsigned flags) {
  ApiCall call;
  if (!call)
    return call.result;
  if (flags != HG_MEM_ATTACH_GLOBAL && flags != HG_MEM_ATTACH_HOST)
    return fail(HG_ERROR_INVALID_VALUE, "'hgMemAllocManaged': the flags are one of two");
  if (HGresult refused = refuseCapture(call.context); refused != HG_SUCCESS)
    return refused;
  Allocation allocation;
  allocation.managed = true;
  HGresult result = allocate(*call.context, pointer, bytes, allocation);
  if (result == HG_SUCCESS) // the host writes it as it likes
    state().instruments.written(hostPointer(*pointer), bytes);
  return result;
}

HGresult hgMemFree(HGdeviceptr pointer) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!pointer)
    return HG_SUCCESS;
  if (HGresult refused = refuseCapture(call.context); refused != HG_SUCCESS)
    return refused;
  auto found = call.context->allocations.find(pointer);
  if (found == call.context->allocations.end() || found->second.host || found->second.inGraph)
    return neverAllocated();
  release(*call.context, pointer);
  return HG_SUCCESS;
}

HGresult hgMemAllocHost(void **pointer, size_t bytes) { return hgMemHostAlloc(pointer, bytes, 0); }

HGresult hgMemHostAlloc(void **pointer, size_t bytes, unsigned flags) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!pointer || flags > 7)
    return fail(HG_ERROR_INVALID_VALUE);
  HGdeviceptr memory = 0;
  Allocation allocation;
  allocation.host = true;
  HGresult result = allocate(*call.context, &memory, bytes, allocation);
  *pointer = hostPointer(memory);
  if (result == HG_SUCCESS)
    state().instruments.written(*pointer, bytes);
  return result;
}

HGresult hgMemFreeHost(void *pointer) {
  ApiCall call;
  if (!call)
    return call.result;
  auto found = call.context->allocations.find(toPointer(pointer));
  if (found == call.context->allocations.end() || !found->second.host)
    return neverAllocated();
  release(*call.context, toPointer(pointer));
  return HG_SUCCESS;
}

HGresult hgMemHostRegister(void *pointer, size_t bytes, unsigned) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!pointer || !bytes)
    return fail(HG_ERROR_INVALID_VALUE);
  if (!call.context->memory.add(pointer, bytes))
    return fail(HG_ERROR_HOST_MEMORY_ALREADY_REGISTERED, "a part of it is known already");
  call.context->registered[toPointer(pointer)] = bytes;
  return HG_SUCCESS;
}

HGresult hgMemHostUnregister(void *pointer) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!call.context->registered.erase(toPointer(pointer)))
    return fail(HG_ERROR_HOST_MEMORY_NOT_REGISTERED, "it was never registered");
  call.context->memory.remove(pointer);
  return HG_SUCCESS;
}

namespace {

/// An address's allocation: where it begins, its bytes, and what it is.
struct Holder {
  HGdeviceptr begin = 0;
  size_t bytes = 0;
  bool host = false, managed = false;
};

std::optional<Holder> holderOf(HGctx_st &context, HGdeviceptr pointer) {
  auto after = context.allocations.upper_bound(pointer);
  if (after != context.allocations.begin()) {
    auto &[begin, allocation] = *std::prev(after);
    if (pointer - begin < allocation.bytes)
      return Holder{begin, allocation.bytes, allocation.host, allocation.managed};
  }
  auto next = context.registered.upper_bound(pointer);
  if (next != context.registered.begin()) {
    auto &[begin, bytes] = *std::prev(next);
    if (pointer - begin < bytes)
      return Holder{begin, bytes, true, false};
  }
  for (auto &module : state().modules)
    if (module->context == &context)
      for (auto &kernel : module->module->kernels())
        if (const auto *variable = kernel->program().module->holding(pointer))
          return Holder{variable->address, variable->bytes, false, false};
  return std::nullopt;
}

} // namespace

HGresult hgMemGetAddressRange(HGdeviceptr *base, size_t *bytes, HGdeviceptr pointer) {
  ApiCall call;
  if (!call)
    return call.result;
  std::optional<Holder> place = holderOf(*call.context, pointer);
  if (!place)
    return fail(HG_ERROR_NOT_FOUND, "the address is in no allocation");
  if (base)
    *base = place->begin;
  if (bytes)
    *bytes = place->bytes;
  return HG_SUCCESS;
}

HGresult hgMemHostGetDevicePointer(HGdeviceptr *pointer, void *host, unsigned flags) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!pointer || flags)
    return fail(HG_ERROR_INVALID_VALUE);
  std::optional<Holder> place = holderOf(*call.context, toPointer(host));
  if (!place || !place->host)
    return fail(HG_ERROR_INVALID_VALUE, "it is no host memory that the device may use");
  *pointer = toPointer(host);
  return HG_SUCCESS;
}

HGresult hgPointerGetAttribute(void *data, HGpointer_attribute attribute, HGdeviceptr pointer) {
  ApiCall call;
  if (!call)
    return call.result;
  std::optional<Holder> place = holderOf(*call.context, pointer);
  if (!data || !place)
    return fail(HG_ERROR_INVALID_VALUE, place ? "" : "the address is in no allocation");
  switch (attribute) {
  case HG_POINTER_ATTRIBUTE_CONTEXT:
    *static_cast<HGcontext *>(data) = call.context;
    return HG_SUCCESS;
  case HG_POINTER_ATTRIBUTE_MEMORY_TYPE:
    *static_cast<unsigned *>(data) = place->host ? HG_MEMORYTYPE_HOST : HG_MEMORYTYPE_DEVICE;
    return HG_SUCCESS;
  case HG_POINTER_ATTRIBUTE_DEVICE_POINTER:
    *static_cast<HGdeviceptr *>(data) = pointer;
    return HG_SUCCESS;
  case HG_POINTER_ATTRIBUTE_HOST_POINTER:
    if (!place->host && !place->managed)
      return fail(HG_ERROR_INVALID_VALUE, "the memory is the device's");
    *static_cast<void **>(data) = hostPointer(pointer);
    return HG_SUCCESS;
  case HG_POINTER_ATTRIBUTE_IS_MANAGED:
    *static_cast<unsigned *>(data) = place->managed;
    return HG_SUCCESS;
  case HG_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
    *static_cast<int *>(data) = 0;
    return HG_SUCCESS;
  case HG_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    *static_cast<HGdeviceptr *>(data) = place->begin;
    return HG_SUCCESS;
  case HG_POINTER_ATTRIBUTE_RANGE_SIZE:
    *static_cast<size_t *>(data) = place->bytes;
    return HG_SUCCESS;
  case HG_POINTER_ATTRIBUTE_MAPPED:
    *static_cast<unsigned *>(data) = 1;
    return HG_SUCCESS;
  }
  return fail(HG_ERROR_INVALID_VALUE, "there is no such attribute");
}

//===----------------------------------------------------------------------===//
// Pools
//===----------------------------------------------------------------------===//

static HGresult checkPool(HGmemoryPool pool) {
  return state().pools.has(pool) ? HG_SUCCESS : fail(HG_ERROR_INVALID_HANDLE, "it is no pool");
}

/// In a captured stream, memory that is the graph's: it has the same address each time.
static HGresult allocateInGraph(HGctx_st &context, HGdeviceptr *pointer, size_t bytes,
                                HGstream stream) {
  Allocation allocation;
  allocation.inGraph = true;
  if (HGresult made = allocate(context, pointer, bytes, allocation); made != HG_SUCCESS)
    return made;
  void *memory = hostPointer(*pointer);
  Work work;
  work.type = HG_GRAPH_NODE_TYPE_MEM_ALLOC;
  work.run = [memory, bytes](HGctx_st &) {
    state().instruments.freed(memory); // as new
    state().instruments.allocated(memory, bytes);
    return HG_SUCCESS;
  };
  HGgraphNode node = nullptr;
  HGresult submitted = submit(&context, stream, std::move(work), &node);
  if (node)
    node->graph->memory.push_back(*pointer);
  else
    release(context, *pointer);
  return submitted;
}

HGresult hgMemAllocFromPoolAsync(HGdeviceptr *pointer, size_t bytes, HGmemoryPool pool,
                                 HGstream handle) {
  ApiCall call;
  if (!call)
    return call.result;
  if (HGresult checked = checkPool(pool); checked != HG_SUCCESS)
    return checked;
  HGstream stream = findStream(call.context, handle);
  if (!stream)
    return fail(HG_ERROR_INVALID_HANDLE, "it is no stream");
  if (stream->capture)
    return allocateInGraph(*call.context, pointer, bytes, stream);
  Allocation allocation;
  allocation.pool = pool;
  return allocate(*call.context, pointer, bytes, allocation);
}

HGresult hgMemAllocAsync(HGdeviceptr *pointer, size_t bytes, HGstream stream) {
  ApiCall call;
  if (!call)
    return call.result;
  return hgMemAllocFromPoolAsync(pointer, bytes, state().currentPools[call.context], stream);
}

HGresult hgMemFreeAsync(HGdeviceptr pointer, HGstream stream) {
  ApiCall call;
  if (!call)
    return call.result;
  auto found = call.context->allocations.find(pointer);
  if (found == call.context->allocations.end() || found->second.host)
    return neverAllocated();
  Work work;
  work.type = HG_GRAPH_NODE_TYPE_MEM_FREE;
  if (found->second.inGraph)
    work.run = [pointer](HGctx_st &) {
      state().instruments.freed(hostPointer(pointer));
      return HG_SUCCESS;
    };
  else
    work.run = [pointer](HGctx_st &context) {
      return release(context, pointer) ? HG_SUCCESS : neverAllocated();
    };
  return submit(call.context, stream, std::move(work));
}

HGresult hgMemPoolCreate(HGmemoryPool *pool, const HGmemPoolProps *properties) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!pool || !properties || properties->allocType != 1 || properties->locationType != 1 ||
      properties->locationId != 0)
    return fail(HG_ERROR_INVALID_VALUE, "a pool is of pinned memory of device 0");
  if (properties->handleTypes)
    return fail(HG_ERROR_NOT_SUPPORTED, "pools cannot be shared with other processes");
  auto made = std::make_unique<HGmemPool_st>();
  made->context = call.context;
  made->maxSize = properties->maxSize;
  *pool = state().pools.add(std::move(made));
  return HG_SUCCESS;
}

HGresult hgMemPoolDestroy(HGmemoryPool pool) {
  ApiCall call;
  if (!call)
    return call.result;
  if (HGresult checked = checkPool(pool); checked != HG_SUCCESS)
    return checked;
  State &s = state();
  if (s.defaultPools[call.context] == pool)
    return fail(HG_ERROR_INVALID_VALUE, "the default pool stays");
  if (s.currentPools[call.context] == pool)
    s.currentPools[call.context] = s.defaultPools[call.context];
  // What is allocated from it stays until it is freed.
  for (auto &[pointer, allocation] : call.context->allocations)
    if (allocation.pool == pool)
      allocation.pool = nullptr;
  s.pools.remove(pool);
  return HG_SUCCESS;
}

HGresult hgMemPoolTrimTo(HGmemoryPool pool, size_t) {
  ApiCall call;
  if (!call)
    return call.result;
  return checkPool(pool); // what is freed is the host's again at once
}

HGresult hgMemPoolGetAttribute(HGmemoryPool pool, HGmemPool_attribute attribute, void *value) {
  ApiCall call;
  if (!call)
    return call.result;
  if (HGresult checked = checkPool(pool); checked != HG_SUCCESS)
    return checked;
  if (!value)
    return fail(HG_ERROR_INVALID_VALUE);
  switch (attribute) {
  case HG_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
  case HG_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
  case HG_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
    *static_cast<int *>(value) = pool->reuse[attribute - 1];
    return HG_SUCCESS;
  case HG_MEMPOOL_ATTR_RELEASE_THRESHOLD:
    *static_cast<uint64_t *>(value) = pool->threshold;
    return HG_SUCCESS;
  case HG_MEMPOOL_ATTR_RESERVED_MEM_CURRENT:
  case HG_MEMPOOL_ATTR_USED_MEM_CURRENT:
    *static_cast<uint64_t *>(value) = pool->used;
    return HG_SUCCESS;
  case HG_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
  case HG_MEMPOOL_ATTR_USED_MEM_HIGH:
    *static_cast<uint64_t *>(value) = pool->usedHigh;
    return HG_SUCCESS;
  }
  return fail(HG_ERROR_INVALID_VALUE, "there is no such attribute");
}

HGresult hgMemPoolSetAttribute(HGmemoryPool pool, HGmemPool_attribute attribute, void *value) {
  ApiCall call;
  if (!call)
    return call.result;
  if (HGresult checked = checkPool(pool); checked != HG_SUCCESS)
    return checked;
  if (!value)
    return fail(HG_ERROR_INVALID_VALUE);
  switch (attribute) {
  case HG_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
  case HG_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
  case HG_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
    pool->reuse[attribute - 1] = *static_cast<int *>(value);
    return HG_SUCCESS;
  case HG_MEMPOOL_ATTR_RELEASE_THRESHOLD:
    pool->threshold = *static_cast<uint64_t *>(value);
    return HG_SUCCESS;
  case HG_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
  case HG_MEMPOOL_ATTR_USED_MEM_HIGH:
    if (*static_cast<uint64_t *>(value))
      return fail(HG_ERROR_INVALID_VALUE, "a high-water mark can only be reset, with 0");
    pool->usedHigh = pool->used;
    return HG_SUCCESS;
  default:
    return fail(HG_ERROR_INVALID_VALUE, "the attribute cannot be set");
  }
}

HGresult hgDeviceGetDefaultMemPool(HGmemoryPool *pool, HGdevice device) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!pool)
    return fail(HG_ERROR_INVALID_VALUE);
  if (device != 0)
    return fail(HG_ERROR_INVALID_DEVICE);
  *pool = state().defaultPools[call.context];
  return HG_SUCCESS;
}

HGresult hgDeviceGetMemPool(HGmemoryPool *pool, HGdevice device) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!pool)
    return fail(HG_ERROR_INVALID_VALUE);
  if (device != 0)
    return fail(HG_ERROR_INVALID_DEVICE);
  *pool = state().currentPools[call.context];
  return HG_SUCCESS;
}

HGresult hgDeviceSetMemPool(HGdevice device, HGmemoryPool pool) {
  ApiCall call;
  if (!call)
    return call.result;
  if (device != 0)
    return fail(HG_ERROR_INVALID_DEVICE);
  if (HGresult checked = checkPool(pool); checked != HG_SUCCESS)
    return checked;
  state().currentPools[call.context] = pool;
  return HG_SUCCESS;
}
