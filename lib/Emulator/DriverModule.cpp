// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules and their functions.
#include "DriverState.h"

#include "Program.h"
#include "halftone/Emulator/Image.h"
#include "halftone/Support/AtomicFile.h"

#include <algorithm>
#include <climits>
#include <cstring>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::driver;

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

namespace {

/// The whole image, whose end only its own header says: a fat binary, what wraps one in a
/// program of the CUDA runtime, or text.
Result<std::string_view> boundsOf(const void *image) {
  constexpr uint32_t fatBinary = 0xBA55ED50, wrapper = 0x466243b1;
  uint32_t magic;
  // Any text has its NUL within these four bytes, or they are all there.
  const char *bytes = static_cast<const char *>(image);
  for (size_t i = 0; i < sizeof magic; ++i)
    if (!bytes[i])
      return std::string_view(bytes, i);
  std::memcpy(&magic, bytes, sizeof magic);
  if (magic == wrapper) {
    const void *inner;
    std::memcpy(&inner, bytes + 8, sizeof inner);
    std::memcpy(&magic, inner, sizeof magic);
    bytes = static_cast<const char *>(inner);
  }
  if (magic == fatBinary) {
    uint16_t headerBytes;
    uint64_t contents;
    std::memcpy(&headerBytes, bytes + 6, sizeof headerBytes);
    std::memcpy(&contents, bytes + 8, sizeof contents);
    return std::string_view(bytes, headerBytes + contents);
  }
  if (std::string_view(bytes, 4) == "\177ELF")
    return Error{"a cubin runs on no emulated device, which needs PTX"};
  return std::string_view(bytes);
}

HGresult load(HGcontext context, HGmodule *result, std::string_view image) {
  Result<std::string> ptx = ptxOfImage(image);
  if (!ptx)
    return fail(HG_ERROR_INVALID_IMAGE, ptx.error());
  Result<std::unique_ptr<Module>> parsed = Module::parse(*ptx);
  if (!parsed)
    return fail(HG_ERROR_INVALID_PTX, parsed.error());
  const std::string &chip = state().instruments.chip();
  int target = archOf((*parsed)->target());
  if (!chip.empty() && target > archOf(chip))
    return fail(HG_ERROR_UNSUPPORTED_PTX_VERSION,
                "the module is for " + (*parsed)->target() + ", and the device is " + chip);
  auto module = std::make_unique<HGmod_st>();
  module->context = context;
  module->module = std::move(*parsed);
  module->ptx = std::move(*ptx);
  *result = state().modules.add(std::move(module));
  return HG_SUCCESS;
}

HGresult loadChecked(const ApiCall &call, HGmodule *module, const void *image) {
  if (!module || !image)
    return fail(HG_ERROR_INVALID_VALUE);
  if (HGresult refused = refuseCapture(call.context); refused != HG_SUCCESS)
    return refused;
  Result<std::string_view> bounds = boundsOf(image);
  if (!bounds)
    return fail(HG_ERROR_NO_BINARY_FOR_GPU, bounds.error());
  return load(call.context, module, *bounds);
}

/// Puts a text into the buffer that an option names, cut to its size.
void fillLog(unsigned numOptions, HGjit_option *options, void **values, HGjit_option buffer,
             HGjit_option size, const std::string &text) {
  char *log = nullptr;
  size_t room = 0;
  void **sizeValue = nullptr;
  for (unsigned i = 0; i < numOptions; ++i)
    if (options[i] == buffer) {
      log = static_cast<char *>(values[i]);
    } else if (options[i] == size) {
      room = static_cast<unsigned>(reinterpret_cast<uintptr_t>(values[i]));
      sizeValue = &values[i];
    }
  if (!log || !room)
    return;
  size_t count = std::min(text.size(), room - 1);
  std::memcpy(log, text.data(), count);
  log[count] = 0;
  *sizeValue = reinterpret_cast<void *>(count);
}

} // namespace

HGresult hgModuleLoadData(HGmodule *module, const void *image) {
  ApiCall call;
  return call ? loadChecked(call, module, image) : call.result;
}

HGresult hgModuleLoadFatBinary(HGmodule *module, const void *image) {
  return hgModuleLoadData(module, image);
}

HGresult hgModuleLoadDataEx(HGmodule *module, const void *image, unsigned numOptions,
                            HGjit_option *options, void **values) {
  ApiCall call;
  if (!call)
    return call.result;
  if (numOptions && (!options || !values))
    return fail(HG_ERROR_INVALID_VALUE);
  HGresult result = loadChecked(call, module, image);
  const char *text = "";
  (void)hgGetLastErrorText(&text);
  fillLog(numOptions, options, values, HG_JIT_ERROR_LOG_BUFFER, HG_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
          result == HG_SUCCESS ? std::string() : text);
  fillLog(numOptions, options, values, HG_JIT_INFO_LOG_BUFFER, HG_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
          "");
  return result;
}

HGresult hgModuleLoad(HGmodule *module, const char *path) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!module || !path)
    return fail(HG_ERROR_INVALID_VALUE);
  if (HGresult refused = refuseCapture(call.context); refused != HG_SUCCESS)
    return refused;
  Result<std::string> image = readFile(path);
  if (!image)
    return fail(HG_ERROR_FILE_NOT_FOUND, image.error());
  if (image->starts_with("\177ELF"))
    return fail(HG_ERROR_NO_BINARY_FOR_GPU, "a cubin runs on no emulated device, which needs PTX");
  return load(call.context, module, *image);
}

static HGresult checkModule(HGmodule module) {
  return state().modules.has(module) ? HG_SUCCESS
                                     : fail(HG_ERROR_INVALID_HANDLE, "it is no module");
}

HGresult hgModuleUnload(HGmodule module) {
  ApiCall call;
  if (!call)
    return call.result;
  if (HGresult checked = checkModule(module); checked != HG_SUCCESS)
    return checked;
  state().functions.removeIf([&](auto &function) { return function.module == module; });
  state().modules.remove(module);
  return HG_SUCCESS;
}

static HGfunction functionOf(HGmodule module, const Kernel &kernel) {
  HGfunction &handle = module->functions[kernel.name()];
  if (!handle) {
    constexpr int allowed = 48 * 1024; // without asking for more
    auto function = std::make_unique<HGfunc_st>();
    function->module = module;
    function->kernel = &kernel;
    function->maxDynamicShared = std::max(
        allowed - static_cast<int>(std::min<size_t>(kernel.staticSharedBytes(), allowed)), 0);
    handle = state().functions.add(std::move(function));
  }
  return handle;
}

HGresult hgModuleGetFunction(HGfunction *function, HGmodule module, const char *name) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!function || !name)
    return fail(HG_ERROR_INVALID_VALUE);
  if (HGresult checked = checkModule(module); checked != HG_SUCCESS)
    return checked;
  const Kernel *kernel = module->module->find(name);
  if (!kernel)
    return fail(HG_ERROR_NOT_FOUND, "the module has no kernel '" + std::string(name) + "'");
  *function = functionOf(module, *kernel);
  return HG_SUCCESS;
}

HGresult hgModuleGetFunctionCount(unsigned *count, HGmodule module) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!count)
    return fail(HG_ERROR_INVALID_VALUE);
  if (HGresult checked = checkModule(module); checked != HG_SUCCESS)
    return checked;
  *count = static_cast<unsigned>(module->module->kernels().size());
  return HG_SUCCESS;
}

HGresult hgModuleEnumerateFunctions(HGfunction *functions, unsigned count, HGmodule module) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!functions)
    return fail(HG_ERROR_INVALID_VALUE);
  if (HGresult checked = checkModule(module); checked != HG_SUCCESS)
    return checked;
  unsigned i = 0;
  for (auto &kernel : module->module->kernels())
    if (i < count)
      functions[i++] = functionOf(module, *kernel);
  return HG_SUCCESS;
}

HGresult hgModuleGetGlobal(HGdeviceptr *pointer, size_t *bytes, HGmodule module, const char *name) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!name || (!pointer && !bytes))
    return fail(HG_ERROR_INVALID_VALUE);
  if (HGresult checked = checkModule(module); checked != HG_SUCCESS)
    return checked;
  size_t size = 0;
  void *address = module->module->global(name, &size);
  if (!address)
    return fail(HG_ERROR_NOT_FOUND, "the module has no variable '" + std::string(name) + "'");
  if (pointer)
    *pointer = reinterpret_cast<uintptr_t>(address);
  if (bytes)
    *bytes = size;
  return HG_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static HGresult checkFunction(HGfunction function) {
  return state().functions.has(function) ? HG_SUCCESS
                                         : fail(HG_ERROR_INVALID_HANDLE, "it is no function");
}

uint32_t driver::registersOf(const HGfunc_st &function) {
  for (const PtxasKernel &kernel : state().instruments.ptxas())
    if (kernel.name == function.kernel->name())
      return kernel.registers;
  return 0;
}

HGresult hgFuncGetAttribute(int *value, HGfunction_attribute attribute, HGfunction function) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!value)
    return fail(HG_ERROR_INVALID_VALUE);
  if (HGresult checked = checkFunction(function); checked != HG_SUCCESS)
    return checked;
  const Kernel &kernel = *function->kernel;
  const Program &program = kernel.program();
  switch (attribute) {
  case HG_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    *value = kernel.maxThreads() ? static_cast<int>(std::min(kernel.maxThreads(), 1024u)) : 1024;
    return HG_SUCCESS;
  case HG_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
    *value = static_cast<int>(kernel.staticSharedBytes());
    return HG_SUCCESS;
  case HG_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: {
    size_t bytes = 0;
    for (const ModuleData::Variable &variable : program.module->variables)
      bytes += variable.constant ? variable.bytes : 0;
    *value = static_cast<int>(std::min<size_t>(bytes, INT_MAX));
    return HG_SUCCESS;
  }
  case HG_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
    *value = static_cast<int>(std::min<size_t>(kernel.localBytes(), INT_MAX));
    return HG_SUCCESS;
  case HG_FUNC_ATTRIBUTE_NUM_REGS:
    *value = static_cast<int>(registersOf(*function));
    return HG_SUCCESS;
  case HG_FUNC_ATTRIBUTE_PTX_VERSION:
  case HG_FUNC_ATTRIBUTE_BINARY_VERSION:
    *value = archOf(function->module->module->target());
    return HG_SUCCESS;
  case HG_FUNC_ATTRIBUTE_CACHE_MODE_CA:
    *value = 0;
    return HG_SUCCESS;
  case HG_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
    *value = function->maxDynamicShared;
    return HG_SUCCESS;
  case HG_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
    *value = function->carveout;
    return HG_SUCCESS;
  case HG_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET:
    *value = program.explicitCluster && !program.requiredCluster[0];
    return HG_SUCCESS;
  case HG_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
  case HG_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
  case HG_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
    *value = static_cast<int>(
        program.requiredCluster[attribute - HG_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH]);
    return HG_SUCCESS;
  case HG_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
    *value = function->nonPortableClusters;
    return HG_SUCCESS;
  }
  return fail(HG_ERROR_INVALID_VALUE, "there is no such attribute");
}

HGresult hgFuncSetAttribute(HGfunction function, HGfunction_attribute attribute, int value) {
  ApiCall call;
  if (!call)
    return call.result;
  if (HGresult checked = checkFunction(function); checked != HG_SUCCESS)
    return checked;
  switch (attribute) {
  case HG_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: {
    size_t limit = chipOf(function).sharedPerBlock(), fixed = function->kernel->staticSharedBytes();
    size_t most = limit > fixed ? limit - fixed : 0;
    if (value < 0 || static_cast<size_t>(value) > most)
      return fail(HG_ERROR_INVALID_VALUE, "kernel '" + function->kernel->name() +
                                              "': expected at most " + std::to_string(most) +
                                              " bytes of dynamic shared memory, got " +
                                              std::to_string(value));
    function->maxDynamicShared = value;
    return HG_SUCCESS;
  }
  case HG_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
    if (value < -1 || value > 100)
      return fail(HG_ERROR_INVALID_VALUE, "a carveout is -1, or a percentage");
    function->carveout = value;
    return HG_SUCCESS;
  case HG_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
    function->nonPortableClusters = value != 0;
    return HG_SUCCESS;
  default:
    return fail(HG_ERROR_INVALID_VALUE, "the attribute cannot be set");
  }
}

HGresult hgFuncGetName(const char **name, HGfunction function) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!name)
    return fail(HG_ERROR_INVALID_VALUE);
  if (HGresult checked = checkFunction(function); checked != HG_SUCCESS)
    return checked;
  *name = function->kernel->name().c_str();
  return HG_SUCCESS;
}

HGresult hgFuncGetModule(HGmodule *module, HGfunction function) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!module)
    return fail(HG_ERROR_INVALID_VALUE);
  if (HGresult checked = checkFunction(function); checked != HG_SUCCESS)
    return checked;
  *module = function->module;
  return HG_SUCCESS;
}

HGresult hgFuncGetParamInfo(HGfunction function, size_t index, size_t *offset, size_t *bytes) {
  ApiCall call;
  if (!call)
    return call.result;
  if (HGresult checked = checkFunction(function); checked != HG_SUCCESS)
    return checked;
  const std::vector<Parameter> &parameters = function->kernel->parameters();
  if (!offset || index >= parameters.size())
    return fail(HG_ERROR_INVALID_VALUE);
  *offset = parameters[index].offset;
  if (bytes)
    *bytes = parameters[index].bytes;
  return HG_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Occupancy
//===----------------------------------------------------------------------===//

static Occupancy occupancyFor(const HGfunc_st &function, int threads, size_t dynamicShared) {
  return occupancyOf(chipOf(&function),
                     {static_cast<uint32_t>(std::max(threads, 0)), registersOf(function),
                      function.kernel->staticSharedBytes() + dynamicShared});
}

HGresult hgOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, HGfunction function,
                                                     int blockSize, size_t dynamicSharedBytes) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!blocks || blockSize <= 0)
    return fail(HG_ERROR_INVALID_VALUE);
  if (HGresult checked = checkFunction(function); checked != HG_SUCCESS)
    return checked;
  *blocks = static_cast<int>(occupancyFor(*function, blockSize, dynamicSharedBytes).blocks);
  return HG_SUCCESS;
}

HGresult hgOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, HGfunction function,
                                                              int blockSize,
                                                              size_t dynamicSharedBytes,
                                                              unsigned flags) {
  if (flags > 1)
    return fail(HG_ERROR_INVALID_VALUE, "the flags are 0 or 1");
  return hgOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, blockSize,
                                                     dynamicSharedBytes);
}

HGresult hgOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, HGfunction function,
                                          HGoccupancyB2DSize dynamicSharedOf,
                                          size_t dynamicSharedBytes, int blockSizeLimit) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!minGridSize || !blockSize || blockSizeLimit < 0)
    return fail(HG_ERROR_INVALID_VALUE);
  if (HGresult checked = checkFunction(function); checked != HG_SUCCESS)
    return checked;
  uint32_t own = function->kernel->maxThreads();
  int most = static_cast<int>(own ? std::min(own, 1024u) : 1024u);
  if (blockSizeLimit)
    most = std::min(most, blockSizeLimit);
  // The largest block of those that keep the most threads running.
  uint32_t bestThreads = 0;
  *minGridSize = *blockSize = 0;
  for (int size = (most + 31) / 32 * 32; size > 0; size -= 32) {
    int threads = std::min(size, most);
    size_t shared = dynamicSharedOf ? dynamicSharedOf(threads) : dynamicSharedBytes;
    Occupancy occupancy = occupancyFor(*function, threads, shared);
    uint32_t active = occupancy.blocks * static_cast<uint32_t>(threads);
    if (active > bestThreads) {
      bestThreads = active;
      *blockSize = threads;
      *minGridSize = static_cast<int>(occupancy.blocks * chipOf(function).multiprocessors);
    }
  }
  return HG_SUCCESS;
}

HGresult hgOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, HGfunction function, int numBlocks,
                                                 int blockSize) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!bytes || numBlocks <= 0 || blockSize <= 0)
    return fail(HG_ERROR_INVALID_VALUE);
  if (HGresult checked = checkFunction(function); checked != HG_SUCCESS)
    return checked;
  const ChipLimits &chip = chipOf(function);
  if (occupancyFor(*function, blockSize, 0).blocks < static_cast<uint32_t>(numBlocks))
    return fail(HG_ERROR_INVALID_VALUE, "a multiprocessor does not hold so many blocks");
  size_t share = size_t{chip.sharedKilobytes} * 1024 / static_cast<size_t>(numBlocks) /
                 chip.sharedGranularity * chip.sharedGranularity;
  size_t taken = function->kernel->staticSharedBytes() + chip.reservedBytes;
  size_t free = share > taken ? share - taken : 0;
  *bytes = std::min(free, chip.sharedPerBlock() - std::min(chip.sharedPerBlock(),
                                                           function->kernel->staticSharedBytes()));
  return HG_SUCCESS;
}

HGresult hgOccupancyMaxPotentialClusterSize(int *clusterSize, HGfunction function,
                                            const HGlaunchConfig *config) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!clusterSize || !config)
    return fail(HG_ERROR_INVALID_VALUE);
  if (HGresult checked = checkFunction(function); checked != HG_SUCCESS)
    return checked;
  if (chipOf(function).arch < 90)
    return fail(HG_ERROR_NOT_SUPPORTED, "the chip has no clusters");
  uint64_t threads = uint64_t{config->blockDimX} * config->blockDimY * config->blockDimZ;
  bool fits = threads <= 1024 &&
              occupancyFor(*function, static_cast<int>(threads), config->sharedMemBytes).blocks;
  *clusterSize = !fits ? 0 : function->nonPortableClusters ? 16 : 8;
  return HG_SUCCESS;
}
