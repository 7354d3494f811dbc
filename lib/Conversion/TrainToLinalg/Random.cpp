// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counter-based random bits: Philox4x32-10 and Threefry2x32-20 as straight integer
// code (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
#include "Lowering.h"

using namespace mlir;
namespace halftone::conversion {

static Value word(Builder &b, uint32_t value) {
  return integer(b, b.getI32Type(), static_cast<int32_t>(value));
}

SmallVector<Value> emitPhilox(Builder &b, ArrayRef<Value> counter, ArrayRef<Value> key) {
  SmallVector<Value> c(counter), k(key);
  Type i64 = b.getI64Type(), i32 = b.getI32Type();
  auto multiply = [&](uint32_t factor, Value v) -> std::pair<Value, Value> {
    Value product =
        arith::MulIOp::create(b, arith::ExtUIOp::create(b, i64, v), integer(b, i64, factor));
    Value high = arith::ShRUIOp::create(b, product, integer(b, i64, 32));
    return {arith::TruncIOp::create(b, i32, high), arith::TruncIOp::create(b, i32, product)};
  };
  auto mix = [&](Value x, Value y, Value z) -> Value {
    return arith::XOrIOp::create(b, arith::XOrIOp::create(b, x, y), z);
  };
  for (int round = 0; round < 10; ++round) {
    auto [high0, low0] = multiply(0xD2511F53, c[0]);
    auto [high1, low1] = multiply(0xCD9E8D57, c[2]);
    c = {mix(high1, c[1], k[0]), low1, mix(high0, c[3], k[1]), low0};
    k = {arith::AddIOp::create(b, k[0], word(b, 0x9E3779B9)),
         arith::AddIOp::create(b, k[1], word(b, 0xBB67AE85))};
  }
  return c;
}

SmallVector<Value> emitThreefry(Builder &b, ArrayRef<Value> counter, ArrayRef<Value> key) {
  constexpr uint32_t rotations[8] = {13, 15, 26, 6, 17, 29, 16, 24};
  auto add = [&](Value x, Value y) -> Value { return arith::AddIOp::create(b, x, y); };
  auto exclusiveOr = [&](Value x, Value y) -> Value { return arith::XOrIOp::create(b, x, y); };
  Value keys[3] = {key[0], key[1], exclusiveOr(exclusiveOr(key[0], key[1]), word(b, 0x1BD11BDA))};
  Value x = add(counter[0], keys[0]), y = add(counter[1], keys[1]);
  for (uint32_t round = 0; round < 20; ++round) {
    x = add(x, y);
    uint32_t r = rotations[round % 8];
    Value left = arith::ShLIOp::create(b, y, word(b, r));
    y = exclusiveOr(arith::OrIOp::create(b, left, arith::ShRUIOp::create(b, y, word(b, 32 - r))),
                    x);
    if (round % 4 != 3)
      continue;
    uint32_t injection = round / 4 + 1;
    x = add(x, keys[injection % 3]);
    y = add(add(y, keys[(injection + 1) % 3]), word(b, injection));
  }
  return {x, y};
}

/// Both words of a key tensor.
static SmallVector<Value> wordsOf(Builder &b, Value key) {
  return {tensor::ExtractOp::create(b, key, index(b, 0)),
          tensor::ExtractOp::create(b, key, index(b, 1))};
}

/// Low and high word of a 64-bit counter.
static SmallVector<Value> counterOf(Builder &b, Value block, int64_t offset) {
  Type i64 = b.getI64Type(), i32 = b.getI32Type();
  Value counter =
      arith::AddIOp::create(b, arith::IndexCastOp::create(b, i64, block), integer(b, i64, offset));
  Value high = arith::ShRUIOp::create(b, counter, integer(b, i64, 32));
  return {arith::TruncIOp::create(b, i32, counter), arith::TruncIOp::create(b, i32, high)};
}

/// The word of `words` with this number.
static Value pick(Builder &b, ArrayRef<Value> words, Value number) {
  Value result = words[0];
  for (size_t i = 1; i < words.size(); ++i) {
    Value is = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, number, index(b, i));
    result = arith::SelectOp::create(b, is, words[i], result);
  }
  return result;
}

Value emitPhiloxWord(Builder &b, Value key, Value linear, int64_t offset) {
  Value block = arith::DivUIOp::create(b, linear, index(b, 4));
  SmallVector<Value> counter = counterOf(b, block, offset);
  Value zero = word(b, 0);
  counter.append({zero, zero});
  SmallVector<Value> words = emitPhilox(b, counter, wordsOf(b, key));
  return pick(b, words, arith::RemUIOp::create(b, linear, index(b, 4)));
}

namespace {
/// A loop over blocks around one over their words: what depends on the block only
/// is computed once for it.
struct RngBitsLowering : Lowering<train::RngBitsOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::RngBitsOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Builder b(op.getLoc(), rewriter);
    auto type = storageTensor(op.getResult().getType());
    bool isPhilox = op.getAlgorithm() == train::RngAlgorithm::philox4x32_10;
    int64_t count = type.getNumElements(), width = isPhilox ? 4 : 2;
    int64_t blocks = (count + width - 1) / width;
    if (count == 0) {
      rewriter.replaceOp(op, empty(b, type));
      return success();
    }
    Value bits = map(b, type.clone({blocks, width}), {}, [&](Builder &inner, ValueRange) {
      SmallVector<Value> counter =
          counterOf(inner, linalg::IndexOp::create(inner, 0), op.getOffset());
      SmallVector<Value> key = wordsOf(inner, adaptor.getKey());
      Value number = linalg::IndexOp::create(inner, 1);
      if (!isPhilox)
        return pick(inner, emitThreefry(inner, counter, key), number);
      Value zero = word(inner, 0);
      counter.append({zero, zero});
      return pick(inner, emitPhilox(inner, counter, key), number);
    });
    bits = reshape(b, bits, {blocks * width});
    if (blocks * width != count)
      bits = sliceOf(b, bits, {b.getIndexAttr(0)}, {count});
    rewriter.replaceOp(op, reshape(b, bits, type.getShape()));
    return success();
  }
};

struct FoldInLowering : Lowering<train::FoldInOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::FoldInOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Builder b(op.getLoc(), rewriter);
    Value data = tensor::ExtractOp::create(b, adaptor.getData(), ValueRange());
    Type i32 = b.getI32Type();
    unsigned width = cast<IntegerType>(data.getType()).getWidth();
    if (width > 32)
      data = arith::TruncIOp::create(b, i32, data);
    else if (width < 32)
      data = elementOf(op.getData()).isUnsignedInteger()
                 ? arith::ExtUIOp::create(b, i32, data).getResult()
                 : arith::ExtSIOp::create(b, i32, data);
    Value zero = word(b, 0), one = word(b, 1);
    SmallVector<Value> words = emitPhilox(b, {data, zero, zero, one}, wordsOf(b, adaptor.getKey()));
    Value pair = tensor::FromElementsOp::create(b, ValueRange{words[0], words[1]});
    rewriter.replaceOp(op, pair);
    return success();
  }
};
} // namespace

void populateRandom(TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<RngBitsLowering, FoldInLowering>(types, patterns.getContext());
}

} // namespace halftone::conversion
