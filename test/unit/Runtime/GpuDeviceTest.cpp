// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps for a GPU as the trainer sees them, on the emulated device, on the driver of
// FakeCuda.cpp, and on a real one where there is one.
#include "Environment.h"

#include "halftone/Runtime/Device.h"
#include "halftone/Support/AtomicFile.h"

#include <dlfcn.h>

using namespace halftone;
using namespace halftone::runtime;
using halftone::testing::contains;
using halftone::testing::ScopedVariable;

namespace {

constexpr int64_t count = 300;

HostTensor iota(float scale) {
  HostTensor tensor(DType::F32, {count});
  for (int64_t i = 0; i < count; ++i)
    tensor.setDouble(i, scale * static_cast<float>(i));
  return tensor;
}

/// A step's function, its arguments on the device.
struct Call {
  Call(Executable &executable, std::string_view name, const std::vector<HostTensor> &values)
      : executable(executable), function(*executable.manifest().find(name)) {
    for (size_t i = 0; i < values.size(); ++i) {
      auto buffer = executable.allocate(function.args[i]);
      EXPECT_TRUE(buffer) << buffer.error();
      Status written = executable.write(**buffer, values[i]);
      EXPECT_TRUE(written) << written.error();
      buffers.push_back(std::move(*buffer));
    }
  }

  Status run() {
    std::vector<Buffer *> args;
    for (auto &buffer : buffers)
      args.push_back(buffer.get());
    return executable.run(function, args, {});
  }
  Result<HostTensor> read(size_t index) {
    return executable.read(*buffers[index], function.args[index]);
  }

  Executable &executable;
  const FunctionInfo &function;
  std::vector<std::unique_ptr<Buffer>> buffers;
};

/// Runs the fake step's functions and checks what they compute.
void checkStep(Executable &executable) {
  Call step(executable, "step", {iota(1), iota(10)});
  for (int call = 1; call <= 2; ++call) { // the second uses the first's workspace
    Status ran = step.run();
    ASSERT_TRUE(ran) << ran.error();
    auto y = step.read(1);
    ASSERT_TRUE(y) << y.error();
    EXPECT_EQ(*y, iota(10.0f + 4.0f * static_cast<float>(call)));
  }
  Call reverse(executable, "reverse", {iota(1)});
  ASSERT_TRUE(reverse.run());
  auto x = reverse.read(0);
  ASSERT_TRUE(x) << x.error();
  for (int64_t i = 0; i < count; ++i)
    EXPECT_EQ(x->getDouble(i), static_cast<double>(count - 1 - i));
}

TEST(GpuDevice, RunsOnTheEmulatedDevice) {
  auto executable = loadGpuExecutable(FAKE_STEP_EMULATED, "emulated");
  ASSERT_TRUE(executable) << executable.error();
  EXPECT_EQ((*executable)->manifest().target, "sm_80");
  checkStep(**executable);
}

TEST(GpuDevice, RunsOnCuda) {
  ScopedVariable driver("HALFTONE_LIBCUDA", FAKE_CUDA);
  auto executable = loadGpuExecutable(FAKE_STEP_CUDA, "cuda");
  ASSERT_TRUE(executable) << executable.error();
  checkStep(**executable);
}

TEST(GpuDevice, RunsByDefaultOnWhatItWasCompiledFor) {
  ScopedVariable missing("HALFTONE_LIBCUDA", "/nowhere/libcuda.so.1");
  EXPECT_TRUE(contains(loadExecutable(FAKE_STEP_UNOPENED, "").error(), "no CUDA driver"));
  auto cpu = loadExecutable(FAKE_STEP_CPU, "");
  EXPECT_TRUE(cpu) << cpu.error();
}

TEST(GpuDevice, TellsTheManifestWithoutADevice) {
  ScopedVariable missing("HALFTONE_LIBCUDA", "/nowhere/libcuda.so.1");
  auto executable = loadExecutable(FAKE_STEP_UNOPENED, "", /*manifestOnly=*/true);
  ASSERT_TRUE(executable) << executable.error();
  EXPECT_NE((*executable)->manifest().find("reverse"), nullptr);
}

TEST(GpuDevice, SaysThatThereIsNoDriver) {
  ScopedVariable missing("HALFTONE_LIBCUDA", "/nowhere/libcuda.so.1");
  std::string error = loadGpuExecutable(FAKE_STEP_UNOPENED, "cuda").error();
  EXPECT_TRUE(contains(error, "no CUDA driver: /nowhere/libcuda.so.1"));
  EXPECT_TRUE(contains(error, "--device=emulated"));
}

TEST(GpuDevice, ChecksTheNumberOfTheDevice) {
  ScopedVariable driver("HALFTONE_LIBCUDA", FAKE_CUDA);
  ScopedVariable device("HALFTONE_CUDA_DEVICE", "first");
  EXPECT_EQ(loadGpuExecutable(FAKE_STEP_UNOPENED, "cuda").error(),
            "HALFTONE_CUDA_DEVICE: expected the number of a device, got 'first'");
  ScopedVariable seventh("HALFTONE_CUDA_DEVICE", "7");
  EXPECT_EQ(loadGpuExecutable(FAKE_STEP_UNOPENED, "cuda").error(), "no CUDA device 7: there are 2");
}

TEST(GpuDevice, NamesTheKernelThatFailed) {
  auto executable = loadGpuExecutable(FAKE_STEP_EMULATED, "emulated");
  ASSERT_TRUE(executable) << executable.error();
  Call stray(**executable, "stray", {iota(1)});
  Status ran = stray.run();
  EXPECT_TRUE(contains(ran.error(), "launch of kernel 'stray' failed: "));
  // The error was told; what comes next works.
  auto x = stray.read(0);
  ASSERT_TRUE(x) << x.error();
  EXPECT_EQ(*x, iota(1));
}

TEST(GpuDevice, ReportsWhatCudaReports) {
  ScopedVariable driver("HALFTONE_LIBCUDA", FAKE_CUDA);
  auto executable = loadGpuExecutable(FAKE_STEP_CUDA, "cuda");
  ASSERT_TRUE(executable) << executable.error();
  Call step(**executable, "step", {iota(1), iota(10)});
  {
    ScopedVariable failure("FAKE_CUDA_FAIL", "cuLaunchKernel:700");
    EXPECT_EQ(step.run().error(), "launch of kernel 'axpy' failed: CUDA_ERROR_ILLEGAL_ADDRESS (an "
                                  "illegal memory access was encountered)");
  }
  {
    ScopedVariable failure("FAKE_CUDA_FAIL", "cuStreamSynchronize:700");
    EXPECT_TRUE(step.run());
    EXPECT_TRUE(contains(step.read(1).error(), "waiting for the device failed: "));
  }
  {
    ScopedVariable failure("FAKE_CUDA_FAIL", "cuMemAllocAsync:2");
    EXPECT_EQ((*executable)->allocate(step.function.args[0]).error(),
              "'x': allocation of 1200 bytes failed: CUDA_ERROR_OUT_OF_MEMORY");
  }
  EXPECT_TRUE(step.run());
}

TEST(GpuDevice, RefusesAnotherDevicesStep) {
  EXPECT_EQ(loadExecutable(FAKE_STEP_EMULATED, "cpu").error(),
            "'" FAKE_STEP_EMULATED "' was compiled for 'sm_80' and does not run on 'cpu': use "
            "--device=cuda or --device=emulated, or compile it with --target=cpu");
  for (std::string device : {"cuda", "emulated"})
    EXPECT_EQ(loadGpuExecutable(FAKE_STEP_CPU, device).error(),
              "'" FAKE_STEP_CPU "' was compiled for 'cpu' and does not run on '" + device +
                  "': use --device=cpu, or compile it with --target=sm_80 or another GPU");
  EXPECT_EQ(loadExecutable(FAKE_STEP_CPU, "tpu").error(),
            "--device: expected 'cpu', 'cuda' or 'emulated', got 'tpu'");
}

TEST(GpuDevice, RefusesAStepWithoutRuntime) {
  EXPECT_EQ(loadGpuExecutable(FAKE_STEP_WITHOUT_RUNTIME, "emulated").error(),
            "'" FAKE_STEP_WITHOUT_RUNTIME "' was compiled for 'sm_80', but holds no GPU runtime "
            "(symbol 'halftone_gpu_open' is missing)");
}

TEST(GpuDevice, RefusesCodeForAnotherCapability) {
  ScopedVariable driver("HALFTONE_LIBCUDA", FAKE_CUDA);
  ScopedVariable capability("FAKE_CUDA_CAPABILITY", "89");
  EXPECT_EQ(loadGpuExecutable(FAKE_STEP_SM_90A, "cuda").error(),
            "'" FAKE_STEP_SM_90A "' was compiled for 'sm_90a', but Fake 0 has compute capability "
            "8.9: compile it with --target=sm_89, or use --device=emulated");
}

/// "a, b" holds "b"
bool isRequired(std::string_view what) {
  const char *text = std::getenv("HALFTONE_REQUIRE");
  for (std::string_view rest = text ? text : ""; !rest.empty();) {
    size_t end = std::min(rest.find(','), rest.size());
    if (rest.substr(0, end) == what)
      return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

TEST(GpuDevice, RunsOnARealGpu) {
  ScopedVariable driver("HALFTONE_LIBCUDA", nullptr);
  auto executable = loadGpuExecutable(FAKE_STEP_REAL, "cuda");
  if (!executable && isRequired("gpu"))
    FAIL() << executable.error();
  if (!executable)
    GTEST_SKIP() << executable.error();
  checkStep(**executable);
}

} // namespace
