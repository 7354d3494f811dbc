// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls: recursion, structures as parameters and results, function pointers, virtual
// functions, arrays of a thread's own that are indexed at run time, tables in constant
// memory, a switch.
#include <cstdint>

__device__ __noinline__ unsigned fibonacci(unsigned n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
__device__ __noinline__ unsigned ackermann(unsigned m, unsigned n) {
  return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
extern "C" __global__ void recursion(const unsigned *x, unsigned *out) {
  out[2 * threadIdx.x] = fibonacci(x[threadIdx.x]);
  out[2 * threadIdx.x + 1] = ackermann(2, x[threadIdx.x] % 4);
}

struct Wide {
  double a;
  int b[3];
  char c;
};
__device__ __noinline__ Wide turn(Wide w, short factor) {
  Wide result = {w.a * factor, {w.b[2], w.b[0], w.b[1]}, static_cast<char>(w.c + 1)};
  return result;
}
extern "C" __global__ void structures(const double *x, double *out) {
  Wide w = {x[threadIdx.x], {1, 2, static_cast<int>(threadIdx.x)}, 'x'};
  for (unsigned i = 0; i <= threadIdx.x % 3; ++i)
    w = turn(w, static_cast<short>(-2 - static_cast<int>(i)));
  out[threadIdx.x] = w.a + w.b[0] * 100 + w.b[1] * 10 + w.b[2] + w.c * 1000;
}

using Function = int (*)(int, int);
__device__ __noinline__ int add(int a, int b) { return a + b; }
__device__ __noinline__ int subtract(int a, int b) { return a - b; }
__device__ __noinline__ int multiply(int a, int b) { return a * b; }
__device__ Function table[3] = {add, subtract, multiply};
extern "C" __global__ void pointers(const int *x, const int *which, int *out) {
  Function f = table[which[threadIdx.x]];
  out[threadIdx.x] = f(x[threadIdx.x], static_cast<int>(threadIdx.x) + 1);
}

struct Figure {
  __device__ virtual float area() const = 0;
  __device__ virtual float scaled(float by) const { return by * area(); }
};
struct Circle : Figure {
  float radius;
  __device__ explicit Circle(float radius) : radius(radius) {}
  __device__ float area() const override { return 3.0f * radius * radius; }
};
struct Square : Figure {
  float side;
  __device__ explicit Square(float side) : side(side) {}
  __device__ float area() const override { return side * side; }
  __device__ float scaled(float by) const override { return by * by * area(); }
};
extern "C" __global__ void virtuals(const float *x, float *out) {
  Circle circle(x[threadIdx.x]);
  Square square(x[threadIdx.x]);
  const Figure *figures[2] = {&circle, &square};
  out[threadIdx.x] = figures[threadIdx.x * 7 % 5 % 2]->scaled(2.0f);
}

/// Sorts eight numbers by insertion in local memory, then picks.
extern "C" __global__ void localArrays(const int *x, int *out, int n) {
  int own[8];
  for (int i = 0; i < 8; ++i) {
    int value = x[(threadIdx.x * 8 + i) % n], j = i;
    for (; j > 0 && own[j - 1] > value; --j)
      own[j] = own[j - 1];
    own[j] = value;
  }
  int picked = 0;
  for (int i = 0; i < 8; ++i)
    picked = 10 * picked + own[(i * (threadIdx.x + 1)) % 8];
  out[threadIdx.x] = picked;
}

__constant__ uint32_t polynomials[2][4] = {{0x04c11db7, 0x1edc6f41, 0x741b8cd7, 0x814141ab},
                                           {1, 2, 3, 4}};
__constant__ char name[] = "halftone";
__device__ int counter = 7;
extern "C" __global__ void constants(uint32_t *out, unsigned n) {
  unsigned i = threadIdx.x;
  uint32_t crc = ~0u;
  for (unsigned j = 0; j < n; ++j) {
    crc ^= static_cast<uint32_t>(name[(i + j) % 8]) << 24;
    for (int bit = 0; bit < 8; ++bit)
      crc = crc << 1 ^ (crc >> 31 ? polynomials[0][i % 4] : 0);
  }
  out[i] = crc * polynomials[1][i % 4];
  if (i == 0)
    atomicAdd(&counter, static_cast<int>(n));
}

/// A little machine: a program of bytes run by every thread on its own input.
extern "C" __global__ void machine(const uint8_t *code, int length, const int *x, int *out) {
  int stack[8], top = 0;
  stack[top++] = x[threadIdx.x];
  for (int pc = 0; pc < length && top > 0; ++pc) {
    int a = stack[top - 1];
    switch (code[pc]) {
    case 0:
      stack[top] = a, top = min(top + 1, 7);
      break;
    case 1:
      stack[top - 1] = a + 1;
      break;
    case 2:
      stack[top - 1] = a * 3;
      break;
    case 3:
      stack[top - 1] = -a;
      break;
    case 4:
      stack[top - 1] = a >> 1;
      break;
    case 5:
      top = max(top - 1, 1), stack[top - 1] += a;
      break;
    case 6:
      pc += a & 1;
      break;
    case 7:
      stack[top - 1] = a ^ 0x55;
      break;
    default:
      top = 0;
      stack[0] = -1;
      break;
    }
  }
  out[threadIdx.x] = stack[max(top - 1, 0)];
}
