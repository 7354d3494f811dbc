// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every dense form of mma.sync against matrix products: exact on small integers, and
// within k + 1 roundings on random values.
#include "Tensor.h"

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

struct Form {
  size_t m, n, k;
  std::string a, b, accumulator;
  std::string prefix = "", suffix = ""; // ".satfinite", ".xor.popc"
  std::string name() const {
    return "m" + std::to_string(m) + "n" + std::to_string(n) + "k" + std::to_string(k);
  }
  std::string instruction() const {
    return "mma.sync.aligned." + name() + ".row.col" + prefix + "." + accumulator + "." + a + "." +
           b + "." + accumulator + suffix;
  }
};

void PrintTo(const Form &form, std::ostream *out) { *out << form.instruction(); }

Values run(const Form &form, const Values &a, const Values &b, const Values &c) {
  bool wide = form.a == "f64";
  size_t perA = wide ? 1 : 32 / bitsOfElement(form.a);
  auto fragmentA = packFragment(a, form.a, layoutA(form.m, perA));
  auto fragmentB = packFragment(b, form.b, layoutB(perA));
  auto fragmentC = packFragment(c, form.accumulator, layoutC());
  size_t words = wide ? 2 : 1;
  size_t numA = fragmentA[0].size() / words, numB = fragmentB[0].size() / words,
         numC = fragmentC[0].size() / words;
  WarpRun warp;
  if (bitsOfElement(form.a) == 8 && form.accumulator != "s32")
    warp.version = "8.7";
  warp.wide = wide;
  std::string in = wide ? "d" : "r", out = wide ? "q" : "o";
  std::string body = form.instruction() + " " + registerList(out, 0, numC) + ", " +
                     registerList(in, 0, numA) + ", " + registerList(in, numA, numB) + ", " +
                     registerList(in, numA + numB, numC) + ";";
  auto result = warp.run(body, joinRegisters({fragmentA, fragmentB, fragmentC}), numC);
  return unpackFragment(result, form.m, form.n, form.accumulator, layoutC());
}

class TensorMma : public testing::TestWithParam<Form> {};
class TensorMmaFloat : public testing::TestWithParam<Form> {};

double wrap(double value) {
  return static_cast<double>(static_cast<int32_t>(static_cast<int64_t>(value)));
}

} // namespace

TEST_P(TensorMma, IsExactOnSmallIntegers) {
  Form form = GetParam();
  std::mt19937 random(11);
  Values a = drawMatrix(form.m, form.k, form.a, Draw::SmallIntegers, random);
  Values b = drawMatrix(form.k, form.n, form.b, Draw::SmallIntegers, random);
  Values c = drawMatrix(form.m, form.n, form.accumulator, Draw::SmallIntegers, random);
  Values sum(form.m, form.n), size(form.m, form.n);
  referenceProduct(a, b, c, sum, size);
  if (form.a == "b1")
    for (size_t row = 0; row < form.m; ++row)
      for (size_t column = 0; column < form.n; ++column) {
        double count = c.at(row, column);
        for (size_t k = 0; k < form.k; ++k)
          count += form.suffix == ".xor.popc" ? a.at(row, k) != b.at(k, column)
                                              : a.at(row, k) * b.at(k, column);
        sum.at(row, column) = count;
      }
  Values actual = run(form, a, b, c);
  EXPECT_EQ(actual.values, sum.values);
}

TEST_P(TensorMmaFloat, IsNearOnRandomValues) {
  Form form = GetParam();
  std::mt19937 random(12);
  Values a = drawMatrix(form.m, form.k, form.a, Draw::Random, random);
  Values b = drawMatrix(form.k, form.n, form.b, Draw::Random, random);
  Values c = drawMatrix(form.m, form.n, form.accumulator, Draw::Random, random);
  Values sum(form.m, form.n), size(form.m, form.n);
  referenceProduct(a, b, c, sum, size);
  Values actual = run(form, a, b, c);
  double unit = form.a == "f64" ? 0x1p-52 : 0x1p-24;
  for (size_t i = 0; i < sum.values.size(); ++i) {
    double bound = static_cast<double>(form.k + 1) * size.values[i] * unit;
    if (form.accumulator == "f16")
      bound += std::fabs(sum.values[i]) * 0x1p-11;
    EXPECT_NEAR(actual.values[i], sum.values[i], bound) << i;
  }
}

namespace {

const Form floatForms[] = {
    Form{16, 8, 8, "f16", "f16", "f32"},    Form{16, 8, 8, "f16", "f16", "f16"},
    Form{16, 8, 16, "f16", "f16", "f32"},   Form{16, 8, 16, "f16", "f16", "f16"},
    Form{16, 8, 8, "bf16", "bf16", "f32"},  Form{16, 8, 16, "bf16", "bf16", "f32"},
    Form{16, 8, 4, "tf32", "tf32", "f32"},  Form{16, 8, 8, "tf32", "tf32", "f32"},
    Form{8, 8, 4, "f64", "f64", "f64"},     Form{16, 8, 4, "f64", "f64", "f64"},
    Form{16, 8, 8, "f64", "f64", "f64"},    Form{16, 8, 16, "f64", "f64", "f64"},
    Form{16, 8, 16, "e4m3", "e4m3", "f32"}, Form{16, 8, 16, "e5m2", "e4m3", "f16"},
    Form{16, 8, 32, "e4m3", "e4m3", "f32"}, Form{16, 8, 32, "e4m3", "e5m2", "f32"},
    Form{16, 8, 32, "e5m2", "e4m3", "f32"}, Form{16, 8, 32, "e5m2", "e5m2", "f32"},
    Form{16, 8, 32, "e4m3", "e4m3", "f16"}, Form{16, 8, 32, "e5m2", "e5m2", "f16"}};

const Form integerForms[] = {Form{8, 8, 16, "s8", "s8", "s32"},
                             Form{8, 8, 16, "u8", "s8", "s32"},
                             Form{16, 8, 16, "s8", "u8", "s32"},
                             Form{16, 8, 16, "u8", "u8", "s32"},
                             Form{16, 8, 32, "s8", "s8", "s32"},
                             Form{16, 8, 32, "u8", "s8", "s32", ".satfinite"},
                             Form{8, 8, 32, "s4", "s4", "s32"},
                             Form{8, 8, 32, "u4", "s4", "s32", ".satfinite"},
                             Form{16, 8, 32, "s4", "u4", "s32"},
                             Form{16, 8, 32, "u4", "u4", "s32"},
                             Form{16, 8, 64, "s4", "s4", "s32"},
                             Form{16, 8, 64, "s4", "u4", "s32"},
                             Form{8, 8, 128, "b1", "b1", "s32", "", ".xor.popc"},
                             Form{8, 8, 128, "b1", "b1", "s32", "", ".and.popc"},
                             Form{16, 8, 128, "b1", "b1", "s32", "", ".xor.popc"},
                             Form{16, 8, 128, "b1", "b1", "s32", "", ".and.popc"},
                             Form{16, 8, 256, "b1", "b1", "s32", "", ".xor.popc"},
                             Form{16, 8, 256, "b1", "b1", "s32", "", ".and.popc"}};

std::string nameOf(const testing::TestParamInfo<Form> &info) {
  std::string name = info.param.name() + "_" + info.param.a + "_" + info.param.b + "_" +
                     info.param.accumulator + info.param.prefix + info.param.suffix;
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

} // namespace

INSTANTIATE_TEST_SUITE_P(Floats, TensorMma, testing::ValuesIn(floatForms), nameOf);
INSTANTIATE_TEST_SUITE_P(Integers, TensorMma, testing::ValuesIn(integerForms), nameOf);
INSTANTIATE_TEST_SUITE_P(Floats, TensorMmaFloat, testing::ValuesIn(floatForms), nameOf);

TEST(TensorMmaInteger, WrapsAndSaturates) {
  // 32 products of 127 * 127 beyond either end of s32.
  for (bool saturates : {false, true})
    for (double sign : {1.0, -1.0}) {
      Form form{16, 8, 32, "s8", "s8", "s32", saturates ? ".satfinite" : ""};
      Values a(16, 32), b(32, 8), c(16, 8), sum(16, 8), size(16, 8);
      std::fill(a.values.begin(), a.values.end(), sign * 127);
      std::fill(b.values.begin(), b.values.end(), 127);
      std::mt19937 random(3);
      for (double &value : c.values)
        value = sign * (2147483647 - static_cast<double>(random() % 1000000));
      referenceProduct(a, b, c, sum, size);
      for (double &value : sum.values)
        value = saturates ? std::clamp(value, -2147483648.0, 2147483647.0) : wrap(value);
      EXPECT_EQ(run(form, a, b, c).values, sum.values);
    }
}

TEST(TensorMmaDouble, Rounds) {
  // 1 + 2^-60 rounds to 1, or up to the next value.
  for (const char *mode : {"rn", "rz", "rm", "rp"})
    for (double sign : {1.0, -1.0}) {
      Form form{8, 8, 4, "f64", "f64", "f64", "", std::string(".") + mode};
      Values a(8, 4), b(4, 8), c(8, 8);
      for (size_t i = 0; i < 8; ++i)
        a.at(i, 0) = sign * 0x1p-30, b.at(0, i) = 0x1p-30;
      std::fill(c.values.begin(), c.values.end(), sign);
      bool outward =
          (mode == std::string("rp") && sign > 0) || (mode == std::string("rm") && sign < 0);
      double expected = outward ? sign * (1 + 0x1p-52) : sign;
      Values actual = run(form, a, b, c);
      for (double value : actual.values)
        EXPECT_EQ(value, expected) << mode;
    }
}

namespace {

/// m8n8k4 with f16: the manual's formulas for values of lanes of one group of eight.
Place quadPlace(char operand, bool byColumns, const std::string &type, size_t lane, size_t i) {
  size_t x = lane % 4, half = lane < 16 ? 0 : 4;
  if (operand == 'a')
    return byColumns ? Place{i + half, x} : Place{x + half, i};
  if (operand == 'b')
    return byColumns ? Place{i, x + half} : Place{x, i + half};
  if (type == "f16")
    return {x + half, i};
  return {(lane & 1) + (i & 2) + half, (i & 4) + (lane & 2) + (i & 1)};
}

void checkQuads(bool aColumns, bool bColumns, const std::string &d, const std::string &c) {
  std::mt19937 random(5);
  std::vector<Values> as, bs, cs;
  for (int group = 0; group < 4; ++group) {
    as.push_back(drawMatrix(8, 4, "f16", Draw::SmallIntegers, random));
    bs.push_back(drawMatrix(4, 8, "f16", Draw::SmallIntegers, random));
    cs.push_back(drawMatrix(8, 8, c, Draw::SmallIntegers, random));
  }
  size_t numC = c == "f16" ? 4 : 8, numD = d == "f16" ? 4 : 8;
  std::vector<std::vector<uint32_t>> input(32, std::vector<uint32_t>(4 + numC));
  auto put = [&](uint32_t &word, const Values &from, Place place, const std::string &type,
                 size_t i) {
    uint64_t bits = encodeElement(from.at(place.row, place.column), type);
    word |= static_cast<uint32_t>(bits << (type == "f16" ? 16 * (i % 2) : 0));
  };
  for (size_t lane = 0; lane < 32; ++lane) {
    size_t group = lane % 16 / 4;
    for (size_t i = 0; i < 4; ++i) {
      put(input[lane][i / 2], as[group], quadPlace('a', aColumns, "f16", lane, i), "f16", i);
      put(input[lane][2 + i / 2], bs[group], quadPlace('b', bColumns, "f16", lane, i), "f16", i);
    }
    for (size_t i = 0; i < 8; ++i)
      put(input[lane][4 + (c == "f16" ? i / 2 : i)], cs[group], quadPlace('c', false, c, lane, i),
          c, i);
  }
  WarpRun warp;
  warp.target = "sm_75";
  warp.version = "7.0";
  std::string body = std::string("mma.sync.aligned.m8n8k4.") + (aColumns ? "col." : "row.") +
                     (bColumns ? "col." : "row.") + d + ".f16.f16." + c + " " +
                     registerList("o", 0, numD) + ", {%r0, %r1}, {%r2, %r3}, " +
                     registerList("r", 4, numC) + ";";
  auto result = warp.run(body, input, numD);
  for (size_t group = 0; group < 4; ++group) {
    Values sum(8, 8), size(8, 8);
    referenceProduct(as[group], bs[group], cs[group], sum, size);
    for (size_t lane = 0; lane < 32; ++lane)
      for (size_t i = 0; lane % 16 / 4 == group && i < 8; ++i) {
        Place place = quadPlace('d', false, d, lane, i);
        uint32_t word = result[lane][d == "f16" ? i / 2 : i];
        if (d == "f16")
          word = word >> (16 * (i % 2)) & 0xffff;
        EXPECT_EQ(decodeElement(word, d), sum.at(place.row, place.column)) << lane << " " << i;
      }
  }
}

} // namespace

TEST(TensorMmaQuads, AllLayoutsAndAccumulators) {
  for (bool aColumns : {false, true})
    for (bool bColumns : {false, true}) {
      checkQuads(aColumns, bColumns, "f32", "f32");
      checkQuads(aColumns, bColumns, "f32", "f16");
      checkQuads(aColumns, bColumns, "f16", "f16");
    }
}

TEST(TensorMmaRefused, ByItsWholeName) {
  for (const char *name : {"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f16",
                           "mma.sync.aligned.m16n8k4.row.col.f32.f16.f16.f32",
                           "mma.sync.aligned.m16n8k16.col.col.f32.f16.f16.f32",
                           "mma.sync.aligned.m16n8k16.row.col.satfinite.f32.f16.f16.f32",
                           "mma.sync.aligned.m16n8k32.row.col.s32.s8.s4.s32",
                           "mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32",
                           "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m1.e2m1.f32"}) {
    WarpRun warp;
    Result<std::unique_ptr<Module>> result =
        Module::parse(warp.text(std::string(name) + " {%o0, %o1, %o2, %o3}, {%r0, %r1, %r2, %r3}, "
                                                    "{%r0, %r1}, {%r0, %r1, %r2, %r3};",
                                4, 4));
    ASSERT_FALSE(result) << name;
    EXPECT_NE(result.error().find(name), std::string::npos) << result.error();
  }
}
