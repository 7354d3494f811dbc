// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What kernels call of the device's library.
#include <cassert>
#include <cstdio>

extern "C" __global__ void print(const char *name, const int *values, double x) {
  int i = static_cast<int>(threadIdx.x);
  if (i == 0)
    printf("%s|%-8s|%8.3s|%%|\n", name, "left", "cut off");
  if (i < 2)
    printf("block %d thread %d: %5d|%-5d|%05d|%+d|%x|%#X|%o|%u\n", blockIdx.x, i, values[i],
           values[i], values[i], values[i], values[i], values[i], values[i], values[i]);
  if (i == 1) {
    int count = printf("%f %10.3e %g %a %.*f|%*d|%-*d|%c%c\n", x, x, x, x, 2, x, 6, 42, 6, 42, 'o',
                       'k');
    printf("%d %lld %llu %ld %hd %hhu %s\n", count, 1ll << 40, ~0ull, -5l, values[0], values[0],
           static_cast<const char *>(nullptr));
    printf("no arguments\n");
  }
}

extern "C" __global__ void check(int *values, int n) {
  assert(values[threadIdx.x] < n && "too large");
  values[threadIdx.x] = 1;
}

struct Node {
  Node *next;
  int value;
};

// A list of each thread, made and taken apart.
extern "C" __global__ void lists(int *out, int n) {
  Node *first = nullptr;
  for (int i = 0; i < n; ++i) {
    Node *node = static_cast<Node *>(malloc(sizeof(Node)));
    if (!node) {
      out[threadIdx.x] = -1;
      return;
    }
    node->next = first;
    node->value = i * static_cast<int>(threadIdx.x);
    first = node;
  }
  int sum = 0;
  while (first) {
    Node *next = first->next;
    sum += first->value;
    free(first);
    first = next;
  }
  out[threadIdx.x] = sum;
}

extern "C" __global__ void freeTwice(int *out) {
  int *memory = new int[4];
  out[0] = memory != nullptr;
  delete[] memory;
  delete[] memory;
}

extern "C" __global__ void useAfterFree(int *out) {
  int *memory = new int[4];
  memory[0] = 5;
  int volatile *again = memory;
  delete[] memory;
  out[0] = again[0];
}

extern "C" __global__ void pastTheEnd(int *out, int n) {
  int *memory = new int[4];
  memory[n] = 1;
  out[0] = memory[0];
}

extern "C" __global__ void times(long long *out) {
  long long begin = clock64();
  unsigned start = clock();
  unsigned long long when;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(when));
  long long sum = 0;
  for (int i = 0; i < 100; ++i)
    sum += out[i & 3];
  out[0] = sum;
  out[1] = clock64() - begin;
  out[2] = clock() - start;
  unsigned long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  out[3] = static_cast<long long>(now - when);
}

extern "C" __global__ void stop(int *out) {
  if (threadIdx.x == 5)
    __trap();
  out[threadIdx.x] = 1;
}
