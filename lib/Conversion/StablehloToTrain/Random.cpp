// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `rng_bit_generator`, in integer arithmetic, with the bits and states that XLA gives.
// The state is a key and a counter, in words of 64 bits; a block of counter c + i under
// the key gives the words at i:
//
//   PHILOX, DEFAULT   Philox4x32-10; state [key, counter (low), counter (high)?]; blocks of
//                     four words, one after the other
//   THREE_FRY         Threefry2x32-20; state [key, counter]; a block's two words stand in
//                     two halves
//
// (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011.)
#include "Convert.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::conversion;

namespace {

/// Arithmetic on unsigned words.
class Words {
public:
  explicit Words(Converter &b)
      : b(b), ui32(b.getBuilder().getIntegerType(32, false)),
        ui64(b.getBuilder().getIntegerType(64, false)) {}

  Value low(Value word64) { return b.cast(b.bitAnd(word64, b.intLike(word64, 0xffffffff)), ui32); }
  Value high(Value word64) { return b.cast(b.shiftRight(word64, 32), ui32); }
  Value join(Value low, Value high) {
    return b.bitOr(b.cast(low, ui64), b.shiftLeft(b.cast(high, ui64), 32));
  }
  Value rotateLeft(Value word, int64_t by) {
    return b.bitOr(b.shiftLeft(word, by), b.shiftRight(word, 32 - by));
  }
  Value constantLike(Value word, int64_t value) { return b.intLike(word, value); }

  Converter &b;
  Type ui32, ui64;
};

Values philox(Words &w, Values counter, Value key0, Value key1) {
  Converter &b = w.b;
  for (int round = 0; round < 10; ++round) {
    if (round > 0) {
      key0 = b.add(key0, w.constantLike(key0, 0x9E3779B9));
      key1 = b.add(key1, w.constantLike(key1, 0xBB67AE85));
    }
    auto product = [&](Value word, int64_t factor) {
      Value wide = b.cast(word, w.ui64);
      return b.mul(wide, b.intLike(wide, factor));
    };
    Value p0 = product(counter[0], 0xD2511F53), p1 = product(counter[2], 0xCD9E8D57);
    counter = {b.bitXor(b.bitXor(w.high(p1), counter[1]), key0), w.low(p1),
               b.bitXor(b.bitXor(w.high(p0), counter[3]), key1), w.low(p0)};
  }
  return counter;
}

Values threefry(Words &w, Values x, Value key0, Value key1) {
  Converter &b = w.b;
  constexpr int rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  Value parity = b.bitXor(b.bitXor(key0, key1), w.constantLike(key0, 0x1BD11BDA));
  Value keys[3] = {key0, key1, parity};
  x = {b.add(x[0], keys[0]), b.add(x[1], keys[1])};
  for (int group = 0; group < 5; ++group) {
    for (int rotation : rotations[group % 2]) {
      x[0] = b.add(x[0], x[1]);
      x[1] = b.bitXor(w.rotateLeft(x[1], rotation), x[0]);
    }
    x[0] = b.add(x[0], keys[(group + 1) % 3]);
    x[1] = b.add(b.add(x[1], keys[(group + 2) % 3]), w.constantLike(x[1], group + 1));
  }
  return x;
}

/// Element `i` of the state, of rank 0.
Value stateWord(Converter &b, Value state, int64_t i) {
  return b.reshape(b.slice(state, {i}, {i + 1}), {});
}

FailureOr<Values> rngBitGenerator(stablehlo::RngBitGeneratorOp op, Converter &b) {
  Words w(b);
  auto type = cast<RankedTensorType>(op.getOutput().getType());
  auto stateType = cast<RankedTensorType>(op.getInitialState().getType());
  auto element = dyn_cast<IntegerType>(type.getElementType());
  if (!element || element.getWidth() < 8)
    return Converter::refuse(op) << "random bits of type " << type.getElementType();
  int64_t words = stateType.getRank() == 1 ? stateType.getDimSize(0) : 0;
  bool isThreefry = op.getRngAlgorithm() == stablehlo::RngAlgorithm::THREE_FRY;
  if (stateType.getElementType() != w.ui64 || !(words == 2 || (words == 3 && !isThreefry)))
    return Converter::refuse(op) << "a state of type " << stateType
                                 << ", expected two or three words of ui64";

  Value state = op.getInitialState(), key = stateWord(b, state, 0), at = stateWord(b, state, 1);
  int64_t width = element.getWidth(), count = type.getNumElements();
  // Words of 32 bits that are needed, and blocks that give them.
  int64_t perElement = width == 64 ? 2 : 1, perBlock = isThreefry ? 2 : 4;
  int64_t blocks = llvm::divideCeil(count * perElement, perBlock);
  Value numbers = b.iota({blocks}, w.ui64, 0);
  Value low = b.add(numbers, b.broadcastScalar(at, {blocks}));
  auto spread = [&](Value scalar) { return b.broadcastScalar(scalar, {blocks}); };
  Value key0 = spread(w.low(key)), key1 = spread(w.high(key));

  Values stateWords{key, b.add(at, b.intLike(at, blocks))};
  Values bits;
  if (isThreefry) {
    bits = threefry(w, {w.low(low), w.high(low)}, key0, key1);
  } else {
    Value high = words == 3 ? stateWord(b, state, 2) : b.intLike(at, 0);
    auto carry = [&](Value sum, Value start) { return b.cast(b.lt(sum, start), w.ui64); };
    Value highs = b.add(spread(high), carry(low, spread(at)));
    if (words == 3)
      stateWords.push_back(b.add(high, carry(stateWords[1], at)));
    bits = philox(w, {w.low(low), w.high(low), w.low(highs), w.high(highs)}, key0, key1);
  }
  if (perElement == 2) {
    Values joined;
    for (size_t i = 0; i < bits.size(); i += 2)
      joined.push_back(w.join(bits[i], bits[i + 1]));
    bits = joined;
  }
  Value flat;
  int64_t columns = bits.size();
  if (isThreefry && columns > 1) {
    flat = b.concatenate(bits, 0);
  } else {
    for (Value &column : bits)
      column = b.reshape(column, {blocks, 1});
    flat = columns == 1 ? bits[0] : b.concatenate(bits, 1);
    flat = b.reshape(flat, {blocks * columns});
  }
  flat = b.slice(flat, {0}, {count});
  if (width < 32)
    flat = b.cast(b.bitAnd(flat, b.intLike(flat, (int64_t{1} << width) - 1)),
                  b.getBuilder().getIntegerType(width, false));
  if (train::getElementType(flat) != element)
    flat = b.bitcast(flat, element);
  for (Value &word : stateWords)
    word = b.reshape(word, {1});
  return Values{b.concatenate(stateWords, 0), b.reshape(flat, type.getShape())};
}

FailureOr<Value> rng(stablehlo::RngOp op, Converter &) {
  return Converter::refuse(op)
         << "its numbers come from a hidden state, so a step couldn't be repeated; draw them from "
            "a key (jax.random)";
}

} // namespace

void conversion::addRandomRules(Rules &rules) {
  rules.add<rngBitGenerator>();
  rules.add<rng>();
}
