// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic as nvcc writes it: random numbers, mathematics, wide and narrow integers,
// narrow floats.
#include "Kernels.h"

#include <algorithm>
#include <array>
#include <bit>
#include <complex>
#include <random>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

/// Philox 4x32-10 once more, in 64-bit products.
std::array<uint32_t, 4> philox(std::array<uint32_t, 4> c, uint32_t k0, uint32_t k1) {
  for (int round = 0; round < 10; ++round, k0 += 0x9e3779b9u, k1 += 0xbb67ae85u) {
    uint64_t a = uint64_t{0xd2511f53} * c[0], b = uint64_t{0xcd9e8d57} * c[2];
    c = {static_cast<uint32_t>(b >> 32) ^ c[1] ^ k0, static_cast<uint32_t>(b),
         static_cast<uint32_t>(a >> 32) ^ c[3] ^ k1, static_cast<uint32_t>(a)};
  }
  return c;
}

/// Steps of the last place of T at `x`.
template <typename T> double ulps(double x, double steps) {
  int exponent = x == 0 ? -1000 : std::ilogb(x);
  int least = std::numeric_limits<T>::min_exponent - std::numeric_limits<T>::digits;
  return steps * std::ldexp(1.0, std::max(exponent - std::numeric_limits<T>::digits + 1, least));
}

/// What a function of the table may differ by, in steps of the last place as the CUDA
/// C++ Programming Guide promises, f32 and f64; half a step more for the rounding of the
/// exact value.
struct Promise {
  const char *name;
  double f32, f64;
};
const Promise promises[24] = {{"sin", 2, 2},    {"cos", 2, 2},   {"tan", 4, 2},   {"exp", 2, 1},
                              {"log", 1, 1},    {"pow", 4, 2},   {"erf", 2, 2},   {"tgamma", 5, 10},
                              {"lgamma", 6, 4}, {"sinh", 3, 2},  {"tanh", 2, 1},  {"asin", 2, 2},
                              {"atan", 2, 2},   {"atan2", 3, 2}, {"cbrt", 1, 1},  {"hypot", 3, 2},
                              {"log1p", 1, 1},  {"expm1", 1, 1}, {"sqrt", 0, 0},  {"1/x", 0, 0},
                              {"fmod", 0, 0},   {"rint", 0, 0},  {"floor", 0, 0}, {"ldexp", 0, 0}};

template <typename T> void checkFunctions(Device &device, const char *name) {
  std::vector<T> x = uniform<T>(90, -6, 6, 5);
  x.insert(x.end(), {T(0.5), T(1), T(-1), T(0.875), T(1.875), T(1e-5), T(-1e-5), T(5.5), T(2.5)});
  const int n = static_cast<int>(x.size());
  T *out = device.empty<T>(24 * x.size());
  device.run(name, {2}, {64}, {device.array(x), out, n});
  for (size_t i = 0; i < x.size(); ++i) {
    T narrow = std::fabs(x[i]) + T(0.125), ratio = x[i] / (1 + std::fabs(x[i]));
    long double v = x[i], p = narrow;
    const long double expected[24] = {std::sin(v),
                                      std::cos(v),
                                      std::tan(v),
                                      std::exp(v),
                                      std::log(p),
                                      std::pow(p, v),
                                      std::erf(v),
                                      std::tgamma(p),
                                      std::lgamma(p),
                                      std::sinh(v),
                                      std::tanh(v),
                                      std::asin(static_cast<long double>(ratio)),
                                      std::atan(v),
                                      std::atan2(v, p),
                                      std::cbrt(v),
                                      std::hypot(v, p),
                                      std::log1p(p),
                                      std::expm1(v),
                                      std::sqrt(p),
                                      1 / v,
                                      std::fmod(v, 0.75L),
                                      std::rint(v),
                                      std::floor(v) + std::trunc(v),
                                      8 * v + std::copysign(1.0L, v)};
    for (size_t f = 0; f < 24; ++f) {
      double steps = (sizeof(T) == 4 ? promises[f].f32 : promises[f].f64) + 0.5;
      double got = static_cast<double>(out[24 * i + f]);
      EXPECT_LE(
          std::fabs(static_cast<double>(static_cast<long double>(out[24 * i + f]) - expected[f])),
          ulps<T>(static_cast<double>(expected[f]), steps) * (1 + 1e-6))
          << promises[f].name << " of " << x[i] << " is " << got;
    }
  }
}

uint32_t eachByte(uint32_t a, uint32_t b, auto f) {
  uint32_t result = 0;
  for (int i = 0; i < 32; i += 8)
    result |=
        static_cast<uint32_t>(f(static_cast<uint8_t>(a >> i), static_cast<uint8_t>(b >> i)) & 0xff)
        << i;
  return result;
}
uint32_t eachSignedByte(uint32_t a, uint32_t b, auto f) {
  return eachByte(a, b, [&](uint8_t x, uint8_t y) {
    return f(static_cast<int8_t>(x), static_cast<int8_t>(y));
  });
}
uint32_t eachHalf(uint32_t a, uint32_t b, auto f) {
  auto part = [&](int i) {
    return static_cast<uint32_t>(f(static_cast<int16_t>(a >> i), static_cast<int16_t>(b >> i)) &
                                 0xffff)
           << i;
  };
  return part(0) | part(16);
}

} // namespace

TEST(EmulatorKernelNumbers, Random) {
  everySchedule({"rng.sm_75"}, [](Device &device) {
    const int n = 100;
    const uint32_t seed = 12345;
    std::vector<uint32_t> words;
    std::vector<double> normals;
    std::vector<uint64_t> states;
    uint64_t state = 99;
    for (uint32_t i = 0; i < n; ++i) {
      for (uint32_t word : philox({i, 0, 7, ~i}, seed, seed ^ 0xdeadbeef))
        words.push_back(word);
      auto w = philox({i, 0, 0, 0}, seed, 0);
      double u = (w[0] >> 8) * 0x1p-24 + 0x1p-25, v = (w[1] >> 8) * 0x1p-24;
      double radius = std::sqrt(-2 * std::log(u));
      normals.push_back(radius * std::cos(2 * M_PI * v));
      normals.push_back(radius * std::sin(2 * M_PI * v));
      states.push_back(state = state * 6364136223846793005u + 1442695040888963407u);
    }
    uint32_t *dw = device.empty<uint32_t>(4 * n);
    device.run("philoxWords", {2}, {64}, {dw, seed, n});
    expectSame(dw, words, "Philox");
    float *dn = device.empty<float>(2 * n);
    device.run("philoxNormals", {2}, {64}, {dn, seed, n});
    // u is rounded once more, to 2^-24; a few steps of the last place of at most 6.
    expectNear(dn, normals, [](size_t) { return 0x1p-19; }, "normals");
    uint64_t *ds = device.empty<uint64_t>(n);
    device.run("congruential", {2}, {64}, {ds, uint64_t{99}, n});
    expectSame(ds, states, "states");

    std::mt19937 twister(seed);
    std::vector<uint32_t> expected(2 * 624);
    for (uint32_t &word : expected)
      word = static_cast<uint32_t>(twister());
    uint32_t *dt = device.empty<uint32_t>(expected.size());
    device.run("mersenne", {1}, {128}, {dt, seed, 2});
    expectSame(dt, expected, "Mersenne");
  });
}

TEST(EmulatorKernelNumbers, MonteCarlo) {
  everySchedule({"rng.sm_75"}, [](Device &device) {
    const int throws = 40;
    uint64_t *hits = device.zeros<uint64_t>(1), expected = 0;
    device.run("darts", {3}, {64}, {hits, 7u, throws});
    for (uint32_t thread = 0; thread < 3 * 64; ++thread) {
      uint32_t s = 7 + 0x9e3779b9u * (thread + 1);
      for (int i = 0; i < throws; ++i) {
        float p[2];
        for (float &v : p) {
          s ^= s << 13, s ^= s >> 17, s ^= s << 5;
          v = static_cast<float>(s >> 8) * 0x1p-24f;
        }
        expected += std::fma(p[0], p[0], p[1] * p[1]) < 1.0f;
      }
    }
    EXPECT_EQ(*hits, expected);
  });
}

TEST(EmulatorKernelNumbers, FunctionsOfTheLibrary) {
  everySchedule({"math.sm_75"}, [](Device &device) {
    checkFunctions<float>(device, "functionsF32");
    checkFunctions<double>(device, "functionsF64");
  });
}

TEST(EmulatorKernelNumbers, ApproximationsOfTheHardware) {
  everySchedule({"math.sm_75"}, [](Device &device) {
    const int n = 100;
    std::vector<float> x = uniform<float>(n, -3, 3, 6);
    std::vector<double> expected, bounds;
    for (float value : x) {
      double v = value, p = static_cast<double>(std::fabs(value) + 0.125f), power = std::pow(p, v);
      for (auto [exact, bound] :
           {std::pair{std::sin(v), std::pow(2, -21.41)},
            {std::cos(v), std::pow(2, -21.19)},
            {std::exp(v), ulps<float>(std::exp(v), 3 + 1.173 * std::fabs(v))},
            {std::log(p), std::max(std::pow(2, -21.41), ulps<float>(std::log(p), 3.5))},
            {v / p, ulps<float>(v / p, 2.5)},
            {1 / std::sqrt(p), ulps<float>(1 / std::sqrt(p), 2.5)},
            {std::clamp(v, 0.0, 1.0), 0.0},
            // ex2.approx(v lg2.approx(p))
            {power, power * (0x1p-21 * (1 + 3 * std::fabs(v)))}})
        expected.push_back(exact), bounds.push_back(bound);
    }
    float *out = device.empty<float>(8 * n);
    device.run("intrinsics", {2}, {64}, {device.array(x), out, n});
    expectNear(out, expected, [&](size_t i) { return bounds[i]; }, "intrinsics");
  });
}

TEST(EmulatorKernelNumbers, ComplexNumbers) {
  everySchedule({"math.sm_75"}, [](Device &device) {
    const int width = 40, limit = 60;
    int *out = device.empty<int>(width * width);
    device.run("mandelbrot", {2, width}, {32}, {out, width, limit});
    std::vector<int> expected;
    for (int i = 0; i < width * width; ++i) {
      volatile double re = 0, im = 0; // no contraction
      double cr = -2.0 + 3.0 * (i % width) / width, ci = -1.5 + 3.0 * (i / width) / width;
      int steps = 0;
      for (;; ++steps) {
        volatile double rr = re * re, ii = im * im, twice = 2 * re;
        if (steps >= limit || rr + ii > 4)
          break;
        volatile double difference = rr - ii, product = twice * im;
        re = difference + cr;
        im = product + ci;
      }
      expected.push_back(steps);
    }
    expectSame(out, expected, "steps");

    const int n = 45;
    std::vector<double> x = uniform<double>(2 * n, -1, 1, 7), transformed;
    for (int k = 0; k < n; ++k) {
      std::complex<double> sum = 0;
      for (int j = 0; j < n; ++j)
        sum += std::complex(x[static_cast<size_t>(2 * j)], x[static_cast<size_t>(2 * j + 1)]) *
               std::polar(1.0, -2 * M_PI * (k * j % n) / n);
      transformed.push_back(sum.imag() / 2), transformed.push_back(-sum.real() / 2);
    }
    double *spectrum = device.empty<double>(2 * n);
    device.run("fourier", {1}, {64}, {device.array(x), spectrum, n});
    expectNear(spectrum, transformed, [](size_t) { return 2 * n * n * 0x1p-52; }, "spectrum");
  });
}

TEST(EmulatorKernelNumbers, Divisions) {
  everySchedule({"integers.sm_75"}, [](Device &device) {
    std::vector<int64_t> x = integers<int64_t>(90, INT64_MIN + 1, INT64_MAX, 8), y;
    for (size_t i = 0; i < x.size(); ++i)
      y.push_back(x[(i + 7) % x.size()] >> (i * 5 % 60));
    for (int64_t &value : y)
      value += value == 0;
    for (auto [a, b] : {std::pair<int64_t, int64_t>{INT64_MIN, 3},
                        {INT64_MAX, -1},
                        {0, 5},
                        {1, INT64_MIN},
                        {INT64_MIN, INT64_MIN},
                        {-7, 2},
                        {7, -2}})
      x.push_back(a), y.push_back(b);
    const int n = static_cast<int>(x.size());
    std::vector<int64_t> expected;
    for (size_t i = 0; i < x.size(); ++i) {
      int64_t a = x[i], b = y[i];
      uint64_t ua = static_cast<uint64_t>(a), ub = static_cast<uint64_t>(b);
      int32_t a32 = static_cast<int32_t>(a), b32 = static_cast<int32_t>(b) | 1;
      uint32_t ua32 = static_cast<uint32_t>(a), ub32 = static_cast<uint32_t>(b) | 1;
      auto put = [&](auto value) { expected.push_back(static_cast<int64_t>(value)); };
      put(a / b), put(a % b), put(ua / ub), put(ua % ub);
      put(a32 / b32), put(a32 % b32), put(ua32 / ub32);
      put(a / 1000003), put(a % 10), put(ua / 7);
      put((static_cast<__int128>(a) * b) >> 64);
      put((static_cast<unsigned __int128>(ua) * ub) >> 64);
    }
    int64_t *out = device.empty<int64_t>(expected.size());
    device.run("divisions", {2}, {64}, {device.array(x), device.array(y), out, n});
    expectSame(out, expected, "quotients");
  });
}

TEST(EmulatorKernelNumbers, WideIntegers) {
  everySchedule({"integers.sm_75"}, [](Device &device) {
    const int n = 60;
    std::vector<uint64_t> x = integers<uint64_t>(n, INT64_MIN + 1, INT64_MAX, 9),
                          y = integers<uint64_t>(n, INT64_MIN + 1, INT64_MAX, 10), expected;
    for (size_t i = 0; i < n; ++i) {
      if (i % 3 == 0)
        y[i] >>= i;
      using Wide = unsigned __int128;
      Wide a = x[i], b = static_cast<Wide>(y[i]) << 64 | x[i];
      for (Wide value : {a * y[i], b + (a << 3), b - (a << 70), b >> (y[i] % 128),
                         b << (x[i] % 128), b / (y[i] | 1)}) {
        expected.push_back(static_cast<uint64_t>(value));
        expected.push_back(static_cast<uint64_t>(value >> 64));
      }
    }
    uint64_t *out = device.empty<uint64_t>(expected.size());
    device.run("wide", {1}, {64}, {device.array(x), device.array(y), out, n});
    expectSame(out, expected, "128 bits");
  });
}

TEST(EmulatorKernelNumbers, Bits) {
  everySchedule({"integers.sm_75"}, [](Device &device) {
    std::vector<uint32_t> x = integers<uint32_t>(90, 0, 0xffffffff, 11),
                          y = integers<uint32_t>(90, 0, 0xffffffff, 12), expected;
    for (uint32_t edge : {0u, 1u, 0x80000000u, 0xffffffffu, 0x7fffffffu})
      x.push_back(edge), y.push_back(~edge), x.push_back(edge), y.push_back(0);
    const int n = static_cast<int>(x.size());
    auto reverse = [](uint64_t v, int bits) {
      uint64_t result = 0;
      for (int i = 0; i < bits; ++i)
        result |= (v >> i & 1) << (bits - 1 - i);
      return result;
    };
    for (size_t i = 0; i < x.size(); ++i) {
      uint32_t a = x[i], b = y[i];
      uint64_t both = static_cast<uint64_t>(a) << 32 | b, turned = reverse(both, 64);
      uint64_t pair = static_cast<uint64_t>(b) << 32 | a; // of the funnel
      int64_t sa = static_cast<int32_t>(a), sb = static_cast<int32_t>(b);
      uint32_t bytes = 0, clamped = std::min(a & 63, 32u);
      for (int part = 0; part < 4; ++part) {
        uint32_t from = a >> (4 * part) & 7;
        bytes |= static_cast<uint32_t>(pair >> (8 * from) & 0xff) << (8 * part);
      }
      auto put = [&](auto value) { expected.push_back(static_cast<uint32_t>(value)); };
      put(std::popcount(a)), put(std::countl_zero(a)), put(a ? std::countr_zero(a) + 1 : 0);
      put(reverse(a, 32)), put(std::popcount(both)), put(std::countl_zero(both));
      put(both ? std::countr_zero(both) + 1 : 0), put(turned), put(turned >> 32), put(bytes);
      put(pair << (a & 31) >> 32), put(pair >> (b & 31));
      put(clamped == 32 ? a : pair << clamped >> 32);
      put(~(a ^ b)), put(a ^ b ^ 0x0ff0), put(static_cast<uint64_t>(a) * b >> 32);
      put((sa * sb) >> 32), put((sa > sb ? sa - sb : sb - sa) + 5),
          put((a > b ? a - b : b - a) + 7);
      put(static_cast<uint32_t>((sa + sb) >> 1) ^
          static_cast<uint32_t>((static_cast<uint64_t>(a) + b + 1) >> 1));
    }
    uint32_t *out = device.empty<uint32_t>(expected.size());
    device.run("bits", {2}, {64}, {device.array(x), device.array(y), out, n});
    expectSame(out, expected, "bits");
  });
}

TEST(EmulatorKernelNumbers, BytesAndVideoInstructions) {
  everySchedule({"integers.sm_75"}, [](Device &device) {
    std::vector<uint32_t> x = integers<uint32_t>(90, 0, 0xffffffff, 13),
                          y = integers<uint32_t>(90, 0, 0xffffffff, 14), expected, videos;
    x.insert(x.end(), {0x80808080, 0x7f7f7f7f, 0, 0x8000ffff});
    y.insert(y.end(), {0x80808080, 0x80808080, 0xffffffff, 0x8000ffff});
    const int n = static_cast<int>(x.size());
    for (size_t i = 0; i < x.size(); ++i) {
      uint32_t a = x[i], b = y[i];
      auto byte = [](uint32_t v, int k) { return static_cast<int>(v >> (8 * k) & 0xff); };
      auto sbyte = [](uint32_t v, int k) { return static_cast<int8_t>(v >> (8 * k)); };
      auto shalf = [](uint32_t v, int k) { return static_cast<int16_t>(v >> (16 * k)); };
      uint32_t dot = 9, udot = 9, sad = 0;
      for (int k = 0; k < 4; ++k) {
        dot += static_cast<uint32_t>(sbyte(a, k) * sbyte(b, k));
        udot += static_cast<uint32_t>(byte(a, k) * byte(b, k));
        sad += static_cast<uint32_t>(std::abs(byte(a, k) - byte(b, k)));
      }
      auto put = [&](auto value) { expected.push_back(static_cast<uint32_t>(value)); };
      put(dot), put(udot);
      put(-3 + shalf(a, 0) * sbyte(b, 0) + shalf(a, 1) * sbyte(b, 1));
      put(3 + (a & 0xffff) * static_cast<uint32_t>(byte(b, 2)) +
          (a >> 16) * static_cast<uint32_t>(byte(b, 3)));
      put(eachByte(a, b, [](int p, int q) { return p + q; }));
      put(eachByte(a, b, [](int p, int q) { return p - q; }));
      put(eachByte(a, b, [](int p, int q) { return std::min(p + q, 255); }));
      put(eachSignedByte(a, b, [](int p, int q) { return std::clamp(p + q, -128, 127); }));
      put(eachByte(a, b, [](int p, int q) { return std::max(p - q, 0); }));
      put(eachByte(a, b, [](int p, int q) { return std::abs(p - q); }));
      put(eachSignedByte(a, b, [](int p, int q) { return std::abs(p - q); }));
      put(eachSignedByte(a, b, [](int p, int q) { return std::max(p, q); }));
      put(eachByte(a, b, [](int p, int q) { return std::min(p, q); }));
      put(eachByte(a, b, [](int p, int q) { return p == q ? 255 : 0; }));
      put(eachSignedByte(a, b, [](int p, int q) { return p > q ? 255 : 0; }));
      put(eachByte(a, b, [](int p, int q) { return p < q ? 1 : 0; }));
      put(eachByte(a, b, [](int p, int q) { return (p + q + 1) / 2; }));
      put(sad);
      put(eachHalf(a, b, [](int p, int q) { return p + q; }));
      put(eachHalf(a, b, [](int p, int q) { return std::clamp(p - q, -32768, 32767); }));
      put(eachHalf(a, b, [](int p, int q) { return std::max(p, q); }));
      put(eachSignedByte(a, b, [](int p, int) { return std::abs(p); }));
      put(eachSignedByte(a, b, [](int p, int) { return -p; }));
      // Halves away from zero.
      put(eachHalf(a, b, [](int p, int q) { return p + q < 0 ? (p + q) >> 1 : (p + q + 1) >> 1; }));

      auto video = [&](auto value) { videos.push_back(static_cast<uint32_t>(value)); };
      video(sbyte(a, 1) + static_cast<int>(b & 0xffff));
      video(std::abs(byte(a, 3) - byte(b, 0)));
      video(std::min(shalf(a, 1), shalf(b, 0)));
      video(static_cast<uint32_t>(shalf(a, 0) * sbyte(b, 2)) + a);
      video(byte(b, 0) < 32 ? a << byte(b, 0) : 0);
      video((a & 0xffff) < b >> 16 ? 1 : 0);
    }
    uint32_t *out = device.empty<uint32_t>(expected.size());
    device.run("bytes", {2}, {64}, {device.array(x), device.array(y), out, n});
    expectSame(out, expected, "bytes");
    out = device.empty<uint32_t>(videos.size());
    device.run("video", {2}, {64}, {device.array(x), device.array(y), out, n});
    expectSame(out, videos, "video");
  });
}
