// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A step for a GPU as `halftone-compile --emit=so` makes it, by hand: a manifest, and
// host code that calls `mgpu*` in the order that MLIR's lowering does. Compiled several
// times, with another FAKE_TARGET.
//
//   step(x, y) with y updated: y += 2 x twice, by a workspace that is allocated at the
//   first call and kept.
//   reverse(x) with x updated.
//   stray(x): a kernel writes where it must not.
#include "FakeStep.h"

#include "halftone/Runtime/GpuRuntime.h"

#define STRINGIFY(x) #x
#define QUOTED(x) STRINGIFY(x)
#define VECTOR(name, more)                                                                         \
  R"({"name": ")" name R"(", "role": "param", "dtype": "f32", "shape": [300])" more "}"
#define FUNCTION(name, args, results)                                                              \
  R"({"name": ")" name R"(", "symbol": "fake_)" name R"(", "args": [)" args                        \
  R"(], "results": [)" results "]}"

extern "C" const char halftone_manifest[];
const char halftone_manifest[] =
    R"({"version": 1, "target": ")" QUOTED(FAKE_TARGET) R"(", "properties": {}, "functions": [)" FUNCTION(
        "step", VECTOR("x", "") "," VECTOR("y", ""),
        VECTOR(
            "y",
            R"(, "updates": "y")")) "," FUNCTION("reverse", VECTOR("x", ""),
                                                 VECTOR(
                                                     "x",
                                                     R"(, "updates": "x")")) "," FUNCTION("stray",
                                                                                          VECTOR(
                                                                                              "x",
                                                                                              ""),
                                                                                          "") "]}";

#ifndef FAKE_WITHOUT_RUNTIME

static void *module;
[[gnu::constructor(123)]] static void loadModule() {
  module = mgpuModuleLoad(const_cast<char *>(halftone::testing::fakeStepPtx),
                          sizeof halftone::testing::fakeStepPtx);
}
[[gnu::destructor(123)]] static void unloadModule() { mgpuModuleUnload(module); }

static constexpr int32_t count = 300;

static void axpy(float a, void *x, void *y, void *stream) {
  int32_t n = count;
  void *params[] = {&a, &x, &y, &n};
  mgpuLaunchKernel(mgpuModuleGetFunction(module, "axpy"), 3, 1, 1, 128, 1, 1, 0, stream, params,
                   nullptr, 4);
}

extern "C" void fake_step(void **buffers) {
  static void *workspace;
  void *x = buffers[0], *y = buffers[1];
  void *stream = mgpuStreamCreate();
  if (!workspace)
    workspace = mgpuMemAlloc(count * sizeof(float), stream, false);
  mgpuMemset32(workspace, 0, count, stream);
  axpy(2, x, workspace, stream);
  axpy(1, workspace, y, stream);
  axpy(1, workspace, y, stream);
  mgpuStreamDestroy(stream);
}

extern "C" void fake_reverse(void **buffers) {
  void *x = buffers[0];
  int32_t n = count;
  void *params[] = {&x, &n};
  mgpuLaunchKernel(mgpuModuleGetFunction(module, "reverse"), 1, 1, 1, count, 1, 1,
                   count * sizeof(float), mgpuStreamCreate(), params, nullptr, 2);
}

extern "C" void fake_stray(void **buffers) {
  void *params[] = {&buffers[0]};
  mgpuLaunchKernel(mgpuModuleGetFunction(module, "stray"), 1, 1, 1, 1, 1, 1, 0, mgpuStreamCreate(),
                   params, nullptr, 1);
}

#endif
