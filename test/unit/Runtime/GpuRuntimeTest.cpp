// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C interface, on the emulated device: this program holds the runtime as a step
// does. One backend for the whole program, so each test begins and ends without error.
#include "Environment.h"
#include "FakeStep.h"

#include "halftone/Runtime/GpuRuntime.h"

#include <cstdlib>
#include <thread>
#include <vector>

using halftone::testing::contains;
using halftone::testing::fakeStepPtx;

namespace {

class GpuRuntimeTest : public ::testing::Test {
protected:
  void SetUp() override {
    const char *error = halftone_gpu_open("emulated");
    ASSERT_EQ(error, nullptr) << error;
    ASSERT_EQ(takeError(), "");
    module = mgpuModuleLoad(const_cast<char *>(fakeStepPtx), sizeof fakeStepPtx);
  }
  void TearDown() override {
    mgpuModuleUnload(module);
    EXPECT_EQ(takeError(), "");
  }

  static std::string takeError() {
    const char *error = halftone_gpu_take_error();
    return error ? error : "";
  }

  /// A vector of floats on the device.
  static float *upload(const std::vector<float> &values) {
    size_t bytes = values.size() * sizeof(float);
    void *memory = mgpuMemAlloc(bytes, nullptr, false);
    mgpuMemcpy(memory, const_cast<float *>(values.data()), bytes, nullptr);
    return static_cast<float *>(memory);
  }
  static std::vector<float> download(float *memory, size_t count) {
    std::vector<float> values(count, -1.0f);
    mgpuMemcpy(values.data(), memory, count * sizeof(float), nullptr);
    mgpuStreamSynchronize(nullptr);
    return values;
  }

  void axpy(float a, float *x, float *y, int32_t n, size_t numParams = 4, intptr_t grid = 1) {
    void *params[] = {&a, &x, &y, &n};
    mgpuLaunchKernel(mgpuModuleGetFunction(module, "axpy"), grid, 1, 1, 128, 1, 1, 0,
                     mgpuStreamCreate(), params, nullptr, numParams);
  }

  void *module = nullptr;
};

TEST_F(GpuRuntimeTest, DescribesTheDevice) {
  EXPECT_STREQ(halftone_gpu_description(), "emulated GPU");
  EXPECT_EQ(halftone_gpu_capability(), 0);
}

TEST_F(GpuRuntimeTest, OpensOneBackend) {
  EXPECT_EQ(halftone_gpu_open("emulated"), nullptr);
  EXPECT_STREQ(halftone_gpu_open("cuda"), "the step already runs on 'emulated', and cannot run on "
                                          "'cuda' in the same process");
}

TEST_F(GpuRuntimeTest, Runs) {
  float *x = upload({1, 2, 3}), *y = upload({10, 20, 30});
  axpy(2, x, y, 3);
  EXPECT_EQ(download(y, 3), (std::vector<float>{12, 24, 36}));
  mgpuMemFree(x, nullptr);
  mgpuMemFree(y, nullptr);
}

TEST_F(GpuRuntimeTest, LoadsNulTerminatedText) {
  mgpuModuleUnload(module);
  module = mgpuModuleLoadJIT(const_cast<char *>(fakeStepPtx), 2);
  float *x = upload({1}), *y = upload({10});
  axpy(2, x, y, 1);
  EXPECT_EQ(download(y, 1), std::vector<float>{12});
  mgpuMemFree(x, nullptr);
  mgpuMemFree(y, nullptr);
}

TEST_F(GpuRuntimeTest, LooksKernelsUpOnce) {
  void *first = mgpuModuleGetFunction(module, "axpy");
  std::string sameName = "axpy"; // elsewhere in memory
  EXPECT_NE(first, nullptr);
  EXPECT_EQ(mgpuModuleGetFunction(module, sameName.c_str()), first);
  EXPECT_NE(mgpuModuleGetFunction(module, "reverse"), first);
}

TEST_F(GpuRuntimeTest, UsesDynamicSharedMemory) {
  float *x = upload({1, 2, 3, 4});
  int32_t n = 4;
  void *params[] = {&x, &n};
  mgpuLaunchKernel(mgpuModuleGetFunction(module, "reverse"), 1, 1, 1, n, 1, 1, 16, nullptr, params,
                   nullptr, 2);
  EXPECT_EQ(download(x, 4), (std::vector<float>{4, 3, 2, 1}));
  mgpuMemFree(x, nullptr);
}

TEST_F(GpuRuntimeTest, RunsFromAnotherThread) {
  float *x = upload({1}), *y = upload({10});
  std::thread([&] { axpy(2, x, y, 1); }).join();
  EXPECT_EQ(download(y, 1), std::vector<float>{12});
  mgpuMemFree(x, nullptr);
  mgpuMemFree(y, nullptr);
}

TEST_F(GpuRuntimeTest, FillsMemory) {
  auto *memory = static_cast<uint32_t *>(mgpuMemAlloc(16, nullptr, true));
  mgpuMemset32(memory, 7, 3, nullptr);
  mgpuMemset16(memory + 3, 0x102, 2, nullptr);
  mgpuStreamSynchronize(nullptr);
  EXPECT_EQ(memory[0], 7u); // the host shares it
  EXPECT_EQ(memory[2], 7u);
  EXPECT_EQ(memory[3], 0x01020102u);
  mgpuMemFree(memory, nullptr);
}

TEST_F(GpuRuntimeTest, AllocatesNoBytes) {
  void *memory = mgpuMemAlloc(0, nullptr, false);
  EXPECT_NE(memory, nullptr);
  mgpuMemcpy(memory, memory, 0, nullptr);
  mgpuMemset32(memory, 0, 0, nullptr);
  mgpuMemFree(memory, nullptr);
  mgpuMemFree(nullptr, nullptr);
}

TEST_F(GpuRuntimeTest, SkipsEmptyGrids) { axpy(2, nullptr, nullptr, 0, 4, /*grid=*/0); }

TEST_F(GpuRuntimeTest, StreamsAndEventsAreOne) {
  void *stream = mgpuStreamCreate(), *event = mgpuEventCreate();
  EXPECT_NE(stream, nullptr);
  EXPECT_NE(event, nullptr);
  EXPECT_EQ(mgpuStreamCreate(), stream);
  mgpuEventRecord(event, stream);
  mgpuStreamWaitEvent(stream, event);
  mgpuEventSynchronize(event);
  mgpuEventDestroy(event);
  mgpuStreamDestroy(stream);
}

TEST_F(GpuRuntimeTest, RegistersHostMemory) {
  // Rank 2, of which every second row backwards: elements 2 … 9 of 12.
  alignas(16) float memory[12] = {};
  struct {
    void *base, *data;
    int64_t offset, sizes[2], strides[2];
  } descriptor = {memory, memory, 8, {2, 2}, {-6, 1}};
  mgpuMemHostRegisterMemRef(2, &descriptor, sizeof(float));
  float *x = upload({5, 6});
  axpy(1, x, memory + 8, 2);
  EXPECT_EQ(memory[8], 5);
  EXPECT_EQ(memory[9], 6);
  axpy(1, x, memory + 9, 2);
  EXPECT_TRUE(contains(takeError(), "launch of kernel 'axpy' failed"));
  axpy(1, x, memory + 2, 1);
  EXPECT_EQ(memory[2], 5);
  mgpuMemHostUnregisterMemRef(2, &descriptor, sizeof(float));
  EXPECT_EQ(takeError(), "");
  axpy(1, x, memory + 8, 1);
  EXPECT_NE(takeError(), "");
  mgpuMemHostRegister(memory, sizeof memory);
  axpy(1, x, memory + 11, 1);
  EXPECT_EQ(memory[11], 5);
  mgpuMemHostUnregister(memory);
  descriptor.sizes[0] = 0;
  mgpuMemHostRegisterMemRef(2, &descriptor, sizeof(float));
  mgpuMemHostUnregisterMemRef(2, &descriptor, sizeof(float));
  mgpuMemFree(x, nullptr);
}

TEST_F(GpuRuntimeTest, KeepsTheFirstErrorAndSkipsTheRest) {
  float *x = upload({1}), *y = upload({10});
  EXPECT_EQ(mgpuModuleGetFunction(module, "nothing"), nullptr);
  axpy(2, x, y, 1);
  EXPECT_EQ(mgpuMemAlloc(4, nullptr, false), nullptr);
  mgpuMemset32(y, 0, 1, nullptr);
  mgpuMemcpy(y, x, 4, nullptr);
  EXPECT_EQ(takeError(), "looking up kernel 'nothing' failed: the module has no such kernel");
  EXPECT_EQ(takeError(), "");
  EXPECT_EQ(download(y, 1), std::vector<float>{10});
  axpy(2, x, y, 1);
  EXPECT_EQ(download(y, 1), std::vector<float>{12});
  mgpuMemFree(x, nullptr);
  mgpuMemFree(y, nullptr);
}

TEST_F(GpuRuntimeTest, NamesTheKernelThatFailed) {
  float *x = upload({1});
  void *params[] = {&x};
  mgpuLaunchKernel(mgpuModuleGetFunction(module, "stray"), 1, 1, 1, 1, 1, 1, 0, nullptr, params,
                   nullptr, 1);
  EXPECT_TRUE(contains(takeError(), "launch of kernel 'stray' failed: PTX line "));
  mgpuMemFree(x, nullptr);
}

TEST_F(GpuRuntimeTest, ChecksLaunches) {
  axpy(1, nullptr, nullptr, 0, /*numParams=*/3);
  EXPECT_EQ(takeError(), "launch of kernel 'axpy' failed: expected 4 arguments, got 3");
  axpy(1, nullptr, nullptr, 0, 4, /*grid=*/-1);
  EXPECT_EQ(takeError(), "launch of kernel 'axpy' failed: its grid is -1 x 1 x 1");
  mgpuLaunchClusterKernel(mgpuModuleGetFunction(module, "axpy"), 2, 1, 1, 3, 1, 1, 1, 1, 1, 0,
                          nullptr, nullptr, nullptr);
  EXPECT_TRUE(contains(takeError(), "has no whole number of 2 x 1 x 1 clusters"));
}

TEST_F(GpuRuntimeTest, RunsClusters) {
  float *x = upload({1}), *y = upload({10}), a = 2;
  int32_t n = 1;
  void *params[] = {&a, &x, &y, &n};
  mgpuLaunchClusterKernel(mgpuModuleGetFunction(module, "axpy"), 2, 1, 1, 2, 1, 1, 32, 1, 1, 0,
                          nullptr, params, nullptr);
  EXPECT_EQ(download(y, 1), std::vector<float>{12});
  y = upload({10});
  mgpuLaunchClusterKernel(mgpuModuleGetFunction(module, "axpy"), 1, 1, 1, 1, 1, 1, 32, 1, 1, 0,
                          nullptr, params, nullptr);
  EXPECT_EQ(download(y, 1), std::vector<float>{12});
  mgpuMemFree(x, nullptr);
  mgpuMemFree(y, nullptr);
}

TEST_F(GpuRuntimeTest, ChecksCopiesAndFills) {
  float *x = upload({1, 2});
  float host[4] = {};
  mgpuMemcpy(host, x + 1, 8, nullptr);
  EXPECT_EQ(takeError(),
            "copy of 8 bytes failed: the device's memory ends 4 bytes after its address");
  mgpuMemset32(x, 0, 3, nullptr);
  EXPECT_EQ(takeError(),
            "filling 12 bytes failed: the device's memory ends 8 bytes after its address");
  mgpuMemset16(x, 0, 5, nullptr);
  EXPECT_NE(takeError(), "");
  EXPECT_EQ(download(x, 2), (std::vector<float>{1, 2}));
  mgpuMemFree(x, nullptr);
  mgpuMemFree(x, nullptr);
  EXPECT_EQ(takeError(), "freeing memory failed: it was never allocated");
}

TEST_F(GpuRuntimeTest, ReportsImagesThatItCannotRead) {
  char text[] = "hello";
  void *other = mgpuModuleLoad(text, sizeof text);
  EXPECT_EQ(takeError(), ""); // loads when it is needed
  EXPECT_EQ(mgpuModuleGetFunction(other, "axpy"), nullptr);
  EXPECT_EQ(takeError(), "loading the module of kernel 'axpy' failed: expected a fat binary, a "
                         "cubin or PTX text");
  mgpuModuleUnload(other);
}

/// MLIR's ranked memref of 16-bit floats.
struct Matrix {
  void *base, *data;
  int64_t offset, sizes[2], strides[2];
};

TEST_F(GpuRuntimeTest, MakesTensorMaps) {
  void *memory = mgpuMemAlloc(64 * 128 * 2, nullptr, false);
  Matrix matrix{memory, memory, 0, {64, 128}, {128, 1}};
  int64_t box[] = {16, 64};
  constexpr int float16 = 6, swizzle128B = 3;
  void *map = mgpuTensorMapEncodeTiledMemref(2, &matrix, float16, 0, swizzle128B, 0, 0, box);
  EXPECT_NE(map, nullptr);
  // Boxes of more than 128 bytes don't fit the swizzle, and rows of 3 elements no unit.
  box[1] = 128;
  EXPECT_EQ(mgpuTensorMapEncodeTiledMemref(2, &matrix, float16, 0, swizzle128B, 0, 0, box),
            nullptr);
  EXPECT_TRUE(contains(takeError(), "making a tensor map failed: "));
  matrix.strides[1] = 2;
  EXPECT_EQ(mgpuTensorMapEncodeTiledMemref(2, &matrix, float16, 0, 0, 0, 0, box), nullptr);
  EXPECT_EQ(takeError(), "making a tensor map failed: the innermost stride must be 1, got 2");
  EXPECT_EQ(mgpuTensorMapEncodeTiledMemref(6, &matrix, float16, 0, 0, 0, 0, box), nullptr);
  EXPECT_EQ(takeError(), "making a tensor map failed: expected a tensor of one to five "
                         "dimensions, got 6");
  mgpuMemFree(memory, nullptr);
}

TEST_F(GpuRuntimeTest, ChoosesTheDeviceOnce) {
  mgpuSetDefaultDevice(1);
  EXPECT_EQ(takeError(), "choosing device 1 failed: the step already runs on 'emulated GPU'");
}

} // namespace
