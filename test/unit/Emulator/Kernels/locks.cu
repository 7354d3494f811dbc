// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads that wait for each other: a spin lock between the lanes of a warp, a ticket
// lock, a queue of many producers and consumers, a list and a stack that device memory
// is allocated for.
#include <cstdint>

/// Every thread adds to `*sum` under the lock.
extern "C" __global__ void spinLock(int *lock, int *sum, const int *x) {
  bool done = false;
  while (!done)
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      *reinterpret_cast<volatile int *>(sum) += x[blockIdx.x * blockDim.x + threadIdx.x];
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
}

/// Warps take tickets; what each sees when it is served goes to `order`.
extern "C" __global__ void ticketLock(unsigned *next, unsigned *serving, unsigned *value,
                                      unsigned *order) {
  if (threadIdx.x % 32)
    return;
  unsigned ticket = atomicAdd(next, 1);
  while (atomicAdd(serving, 0) != ticket)
    __nanosleep(100);
  __threadfence();
  unsigned old = *value;
  order[ticket] = old;
  *value = 3 * old + ticket;
  __threadfence();
  atomicExch(serving, ticket + 1);
}

/// Half of the block's threads push numbers 1..count into a ring of 16 places, the other
/// half take them; `sums` gets what each taker saw. `ring` is 0 before.
extern "C" __global__ void queue(unsigned *ring, unsigned *head, unsigned *tail, unsigned *sums,
                                 unsigned count) {
  unsigned half = blockDim.x / 2;
  if (threadIdx.x < half) {
    for (;;) {
      unsigned i = atomicAdd(tail, 1);
      if (i >= count)
        break;
      while (atomicCAS(&ring[i % 16], 0, i + 1) != 0)
        ;
    }
    return;
  }
  unsigned sum = 0;
  for (;;) {
    unsigned i = atomicAdd(head, 1), value;
    if (i >= count)
      break;
    while ((value = atomicExch(&ring[i % 16], 0)) == 0)
      ;
    sum += value;
  }
  sums[threadIdx.x - half] = sum;
}

struct Node {
  Node *next;
  int value;
};

/// Every thread allocates a node and pushes it; after that one thread walks the list,
/// sums and frees it.
extern "C" __global__ void mallocList(unsigned long long *top, int *out, int *count) {
  Node *node = static_cast<Node *>(malloc(sizeof(Node)));
  node->value = static_cast<int>(threadIdx.x * threadIdx.x);
  unsigned long long old = atomicAdd(top, 0ull), seen;
  for (;;) {
    node->next = reinterpret_cast<Node *>(old);
    __threadfence();
    seen = atomicCAS(top, old, reinterpret_cast<unsigned long long>(node));
    if (seen == old)
      break;
    old = seen;
  }
  __syncthreads();
  if (threadIdx.x)
    return;
  int sum = 0, nodes = 0;
  for (Node *at = reinterpret_cast<Node *>(*top); at;) {
    Node *next = at->next;
    sum += at->value, ++nodes;
    free(at);
    at = next;
  }
  *top = 0, *out = sum, *count = nodes;
}

/// An array of threads' own, by `new`.
extern "C" __global__ void newArray(const int *x, int *out) {
  int *own = new int[threadIdx.x + 1];
  for (unsigned i = 0; i <= threadIdx.x; ++i)
    own[i] = x[i];
  int sum = 0;
  for (unsigned i = 0; i <= threadIdx.x; ++i)
    sum = 3 * sum + own[threadIdx.x - i];
  out[threadIdx.x] = sum;
  delete[] own;
}
