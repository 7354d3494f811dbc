// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks a launch, lays out its parameters, and deals the blocks to threads.
#include "halftone/Emulator/Launch.h"

#include "Executor.h"

#include <algorithm>
#include <cstring>
#include <thread>

using namespace halftone;
using namespace halftone::emulator;

namespace {

/// Shared memory of a block, at most, on the chip.
size_t sharedLimit(std::string_view target) {
  static constexpr struct {
    std::string_view chip;
    size_t kilobytes;
  } limits[] = {{"sm_70", 96},  {"sm_72", 96}, {"sm_75", 64},  {"sm_80", 163}, {"sm_86", 99},
                {"sm_87", 163}, {"sm_89", 99}, {"sm_120", 99}, {"sm_121", 99}};
  // sm_120a and sm_120f are sm_120.
  target = target.substr(0, target.find_last_of("0123456789") + 1);
  for (auto &limit : limits)
    if (target == limit.chip)
      return limit.kilobytes * 1024;
  return size_t{227} * 1024;
}

std::string text(Dim3 size) {
  return std::to_string(size.x) + " x " + std::to_string(size.y) + " x " + std::to_string(size.z);
}

Error launchError(const Program &program, const std::string &message) {
  return Error{"kernel '" + program.name + "': " + message};
}

Status checkShape(const Program &program, const LaunchShape &shape) {
  Dim3 grid = shape.grid, block = shape.block;
  if (!grid.x || !grid.y || !grid.z || grid.x > 0x7fffffff || grid.y > 65535 || grid.z > 65535)
    return launchError(program, "a grid of " + text(grid) + " blocks is not possible");
  if (!block.x || !block.y || !block.z || block.x > 1024 || block.y > 1024 || block.z > 64 ||
      uint64_t{block.x} * block.y * block.z > 1024)
    return launchError(program, "a block of " + text(block) + " threads is not possible");
  const uint32_t *required = program.requiredThreads, *most = program.maxThreads;
  if (required[0] && (block.x != required[0] || block.y != required[1] || block.z != required[2]))
    return launchError(program, "expected a block of " +
                                    text({required[0], required[1], required[2]}) +
                                    " threads, got " + text(block));
  if (most[0] && shape.numThreads() > most[0] * most[1] * most[2])
    return launchError(program, "expected at most " + std::to_string(most[0] * most[1] * most[2]) +
                                    " threads in a block, got " + text(block));
  size_t limit = sharedLimit(program.module->target);
  if (shape.sharedBytes > limit)
    return launchError(program, "expected at most " + std::to_string(limit) +
                                    " bytes of shared memory on " + program.module->target +
                                    ", got " + std::to_string(shape.sharedBytes));
  return {};
}

/// Blocks in as many contiguous parts as there are threads. The error that is
/// reported is that of the lowest block.
Status runBlocks(const Program &program, const LaunchShape &shape, const uint8_t *parameters,
                 const Memory &memory, const LaunchOptions &options, uint64_t threads) {
  uint64_t blocks = shape.numBlocks();
  std::vector<std::string> errors(threads);
  auto run = [&](uint64_t part) {
    Executor executor(program, shape, parameters, memory, options);
    for (uint64_t i = blocks * part / threads; i < blocks * (part + 1) / threads; ++i)
      if (!executor.runBlock(i)) {
        errors[part] = executor.error();
        return;
      }
  };
  std::vector<std::thread> others;
  for (uint64_t part = 1; part < threads; ++part)
    others.emplace_back(run, part);
  run(0);
  for (std::thread &other : others)
    other.join();
  for (std::string &error : errors)
    if (!error.empty())
      return Error{std::move(error)};
  return {};
}

uint64_t chooseThreads(const Program &program, const LaunchShape &shape,
                       const LaunchOptions &options) {
  if (program.orderedAtomics || options.observer)
    return 1;
  uint64_t threads = options.threads > 0 ? static_cast<uint64_t>(options.threads)
                                         : std::min(2u, std::thread::hardware_concurrency());
  return std::clamp<uint64_t>(threads, 1, std::min<uint64_t>(shape.numBlocks(), 256));
}

} // namespace

Status emulator::launch(const Kernel &kernel, Dim3 grid, Dim3 block, size_t dynamicSharedBytes,
                        const void *const *arguments, const Memory &memory,
                        const LaunchOptions &options) {
  const Program &program = kernel.program();
  LaunchShape shape;
  shape.grid = grid;
  shape.block = block;
  shape.dynamicSharedBytes = dynamicSharedBytes;
  shape.sharedBytes = program.sharedBytes + std::min(dynamicSharedBytes, SIZE_MAX / 2);
  if (Status status = checkShape(program, shape); !status)
    return status;

  std::vector<uint64_t> parameters(program.parameterBytes / 8 + 1);
  uint8_t *bytes = reinterpret_cast<uint8_t *>(parameters.data());
  for (size_t i = 0; i < program.parameters.size(); ++i)
    std::memcpy(bytes + program.parameters[i].offset, arguments[i], program.parameters[i].bytes);
  return runBlocks(program, shape, bytes, memory, options, chooseThreads(program, shape, options));
}
