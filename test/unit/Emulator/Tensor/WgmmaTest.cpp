// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every type, width, layout, sign and scale of wgmma.mma_async against products.
#include "Wgmma.h"
#include "HardwareModel.h"

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

void checkExact(const Case &test, Schedule schedule = Schedule::Default) {
  Problem problem(test);
  SCOPED_TRACE(problem.product(0) + " swizzles " + std::to_string(test.widthA) + ", " +
               std::to_string(test.widthB));
  EXPECT_EQ(problem.run(schedule).values, problem.expected().values);
}

/// As many products as one pattern holds.
size_t stepsOf(size_t width) { return width > 16 ? width / 32 : 2; }

} // namespace

TEST(TensorWgmma, EverySwizzleAlongK) {
  for (size_t width : {16, 32, 64, 128})
    for (const char *type : {"f16", "tf32", "e4m3"}) {
      Case test;
      test.n = 24;
      test.a = test.b = type;
      test.widthA = test.widthB = width;
      test.steps = stepsOf(width);
      checkExact(test);
    }
}

TEST(TensorWgmma, EverySwizzleAlongMAndN) {
  for (size_t widthA : {16, 32, 64, 128})
    for (size_t widthB : {16, 32, 64, 128})
      for (const char *type : {"f16", "bf16"}) {
        Case test;
        test.n = 64;
        test.a = test.b = type;
        test.widthA = widthA;
        test.widthB = widthB;
        test.alongKA = test.alongKB = false;
        test.steps = 2;
        checkExact(test);
      }
}

TEST(TensorWgmma, MixedMajors) {
  for (bool alongKA : {false, true}) {
    Case test;
    test.n = 128;
    test.alongKA = alongKA;
    test.alongKB = !alongKA;
    test.widthB = 64;
    test.steps = 2;
    checkExact(test);
  }
}

TEST(TensorWgmma, BaseOffset) {
  // Patterns that begin 3 and 5 rows of 128 bytes after a multiple of 1024.
  for (size_t offset : {3, 5})
    for (bool alongK : {true, false}) {
      Case test;
      test.n = 64;
      test.baseOffset = offset;
      test.alongKA = test.alongKB = alongK;
      test.steps = 4;
      checkExact(test);
    }
}

TEST(TensorWgmma, EveryTypeAndAccumulator) {
  struct Types {
    const char *a, *b, *d, *suffix;
  };
  for (Types types :
       {Types{"f16", "f16", "f32", ""}, Types{"f16", "f16", "f16", ""},
        Types{"bf16", "bf16", "f32", ""}, Types{"tf32", "tf32", "f32", ""},
        Types{"e4m3", "e4m3", "f32", ""}, Types{"e4m3", "e5m2", "f32", ""},
        Types{"e5m2", "e4m3", "f16", ""}, Types{"e5m2", "e5m2", "f32", ""},
        Types{"s8", "s8", "s32", ""}, Types{"s8", "u8", "s32", ""}, Types{"u8", "s8", "s32", ""},
        Types{"u8", "u8", "s32", ".satfinite"}, Types{"b1", "b1", "s32", ".and.popc"}})
    for (bool registers : {false, true}) {
      Case test;
      test.n = 32;
      test.a = types.a;
      test.b = types.b;
      test.d = types.d;
      test.suffix = types.suffix;
      test.registersA = registers;
      test.steps = 2;
      checkExact(test);
    }
}

TEST(TensorWgmma, EveryWidth) {
  for (size_t n = 8; n <= 256; n += 8) {
    Case test;
    test.n = n;
    checkExact(test);
    if (n == 8 || n == 24 || n == 48 || n == 256) {
      test.a = test.b = "s8";
      test.d = "s32";
      checkExact(test);
    }
  }
}

TEST(TensorWgmma, ScalesAndSigns) {
  for (bool negatesA : {false, true})
    for (bool negatesB : {false, true})
      for (int scale : {0, 1, 2}) {
        Case test;
        test.n = 16;
        test.negatesA = negatesA;
        test.negatesB = negatesB;
        test.scaleD = scale;
        test.registersA = negatesA;
        checkExact(test);
      }
  Case integers;
  integers.a = integers.b = "u8";
  integers.d = "s32";
  integers.scaleD = 0;
  checkExact(integers);
}

TEST(TensorWgmma, RandomValuesAreNear) {
  for (const char *type : {"f16", "bf16", "tf32", "e4m3"}) {
    Case test;
    test.n = 64;
    test.a = test.b = type;
    test.steps = 4;
    Problem problem(test, Draw::Random);
    Values actual = problem.run(), sum(64, 64), size(64, 64);
    referenceProduct(problem.a, problem.b, problem.c, sum, size);
    for (size_t i = 0; i < sum.values.size(); ++i)
      EXPECT_NEAR(actual.values[i], sum.values[i],
                  static_cast<double>(problem.a.columns + 1) * size.values[i] * 0x1p-24);
  }
}

TEST(TensorWgmma, HardwareSums) {
  // All of k at once with 25 fraction bits; of FP8 with 13, in the result, too.
  struct Types {
    const char *a, *b, *d;
  };
  for (Types types :
       {Types{"f16", "f16", "f32"}, Types{"f16", "f16", "f16"}, Types{"bf16", "bf16", "f32"},
        Types{"tf32", "tf32", "f32"}, Types{"e4m3", "e4m3", "f32"}, Types{"e5m2", "e4m3", "f32"},
        Types{"e4m3", "e5m2", "f16"}}) {
    Case test;
    test.n = 16;
    test.a = types.a;
    test.b = types.b;
    test.d = types.d;
    std::mt19937 random(51);
    Problem problem(test, drawWide(64, test.k(), types.a, random),
                    drawWide(test.k(), 16, types.b, random), drawWide(64, 16, types.d, random));
    Values actual = problem.run(Schedule::Default, "", "", false, true);
    int fraction = bitsOfElement(types.a) == 8 ? 13 : 25;
    for (size_t row = 0; row < 64; ++row)
      for (size_t column = 0; column < 16; ++column)
        EXPECT_EQ(actual.at(row, column),
                  sumOnce(types.d, types.a, types.b, problem.a, problem.b, row, column, 0, test.k(),
                          problem.c.at(row, column), fraction))
            << types.a << " " << types.b << " " << types.d << " " << row << ", " << column;
  }
}

TEST(TensorWgmma, SameInEverySchedule) {
  for (Schedule schedule :
       {Schedule::LazyRoundRobin, Schedule::EagerPriority, Schedule::Random, Schedule::Default}) {
    Case test;
    test.n = 64;
    test.steps = 4;
    checkExact(test, schedule);
    test.registersA = true;
    checkExact(test, schedule);
  }
}

TEST(TensorWgmmaRefused, ByItsWholeName) {
  for (const char *name : {"wgmma.mma_async.sync.aligned.m64n12k16.f32.f16.f16",
                           "wgmma.mma_async.sync.aligned.m64n40k32.s32.s8.s8",
                           "wgmma.mma_async.sync.aligned.m64n8k16.f16.bf16.bf16",
                           "wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.xor.popc",
                           "wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16"}) {
    std::string text = moduleText(
        ".visible .entry k() {\n  .reg .b32 %r<8>;\n  .reg .b64 %rd<4>;\n  " + std::string(name) +
            " {%r0, %r1, %r2, %r3}, %rd0, %rd1, 1, 1, 1, 0, 0;\n  ret;\n}\n",
        "sm_90a");
    Result<std::unique_ptr<Module>> result = Module::parse(text);
    ASSERT_FALSE(result) << name;
    EXPECT_NE(result.error().find(name), std::string::npos) << result.error();
  }
}
