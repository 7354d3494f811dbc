// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants, iota, casts and random bits.
#include "ElementTypes.h"
#include "halftone/Reference/Random.h"

#include <cstring>

using namespace mlir;
using namespace halftone;
using namespace halftone::reference;

static LogicalResult evaluateConstant(Operation *op, Operands, Results &out) {
  std::optional<HostTensor> tensor = readAttr(cast<train::ConstantOp>(op).getValue());
  if (!tensor)
    return op->emitOpError("has elements that cannot be read; is its resource missing?");
  out.push_back(share(std::move(*tensor)));
  return success();
}

static HostTensor evaluateIota(train::IotaOp op, Operands) {
  HostTensor exact(DType::I64, train::getShape(op.getOutput()).vec());
  int64_t dim = static_cast<int64_t>(op.getIotaDimension());
  int64_t size = exact.shape()[dim], inner = 1;
  for (int64_t i = dim + 1; i < exact.rank(); ++i)
    inner *= exact.shape()[i];
  for (int64_t i = 0, e = exact.numElements(); i < e; ++i)
    exact.as<int64_t>()[i] = i / inner % size;
  return roundFor(op.getOutput(), std::move(exact));
}

//===----------------------------------------------------------------------===//
// Random bits
//===----------------------------------------------------------------------===//

static std::array<uint32_t, 2> keyOf(const HostTensor &key) {
  return {key.as<uint32_t>()[0], key.as<uint32_t>()[1]};
}

/// Writes one block after the other; `block(counter)` gives its words.
template <typename Block> static void fillBlocks(HostTensor &bits, uint64_t counter, Block block) {
  uint32_t *words = bits.as<uint32_t>();
  for (int64_t i = 0, e = bits.numElements(); i < e; ++counter) {
    for (uint32_t word : block(counter))
      if (i < e)
        words[i++] = word;
  }
}

static void fillPhilox(HostTensor &bits, std::array<uint32_t, 2> key, uint64_t offset) {
  fillBlocks(bits, offset, [=](uint64_t counter) {
    auto low = static_cast<uint32_t>(counter), high = static_cast<uint32_t>(counter >> 32);
    return philox4x32({low, high, 0, 0}, key);
  });
}

static void fillThreefry(HostTensor &bits, std::array<uint32_t, 2> key, uint64_t offset) {
  fillBlocks(bits, offset, [=](uint64_t counter) {
    auto low = static_cast<uint32_t>(counter), high = static_cast<uint32_t>(counter >> 32);
    return threefry2x32({low, high}, key);
  });
}

static HostTensor evaluateRngBits(train::RngBitsOp op, Operands in) {
  HostTensor bits = emptyFor(op.getResult());
  auto offset = static_cast<uint64_t>(op.getOffset());
  if (op.getAlgorithm() == train::RngAlgorithm::philox4x32_10)
    fillPhilox(bits, keyOf(*in[0]), offset);
  else
    fillThreefry(bits, keyOf(*in[0]), offset);
  return bits;
}

/// A number of 64 bits counts by its low 32.
static HostTensor evaluateFoldIn(train::FoldInOp op, Operands in) {
  HostTensor key = emptyFor(op.getResult());
  auto words = philox4x32({static_cast<uint32_t>(in[1]->getInt(0)), 0, 0, 1}, keyOf(*in[0]));
  std::copy_n(words.begin(), 2, key.as<uint32_t>());
  return key;
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

static HostTensor evaluateCast(train::CastOp op, Operands in) {
  DType type = dtypeOf(train::getElementType(op.getResult()));
  CastOptions options;
  options.saturate = op.getSaturate();
  HostTensor random;
  switch (op.getRounding()) {
  case train::Rounding::nearest_even:
    break;
  case train::Rounding::toward_zero:
    options.mode = RoundingMode::TowardZero;
    break;
  case train::Rounding::stochastic:
    random = HostTensor(DType::UI32, in[0]->shape());
    fillPhilox(random, keyOf(*in[1]), 0);
    options.mode = RoundingMode::Stochastic;
    options.randomBits = {random.as<uint32_t>(), static_cast<size_t>(random.numElements())};
    break;
  }
  return castTensor(*in[0], type, options);
}

static HostTensor evaluateBitcast(train::BitcastConvertOp op, Operands in) {
  HostTensor result = emptyFor(op.getResult());
  if (result.numBytes())
    std::memcpy(result.data(), in[0]->data(), result.numBytes());
  return result;
}

void reference::addConversionKernels(KernelTable &table) {
  table[TypeID::get<train::ConstantOp>()] = evaluateConstant;
  addKernel<evaluateIota>(table);
  addKernel<evaluateRngBits>(table);
  addKernel<evaluateFoldIn>(table);
  addKernel<evaluateCast>(table);
  addKernel<evaluateBitcast>(table);
}
