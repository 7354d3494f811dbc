// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Occupancy, against CUDA's own calculator where that is installed, and the reader of
// ptxas' output.
#include "halftone/Emulator/Limits.h"

#include <gtest/gtest.h>

#ifdef HALFTONE_CUDA_OCCUPANCY
#include <cuda_occupancy.h>
#endif

using namespace halftone::emulator;

namespace {

TEST(Limits, ChipsByName) {
  EXPECT_EQ(archOf("sm_90a"), 90);
  EXPECT_EQ(archOf("sm_120f"), 120);
  EXPECT_EQ(archOf("sm_80"), 80);
  EXPECT_EQ(archOf("sm_80x"), 0);
  EXPECT_EQ(archOf("gfx942"), 0);
  EXPECT_EQ(limitsOf("sm_90a").arch, 90);
  EXPECT_EQ(limitsOf("sm_101").arch, 100); // the last one before it
  EXPECT_EQ(limitsOf("sm_75").sharedPerBlock(), 64u * 1024);
}

TEST(Limits, OccupancyByHand) {
  const ChipLimits &a100 = limitsOf("sm_80");
  // 2048 threads by 256: 8 blocks, if nothing else is in the way.
  Occupancy all = occupancyOf(a100, {256, 32, 0});
  EXPECT_EQ(all.blocks, 8u);
  EXPECT_DOUBLE_EQ(all.ratio, 1);
  // 128 registers of 256 threads: 32768 of 65536.
  Occupancy registers = occupancyOf(a100, {256, 128, 0});
  EXPECT_EQ(registers.blocks, 2u);
  EXPECT_EQ(toString(registers.limit), "registers");
  // 164 KB by 33 KB with the reserved one.
  Occupancy shared = occupancyOf(a100, {128, 32, 32 * 1024});
  EXPECT_EQ(shared.blocks, 4u);
  EXPECT_EQ(toString(shared.limit), "shared");
  EXPECT_EQ(occupancyOf(a100, {128, 32, 164 * 1024}).blocks, 0u);
  EXPECT_EQ(occupancyOf(a100, {1024, 255, 0}).blocks, 0u);
  EXPECT_EQ(toString(occupancyOf(a100, {32, 32, 0}).limit), "blocks");
}

#ifdef HALFTONE_CUDA_OCCUPANCY
TEST(Limits, OccupancyIsAsCudas) {
  for (const ChipLimits &chip : allLimits()) {
    if (chip.arch == 72) // not in the calculator's chips with this shared memory
      continue;
    cudaOccDeviceProp device;
    device.computeMajor = chip.arch / 10;
    device.computeMinor = chip.arch % 10;
    device.maxThreadsPerBlock = 1024;
    device.maxThreadsPerMultiprocessor = static_cast<int>(chip.warps) * 32;
    device.regsPerBlock = device.regsPerMultiprocessor = 65536;
    device.warpSize = 32;
    device.sharedMemPerBlock = 48 * 1024;
    device.sharedMemPerMultiprocessor = chip.sharedKilobytes * 1024;
    device.numSms = static_cast<int>(chip.multiprocessors);
    device.sharedMemPerBlockOptin = chip.sharedPerBlock();
    device.reservedSharedMemPerBlock = chip.reservedBytes;
    cudaOccDeviceState state;
    for (int threads : {32, 64, 96, 128, 160, 256, 384, 512, 640, 1024})
      for (int registers : {16, 32, 40, 64, 65, 96, 128, 168, 255})
        for (size_t shared : {0, 100, 1024, 16384, 33000, 49152, 65536, 100000, 166912, 232448}) {
          cudaOccFuncAttributes function;
          function.maxThreadsPerBlock = 1024;
          function.numRegs = registers;
          function.sharedSizeBytes = 0;
          function.partitionedGCConfig = PARTITIONED_GC_OFF;
          function.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
          function.maxDynamicSharedSizeBytes = chip.sharedPerBlock();
          function.numBlockBarriers = 1;
          cudaOccResult expected;
          ASSERT_EQ(cudaOccMaxActiveBlocksPerMultiprocessor(&expected, &device, &function, &state,
                                                            threads, shared),
                    CUDA_OCC_SUCCESS)
              << chip.arch;
          Occupancy got = occupancyOf(
              chip, {static_cast<uint32_t>(threads), static_cast<uint32_t>(registers), shared});
          ASSERT_EQ(got.blocks, static_cast<uint32_t>(expected.activeBlocksPerMultiprocessor))
              << "sm_" << chip.arch << ", " << threads << " threads, " << registers
              << " registers, " << shared << " bytes";
        }
  }
}
#endif

TEST(Limits, ReadsPtxas) {
  std::vector<PtxasKernel> kernels = parsePtxas(
      "ptxas info    : 0 bytes gmem\n"
      "ptxas info    : Compiling entry function 'scale' for 'sm_80'\n"
      "ptxas info    : Function properties for scale\n"
      "    16 bytes stack frame, 8 bytes spill stores, 24 bytes spill loads\n"
      "ptxas info    : Used 8 registers, used 0 barriers, 360 bytes cmem[0]\n"
      "ptxas info    : Compiling entry function 'sum' for 'sm_90a'\n"
      "ptxas info    : Function properties for sum\n"
      "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Function properties for helper\n"
      "    32 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads\n"
      "ptxas info    : Used 210 registers, used 1 barriers, 2048 bytes smem, 360 bytes cmem[0]");
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0].name, "scale");
  EXPECT_EQ(kernels[0].chip, "sm_80");
  EXPECT_EQ(kernels[0].registers, 8u);
  EXPECT_EQ(kernels[0].stackBytes, 16u);
  EXPECT_EQ(kernels[0].spillStores, 8u);
  EXPECT_EQ(kernels[0].spillLoads, 24u);
  EXPECT_EQ(kernels[1].registers, 210u);
  EXPECT_EQ(kernels[1].sharedBytes, 2048u);
  EXPECT_EQ(kernels[1].spillStores, 0u); // the device function's are its own
  EXPECT_TRUE(parsePtxas("hello\nUsed 3 registers").empty());
}

} // namespace
