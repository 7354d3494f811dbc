// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches: what is wrong with a launch is said at once; what its threads do wrong
// makes the context unusable and is heard of by the next call.
#include "DriverState.h"

#include "Program.h"
#include "halftone/Emulator/Launch.h"
#include "halftone/Emulator/Tensormap.h"

#include <algorithm>
#include <cstring>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::driver;

//===----------------------------------------------------------------------===//
// Checks before a launch
//===----------------------------------------------------------------------===//

static std::string prefix(const LaunchRequest &request) {
  return "kernel '" + request.function->kernel->name() + "': ";
}

static HGresult checkCluster(const LaunchRequest &request) {
  Dim3 cluster = request.cluster, grid = request.grid;
  uint64_t blocks = uint64_t{cluster.x} * cluster.y * cluster.z;
  if (!cluster.x && !cluster.y && !cluster.z)
    return HG_SUCCESS;
  std::string text = std::to_string(cluster.x) + " x " + std::to_string(cluster.y) + " x " +
                     std::to_string(cluster.z);
  uint64_t most = request.function->nonPortableClusters ? 16 : 8;
  if (blocks == 0 || cluster.x > 16 || cluster.y > 16 || cluster.z > 16 || blocks > most)
    return fail(
        HG_ERROR_INVALID_CLUSTER_SIZE,
        prefix(request) + "expected clusters of 1 to " + std::to_string(most) + " blocks, got " +
            text + (most == 8 ? " (more with the attribute for sizes that are not portable)" : ""));
  if (grid.x % cluster.x || grid.y % cluster.y || grid.z % cluster.z)
    return fail(HG_ERROR_INVALID_CLUSTER_SIZE,
                prefix(request) + "the grid has no whole number of clusters of " + text);
  if (blocks > 1 && chipOf(request.function).arch < 90)
    return fail(HG_ERROR_INVALID_CLUSTER_SIZE, prefix(request) + "the chip has no clusters");
  return HG_SUCCESS;
}

static HGresult checkLaunch(const LaunchRequest &request) {
  const HGfunc_st &function = *request.function;
  Dim3 grid = request.grid, block = request.block;
  if (!grid.x || !grid.y || !grid.z || grid.x > 0x7fffffff || grid.y > 65535 || grid.z > 65535)
    return fail(HG_ERROR_INVALID_VALUE, prefix(request) + "the grid is not possible");
  uint64_t threads = uint64_t{block.x} * block.y * block.z;
  if (!threads || block.x > 1024 || block.y > 1024 || block.z > 64 || threads > 1024)
    return fail(HG_ERROR_INVALID_VALUE, prefix(request) + "the block is not possible");
  uint32_t most = function.kernel->maxThreads();
  const uint32_t *required = function.kernel->program().requiredThreads;
  if (required[0] && (block.x != required[0] || block.y != required[1] || block.z != required[2]))
    return fail(HG_ERROR_INVALID_VALUE,
                prefix(request) + "expected the block that its '.reqntid' says");
  if (most && threads > most)
    return fail(HG_ERROR_LAUNCH_OUT_OF_RESOURCES,
                prefix(request) + "expected at most " + std::to_string(most) +
                    " threads in a block, got " + std::to_string(threads));
  if (request.sharedBytes > static_cast<size_t>(function.maxDynamicShared))
    return fail(HG_ERROR_INVALID_VALUE,
                prefix(request) + "expected at most " + std::to_string(function.maxDynamicShared) +
                    " bytes of dynamic shared memory, as its attribute allows, got " +
                    std::to_string(request.sharedBytes));
  const ChipLimits &chip = chipOf(&function);
  BlockNeeds needs{static_cast<uint32_t>(threads), registersOf(function),
                   function.kernel->staticSharedBytes() + request.sharedBytes};
  Occupancy occupancy = occupancyOf(chip, needs);
  if (!occupancy.blocks)
    return fail(HG_ERROR_LAUNCH_OUT_OF_RESOURCES,
                prefix(request) + "a block needs more than a multiprocessor has (" +
                    std::string(toString(occupancy.limit)) + ")");
  uint64_t blocks = uint64_t{grid.x} * grid.y * grid.z;
  uint64_t atOnce = uint64_t{occupancy.blocks} * chip.multiprocessors;
  if (request.cooperative && blocks > atOnce)
    return fail(HG_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
                prefix(request) + "expected at most " + std::to_string(atOnce) + " blocks, got " +
                    std::to_string(blocks));
  return checkCluster(request);
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

namespace {

/// Copies of the arguments, each where its parameter lies.
struct Arguments {
  std::vector<Tensormap> storage; // as aligned as any parameter may be
  std::vector<size_t> offsets;

  std::vector<const void *> pointers() const {
    std::vector<const void *> result;
    for (size_t offset : offsets)
      result.push_back(reinterpret_cast<const char *>(storage.data()) + offset);
    return result;
  }
};

/// The buffer that `extra` names; null where it names none.
HGresult readExtra(void **extra, const char *&buffer, size_t &bytes) {
  buffer = nullptr;
  bytes = 0;
  for (; extra && *extra != HG_LAUNCH_PARAM_END; extra += 2)
    if (extra[0] == HG_LAUNCH_PARAM_BUFFER_POINTER)
      buffer = static_cast<const char *>(extra[1]);
    else if (extra[0] == HG_LAUNCH_PARAM_BUFFER_SIZE)
      bytes = *static_cast<const size_t *>(extra[1]);
    else
      return fail(HG_ERROR_INVALID_VALUE, "'extra' names what is not known");
  return HG_SUCCESS;
}

HGresult copyArguments(const LaunchRequest &request, void **params, void **extra,
                       Arguments &arguments) {
  const std::vector<Parameter> &parameters = request.function->kernel->parameters();
  size_t end = 0;
  for (const Parameter &parameter : parameters)
    end = std::max(end, parameter.offset + parameter.bytes);
  arguments.storage.resize(end / sizeof(Tensormap) + 1);
  auto *place = reinterpret_cast<char *>(arguments.storage.data());
  for (const Parameter &parameter : parameters)
    arguments.offsets.push_back(parameter.offset);
  const char *buffer;
  size_t bytes;
  if (HGresult read = readExtra(extra, buffer, bytes); read != HG_SUCCESS)
    return read;
  if (params && buffer)
    return fail(HG_ERROR_INVALID_VALUE, "arguments come in 'kernelParams' or in 'extra'");
  if (buffer) {
    if (bytes < end)
      return fail(HG_ERROR_INVALID_VALUE, prefix(request) + "expected " + std::to_string(end) +
                                              " bytes of arguments, got " + std::to_string(bytes));
    std::memcpy(place, buffer, end);
    return HG_SUCCESS;
  }
  if (!params && !parameters.empty())
    return fail(HG_ERROR_INVALID_VALUE,
                prefix(request) + "expected " + std::to_string(parameters.size()) + " arguments");
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (!params[i])
      return fail(HG_ERROR_INVALID_VALUE,
                  prefix(request) + "argument " + std::to_string(i) + " is null");
    std::memcpy(place + parameters[i].offset, params[i], parameters[i].bytes);
  }
  return HG_SUCCESS;
}

/// The code of a launch that failed, by how its message goes on after the thread.
HGresult codeOf(const std::string &message) {
  static constexpr struct {
    std::string_view fault;
    HGresult code;
  } faults[] = {{": out-of-bounds access", HG_ERROR_ILLEGAL_ADDRESS},
                {": misaligned access", HG_ERROR_MISALIGNED_ADDRESS},
                {": the thread failed the assertion", HG_ERROR_ASSERT},
                {": deadlock", HG_ERROR_LAUNCH_TIMEOUT},
                {": no end after", HG_ERROR_LAUNCH_TIMEOUT},
                {": the thread has no stack left", HG_ERROR_HARDWARE_STACK_ERROR}};
  if (message.find(", PTX line ") == std::string::npos)
    return HG_ERROR_INVALID_VALUE; // of the launch, not of a thread
  for (auto &[fault, code] : faults)
    if (message.find(fault) != std::string::npos)
      return code;
  return HG_ERROR_LAUNCH_FAILED;
}

HGresult runKernel(HGctx_st &context, const LaunchRequest &request, const Arguments &arguments) {
  Instruments &instruments = state().instruments;
  if (!state().functions.has(request.function))
    return fail(HG_ERROR_INVALID_HANDLE, "the function's module was unloaded");
  LaunchOptions options = instruments.launchOptions();
  options.cluster = request.cluster;
  options.cooperative = request.cooperative;
  instruments.addText(request.function->module->ptx);
  Status ran = launch(*request.function->kernel, request.grid, request.block, request.sharedBytes,
                      arguments.pointers().data(), context.memory, options);
  instruments.printFindings();
  if (ran)
    return HG_SUCCESS;
  HGresult code = codeOf(ran.error());
  if (code == HG_ERROR_INVALID_VALUE)
    return fail(code, ran.error());
  poison(context, code, ran.error());
  return HG_SUCCESS;
}

} // namespace

HGresult driver::kernelWork(const LaunchRequest &request, void **params, void **extra, Work &work) {
  if (!state().functions.has(request.function))
    return fail(HG_ERROR_INVALID_HANDLE, "it is no function");
  if (HGresult checked = checkLaunch(request); checked != HG_SUCCESS)
    return checked;
  Arguments arguments;
  if (HGresult copied = copyArguments(request, params, extra, arguments); copied != HG_SUCCESS)
    return copied;
  work.type = HG_GRAPH_NODE_TYPE_KERNEL;
  work.run = [request, arguments = std::move(arguments)](HGctx_st &context) {
    return runKernel(context, request, arguments);
  };
  return HG_SUCCESS;
}

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

static HGresult launchRequest(const LaunchRequest &request, HGstream stream, void **params,
                              void **extra) {
  ApiCall call;
  if (!call)
    return call.result;
  Work work;
  if (HGresult made = kernelWork(request, params, extra, work); made != HG_SUCCESS)
    return made;
  return submit(call.context, stream, std::move(work));
}

HGresult hgLaunchKernel(HGfunction function, unsigned gridX, unsigned gridY, unsigned gridZ,
                        unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,
                        HGstream stream, void **kernelParams, void **extra) {
  LaunchRequest request;
  request.function = function;
  request.grid = {gridX, gridY, gridZ};
  request.block = {blockX, blockY, blockZ};
  request.sharedBytes = sharedBytes;
  return launchRequest(request, stream, kernelParams, extra);
}

HGresult hgLaunchKernelEx(const HGlaunchConfig *config, HGfunction function, void **kernelParams,
                          void **extra) {
  if (!config || (config->numAttrs && !config->attrs))
    return fail(HG_ERROR_INVALID_VALUE);
  LaunchRequest request;
  request.function = function;
  request.grid = {config->gridDimX, config->gridDimY, config->gridDimZ};
  request.block = {config->blockDimX, config->blockDimY, config->blockDimZ};
  request.sharedBytes = config->sharedMemBytes;
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const HGlaunchAttribute &attribute = config->attrs[i];
    switch (attribute.id) {
    case HG_LAUNCH_ATTRIBUTE_COOPERATIVE:
      request.cooperative = attribute.value.cooperative != 0;
      break;
    case HG_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION: {
      auto dim = attribute.value.clusterDim;
      if (!dim.x || !dim.y || !dim.z)
        return fail(HG_ERROR_INVALID_CLUSTER_SIZE, "a cluster without blocks");
      request.cluster = {dim.x, dim.y, dim.z};
      break;
    }
    // These change when work runs, or how fast, and not what it does.
    case HG_LAUNCH_ATTRIBUTE_IGNORE:
    case HG_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
    case HG_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY:
    case HG_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
    case HG_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION:
    case HG_LAUNCH_ATTRIBUTE_PRIORITY:
      break;
    default:
      return fail(HG_ERROR_NOT_SUPPORTED,
                  "launch attribute " + std::to_string(static_cast<int>(attribute.id)));
    }
  }
  return launchRequest(request, config->hStream, kernelParams, extra);
}

HGresult hgLaunchCooperativeKernel(HGfunction function, unsigned gridX, unsigned gridY,
                                   unsigned gridZ, unsigned blockX, unsigned blockY,
                                   unsigned blockZ, unsigned sharedBytes, HGstream stream,
                                   void **kernelParams) {
  LaunchRequest request;
  request.function = function;
  request.grid = {gridX, gridY, gridZ};
  request.block = {blockX, blockY, blockZ};
  request.sharedBytes = sharedBytes;
  request.cooperative = true;
  return launchRequest(request, stream, kernelParams, nullptr);
}
