// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise arithmetic. An op is a function of elements, written once for all
// types that it takes; narrow floats are widened before and rounded after it.
#include "ElementTypes.h"
#include "halftone/Reference/ElementaryFunctions.h"

#pragma STDC FP_CONTRACT OFF

using namespace mlir;
using namespace halftone;
using namespace halftone::reference;

/// `function` of each element of `in`, in an array of type `type`.
template <typename Function> static HostTensor map(DType type, Operands in, Function function) {
  HostTensor result(type, in[0]->shape());
  withElement(in[0]->dtype(), [&]<typename T>() {
    int64_t count = result.numElements();
    const T *a = in[0]->as<T>();
    if constexpr (std::is_invocable_v<Function, T>) {
      using R = std::invoke_result_t<Function, T>;
      for (int64_t i = 0; i < count; ++i)
        result.as<R>()[i] = function(a[i]);
    } else if constexpr (std::is_invocable_v<Function, T, T>) {
      using R = std::invoke_result_t<Function, T, T>;
      const T *b = in[1]->as<T>();
      for (int64_t i = 0; i < count; ++i)
        result.as<R>()[i] = function(a[i], b[i]);
    } else if constexpr (std::is_invocable_v<Function, T, T, T>) {
      using R = std::invoke_result_t<Function, T, T, T>;
      const T *b = in[1]->as<T>(), *c = in[2]->as<T>();
      for (int64_t i = 0; i < count; ++i)
        result.as<R>()[i] = function(a[i], b[i], c[i]);
    } else {
      llvm_unreachable("the op's verifier refuses this element type");
    }
  });
  return result;
}

static SmallVector<Array, 3> widenAll(Operands in) {
  SmallVector<Array, 3> wide;
  for (const Array &array : in)
    wide.push_back(widen(array));
  return wide;
}

/// Adds an op whose result has its operands' type.
template <typename OpTy, typename Function> static void add(KernelTable &table, Function) {
  table[TypeID::get<OpTy>()] = [](Operation *op, Operands in, Results &out) {
    SmallVector<Array, 3> wide = widenAll(in);
    HostTensor result = map(wide[0]->dtype(), wide, Function());
    out.push_back(share(roundFor(op->getResult(0), std::move(result))));
    return success();
  };
}

//===----------------------------------------------------------------------===//
// Functions of more than one line
//===----------------------------------------------------------------------===//

template <typename T> static T signOf(T x) {
  if constexpr (std::is_floating_point_v<T>)
    return x != x || x == 0 ? x : std::copysign(T(1), x);
  else
    return static_cast<T>((x > 0) - (x < 0));
}

template <typename T> static T absoluteOf(T x) {
  if constexpr (std::is_floating_point_v<T>)
    return std::fabs(x);
  else
    return x < 0 ? static_cast<T>(0 - static_cast<uint64_t>(x)) : x;
}

template <typename T> static T divideOf(T x, T y) {
  if constexpr (std::is_floating_point_v<T>) {
    return x / y;
  } else {
    if (y == 0)
      return static_cast<T>(-1);
    if (std::is_signed_v<T> && y == static_cast<T>(-1)) // the least integer wraps
      return static_cast<T>(0 - static_cast<uint64_t>(x));
    return static_cast<T>(x / y);
  }
}

template <typename T> static T remainderOf(T x, T y) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::fmod(x, y);
  } else {
    if (y == 0)
      return x;
    return std::is_signed_v<T> && y == static_cast<T>(-1) ? T(0) : static_cast<T>(x % y);
  }
}

/// Integers wrap; a negative power of an integer is 1/x^|y|, truncated to an integer.
template <typename T> static T powerOf(T x, T y) {
  if constexpr (std::is_floating_point_v<T>) {
    return power(x, y);
  } else {
    if (y < 0)
      return x == 1 ? T(1) : x == static_cast<T>(-1) ? static_cast<T>(y & 1 ? -1 : 1) : T(0);
    T result = 1;
    for (auto exponent = static_cast<uint64_t>(y); exponent; exponent >>= 1) {
      if (exponent & 1)
        result = multiplyOf(result, x);
      x = multiplyOf(x, x);
    }
    return result;
  }
}

//===----------------------------------------------------------------------===//
// Compare, select, clamp
//===----------------------------------------------------------------------===//

static HostTensor evaluateCompare(train::CompareOp op, Operands in) {
  SmallVector<Array, 3> wide = widenAll(in);
  auto with = [&](auto predicate) {
    return map(DType::I1, wide, [=]<typename T>(T a, T b) -> uint8_t { return predicate(a, b); });
  };
  switch (op.getComparisonDirection()) {
  case train::ComparisonDirection::EQ:
    return with([](auto a, auto b) { return a == b; });
  case train::ComparisonDirection::NE:
    return with([](auto a, auto b) { return a != b; });
  case train::ComparisonDirection::GE:
    return with([](auto a, auto b) { return a >= b; });
  case train::ComparisonDirection::GT:
    return with([](auto a, auto b) { return a > b; });
  case train::ComparisonDirection::LE:
    return with([](auto a, auto b) { return a <= b; });
  case train::ComparisonDirection::LT:
    return with([](auto a, auto b) { return a < b; });
  }
  llvm_unreachable("unknown comparison");
}

static HostTensor evaluateIsFinite(train::IsFiniteOp op, Operands in) {
  SmallVector<Array, 3> wide = widenAll(in);
  return map(DType::I1, wide,
             [](std::floating_point auto x) -> uint8_t { return std::isfinite(x); });
}

static HostTensor evaluateSelect(train::SelectOp op, Operands in) {
  const uint8_t *chosen = in[0]->as<uint8_t>();
  if (in[0]->rank() == 0 && in[1]->rank() != 0)
    return *in[*chosen ? 1 : 2];
  HostTensor result(in[1]->dtype(), in[1]->shape());
  withStorage(result.dtype(), [&]<typename T>() {
    const T *a = in[1]->as<T>(), *b = in[2]->as<T>();
    for (int64_t i = 0, e = result.numElements(); i < e; ++i)
      result.as<T>()[i] = chosen[i] ? a[i] : b[i];
  });
  return result;
}

static HostTensor evaluateClamp(train::ClampOp op, Operands in) {
  SmallVector<Array, 3> wide = widenAll(in);
  HostTensor result(wide[1]->dtype(), wide[1]->shape());
  // Bounds of rank 0 stay at their only element.
  int64_t lowStep = wide[0]->rank() == wide[1]->rank();
  int64_t highStep = wide[2]->rank() == wide[1]->rank();
  withElement(result.dtype(), [&]<typename T>() {
    const T *low = wide[0]->as<T>(), *x = wide[1]->as<T>(), *high = wide[2]->as<T>();
    for (int64_t i = 0, e = result.numElements(); i < e; ++i)
      result.as<T>()[i] = minimumOf(maximumOf(x[i], low[i * lowStep]), high[i * highStep]);
  });
  return roundFor(op.getResult(), std::move(result));
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static void addFunctions(KernelTable &table) {
  using namespace train;
  using std::floating_point;
  add<ExpOp>(table, [](floating_point auto x) { return exponential(x); });
  add<Expm1Op>(table, [](floating_point auto x) { return exponentialMinusOne(x); });
  add<LogOp>(table, [](floating_point auto x) { return logarithm(x); });
  add<Log1pOp>(table, [](floating_point auto x) { return logPlusOne(x); });
  add<SqrtOp>(table, [](floating_point auto x) { return std::sqrt(x); });
  add<RsqrtOp>(table, [](floating_point auto x) { return reciprocalSqrt(x); });
  add<CbrtOp>(table, [](floating_point auto x) { return cubeRoot(x); });
  add<SineOp>(table, [](floating_point auto x) { return sine(x); });
  add<CosineOp>(table, [](floating_point auto x) { return cosine(x); });
  add<TanOp>(table, [](floating_point auto x) { return tangent(x); });
  add<TanhOp>(table, [](floating_point auto x) { return hyperbolicTangent(x); });
  add<LogisticOp>(table, [](floating_point auto x) { return reference::logistic(x); });
  add<ErfOp>(table, [](floating_point auto x) { return errorFunction(x); });
  add<ErfInvOp>(table, [](floating_point auto x) { return inverseErrorFunction(x); });
  add<FloorOp>(table, [](floating_point auto x) { return std::floor(x); });
  add<CeilOp>(table, [](floating_point auto x) { return std::ceil(x); });
  add<RoundNearestEvenOp>(table, [](floating_point auto x) { return std::nearbyint(x); });
  add<RoundNearestAfzOp>(table, [](floating_point auto x) { return std::round(x); });
  add<Atan2Op>(table, [](floating_point auto y, decltype(y) x) { return angle(y, x); });
  add<FmaOp>(table,
             [](floating_point auto a, decltype(a) b, decltype(a) c) { return std::fma(a, b, c); });
}

static void addArithmetic(KernelTable &table) {
  using namespace train;
  add<AbsOp>(table, [](auto x) { return absoluteOf(x); });
  add<NegOp>(table, []<typename T>(T x) {
    if constexpr (std::is_floating_point_v<T>)
      return -x;
    else
      return static_cast<T>(0 - static_cast<uint64_t>(x));
  });
  add<SignOp>(table, [](auto x) { return signOf(x); });
  add<AddOp>(table, []<typename T>(T a, T b) { return addOf(a, b); });
  add<SubOp>(table, []<typename T>(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
      return a - b;
    else
      return static_cast<T>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
  });
  add<MulOp>(table, []<typename T>(T a, T b) { return multiplyOf(a, b); });
  add<DivOp>(table, []<typename T>(T a, T b) { return divideOf(a, b); });
  add<RemOp>(table, []<typename T>(T a, T b) { return remainderOf(a, b); });
  add<PowOp>(table, []<typename T>(T a, T b) { return powerOf(a, b); });
  add<MaxOp>(table, []<typename T>(T a, T b) { return maximumOf(a, b); });
  add<MinOp>(table, []<typename T>(T a, T b) { return minimumOf(a, b); });
}

void reference::addElementwiseKernels(KernelTable &table) {
  addFunctions(table);
  addArithmetic(table);
  addKernel<evaluateCompare>(table);
  addKernel<evaluateIsFinite>(table);
  addKernel<evaluateSelect>(table);
  addKernel<evaluateClamp>(table);
}
