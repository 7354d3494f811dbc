// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transposes, products with vectors, convolutions, f32 products.
#include "Kernels.h"

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

TEST(EmulatorKernelMatrices, Transposes) {
  everySchedule({"transpose.sm_75"}, [](Device &device) {
    for (auto [rows, columns] : {std::pair{1, 1}, {33, 70}, {64, 31}}) {
      size_t r = static_cast<size_t>(rows), c = static_cast<size_t>(columns);
      std::vector<float> x = uniform<float>(r * c, -1, 1, 1), expected(r * c);
      for (size_t i = 0; i < r * c; ++i)
        expected[i % c * r + i / c] = x[i];
      float *dx = device.array(x);
      Dim3 grid = {static_cast<uint32_t>(columns + 31) / 32, static_cast<uint32_t>(rows + 31) / 32};
      float *out = device.empty<float>(r * c);
      device.run("transposePadded", grid, {32, 8}, {dx, out, rows, columns});
      expectSame(out, expected, "padded");
      out = device.empty<float>(r * c);
      device.run("transposeSwizzled", grid, {32, 8}, {dx, out, rows, columns}, {.shared = 4096});
      expectSame(out, expected, "swizzled");
    }
    std::vector<uint8_t> bytes = integers<uint8_t>(128 * 64, 0, 255, 2), expected(128 * 64);
    for (size_t i = 0; i < bytes.size(); ++i)
      expected[i % 64 * 128 + i / 64] = bytes[i];
    uint8_t *in = device.array(bytes), *out = device.empty<uint8_t>(128 * 64);
    device.run("transposeBytes", {1, 2}, {16, 16}, {in, out, 128, 64});
    expectSame(out, expected, "bytes");
  });
}

TEST(EmulatorKernelMatrices, TimesAVector) {
  everySchedule({"matvec.sm_75"}, [](Device &device) {
    for (auto [rows, columns] : {std::pair{1, 4}, {37, 132}, {50, 260}}) {
      size_t r = static_cast<size_t>(rows), c = static_cast<size_t>(columns);
      std::vector<float> a = integers<float>(r * c, -9, 9, 3), x = integers<float>(c, -9, 9, 4),
                         z = integers<float>(r, -9, 9, 5);
      std::vector<float> byRows(r), byColumns(c, 1);
      for (size_t i = 0; i < r * c; ++i)
        byRows[i / c] += a[i] * x[i % c], byColumns[i % c] += a[i] * z[i / c];
      float *da = device.array(a), *dx = device.array(x), *dz = device.array(z);
      float *y = device.empty<float>(r);
      device.run("matvecRows", {(static_cast<uint32_t>(rows) + 3) / 4}, {128},
                 {da, dx, y, rows, columns});
      expectSame(y, byRows, "rows");
      float *w = device.array(std::vector<float>(c, 1));
      device.run("matvecColumns", {(static_cast<uint32_t>(columns) + 63) / 64, 3}, {64},
                 {da, dz, w, rows, columns});
      expectSame(w, byColumns, "columns");
    }
    // A sparse matrix with empty rows.
    const int rows = 45;
    std::vector<int> starts{0}, columns;
    std::vector<double> values, x = integers<double>(60, -99, 99, 6), expected(rows);
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < i * i % 23; ++j) {
        columns.push_back((i * 7 + j * 11) % 60), values.push_back(i - j);
        expected[static_cast<size_t>(i)] += (i - j) * x[static_cast<size_t>(columns.back())];
      }
      starts.push_back(static_cast<int>(columns.size()));
    }
    int *ds = device.array(starts), *dc = device.array(columns);
    double *dv = device.array(values), *dx = device.array(x), *y = device.empty<double>(rows);
    device.run("sparse", {6}, {64}, {ds, dc, dv, dx, y, rows});
    expectSame(y, expected, "sparse");
  });
}

TEST(EmulatorKernelMatrices, ConvolutionWithAHalo) {
  everySchedule({"convolution.sm_75"}, [](Device &device) {
    std::vector<float> filter = integers<float>(25, -3, 3, 7);
    size_t bytes = 0;
    void *symbol = device.module->global("filter", &bytes);
    ASSERT_EQ(bytes, 100u);
    std::memcpy(symbol, filter.data(), bytes);
    for (auto [width, height] : {std::pair{1, 1}, {17, 35}}) {
      std::vector<float> x = integers<float>(static_cast<size_t>(width * height), -9, 9, 8),
                         expected;
      for (int y = 0; y < height; ++y)
        for (int column = 0; column < width; ++column) {
          float sum = 0;
          for (int v = 0; v < 5; ++v)
            for (int u = 0; u < 5; ++u) {
              int a = column + u - 2, b = y + v - 2;
              if (a >= 0 && a < width && b >= 0 && b < height)
                sum +=
                    x[static_cast<size_t>(b * width + a)] * filter[static_cast<size_t>(5 * v + u)];
            }
          expected.push_back(sum);
        }
      float *dx = device.array(x), *out = device.empty<float>(x.size());
      device.run("convolve5", {2, 3}, {16, 16}, {dx, out, width, height});
      expectSame(out, expected, "results");
    }
  });
}

TEST(EmulatorKernelMatrices, ConvolutionOfChannels) {
  struct Shape {
    int channels, height, width, filters, size, stride, pad, outHeight, outWidth;
  };
  everySchedule({"convolution.sm_75"}, [](Device &device) {
    Shape s = {3, 9, 7, 4, 3, 2, 1, 5, 4};
    std::vector<float> x = integers<float>(2 * 3 * 9 * 7, -5, 5, 9);
    std::vector<float> weights = integers<float>(4 * 3 * 3 * 3, -5, 5, 10), expected;
    for (int image = 0; image < 2; ++image)
      for (int f = 0; f < s.filters; ++f)
        for (int i = 0; i < s.outHeight * s.outWidth; ++i) {
          float sum = 0;
          for (int tap = 0; tap < 27; ++tap) {
            int c = tap / 9, y = i / 4 * 2 + tap / 3 % 3 - 1, column = i % 4 * 2 + tap % 3 - 1;
            if (y >= 0 && y < 9 && column >= 0 && column < 7)
              sum += x[static_cast<size_t>(((image * 3 + c) * 9 + y) * 7 + column)] *
                     weights[static_cast<size_t>(f * 27 + tap)];
          }
          expected.push_back(sum);
        }
    float *dx = device.array(x), *dw = device.array(weights);
    float *out = device.empty<float>(expected.size());
    device.run("convolveChannels", {3}, {64}, {dx, dw, out, s, static_cast<int>(expected.size())});
    expectSame(out, expected, "results");
  });
}

TEST(EmulatorKernelMatrices, ProductsInF32) {
  everySchedule({"sgemm.sm_75"}, [](Device &device) {
    struct Size {
      int m, n, k;
    };
    for (Size s : {Size{1, 1, 1}, {70, 65, 33}}) {
      size_t m = static_cast<size_t>(s.m), n = static_cast<size_t>(s.n),
             k = static_cast<size_t>(s.k);
      std::vector<float> a = uniform<float>(m * k, -1, 1, 11), b = uniform<float>(k * n, -1, 1, 12),
                         c = uniform<float>(m * n, -1, 1, 13);
      float *da = device.array(a), *db = device.array(b);
      Dim3 grid = {static_cast<uint32_t>(s.n + 63) / 64, static_cast<uint32_t>(s.m + 63) / 64};
      Product product = multiply(a, b, m, n, k, false);
      // k fused steps, alpha and the last sum.
      auto bound = [&](double alpha, double beta) {
        return [&, alpha, beta](size_t i) {
          return (static_cast<double>(k) + 3) * 0x1p-24 *
                 (std::fabs(alpha) * product.sizes[i] +
                  std::fabs(beta * static_cast<double>(c[i])));
        };
      };
      float *fresh = device.empty<float>(m * n); // beta = 0 does not read it
      device.run("sgemm", grid, {256}, {s.m, s.n, s.k, 1.0f, da, db, 0.0f, fresh});
      expectNear(fresh, product.values, bound(1, 0), "A B");
      float *dc = device.array(c);
      device.run("sgemm", grid, {256}, {s.m, s.n, s.k, -0.5f, da, db, 0.25f, dc});
      std::vector<double> expected;
      for (size_t i = 0; i < m * n; ++i)
        expected.push_back(-0.5 * product.values[i] + 0.25 * static_cast<double>(c[i]));
      expectNear(dc, expected, bound(-0.5, 0.25), "alpha A B + beta C");
    }
  });
}
