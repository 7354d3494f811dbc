// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise ops on the bits of integers and booleans.
#include "ElementTypes.h"

#include <bit>

using namespace mlir;
using namespace halftone;
using namespace halftone::reference;

/// `function` of each element or pair of elements, as unsigned integers of the
/// type's width.
template <typename Function> static HostTensor mapBits(Operands in, Function function) {
  HostTensor result(in[0]->dtype(), in[0]->shape());
  withStorage(result.dtype(), [&]<typename T>() {
    for (int64_t i = 0, e = result.numElements(); i < e; ++i) {
      if constexpr (std::is_invocable_v<Function, T, T>)
        result.as<T>()[i] = static_cast<T>(function(in[0]->as<T>()[i], in[1]->as<T>()[i]));
      else
        result.as<T>()[i] = static_cast<T>(function(in[0]->as<T>()[i]));
    }
  });
  return result;
}

template <typename OpTy, typename Function> static void add(KernelTable &table, Function) {
  table[TypeID::get<OpTy>()] = [](Operation *, Operands in, Results &out) {
    out.push_back(share(mapBits(in, Function())));
    return success();
  };
}

static HostTensor evaluateNot(train::NotOp, Operands in) {
  if (in[0]->dtype() == DType::I1)
    return mapBits(in, [](auto x) { return x == 0; });
  return mapBits(in, [](auto x) { return ~x; });
}

template <typename T> static constexpr T widthOf = 8 * sizeof(T);

void reference::addIntegerKernels(KernelTable &table) {
  using namespace train;
  addKernel<evaluateNot>(table);
  add<PopcntOp>(table, [](auto x) { return std::popcount(x); });
  add<CountLeadingZerosOp>(table, [](auto x) { return std::countl_zero(x); });
  add<AndOp>(table, []<typename T>(T a, T b) { return a & b; });
  add<OrOp>(table, []<typename T>(T a, T b) { return a | b; });
  add<XorOp>(table, []<typename T>(T a, T b) { return a ^ b; });
  // An amount is unsigned, so that a negative one is beyond every width.
  add<ShiftLeftOp>(table, []<typename T>(T a, T b) {
    return b < widthOf<T> ? static_cast<uint64_t>(a) << b : 0;
  });
  add<ShiftRightLogicalOp>(table, []<typename T>(T a, T b) { return b < widthOf<T> ? a >> b : 0; });
  add<ShiftRightArithmeticOp>(table, []<typename T>(T a, T b) {
    auto signedA = static_cast<std::make_signed_t<T>>(a);
    return signedA >> (b < widthOf<T> ? b : widthOf<T> - 1);
  });
}
