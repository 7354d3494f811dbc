// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// f16 and bf16: every pattern of 16 bits against each of a set of edges, in exact
// arithmetic on long double.
#include "Instruction.h"
#include "Reals.h"

#include <functional>
#include <random>

using namespace halftone::emulator::test;

namespace {

struct HalfType {
  const char *name;
  Format format;
};

std::ostream &operator<<(std::ostream &os, const HalfType &type) { return os << type.name; }

std::vector<uint16_t> edges(const Format &f) {
  uint16_t one = static_cast<uint16_t>(f.bias() << f.mantissaBits);
  uint16_t smallest = static_cast<uint16_t>(1 << f.mantissaBits);
  std::vector<uint16_t> result = {0x0000, 0x8000, 0x0001, 0x8001, 0x7fff, 0xffff, 0x3555, 0xb800};
  for (uint16_t v :
       {one, smallest, static_cast<uint16_t>(f.top()), static_cast<uint16_t>(f.largest()),
        static_cast<uint16_t>(smallest - 1), static_cast<uint16_t>(one + 1)}) {
    result.push_back(v);
    result.push_back(v | 0x8000);
  }
  return result;
}

/// Bits of what an operation on bits gives, with the modifiers of the instruction.
struct Modifiers {
  bool ftz = false, sat = false, relu = false;
  std::string text() const {
    return std::string(ftz ? ".ftz" : "") + (sat ? ".sat" : "") + (relu ? ".relu" : "");
  }
};

uint16_t finish(long double x, const Format &f, const Modifiers &m, Mode mode = Mode::Even) {
  if (m.sat)
    x = x > 0 ? std::min(x, 1.0L) : 0.0L;
  if (m.relu && x <= 0)
    x = 0.0L;
  uint64_t bits = bitsOfReal(x, f, mode);
  return static_cast<uint16_t>(m.ftz ? flushBits(bits, f) : bits);
}

using Binary = std::function<uint16_t(uint16_t, uint16_t)>;

/// All patterns of a, each with every edge as b (some of them where there are
/// modifiers); then the pairs of both orders.
void checkBinary(const std::string &opcode, const std::string &type, const Format &f,
                 const Binary &expected) {
  std::vector<uint16_t> all = allHalves(), some = edges(f);
  if (opcode.size() > 3)
    some = {0x0000, 0x8001, 0x7fff, static_cast<uint16_t>(f.bias() << f.mantissaBits | 1)};
  for (uint16_t edge : some) {
    std::vector<uint16_t> b(all.size(), edge);
    std::vector<uint16_t> d = apply<uint16_t>(opcode + "." + type + " %d, %a, %b;", all, b);
    size_t wrong = 0;
    for (size_t i = 0; i < all.size() && wrong < 4; ++i)
      if (uint16_t want = expected(all[i], edge); d[i] != want && ++wrong)
        ADD_FAILURE() << opcode << "." << type << std::hex << " " << all[i] << ", " << edge
                      << " gives " << d[i] << ", expected " << want;
  }
  // Of pairs, one half goes through all patterns up, the other through them down.
  std::vector<uint32_t> pa, pb;
  for (size_t i = 0; i < all.size(); ++i) {
    pa.push_back(all[i] | static_cast<uint32_t>(all[all.size() - 1 - i]) << 16);
    pb.push_back(some[i % some.size()] | static_cast<uint32_t>(some[i / 7 % some.size()]) << 16);
  }
  std::vector<uint32_t> d = apply<uint32_t>(opcode + "." + type + "x2 %d, %a, %b;", pa, pb);
  for (size_t i = 0; i < d.size(); ++i)
    for (int shift : {0, 16})
      ASSERT_EQ(
          static_cast<uint16_t>(d[i] >> shift),
          expected(static_cast<uint16_t>(pa[i] >> shift), static_cast<uint16_t>(pb[i] >> shift)))
          << opcode << "." << type << "x2" << std::hex << " " << pa[i] << ", " << pb[i];
}

class EmulatorHalfForms : public testing::TestWithParam<HalfType> {
protected:
  const Format &format() { return GetParam().format; }
  std::string type() { return GetParam().name; }
  bool brain() { return type() == "bf16"; }
  uint16_t flush(uint16_t bits, const Modifiers &m) {
    return m.ftz ? static_cast<uint16_t>(flushBits(bits, format())) : bits;
  }
  std::vector<Modifiers> modifiers() {
    if (brain())
      return {{}};
    return {{}, {true, false, false}, {false, true, false}, {true, true, false}};
  }
  long double real(uint16_t bits) { return reals[bits]; }

  void SetUp() override {
    for (uint16_t bits : allHalves())
      reals.push_back(realOf(bits, format()));
  }
  std::vector<long double> reals;
};

INSTANTIATE_TEST_SUITE_P(Types, EmulatorHalfForms,
                         testing::Values(HalfType{"f16", f16}, HalfType{"bf16", bf16}));

} // namespace

TEST_P(EmulatorHalfForms, SumsAndProducts) {
  for (const Modifiers &m : modifiers())
    for (std::string op : {"add", "sub", "mul"})
      checkBinary(op + m.text(), type(), format(), [&](uint16_t a, uint16_t b) {
        long double x = real(flush(a, m)), y = real(flush(b, m));
        return finish(op == "add" ? x + y : op == "sub" ? x - y : x * y, format(), m);
      });
}

TEST_P(EmulatorHalfForms, MinimumAndMaximum) {
  for (bool ftz : {false, true})
    for (bool nan : {false, true})
      for (bool xorSign : {false, true})
        for (bool max : {false, true}) {
          if (ftz && brain())
            continue;
          std::string op = std::string(max ? "max" : "min") + (ftz ? ".ftz" : "") +
                           (nan ? ".NaN" : "") + (xorSign ? ".xorsign.abs" : "");
          Modifiers m;
          m.ftz = ftz;
          checkBinary(op, type(), format(), [&](uint16_t a, uint16_t b) -> uint16_t {
            uint16_t x = flush(a, m), y = flush(b, m), sign = (x ^ y) & 0x8000;
            if (xorSign) {
              x &= 0x7fff;
              y &= 0x7fff;
            }
            bool unorderedX = isNaN(x, format()), unorderedY = isNaN(y, format());
            uint16_t d;
            if ((unorderedX && unorderedY) || (nan && (unorderedX || unorderedY)))
              return 0x7fff;
            if (unorderedX || unorderedY)
              d = unorderedX ? y : x;
            else if (real(x) == real(y)) // zeros: −0 is the smaller
              d = max ? x & y : x | y;
            else
              d = (real(x) < real(y)) == max ? y : x;
            return xorSign ? d | sign : d;
          });
        }
}

TEST_P(EmulatorHalfForms, FusedMultiplyAdd) {
  struct Case {
    const char *text;
    Modifiers m;
    bool oob = false;
    Mode mode = Mode::Even;
  };
  std::vector<Case> cases = {{"fma.rn", {}},
                             {"fma.rn.relu", {false, false, true}},
                             {"fma.rn.oob", {}, true},
                             {"fma.rn.oob.relu", {false, false, true}, true}};
  if (brain()) {
    cases.push_back({"fma.rz", {}, false, Mode::Zero});
    cases.push_back({"fma.rz.relu", {false, false, true}, false, Mode::Zero});
    cases.push_back({"fma.rz.oob", {}, true, Mode::Zero});
  } else {
    cases.push_back({"fma.rn.ftz", {true, false, false}});
    cases.push_back({"fma.rn.sat", {false, true, false}});
    cases.push_back({"fma.rn.ftz.sat", {true, true, false}});
    cases.push_back({"fma.rn.ftz.relu", {true, false, true}});
    cases.push_back({"fma.rn.sat.oob", {false, true, false}, true});
  }
  // Products and sums whose exponents are near, so that long double is exact; what is
  // far apart is in FloatTest.cpp.
  std::vector<uint16_t> a, b, c;
  std::vector<uint16_t> some = edges(format());
  std::mt19937 random(11);
  for (int i = 0; i < 60000; ++i) {
    uint16_t x = static_cast<uint16_t>(random()), y = static_cast<uint16_t>(random());
    uint16_t z = static_cast<uint16_t>(random());
    if (i % 3 == 0)
      x = some[random() % some.size()];
    if (i % 5 == 0)
      z = some[random() % some.size()];
    if (i % 2 && !isNaN(x, format()) && !isNaN(y, format())) { // nearly cancels
      z = static_cast<uint16_t>(bitsOfReal(-real(x) * real(y), format()));
      z = static_cast<uint16_t>(z + random() % 5 - 2);
    }
    long double product = real(x) * real(y), term = real(z);
    bool numbers = std::isfinite(product) && std::isfinite(term) && product != 0 && term != 0;
    if (numbers && std::abs(std::ilogb(product) - std::ilogb(term)) > 36)
      continue;
    a.push_back(x);
    b.push_back(y);
    c.push_back(z);
  }
  for (const Case &each : cases) {
    std::vector<uint16_t> d =
        apply<uint16_t>(std::string(each.text) + "." + type() + " %d, %a, %b, %c;", a, b, c);
    std::vector<uint32_t> pa, pb, pc;
    auto expected = [&](size_t i) -> uint16_t {
      if (each.oob && (a[i] == 0xffff || b[i] == 0xffff))
        return 0;
      long double x = real(flush(a[i], each.m)), y = real(flush(b[i], each.m));
      return finish(x * y + real(flush(c[i], each.m)), format(), each.m, each.mode);
    };
    for (size_t i = 0; i < a.size(); ++i) {
      ASSERT_EQ(d[i], expected(i))
          << each.text << std::hex << " " << a[i] << ", " << b[i] << ", " << c[i];
      size_t j = a.size() - 1 - i;
      pa.push_back(a[i] | static_cast<uint32_t>(a[j]) << 16);
      pb.push_back(b[i] | static_cast<uint32_t>(b[j]) << 16);
      pc.push_back(c[i] | static_cast<uint32_t>(c[j]) << 16);
    }
    std::vector<uint32_t> p =
        apply<uint32_t>(std::string(each.text) + "." + type() + "x2 %d, %a, %b, %c;", pa, pb, pc);
    for (size_t i = 0; i < a.size(); ++i)
      ASSERT_EQ(p[i], d[i] | static_cast<uint32_t>(d[a.size() - 1 - i]) << 16) << each.text;
  }
}

TEST_P(EmulatorHalfForms, OneOperand) {
  std::vector<uint16_t> all = allHalves();
  auto check = [&](const std::string &opcode, auto expected) {
    std::vector<uint16_t> d = apply<uint16_t>(opcode + "." + type() + " %d, %a;", all);
    std::vector<uint32_t> pa;
    for (uint16_t a : all)
      pa.push_back(a | static_cast<uint32_t>(static_cast<uint16_t>(~a)) << 16);
    std::vector<uint32_t> p = apply<uint32_t>(opcode + "." + type() + "x2 %d, %a;", pa);
    for (size_t i = 0; i < all.size(); ++i) {
      ASSERT_EQ(d[i], expected(all[i])) << opcode << std::hex << " " << all[i];
      ASSERT_EQ(p[i], d[i] | static_cast<uint32_t>(d[65535 - i]) << 16) << opcode;
    }
  };
  for (bool ftz : {false, true}) {
    if (ftz && brain())
      continue;
    Modifiers m;
    m.ftz = ftz;
    check("neg" + m.text(), [&](uint16_t a) { return flush(a, m) ^ 0x8000; });
    check("abs" + m.text(), [&](uint16_t a) { return flush(a, m) & 0x7fff; });
  }
  Modifiers m;
  m.ftz = brain();
  auto function = [&](uint16_t a, long double (*f)(long double), const Modifiers &flushes) {
    return finish(f(real(flush(a, flushes))), format(), flushes);
  };
  check(brain() ? "ex2.approx.ftz" : "ex2.approx",
        [&](uint16_t a) { return function(a, [](long double x) { return std::exp2(x); }, m); });
  check("tanh.approx", [&](uint16_t a) {
    return function(a, [](long double x) { return std::tanh(x); }, Modifiers());
  });
}
