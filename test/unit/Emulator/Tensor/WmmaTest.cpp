// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// wmma: matrices in memory, by rows and by columns and with strides, through load, mma
// and store, against products. What fragments look like in between is not asked, but
// that the elements of equal fragments may be changed alike, as CUDA's API allows.
#include "Tensor.h"

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

struct Shape {
  size_t m, n, k;
  std::string name() const {
    return "m" + std::to_string(m) + "n" + std::to_string(n) + "k" + std::to_string(k);
  }
};

size_t registersOfOperand(size_t values, const std::string &type) {
  if (type == "f16")
    return 8;
  return type == "f64" ? values / 32 : values * bitsOfElement(type) / 1024;
}
size_t registersOfAccumulator(const Shape &shape, const std::string &type) {
  return shape.m * shape.n / (type == "f16" ? 64 : 32);
}

/// A matrix in memory. What is not its own is all ones: NaN.
std::vector<uint8_t> inMemory(const Values &matrix, const std::string &type, bool byColumns,
                              size_t stride) {
  size_t bits = bitsOfElement(type), lines = byColumns ? matrix.columns : matrix.rows;
  std::vector<uint8_t> bytes((lines * stride * bits + 7) / 8 + 16, 0xff);
  for (size_t row = 0; row < matrix.rows; ++row)
    for (size_t column = 0; column < matrix.columns; ++column) {
      size_t index = byColumns ? column * stride + row : row * stride + column;
      uint64_t value = encodeElement(matrix.at(row, column), type);
      for (size_t bit = 0; bit < bits; ++bit) {
        size_t at = index * bits + bit;
        uint8_t mask = static_cast<uint8_t>(1u << (at % 8));
        bytes[at / 8] =
            static_cast<uint8_t>((bytes[at / 8] & ~mask) | ((value >> bit & 1) ? mask : 0));
      }
    }
  return bytes;
}

Values fromMemory(const uint8_t *bytes, size_t rows, size_t columns, const std::string &type,
                  bool byColumns, size_t stride) {
  Values result(rows, columns);
  size_t size = bitsOfElement(type) / 8;
  for (size_t row = 0; row < rows; ++row)
    for (size_t column = 0; column < columns; ++column) {
      uint64_t value = 0;
      std::memcpy(&value,
                  bytes + size * (byColumns ? column * stride + row : row * stride + column), size);
      result.at(row, column) = decodeElement(value, type);
    }
  return result;
}

struct Case {
  Shape shape;
  std::string a, c, d;
  bool aColumns = false, bColumns = true, cColumns = false, dColumns = false;
  size_t padding = 0; ///< of the strides; 0 leaves the stride out
  std::string space = ".global";
  std::string qualifier = "", suffix = ""; // ".xor.popc", ".satfinite"

  std::string product() const {
    std::string name = "wmma.mma" + qualifier + ".sync.aligned.";
    name += std::string(aColumns ? "col" : "row") + (bColumns ? ".col." : ".row.") + shape.name();
    return name + "." + d + (a == "f16" ? "" : "." + a + "." + a) + "." + c + suffix;
  }
};

std::string moveText(const std::string &what, const Case &test, const std::string &type,
                     bool byColumns, size_t stride, size_t registers, const std::string &prefix,
                     const std::string &address) {
  std::string text = "  wmma." + what + ".sync.aligned." + (byColumns ? "col." : "row.") +
                     test.shape.name() + test.space + "." + type + " ";
  std::string list = registerList(prefix, 0, registers);
  text += what == "store.d" ? address + ", " + list : list + ", " + address;
  return text + (test.padding ? ", " + std::to_string(stride) : std::string()) + ";\n";
}

struct Matrices {
  Values a, b, c;
};

Matrices drawAll(const Case &test, Draw draw) {
  std::mt19937 random(21);
  const Shape &shape = test.shape;
  Values a = drawMatrix(shape.m, shape.k, test.a, draw, random);
  Values b = drawMatrix(shape.k, shape.n, test.a, draw, random);
  return {a, b, drawMatrix(shape.m, shape.n, test.c, draw, random)};
}

Values run(const Case &test, const Matrices &in, const std::string &between = "",
           LaunchOptions options = {}) {
  const Shape &shape = test.shape;
  // Lines of bits and 4-bit values are whole words.
  auto strideOf = [&](size_t rows, size_t columns, bool byColumns) {
    return (byColumns ? rows : columns) + test.padding;
  };
  size_t strideA = strideOf(shape.m, shape.k, test.aColumns),
         strideB = strideOf(shape.k, shape.n, test.bColumns),
         strideC = strideOf(shape.m, shape.n, test.cColumns),
         strideD = strideOf(shape.m, shape.n, test.dColumns);
  size_t numA = registersOfOperand(shape.m * shape.k, test.a),
         numB = registersOfOperand(shape.k * shape.n, test.a),
         numC = registersOfAccumulator(shape, test.c), numD = registersOfAccumulator(shape, test.d);
  auto declare = [](const std::string &prefix, const std::string &type) {
    std::string size = type == "f64" ? ".f64" : type == "f32" ? ".f32" : ".b32";
    return "  .reg " + size + " %" + prefix + "<10>;\n";
  };
  std::string text =
      ".version 7.8\n.target sm_90\n.address_size 64\n"
      ".visible .entry k(.param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u64 "
      "pd) {\n  .reg .b64 %rd<8>;\n  .reg .b32 %t<4>;\n" +
      declare("a", test.a) + declare("b", test.a) + declare("c", test.c) + declare("d", test.d) +
      "  ld.param.u64 %rd0, [pa];\n  ld.param.u64 %rd1, [pb];\n"
      "  ld.param.u64 %rd2, [pc];\n  ld.param.u64 %rd3, [pd];\n";
  text += moveText("load.a", test, test.a, test.aColumns, strideA, numA, "a", "[%rd0]");
  text += moveText("load.b", test, test.a, test.bColumns, strideB, numB, "b", "[%rd1]");
  text += moveText("load.c", test, test.c, test.cColumns, strideC, numC, "c", "[%rd2]");
  text += between + "  " + test.product() + "\n    " + registerList("d", 0, numD) + ", " +
          registerList("a", 0, numA) + ", " + registerList("b", 0, numB) + ", " +
          registerList("c", 0, numC) + ";\n";
  text += moveText("store.d", test, test.d, test.dColumns, strideD, numD, "d", "[%rd3]");
  text += "  ret;\n}\n";
  checkLegal(text);
  Device device(text);
  device.options = options;
  size_t lines = test.dColumns ? shape.n : shape.m;
  uint8_t *d =
      device.array(std::vector<uint8_t>(lines * strideD * bitsOfElement(test.d) / 8, 0xee));
  device.run("k", {1}, {32},
             {device.array(inMemory(in.a, test.a, test.aColumns, strideA)),
              device.array(inMemory(in.b, test.a, test.bColumns, strideB)),
              device.array(inMemory(in.c, test.c, test.cColumns, strideC)), d});
  return fromMemory(d, shape.m, shape.n, test.d, test.dColumns, strideD);
}

void checkExact(const Case &test) {
  SCOPED_TRACE(test.product() + (test.padding ? " with strides" : ""));
  Matrices in = drawAll(test, Draw::SmallIntegers);
  Values sum(test.shape.m, test.shape.n), size = sum;
  referenceProduct(in.a, in.b, in.c, sum, size);
  if (test.a == "b1")
    for (size_t row = 0; row < sum.rows; ++row)
      for (size_t column = 0; column < sum.columns; ++column) {
        double count = in.c.at(row, column);
        for (size_t k = 0; k < test.shape.k; ++k)
          count += test.qualifier == ".xor.popc" ? in.a.at(row, k) != in.b.at(k, column)
                                                 : in.a.at(row, k) * in.b.at(k, column);
        sum.at(row, column) = count;
      }
  EXPECT_EQ(run(test, in).values, sum.values);
}

void checkAllLayouts(Case test) {
  for (int layouts = 0; layouts < 16; ++layouts) {
    test.aColumns = layouts & 1;
    test.bColumns = layouts & 2;
    test.cColumns = layouts & 4;
    test.dColumns = layouts & 8;
    test.padding = layouts % 3 == 0 ? 0 : 8;
    test.space = layouts % 5 == 0 ? "" : ".global";
    checkExact(test);
  }
}

const Shape commonShapes[] = {{16, 16, 16}, {8, 32, 16}, {32, 8, 16}};

} // namespace

TEST(TensorWmma, HalvesInAllLayouts) {
  for (Shape shape : commonShapes)
    for (const char *c : {"f16", "f32"})
      for (const char *d : {"f16", "f32"})
        checkAllLayouts({shape, "f16", c, d});
}

TEST(TensorWmma, OtherFloatsInAllLayouts) {
  for (Shape shape : commonShapes)
    checkAllLayouts({shape, "bf16", "f32", "f32"});
  checkAllLayouts({{16, 16, 8}, "tf32", "f32", "f32"});
  checkAllLayouts({{8, 8, 4}, "f64", "f64", "f64"});
}

TEST(TensorWmma, BytesInAllLayouts) {
  for (Shape shape : commonShapes)
    for (const char *type : {"s8", "u8"})
      checkAllLayouts({shape, type, "s32", "s32"});
}

TEST(TensorWmma, NarrowIntegers) {
  for (bool columns : {false, true}) {
    for (const char *type : {"s4", "u4"}) {
      Case test{{8, 8, 32}, type, "s32", "s32"};
      test.cColumns = columns;
      test.dColumns = !columns;
      checkExact(test);
      test.padding = 32;
      checkExact(test);
    }
    for (const char *op : {".xor.popc", ".and.popc"}) {
      Case test{{8, 8, 128}, "b1", "s32", "s32"};
      test.qualifier = op;
      test.cColumns = columns;
      checkExact(test);
      test.padding = 128;
      checkExact(test);
    }
  }
}

TEST(TensorWmma, IntegersSaturate) {
  Case test{{16, 16, 16}, "s8", "s32", "s32"};
  test.suffix = ".satfinite";
  Matrices in = drawAll(test, Draw::SmallIntegers);
  std::fill(in.c.values.begin(), in.c.values.end(), 2147483600.0);
  Values sum(16, 16), size(16, 16);
  referenceProduct(in.a, in.b, in.c, sum, size);
  for (double &value : sum.values)
    value = std::min(value, 2147483647.0);
  EXPECT_EQ(run(test, in).values, sum.values);
}

TEST(TensorWmma, ElementsMayBeScaledInPlace) {
  // A is doubled between its load and its use, all registers of the fragment alike.
  Case test{{8, 32, 16}, "f16", "f32", "f32"};
  Matrices in = drawAll(test, Draw::SmallIntegers);
  std::string between;
  for (size_t i = 0; i < 8; ++i)
    between += "  add.f16x2 %a" + std::to_string(i) + ", %a" + std::to_string(i) + ", %a" +
               std::to_string(i) + ";\n";
  Values actual = run(test, in, between);
  for (double &value : in.a.values)
    value *= 2;
  Values sum(8, 32), size(8, 32);
  referenceProduct(in.a, in.b, in.c, sum, size);
  EXPECT_EQ(actual.values, sum.values);
}

TEST(TensorWmma, SharedMemoryAndLaneStrides) {
  // Through shared memory with a stride in a register; the transpose of the identity
  // times B.
  std::string text = moduleText(
      ".visible .entry k(.param .u64 in, .param .u64 out) {\n  .reg .b64 %rd<4>;\n"
      "  .reg .b32 %r<30>, %stride, %t;\n  .reg .f32 %f<8>;\n  .shared .align 32 .b8 s[1024];\n"
      "  mov.u32 %stride, 24;\n  mov.u32 %t, s;\n  ld.param.u64 %rd0, [in];\n"
      "  ld.param.u64 %rd1, [out];\n"
      "  wmma.load.c.sync.aligned.row.m16n16k16.global.f16 {%r0, %r1, %r2, %r3}, [%rd0];\n"
      "  wmma.store.d.sync.aligned.col.m16n16k16.shared.f16 [%t+32], {%r0, %r1, %r2, %r3}, "
      "%stride;\n"
      "  wmma.load.c.sync.aligned.col.m16n16k16.shared.f16 {%r4, %r5, %r6, %r7}, [%t+32], "
      "%stride;\n"
      "  wmma.store.d.sync.aligned.row.m16n16k16.global.f16 [%rd1], {%r4, %r5, %r6, %r7};\n"
      "  ret;\n}\n");
  checkLegal(text);
  Device device(text);
  std::vector<uint16_t> values(256);
  for (size_t i = 0; i < 256; ++i)
    values[i] = static_cast<uint16_t>(i * 17);
  uint16_t *out = device.array(std::vector<uint16_t>(256));
  device.run("k", {1}, {32}, {device.array(values), out});
  EXPECT_EQ(std::vector<uint16_t>(out, out + 256), values);
}

TEST(TensorWmma, FaultsNameTheThread) {
  std::string body =
      "  wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r0, %r1, %r2, %r3, %r4, "
      "%r5, %r6, %r7}, [%rd0], 16;\n  ret;\n}\n";
  std::string head = ".visible .entry k(.param .u64 in) {\n  .reg .b64 %rd<4>;\n  .reg .b32 "
                     "%r<8>, %t;\n  ld.param.u64 %rd0, [in];\n";
  Device outside(moduleText(head + body));
  std::string error = outside.error("k", {1}, {32}, {outside.array(std::vector<uint16_t>(255))});
  EXPECT_NE(error.find("out-of-bounds access: 4 bytes"), std::string::npos) << error;
  Device uneven(
      moduleText(head + "  mov.u32 %t, %laneid;\n  mad.wide.u32 %rd0, %t, 2, %rd0;\n" + body));
  error = uneven.error("k", {1}, {32}, {uneven.array(std::vector<uint16_t>(1024))});
  EXPECT_NE(error.find("names another matrix than lane 0 of its warp"), std::string::npos) << error;
  Device few(moduleText(head + body));
  error = few.error("k", {1}, {16}, {few.array(std::vector<uint16_t>(1024))});
  EXPECT_NE(error.find("fewer than 32 threads"), std::string::npos) << error;
}
