// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C interface: what calls return, in which order things are seen, and what happens
// to a context whose kernel failed.
#include "halftone/Emulator/Driver.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#ifdef HALFTONE_CUDA_H
#include <cuda.h>
#endif

namespace {

constexpr char ptx[] = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .global .align 4 .u32 offset = 100;
.visible .const .align 4 .u32 fixed = 7;

// data[i] = 2 * data[i] + offset
.visible .entry step(.param .u64 data, .param .u32 n) {
  .reg .u64 %rd<4>;
  .reg .u32 %r<9>;
  .reg .pred %p<2>;
  ld.param.u64 %rd1, [data];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.u32 %r5, %r2, %r3, %r4;
  setp.ge.u32 %p1, %r5, %r1;
  @%p1 bra done;
  mul.wide.u32 %rd2, %r5, 4;
  add.u64 %rd3, %rd1, %rd2;
  ld.global.u32 %r6, [%rd3];
  ld.global.u32 %r7, [offset];
  mad.lo.u32 %r8, %r6, 2, %r7;
  st.global.u32 [%rd3], %r8;
done:
  ret;
}

// The value at a wild address.
.visible .entry stray(.param .u64 data) {
  .reg .u64 %rd<2>;
  .reg .u32 %r<2>;
  ld.param.u64 %rd1, [data];
  ld.global.u32 %r1, [%rd1];
  st.global.u32 [%rd1], %r1;
  ret;
}

.visible .entry broken() { trap; }

.extern .func __assertfail(.param .b64 text, .param .b64 file, .param .b32 line,
                           .param .b64 function, .param .b64 bytes);
.visible .entry asserts() {
  .reg .u64 %rd<2>;
  .reg .u32 %r<2>;
  mov.u64 %rd1, 0;
  mov.u32 %r1, 7;
  {
    .param .b64 p0;
    .param .b64 p1;
    .param .b32 p2;
    .param .b64 p3;
    .param .b64 p4;
    st.param.b64 [p0], %rd1;
    st.param.b64 [p1], %rd1;
    st.param.b32 [p2], %r1;
    st.param.b64 [p3], %rd1;
    st.param.b64 [p4], %rd1;
    call.uni __assertfail, (p0, p1, p2, p3, p4);
  }
  ret;
}

.visible .entry endless() {
again:
  bra again;
}

.visible .entry shared(.param .u64 data) .maxntid 64, 1, 1 {
  .reg .u64 %rd<2>;
  .reg .u32 %r<2>;
  .shared .align 4 .b8 fixed_part[1024];
  ld.param.u64 %rd1, [data];
  mov.u32 %r1, %dynamic_smem_size;
  st.global.u32 [%rd1], %r1;
  ret;
}

// Each block of a cluster writes its rank and the cluster's size.
.visible .entry ranks(.param .u64 data) {
  .reg .u64 %rd<4>;
  .reg .u32 %r<6>;
  ld.param.u64 %rd1, [data];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %cluster_ctarank;
  mov.u32 %r3, %cluster_nctarank;
  shl.b32 %r4, %r3, 8;
  or.b32 %r5, %r4, %r2;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r5;
  ret;
}
)";

#define EXPECT_CODE(call, code)                                                                    \
  do {                                                                                             \
    HGresult gotCode = (call);                                                                     \
    const char *gotText = "";                                                                      \
    hgGetLastErrorText(&gotText);                                                                  \
    EXPECT_EQ(gotCode, code) << (gotCode ? gotText : "");                                          \
  } while (false)
#define EXPECT_OK(call) EXPECT_CODE(call, HG_SUCCESS)
#define ASSERT_OK(call) ASSERT_EQ(call, HG_SUCCESS)

class DriverTest : public ::testing::Test {
protected:
  void SetUp() override {
    ASSERT_OK(hgInit(0));
    ASSERT_OK(hgSetOption("check", "none"));
    ASSERT_OK(hgSetOption("counters", "0"));
    ASSERT_OK(hgSetOption("max-instructions", "0"));
    ASSERT_OK(hgSetOption("ptxas", ""));
    ASSERT_OK(hgDeviceGet(&device, 0));
    ASSERT_OK(hgCtxCreate(&context, 0, device));
    ASSERT_OK(hgModuleLoadData(&module, ptx));
  }
  void TearDown() override { EXPECT_OK(hgCtxDestroy(context)); }

  HGfunction function(const char *name) {
    HGfunction result = nullptr;
    EXPECT_OK(hgModuleGetFunction(&result, module, name));
    return result;
  }
  HGdeviceptr upload(const std::vector<uint32_t> &values) {
    HGdeviceptr memory = 0;
    EXPECT_OK(hgMemAlloc(&memory, values.size() * 4));
    EXPECT_OK(hgMemcpyHtoD(memory, values.data(), values.size() * 4));
    return memory;
  }
  std::vector<uint32_t> download(HGdeviceptr memory, size_t count) {
    std::vector<uint32_t> values(count);
    EXPECT_OK(hgMemcpyDtoH(values.data(), memory, count * 4));
    return values;
  }
  HGresult step(HGdeviceptr data, uint32_t n, HGstream stream = nullptr) {
    void *params[] = {&data, &n};
    return hgLaunchKernel(function("step"), (n + 31) / 32, 1, 1, 32, 1, 1, 0, stream, params,
                          nullptr);
  }
  HGresult launch(const char *name, HGdeviceptr data = 0, unsigned grid = 1, unsigned block = 1,
                  unsigned shared = 0) {
    void *params[] = {&data};
    return hgLaunchKernel(function(name), grid, 1, 1, block, 1, 1, shared, nullptr, params,
                          nullptr);
  }
  static std::string lastText() {
    const char *text = nullptr;
    hgGetLastErrorText(&text);
    return text;
  }

  HGdevice device = -1;
  HGcontext context = nullptr;
  HGmodule module = nullptr;
};

using Values = std::vector<uint32_t>;

TEST_F(DriverTest, Errors) {
  const char *text = nullptr;
  EXPECT_OK(hgGetErrorName(HG_ERROR_ILLEGAL_ADDRESS, &text));
  EXPECT_STREQ(text, "HG_ERROR_ILLEGAL_ADDRESS");
  EXPECT_OK(hgGetErrorString(HG_SUCCESS, &text));
  EXPECT_STREQ(text, "no error");
  EXPECT_EQ(hgGetErrorName(static_cast<HGresult>(12345), &text), HG_ERROR_INVALID_VALUE);
  EXPECT_EQ(text, nullptr);
}

TEST_F(DriverTest, Device) {
  int count = 0, value = 0;
  EXPECT_OK(hgDeviceGetCount(&count));
  EXPECT_EQ(count, 1);
  EXPECT_CODE(hgDeviceGet(&device, 1), HG_ERROR_INVALID_DEVICE);
  EXPECT_OK(hgDeviceGetAttribute(&value, HG_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0));
  EXPECT_EQ(value, 9);
  EXPECT_OK(hgDeviceGetAttribute(&value, HG_DEVICE_ATTRIBUTE_WARP_SIZE, 0));
  EXPECT_EQ(value, 32);
  EXPECT_CODE(hgDeviceGetAttribute(&value, static_cast<HGdevice_attribute>(9999), 0),
              HG_ERROR_INVALID_VALUE);
  char name[8];
  EXPECT_OK(hgDeviceGetName(name, sizeof name, 0));
  EXPECT_STREQ(name, "emulate"); // cut to its room
  EXPECT_CODE(hgSetOption("chip", "sm_80"), HG_ERROR_NOT_PERMITTED);
}

TEST_F(DriverTest, RunsKernels) {
  Values values(100);
  std::iota(values.begin(), values.end(), 0);
  HGdeviceptr data = upload(values);
  EXPECT_OK(step(data, 100));
  EXPECT_OK(hgCtxSynchronize());
  Values result = download(data, 100);
  for (uint32_t i = 0; i < 100; ++i)
    ASSERT_EQ(result[i], 2 * i + 100);
}

TEST_F(DriverTest, TakesArgumentsInABuffer) {
  HGdeviceptr data = upload({1, 2});
  struct {
    HGdeviceptr data;
    uint32_t n;
  } arguments{data, 2};
  size_t size = sizeof arguments;
  void *extra[] = {HG_LAUNCH_PARAM_BUFFER_POINTER, &arguments, HG_LAUNCH_PARAM_BUFFER_SIZE, &size,
                   HG_LAUNCH_PARAM_END};
  EXPECT_OK(hgLaunchKernel(function("step"), 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr, extra));
  EXPECT_EQ(download(data, 2), (Values{102, 104}));
  size = 8;
  EXPECT_CODE(hgLaunchKernel(function("step"), 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr, extra),
              HG_ERROR_INVALID_VALUE);
}

TEST_F(DriverTest, Globals) {
  HGdeviceptr offset = 0;
  size_t bytes = 0;
  EXPECT_OK(hgModuleGetGlobal(&offset, &bytes, module, "offset"));
  EXPECT_EQ(bytes, 4u);
  EXPECT_EQ(download(offset, 1), Values{100});
  uint32_t seven = 7;
  EXPECT_OK(hgMemcpyHtoD(offset, &seven, 4));
  HGdeviceptr data = upload({1});
  EXPECT_OK(step(data, 1));
  EXPECT_EQ(download(data, 1), Values{9});
  EXPECT_CODE(hgMemcpyHtoD(offset, &seven, 400), HG_ERROR_INVALID_VALUE); // past its end
  EXPECT_CODE(hgModuleGetGlobal(&offset, &bytes, module, "nothing"), HG_ERROR_NOT_FOUND);
}

TEST_F(DriverTest, Modules) {
  HGmodule other = nullptr;
  EXPECT_CODE(hgModuleLoadData(&other, "hello"), HG_ERROR_INVALID_IMAGE);
  EXPECT_CODE(hgModuleLoadData(&other, "\177ELF code"), HG_ERROR_NO_BINARY_FOR_GPU);
  EXPECT_CODE(hgModuleLoadData(&other, ""), HG_ERROR_INVALID_IMAGE);
  const char *wrong =
      ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() { what; }";
  char log[128] = "x";
  HGjit_option options[] = {HG_JIT_ERROR_LOG_BUFFER, HG_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log, reinterpret_cast<void *>(sizeof log)};
  EXPECT_CODE(hgModuleLoadDataEx(&other, wrong, 2, options, values), HG_ERROR_INVALID_PTX);
  EXPECT_NE(std::string(log).find("what"), std::string::npos) << log;
  EXPECT_CODE(hgModuleLoad(&other, "/nowhere.ptx"), HG_ERROR_FILE_NOT_FOUND);
  HGfunction kernel = nullptr;
  EXPECT_CODE(hgModuleGetFunction(&kernel, module, "nothing"), HG_ERROR_NOT_FOUND);
  unsigned count = 0;
  EXPECT_OK(hgModuleGetFunctionCount(&count, module));
  EXPECT_EQ(count, 7u);
  kernel = function("step");
  EXPECT_OK(hgModuleUnload(module));
  EXPECT_CODE(hgModuleUnload(module), HG_ERROR_INVALID_HANDLE);
  void *params[] = {nullptr};
  EXPECT_CODE(hgLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, params, nullptr),
              HG_ERROR_INVALID_HANDLE);
}

TEST_F(DriverTest, LoadsFatBinaries) {
  std::string text = ptx;
  text.append(8 - text.size() % 8, '\0');
  struct {
    uint32_t magic = 0xBA55ED50;
    uint16_t version = 1, headerBytes = 16;
    uint64_t bytes;
    uint16_t kind = 1, entryVersion = 0x101;
    uint32_t entryHeaderBytes = 64;
    uint64_t payload;
    uint32_t compressed = 0, options = 0;
    uint16_t minor = 0, major = 8;
    uint32_t arch = 90;
    uint64_t name = 0, flags = 0x11, rest[2] = {};
  } header;
  static_assert(sizeof header == 80);
  header.payload = text.size();
  header.bytes = 64 + text.size();
  std::string image(reinterpret_cast<char *>(&header), sizeof header);
  image += text;
  HGmodule fat = nullptr;
  EXPECT_OK(hgModuleLoadFatBinary(&fat, image.data()));
  HGfunction kernel = nullptr;
  EXPECT_OK(hgModuleGetFunction(&kernel, fat, "step"));
}

//===----------------------------------------------------------------------===//
// Errors of kernels
//===----------------------------------------------------------------------===//

TEST_F(DriverTest, IllegalAddressesStick) {
  HGdeviceptr data = upload({1});
  EXPECT_OK(launch("stray", 64)); // the launch itself is fine
  EXPECT_CODE(hgCtxSynchronize(), HG_ERROR_ILLEGAL_ADDRESS);
  EXPECT_NE(lastText().find("stray"), std::string::npos);
  EXPECT_NE(lastText().find("out-of-bounds access"), std::string::npos);
  uint32_t value = 0;
  HGfunction kernel = nullptr;
  EXPECT_CODE(hgMemcpyDtoH(&value, data, 4), HG_ERROR_ILLEGAL_ADDRESS);
  EXPECT_CODE(hgModuleGetFunction(&kernel, module, "step"), HG_ERROR_ILLEGAL_ADDRESS);
  EXPECT_CODE(hgMemAlloc(&data, 4), HG_ERROR_ILLEGAL_ADDRESS);
  // Another context is as good as new.
  HGcontext other = nullptr;
  EXPECT_OK(hgCtxCreate(&other, 0, 0));
  EXPECT_OK(hgMemAlloc(&data, 4));
  EXPECT_OK(hgCtxDestroy(other));
  HGcontext current = nullptr;
  EXPECT_OK(hgCtxGetCurrent(&current));
  EXPECT_EQ(current, context);
}

TEST_F(DriverTest, MisalignedAddresses) {
  HGdeviceptr data = upload({1, 2});
  EXPECT_OK(launch("stray", data + 1));
  EXPECT_CODE(hgStreamSynchronize(nullptr), HG_ERROR_MISALIGNED_ADDRESS);
}

TEST_F(DriverTest, Traps) {
  EXPECT_OK(launch("broken"));
  EXPECT_CODE(hgCtxSynchronize(), HG_ERROR_LAUNCH_FAILED);
}

TEST_F(DriverTest, Assertions) {
  EXPECT_OK(launch("asserts"));
  EXPECT_CODE(hgCtxSynchronize(), HG_ERROR_ASSERT);
}

TEST_F(DriverTest, EndlessLoops) {
  EXPECT_OK(hgSetOption("max-instructions", "200000"));
  EXPECT_OK(launch("endless"));
  EXPECT_CODE(hgCtxSynchronize(), HG_ERROR_LAUNCH_TIMEOUT);
}

TEST_F(DriverTest, ResetsThePrimaryContext) {
  HGcontext primary = nullptr;
  EXPECT_OK(hgDevicePrimaryCtxRetain(&primary, 0));
  EXPECT_OK(hgCtxPushCurrent(primary));
  EXPECT_OK(hgModuleLoadData(&module, ptx));
  EXPECT_OK(launch("stray", 64));
  EXPECT_CODE(hgCtxSynchronize(), HG_ERROR_ILLEGAL_ADDRESS);
  EXPECT_CODE(hgCtxDestroy(primary), HG_ERROR_INVALID_CONTEXT);
  EXPECT_OK(hgDevicePrimaryCtxReset(0));
  EXPECT_OK(hgCtxSynchronize());
  EXPECT_OK(hgDevicePrimaryCtxRelease(0));
  EXPECT_CODE(hgCtxSynchronize(), HG_ERROR_CONTEXT_IS_DESTROYED);
  EXPECT_OK(hgCtxPopCurrent(nullptr));
}

TEST_F(DriverTest, LaunchesThatCannotBe) {
  HGdeviceptr data = upload({0});
  EXPECT_CODE(launch("shared", data, 0), HG_ERROR_INVALID_VALUE);
  EXPECT_CODE(launch("shared", data, 1, 2000), HG_ERROR_INVALID_VALUE);
  EXPECT_CODE(launch("shared", data, 1, 65), HG_ERROR_LAUNCH_OUT_OF_RESOURCES);
  void *params[] = {nullptr};
  EXPECT_CODE(hgLaunchKernel(function("shared"), 1, 1, 1, 1, 1, 1, 0, nullptr, params, nullptr),
              HG_ERROR_INVALID_VALUE);
  EXPECT_OK(hgCtxSynchronize()); // none of them sticks
}

TEST_F(DriverTest, DynamicSharedMemoryHasToBeAllowed) {
  HGdeviceptr data = upload({0});
  HGfunction kernel = function("shared");
  int value = 0;
  EXPECT_OK(hgFuncGetAttribute(&value, HG_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, kernel));
  EXPECT_EQ(value, 1024);
  EXPECT_OK(hgFuncGetAttribute(&value, HG_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel));
  EXPECT_EQ(value, 64);
  EXPECT_OK(launch("shared", data, 1, 32, 47 * 1024));
  EXPECT_CODE(launch("shared", data, 1, 32, 48 * 1024), HG_ERROR_INVALID_VALUE);
  EXPECT_OK(
      hgFuncSetAttribute(kernel, HG_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 200 * 1024));
  EXPECT_OK(launch("shared", data, 1, 32, 200 * 1024));
  EXPECT_EQ(download(data, 1), Values{200 * 1024});
  EXPECT_CODE(
      hgFuncSetAttribute(kernel, HG_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 227 * 1024),
      HG_ERROR_INVALID_VALUE); // with the static part it is too much
}

TEST_F(DriverTest, Clusters) {
  HGdeviceptr data = upload({0, 0, 0, 0});
  void *params[] = {&data};
  HGlaunchAttribute attribute = {};
  attribute.id = HG_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  attribute.value.clusterDim = {2, 1, 1};
  HGlaunchConfig config = {4, 1, 1, 1, 1, 1, 0, nullptr, &attribute, 1};
  EXPECT_OK(hgLaunchKernelEx(&config, function("ranks"), params, nullptr));
  EXPECT_EQ(download(data, 4), (Values{0x200, 0x201, 0x200, 0x201}));
  attribute.value.clusterDim = {3, 1, 1};
  EXPECT_CODE(hgLaunchKernelEx(&config, function("ranks"), params, nullptr),
              HG_ERROR_INVALID_CLUSTER_SIZE);
  attribute.value.clusterDim = {16, 1, 1};
  config.gridDimX = 16;
  EXPECT_CODE(hgLaunchKernelEx(&config, function("ranks"), params, nullptr),
              HG_ERROR_INVALID_CLUSTER_SIZE); // not portable
  attribute.id = HG_LAUNCH_ATTRIBUTE_COOPERATIVE;
  attribute.value.cooperative = 1;
  config.gridDimX = 1000000;
  EXPECT_CODE(hgLaunchKernelEx(&config, function("ranks"), params, nullptr),
              HG_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
}

TEST_F(DriverTest, Occupancy) {
  HGfunction kernel = function("step");
  int blocks = 0;
  EXPECT_OK(hgOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 256, 0));
  EXPECT_EQ(blocks, 8);
  EXPECT_OK(hgOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 256, 100 * 1024));
  EXPECT_EQ(blocks, 2);
  EXPECT_OK(hgSetOption("ptxas", "ptxas info    : Compiling entry function 'step' for 'sm_90'\n"
                                 "ptxas info    : Used 128 registers\n"));
  EXPECT_OK(hgOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 256, 0));
  EXPECT_EQ(blocks, 2);
  int registers = 0, grid = 0, size = 0;
  EXPECT_OK(hgFuncGetAttribute(&registers, HG_FUNC_ATTRIBUTE_NUM_REGS, kernel));
  EXPECT_EQ(registers, 128);
  EXPECT_OK(hgOccupancyMaxPotentialBlockSize(&grid, &size, kernel, nullptr, 0, 0));
  EXPECT_EQ(size, 512); // 1024 threads of 128 registers are too many for a block
  EXPECT_EQ(grid, 132);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

TEST_F(DriverTest, MemoryBounds) {
  HGdeviceptr data = upload({1, 2, 3, 4}), base = 0;
  uint32_t host[8] = {};
  size_t bytes = 0;
  EXPECT_CODE(hgMemcpyDtoH(host, data + 4, 16), HG_ERROR_INVALID_VALUE);
  EXPECT_CODE(hgMemcpyHtoD(reinterpret_cast<HGdeviceptr>(host), host, 4), HG_ERROR_INVALID_VALUE);
  EXPECT_CODE(hgMemcpyHtoD(data, nullptr, 4), HG_ERROR_INVALID_VALUE);
  EXPECT_CODE(hgMemcpyDtoH(nullptr, data, 4), HG_ERROR_INVALID_VALUE);
  EXPECT_OK(hgMemcpyDtoH(nullptr, data, 0));
  EXPECT_CODE(hgMemsetD32(data, 0, 5), HG_ERROR_INVALID_VALUE);
  // Sizes that wrap around.
  EXPECT_CODE(hgMemsetD16(data, 0, (size_t{1} << 63) + 1), HG_ERROR_INVALID_VALUE);
  EXPECT_CODE(hgMemsetD2D8(data, size_t{1} << 63, 0, 4, 3), HG_ERROR_INVALID_VALUE);
  EXPECT_CODE(hgMemsetD32(data + 2, 0, 1), HG_ERROR_INVALID_VALUE);
  EXPECT_OK(hgMemGetAddressRange(&base, &bytes, data + 9));
  EXPECT_EQ(base, data);
  EXPECT_EQ(bytes, 16u);
  EXPECT_OK(hgMemFree(data));
  EXPECT_CODE(hgMemFree(data), HG_ERROR_INVALID_VALUE);
  EXPECT_OK(hgMemFree(0));
  EXPECT_CODE(hgMemAlloc(&data, 0), HG_ERROR_INVALID_VALUE);
  EXPECT_CODE(hgMemAlloc(&data, SIZE_MAX / 2), HG_ERROR_OUT_OF_MEMORY);
}

TEST_F(DriverTest, CopiesOfBoxes) {
  HGdeviceptr data = 0;
  size_t pitch = 0;
  EXPECT_OK(hgMemAllocPitch(&data, &pitch, 12, 4, 4));
  EXPECT_EQ(pitch % 512, 0u);
  Values host(12), back(12);
  std::iota(host.begin(), host.end(), 1);
  HG_MEMCPY2D copy = {};
  copy.srcMemoryType = HG_MEMORYTYPE_HOST;
  copy.srcHost = host.data();
  copy.srcPitch = 12;
  copy.dstMemoryType = HG_MEMORYTYPE_DEVICE;
  copy.dstDevice = data;
  copy.dstPitch = pitch;
  copy.WidthInBytes = 12;
  copy.Height = 4;
  EXPECT_OK(hgMemcpy2D(&copy));
  // Rows 1 and 2 without their first column, to the front of the host's array.
  HG_MEMCPY2D part = {};
  part.srcMemoryType = HG_MEMORYTYPE_DEVICE;
  part.srcDevice = data;
  part.srcPitch = pitch;
  part.srcXInBytes = 4;
  part.srcY = 1;
  part.dstMemoryType = HG_MEMORYTYPE_HOST;
  part.dstHost = back.data();
  part.dstPitch = 8;
  part.WidthInBytes = 8;
  part.Height = 2;
  EXPECT_OK(hgMemcpy2D(&part));
  EXPECT_EQ(Values(back.begin(), back.begin() + 4), (Values{5, 6, 8, 9}));
  part.Height = 4; // one row more than there is
  EXPECT_CODE(hgMemcpy2D(&part), HG_ERROR_INVALID_VALUE);
  part.dstPitch = 4;
  EXPECT_CODE(hgMemcpy2D(&part), HG_ERROR_INVALID_VALUE);
}

TEST_F(DriverTest, Fills) {
  HGdeviceptr data = upload({0, 0, 0, 0});
  EXPECT_OK(hgMemsetD8(data, 0xab, 3));
  EXPECT_OK(hgMemsetD16(data + 4, 0x1234, 2));
  EXPECT_OK(hgMemsetD2D32(data + 8, 4, 9, 1, 2));
  EXPECT_EQ(download(data, 4), (Values{0x00ababab, 0x12341234, 9, 9}));
}

TEST_F(DriverTest, HostMemory) {
  void *pinned = nullptr;
  EXPECT_OK(hgMemAllocHost(&pinned, 16));
  auto *values = static_cast<uint32_t *>(pinned);
  values[0] = 1;
  HGdeviceptr address = 0;
  EXPECT_OK(hgMemHostGetDevicePointer(&address, pinned, 0));
  EXPECT_OK(step(address, 1));
  EXPECT_EQ(values[0], 102u);
  EXPECT_CODE(hgMemFree(address), HG_ERROR_INVALID_VALUE);
  EXPECT_OK(hgMemFreeHost(pinned));
  uint32_t own[4] = {5, 6};
  EXPECT_OK(hgMemHostRegister(own, sizeof own, 0));
  EXPECT_CODE(hgMemHostRegister(own, 4, 0), HG_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  EXPECT_OK(step(reinterpret_cast<HGdeviceptr>(own), 2));
  EXPECT_EQ(own[1], 112u);
  unsigned type = 0;
  EXPECT_OK(hgPointerGetAttribute(&type, HG_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                  reinterpret_cast<HGdeviceptr>(own)));
  EXPECT_EQ(type, static_cast<unsigned>(HG_MEMORYTYPE_HOST));
  EXPECT_OK(hgMemHostUnregister(own));
  EXPECT_CODE(hgMemHostUnregister(own), HG_ERROR_HOST_MEMORY_NOT_REGISTERED);
}

TEST_F(DriverTest, Pools) {
  HGmemPoolProps properties = {1, 0, 1, 0, 1000};
  HGmemoryPool pool = nullptr;
  HGdeviceptr first = 0, second = 0;
  EXPECT_OK(hgMemPoolCreate(&pool, &properties));
  EXPECT_OK(hgMemAllocFromPoolAsync(&first, 600, pool, nullptr));
  EXPECT_CODE(hgMemAllocFromPoolAsync(&second, 600, pool, nullptr), HG_ERROR_OUT_OF_MEMORY);
  uint64_t used = 0;
  EXPECT_OK(hgMemPoolGetAttribute(pool, HG_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
  EXPECT_EQ(used, 600u);
  EXPECT_OK(hgMemFreeAsync(first, nullptr));
  EXPECT_OK(hgMemPoolGetAttribute(pool, HG_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
  EXPECT_EQ(used, 0u);
  EXPECT_OK(hgMemPoolGetAttribute(pool, HG_MEMPOOL_ATTR_USED_MEM_HIGH, &used));
  EXPECT_EQ(used, 600u);
  EXPECT_OK(hgMemPoolDestroy(pool));
  HGmemoryPool standard = nullptr;
  EXPECT_OK(hgDeviceGetDefaultMemPool(&standard, 0));
  EXPECT_CODE(hgMemPoolDestroy(standard), HG_ERROR_INVALID_VALUE);
  EXPECT_OK(hgMemAllocAsync(&first, 4, nullptr));
  EXPECT_OK(hgMemFree(first));
}

//===----------------------------------------------------------------------===//
// Streams, events, graphs
//===----------------------------------------------------------------------===//

void appendToLog(void *data) {
  auto *log = static_cast<std::vector<HGresult> *>(data);
  int count = 0;
  log->push_back(hgDeviceGetCount(&count));
}

TEST_F(DriverTest, HostFunctionsMayCallNothing) {
  std::vector<HGresult> log;
  EXPECT_OK(hgLaunchHostFunc(nullptr, appendToLog, &log));
  EXPECT_OK(hgCtxSynchronize());
  EXPECT_EQ(log, std::vector<HGresult>{HG_ERROR_NOT_PERMITTED});
}

TEST_F(DriverTest, Events) {
  HGevent start = nullptr, end = nullptr, untimed = nullptr;
  float milliseconds = -1;
  EXPECT_OK(hgEventCreate(&start, 0));
  EXPECT_OK(hgEventCreate(&end, 0));
  EXPECT_OK(hgEventCreate(&untimed, HG_EVENT_DISABLE_TIMING));
  EXPECT_CODE(hgEventElapsedTime(&milliseconds, start, end), HG_ERROR_INVALID_HANDLE);
  HGdeviceptr data = upload(Values(1000));
  EXPECT_OK(hgEventRecord(start, nullptr));
  EXPECT_OK(step(data, 1000));
  EXPECT_OK(hgEventRecord(end, nullptr));
  EXPECT_OK(hgEventSynchronize(end));
  EXPECT_OK(hgEventQuery(end));
  EXPECT_OK(hgEventElapsedTime(&milliseconds, start, end));
  EXPECT_GT(milliseconds, 0);
  EXPECT_OK(hgEventRecord(untimed, nullptr));
  EXPECT_CODE(hgEventElapsedTime(&milliseconds, start, untimed), HG_ERROR_INVALID_HANDLE);
  EXPECT_OK(hgEventDestroy(start));
  EXPECT_CODE(hgEventDestroy(start), HG_ERROR_INVALID_HANDLE);
}

class CaptureTest : public DriverTest {
protected:
  void SetUp() override {
    DriverTest::SetUp();
    ASSERT_OK(hgStreamCreate(&stream, 0));
    ASSERT_OK(hgStreamCreate(&other, 0));
    ASSERT_OK(hgEventCreate(&forked, HG_EVENT_DISABLE_TIMING));
    ASSERT_OK(hgEventCreate(&joined, HG_EVENT_DISABLE_TIMING));
  }
  HGstream stream = nullptr, other = nullptr;
  HGevent forked = nullptr, joined = nullptr;
  HGgraph graph = nullptr;
  HGgraphExec exec = nullptr;
};

TEST_F(CaptureTest, RunsNothingUntilTheGraphIsLaunched) {
  HGdeviceptr data = upload({1});
  EXPECT_OK(hgStreamBeginCapture(stream, HG_STREAM_CAPTURE_MODE_GLOBAL));
  HGstreamCaptureStatus status;
  EXPECT_OK(hgStreamIsCapturing(stream, &status));
  EXPECT_EQ(status, HG_STREAM_CAPTURE_STATUS_ACTIVE);
  EXPECT_OK(hgMemsetD32Async(data, 10, 1, stream));
  EXPECT_OK(step(data, 1, stream));
  EXPECT_OK(step(data, 1, stream));
  EXPECT_OK(hgStreamEndCapture(stream, &graph));
  EXPECT_EQ(download(data, 1), Values{1});
  size_t count = 0;
  EXPECT_OK(hgGraphGetNodes(graph, nullptr, &count));
  EXPECT_EQ(count, 3u);
  EXPECT_OK(hgGraphGetEdges(graph, nullptr, nullptr, &count));
  EXPECT_EQ(count, 2u);
  EXPECT_OK(hgGraphInstantiate(&exec, graph, 0));
  EXPECT_OK(hgGraphDestroy(graph)); // the executable one stays
  EXPECT_OK(hgGraphLaunch(exec, stream));
  EXPECT_OK(hgStreamSynchronize(stream));
  EXPECT_EQ(download(data, 1), Values{2 * (2 * 10 + 100) + 100});
  EXPECT_OK(hgGraphLaunch(exec, nullptr));
  EXPECT_EQ(download(data, 1), Values{340});
  EXPECT_OK(hgGraphExecDestroy(exec));
}

TEST_F(CaptureTest, ForksAndJoins) {
  HGdeviceptr a = upload({1}), b = upload({2});
  EXPECT_OK(hgStreamBeginCapture(stream, HG_STREAM_CAPTURE_MODE_GLOBAL));
  EXPECT_OK(step(a, 1, stream));
  EXPECT_OK(hgEventRecord(forked, stream));
  EXPECT_OK(hgStreamWaitEvent(other, forked, 0));
  EXPECT_OK(step(b, 1, other));
  EXPECT_OK(step(a, 1, stream));
  EXPECT_OK(hgEventRecord(joined, other));
  EXPECT_OK(hgStreamWaitEvent(stream, joined, 0));
  EXPECT_OK(hgMemcpyDtoDAsync(a, b, 4, stream));
  EXPECT_OK(hgStreamEndCapture(stream, &graph));
  size_t roots = 0;
  EXPECT_OK(hgGraphGetRootNodes(graph, nullptr, &roots));
  EXPECT_EQ(roots, 1u);
  EXPECT_OK(hgGraphInstantiate(&exec, graph, 0));
  EXPECT_OK(hgGraphLaunch(exec, stream));
  EXPECT_EQ(download(a, 1), Values{104});
  HGstreamCaptureStatus status;
  EXPECT_OK(hgStreamIsCapturing(other, &status)); // it left the capture with the first
  EXPECT_EQ(status, HG_STREAM_CAPTURE_STATUS_NONE);
}

TEST_F(CaptureTest, MustJoin) {
  HGdeviceptr data = upload({1});
  EXPECT_OK(hgStreamBeginCapture(stream, HG_STREAM_CAPTURE_MODE_GLOBAL));
  EXPECT_OK(hgEventRecord(forked, stream));
  EXPECT_OK(hgStreamWaitEvent(other, forked, 0));
  EXPECT_OK(step(data, 1, other));
  EXPECT_CODE(hgStreamEndCapture(other, &graph), HG_ERROR_STREAM_CAPTURE_UNMATCHED);
  EXPECT_CODE(hgStreamEndCapture(stream, &graph), HG_ERROR_STREAM_CAPTURE_UNJOINED);
  EXPECT_EQ(graph, nullptr);
  EXPECT_OK(step(data, 1, other)); // streams are as before
  EXPECT_EQ(download(data, 1), Values{102});
}

TEST_F(CaptureTest, WaitingBreaksIt) {
  HGdeviceptr data = upload({1});
  EXPECT_CODE(hgStreamBeginCapture(nullptr, HG_STREAM_CAPTURE_MODE_GLOBAL),
              HG_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  EXPECT_OK(hgStreamBeginCapture(stream, HG_STREAM_CAPTURE_MODE_GLOBAL));
  EXPECT_CODE(hgStreamBeginCapture(stream, HG_STREAM_CAPTURE_MODE_GLOBAL), HG_ERROR_ILLEGAL_STATE);
  EXPECT_CODE(hgStreamSynchronize(stream), HG_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  EXPECT_CODE(step(data, 1, stream), HG_ERROR_STREAM_CAPTURE_INVALIDATED);
  EXPECT_CODE(hgStreamEndCapture(stream, &graph), HG_ERROR_STREAM_CAPTURE_INVALIDATED);
  EXPECT_OK(hgStreamBeginCapture(stream, HG_STREAM_CAPTURE_MODE_GLOBAL));
  EXPECT_CODE(step(data, 1, nullptr), HG_ERROR_STREAM_CAPTURE_IMPLICIT);
  EXPECT_CODE(hgStreamEndCapture(stream, &graph), HG_ERROR_STREAM_CAPTURE_INVALIDATED);
  EXPECT_OK(hgStreamBeginCapture(stream, HG_STREAM_CAPTURE_MODE_GLOBAL));
  HGdeviceptr more = 0;
  EXPECT_CODE(hgMemAlloc(&more, 4), HG_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  EXPECT_CODE(hgStreamEndCapture(stream, &graph), HG_ERROR_STREAM_CAPTURE_INVALIDATED);
  EXPECT_OK(hgStreamBeginCapture(stream, HG_STREAM_CAPTURE_MODE_RELAXED));
  EXPECT_OK(hgMemAlloc(&more, 4));
  EXPECT_OK(hgStreamEndCapture(stream, &graph));
  EXPECT_EQ(download(data, 1), Values{1}); // nothing ran
}

TEST_F(CaptureTest, AllocatesMemoryOfTheGraph) {
  HGdeviceptr result = upload({0}), memory = 0;
  EXPECT_OK(hgStreamBeginCapture(stream, HG_STREAM_CAPTURE_MODE_GLOBAL));
  EXPECT_OK(hgMemAllocAsync(&memory, 4, stream));
  EXPECT_OK(hgMemsetD32Async(memory, 3, 1, stream));
  EXPECT_OK(step(memory, 1, stream));
  EXPECT_OK(hgMemcpyDtoDAsync(result, memory, 4, stream));
  EXPECT_OK(hgMemFreeAsync(memory, stream));
  EXPECT_OK(hgStreamEndCapture(stream, &graph));
  EXPECT_OK(hgGraphInstantiate(&exec, graph, 0));
  EXPECT_OK(hgGraphLaunch(exec, stream));
  EXPECT_OK(hgGraphLaunch(exec, stream));
  EXPECT_EQ(download(result, 1), Values{106});
}

TEST_F(CaptureTest, GraphsByHand) {
  HGdeviceptr data = upload({0});
  HGgraphNode fill = nullptr, kernel = nullptr, host = nullptr, again = nullptr;
  std::vector<HGresult> log;
  uint32_t n = 1;
  void *params[] = {&data, &n};
  HG_MEMSET_NODE_PARAMS fillParams = {data, 0, 4, 4, 1, 1};
  HG_KERNEL_NODE_PARAMS kernelParams = {function("step"), 1, 1, 1, 1, 1, 1, 0, params, nullptr};
  HG_HOST_NODE_PARAMS hostParams = {appendToLog, &log};
  EXPECT_OK(hgGraphCreate(&graph, 0));
  // The kernel comes first and depends on the fill, which is added after it.
  EXPECT_OK(hgGraphAddKernelNode(&kernel, graph, nullptr, 0, &kernelParams));
  EXPECT_OK(hgGraphAddMemsetNode(&fill, graph, nullptr, 0, &fillParams, context));
  EXPECT_OK(hgGraphAddDependencies(graph, &fill, &kernel, 1));
  EXPECT_OK(hgGraphAddHostNode(&host, graph, &kernel, 1, &hostParams));
  EXPECT_OK(hgGraphInstantiate(&exec, graph, 0));
  EXPECT_OK(hgGraphLaunch(exec, stream));
  EXPECT_EQ(download(data, 1), Values{108});
  EXPECT_EQ(log.size(), 1u);
  HGgraphNodeType type;
  EXPECT_OK(hgGraphNodeGetType(fill, &type));
  EXPECT_EQ(type, HG_GRAPH_NODE_TYPE_MEMSET);
  // A graph in a graph, and arguments that change.
  HGgraph outer = nullptr;
  HGgraphExec outerExec = nullptr;
  EXPECT_OK(hgGraphCreate(&outer, 0));
  HGgraphNode child = nullptr;
  EXPECT_OK(hgGraphAddChildGraphNode(&child, outer, nullptr, 0, graph));
  EXPECT_OK(hgGraphAddKernelNode(&again, outer, &child, 1, &kernelParams));
  EXPECT_OK(hgGraphInstantiate(&outerExec, outer, 0));
  EXPECT_OK(hgGraphLaunch(outerExec, nullptr));
  EXPECT_EQ(download(data, 1), Values{2 * 108 + 100});
  HGdeviceptr elsewhere = upload({1});
  params[0] = &elsewhere;
  EXPECT_OK(hgGraphExecKernelNodeSetParams(outerExec, again, &kernelParams));
  EXPECT_OK(hgGraphLaunch(outerExec, nullptr));
  EXPECT_EQ(download(data, 1), Values{108});
  EXPECT_EQ(download(elsewhere, 1), Values{102});
  // Circles are found when the graph is made executable.
  EXPECT_OK(hgGraphAddDependencies(graph, &kernel, &fill, 1));
  EXPECT_CODE(hgGraphInstantiate(&exec, graph, 0), HG_ERROR_INVALID_VALUE);
}

//===----------------------------------------------------------------------===//
// Threads, checks, counters, tensor maps
//===----------------------------------------------------------------------===//

TEST_F(DriverTest, ContextsAreOfThreads) {
  HGdeviceptr data = upload({1});
  std::thread([&] {
    HGdeviceptr memory = 0;
    EXPECT_CODE(hgMemAlloc(&memory, 4), HG_ERROR_INVALID_CONTEXT);
    EXPECT_OK(hgCtxSetCurrent(context));
    EXPECT_OK(step(data, 1));
  }).join();
  EXPECT_EQ(download(data, 1), Values{102});
}

TEST_F(DriverTest, ChecksAndCounts) {
  EXPECT_OK(hgSetOption("check", "all"));
  EXPECT_OK(hgSetOption("counters", "1"));
  HGdeviceptr written = upload({1, 2}), fresh = 0;
  EXPECT_OK(hgMemAlloc(&fresh, 8));
  EXPECT_OK(step(written, 2));
  size_t count = 7;
  EXPECT_OK(hgGetFindingCount(&count));
  EXPECT_EQ(count, 0u);
  EXPECT_OK(step(fresh, 2)); // reads what nobody wrote
  EXPECT_OK(hgGetFindingCount(&count));
  ASSERT_GE(count, 1u);
  const char *text = nullptr;
  EXPECT_OK(hgGetFinding(0, &text));
  EXPECT_NE(std::string(text).find("never written"), std::string::npos) << text;
  EXPECT_CODE(hgGetFinding(count, &text), HG_ERROR_INVALID_VALUE);
  EXPECT_OK(hgClearFindings());
  EXPECT_OK(hgGetFindingCount(&count));
  EXPECT_EQ(count, 0u);
  EXPECT_OK(hgGetCounters(&text));
  EXPECT_NE(std::string(text).find("\"launches\": 2"), std::string::npos);
  EXPECT_OK(hgGetCountersTable(&text));
  EXPECT_NE(std::string(text).find("kernel 'step'"), std::string::npos);
  EXPECT_OK(hgSetOption("counters", "0"));
  EXPECT_CODE(hgGetCounters(&text), HG_ERROR_ILLEGAL_STATE);
  EXPECT_CODE(hgSetOption("check", "everything"), HG_ERROR_INVALID_VALUE);
  EXPECT_CODE(hgSetOption("colour", "red"), HG_ERROR_INVALID_VALUE);
}

TEST_F(DriverTest, TensorMaps) {
  HGdeviceptr data = upload(Values(64 * 64));
  HGtensorMap map;
  uint64_t sizes[] = {64, 64}, strides[] = {256};
  uint32_t box[] = {32, 8}, ones[] = {1, 1};
  auto encode = [&](void *address) {
    return hgTensorMapEncodeTiled(&map, HG_TENSOR_MAP_DATA_TYPE_UINT32, 2, address, sizes, strides,
                                  box, ones, HG_TENSOR_MAP_INTERLEAVE_NONE,
                                  HG_TENSOR_MAP_SWIZZLE_128B, HG_TENSOR_MAP_L2_PROMOTION_NONE,
                                  HG_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  };
  EXPECT_OK(encode(reinterpret_cast<void *>(data)));
  EXPECT_CODE(encode(reinterpret_cast<void *>(data + 4)), HG_ERROR_INVALID_VALUE); // not aligned
  box[0] = 64; // 256 bytes are more than the swizzle's
  EXPECT_CODE(encode(reinterpret_cast<void *>(data)), HG_ERROR_INVALID_VALUE);
}

#ifdef HALFTONE_CUDA_H
#define SAME(name) static_assert(static_cast<int>(HG_##name) == static_cast<int>(CU_##name))
#define SAME_ERROR(name)                                                                           \
  static_assert(static_cast<int>(HG_ERROR_##name) == static_cast<int>(CUDA_ERROR_##name))
SAME_ERROR(INVALID_VALUE);
SAME_ERROR(OUT_OF_MEMORY);
SAME_ERROR(NOT_INITIALIZED);
SAME_ERROR(INVALID_DEVICE);
SAME_ERROR(INVALID_IMAGE);
SAME_ERROR(INVALID_CONTEXT);
SAME_ERROR(NO_BINARY_FOR_GPU);
SAME_ERROR(INVALID_PTX);
SAME_ERROR(UNSUPPORTED_PTX_VERSION);
SAME_ERROR(INVALID_HANDLE);
SAME_ERROR(ILLEGAL_STATE);
SAME_ERROR(NOT_FOUND);
SAME_ERROR(ILLEGAL_ADDRESS);
SAME_ERROR(LAUNCH_OUT_OF_RESOURCES);
SAME_ERROR(LAUNCH_TIMEOUT);
SAME_ERROR(ASSERT);
SAME_ERROR(MISALIGNED_ADDRESS);
SAME_ERROR(LAUNCH_FAILED);
SAME_ERROR(COOPERATIVE_LAUNCH_TOO_LARGE);
SAME_ERROR(STREAM_CAPTURE_UNJOINED);
SAME_ERROR(STREAM_CAPTURE_IMPLICIT);
SAME_ERROR(INVALID_CLUSTER_SIZE);
SAME(DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
SAME(DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED);
SAME(DEVICE_ATTRIBUTE_CLUSTER_LAUNCH);
SAME(DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED);
SAME(FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED);
SAME(FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
SAME(LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);
SAME(LAUNCH_ATTRIBUTE_PRIORITY);
SAME(GRAPH_NODE_TYPE_MEM_FREE);
SAME(MEMPOOL_ATTR_USED_MEM_HIGH);
SAME(TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ);
SAME(TENSOR_MAP_SWIZZLE_128B);
SAME(POINTER_ATTRIBUTE_MAPPED);
SAME(JIT_ERROR_LOG_BUFFER);
static_assert(sizeof(HGtensorMap) == sizeof(CUtensorMap));
static_assert(alignof(HGtensorMap) <= alignof(CUtensorMap)); // 64 up to CUDA 12
static_assert(sizeof(HGlaunchConfig) == sizeof(CUlaunchConfig));
static_assert(sizeof(HGlaunchAttribute) == sizeof(CUlaunchAttribute));
#endif

} // namespace
