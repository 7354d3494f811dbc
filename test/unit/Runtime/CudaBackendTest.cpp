// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CUDA backend on the driver of FakeCuda.cpp: which calls it makes, and how it
// reports their errors.
#include "Environment.h"
#include "FakeStep.h"

#include "halftone/Runtime/GpuBackend.h"
#include "halftone/Support/AtomicFile.h"

#include <gtest/gtest.h>

using namespace halftone;
using namespace halftone::runtime;
using halftone::testing::contains;
using halftone::testing::ScopedVariable;

namespace {

class CudaBackendTest : public ::testing::Test {
protected:
  std::unique_ptr<GpuBackend> open() {
    Result<std::unique_ptr<GpuBackend>> backend = createCudaBackend(0);
    EXPECT_TRUE(backend) << backend.error();
    return backend ? std::move(*backend) : nullptr;
  }

  /// The error of loading the fake step's module with this call made to fail.
  std::string loadError(const char *fail) {
    auto backend = open();
    ScopedVariable failure("FAKE_CUDA_FAIL", fail);
    Result<std::unique_ptr<GpuModule>> module = backend->load({halftone::testing::fakeStepPtx});
    EXPECT_FALSE(module);
    return module.error();
  }

  /// Launches `axpy`, waits, and returns the first error.
  std::string launchError(const char *fail, GpuLaunch launch = {}) {
    auto backend = open();
    auto module = backend->load({halftone::testing::fakeStepPtx});
    auto kernel = (*module)->kernel("axpy");
    EXPECT_TRUE(kernel) << kernel.error();
    ScopedVariable failure("FAKE_CUDA_FAIL", fail);
    float a = 3;
    int n = 2;
    float x[2] = {1, 2}, y[2] = {10, 20}, *px = x, *py = y;
    void *params[] = {&a, &px, &py, &n};
    launch.params = params;
    Status status = (*kernel)->launch(launch);
    if (status)
      status = backend->synchronize();
    if (status) {
      EXPECT_EQ(y[0], 13);
      EXPECT_EQ(y[1], 26);
    }
    return status.error();
  }

  std::string log() {
    Result<std::string> text = readFile(logFile);
    return text ? *text : std::string();
  }

  const std::string logFile = ::testing::TempDir() + "fake_cuda.log";
  ScopedVariable driver{"HALFTONE_LIBCUDA", FAKE_CUDA};
  ScopedVariable logVariable{"FAKE_CUDA_LOG", (std::remove(logFile.c_str()), logFile.c_str())};
};

TEST_F(CudaBackendTest, DescribesTheDevice) {
  auto backend = createCudaBackend(1);
  ASSERT_TRUE(backend) << backend.error();
  EXPECT_EQ((*backend)->name(), "cuda");
  EXPECT_EQ((*backend)->description(), "Fake 1");
  EXPECT_EQ((*backend)->capability(), 90);
  backend->reset();
  EXPECT_TRUE(contains(log(), "release 1"));
}

TEST_F(CudaBackendTest, SaysThatThereIsNoDriver) {
  ScopedVariable missing("HALFTONE_LIBCUDA", "/nowhere/libcuda.so.1");
  std::string error = createCudaBackend(0).error();
  EXPECT_TRUE(contains(error, "no CUDA driver: /nowhere/libcuda.so.1"));
  EXPECT_TRUE(contains(error, "; --device=emulated runs the step without a GPU"));
}

TEST_F(CudaBackendTest, SaysThatALibraryIsNoDriver) {
  ScopedVariable other("HALFTONE_LIBCUDA", "libm.so.6");
  EXPECT_TRUE(contains(createCudaBackend(0).error(),
                       "no CUDA driver: 'libm.so.6' does not tell its version"));
}

TEST_F(CudaBackendTest, SaysThatTheDriverDoesNotStart) {
  ScopedVariable failure("FAKE_CUDA_FAIL", "cuInit:100");
  EXPECT_TRUE(
      contains(createCudaBackend(0).error(), "the CUDA driver does not start: CUDA error 100"));
}

TEST_F(CudaBackendTest, SaysWhichDevicesThereAre) {
  EXPECT_EQ(createCudaBackend(2).error(), "no CUDA device 2: there are 2");
  ScopedVariable one("FAKE_CUDA_DEVICES", "1");
  EXPECT_EQ(createCudaBackend(1).error(), "no CUDA device 1: there is 1");
}

TEST_F(CudaBackendTest, AllocatesFromThePool) {
  auto backend = open();
  void *pooled = *backend->allocate(100, false);
  void *shared = *backend->allocate(200, true);
  EXPECT_TRUE(backend->free(pooled));
  EXPECT_TRUE(backend->free(shared));
  EXPECT_EQ(log(), "cuMemAllocAsync 100\ncuMemAllocManaged 200\ncuMemFreeAsync\ncuMemFree\n");
}

TEST_F(CudaBackendTest, AllocatesWithoutAPool) {
  ScopedVariable none("FAKE_CUDA_POOLS", "0");
  auto backend = open();
  void *memory = *backend->allocate(100, false);
  EXPECT_TRUE(backend->free(memory));
  EXPECT_EQ(log(), "cuMemAlloc 100\ncuMemFree\n");
}

TEST_F(CudaBackendTest, FreesWhatIsLeft) {
  auto backend = open();
  EXPECT_TRUE(backend->allocate(100, false));
  backend.reset();
  EXPECT_EQ(log(), "cuMemAllocAsync 100\ncuMemFreeAsync\nrelease 0\n");
}

TEST_F(CudaBackendTest, RefusesToFreeTwice) {
  auto backend = open();
  void *memory = *backend->allocate(100, false);
  EXPECT_TRUE(backend->free(memory));
  EXPECT_EQ(backend->free(memory).error(), "it was never allocated");
}

TEST_F(CudaBackendTest, ReportsAFailedAllocation) {
  auto backend = open();
  ScopedVariable failure("FAKE_CUDA_FAIL", "cuMemAllocAsync:2");
  EXPECT_EQ(backend->allocate(100, false).error(), "CUDA_ERROR_OUT_OF_MEMORY");
}

TEST_F(CudaBackendTest, CopiesAndFills) {
  auto backend = open();
  auto *memory = static_cast<uint32_t *>(*backend->allocate(16, false));
  uint32_t host[4] = {};
  EXPECT_TRUE(backend->fill32(memory, 7, 3));
  EXPECT_TRUE(backend->fill16(memory + 3, 0x102, 2));
  EXPECT_TRUE(backend->copy(host, memory, sizeof host));
  EXPECT_TRUE(backend->synchronize());
  for (uint32_t i = 0; i < 4; ++i)
    EXPECT_EQ(host[i], i < 3 ? 7 : 0x01020102);
  EXPECT_TRUE(backend->registerHost(host, sizeof host));
  EXPECT_TRUE(backend->unregisterHost(host));
  EXPECT_TRUE(backend->free(memory));
  EXPECT_TRUE(contains(log(), "register 16\nunregister\n"));
}

TEST_F(CudaBackendTest, Launches) {
  GpuLaunch launch;
  launch.grid = {2, 3, 4};
  launch.block = {5, 6, 7};
  EXPECT_EQ(launchError(nullptr, launch), "");
  EXPECT_EQ(log(), "launch axpy 2 3 4, 5 6 7, 0\nunload\nrelease 0\n");
}

TEST_F(CudaBackendTest, LaunchesClusters) {
  GpuLaunch launch;
  launch.grid = {8, 1, 1};
  launch.cluster = {2, 1, 1};
  EXPECT_EQ(launchError(nullptr, launch), "");
  EXPECT_TRUE(contains(log(), "cluster 2 1 1\nlaunch axpy 8 1 1, 1 1 1, 0\n"));
}

TEST_F(CudaBackendTest, MakesTensorMaps) {
  auto backend = open();
  GpuTensorMap tensor;
  tensor.type = 6;
  tensor.swizzle = 3;
  tensor.rank = 2;
  tensor.sizes[0] = 128;
  tensor.sizes[1] = 64;
  tensor.strides[0] = 256;
  tensor.box[0] = 64;
  tensor.box[1] = 16;
  alignas(64) unsigned char map[GpuTensorMap::bytes] = {};
  EXPECT_TRUE(backend->encode(tensor, map));
  EXPECT_EQ(map[127], 7);
  EXPECT_TRUE(contains(log(), "tensor map 6 2, 128 x 64 by 256, box 64 x 16, swizzle 3\n"));
}

TEST_F(CudaBackendTest, AsksForSharedMemoryOnce) {
  auto backend = open();
  auto module = backend->load({halftone::testing::fakeStepPtx});
  auto kernel = (*module)->kernel("stray");
  GpuLaunch launch;
  for (uint32_t bytes : {0u, 65536u, 65536u, 1024u}) {
    launch.sharedBytes = bytes;
    EXPECT_TRUE((*kernel)->launch(launch));
  }
  EXPECT_EQ(log(), "launch stray 1 1 1, 1 1 1, 0\nattribute stray 8 65536\n"
                   "launch stray 1 1 1, 1 1 1, 65536\nlaunch stray 1 1 1, 1 1 1, 65536\n"
                   "launch stray 1 1 1, 1 1 1, 1024\n");
  launch.sharedBytes = 300000;
  EXPECT_EQ((*kernel)->launch(launch).error(),
            "it asks for 300000 bytes of dynamic shared memory, where a block of this device may "
            "have 232448 in all: CUDA_ERROR_INVALID_VALUE");
}

TEST_F(CudaBackendTest, ReportsAFailedLaunch) {
  EXPECT_EQ(launchError("cuLaunchKernel:700"),
            "CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was encountered)");
}

TEST_F(CudaBackendTest, NamesTheLastKernelWhenWaitingFails) {
  std::string error = launchError("cuStreamSynchronize:700");
  EXPECT_TRUE(contains(error, "CUDA_ERROR_ILLEGAL_ADDRESS"));
  EXPECT_TRUE(contains(error, "the last kernel launched was 'axpy'"));
  EXPECT_TRUE(contains(error, "CUDA_LAUNCH_BLOCKING=1"));
}

TEST_F(CudaBackendTest, SaysWhichDriverTakesLongArguments) {
  EXPECT_FALSE(contains(launchError("cuLaunchKernel:1"), "4 KB"));
  ScopedVariable old("FAKE_CUDA_VERSION", "12000");
  std::string hint = "the driver is for CUDA 12.0, and kernels with more than 4 KB of arguments "
                     "need one for 12.1";
  EXPECT_EQ(launchError("cuLaunchKernel:1"), "CUDA_ERROR_INVALID_VALUE; " + hint);
  EXPECT_TRUE(contains(loadError("cuModuleLoadDataEx:218"), hint));
}

TEST_F(CudaBackendTest, ShowsWhatTheAssemblerSaid) {
  EXPECT_EQ(loadError("cuModuleLoadDataEx:218"),
            "CUDA_ERROR_INVALID_PTX: ptxas application, line 7; error: bad");
}

TEST_F(CudaBackendTest, SaysWhatTheImageHolds) {
  EXPECT_TRUE(contains(loadError("cuModuleLoadDataEx:209"),
                       "; the device is sm_90, and the step holds PTX of sm_90"));
}

TEST_F(CudaBackendTest, ReportsAMissingKernel) {
  auto backend = open();
  auto module = backend->load({halftone::testing::fakeStepPtx});
  EXPECT_EQ((*module)->kernel("nothing").error(), "CUDA_ERROR_NOT_FOUND");
}

} // namespace
