// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What compilers write around kernels: calls by name and by address, recursion, virtual
// functions, structs by value, constant arrays, templates, and stacks. FrontTest.cpp has
// the same functions on the host.
struct Sample {
  int a;
  double b;
  float c[3];
  char tag;
};

__constant__ int weights[5] = {3, -1, 4, -1, 5};
__constant__ double scales[2][2] = {{0.5}, {2.0, 4.0}};
__device__ int counter = 7;
__device__ int *counterAddress = &counter;

__device__ __noinline__ Sample change(int by, Sample s) {
  s.a += by;
  s.b *= scales[by & 1][1] + scales[0][0];
  s.c[by % 3] = static_cast<float>(by);
  s.tag ^= 1;
  return s;
}

__device__ __noinline__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

// Mutual recursion, with an array in each frame that callees write to.
__device__ __noinline__ int odd(int n, int *path);
__device__ __noinline__ int even(int n, int *path) {
  int mine[4] = {n, path[0], path[1], 1};
  if (n == 0)
    return mine[1] + 10 * mine[2];
  int below = odd(n - 1, mine);
  return below + mine[0] + mine[n & 3];
}
__device__ __noinline__ int odd(int n, int *path) {
  int mine[4] = {path[3], n, 2, path[0]};
  if (n == 0)
    return -1;
  path[3] += n;
  return even(n - 1, mine) * 2 + mine[n & 3];
}

struct Shape {
  __device__ virtual float area(float scale) const = 0;
  __device__ virtual int sides() const { return 0; }
};
struct Square : Shape {
  float side;
  __device__ explicit Square(float side) : side(side) {}
  __device__ float area(float scale) const override { return side * side * scale; }
  __device__ int sides() const override { return 4; }
};
struct Circle : Shape {
  float radius;
  __device__ explicit Circle(float radius) : radius(radius) {}
  __device__ float area(float scale) const override { return 3.0f * radius * radius * scale; }
};

using Binary = int (*)(int, int);
__device__ int plus(int a, int b) { return a + b; }
__device__ int minus(int a, int b) { return a - b; }
template <int factor> __device__ int times(int a, int b) { return factor * a * b; }
__device__ Binary operations[4] = {plus, minus, times<2>, times<5>};

extern "C" __global__ void structs(Sample *samples, Sample by, int n) {
  int i = static_cast<int>(threadIdx.x);
  if (i < n)
    samples[i] = change(i + weights[i % 5], i & 1 ? samples[i] : by);
}

extern "C" __global__ void recursion(int *out, int n) {
  int i = static_cast<int>(threadIdx.x);
  if (i >= n)
    return;
  int path[4] = {i, 1, 2, 3};
  out[2 * i] = fibonacci(i % 11);
  out[2 * i + 1] = even(i % 7, path) + path[3];
}

extern "C" __global__ void pointers(int *out, int n) {
  int i = static_cast<int>(threadIdx.x);
  if (i < n)
    out[i] = operations[i % 4](i, n) + *counterAddress;
}

extern "C" __global__ void shapes(float *out, int n) {
  int i = static_cast<int>(threadIdx.x);
  if (i >= n)
    return;
  Square square(static_cast<float>(i));
  Circle circle(static_cast<float>(i) + 0.5f);
  const Shape *shape = &square;
  if (i % 3 == 0)
    shape = &circle;
  out[i] = shape->area(0.25f) + static_cast<float>(shape->sides());
}

template <typename T, int width> __global__ void sums(const T *in, T *out) {
  T values[width];
  for (int k = 0; k < width; ++k)
    values[k] = in[threadIdx.x * width + k];
  T sum = 0;
  for (int k = 0; k < width; ++k)
    sum += values[(k + threadIdx.x) % width] * static_cast<T>(k);
  out[threadIdx.x] = sum;
}
template __global__ void sums<int, 3>(const int *, int *);
template __global__ void sums<double, 5>(const double *, double *);

// A parameter whose address is taken, and a reference to it that a function gets.
__device__ __noinline__ float pick(const Sample &sample, int i) { return sample.c[i % 3]; }
extern "C" __global__ void constantParameter(float *out, const __grid_constant__ Sample sample) {
  int i = static_cast<int>(threadIdx.x);
  out[i] = pick(sample, i) + static_cast<float>(sample.a);
}

// Memory from the stack, of a size that is known when it runs.
__device__ __noinline__ int sumOfSquares(int n) {
  int *squares = static_cast<int *>(__builtin_alloca(n * sizeof(int)));
  for (int i = 0; i < n; ++i)
    squares[i] = i * i;
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += squares[(i * 7) % n];
  return sum;
}
extern "C" __global__ void stack(int *out) {
  out[threadIdx.x] = sumOfSquares(static_cast<int>(threadIdx.x) + 1);
}

// A table of branches, a variable of a function that lives on, and a lambda.
__device__ __noinline__ int choose(int which, int x) {
  static __device__ int seed = 100;
  auto scaled = [&](int by) { return by * x + seed; };
  switch (which) {
  case 0:
    return scaled(1);
  case 1:
    return x / 3;
  case 2:
    return x ^ 0x55;
  case 3:
    return scaled(-4);
  case 4:
    return __popc(x);
  case 5:
    return x << 3;
  default:
    return -x;
  }
}
extern "C" __global__ void choices(int *out) {
  int i = static_cast<int>(threadIdx.x);
  out[i] = choose(i % 8, i * 11);
}

extern "C" __global__ void endless(int *out) { out[0] = even(1 << 20, out); }
