// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `rng_bit_generator`, in integer arithmetic, with the bits and states that XLA gives on
// a CPU. The state is a key and a counter, in words of 64 bits; the words at i are those
// of the block of counter c + i under the key:
//
//   PHILOX, DEFAULT   Philox4x32-10; state [key, counter] or [key, counter, counter's high]
//   THREE_FRY         Threefry2x32-20; state [key, counter]
//
// Of 8 or 16 bits, an element is the low bits of a word of 32.
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

struct Bits {
  Value words;  ///< of ui32 or ui64, in the shape of the result
  Values state; ///< the counter after them, low word first
};

/// Words of 32 bits come in pairs, which lie along the first dimension of even size, or
/// else the longest; one that is left over there is dropped.
Bits threefryBits(Words &w, Value key, Value at, Dims shape, bool isWide) {
  Converter &b = w.b;
  Sizes half(shape);
  size_t split = 0;
  if (!isWide && !shape.empty()) {
    auto even = llvm::find_if(shape, [](int64_t size) { return size % 2 == 0; });
    split = (even != shape.end() ? even : llvm::max_element(shape)) - shape.begin();
    half[split] = llvm::divideCeil(half[split], 2);
  }
  int64_t blocks = 1;
  for (int64_t size : half)
    blocks *= size;
  auto spread = [&](Value scalar) { return b.broadcastScalar(scalar, {blocks}); };
  Value counter = b.add(b.iota({blocks}, w.ui64, 0), spread(at));
  Values pair =
      threefry(w, {w.low(counter), w.high(counter)}, spread(w.low(key)), spread(w.high(key)));
  Values state{b.add(at, b.intLike(at, blocks))};
  if (isWide || shape.empty())
    return {b.reshape(isWide ? w.join(pair[0], pair[1]) : pair[0], shape), state};
  Sizes apart(half), together(half), start(half.size(), 0);
  apart.insert(apart.begin() + split + 1, 1);
  together[split] *= 2;
  for (Value &word : pair)
    word = b.reshape(word, apart);
  Value words = b.reshape(b.concatenate(pair, split + 1), together);
  return {b.slice(words, start, shape), state};
}

/// A block is four words of 32 bits, or two of 64, one after the other. Where the state has
/// no high half of the counter, the key is it.
Bits philoxBits(Words &w, Value key, Value at, Value high, Dims shape, bool isWide) {
  Converter &b = w.b;
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  int64_t columns = isWide ? 2 : 4, blocks = llvm::divideCeil(count, columns);
  auto spread = [&](Value scalar) { return b.broadcastScalar(scalar, {blocks}); };
  auto carry = [&](Value sum, Value start) { return b.cast(b.lt(sum, start), w.ui64); };
  Value low = b.add(b.iota({blocks}, w.ui64, 0), spread(at));
  Value highs = b.add(spread(high ? high : key), carry(low, spread(at)));
  Values words = philox(w, {w.low(low), w.high(low), w.low(highs), w.high(highs)},
                        spread(w.low(key)), spread(w.high(key)));
  if (isWide)
    words = {w.join(words[0], words[1]), w.join(words[2], words[3])};
  for (Value &word : words)
    word = b.reshape(word, {blocks, 1});
  Value line = b.reshape(b.concatenate(words, 1), {blocks * columns});
  Values state{b.add(at, b.intLike(at, blocks))};
  if (high)
    state.push_back(b.add(high, carry(state[0], at)));
  return {b.reshape(b.slice(line, {0}, {count}), shape), state};
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
  unsigned width = element.getWidth();
  bool isWide = width == 64;
  Bits bits = isThreefry ? threefryBits(w, key, at, type.getShape(), isWide)
                         : philoxBits(w, key, at, words == 3 ? stateWord(b, state, 2) : Value(),
                                      type.getShape(), isWide);
  Value result = bits.words;
  if (width < 32)
    result = b.cast(b.bitAnd(result, b.intLike(result, (int64_t{1} << width) - 1)),
                    b.getBuilder().getIntegerType(width, false));
  if (train::getElementType(result) != element)
    result = b.bitcast(result, element);
  bits.state.insert(bits.state.begin(), key);
  for (Value &word : bits.state)
    word = b.reshape(word, {1});
  return Values{b.concatenate(bits.state, 0), result};
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
