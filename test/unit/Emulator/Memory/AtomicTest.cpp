// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// atom and red: every type and operation, in every space, against host arithmetic.
#include "Schedules.h"

#include <cmath>
#include <limits>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

/// Applies one operation to pairs of an old value and an operand, one pair a thread, in
/// global, shared and generic shared memory; gives the new values, and checks that the
/// old ones came back.
template <typename T>
void checkAtomic(const std::string &op, const std::vector<std::pair<T, T>> &pairs, auto expected) {
  std::string size = std::to_string(sizeof(T)), bits = std::to_string(8 * sizeof(T));
  std::string reg = sizeof(T) == 8 ? "%rd" : sizeof(T) == 4 ? "%r" : "%h";
  auto r = [&](int n) { return reg + std::to_string(n); };
  for (std::string space : {".global", "", ".shared", "generic shared"}) {
    bool shared = space == ".shared", generic = space == "generic shared";
    std::string modifier = generic ? "" : space;
    std::string body = "  mul.wide.u32 %rd20, %t, " + size +
                       ";\n  add.u64 %rd21, %a, %rd20;\n  add.u64 %rd22, %b, %rd20;\n"
                       "  ld.global.b" +
                       bits + " " + r(1) + ", [%rd22];\n";
    if (shared || generic)
      body += "  ld.global.b" + bits + " " + r(2) +
              ", [%rd21];\n  mov.u64 %rd23, tile;\n  add.u64 %rd23, %rd23, %rd20;\n"
              "  st.shared.b" +
              bits + " [%rd23], " + r(2) + ";\n";
    else
      body += "  mov.u64 %rd23, %rd21;\n";
    if (generic)
      body += "  cvta.shared.u64 %rd19, %rd23;\n";
    std::string address = generic ? "%rd19" : "%rd23";
    body += "  atom" + modifier + "." + op + " " + r(3) + ", [" + address + "], " + r(1) + ";\n" +
            "  st.global.b" + bits + " [%rd22], " + r(3) + ";\n";
    if (shared || generic)
      body += "  ld.shared.b" + bits + " " + r(4) + ", [%rd23];\n  st.global.b" + bits +
              " [%rd21], " + r(4) + ";\n";
    std::string ptx = memoryKernel(body, ".shared .align 16 .b8 tile[8192];\n");
    Device device(ptx);
    std::vector<T> olds, values;
    for (auto [old, value] : pairs) {
      olds.push_back(old);
      values.push_back(value);
    }
    T *a = device.array(olds), *b = device.array(values);
    device.run("k", {1}, {static_cast<uint32_t>(pairs.size())}, {a, b});
    for (size_t i = 0; i < pairs.size(); ++i) {
      T want = expected(olds[i], values[i], shared || generic);
      EXPECT_EQ(std::memcmp(&b[i], &olds[i], sizeof(T)), 0) << op << space << i;
      bool nan = want != want;
      if (nan) {
        EXPECT_TRUE(a[i] != a[i]) << op << space << i;
      } else {
        EXPECT_EQ(std::memcmp(&a[i], &want, sizeof(T)), 0)
            << op << space << i << ": " << +olds[i] << ", " << +values[i] << " gave " << +a[i]
            << ", not " << +want;
      }
    }
  }
}

template <typename T> std::vector<std::pair<T, T>> edgePairs() {
  std::vector<T> values = {0,
                           1,
                           2,
                           77,
                           static_cast<T>(-1),
                           static_cast<T>(-77),
                           std::numeric_limits<T>::max(),
                           std::numeric_limits<T>::min()};
  std::vector<std::pair<T, T>> pairs;
  for (T a : values)
    for (T b : values)
      pairs.push_back({a, b});
  return pairs;
}

template <typename T> void checkIntegers(const std::string &type) {
  using U = std::make_unsigned_t<T>;
  auto pairs = edgePairs<T>();
  checkAtomic<T>("min." + type, pairs, [](T a, T b, bool) { return std::min(a, b); });
  checkAtomic<T>("max." + type, pairs, [](T a, T b, bool) { return std::max(a, b); });
  if (type != "s64")
    checkAtomic<T>("add." + type, pairs, [](T a, T b, bool) {
      return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
    });
}

} // namespace

TEST(EmulatorAtomic, Integers) {
  checkIntegers<uint32_t>("u32");
  checkIntegers<int32_t>("s32");
  checkIntegers<uint64_t>("u64");
  checkIntegers<int64_t>("s64");
  checkAtomic<uint32_t>("inc.u32", edgePairs<uint32_t>(),
                        [](uint32_t a, uint32_t b, bool) { return a >= b ? 0 : a + 1; });
  checkAtomic<uint32_t>("dec.u32", edgePairs<uint32_t>(),
                        [](uint32_t a, uint32_t b, bool) { return a == 0 || a > b ? b : a - 1; });
}

TEST(EmulatorAtomic, Bits) {
  auto check = [](auto zero, const std::string &type) {
    using T = decltype(zero);
    auto pairs = edgePairs<T>();
    checkAtomic<T>("and." + type, pairs, [](T a, T b, bool) { return a & b; });
    checkAtomic<T>("or." + type, pairs, [](T a, T b, bool) { return a | b; });
    checkAtomic<T>("xor." + type, pairs, [](T a, T b, bool) { return a ^ b; });
    checkAtomic<T>("exch." + type, pairs, [](T, T b, bool) { return b; });
  };
  check(uint32_t{0}, "b32");
  check(uint64_t{0}, "b64");
}

TEST(EmulatorAtomic, Floats) {
  // Sums of f32 in global memory flush subnormal numbers, those in shared memory don't.
  float tiny = 0x1p-130f;
  std::vector<std::pair<float, float>> pairs = {
      {1.5f, 2.25f}, {0x1p24f, 1.0f},       {tiny, 0.0f},   {tiny, tiny},  {0x1p-126f, -tiny},
      {-tiny, 0.0f}, {INFINITY, -INFINITY}, {3e38f, 3e38f}, {-0.0f, -0.0f}};
  auto flush = [](float x) { return std::fabs(x) < 0x1p-126f ? std::copysign(0.0f, x) : x; };
  checkAtomic<float>("add.f32", pairs, [&](float a, float b, bool shared) {
    return shared ? a + b : flush(flush(a) + flush(b));
  });
  checkAtomic<double>("add.f64",
                      {{1.5, 2.25}, {0x1p53, 1.0}, {0x1p-1070, 0x1p-1072}, {1e308, 1e308}},
                      [](double a, double b, bool) { return a + b; });
}

TEST(EmulatorAtomic, Halves) {
  // Sums of all kinds of f16 numbers, exactly rounded by the host's own type.
  std::vector<_Float16> values = {0.0f16,      -0.0f16,    1.0f16,     0x1.004p0f16, 65504.0f16,
                                  -65504.0f16, 0x1p-24f16, 0x1p-14f16, 3.14f16,      -2048.0f16};
  std::string ptx = memoryKernel(
      "  mul.wide.u32 %rd0, %t, 2;\n  add.u64 %rd1, %a, %rd0;\n  add.u64 %rd2, %b, %rd0;\n"
      "  ld.global.b16 %h0, [%rd2];\n  atom.global.add.noftz.f16 %h1, [%rd1], %h0;\n"
      "  mul.wide.u32 %rd0, %t, 4;\n  add.u64 %rd1, %a, %rd0;\n  add.u64 %rd2, %b, %rd0;\n"
      "  ld.global.b32 %r0, [%rd2+256];\n"
      "  red.relaxed.gpu.global.add.noftz.f16x2 [%rd1+256], %r0;");
  size_t n = values.size() * values.size();
  Device device(ptx);
  std::vector<_Float16> a(128 + 2 * 128), b(128 + 2 * 128);
  for (size_t i = 0; i < n; ++i) {
    a[i] = a[128 + 2 * i] = a[128 + 2 * i + 1] = values[i / values.size()];
    b[i] = b[128 + 2 * i] = b[128 + 2 * i + 1] = values[i % values.size()];
  }
  _Float16 *sums = device.array(a);
  device.run("k", {1}, {static_cast<uint32_t>(n)}, {sums, device.array(b)});
  for (size_t i = 0; i < n; ++i)
    for (size_t at : {i, 128 + 2 * i, 128 + 2 * i + 1}) {
      _Float16 want = static_cast<_Float16>(a[at] + b[at]);
      EXPECT_EQ(std::memcmp(&sums[at], &want, 2), 0)
          << static_cast<float>(a[at]) << " + " << static_cast<float>(b[at]);
    }
}

TEST(EmulatorAtomic, CompareAndSwap) {
  std::string ptx = memoryKernel(
      "  .reg .b128 %q<4>;\n"
      "  atom.global.cas.b16 %h0, [%a], 1, 7;\n  atom.global.cas.b16 %h1, [%a+2], 1, 7;\n"
      "  atom.acquire.gpu.global.cas.b32 %r0, [%a+4], 2, 8;\n"
      "  atom.global.cas.b64 %rd0, [%a+8], 3, 9;\n"
      "  mov.b128 %q0, {%rd1, %rd2};\n  mov.u64 %rd3, 4;\n  mov.u64 %rd4, 5;\n"
      "  mov.b128 %q0, {%rd3, %rd4};\n  mov.u64 %rd5, 10;\n  mov.b128 %q1, {%rd5, %rd4};\n"
      "  atom.global.cas.b128 %q2, [%a+16], %q0, %q1;\n"
      "  atom.global.exch.b128 %q3, [%a+32], %q1;\n"
      "  st.global.b16 [%b], %h0;\n  st.global.b16 [%b+2], %h1;\n  st.global.b32 [%b+4], %r0;\n"
      "  st.global.b64 [%b+8], %rd0;\n  st.global.b128 [%b+16], %q2;\n"
      "  st.global.b128 [%b+32], %q3;");
  // %rd1 and %rd2 hold nothing that matters.
  inEverySchedule(ptx, [](Device &device) {
    std::vector<uint16_t> values(24);
    values[0] = 1;
    values[1] = 3;
    values[2] = 2;
    values[4] = 3;
    values[8] = 4;
    values[12] = 5;
    values[16] = 6;
    uint16_t *a = device.array(values), *b = device.array(std::vector<uint16_t>(24));
    device.run("k", {1}, {1}, {a, b});
    for (size_t i = 0; i < 24; ++i)
      EXPECT_EQ(b[i], values[i]) << i;
    values[0] = 7;
    values[2] = 8;
    values[4] = 9;
    values[8] = 10;
    values[16] = 10;
    values[20] = 5;
    for (size_t i = 0; i < 24; ++i)
      EXPECT_EQ(a[i], values[i]) << i;
  });
}

TEST(EmulatorAtomic, Vectors) {
  std::string ptx = memoryKernel(
      "  ld.global.v4.f32 {%f0, %f1, %f2, %f3}, [%b];\n"
      "  atom.global.v4.f32.add {%f4, %f5, %f6, %f7}, [%a], {%f0, %f1, %f2, %f3};\n"
      "  st.global.v4.f32 [%b], {%f4, %f5, %f6, %f7};\n"
      "  red.relaxed.gpu.global.v2.f32.add [%a+16], {%f0, %f1};\n"
      "  ld.global.v4.b16 {%h0, %h1, %h2, %h3}, [%b+32];\n"
      "  ld.global.v4.b16 {%h4, %h5, %h6, %h7}, [%b+40];\n"
      "  red.global.v8.f16.max.noftz [%a+32], {%h0, %h1, %h2, %h3, %h4, %h5, %h6, %h7};\n"
      "  red.global.v4.f16.min.noftz [%a+48], {%h0, %h1, %h2, %h3};\n"
      "  ld.global.v2.b32 {%r0, %r1}, [%b+32];\n"
      "  atom.global.v2.f16x2.add.noftz {%r2, %r3}, [%a+56], {%r0, %r1};\n"
      "  st.global.v2.b32 [%b+48], {%r2, %r3};");
  inEverySchedule(ptx, [](Device &device) {
    struct Values {
      float sums[8];
      _Float16 halves[16];
    };
    Values old = {{1, 2, 3, 4, 5, 6, 7, 8},
                  {1.0f16, -2.0f16, 3.0f16, -4.0f16, 0.5f16, 6.0f16, -0.0f16, 8.0f16, 1.0f16,
                   -2.0f16, 3.0f16, -4.0f16, 0.5f16, 6.0f16, 7.0f16, 8.0f16}};
    Values by = {{0.5f, 0.25f, -3, 100, 0, 0, 0, 0},
                 {2.0f16, -3.0f16, 3.5f16, -1.0f16, 0.25f16, 7.0f16, 0.0f16, -8.0f16}};
    Values *a = device.array(std::vector<Values>{old});
    Values *b = device.array(std::vector<Values>{by});
    device.run("k", {1}, {1}, {a, b});
    for (size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(a->sums[i], old.sums[i] + by.sums[i]) << i;
      EXPECT_EQ(b->sums[i], old.sums[i]) << i;
    }
    EXPECT_EQ(a->sums[4], 5.5f);
    EXPECT_EQ(a->sums[5], 6.25f);
    EXPECT_EQ(a->sums[6], 7.0f);
    for (size_t i = 0; i < 8; ++i)
      EXPECT_EQ(static_cast<float>(a->halves[i]),
                static_cast<float>(std::max(old.halves[i], by.halves[i])))
          << i;
    EXPECT_FALSE(std::signbit(static_cast<float>(a->halves[6])));
    for (size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(static_cast<float>(a->halves[8 + i]),
                static_cast<float>(std::min(old.halves[8 + i], by.halves[i])))
          << i;
      EXPECT_EQ(static_cast<float>(a->halves[12 + i]),
                static_cast<float>(old.halves[12 + i] + by.halves[i]))
          << i;
      EXPECT_EQ(static_cast<float>(b->halves[8 + i]), static_cast<float>(old.halves[12 + i])) << i;
    }
  });
}

TEST(EmulatorAtomic, RefusesWhatIsNone) {
  auto refused = [](const std::string &text, const std::string &name) {
    std::string ptx = ".version 8.6\n.target sm_90a\n.address_size 64\n.visible .entry k(.param "
                      ".u64 pa) {\n  .reg .b64 %a;\n  .reg .b32 %r0;\n  .reg .b16 %h0;\n"
                      "  ld.param.u64 %a, [pa];\n  " +
                      text + "\n  ret;\n}\n";
    Result<std::unique_ptr<Module>> module = Module::parse(ptx);
    ASSERT_FALSE(module) << text;
    EXPECT_NE(module.error().find(name), std::string::npos) << module.error();
  };
  refused("atom.global.inc.s32 %r0, [%a], 1;", "atom.global.inc.s32");
  refused("red.global.exch.b32 [%a], 1;", "red.global.exch.b32");
  refused("multimem.red.relaxed.sys.global.add.u32 [%a], 1;", "multimem.red");
  refused("multimem.ld_reduce.relaxed.sys.global.add.u32 %r0, [%a];", "multimem.ld_reduce");
}

namespace {

/// The nearest bf16, ties to even, of a sum that a double holds exactly.
uint16_t narrowBrain(double value) {
  if (value != value)
    return 0x7fff;
  if (std::fabs(value) >= 0x1.ffp127) // halfway to 2^128 and beyond
    return value < 0 ? 0xff80 : 0x7f80;
  int exponent = 0;
  std::frexp(value, &exponent);
  double unit = std::ldexp(1.0, std::max(exponent - 8, -133));
  float rounded = static_cast<float>(std::nearbyint(value / unit) * unit);
  uint32_t bits;
  std::memcpy(&bits, &rounded, 4);
  if (rounded == 0)
    bits = std::signbit(value) ? 0x80000000 : 0;
  return static_cast<uint16_t>(bits >> 16);
}

double widenBrain(uint16_t bits) {
  uint32_t wide = uint32_t{bits} << 16;
  float value;
  std::memcpy(&value, &wide, 4);
  return value;
}

double widenHalf(uint16_t bits) {
  _Float16 value;
  std::memcpy(&value, &bits, 2);
  return static_cast<double>(value);
}

uint16_t narrowHalf(double value) {
  _Float16 half = static_cast<_Float16>(value);
  uint16_t bits;
  std::memcpy(&bits, &half, 2);
  return half != half ? 0x7fff : bits;
}

/// All 65536 old values, in a grid of 64 blocks, each with the same operand.
void checkAllHalves(const std::string &op, uint16_t operand, auto expected) {
  std::string ptx = memoryKernel(
      "  mov.u32 %r0, %ctaid.x;\n  mad.lo.u32 %r0, %r0, 1024, %t;\n  mul.wide.u32 %rd0, %r0, 16;\n"
      "  add.u64 %rd0, %rd0, %a;\n  ld.global.b16 %h0, [%b];\n"
      "  red.global.v8." +
      op + " [%rd0], {%h0, %h0, %h0, %h0, %h0, %h0, %h0, %h0};");
  Device device(ptx);
  std::vector<uint16_t> all(65536);
  for (uint32_t i = 0; i < 65536; ++i)
    all[i] = static_cast<uint16_t>(i);
  uint16_t *a = device.array(all);
  device.run("k", {8}, {1024}, {a, device.array(std::vector<uint16_t>{operand})});
  for (uint32_t i = 0; i < 65536; ++i)
    ASSERT_EQ(a[i], expected(static_cast<uint16_t>(i), operand)) << op << " " << i;
}

} // namespace

TEST(EmulatorAtomic, EveryHalf) {
  for (uint16_t operand : {0x0000, 0x8000, 0x3c00, 0x0001, 0x83ff, 0x7bff, 0xfc00, 0x7e00}) {
    checkAllHalves("f16.add.noftz", operand,
                   [](uint16_t a, uint16_t b) { return narrowHalf(widenHalf(a) + widenHalf(b)); });
    // Of a NaN and a number the number; -0 is below +0.
    auto less = [](double x, double y) {
      return x < y || (x == y && std::signbit(x) && !std::signbit(y));
    };
    checkAllHalves("f16.min.noftz", operand, [&](uint16_t a, uint16_t b) -> uint16_t {
      double x = widenHalf(a), y = widenHalf(b);
      return x != x && y != y ? 0x7fff : x != x ? b : y != y ? a : less(y, x) ? b : a;
    });
    checkAllHalves("f16.max.noftz", operand, [&](uint16_t a, uint16_t b) -> uint16_t {
      double x = widenHalf(a), y = widenHalf(b);
      return x != x && y != y ? 0x7fff : x != x ? b : y != y ? a : less(x, y) ? b : a;
    });
  }
  for (uint16_t operand : {0x0000, 0x8000, 0x3f80, 0x0001, 0x807f, 0x7f7f, 0xff80, 0x7fc0})
    checkAllHalves("bf16.add.noftz", operand, [](uint16_t a, uint16_t b) {
      return narrowBrain(widenBrain(a) + widenBrain(b));
    });
}
