// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every shape of mma.sync. The fragments are laid out here once more, from the PTX
// manual's formulas; results are compared with f64 under the bound of k + 1 roundings
// to f32.
#include "Instruction.h"

#include "halftone/Support/FloatBits.h"

#include <cmath>
#include <random>

using namespace halftone;
using namespace halftone::emulator::test;

namespace {

struct Shape {
  const char *name, *operand;
  size_t k, operandBits;
  bool halfResult;
};

void PrintTo(const Shape &shape, std::ostream *out) { *out << shape.name << " " << shape.operand; }

float widen(uint32_t bits, const std::string &type) {
  if (type == "f16")
    return widenF16(static_cast<uint16_t>(bits));
  if (type == "bf16")
    return widenBF16(static_cast<uint16_t>(bits));
  if (type == "e4m3")
    return widenF8E4M3FN(static_cast<uint8_t>(bits));
  if (type == "e5m2")
    return widenF8E5M2(static_cast<uint8_t>(bits));
  return std::bit_cast<float>(bits & 0xffffe000u);
}

uint32_t narrow(float value, const std::string &type) {
  if (type == "f16")
    return narrowF16(value);
  if (type == "bf16")
    return narrowBF16(value);
  if (type == "e4m3")
    return narrowF8E4M3FN(value);
  if (type == "e5m2")
    return narrowF8E5M2(value);
  return std::bit_cast<uint32_t>(value); // with low bits that tf32 drops
}

std::string registers(const std::string &prefix, size_t count) {
  std::string list = "{";
  for (size_t i = 0; i < count; ++i)
    list += (i ? ", %" : "%") + prefix + std::to_string(i);
  return list + "}";
}

class EmulatorMma : public testing::TestWithParam<Shape> {};

} // namespace

TEST_P(EmulatorMma, AgreesWithF64) {
  Shape shape = GetParam();
  size_t k = shape.k, perRegister = 32 / shape.operandBits;
  size_t numA = 16 * k / 32 / perRegister, numB = 8 * k / 32 / perRegister;
  size_t numC = shape.halfResult ? 2 : 4;
  std::mt19937 random(7);
  auto draw = [&] { return std::uniform_real_distribution<float>(-2, 2)(random); };
  std::vector<uint32_t> a(16 * k), b(k * 8);
  std::vector<float> c(16 * 8);
  for (uint32_t &value : a)
    value = narrow(draw(), shape.operand);
  for (uint32_t &value : b)
    value = narrow(draw(), shape.operand);
  for (float &value : c)
    value = shape.halfResult ? widenF16(narrowF16(draw())) : draw();

  // The registers of each lane: A, then B, then C.
  std::vector<uint32_t> input(32 * 12);
  for (size_t lane = 0; lane < 32; ++lane) {
    size_t group = lane >> 2, inGroup = lane % 4;
    uint32_t *words = &input[12 * lane];
    for (size_t i = 0; i < numA * perRegister; ++i) {
      size_t word = i / perRegister, part = i % perRegister;
      size_t row = word % 2 == 0 ? group : group + 8;
      size_t column = inGroup * perRegister + part + (word < 2 ? 0 : 4 * perRegister);
      words[word] |= a[row * k + column] << (shape.operandBits % 32 * part);
    }
    for (size_t i = 0; i < numB * perRegister; ++i) {
      size_t word = i / perRegister, part = i % perRegister;
      size_t row = inGroup * perRegister + part + (word < 1 ? 0 : 4 * perRegister);
      words[4 + word] |= b[row * 8 + group] << (shape.operandBits % 32 * part);
    }
    for (size_t i = 0; i < 4; ++i) {
      float value = c[(i < 2 ? group : group + 8) * 8 + inGroup * 2 + (i & 1)];
      if (shape.halfResult)
        words[8 + i / 2] |= static_cast<uint32_t>(narrowF16(value)) << (16 * (i & 1));
      else
        words[8 + i] = std::bit_cast<uint32_t>(value);
    }
  }

  std::string result = shape.halfResult ? "f16" : "f32";
  std::string body;
  auto loads = [&](const std::string &prefix, size_t count, size_t first) {
    for (size_t i = 0; i < count; ++i)
      body += "  ld.global.b32 %" + prefix + std::to_string(i) + ", [%rd0+" +
              std::to_string(4 * (first + i)) + "];\n";
  };
  loads("a", numA, 0);
  loads("b", numB, 4);
  loads("c", numC, 8);
  body += "  mma.sync.aligned." + std::string(shape.name) + ".row.col." + result + "." +
          shape.operand + "." + shape.operand + "." + result + "\n    " + registers("d", numC) +
          ", " + registers("a", numA) + ", " + registers("b", numB) + ", " + registers("c", numC) +
          ";\n";
  for (size_t i = 0; i < numC; ++i)
    body += "  st.global.b32 [%rd1+" + std::to_string(4 * i) + "], %d" + std::to_string(i) + ";\n";
  std::string text =
      moduleText(".visible .entry k(.param .u64 in, .param .u64 out) {\n  .reg .b64 %rd<2>;\n"
                 "  .reg .b32 %a<4>, %b<2>, %c<4>, %d<4>, %t;\n  mov.u32 %t, %laneid;\n"
                 "  ld.param.u64 %rd0, [in];\n  mad.wide.u32 %rd0, %t, 48, %rd0;\n"
                 "  ld.param.u64 %rd1, [out];\n  mad.wide.u32 %rd1, %t, 16, %rd1;\n" +
                     body + "  ret;\n}\n",
                 "sm_90a");
  text.replace(text.find("8.0"), 3, "8.4"); // 8-bit operands
  checkLegal(text);
  Device device(text);
  uint32_t *out = device.array(std::vector<uint32_t>(32 * 4));
  device.run("k", {1}, {32}, {device.array(input), out});

  for (size_t lane = 0; lane < 32; ++lane)
    for (size_t i = 0; i < 4; ++i) {
      size_t row = (lane >> 2) + (i < 2 ? 0 : 8), column = lane % 4 * 2 + (i & 1);
      double sum = c[row * 8 + column], size = std::fabs(sum);
      for (size_t step = 0; step < k; ++step) {
        double product = static_cast<double>(widen(a[row * k + step], shape.operand)) *
                         widen(b[step * 8 + column], shape.operand);
        sum += product;
        size += std::fabs(product);
      }
      double bound = static_cast<double>(k + 1) * size * 0x1p-24;
      float actual = std::bit_cast<float>(out[4 * lane + i]);
      if (shape.halfResult) {
        actual = widenF16(static_cast<uint16_t>(out[4 * lane + i / 2] >> (16 * (i & 1))));
        bound += std::fabs(sum) * 0x1p-11;
      }
      EXPECT_NEAR(actual, sum, bound) << row << ", " << column;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, EmulatorMma,
    testing::Values(Shape{"m16n8k16", "f16", 16, 16, false}, Shape{"m16n8k16", "f16", 16, 16, true},
                    Shape{"m16n8k16", "bf16", 16, 16, false}, Shape{"m16n8k8", "f16", 8, 16, false},
                    Shape{"m16n8k8", "f16", 8, 16, true}, Shape{"m16n8k8", "bf16", 8, 16, false},
                    Shape{"m16n8k8", "tf32", 8, 32, false}, Shape{"m16n8k4", "tf32", 4, 32, false},
                    Shape{"m16n8k32", "e4m3", 32, 8, false},
                    Shape{"m16n8k32", "e5m2", 32, 8, false}),
    [](const testing::TestParamInfo<Shape> &info) {
      return std::string(info.param.name) + "_" + info.param.operand +
             (info.param.halfResult ? "_f16" : "");
    });

TEST(EmulatorMmaSpecial, InfinityAndNaN) {
  // A = 1 in row 0, k 0; B = infinity there; C = -infinity in one place.
  std::string text = moduleText(
      ".visible .entry k(.param .u64 out) {\n  .reg .b64 %rd0;\n  .reg .b32 %r<8>, %t;\n"
      "  .reg .pred %p;\n  mov.u32 %t, %laneid;\n  setp.eq.u32 %p, %t, 0;\n"
      "  selp.b32 %r0, 0x3f80, 0, %p;\n  selp.b32 %r1, 0x7f80, 0, %p;\n"
      "  selp.b32 %r2, 0fFF800000, 0, %p;\n  mov.b32 %r3, 0;\n"
      "  mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%r4, %r5, %r6, %r7}, {%r0, %r3}, "
      "{%r1}, {%r2, %r3, %r3, %r3};\n  ld.param.u64 %rd0, [out];\n"
      "  mad.wide.u32 %rd0, %t, 16, %rd0;\n"
      "  st.global.v4.b32 [%rd0], {%r4, %r5, %r6, %r7};\n  ret;\n}\n");
  Device device(text);
  uint32_t *out = device.array(std::vector<uint32_t>(128));
  device.run("k", {1}, {32}, {out});
  EXPECT_EQ(out[0], 0x7fffffffu);     // infinity - infinity
  EXPECT_EQ(out[4 * 1], 0u);          // another column
  EXPECT_EQ(out[4 * 4], 0x7fffffffu); // another row: 0 * infinity
}
