// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What CudaDriver.h declares, against cuda.h. Compiled where that is installed.
#include "../../../lib/Runtime/CudaDriver.h"

#include <cuda.h>

#include <gtest/gtest.h>

using namespace halftone::runtime;

namespace {

/// Pointers and handles are alike in a call, and so are integers of one size.
template <typename A, typename B>
constexpr bool sameInCall = std::is_pointer_v<A> == std::is_pointer_v<B> && sizeof(A) == sizeof(B);

template <typename Ours, typename Theirs> constexpr bool sameFunction = false;
template <typename... Ours, typename... Theirs>
constexpr bool sameFunction<int (*)(Ours...), CUresult (*)(Theirs...)> = [] {
  if constexpr (sizeof...(Ours) == sizeof...(Theirs))
    return (sameInCall<Ours, Theirs> && ...);
  else
    return false;
}();

#define HALFTONE_COMPARE(member, symbol, since, arguments)                                         \
  static_assert(sameFunction<decltype(cuda::Driver::member), decltype(&::symbol)>, #symbol);
HALFTONE_CUDA_DRIVER(HALFTONE_COMPARE)

static_assert(sizeof(CUresult) == sizeof(cuda::Code) && sizeof(CUdevice) == sizeof(cuda::Device));
static_assert(cuda::success == CUDA_SUCCESS);
static_assert(cuda::noBinaryForGpu == CUDA_ERROR_NO_BINARY_FOR_GPU);
static_assert(cuda::attributeCapabilityMajor == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
static_assert(cuda::attributeCapabilityMinor == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
static_assert(cuda::attributeSharedPerBlockOptin ==
              CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
static_assert(cuda::attributePoolsSupported == CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED);
static_assert(cuda::functionMaxDynamicShared == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
static_assert(cuda::poolReleaseThreshold == CU_MEMPOOL_ATTR_RELEASE_THRESHOLD);
static_assert(cuda::streamNonBlocking == CU_STREAM_NON_BLOCKING);
static_assert(cuda::attachGlobal == CU_MEM_ATTACH_GLOBAL);
static_assert(cuda::hostRegisterPortable == CU_MEMHOSTREGISTER_PORTABLE);
static_assert(cuda::jitErrorLog == CU_JIT_ERROR_LOG_BUFFER);
static_assert(cuda::jitErrorLogBytes == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
static_assert(cuda::jitOptimizationLevel == CU_JIT_OPTIMIZATION_LEVEL);
static_assert(cuda::launchClusterDimension == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);

static_assert(sizeof(cuda::LaunchAttribute) == sizeof(CUlaunchAttribute));
static_assert(offsetof(cuda::LaunchAttribute, value) == offsetof(CUlaunchAttribute, value));
static_assert(sizeof(cuda::LaunchConfig) == sizeof(CUlaunchConfig));
static_assert(offsetof(cuda::LaunchConfig, stream) == offsetof(CUlaunchConfig, hStream));
static_assert(offsetof(cuda::LaunchConfig, numAttributes) == offsetof(CUlaunchConfig, numAttrs));

// The member of a union, which no offset tells.
TEST(CudaDriver, PutsTheClusterWhereCudaReadsIt) {
  cuda::LaunchAttribute ours{};
  ours.value.clusterDim = {2, 3, 4};
  CUlaunchAttributeValue theirs;
  static_assert(sizeof theirs == sizeof ours.value);
  __builtin_memcpy(&theirs, &ours.value, sizeof theirs);
  EXPECT_EQ(theirs.clusterDim.x, 2u);
  EXPECT_EQ(theirs.clusterDim.y, 3u);
  EXPECT_EQ(theirs.clusterDim.z, 4u);
}

} // namespace
