// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks a launch, lays out its parameters, and deals the blocks to threads.
#include "halftone/Emulator/Launch.h"
#include "halftone/Emulator/Limits.h"

#include "Executor.h"

#include <algorithm>
#include <cstring>
#include <thread>

using namespace halftone;
using namespace halftone::emulator;

namespace {

/// Blocks of a cluster, at most, on the chip.
constexpr uint32_t mostClusterBlocks = 16;
/// Of the host's memory, for the blocks of a cooperative launch.
constexpr uint64_t mostCooperativeBytes = uint64_t{4} << 30;

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
  size_t limit = limitsOf(program.module->target).sharedPerBlock();
  if (shape.sharedBytes > limit)
    return launchError(program, "expected at most " + std::to_string(limit) +
                                    " bytes of shared memory on " + program.module->target +
                                    ", got " + std::to_string(shape.sharedBytes));
  return {};
}

/// A launch names its clusters, or the kernel does.
Status chooseCluster(const Program &program, const LaunchOptions &options, LaunchShape &shape) {
  Dim3 asked = options.cluster;
  const uint32_t *required = program.requiredCluster;
  bool asks = asked.x || asked.y || asked.z;
  if (asks && (!asked.x || !asked.y || !asked.z))
    return launchError(program, "a cluster of " + text(asked) + " blocks is not possible");
  if (required[0]) {
    Dim3 own = {required[0], required[1], required[2]};
    if (asks && (asked.x != own.x || asked.y != own.y || asked.z != own.z))
      return launchError(program,
                         "expected a cluster of " + text(own) + " blocks, got " + text(asked));
    asked = own;
  } else if (!asks) {
    if (program.explicitCluster)
      return launchError(program, "expected a launch with clusters");
    return {};
  }
  constexpr int firstWithClusters = 90;
  bool isOne = asked.x == 1 && asked.y == 1 && asked.z == 1;
  if (archOf(program.module->target) < firstWithClusters && !isOne)
    return launchError(program,
                       "clusters need sm_90 or later, the module is for " + program.module->target);
  shape.hasClusters = true;
  shape.cluster = asked;
  if (!program.blocksAreClusters)
    return {};
  // The grid counts clusters.
  if (shape.grid.x > 0x7fffffff / asked.x || shape.grid.y > 65535 / asked.y ||
      shape.grid.z > 65535 / asked.z)
    return launchError(program, "a grid of " + text(shape.grid) + " clusters is not possible");
  shape.grid = {shape.grid.x * asked.x, shape.grid.y * asked.y, shape.grid.z * asked.z};
  return {};
}

/// What clusters and blocks that run at once need.
Status checkCluster(const Program &program, const LaunchOptions &options,
                    const LaunchShape &shape) {
  Dim3 grid = shape.grid, cluster = shape.cluster;
  uint64_t blocks = uint64_t{cluster.x} * cluster.y * cluster.z;
  uint64_t most = program.maxClusterRank ? std::min(program.maxClusterRank, mostClusterBlocks)
                                         : mostClusterBlocks;
  if (blocks > most)
    return launchError(program, "expected at most " + std::to_string(most) +
                                    " blocks in a cluster, got " + text(cluster));
  if (grid.x % cluster.x || grid.y % cluster.y || grid.z % cluster.z)
    return launchError(program, "a grid of " + text(grid) + " blocks has no whole number of " +
                                    text(cluster) + " clusters");
  uint64_t bytes = Executor::bytesOfBlock(program, shape);
  if (options.cooperative && shape.numBlocks() > mostCooperativeBytes / bytes)
    return launchError(program, "a cooperative launch runs all blocks at once, but " +
                                    std::to_string(shape.numBlocks()) + " blocks are more than " +
                                    std::to_string(mostCooperativeBytes / bytes));
  return {};
}

/// Clusters in as many contiguous parts as there are threads. The error that is
/// reported is that of the lowest part.
Status runClusters(const Program &program, const LaunchShape &shape, const uint8_t *parameters,
                   const Memory &memory, const LaunchOptions &options, uint64_t threads) {
  uint64_t clusters = shape.numClusters();
  std::vector<std::string> errors(threads);
  auto run = [&](uint64_t part) {
    Executor executor(program, shape, parameters, memory, options);
    if (!executor.run(clusters * part / threads, clusters * (part + 1) / threads))
      errors[part] = executor.error();
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
  if (program.orderedAtomics || options.observer || options.cooperative)
    return 1;
  uint64_t threads = options.threads > 0 ? static_cast<uint64_t>(options.threads)
                                         : std::min(2u, std::thread::hardware_concurrency());
  return std::clamp<uint64_t>(threads, 1, std::min<uint64_t>(shape.numClusters(), 256));
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
  shape.localBytes = program.localBytes + (program.dynamicStack ? options.stackBytes : 0);
  if (Status status = chooseCluster(program, options, shape); !status)
    return status;
  if (Status status = checkShape(program, shape); !status)
    return status;
  if (Status status = checkCluster(program, options, shape); !status)
    return status;

  std::vector<uint64_t> parameters(program.parameterBytes / 8 + 1);
  uint8_t *bytes = reinterpret_cast<uint8_t *>(parameters.data());
  for (size_t i = 0; i < program.parameters.size(); ++i)
    std::memcpy(bytes + program.parameters[i].offset, arguments[i], program.parameters[i].bytes);
  uint64_t threads = chooseThreads(program, shape, options);
  if (!options.observer)
    return runClusters(program, shape, bytes, memory, options, threads);
  options.observer->launchBegins(program, shape.numBlocks(), shape.numThreads(),
                                 shape.allSharedBytes(program), shape.clusterBlocks());
  Status status = runClusters(program, shape, bytes, memory, options, threads);
  options.observer->launchEnds();
  std::string_view message = options.observer->stop();
  if (status && !message.empty())
    return Error{std::string(message)};
  return status;
}
