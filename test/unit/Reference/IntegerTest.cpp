// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer ops of every width, against arithmetic in 128 bits that is cut to the
// width, or against a loop over bits.
#include "RunModule.h"
#include "TestTensors.h"

using namespace halftone;
using namespace halftone::reference;

namespace {

using Wide = __int128;

int widthOf(DType type) { return 8 * static_cast<int>(byteSize(type)); }

/// The value of element `i`, with its sign or without.
Wide valueAt(const HostTensor &tensor, int64_t i) {
  int64_t value = tensor.getInt(i);
  return isUnsigned(tensor.dtype()) && tensor.dtype() == DType::UI64
             ? static_cast<Wide>(static_cast<uint64_t>(value))
             : value;
}

/// Bits of element `i`, without sign.
uint64_t bitsAt(const HostTensor &tensor, int64_t i) {
  int width = widthOf(tensor.dtype());
  return static_cast<uint64_t>(tensor.getInt(i)) & (~uint64_t{0} >> (64 - width));
}

std::vector<int64_t> valuesOf(DType type) {
  int width = widthOf(type);
  auto fromTop = [&](uint64_t offset) {
    return static_cast<int64_t>((uint64_t{1} << (width - 1)) + offset);
  };
  int64_t least = fromTop(0), most = fromTop(~uint64_t{0}), next = fromTop(1);
  return {0, 1, -1, 2, 3, 5, -7, 10, 63, 64, 100, least, most, next, width, width - 1, -128};
}

/// Each value with each other.
std::pair<HostTensor, HostTensor> pairsOf(DType type) {
  std::vector<int64_t> values = valuesOf(type), first, second;
  for (int64_t a : values)
    for (int64_t b : values) {
      first.push_back(a);
      second.push_back(b);
    }
  auto count = static_cast<int64_t>(first.size());
  return {intsOf(type, {count}, first), intsOf(type, {count}, second)};
}

template <typename Function> void checkBinary(const std::string &op, Function function) {
  for (DType type : intTypes) {
    auto [a, b] = pairsOf(type);
    std::string text = a.typeString();
    HostTensor expected(type, a.shape());
    for (int64_t i = 0; i < a.numElements(); ++i)
      expected.setInt(i, static_cast<int64_t>(function(a, b, i)));
    HostTensor got = runOp("train." + op + " %a, %b : " + text, {a, b}, text);
    ASSERT_EQ(got.typeString(), text);
    for (int64_t i = 0; i < a.numElements(); ++i)
      ASSERT_EQ(got.getInt(i), expected.getInt(i))
          << op << " " << text << " of " << a.getInt(i) << ", " << b.getInt(i);
  }
}

template <typename Function> void checkValues(const std::string &op, Function function) {
  checkBinary(op, [=](const HostTensor &a, const HostTensor &b, int64_t i) {
    return function(valueAt(a, i), valueAt(b, i));
  });
}

TEST(Integer, Arithmetic) {
  checkValues("add", [](Wide a, Wide b) { return a + b; });
  checkValues("subtract", [](Wide a, Wide b) { return a - b; });
  checkValues("multiply", [](Wide a, Wide b) {
    using Bits = unsigned __int128; // wraps
    return static_cast<Wide>(static_cast<Bits>(a) * static_cast<Bits>(b));
  });
  checkValues("maximum", [](Wide a, Wide b) { return a > b ? a : b; });
  checkValues("minimum", [](Wide a, Wide b) { return a < b ? a : b; });
}

TEST(Integer, DivisionByZeroAndOverflow) {
  checkValues("divide", [](Wide a, Wide b) { return b == 0 ? -1 : a / b; });
  checkValues("remainder", [](Wide a, Wide b) { return b == 0 ? a : a % b; });
}

TEST(Integer, Power) {
  checkValues("power", [](Wide a, Wide b) -> Wide {
    if (b < 0)
      return a == 1 ? 1 : a == -1 ? (b % 2 ? -1 : 1) : 0;
    uint64_t result = 1; // low bits suffice
    for (Wide i = 0; i < b && i < 70000; ++i)
      result *= static_cast<uint64_t>(a);
    // Beyond 70000 only x with |x| <= 1, even x and the order of odd x matter.
    if (b < 70000)
      return static_cast<int64_t>(result);
    result = 1;
    auto base = static_cast<uint64_t>(a);
    for (int bit = 127; bit >= 0; --bit) { // from the top, unlike the evaluator
      result *= result;
      if (b >> bit & 1)
        result *= base;
    }
    return static_cast<int64_t>(result);
  });
}

TEST(Integer, Bitwise) {
  auto bits = [](const std::string &op, auto function) {
    checkBinary(op, [=](const HostTensor &a, const HostTensor &b, int64_t i) {
      return function(bitsAt(a, i), bitsAt(b, i));
    });
  };
  bits("and", [](uint64_t a, uint64_t b) { return a & b; });
  bits("or", [](uint64_t a, uint64_t b) { return a | b; });
  bits("xor", [](uint64_t a, uint64_t b) { return a ^ b; });
}

TEST(Integer, ShiftsBeyondTheWidth) {
  auto shift = [](const std::string &op, auto oneStep) {
    checkBinary(op, [=](const HostTensor &a, const HostTensor &b, int64_t i) {
      int width = widthOf(a.dtype());
      uint64_t value = bitsAt(a, i), amount = bitsAt(b, i), mask = ~uint64_t{0} >> (64 - width);
      for (uint64_t step = 0; step < amount && step < 64; ++step)
        value = oneStep(value, width) & mask;
      return value;
    });
  };
  shift("shift_left", [](uint64_t x, int) { return x << 1; });
  shift("shift_right_logical", [](uint64_t x, int) { return x >> 1; });
  shift("shift_right_arithmetic",
        [](uint64_t x, int width) { return x >> 1 | (x & uint64_t{1} << (width - 1)); });
}

TEST(Integer, Unary) {
  auto check = [](const std::string &op, auto function) {
    for (DType type : intTypes) {
      std::vector<int64_t> values = valuesOf(type);
      HostTensor in = intsOf(type, {static_cast<int64_t>(values.size())}, values);
      std::string text = in.typeString();
      HostTensor got = runOp("train." + op + " %a : " + text, {in}, text);
      HostTensor expected(type, in.shape());
      for (int64_t i = 0; i < in.numElements(); ++i)
        expected.setInt(i, function(in, i));
      expectSame(got, expected, op + " " + text);
    }
  };
  check("abs", [](const HostTensor &t, int64_t i) {
    Wide x = valueAt(t, i);
    return static_cast<int64_t>(x < 0 ? -x : x);
  });
  check("negate",
        [](const HostTensor &t, int64_t i) { return static_cast<int64_t>(-valueAt(t, i)); });
  check("sign", [](const HostTensor &t, int64_t i) {
    return static_cast<int64_t>((valueAt(t, i) > 0) - (valueAt(t, i) < 0));
  });
  check("not", [](const HostTensor &t, int64_t i) { return static_cast<int64_t>(~bitsAt(t, i)); });
  check("popcnt", [](const HostTensor &t, int64_t i) {
    int64_t count = 0;
    for (uint64_t bits = bitsAt(t, i); bits; bits >>= 1)
      count += bits & 1;
    return count;
  });
  check("count_leading_zeros", [](const HostTensor &t, int64_t i) {
    int64_t count = widthOf(t.dtype());
    for (uint64_t bits = bitsAt(t, i); bits; bits >>= 1)
      --count;
    return count;
  });
}

TEST(Integer, CompareBySign) {
  for (DType type : intTypes) {
    auto [a, b] = pairsOf(type);
    std::string result = HostTensor(DType::I1, a.shape()).typeString();
    HostTensor less = runOp("train.compare LT, %a, %b : " + a.typeString(), {a, b}, result);
    HostTensor atLeast = runOp("train.compare GE, %a, %b : " + a.typeString(), {a, b}, result);
    ASSERT_EQ(less.numElements(), a.numElements());
    ASSERT_EQ(atLeast.numElements(), a.numElements());
    for (int64_t i = 0; i < a.numElements(); ++i) {
      EXPECT_EQ(less.getInt(i), valueAt(a, i) < valueAt(b, i));
      EXPECT_EQ(atLeast.getInt(i), valueAt(a, i) >= valueAt(b, i));
    }
  }
}

TEST(Integer, Booleans) {
  HostTensor a = intsOf(DType::I1, {4}, {0, 0, 1, 1}), b = intsOf(DType::I1, {4}, {0, 1, 0, 1});
  auto binary = [&](const std::string &op) { return runOp(op, {a, b}, "tensor<4xi1>"); };
  expectSame(binary("train.and %a, %b : tensor<4xi1>"), intsOf(DType::I1, {4}, {0, 0, 0, 1}),
             "and");
  expectSame(binary("train.or %a, %b : tensor<4xi1>"), intsOf(DType::I1, {4}, {0, 1, 1, 1}), "or");
  expectSame(binary("train.xor %a, %b : tensor<4xi1>"), intsOf(DType::I1, {4}, {0, 1, 1, 0}),
             "xor");
  expectSame(binary("train.compare LT, %a, %b : tensor<4xi1>"),
             intsOf(DType::I1, {4}, {0, 1, 0, 0}), "less");
  expectSame(runOp("train.not %a : tensor<4xi1>", {a}, "tensor<4xi1>"),
             intsOf(DType::I1, {4}, {1, 1, 0, 0}), "not");
}

} // namespace
