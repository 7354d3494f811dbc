// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The barrier, pipeline and atomics of the CUDA C++ library.
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>

// Barriers in shared memory are made by init().
#pragma nv_diag_suppress static_var_with_dynamic_init

/// Sums of neighbours, a round for each phase of one barrier; arrivals and waits apart.
extern "C" __global__ void barrierPhases(const int *x, int *out, int rounds) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ int values[2][128];
  if (threadIdx.x == 0)
    init(&barrier, blockDim.x);
  __syncthreads();
  int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  for (int round = 0; round < rounds; ++round) {
    values[round & 1][threadIdx.x] = value;
    auto token = barrier.arrive();
    int own = 2 * value;
    barrier.wait(std::move(token));
    value = own + values[round & 1][(threadIdx.x + 1) % blockDim.x];
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

/// Copies by memcpy_async that complete on a barrier.
extern "C" __global__ void barrierCopies(const int4 *x, int4 *out, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ int4 tile[64];
  if (threadIdx.x == 0)
    init(&barrier, blockDim.x);
  __syncthreads();
  for (int base = 0; base < n; base += 64) {
    if (base + static_cast<int>(threadIdx.x) < n)
      cuda::memcpy_async(&tile[threadIdx.x], &x[base + threadIdx.x],
                         cuda::aligned_size_t<16>(sizeof(int4)), barrier);
    barrier.arrive_and_wait();
    int other = base + 63 - static_cast<int>(threadIdx.x);
    if (other < n)
      out[other] = tile[63 - threadIdx.x];
    barrier.arrive_and_wait();
  }
}

/// A pipeline of two stages for each thread.
extern "C" __global__ void pipelined(const float4 *x, float4 *out, int batches) {
  __shared__ float4 stages[2][64];
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  auto fetch = [&](int batch) {
    pipe.producer_acquire();
    if (batch < batches)
      cuda::memcpy_async(&stages[batch & 1][threadIdx.x], &x[batch * 64 + threadIdx.x],
                         cuda::aligned_size_t<16>(sizeof(float4)), pipe);
    pipe.producer_commit();
  };
  fetch(0);
  for (int batch = 0; batch < batches; ++batch) {
    fetch(batch + 1);
    cuda::pipeline_consumer_wait_prior<1>(pipe);
    float4 v = stages[batch & 1][threadIdx.x];
    out[batch * 64 + threadIdx.x] = {v.w, v.z, v.y, v.x};
    pipe.consumer_release();
  }
}

/// A pipeline of a block, half of whose threads copy and half compute.
extern "C" __global__ void roles(const int *x, int *out, int batches) {
  constexpr int half = 64;
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ int stages[2][half];
  auto block = cooperative_groups::this_thread_block();
  auto role = threadIdx.x < half ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto pipe = cuda::make_pipeline(block, &state, role);
  unsigned i = threadIdx.x % half;
  for (int batch = 0; batch < batches; ++batch) {
    if (role == cuda::pipeline_role::producer) {
      pipe.producer_acquire();
      cuda::memcpy_async(&stages[batch & 1][i], &x[batch * half + i],
                         cuda::aligned_size_t<4>(sizeof(int)), pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      out[batch * half + i] = stages[batch & 1][half - 1 - i] + batch;
      pipe.consumer_release();
    }
  }
}

/// Atomics of several scopes and orders: a message passed from thread to thread, and
/// counts.
extern "C" __global__ void passMessage(int *data, unsigned *flag, int *out, unsigned *counts) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> turn(*flag);
  if (threadIdx.x == 0) {
    while (turn.load(cuda::memory_order_acquire) != blockIdx.x)
      ;
    int value = *data;
    out[blockIdx.x] = value;
    *data = 2 * value + 1;
    turn.store(blockIdx.x + 1, cuda::memory_order_release);
  }
  __shared__ cuda::atomic<unsigned, cuda::thread_scope_block> local;
  if (threadIdx.x == 0)
    new (&local) cuda::atomic<unsigned, cuda::thread_scope_block>(0);
  __syncthreads();
  local.fetch_add(threadIdx.x, cuda::memory_order_relaxed);
  local.fetch_max(5);
  __syncthreads();
  cuda::atomic_ref<unsigned, cuda::thread_scope_system> count(counts[0]);
  if (threadIdx.x == 0)
    count.fetch_add(local.load());
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> bits(counts[1]);
  bits.fetch_xor(1u << threadIdx.x % 32, cuda::memory_order_acq_rel);
}
