// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Narrow floats: conversions with every rounding, arithmetic on pairs, additions to
// memory; and bodies and stencils in f32.
#include "Kernels.h"

#include <algorithm>
#include <array>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

/// The format's number next to `x` in the direction: 0 nearest, 1 to zero, 2 up, 3 down.
uint16_t rounded(float x, int direction, bool bf16) {
  if (std::isnan(x))
    return 0x7fff;
  uint16_t bits = bf16 ? narrowBF16(x) : narrowF16(x);
  float value = bf16 ? widenBF16(bits) : widenF16(bits);
  bool tooLarge = std::fabs(value) > std::fabs(x), tooSmall = std::fabs(value) < std::fabs(x);
  bool outward = (direction == 2 && x > 0) || (direction == 3 && x < 0);
  bool inward = direction && !outward;
  // Neighbours in size are neighbours in bits.
  return static_cast<uint16_t>(bits + (outward && tooSmall) - (inward && tooLarge));
}

uint8_t toFP8(float x, bool e5m2) {
  if (std::isnan(x))
    return 0x7f;
  float top = e5m2 ? 57344 : 448;
  x = std::clamp(x, -top, top);
  return e5m2 ? narrowF8E5M2(x) : narrowF8E4M3FN(x);
}

std::vector<float> manyFloats() {
  std::vector<float> x = {0.0f,     -0.0f,        1.0f,         65504.0f,        65519.0f,
                          65520.0f, -1e6f,        INFINITY,     -INFINITY,       0x1p-24f,
                          0x1p-25f, 0x1.8p-25f,   0x1p-140f,    -0x1p-26f,       448.0f,
                          464.0f,   465.0f,       57344.0f,     61440.0f,        3e38f,
                          NAN,      0x1.ffcp-15f, 0x1.ffep-15f, 1.0f + 0x1p-11f, 1.0f + 0x1p-8f,
                          2.0625f};
  std::mt19937 random(1);
  while (x.size() < 300) {
    float value = std::ldexp(1 + static_cast<float>(random() >> 9) * 0x1p-23f,
                             static_cast<int>(random() % 48) - 30);
    x.push_back(random() & 1 ? value : -value);
  }
  return x;
}

float nanAware(uint8_t bits, bool e5m2) { return e5m2 ? widenF8E5M2(bits) : widenF8E4M3FN(bits); }

} // namespace

TEST(EmulatorKernelNarrow, ConversionsWithEveryRounding) {
  everySchedule({"convert.sm_80", "convert.sm_89"}, [](Device &device) {
    std::vector<float> x = manyFloats();
    std::vector<uint16_t> expected, pairs;
    for (float value : x)
      for (bool bf16 : {false, true})
        for (int direction = 0; direction < 4; ++direction)
          expected.push_back(rounded(value, direction, bf16));
    const int n = static_cast<int>(x.size());
    uint16_t *out = device.empty<uint16_t>(expected.size());
    float *dx = device.array(x);
    device.run("toHalf", {3}, {128}, {dx, out, n});
    expectSame(out, expected, "f16 and bf16");

    for (size_t i = 0; i + 1 < x.size(); i += 2) {
      auto pair = [&](auto narrow, bool e5m2) {
        pairs.push_back(
            static_cast<uint16_t>(toFP8(narrow(x[i]), e5m2) | toFP8(narrow(x[i + 1]), e5m2) << 8));
      };
      pair([](float v) { return v; }, false), pair([](float v) { return v; }, true);
      pair([](float v) { return widenF16(narrowF16(v)); }, false);
      pair([](float v) { return widenBF16(narrowBF16(v)); }, true);
    }
    uint16_t *eight = device.empty<uint16_t>(pairs.size());
    device.run("toFP8", {3}, {64}, {dx, eight, n / 2});
    expectSame(eight, pairs, "fp8");

    float *wide = device.empty<float>(4 * 4096);
    device.run("fromFP8", {16}, {256}, {wide});
    std::vector<float> numbers;
    for (uint32_t i = 0; i < 4096; ++i)
      for (bool e5m2 : {false, true})
        for (uint32_t bits : {i & 0xff, i >> 8})
          numbers.push_back(nanAware(static_cast<uint8_t>(bits), e5m2));
    for (size_t i = 0; i < numbers.size(); ++i)
      if (std::isnan(numbers[i])) {
        EXPECT_TRUE(std::isnan(wide[i])) << i;
        numbers[i] = wide[i] = 0;
      }
    expectSame(wide, numbers, "from fp8");
  });
}

TEST(EmulatorKernelNarrow, ToIntegers) {
  everySchedule({"convert.sm_80", "convert.sm_89"}, [](Device &device) {
    std::vector<float> x = manyFloats();
    std::erase_if(x, [](float value) { return std::isnan(value); });
    for (float value : {0.5f, 1.5f, 2.5f, -0.5f, -1.5f, 2147483648.0f, 4294967296.0f,
                        -2147483648.0f, 9.3e18f, 1.9e19f})
      x.push_back(value);
    auto fit = [](double value, double low, double high, int64_t lowest, int64_t highest) {
      return value <= low ? lowest : value >= high ? highest : static_cast<int64_t>(value);
    };
    auto s32 = [&](double value) { return fit(value, -0x1p31, 0x1p31 - 1, INT32_MIN, INT32_MAX); };
    std::vector<int64_t> expected;
    for (float narrow : x) {
      double v = static_cast<double>(narrow),
             half = static_cast<double>(widenF16(narrowF16(narrow)));
      expected.push_back(s32(std::nearbyint(v))), expected.push_back(s32(std::trunc(v)));
      expected.push_back(s32(std::ceil(v)));
      expected.push_back(fit(std::floor(v), 0, 0x1p32 - 1, 0, UINT32_MAX));
      expected.push_back(fit(std::nearbyint(v), -0x1p63, 0x1p63, INT64_MIN, INT64_MAX));
      expected.push_back(v >= 0x1p64   ? -1
                         : v >= 0x1p63 ? static_cast<int64_t>(static_cast<uint64_t>(v))
                                       : fit(std::trunc(v), 0, 0x1p63, 0, 0));
      expected.push_back(fit(std::nearbyint(half), -32768, 32767, -32768, 32767));
      expected.push_back(fit(std::ceil(v * 1.5), -0x1p63, 0x1p63, INT64_MIN, INT64_MAX));
    }
    const int n = static_cast<int>(x.size());
    int64_t *out = device.empty<int64_t>(expected.size());
    device.run("toInteger", {3}, {128}, {device.array(x), out, n});
    expectSame(out, expected, "integers");
  });
}

TEST(EmulatorKernelNarrow, PairsOfHalves) {
  everySchedule({"packed.sm_80", "packed.sm_90a"}, [](Device &device) {
    std::vector<uint16_t> x = toF16(uniform<float>(128, -9, 9, 2)), expected(12);
    for (size_t block = 0; block < 2; ++block)
      for (size_t side = 0; side < 2; ++side) {
        std::array<float, 32> sum, top, low;
        for (size_t i = 0; i < 32; ++i)
          sum[i] = top[i] = low[i] = widenF16(x[block * 64 + 2 * i + side]);
        for (size_t step = 16; step; step /= 2) {
          auto s = sum, t = top, l = low;
          for (size_t i = 0; i < 32; ++i) {
            sum[i] = widenF16(narrowF16(s[i] + s[i ^ step])); // exact in f32
            top[i] = std::max(t[i], t[i ^ step]), low[i] = std::min(l[i], l[i ^ step]);
          }
        }
        size_t at = block * 6 + side;
        expected[at] = narrowF16(sum[0]), expected[at + 2] = narrowF16(top[0]);
        expected[at + 4] = narrowF16(low[0]);
      }
    uint16_t *out = device.empty<uint16_t>(12);
    device.run("reduceHalf2", {2}, {32}, {device.array(x), out});
    expectSame(out, expected, "sum, greatest, least");

    // In steps of 1/16 up to 64: a product and its sum are exact in f32.
    std::vector<float> a = integers<float>(150, -1024, 1024, 3),
                       b = integers<float>(150, -1024, 1024, 4);
    std::vector<uint16_t> y;
    for (size_t i = 0; i < 150; ++i) {
      a[i] /= 16, b[i] /= 16;
      y.push_back(narrowF16(std::max(0.0f, (i % 2 ? -0.75f : 1.5f) * a[i] + b[i])));
    }
    uint16_t *dy = device.array(toF16(b));
    uint32_t factors = static_cast<uint32_t>(narrowF16(1.5f) | narrowF16(-0.75f) << 16);
    device.run("axpyHalf2", {2}, {64}, {factors, device.array(toF16(a)), dy, 75});
    expectSame(dy, y, "fused multiply-adds");

    std::vector<float> p = integers<float>(200, -2, 2, 5), q = integers<float>(200, -2, 2, 6);
    float dot = 0;
    for (size_t i = 0; i < 200; ++i)
      dot += p[i] * q[i];
    uint16_t *result = device.empty<uint16_t>(1);
    device.run("dotHalf2", {1}, {32},
               {device.array(toF16(p)), device.array(toF16(q)), result, 100});
    EXPECT_EQ(widenF16(*result), dot);
  });
}

TEST(EmulatorKernelNarrow, PairsOfBF16) {
  everySchedule({"packed.sm_80", "packed.sm_90a"}, [](Device &device) {
    std::vector<float> x = integers<float>(64, -2, 2, 7), expected(68);
    float sums[2] = {0, 0}, tops[2] = {-9, -9};
    for (size_t i = 0; i < 64; ++i)
      sums[i % 2] += x[i], tops[i % 2] = std::max(tops[i % 2], x[i]);
    for (size_t i = 0; i < 64; ++i)
      expected[i] = x[i] * x[i] - sums[i % 2];
    for (size_t side = 0; side < 2; ++side)
      expected[64 + side] = sums[side], expected[66 + side] = tops[side];
    uint16_t *out = device.empty<uint16_t>(68);
    device.run("reduceBF162", {1}, {32}, {device.array(toBF16(x)), out});
    for (size_t i = 0; i < 68; ++i)
      EXPECT_EQ(widenBF16(out[i]), expected[i]) << i;
    // A NaN wins.
    std::vector<uint16_t> bits = toBF16(x);
    bits[5] = 0x7fc0;
    device.run("reduceBF162", {1}, {32}, {device.array(bits), out});
    EXPECT_TRUE(std::isnan(widenBF16(out[67])));
    EXPECT_EQ(widenBF16(out[66]), tops[0]);
  });
}

TEST(EmulatorKernelNarrow, AdditionsToMemory) {
  everySchedule({"packed.sm_80", "packed.sm_90a"}, [](Device &device) {
    const int n = 100, bins = 5;
    std::vector<float> x = integers<float>(2 * n, -3, 3, 8), sums(2 * bins), high(bins), low(bins);
    std::vector<double> doubles = integers<double>(n, -99, 99, 9), wide(1 + bins);
    for (size_t i = 0; i < n; ++i) {
      size_t bin = i % bins;
      sums[2 * bin] += x[2 * i], sums[2 * bin + 1] += x[2 * i + 1];
      low[bin] += x[2 * i], high[bin] += x[2 * i + 1];
      wide[1 + bin] += doubles[i], wide[0] += doubles[i];
    }
    auto same = [](const uint16_t *got, const std::vector<float> &expected, bool bf16,
                   const char *what) {
      for (size_t i = 0; i < expected.size(); ++i)
        EXPECT_EQ(bf16 ? widenBF16(got[i]) : widenF16(got[i]), expected[i]) << what << ", " << i;
    };
    uint16_t *pairs = device.zeros<uint16_t>(2 * bins), *single = device.zeros<uint16_t>(bins + 1);
    device.run("addHalf2", {2}, {64}, {device.array(toF16(x)), pairs, single, n, bins});
    same(pairs, sums, false, "f16x2"), same(single, high, false, "f16");
    pairs = device.zeros<uint16_t>(2 * bins), single = device.zeros<uint16_t>(bins + 1);
    device.run("addBF162", {2}, {64}, {device.array(toBF16(x)), pairs, single, n, bins});
    same(pairs, sums, true, "bf16x2"), same(single, low, true, "bf16");
    double *total = device.zeros<double>(1 + bins);
    device.run("addDouble", {2}, {64}, {device.array(doubles), total, n, bins});
    expectSame(total, wide, "f64");
  });
}

TEST(EmulatorKernelNarrow, BodiesThatAttract) {
  everySchedule({"physics.sm_75"}, [](Device &device) {
    const int n = 77;
    std::vector<float> x = uniform<float>(4 * n, -1, 1, 10);
    std::vector<double> expected, sizes;
    for (size_t i = 0; i < n; ++i) {
      double force[3] = {}, size = 0;
      for (size_t j = 0; j < n; ++j) {
        double d[3], square = 0.01;
        for (size_t axis = 0; axis < 3; ++axis) {
          d[axis] = static_cast<double>(x[4 * j + axis]) - static_cast<double>(x[4 * i + axis]);
          square += d[axis] * d[axis];
        }
        double scale = static_cast<double>(x[4 * j + 3]) / (square * std::sqrt(square));
        for (size_t axis = 0; axis < 3; ++axis)
          force[axis] += d[axis] * scale;
        size += 2 * std::fabs(scale);
      }
      for (double value : force)
        expected.push_back(value), sizes.push_back(size);
    }
    float *out = device.empty<float>(3 * n);
    device.run("bodies", {3}, {32}, {device.array(x), out, n}, {.shared = 512});
    // 96 additions; a difference, a square root of 2^-22 that is cubed, a few products.
    auto bound = [&](size_t i) { return (96 + 40) * 0x1p-24 * sizes[i]; };
    expectNear(out, expected, bound, "forces");
  });
}

TEST(EmulatorKernelNarrow, Stencils) {
  everySchedule({"physics.sm_75"}, [](Device &device) {
    const int width = 45, height = 19;
    std::vector<float> x = integers<float>(width * height, -99, 99, 11), expected = x;
    for (size_t i = 0; i < x.size(); ++i) {
      size_t column = i % width, row = i / width;
      if (column && row && column + 1 < width && row + 1 < height)
        expected[i] = 0.25f * (x[i - 1] + x[i + 1] + x[i - width] + x[i + width]);
    }
    float *out = device.empty<float>(x.size());
    device.run("stencil2", {2, 3}, {32, 8}, {device.array(x), out, width, height});
    expectSame(out, expected, "two dimensions");

    const int nx = 21, ny = 11, nz = 7, plane = nx * ny;
    std::vector<float> y = integers<float>(plane * nz, -99, 99, 12), sums(y.size());
    for (int i = 0; i < plane * nz; ++i) {
      int px = i % nx, py = i / nx % ny, pz = i / plane;
      if (px < 1 || px > nx - 2 || py < 1 || py > ny - 2 || pz < 1 || pz > nz - 2)
        continue;
      auto at = [&](int step) { return y[static_cast<size_t>(i + step)]; };
      sums[static_cast<size_t>(i)] =
          at(1) + at(-1) + at(nx) + at(-nx) + at(plane) + at(-plane) - 6 * at(0);
    }
    float *to = device.zeros<float>(y.size());
    device.run("stencil3", {2, 2}, {16, 8}, {device.array(y), to, nx, ny, nz});
    expectSame(to, sums, "three dimensions");
  });
}
